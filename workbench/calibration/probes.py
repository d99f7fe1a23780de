"""Probes of a judge: what its levels do when it is asked again, asked otherwise, or set a trap.

Every result carries its n. Levels are codes in the rubric's order, -1 where none was given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from workbench.calibration.agreement import kappas
from workbench.calibration.coefficients import primary_weights
from workbench.calibration.intervals import CONFIDENCE, LEAST_CASES, Limits, t_limits, wilson
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Bools, Floats, Levels

Turns = frozenset[int]
"""Indexes of the turns that somebody cites."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How often something happened, out of how many, with Wilson limits."""

    count: int
    of: int
    rate: Statistic


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfConsistency:
    """One judge beside itself.

    Attributes:
        repeats: How often it was asked the same at most.
        units: Transcripts that it levelled at least twice.
        kappa: Mean kappa of two repeats, quadratic or on nominal scales unweighted; no interval.
        equal: Transcripts on which all its levels are equal.
        spread: Mean standard deviation of its levels on one transcript, in levels.
    """

    repeats: int
    units: int
    kappa: Statistic
    equal: Share
    spread: Statistic


def self_consistency(levels: Levels, n_levels: int, *, nominal: bool = False) -> SelfConsistency:
    """Compare the repeats of one judge.

    Args:
        levels: Level codes, shape (n_repeats, n_units).
        n_levels: Number of levels of the full scale.
        nominal: Whether the levels have no order.

    Source: METHODS.md, "Self-consistency".
    """
    given = levels >= 0
    repeated = given.sum(axis=0) > 1
    kept = np.where(given, levels.astype(np.float64), np.nan)[:, repeated]
    units = int(repeated.sum())
    equal = int((np.nanmax(kept, axis=0) == np.nanmin(kept, axis=0)).sum()) if units else 0
    return SelfConsistency(
        repeats=int(given.sum(axis=0).max(initial=0)),
        units=units,
        kappa=_kappa_of_repeats(levels, n_levels, nominal=nominal),
        equal=_share(equal, units),
        spread=Statistic.missing(Reason.WEIGHTED_ON_NOMINAL) if nominal else _spread(kept),
    )


def _kappa_of_repeats(levels: Levels, n_levels: int, *, nominal: bool) -> Statistic:
    tables = [
        _table(first, second, n_levels)
        for first, second in combinations(levels, 2)
        if ((first >= 0) & (second >= 0)).any()
    ]
    if not tables:
        return Statistic.missing(Reason.NO_OVERLAP)
    values = kappas(np.stack(tables), primary_weights(nominal=nominal))
    defined = values[~np.isnan(values)]
    if not defined.size:
        return Statistic.missing(Reason.ALL_LABELS_SAME)
    return Statistic(value=float(defined.mean()))


def _table(first: Levels, second: Levels, n_levels: int) -> Floats:
    both = (first >= 0) & (second >= 0)
    cells = first[both].astype(np.int64) * n_levels + second[both]
    counts = np.bincount(cells, minlength=n_levels**2).reshape(n_levels, n_levels)
    return counts.astype(np.float64)


def _spread(kept: Floats) -> Statistic:
    if not kept.shape[1]:
        return Statistic.missing(Reason.NO_OVERLAP)
    return Statistic(value=float(np.nanstd(kept, axis=0, ddof=1).mean()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """What asking in another way does to levels that should not mind.

    Attributes:
        changed: Transcripts whose level is another, of those with a level both times.
        mean: Mean change in levels, above 0 where the other way is more lenient.
    """

    changed: Share
    mean: Statistic


def shift(before: Levels, after: Levels, *, nominal: bool = False) -> Shift:
    """Compare the levels of the same transcripts asked in two ways, both of shape (n,)."""
    both = (before >= 0) & (after >= 0)
    change = after[both].astype(np.float64) - before[both]
    return Shift(
        changed=_share(int((change != 0).sum()), len(change)),
        mean=Statistic.missing(Reason.WEIGHTED_ON_NOMINAL) if nominal else _mean(change),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """What planted faults do to the levels of one dimension.

    Attributes:
        fell: Twins with a fault in this dimension whose level is below the original's.
        stayed: Twins with a fault in another dimension whose level is not.
    """

    fell: Share
    stayed: Share


def planted(before: Levels, after: Levels, here: Bools) -> Planted:
    """Tell whether levels fall where a fault was planted, and only there.

    An original on the lowest level has nowhere to fall and says nothing.

    Args:
        before: The originals' levels, shape (n,).
        after: The twins' levels, shape (n,).
        here: Whether each twin's fault is in this dimension, shape (n,).
    """
    compared = (before > 0) & (after >= 0)
    fell = after < before
    return Planted(
        fell=_share(int((fell & here & compared).sum()), int((here & compared).sum())),
        stayed=_share(int((~fell & ~here & compared).sum()), int((~here & compared).sum())),
    )


def rises(before: Levels, after: Levels, n_levels: int) -> Share:
    """Return how many levels rose, of those that could, both of shape (n,)."""
    compared = (before >= 0) & (before < n_levels - 1) & (after >= 0)
    return _share(int(((after > before) & compared).sum()), int(compared.sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Whether judge and people look at the same turns.

    Attributes:
        units: Transcripts on which the judge and a person cite a turn.
        judge: Mean Jaccard overlap of the judge's turns with a person's.
        shared: Transcripts on which two people cite a turn.
        people: The same of a person with another: what there is to reach.
    """

    units: int
    judge: Statistic
    shared: int
    people: Statistic


def overlap(judge: Sequence[Turns], people: Sequence[Sequence[Turns]]) -> Overlap:
    """Compare cited turns; a transcript weighs 1, and citing nothing says nothing.

    Args:
        judge: What the judge cites of each transcript, length n.
        people: What each labeller cites of it, length n.
    """
    citing = [[turns for turns in one if turns] for one in people]
    beside = [
        np.mean([jaccard(own, turns) for turns in theirs])
        for own, theirs in zip(judge, citing, strict=True)
        if own and theirs
    ]
    among = [
        np.mean([jaccard(first, second) for first, second in combinations(theirs, 2)])
        for theirs in citing
        if len(theirs) > 1
    ]
    return Overlap(
        units=len(beside),
        judge=_mean(np.array(beside, dtype=np.float64), within=(0.0, 1.0)),
        shared=len(among),
        people=_mean(np.array(among, dtype=np.float64), within=(0.0, 1.0)),
    )


def jaccard(first: Turns, second: Turns) -> float:
    """Return the share of all turns cited that both cite."""
    return len(first & second) / len(first | second)


def _mean(values: Floats, within: tuple[float, float] = (-np.inf, np.inf)) -> Statistic:
    """Return a mean over transcripts with its t interval, cut off where no value can be."""
    n = len(values)
    if not n:
        return Statistic.missing(Reason.NO_OVERLAP)
    value = float(values.mean())
    if n < LEAST_CASES:
        return Statistic(value=value, undefined=Reason.N_TOO_SMALL)
    error = values.std(ddof=1) / np.sqrt(n)
    limits = t_limits(np.array([value]), np.array([error]), np.array([float(n)]))
    low, high, bound = (
        np.clip(one, *within) for one in (limits.low, limits.high, limits.lower_bound)
    )
    return Limits(low=low, high=high, lower_bound=bound).around(value, None)


def _share(count: int, of: int) -> Share:
    if not of:
        return Share(count=0, of=0, rate=Statistic.missing(Reason.NO_OVERLAP))
    low, high = wilson(count, of)
    bound, _ = wilson(count, of, probability=CONFIDENCE)
    rate = Statistic(value=count / of, low=low, high=high, lower_bound=bound)
    return Share(count=count, of=of, rate=rate)
