"""Means of levels over cases, with their intervals; sums are whole numbers, so order is nothing."""

import math
from dataclasses import dataclass
from typing import Final

LEAST_CASES: Final = 10
"""No interval below; the same as for agreement."""
_PROBABILITY: Final = 0.975


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean with its 95 % interval, or why there is none."""

    value: float
    low: float | None
    high: float | None
    reason: str | None


@dataclass(slots=True)
class Sums:
    """What is left of the levels of cases: enough for a mean and its error over whole cases."""

    cases: int = 0
    n: int = 0
    total: int = 0
    squares: int = 0
    """Of the totals of cases."""
    crossed: int = 0
    """Totals of cases times their counts."""
    counts_squared: int = 0

    def add(self, total: int, n: int) -> None:
        """Add the levels of one case: their total, and how many there are."""
        self.cases += 1
        self.n += n
        self.total += total
        self.squares += total * total
        self.crossed += total * n
        self.counts_squared += n * n

    def merge(self, other: "Sums") -> None:
        """Add what was summed elsewhere."""
        self.cases += other.cases
        self.n += other.n
        self.total += other.total
        self.squares += other.squares
        self.crossed += other.crossed
        self.counts_squared += other.counts_squared

    def mean(self, scale: tuple[int, int]) -> Mean | None:
        """Return the mean over all levels with a t interval over cases; None without levels.

        Where every level is the same there is no spread to see: the limits then are those of
        the share of other levels that so many cases may hide (Wilson), at the end of the scale.

        Args:
            scale: Lowest and highest level.
        """
        if not self.n:
            return None
        value = self.total / self.n
        if self.cases < LEAST_CASES:
            few = f"{self.cases} cases are too few for an interval, which takes {LEAST_CASES}"
            return Mean(value=value, low=None, high=None, reason=few)
        # Exact: the sum of (total - mean * count)² over cases, times n².
        spread = (
            self.squares * self.n * self.n
            - 2 * self.total * self.crossed * self.n
            + self.total * self.total * self.counts_squared
        )
        if spread == 0:
            hidden = 1 - self.cases / (self.cases + _quantile_normal() ** 2)
            low, high = value - hidden * (value - scale[0]), value + hidden * (scale[1] - value)
            return Mean(value=value, low=low, high=high, reason=None)
        variance = spread / self.n**4 * self.cases / (self.cases - 1)
        reach = _quantile_t(self.cases - 1) * math.sqrt(variance)
        low, high = max(scale[0], value - reach), min(scale[1], value + reach)
        return Mean(value=value, low=low, high=high, reason=None)


def _quantile_t(freedom: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, _PROBABILITY))


def _quantile_normal() -> float:
    from scipy.special import ndtri

    return float(ndtri(_PROBABILITY))
