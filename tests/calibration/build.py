"""Ratings from readable rows."""

from collections.abc import Sequence

import numpy as np

from workbench.calibration.tables import Levels, Ratings

Row = Sequence[int | None]


def codes_of(rows: Sequence[Row], *, first: int = 1) -> Levels:
    """Return one row of level codes a rater; None becomes -1, `first` becomes 0."""
    return np.array(
        [[-1 if level is None else level - first for level in row] for row in rows]
    ).astype(np.int8)


def ratings_of(
    people: Sequence[Row],
    judge: Row | None = None,
    *,
    n_levels: int = 4,
    cases: Sequence[int] | None = None,
    nominal: bool = False,
) -> Ratings:
    """Return ratings of levels 1..n_levels, one row a labeller, None where one gave none."""
    codes = codes_of(people)
    rater, unit = np.nonzero(codes >= 0)
    n_units = codes.shape[1]
    return Ratings(
        n_levels=n_levels,
        unit=unit.astype(np.int32),
        rater=rater.astype(np.int32),
        level=codes[rater, unit],
        cluster=np.array(range(n_units) if cases is None else cases, dtype=np.int32),
        judge=None if judge is None else codes_of([judge])[0],
        nominal=nominal,
    )
