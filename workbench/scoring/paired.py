"""Paired comparisons: whether what changed between two versions is more than noise."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DRAWS: Final = 10_000
LEAST: Final = 10
"""Pairs below which a mean difference has no interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A mean of paired differences, with its 95 % interval and two-sided p, where there are any."""

    n: int
    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    method: str | None = None
    reason: str | None = None


def mcnemar(wins: int, losses: int) -> float | None:
    """Return the exact two-sided p of as many wins as losses; None where nothing changed.

    Source: McNemar (1947), exact by the binomial distribution.
    """
    changed = wins + losses
    if not changed:
        return None
    tail = sum(math.comb(changed, k) for k in range(min(wins, losses) + 1))
    return min(1.0, 2 * tail / (1 << changed))


def bootstrapped(differences: Sequence[float], rng: np.random.Generator) -> Difference:
    """Return the mean difference of cases with a percentile interval over cases.

    The p is that of flipping signs, which under no difference are as likely either way.

    Args:
        differences: Second minus first, one a case.
        rng: Source of the draws; the same state gives the same limits.
    """
    values = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if not n:
        return Difference(n=0, value=None, reason="no case in common")
    mean = float(values.mean())
    if n < LEAST:
        few = f"{n} cases are too few for an interval, which takes {LEAST}"
        return Difference(n=n, value=mean, reason=few)
    if not values.any():
        return Difference(n=n, value=0.0, reason="no case changed")
    means = _resampled(values, rng)
    low, high = np.quantile(means, [0.025, 0.975])
    return Difference(
        n=n,
        value=mean,
        low=float(low),
        high=float(high),
        p=_by_signs(values, rng),
        method="paired bootstrap over cases",
    )


def _resampled(values: Floats, rng: np.random.Generator) -> Floats:
    """Return means of resamples, a block of draws at a time so that memory stays small."""
    block = max(1, 4_000_000 // len(values))
    means = [
        values[rng.integers(0, len(values), (min(block, DRAWS - start), len(values)))].mean(axis=1)
        for start in range(0, DRAWS, block)
    ]
    return np.concatenate(means)


def _by_signs(values: Floats, rng: np.random.Generator) -> float:
    observed = abs(float(values.sum())) - 1e-12
    block = max(1, 4_000_000 // len(values))
    extreme = 0
    for start in range(0, DRAWS, block):
        signs = rng.integers(0, 2, (min(block, DRAWS - start), len(values))) * 2 - 1
        extreme += int((np.abs(signs @ values) >= observed).sum())
    return (extreme + 1) / (DRAWS + 1)


def mean_difference(differences: Sequence[float]) -> Difference:
    """Return the mean of paired differences with a t interval and p."""
    from scipy.special import stdtr, stdtrit

    values = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if not n:
        return Difference(n=0, value=None, reason="no case was rated in both runs")
    mean = float(values.mean())
    if n < LEAST:
        few = f"{n} cases are too few for an interval, which takes {LEAST}"
        return Difference(n=n, value=mean, reason=few)
    error = float(values.std(ddof=1)) / math.sqrt(n)
    if error == 0.0:
        return Difference(n=n, value=mean, reason="every case changed by the same")
    reach = float(stdtrit(n - 1, 0.975)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean) / error))
    return Difference(
        n=n, value=mean, low=mean - reach, high=mean + reach, p=p, method="paired t over cases"
    )


def holm(tested: Mapping[str, float | None]) -> dict[str, float]:
    """Return p values adjusted over a family, by name; what was not tested is no part of it.

    Source: Holm (1979).
    """
    known = sorted((p, name) for name, p in tested.items() if p is not None)
    adjusted: dict[str, float] = {}
    highest = 0.0
    for place, (p, name) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - place)))
        adjusted[name] = highest
    return adjusted
