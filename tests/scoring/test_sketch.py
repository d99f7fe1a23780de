"""Percentiles in little memory: right to a hundredth, and counts as the counts they are."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.scoring.sketch import Sketch


def sketch(values: list[int] | list[float], *, whole: bool = False) -> Sketch:
    made = Sketch(whole=whole)
    for value in values:
        made.add(value)
    return made


@given(st.lists(st.integers(0, 40), min_size=1))
def test_small_counts_have_the_percentiles_of_the_nearest_rank(values: list[int]) -> None:
    spread = sketch(values, whole=True).spread()

    ordered = sorted(values)
    assert spread.p50 == ordered[math.ceil(0.50 * len(values)) - 1]
    assert spread.p95 == ordered[math.ceil(0.95 * len(values)) - 1]


def test_large_figures_are_right_to_a_hundredth() -> None:
    values = [float(value) for value in range(1_000, 2_001)]

    spread = sketch(values).spread()

    assert spread.p50 == pytest.approx(statistics.median(values), rel=0.01)
    assert spread.mean == 1_500.0
