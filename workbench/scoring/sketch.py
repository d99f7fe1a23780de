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


@lru_cache(maxsize=4096)
def _place(value: float) -> int:
    """Return the bin of a value; most figures are small counts that come again and again."""
    return math.ceil(math.log(value, _GROWTH))


@dataclass(slots=True)
class Sketch:
    """How one figure is spread over results."""

    n: int = 0
    total: int = 0
    bins: Counter[int] = field(default_factory=Counter)
    zeros: int = 0
    whole: bool = False
    """Whether the figure is a count, whose percentiles are whole too."""

    def add(self, value: float) -> None:
        """Add the figure of one result."""
        self.n += 1
        self.total += round(value * _EXACT)
        if value > 0:
            self.bins[_place(value)] += 1
        else:
            self.zeros += 1

    def merge(self, other: "Sketch") -> None:
        """Add what was added elsewhere."""
        self.n += other.n
        self.total += other.total
        self.bins.update(other.bins)
        self.zeros += other.zeros

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
        """Return the middle of the bin that the nearest rank falls into; small counts exactly."""
        rank = math.ceil(share * self.n)
        seen = self.zeros
        if seen >= rank:
            return 0.0
        for place in sorted(self.bins):
            seen += self.bins[place]
            if seen >= rank:
                middle = _GROWTH ** (place - 0.5)
                return float(round(middle)) if self.whole else float(f"{middle:.4g}")
        raise AssertionError("the bins hold every value")
