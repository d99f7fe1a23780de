"""Sketch: mean and percentiles of one figure in little memory, whatever the order."""

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from workbench.domain.run import Spread

_EXACT: Final = 10**9
"""Totals are kept in whole billionths, so that no order of adding changes them."""
_GROWTH: Final = 1.02
"""Each bin reaches so far above the last: percentiles are right to 1 %."""


_MOST_EXACT: Final = 1000
"""Different values up to which percentiles are exact."""


@lru_cache(maxsize=4096)
def _place(value: float) -> int:
    """Return the bin of a value; most figures are small counts that come again and again."""
    return math.ceil(math.log(value, _GROWTH))


@dataclass(slots=True)
class Sketch:
    """How one figure is spread over results."""

    n: int = 0
    total: int = 0
    values: Counter[float] = field(default_factory=Counter)
    """How often each value came, while they are few; empty once they are not."""
    bins: Counter[int] = field(default_factory=Counter)
    zeros: int = 0
    most: float = 0.0
    whole: bool = False
    """Whether the figure is a count, whose percentiles are whole too."""

    def add(self, value: float) -> None:
        """Add the figure of one result."""
        self.n += 1
        self.total += round(value * _EXACT)
        if self._is_exact:
            self.values[value] += 1
            if len(self.values) > _MOST_EXACT:
                self._bin()
        else:
            self._count(value, 1)

    def merge(self, other: "Sketch") -> None:
        """Add what was added elsewhere."""
        self.n += other.n
        self.total += other.total
        if self._is_exact and not other._is_exact:
            self._bin()
        self.bins.update(other.bins)
        self.zeros += other.zeros
        self.most = max(self.most, other.most)
        if self._is_exact:
            self.values.update(other.values)
            if len(self.values) > _MOST_EXACT:
                self._bin()
        else:
            for value, times in other.values.items():
                self._count(value, times)

    @property
    def _is_exact(self) -> bool:
        return not self.bins and not self.zeros

    def _bin(self) -> None:
        """Go on with bins in place of values, which have become too many."""
        for value, times in self.values.items():
            self._count(value, times)
        self.values.clear()

    def _count(self, value: float, times: int) -> None:
        self.most = max(self.most, value)
        if value > 0:
            self.bins[_place(value)] += times
        else:
            self.zeros += times

    def spread(self) -> Spread:
        """Return the figures; there must be some."""
        total = self.total / _EXACT
        return Spread(
            n=self.n,
            total=total,
            mean=total / self.n,
            p50=self._percentile(0.50),
            p95=self._percentile(0.95),
        )

    def _percentile(self, share: float) -> float:
        """Return the value at the nearest rank, or of many the middle of the bin that it is in."""
        rank = math.ceil(share * self.n)
        seen = 0
        for value in sorted(self.values):
            seen += self.values[value]
            if seen >= rank:
                return float(value)
        seen = self.zeros
        if seen >= rank:
            return 0.0
        for place in sorted(self.bins):
            seen += self.bins[place]
            if seen >= rank:
                middle = _GROWTH ** (place - 0.5)
                shown = float(round(middle)) if self.whole else float(f"{middle:.4g}")
                return min(shown, self.most)
        raise AssertionError("the bins hold every value")
