"""Whether the judge passes what people pass: TPR, TNR, severe misses, and its leniency."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.coefficients import interval_reason
from workbench.calibration.intervals import CONFIDENCE, t_limits, wilson
from workbench.calibration.jackknife import jackknife
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Bools, Counts, Floats, Levels, Pooled, Ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A rate with Wilson limits, and what it is out of.

    Attributes:
        statistic: The rate.
        of: Label weight of the class; with one label a transcript the number of transcripts.
    """

    statistic: Statistic
    of: float

    def to_json(self) -> dict[str, float | str | None]:
        """Return the statistic's JSON values and ``of``."""
        return {**self.statistic.to_json(), "of": self.of}


def pass_rates(table: Floats, passes: Bools | None) -> tuple[Rate, Rate]:
    """Return how often the judge passes what people pass (TPR), and fails what they fail (TNR).

    Labels weigh as in the pooled table, 1/m for m on a transcript. The weight of a class never
    exceeds its number of transcripts, so Wilson's limits err on the wide side.

    Args:
        table: People by judge over the full scale, shape (K, K).
        passes: Which levels pass, shape (K,); None where the scale names none.

    Returns:
        TPR and TNR; each lower bound is one-sided at 95 %.

    Source: METHODS.md, "TPR and TNR".
    """
    if passes is None:
        absent = Rate(statistic=Statistic.missing(Reason.NO_CUT), of=0.0)
        return absent, absent
    passed, failed = table[passes].sum(axis=0), table[~passes].sum(axis=0)
    return (
        _rate(float(passed[passes].sum()), float(passed.sum())),
        _rate(float(failed[~passes].sum()), float(failed.sum())),
    )


def _rate(count: float, of: float) -> Rate:
    """Return a rate with its limits, or the reason that nothing is in its class."""
    if of <= 0:
        return Rate(statistic=Statistic.missing(Reason.CLASS_ABSENT), of=0.0)
    low, high = wilson(count, of)
    bound, _ = wilson(count, of, probability=CONFIDENCE)
    return Rate(statistic=Statistic(value=count / of, low=low, high=high, lower_bound=bound), of=of)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SevereMisses:
    """Transcripts that people put at the bottom and the judge passed.

    Attributes:
        count: Their label weight.
        of: Label weight of all that people put at the bottom and the judge levelled.
        rate: count / of; None where people put none there.
        upper: One-sided 95 % Wilson upper bound of the rate; None likewise.
        units: Indexes of the transcripts, ascending, shape (n,).
    """

    count: float
    of: float
    rate: float | None
    upper: float | None
    units: NDArray[np.int32]


def severe_misses(ratings: Ratings, passes: Bools | None) -> SevereMisses | None:
    """Return the severe misses, by label weight.

    The bottom is the lowest level; on a nominal scale every level that does not pass.

    Args:
        ratings: Labels beside one judge.
        passes: Which levels pass, shape (K,); None where the scale names none.

    Returns:
        The severe misses, or None where no level is named as a pass.

    Source: METHODS.md, "Severe-miss cell".
    """
    if passes is None:
        return None
    judge = np.full(ratings.n_units, -1, np.int8) if ratings.judge is None else ratings.judge
    bottom = ~passes[ratings.level] if ratings.nominal else ratings.level == 0
    bottom &= judge[ratings.unit] >= 0
    missed = bottom & passes[judge[ratings.unit]]
    labels = np.bincount(ratings.unit, minlength=ratings.n_units)
    weight = 1.0 / labels[ratings.unit]
    count, of = float(weight[missed].sum()), float(weight[bottom].sum())
    return SevereMisses(
        count=count,
        of=of,
        rate=count / of if of else None,
        upper=wilson(count, of, probability=CONFIDENCE)[1] if of else None,
        units=np.unique(ratings.unit[missed]),
    )


def pooled_bias(pooled: Pooled, passes: Bools | None = None) -> Statistic:
    """Return the judge's leniency: mean of its level minus the mean of people's.

    Args:
        pooled: The dimension's transcripts; each weighs 1.
        passes: Which levels pass, shape (K,). On a nominal scale the bias is that of the pass
            rate; ordinal scales do not need it.

    Returns:
        The bias in levels, above 0 where the judge is lenient, with a t interval over cases.

    Source: METHODS.md, "Leniency bias".
    """
    if pooled.nominal and passes is None:
        return Statistic.missing(Reason.NO_CUT)
    used = pooled.judged()
    if not used.n_cases:
        return Statistic.missing(Reason.NO_OVERLAP)
    score = np.arange(pooled.n_levels, dtype=np.float64)
    if pooled.nominal:
        score = np.asarray(passes, dtype=np.float64)

    def excess(counts: Counts, judge: Levels) -> Floats:
        """Return the judge's excess and the transcript's weight, shape (n, 2)."""
        people = counts @ score / counts.sum(axis=1)
        return np.column_stack([score[judge] - people, np.ones(len(judge))])

    found = jackknife(used, excess, _mean)
    limits = t_limits(
        np.array([found.value]), np.array([found.error]), np.array([float(found.n_cases)])
    )
    return limits.around(found.value, interval_reason(found.error, found.n_cases))


def _mean(sums: Floats) -> Floats:
    """Return sum / weight of a stack of (sum, weight), shape (n, 2); NaN without weight."""
    mean = np.full(len(sums), np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=mean, where=sums[:, 1] > 1 / 2)
    return mean
