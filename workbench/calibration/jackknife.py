"""Standard errors by leaving out one case at a time."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.calibration.agreement import Weights, disagreement, kappas
from workbench.calibration.tables import Contribution, Floats, Pooled

Kernel = Callable[[Floats], Floats]
"""From a stack of sums of contributions, shape (n, ...), to values, shape (n,)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Jackknife:
    """A value, its jackknife standard error, and what both were computed from.

    Attributes:
        total: Sum of all contributions, shape (...).
        value: The kernel's value of the total; NaN where undefined.
        error: Jackknife standard error; NaN where a leave-one-out value is undefined.
        n_cases: How many cases were left out in turn.
    """

    total: Floats
    value: float
    error: float
    n_cases: int


def jackknife(pooled: Pooled, contribution: Contribution, kernel: Kernel) -> Jackknife:
    """Compute a statistic of a sum of contributions, and its error over the cases.

    Args:
        pooled: The transcripts that the statistic is of.
        contribution: What transcripts add to the sum.
        kernel: The statistic as a function of the sum.

    Source: METHODS.md, "JFZ interval"; s² = (n - 1)/n * sum((left out - their mean)²).
    """
    total = pooled.total(contribution)
    left_out = [kernel(total - parts) for parts, _ in pooled.blocks(contribution)]
    n_cases = pooled.n_cases
    values = np.concatenate(left_out) if left_out else np.empty(0)
    return Jackknife(
        total=total,
        value=float(kernel(total[None])[0]),
        error=float(_error(values, pooled.times.astype(np.float64), axis=0)),
        n_cases=n_cases,
    )


def kappa_errors(tables: Floats, weights: Weights) -> tuple[Floats, Floats]:
    """Compute kappa and its jackknife error for a stack of tables of plain counts.

    Cases in the same cell leave the same table behind, so there are at most K² values a table,
    and each is the full table's sums with one row, one column and one cost taken away.

    Args:
        tables: Whole counts, people by judge over the full scale, shape (n, K, K).
        weights: How levels apart cost.

    Returns:
        Kappa and its standard error, both of shape (n,); NaN where undefined.
    """
    cost = disagreement(tables.shape[-1], weights)
    people, judge = tables.sum(axis=2), tables.sum(axis=1)
    people_cost, judge_cost = people @ cost, judge @ cost
    observed = (tables * cost).sum(axis=(1, 2))[:, None, None] - cost
    expected = (people_cost * judge).sum(axis=1)[:, None, None] + cost
    expected = expected - judge_cost[:, :, None] - people_cost[:, None, :]
    left = people.sum(axis=1)[:, None, None] - 1.0
    ratio = np.full_like(expected, np.nan)
    np.divide(left * observed, expected, out=ratio, where=expected > 0)
    values = np.where(tables > 0, 1.0 - ratio, 0.0)
    return kappas(tables, weights), _error(values, tables, axis=(1, 2))


def _error(values: Floats, times: Floats, axis: int | tuple[int, ...]) -> Floats:
    """Return the jackknife error of leave-one-out values, each of which occurs `times`."""
    n = times.sum(axis=axis, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (times * values).sum(axis=axis, keepdims=True) / n
        squares = (times * (values - mean) ** 2).sum(axis=axis, keepdims=True)
        return np.asarray(np.sqrt((n - 1) / n * squares)).squeeze(axis=axis)
