"""Weighted kappa and shares of agreement, computed from tables over the full scale.

A table has people in its rows and the judge in its columns. Kernels take a stack of tables and
mark an undefined value with NaN, which never leaves this package: single tables raise, reports
carry a reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from workbench.calibration.tables import Floats
from workbench.errors import DataError, UndefinedStatisticError

Weights = Literal["none", "linear", "quadratic"]

_POWERS: Final[Mapping[str, int]] = {"none": 0, "linear": 1, "quadratic": 2}
_ROUNDING: Final = 1e-12
_RARE_RATINGS: Final = 10
_RARE_SHARE: Final = 0.05


def disagreement(n_levels: int, weights: Weights) -> Floats:
    """Return what each pair of levels costs, shape (n_levels, n_levels), read-only.

    Raises:
        DataError: The weights are none of those allowed.

    Source: Cohen (1968), weighted kappa.
    """
    power = _POWERS.get(weights)
    if power is None:
        raise DataError(f"kappa weights: must be one of {get_args(Weights)}, got {weights!r}")
    return _costs(n_levels, power)


@cache
def _costs(n_levels: int, power: int) -> Floats:
    """Return the distance of each two levels to this power, 0 on the diagonal."""
    level = np.arange(n_levels, dtype=np.float64)
    cost = np.abs(np.subtract.outer(level, level)) ** power
    np.fill_diagonal(cost, 0.0)
    cost.flags.writeable = False
    return cost


def kappas(tables: Floats, weights: Weights) -> Floats:
    """Return Cohen's weighted kappa of each table.

    Args:
        tables: Counts or weights over the full scale, shape (..., K, K).
        weights: How levels apart cost: ``none``, ``linear`` or ``quadratic``.

    Returns:
        Kappa, shape (...): 1 is perfect, 0 is chance; NaN where one level is all there is.

    Source: Cohen (1968); 1 - sum(w O) / sum(w E) with E from the margins of O.
    """
    cost = disagreement(tables.shape[-1], weights)
    people, judge = tables.sum(axis=-1), tables.sum(axis=-2)
    total = people.sum(axis=-1)
    observed = total * (tables * cost).sum(axis=(-2, -1))
    expected = ((people @ cost) * judge).sum(axis=-1)
    # Leaving out a case subtracts, and what remains of an emptied cell is rounding.
    defined = expected > _ROUNDING * total**2
    ratio = np.full(expected.shape, np.nan)
    np.divide(observed, expected, out=ratio, where=defined)
    return np.asarray(1.0 - ratio)


def weighted_kappa(table: Floats, weights: Weights = "quadratic") -> float:
    """Return Cohen's weighted kappa of one table over the full scale, shape (K, K).

    Raises:
        DataError: The weights are none of those allowed.
        UndefinedStatisticError: The table is empty or holds one level only.

    Source: Cohen (1968).
    """
    value = float(kappas(np.asarray(table, dtype=np.float64), weights))
    if np.isnan(value):
        raise UndefinedStatisticError("kappa: both raters must have used two levels, got one")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Shares of agreement beside what chance gives raters with these margins.

    Attributes:
        exact: Share of the weight on equal levels.
        exact_by_chance: The same of two independent raters with the same margins.
        adjacent: Share at most one level apart; None on a nominal scale.
        adjacent_by_chance: The same by chance; None on a nominal scale.
        adjacent_adjusted: (adjacent - chance) / (1 - chance); None where chance is 1.
    """

    exact: float
    exact_by_chance: float
    adjacent: float | None
    adjacent_by_chance: float | None
    adjacent_adjusted: float | None


def shares(table: Floats, *, nominal: bool = False) -> Shares:
    """Return exact and adjacent agreement of one table with their chance values.

    Args:
        table: People by judge over the full scale, shape (K, K).
        nominal: Whether the levels have no order, and hence no neighbours.

    Raises:
        UndefinedStatisticError: The table is empty.

    Source: METHODS.md, "Exact and adjacent agreement";
    (A1 - A1e) / (1 - A1e) for the adjusted share.
    """
    total = table.sum()
    if total <= 0:
        raise UndefinedStatisticError("agreement: at least one rated transcript is needed, got 0")
    joint = table / total
    chance = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    cost = disagreement(len(table), "linear")
    exact, near = cost == 0, cost <= 1
    adjacent, by_chance = float(joint[near].sum()), float(chance[near].sum())
    within = None if nominal else adjacent
    adjusted = (adjacent - by_chance) / (1 - by_chance) if by_chance < 1 - _ROUNDING else None
    return Shares(
        exact=float(joint[exact].sum()),
        exact_by_chance=float(chance[exact].sum()),
        adjacent=within,
        adjacent_by_chance=None if nominal else by_chance,
        adjacent_adjusted=None if nominal else adjusted,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """Which side of a table used one level only.

    Attributes:
        people: The one level people gave, or None where they gave more or none.
        judge: The one level the judge gave, or None.
    """

    people: int | None
    judge: int | None

    def __bool__(self) -> bool:
        """Whether at least one side is constant."""
        return self.people is not None or self.judge is not None


def least_used(tables: Floats) -> NDArray[np.intp]:
    """Return how many levels the side with fewer of them used, shape (n,), of (n, K, K)."""
    people = np.count_nonzero(tables.sum(axis=2), axis=1)
    judge = np.count_nonzero(tables.sum(axis=1), axis=1)
    return np.asarray(np.minimum(people, judge))


def constant_sides(table: Floats) -> Constant:
    """Return who gave one level to everything, of a table of people by judge, shape (K, K)."""
    return Constant(people=_only(table.sum(axis=1)), judge=_only(table.sum(axis=0)))


def _only(margin: Floats) -> int | None:
    """Return the only level of a margin, shape (K,), if it has just one."""
    used = np.flatnonzero(margin)
    return int(used[0]) if len(used) == 1 else None


def rare_ratings(table: Floats) -> float | None:
    """Return the weight of ratings off the most used level where it is too small to judge by.

    Both raters' margins count together: fewer than 10 ratings and less than 5 % of them make
    kappa swing with every one of those few.

    Args:
        table: People by judge over the full scale, shape (K, K).

    Returns:
        The weight of the rare ratings, or None where they suffice.

    Source: METHODS.md, "Exact and adjacent agreement";
    7 of 250 ratings at 94.4 % agreement give kappa -.023.
    """
    margin = table.sum(axis=1) + table.sum(axis=0)
    rare = float(margin.sum() - margin.max())
    return rare if rare < min(_RARE_RATINGS, _RARE_SHARE * margin.sum()) else None
