"""Everything that is reported of one (dimension, judge), and of people among themselves."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.calibration.agreement import Shares, shares
from workbench.calibration.ceiling import (
    Ceiling,
    LabellerAgreement,
    PairAgreement,
    ceiling,
    pairwise,
    per_labeller,
)
from workbench.calibration.coefficients import (
    confusion,
    people_kappa,
    pooled_alpha,
    pooled_kappa,
    primary_weights,
)
from workbench.calibration.evidence import (
    ERROR,
    NO_MAJORITY,
    NO_VERDICT,
    NOT_APPLICABLE,
    Evidence,
)
from workbench.calibration.prevalence import gwet_ac, paired_counts
from workbench.calibration.rates import Rate, SevereMisses, pass_rates, pooled_bias, severe_misses
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import Bools, Floats, pool
from workbench.domain.rubric import Rubric
from workbench.errors import UndefinedStatisticError


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """Verdicts without a level because something went wrong, of all verdicts on these units.

    Attributes:
        count: Verdicts in error.
        of: Verdicts on labelled units, whatever they say.
        kinds: How many of each error kind.
        first: Transcript and message of the error that stands first in the ledger.
    """

    count: int
    of: int
    kinds: Mapping[str, int]
    first: tuple[str, str] | None

    @property
    def share(self) -> float:
        """Share of the verdicts that are in error; 0 where there is no verdict."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agreement:
    """One judge beside people on one dimension; only labels sampled at random count.

    Attributes:
        split: ``development``, ``test`` or ``all``.
        units: Transcripts with a label and a level of the judge.
        pairs: Labels on those transcripts, each a pair with the judge's level.
        labellers: People who gave them.
        cases: Cases that the transcripts belong to, the sample that the jackknife sees.
        confusion: Pooled weights, shape (K, K), rows people.
        unasked: Labelled transcripts on which the judge has no verdict of any kind.
        variants: k, the variants that were shown on the labels certify reads.
        bound: One-sided lower bound of the primary kappa at 0.05/k, what the gate reads; the
            statistics' own lower bounds are at 0.05.
        outdated: Verdicts left out because rubric text or fingerprint changed.
    """

    rubric: Rubric
    judge: str
    fingerprint: str
    floor: bool
    split: str
    units: int
    pairs: int
    labellers: int
    cases: int
    kappa: Statistic
    kappa_linear: Statistic
    kappa_quadratic: Statistic
    alpha: Statistic
    shares: Shares | None
    bias: Statistic
    tpr: Rate
    tnr: Rate
    severe: SevereMisses | None
    severe_transcripts: tuple[str, ...]
    confusion: Floats
    ceiling: Ceiling
    per_labeller: tuple[tuple[str, LabellerAgreement], ...]
    errors: Errors
    not_applicable: int
    not_applicable_verdicts: int
    cannot_tell: int
    not_random: int
    no_majority: int
    unasked: int
    outdated: int
    assumed: bool
    variants: int
    bound: float | None
    models: tuple[str, ...]
    related: int = 0
    """Transcripts with a level of the judge on which judge and agent are of one family."""
    ac2: float | None = None
    """Gwet's AC2, to tell a rare class from poor agreement; it never opens a gate."""

    @property
    def kappa_primary(self) -> Statistic:
        """The kappa that trust is decided by: quadratic, on nominal scales unweighted."""
        return self.kappa if self.rubric.scale == "nominal" else self.kappa_quadratic

    @property
    def people_levels(self) -> int:
        """How many levels people used on these transcripts."""
        return int((self.confusion.sum(axis=1) > 0).sum())

    @property
    def judge_levels(self) -> int:
        """How many levels the judge used on them."""
        return int((self.confusion.sum(axis=0) > 0).sum())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class People:
    """People among themselves on one dimension."""

    rubric: Rubric
    units: int
    labellers: tuple[str, ...]
    alpha: Statistic
    kappa: Statistic
    """Pooled, quadratic; on nominal scales unweighted."""
    names: tuple[str, ...]
    """Names that the pairs index."""
    pairs: tuple[PairAgreement, ...]
    levels_used: int
    not_applicable: int
    cannot_tell: int


def agreement(evidence: Evidence, judge: str, *, split: str, variants: int) -> Agreement:
    """Compute everything that is reported of one judge on one dimension.

    Args:
        evidence: The dimension's labelled units, already restricted to the split.
        judge: A judge with a column in the evidence.
        split: Which side the units are of.
        variants: k; the gate's bound is at 0.05/k.
    """
    ratings, column = evidence.ratings(judge), evidence.judges[judge]
    pooled = pool(ratings)
    judged = pooled.judged()
    passes = passing(evidence.rubric)
    table = confusion(pooled)
    severe = severe_misses(ratings, passes)
    on_judged = column.level[evidence.unit] >= 0
    said = column.status[evidence.labelled]
    tpr, tnr = pass_rates(table, passes)
    return Agreement(
        rubric=evidence.rubric,
        judge=judge,
        fingerprint=column.fingerprint,
        floor=column.floor,
        split=split,
        units=judged.n_units,
        pairs=int(on_judged.sum()),
        labellers=len(np.unique(evidence.labeller[on_judged])),
        cases=judged.n_cases,
        kappa=pooled_kappa(pooled, "none"),
        kappa_linear=pooled_kappa(pooled, "linear"),
        kappa_quadratic=pooled_kappa(pooled, "quadratic"),
        alpha=pooled_alpha(pooled),
        shares=shares(table, nominal=evidence.nominal) if judged.n_units else None,
        bias=pooled_bias(pooled, passes),
        tpr=tpr,
        tnr=tnr,
        severe=severe,
        severe_transcripts=_named(evidence, severe),
        confusion=table,
        ceiling=ceiling(pooled),
        per_labeller=tuple(
            (evidence.labellers[own.labeller], own) for own in per_labeller(ratings)
        ),
        errors=_errors(evidence, judge),
        not_applicable=len(evidence.not_applicable),
        not_applicable_verdicts=int((column.status == NOT_APPLICABLE).sum()),
        cannot_tell=len(evidence.cannot_tell),
        not_random=len(evidence.not_random),
        no_majority=int((said == NO_MAJORITY).sum()),
        unasked=int((said == NO_VERDICT).sum()),
        outdated=column.outdated,
        assumed=evidence.assumed,
        variants=variants,
        bound=pooled_kappa(
            pooled, primary_weights(nominal=evidence.nominal), variants=variants
        ).lower_bound,
        models=column.models,
        related=0 if column.related is None else int((column.related & (column.level >= 0)).sum()),
        ac2=_prevalence_check(table, nominal=evidence.nominal) if judged.n_units else None,
    )


def people(evidence: Evidence) -> People:
    """Compute people's own agreement on one dimension, whether or not a judge was asked."""
    ratings = evidence.ratings()
    pooled = pool(ratings)
    return People(
        rubric=evidence.rubric,
        units=int(evidence.labelled.sum()),
        labellers=tuple(evidence.labellers[i] for i in np.unique(evidence.labeller)),
        alpha=pooled_alpha(pooled, with_judge=False),
        kappa=people_kappa(pooled, primary_weights(nominal=evidence.nominal)),
        names=evidence.labellers,
        pairs=tuple(pairwise(ratings)),
        levels_used=len(np.unique(evidence.level)),
        not_applicable=len(evidence.not_applicable),
        cannot_tell=len(evidence.cannot_tell),
    )


def _prevalence_check(table: Floats, *, nominal: bool) -> float | None:
    """Return AC2 of people and judge, None where every rating is the same level."""
    counts, times = paired_counts(table)
    try:
        return gwet_ac(counts, primary_weights(nominal=nominal), times=times)
    except UndefinedStatisticError:
        return None


def passing(rubric: Rubric) -> Bools | None:
    """Return which levels pass, shape (K,); None where the scale names none."""
    if not rubric.passing:
        return None
    return np.array([level in rubric.passing for level in rubric.scale_levels])


def largest_disagreement(evidence: Evidence, judge: str) -> tuple[int, int, int] | None:
    """Return unit, people's level and judge's level where they are furthest apart.

    On ties the first by transcript id; on nominal scales any two levels are equally far.
    Returns None where they agree throughout.
    """
    theirs = evidence.judges[judge].level[evidence.unit].astype(int)
    ours = evidence.level.astype(int)
    apart = np.where(theirs >= 0, np.abs(theirs - ours), 0)
    if evidence.nominal:
        apart = np.minimum(apart, 1)
    if not apart.size or apart.max() == 0:
        return None
    label = int(apart.argmax())
    return int(evidence.unit[label]), int(ours[label]), int(theirs[label])


def _errors(evidence: Evidence, judge: str) -> Errors:
    column = evidence.judges[judge]
    status = column.status[evidence.labelled]
    kinds = Counter(kind for unit, kind in column.kinds.items() if evidence.labelled[unit])
    first = next(
        (
            (evidence.transcripts[unit], message)
            for unit, message in column.first_errors
            if evidence.labelled[unit]
        ),
        None,
    )
    return Errors(
        count=int((status == ERROR).sum()),
        of=int((status >= 0).sum()),
        kinds=dict(sorted(kinds.items())),
        first=first,
    )


def _named(evidence: Evidence, severe: SevereMisses | None) -> tuple[str, ...]:
    if severe is None:
        return ()
    return tuple(evidence.transcripts[unit] for unit in severe.units)


def rows(table: Floats) -> list[list[float]]:
    """Return a table as JSON rows, rounded to what summing weights leaves exact."""
    cells: Any = np.round(table, 9).tolist()
    found: list[list[float]] = cells
    return found
