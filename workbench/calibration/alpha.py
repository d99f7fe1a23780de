"""Krippendorff's alpha, from coincidences and from a matrix of any size."""

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.tables import Floats, Levels
from workbench.errors import DataError, UndefinedStatisticError

Metric = Literal["nominal", "ordinal", "interval", "ratio"]

_BLOCK_UNITS: Final = 1 << 15


def alphas(coincidences: Floats, metric: Metric, values: Floats | None = None) -> Floats:
    """Return Krippendorff's alpha of each table of coincidences.

    Args:
        coincidences: Symmetric tables, shape (n, K, K), that sum to the pairable ratings.
        metric: How far two levels are apart. The ordinal distance depends on how often levels
            occur, so every table has its own.
        values: What the levels stand for, shape (K,), 1..K by default; for the interval and
            the ratio metric.

    Returns:
        Alpha, shape (n,): 1 is perfect, 0 is chance; NaN where fewer than two levels occur.

    Source: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability".
    """
    n_level = coincidences.sum(axis=-1)
    n = n_level.sum(axis=-1)
    distance = _squared_distances(n_level, metric, values)
    observed = (n - 1.0) * (coincidences * distance).sum(axis=(-2, -1))
    expected = (n_level[:, :, None] * n_level[:, None, :] * distance).sum(axis=(-2, -1))
    # Ratings are whole numbers; what is left of an emptied level is rounding.
    defined = (n_level > 1 / 2).sum(axis=-1) > 1
    ratio = np.full_like(expected, np.nan)
    np.divide(observed, expected, out=ratio, where=defined)
    return np.asarray(1.0 - ratio)


def _squared_distances(n_level: Floats, metric: Metric, values: Floats | None) -> Floats:
    """Return the squared distance of each two levels, shape (n or 1, K, K)."""
    n_levels = n_level.shape[-1]
    if metric == "nominal":
        return (1.0 - np.eye(n_levels))[None]
    if metric == "ordinal":
        # The ranks between two levels, their own ratings counted half: a difference of midranks.
        midrank = np.cumsum(n_level, axis=-1) - n_level / 2
        return np.asarray(midrank[:, :, None] - midrank[:, None, :]) ** 2
    value = np.arange(1.0, n_levels + 1) if values is None else np.asarray(values, dtype=float)
    apart = np.subtract.outer(value, value)[None]
    if metric == "interval":
        return apart**2
    if metric == "ratio":
        together = np.add.outer(value, value)[None]
        return np.divide(apart, together, out=np.zeros_like(apart), where=together != 0) ** 2
    raise DataError(f"alpha metric: must be one of {get_args(Metric)}, got {metric!r}")


def alpha_of_codes(
    codes: Levels, n_levels: int, metric: Metric = "ordinal", *, values: Floats | None = None
) -> float:
    """Return Krippendorff's alpha of a matrix of ratings.

    Args:
        codes: Level codes 0..n_levels-1, -1 where a rater gave none, shape (n_raters, n_units).
        n_levels: Number of levels of the full scale.
        metric: How far two levels are apart.
        values: What the levels stand for, as in `alphas`.

    Raises:
        DataError: A code is outside the scale, or the metric is none of those allowed.
        UndefinedStatisticError: No unit has two ratings, or only one level occurs.

    Source: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability".
    """
    value = float(alphas(coincidences_of_codes(codes, n_levels)[None], metric, values)[0])
    if np.isnan(value):
        raise UndefinedStatisticError(
            "alpha: units with two ratings must show two levels, got fewer"
        )
    return value


def coincidences_of_codes(codes: Levels, n_levels: int) -> Floats:
    """Return the coincidences of a matrix of ratings, shape (n_levels, n_levels).

    Units go in blocks that stay in the cache: one-byte comparisons count the levels, one matrix
    product makes a block's coincidences.

    Args:
        codes: Level codes 0..n_levels-1, -1 where a rater gave none, shape (n_raters, n_units).
        n_levels: Number of levels of the full scale.

    Raises:
        DataError: A code is outside the scale.
    """
    weights = _unit_weights(len(codes))
    coincidences = np.zeros((n_levels, n_levels))
    for first in range(0, codes.shape[1], _BLOCK_UNITS):
        block = codes[:, first : first + _BLOCK_UNITS]
        _require_levels(block, n_levels)
        counts = _level_counts(block, n_levels)
        weight = weights[counts.sum(axis=0, dtype=counts.dtype)]
        given = counts.astype(np.float64)
        coincidences += (given * weight) @ given.T - np.diag(given @ weight)
    return coincidences


def _require_levels(codes: Levels, n_levels: int) -> None:
    """Refuse codes outside the scale."""
    if codes.size and not (codes.min() >= -1 and codes.max() < n_levels):
        raise DataError(
            f"ratings: codes must be -1..{n_levels - 1}, got {codes.min()}..{codes.max()}"
        )


def _unit_weights(n_raters: int) -> Floats:
    """Return what each pair of a unit weighs, by its ratings 0..n_raters, (n_raters + 1,)."""
    others = np.arange(-1.0, n_raters)
    weights = np.zeros(n_raters + 1)
    np.divide(1.0, others, out=weights, where=others > 0)
    return weights


def _level_counts(codes: Levels, n_levels: int) -> NDArray[np.unsignedinteger]:
    """Return how many raters gave each level to each unit, shape (n_levels, n_units)."""
    counter = np.uint8 if len(codes) <= np.iinfo(np.uint8).max else np.uint32
    counts = np.empty((n_levels, codes.shape[1]), dtype=counter)
    for level in range(n_levels):
        given: NDArray[np.uint8] = (codes == level).view(np.uint8)
        np.add.reduce(given, axis=0, dtype=counter, out=counts[level])
    return counts
