"""Bias level by level: where on the scale a judge is lenient or severe."""

from dataclasses import dataclass

import numpy as np

from workbench.calibration.coefficients import interval_reason
from workbench.calibration.intervals import t_limits
from workbench.calibration.jackknife import jackknife
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Contribution, Counts, Floats, Levels, Pooled

_ROUNDING = 1e-9
"""Leaving out a case subtracts, and what remains of an emptied level is rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelBias:
    """The judge beside the people who gave one level.

    Attributes:
        code: The level's code.
        units: Transcripts that people gave it, with a level of the judge.
        weight: Their label weight: 1 for each transcript on which all labels are this level.
        bias: Mean of the judge's level minus this one; above 0 the judge is lenient here.
    """

    code: int
    units: int
    weight: float
    bias: Statistic


def level_biases(pooled: Pooled) -> tuple[LevelBias, ...]:
    """Return the judge's bias at every level of the scale, used or not.

    At the lowest level a judge can only be lenient, and at the highest only severe: read a row
    beside the spread of the whole. A nominal scale has no order and so no bias.

    Args:
        pooled: The dimension's transcripts.

    Source: METHODS.md, "Leniency bias".
    """
    judged = pooled.judged()
    return tuple(_level_bias(judged, code) for code in range(pooled.n_levels))


def _level_bias(judged: Pooled, code: int) -> LevelBias:
    used = judged.where(judged.counts[:, code] > 0)

    def excess(counts: Counts, judge: Levels) -> Floats:
        """Return the judge's excess over this level and the label weight on it, shape (n, 2)."""
        weight = counts[:, code] / counts.sum(axis=1)
        return np.column_stack([weight * (judge - float(code)), weight])

    weight = float(used.total(excess)[1]) if used.n_cases else 0.0
    return LevelBias(code=code, units=used.n_units, weight=weight, bias=_bias(used, excess))


def _bias(used: Pooled, excess: Contribution) -> Statistic:
    if used.nominal:
        return Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    if not used.n_cases:
        return Statistic.missing(Reason.CLASS_ABSENT)
    found = jackknife(used, excess, _mean)
    limits = t_limits(
        np.array([found.value]), np.array([found.error]), np.array([float(found.n_cases)])
    )
    return limits.around(found.value, interval_reason(found.error, found.n_cases))


def _mean(sums: Floats) -> Floats:
    """Return sum / weight of a stack of (sum, weight), shape (n, 2); NaN without weight."""
    mean = np.full(len(sums), np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=mean, where=sums[:, 1] > _ROUNDING)
    return mean
