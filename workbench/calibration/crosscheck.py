"""The same point values by scikit-learn and krippendorff, to check our own against."""

import math
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.agreement import Weights
from workbench.calibration.alpha import Metric
from workbench.calibration.coefficients import pooled_alpha, pooled_kappa
from workbench.calibration.statistic import Reason
from workbench.calibration.tables import Floats, Levels, Ratings, pool

AGREED: Final = 1e-9
"""How far two implementations may differ and still count as agreeing."""


def largest_difference(ratings: Ratings) -> float:
    """Return how far our kappas and alpha are from those of the libraries.

    Args:
        ratings: Labels of one dimension, with or without a judge.

    Returns:
        The largest absolute difference; infinite where one side has a value and the other
        none, 0 where neither has any.
    """
    pooled = pool(ratings)
    differences = [difference(pooled_alpha(pooled).value, _library_alpha(ratings))]
    for weights in get_args(Weights):
        ours = pooled_kappa(pooled, weights)
        if ours.undefined is not Reason.WEIGHTED_ON_NOMINAL:
            differences.append(difference(ours.value, _library_kappa(ratings, weights)))
    return max(differences)


def difference(ours: float | None, theirs: float | None) -> float:
    """Return the distance of two values; infinite where only one exists."""
    if ours is None or theirs is None:
        return 0.0 if ours is theirs else math.inf
    return abs(ours - theirs)


def _library_kappa(ratings: Ratings, weights: Weights) -> float | None:
    """Return scikit-learn's kappa of each label with the judge, a label weighing 1/m."""
    from sklearn.metrics import cohen_kappa_score

    if ratings.judge is None:
        return None
    judge = ratings.judge[ratings.unit]
    used = judge >= 0
    people, judge, unit = ratings.level[used], judge[used], ratings.unit[used]
    # Where both sides know one level only, the library warns and returns NaN.
    if len(np.union1d(people, judge)) < 2:
        return None
    value = cohen_kappa_score(
        people,
        judge,
        labels=list(range(ratings.n_levels)),
        weights=None if weights == "none" else weights,
        sample_weight=1.0 / np.bincount(unit)[unit],
    )
    return float(value)


def _library_alpha(ratings: Ratings) -> float | None:
    """Return krippendorff's alpha over people and judge."""
    import krippendorff

    matrix = _matrix(ratings)
    pairable = matrix[:, (~np.isnan(matrix)).sum(axis=0) > 1]
    # The library refuses both of these with an error.
    if len(np.unique(pairable[~np.isnan(pairable)])) < 2:
        return None
    level: Metric = "nominal" if ratings.nominal else "ordinal"
    return float(krippendorff.alpha(pairable, level_of_measurement=level))


def _matrix(ratings: Ratings) -> Floats:
    """Return the ratings of each transcript in a column, NaN below the last of them.

    Alpha does not ask who a rating is from, so the rows are places, not raters: many labellers
    who each labelled little take no more room than the most labelled transcript.
    """
    unit, level = ratings.unit, ratings.level
    if ratings.judge is not None:
        judged = np.flatnonzero(ratings.judge >= 0).astype(np.int32)
        unit = np.concatenate([unit, judged])
        level = np.concatenate([level, ratings.judge[judged]])
    return _columns(unit, level, ratings.n_units)


def _columns(unit: NDArray[np.int32], level: Levels, n_units: int) -> Floats:
    """Return ratings stacked from the top of their transcript's column, shape (most, n_units)."""
    order = np.argsort(unit, kind="stable")
    ratings = np.bincount(unit, minlength=n_units)
    first = np.cumsum(ratings) - ratings
    place = np.arange(len(unit)) - first[unit[order]]
    matrix = np.full((int(ratings.max(initial=0)), n_units), np.nan)
    matrix[place, unit[order]] = level[order]
    return matrix
