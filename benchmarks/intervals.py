"""Row 1: intervals for many small cells, against resampling with the library's kappa."""

import math

import numpy as np
from sklearn.metrics import cohen_kappa_score

from benchmarks.effort import Effort
from benchmarks.figures import Row, times
from benchmarks.runs import alternated, median_ratio, seconds
from workbench.calibration.coefficients import jackknife_kappa
from workbench.calibration.statistic import Statistic
from workbench.calibration.tables import Floats, Levels

LEVELS = 4
TRANSCRIPTS = 40
GOAL = 10_000
_SEED = 1
_MARGINALS = (0.1, 0.2, 0.3, 0.4)


def intervals(effort: Effort) -> Row:
    """Compare one batched call with loops of `cohen_kappa_score`."""
    people, judge = _cells(effort.cells)
    pairs = alternated(
        lambda: seconds(lambda: _ours(people, judge), calls=200),
        lambda: seconds(lambda: _resampled(people, judge, effort)),
        effort.repeats,
    )
    ratio = median_ratio(pairs) * effort.cells / effort.resampled_cells
    found = [math.nan if one.value is None else one.value for one in _ours(people, judge)]
    theirs = [_library(people[cell], judge[cell]) for cell in range(effort.cells)]
    difference = float(np.max(np.abs(np.subtract(found, theirs))))
    return Row(
        what=f"interval for {effort.cells} cells (n={TRANSCRIPTS}) against {effort.resamples:,} "
        "naive library resamples of each",
        goal=f"{GOAL:,}x faster or better, equal point estimates",
        measured=f"{times(ratio)} faster, point estimates differ by at most {difference:.1g}",
        met=ratio >= GOAL and difference < 1e-12,
        facts=(
            "ours: counting the tables and `jackknife_kappa`, all cells in one call",
            f"theirs: scikit-learn's quadratic `cohen_kappa_score` on {effort.resampled_cells} of "
            f"the cells, scaled to {effort.cells}; median of {effort.repeats} pairs",
        ),
    )


def _cells(count: int) -> tuple[Levels, Levels]:
    """Return people's and a judge's level codes, each of shape (count, TRANSCRIPTS)."""
    rng = np.random.default_rng(_SEED)
    people, other = rng.choice(LEVELS, size=(2, count, TRANSCRIPTS), p=_MARGINALS)
    judge = np.where(rng.random(people.shape) < 0.6, people, other)
    return people.astype(np.int8), judge.astype(np.int8)


def _ours(people: Levels, judge: Levels) -> list[Statistic]:
    return jackknife_kappa(_tables(people, judge))


def _tables(people: Levels, judge: Levels) -> Floats:
    """Count the pairs of each cell, shape (n_cells, LEVELS, LEVELS)."""
    size = LEVELS * LEVELS
    first = np.arange(len(people), dtype=np.int64)[:, None] * size
    counts = np.bincount(
        (first + people * np.int64(LEVELS) + judge).ravel(), minlength=len(people) * size
    )
    return counts.reshape(-1, LEVELS, LEVELS).astype(np.float64)


def _resampled(people: Levels, judge: Levels, effort: Effort) -> None:
    """Make percentile intervals the way people write them: one library call a resample."""
    for cell in range(effort.resampled_cells):
        rng = np.random.default_rng(cell)
        values = []
        for _ in range(effort.resamples):
            drawn = rng.integers(0, TRANSCRIPTS, TRANSCRIPTS)
            values.append(_library(people[cell][drawn], judge[cell][drawn]))
        np.nanpercentile(values, [2.5, 97.5])


def _library(people: Levels, judge: Levels) -> float:
    scale = list(range(LEVELS))
    return float(cohen_kappa_score(people, judge, labels=scale, weights="quadratic"))
