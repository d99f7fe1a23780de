"""What a panel adds to its members, and how many independent judges it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from workbench.calibration.agreement import kappas, least_used
from workbench.calibration.coefficients import interval_reason, pooled_kappa, primary_weights
from workbench.calibration.evidence import Evidence
from workbench.calibration.intervals import LEAST_CASES, t_limits
from workbench.calibration.jackknife import Jackknife, jackknife
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import (
    Contribution,
    Counts,
    Floats,
    Levels,
    Pooled,
    group_by_case,
    pool,
)

_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelGain:
    """A panel beside its members on one dimension.

    Attributes:
        panel: Name of the panel.
        members: Names of its members.
        asked: Labelled transcripts on which the panel has a verdict of any kind.
        units: Those on which it gave a level; kappas and gain are of these.
        kappa: The panel's agreement with people.
        member_kappas: Each member's, on those of the units that it levelled too.
        gain: The panel's kappa minus the mean of the members'.
        error_correlation: Mean correlation of the errors of two members; no interval.
        effective_judges: How many independent judges the panel is worth; no interval.
    """

    panel: str
    members: tuple[str, ...]
    asked: int
    units: int
    kappa: Statistic
    member_kappas: tuple[Statistic, ...]
    gain: Statistic
    error_correlation: Statistic
    effective_judges: Statistic

    @property
    def without_level(self) -> float:
        """Share of the transcripts it was asked about on which the panel gave no level."""
        return 1 - self.units / self.asked if self.asked else 0.0


def panel_gain(evidence: Evidence, panel: str, members: Sequence[str]) -> PanelGain:
    """Compare a panel with its members taken singly, on the same transcripts and labels.

    Quadratic kappa, on a nominal scale the unweighted one. The gain is paired: its error is its own
    jackknife error, in which all kappas lose the same case at once.

    Args:
        evidence: The dimension's labelled units; a judge without a column there said nothing.
        panel: The panel's name among the judges.
        members: Its members' names among the judges, at least two.

    Source: METHODS.md, "Panel gain".
    """
    column = evidence.judges.get(panel)
    levelled = evidence.restricted(evidence.labelled & (_levels(evidence, panel) >= 0))
    kappa, *singles = (_kappa(levelled, name) for name in (panel, *members))
    correlation = _error_correlation(evidence, members)
    return PanelGain(
        panel=panel,
        members=tuple(members),
        asked=0 if column is None else int((column.status[evidence.labelled] >= 0).sum()),
        units=levelled.n_units,
        kappa=kappa,
        member_kappas=tuple(singles),
        gain=gain_over(levelled, (panel, *members)),
        error_correlation=correlation,
        effective_judges=_effective_judges(correlation, len(members)),
    )


def _error_correlation(evidence: Evidence, judges: Sequence[str]) -> Statistic:
    """Return the mean correlation of the errors of two judges, over all pairs of them.

    An error is the judge's level minus the mean of people's; each pair is compared on the
    transcripts that both levelled. The noise of people's labels is in all errors, so that the
    correlation is rather too high.

    Args:
        evidence: The dimension's labelled units.
        judges: Names of two judges or more.

    Source: METHODS.md, "Panel gain".
    """
    if evidence.nominal:
        return Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    errors = np.stack([judge_errors(evidence, judge) for judge in judges])
    found, fewest = [], evidence.n_units
    for first, second in combinations(errors, 2):
        both = ~np.isnan(first + second)
        fewest = min(fewest, len(np.unique(evidence.clusters[both])))
        if fewest < 2:
            return Statistic.missing(Reason.NO_OVERLAP)
        pair = np.stack([first[both], second[both]])
        if pair.std(axis=1).min() < _ROUNDING:
            return Statistic.missing(Reason.NO_SPREAD)
        found.append(np.corrcoef(pair)[0, 1])
    too_few = Reason.N_TOO_SMALL if fewest < LEAST_CASES else None
    return Statistic(value=float(np.mean(found)), undefined=too_few)


def judge_errors(evidence: Evidence, judge: str) -> Floats:
    """Return the judge's level minus the mean of people's, shape (n_units,), NaN where none."""
    levels = _levels(evidence, judge)
    return np.where(levels >= 0, levels - evidence.people_means, np.nan)


def _effective_judges(correlation: Statistic, members: int) -> Statistic:
    """Return m / (1 + (m - 1) rho); errors that cancel out count as independent, not as more.

    Source: METHODS.md, "Panel gain"; the usual design effect.
    """
    if correlation.value is None:
        return correlation
    effect = 1 + (members - 1) * max(0.0, correlation.value)
    return replace(correlation, value=members / effect)


def _levels(evidence: Evidence, judge: str) -> Levels:
    """Return a judge's levels, shape (n_units,), -1 throughout where it was never asked."""
    column = evidence.judges.get(judge)
    return np.full(evidence.n_units, -1, dtype=np.int8) if column is None else column.level


def _kappa(evidence: Evidence, judge: str) -> Statistic:
    ratings = replace(evidence.ratings(), judge=_levels(evidence, judge))
    return pooled_kappa(pool(ratings), primary_weights(nominal=evidence.nominal))


def gain_over(evidence: Evidence, judges: Sequence[str]) -> Statistic:
    """Return the first judge's kappa minus the mean of the others', paired, with its interval.

    Args:
        evidence: Units that all have a label.
        judges: Names of two judges or more.

    Source: METHODS.md, "Panel gain".
    """
    levels = np.stack([_levels(evidence, judge) for judge in judges])
    if not (levels >= 0).any(axis=1).all():
        return Statistic.missing(Reason.NO_OVERLAP)
    weights = primary_weights(nominal=evidence.nominal)

    def difference(tables: Floats) -> Floats:
        """Return the differences of a stack of tables, shape (n, m, K, K)."""
        each = kappas(tables, weights)
        return np.asarray(each[:, 0] - each[:, 1:].mean(axis=1))

    found = jackknife(_counted(evidence, levels), _tables(evidence, len(judges)), difference)
    if np.isnan(found.value):
        return Statistic.missing(Reason.ALL_LABELS_SAME)
    limits = t_limits(
        np.array([found.value]), np.array([found.error]), np.array([float(found.n_cases)])
    )
    return limits.around(found.value, _gain_reason(found))


def _gain_reason(found: Jackknife) -> Reason | None:
    """Return why a gain that has a value has no interval."""
    if least_used(found.total).min() == 1:
        return Reason.RATER_CONSTANT
    if found.error < _ROUNDING:
        return Reason.PERFECT_AGREEMENT
    return interval_reason(found.error, found.n_cases)


def _tables(evidence: Evidence, n_judges: int) -> Contribution:
    """Return what rows of `_counted` contribute: tables of people by each judge, (n, m, K, K)."""
    n_levels = len(evidence.rubric.scale_levels)

    def contribution(counts: Counts, judge: Levels) -> Floats:
        del judge
        sides = counts.reshape(-1, n_judges + 1, n_levels)
        people = sides[:, 0] / sides[:, 0].sum(axis=1, keepdims=True)
        return np.asarray(people[:, None, :, None] * sides[:, 1:, None, :])

    return contribution


def _counted(evidence: Evidence, levels: Levels) -> Pooled:
    """Group transcripts by case, each with its labels and then every judge's level counted.

    Args:
        evidence: Units that all have a label.
        levels: Levels of m judges, shape (m, n_units), -1 where one gave none.

    Returns:
        Rows of (m + 1) * K counts: people's at each level, then each judge's, 1 or 0.
    """
    n_levels, n_units = len(evidence.rubric.scale_levels), evidence.n_units
    cells = evidence.unit.astype(np.int64) * n_levels + evidence.level
    people = np.bincount(cells, minlength=n_units * n_levels).reshape(n_units, n_levels)
    judges = [column[:, None] == np.arange(n_levels) for column in levels]
    return group_by_case(
        np.hstack([people, *judges]).astype(np.int32),
        np.full(n_units, -1, dtype=np.int8),
        evidence.clusters,
        n_raters=len(evidence.labellers),
        nominal=evidence.nominal,
    )
