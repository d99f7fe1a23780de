"""Old text against new: one judge under two texts of a rubric, on the same transcripts."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.coefficients import pooled_kappa, primary_weights
from workbench.calibration.evidence import Evidence
from workbench.calibration.panels import gain_over
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Bools, Levels, pool
from workbench.domain.level import Level

_OLD, _NEW = "old", "new"
Way = Literal["nearer", "further", "as far"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A transcript to which the judge gives another level under the new text.

    Attributes:
        labels: People's levels, in the order of the scale.
        way: Whether the new level is nearer to people's mean, on nominal scales to more of them.
    """

    transcript: str
    labels: tuple[Level, ...]
    old: Level
    new: Level
    way: Way


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraft:
    """One judge under two texts.

    Attributes:
        labelled: Transcripts with a label, of those looked at.
        units: Those with a level of the judge under both texts; all figures are of these.
        cases: Cases that they belong to, the sample that the jackknife sees.
        only_old: Labelled transcripts with a level under the old text alone.
        only_new: The same under the new text.
        old: Agreement with people under the old text.
        new: Agreement under the new.
        gain: New minus old, paired: both lose the same case at once.
        moved: The transcripts whose level is another.
    """

    labelled: int
    units: int
    cases: int
    only_old: int
    only_new: int
    old: Statistic
    new: Statistic
    gain: Statistic
    moved: tuple[Moved, ...]

    @property
    def outcome(self) -> Literal["better", "worse", "unclear"]:
        """What the interval of the difference says."""
        if self.gain.low is not None and self.gain.low > 0:
            return "better"
        if self.gain.high is not None and self.gain.high < 0:
            return "worse"
        return "unclear"


def redraft(old: Evidence, new: Evidence, judge: str) -> Redraft:
    """Compare a judge under two texts, on the transcripts that it levelled under both.

    Quadratic kappa, on a nominal scale the unweighted one.

    Args:
        old: The units to look at, with verdicts under the old text.
        new: The same units and labels, with verdicts under the new text.
        judge: The judge; it may have given no verdict under either.

    Source: METHODS.md, "Panel gain": the same paired difference, of two judges.
    """
    first, second = _levels(old, judge), _levels(new, judge)
    both = old.labelled & (first >= 0) & (second >= 0)
    columns = {_OLD: old.judges.get(judge), _NEW: new.judges.get(judge)}
    known = {name: column for name, column in columns.items() if column is not None}
    shared = replace(old, judges=known).restricted(both)
    return Redraft(
        labelled=int(old.labelled.sum()),
        units=shared.n_units,
        cases=len(set(shared.cases)),
        only_old=int((old.labelled & (first >= 0) & (second < 0)).sum()),
        only_new=int((old.labelled & (first < 0) & (second >= 0)).sum()),
        old=_kappa(shared, _OLD),
        new=_kappa(shared, _NEW),
        gain=gain_over(shared, (_NEW, _OLD)),
        moved=_moved(old, first, second, both),
    )


def _levels(evidence: Evidence, judge: str) -> Levels:
    column = evidence.judges.get(judge)
    return np.full(evidence.n_units, -1, dtype=np.int8) if column is None else column.level


def _kappa(shared: Evidence, name: str) -> Statistic:
    if not shared.n_units:
        return Statistic.missing(Reason.NO_OVERLAP)
    return pooled_kappa(pool(shared.ratings(name)), primary_weights(nominal=shared.nominal))


def _moved(evidence: Evidence, old: Levels, new: Levels, both: Bools) -> tuple[Moved, ...]:
    scale = evidence.rubric.scale_levels
    found = []
    for unit in np.flatnonzero(both & (old != new)).tolist():
        labels = np.sort(evidence.level[evidence.unit == unit]).astype(int)
        before, after = (_apart(evidence, labels, int(level[unit])) for level in (old, new))
        found.append(
            Moved(
                transcript=evidence.transcripts[unit],
                labels=tuple(scale[code] for code in labels.tolist()),
                old=scale[old[unit]],
                new=scale[new[unit]],
                way="nearer" if after < before else "further" if after > before else "as far",
            )
        )
    return tuple(found)


def _apart(evidence: Evidence, labels: NDArray[np.int_], level: int) -> float:
    """Return how far a level is from people's: from their mean, or from how many of them."""
    if evidence.nominal:
        return float((labels != level).mean())
    return float(abs(level - labels.mean()))
