"""Labels of one dimension beside one judge, and the pooled tables made of them.

Every transcript weighs 1 in a pooled table and its labels share that weight, so a table is a
sum of one small table a transcript. The jackknife leaves out one case at a time: `Pooled` keeps
the transcripts grouped by case, and hands out the cases' tables in blocks of bounded size.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from workbench.errors import DataError

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Counts = NDArray[np.int32]
Levels = NDArray[np.int8]

Contribution = Callable[[Counts, Levels], Floats]
"""What transcripts add to a table: counts (n, K) and judge (n,) to an array (n, ...)."""

_BLOCK_CELLS: Final = 1 << 17
_MOST_LEVELS: Final = 127


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ratings:
    """One dimension's labels (long form) beside one judge.

    Attributes:
        n_levels: Number of levels of the rubric's full scale, used or not.
        unit: Index of the transcript each label is of, shape (n_labels,), 0..n_units-1.
        rater: Index of the labeller, shape (n_labels,).
        level: Level code, shape (n_labels,), 0..n_levels-1 in the rubric's order.
        cluster: Index of the case of each transcript, shape (n_units,); what is left out at once.
        judge: The judge's level code, shape (n_units,), -1 where it gave none; None: people only.
        nominal: Whether the levels have no order.
    """

    n_levels: int
    unit: NDArray[np.int32]
    rater: NDArray[np.int32]
    level: Levels
    cluster: NDArray[np.int32]
    judge: Levels | None
    nominal: bool = False

    def __post_init__(self) -> None:
        """Refuse shapes that differ, codes outside the scale and doubled labels."""
        if not 2 <= self.n_levels <= _MOST_LEVELS:
            raise DataError(f"ratings: n_levels must be 2..{_MOST_LEVELS}, got {self.n_levels}")
        n_labels = len(self.level)
        for name, column in (("unit", self.unit), ("rater", self.rater), ("level", self.level)):
            if column.shape != (n_labels,):
                raise DataError(
                    f"ratings: {name} must have shape ({n_labels},), got {column.shape}"
                )
        _require_codes("unit", self.unit, 0, self.n_units - 1)
        _require_codes("rater", self.rater, 0, np.iinfo(np.int32).max)
        _require_codes("level", self.level, 0, self.n_levels - 1)
        _require_codes("cluster", self.cluster, 0, np.iinfo(np.int32).max)
        if self.judge is not None:
            if self.judge.shape != self.cluster.shape:
                raise DataError(
                    f"ratings: judge must have shape {self.cluster.shape}, got {self.judge.shape}"
                )
            _require_codes("judge", self.judge, -1, self.n_levels - 1)
        self._require_one_label_each()

    def _require_one_label_each(self) -> None:
        """Refuse a second label of one labeller on one transcript: it would weigh double."""
        keys = np.sort(self.rater.astype(np.int64) * self.n_units + self.unit)
        doubled = keys[1:][keys[1:] == keys[:-1]]
        if doubled.size:
            rater, unit = divmod(int(doubled[0]), self.n_units)
            raise DataError(f"ratings: labeller {rater} must label unit {unit} once, got twice")

    @property
    def n_units(self) -> int:
        """Number of transcripts, labelled or not."""
        return len(self.cluster)


def _require_codes(name: str, codes: NDArray[np.int32] | Levels, least: int, most: int) -> None:
    """Refuse codes outside least..most."""
    if codes.size and not (least <= codes.min() and codes.max() <= most):
        raise DataError(
            f"ratings: {name} must be {least}..{most}, got {codes.min()}..{codes.max()}"
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pooled:
    """Transcripts of one dimension, their labels counted, grouped by case.

    Groups that look the same are kept once, with how many cases look like them: a million
    transcripts of one case each are a few hundred rows.

    Attributes:
        counts: Labels at each level, shape (n_rows, n_levels).
        judge: The judge's level code, shape (n_rows,), -1 where it gave none.
        start: First row of each group, shape (n_groups,).
        times: How many cases look like each group, shape (n_groups,).
        n_raters: People who gave a label, and the judge if it gave a level.
        nominal: Whether the levels have no order.
    """

    counts: Counts
    judge: Levels
    start: NDArray[np.intp]
    times: NDArray[np.int64]
    n_raters: int
    nominal: bool

    @property
    def n_levels(self) -> int:
        """Number of levels of the full scale."""
        return int(self.counts.shape[1])

    @property
    def labels(self) -> NDArray[np.int64]:
        """Number of labels of each row, shape (n_rows,)."""
        return np.asarray(self.counts.sum(axis=1, dtype=np.int64))

    @property
    def n_cases(self) -> int:
        """Number of cases, the size of the sample that the jackknife sees."""
        return int(self.times.sum())

    @property
    def n_units(self) -> int:
        """Number of transcripts."""
        return int(self.times @ self._sizes)

    @property
    def n_labels(self) -> int:
        """Number of labels, each of them a pair with the judge where it gave a level."""
        return int(np.repeat(self.times, self._sizes) @ self.labels)

    @property
    def _sizes(self) -> NDArray[np.intp]:
        """Number of rows of each group, shape (n_groups,)."""
        return np.concatenate((self.start[1:], [len(self.counts)])) - self.start

    def where(self, rows: Bools) -> "Pooled":
        """Keep these rows, shape (n_rows,); a group left without rows is gone."""
        if rows.all():
            return self
        group = np.repeat(np.arange(len(self.start)), self._sizes)[rows]
        start = _run_starts(group)
        return replace(
            self,
            counts=self.counts[rows],
            judge=self.judge[rows],
            start=start,
            times=self.times[group[start]],
        )

    def judged(self) -> "Pooled":
        """Keep the transcripts with at least one label and a level of the judge."""
        return self.where((self.labels > 0) & (self.judge >= 0))

    def shared(self) -> "Pooled":
        """Keep the transcripts with at least two labels."""
        return self.where(self.labels > 1)

    def blocks(self, contribution: Contribution) -> Iterator[tuple[Floats, NDArray[np.int64]]]:
        """Yield what the groups contribute, some groups at a time.

        Yields:
            The contributions, shape (n, ...), and how many cases make each of them, shape (n,).
        """
        step = max(1, _BLOCK_CELLS // self.n_levels**2)
        end = self.start + self._sizes
        first = 0
        while first < len(self.start):
            row = self.start[first]
            last = max(first + 1, int(np.searchsorted(end, row + step, side="right")))
            rows = slice(row, end[last - 1])
            parts = contribution(self.counts[rows], self.judge[rows])
            yield np.add.reduceat(parts, self.start[first:last] - row), self.times[first:last]
            first = last

    def total(self, contribution: Contribution) -> Floats:
        """Return the sum of what all cases contribute, shape (...)."""
        total: Floats = contribution(self.counts[:0], self.judge[:0]).sum(axis=0)
        for parts, times in self.blocks(contribution):
            total += (times @ parts.reshape(len(parts), -1)).reshape(total.shape)
        return total


def pool(ratings: Ratings) -> Pooled:
    """Count the labels of each transcript and group the transcripts by case."""
    n_levels, n_units = ratings.n_levels, ratings.n_units
    cells = ratings.unit.astype(np.int64) * n_levels + ratings.level
    counts = np.bincount(cells, minlength=n_units * n_levels).reshape(n_units, n_levels)
    none = np.full(n_units, -1, dtype=np.int8)
    return group_by_case(
        counts.astype(np.int32),
        none if ratings.judge is None else ratings.judge,
        ratings.cluster,
        n_raters=len(np.unique(ratings.rater)),
        nominal=ratings.nominal,
    )


def group_by_case(
    counts: Counts,
    judge: Levels,
    cluster: NDArray[np.int32],
    *,
    n_raters: int,
    nominal: bool,
) -> Pooled:
    """Group transcripts by case; where every case has one, keep each distinct one once.

    Args:
        counts: Labels at each level, shape (n_units, n_levels).
        judge: The judge's level code, shape (n_units,), -1 where it gave none.
        cluster: Index of the case, shape (n_units,).
        n_raters: Number of people who gave a label.
        nominal: Whether the levels have no order.
    """
    order = np.argsort(cluster, kind="stable")
    start = _run_starts(cluster[order])
    times = np.ones(len(start), dtype=np.int64)
    if len(start) == len(cluster):
        order, times = _distinct(counts, judge)
        start = np.arange(len(order))
    return Pooled(
        counts=counts[order],
        judge=judge[order],
        start=start,
        times=times,
        n_raters=n_raters + bool((judge >= 0).any()),
        nominal=nominal,
    )


def _run_starts(keys: NDArray[np.int32] | NDArray[np.intp]) -> NDArray[np.intp]:
    """Return where a new value starts in keys that are sorted, shape (n_values,)."""
    new = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    return np.flatnonzero(new)


def _distinct(counts: Counts, judge: Levels) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return one index of each distinct row and how often that row occurs."""
    n_rows, n_levels = counts.shape
    base = int(counts.max(initial=0)) + 1
    if base**n_levels * (n_levels + 1) > np.iinfo(np.int64).max:
        return np.arange(n_rows), np.ones(n_rows, dtype=np.int64)
    key = judge.astype(np.int64) + 1
    for column in counts.T:
        key = key * base + column
    _, first, times = np.unique(key, return_index=True, return_counts=True)
    return first, times.astype(np.int64)
