"""Percentiles in little memory: exact for few values, of many right to a hundredth."""

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


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=200))
def test_few_figures_have_the_percentiles_of_the_nearest_rank(values: list[float]) -> None:
    spread = sketch(values).spread()

    ordered = sorted(values)
    assert spread.p50 == ordered[math.ceil(0.50 * len(values)) - 1]
    assert spread.p95 == ordered[math.ceil(0.95 * len(values)) - 1]


@pytest.mark.parametrize("cut", [1, 500, 1_500, 2_999])
def test_many_figures_are_spread_alike_however_they_are_put_together(cut: int) -> None:
    values = [100 + value / 7 for value in range(3_000)]
    one, two = sketch(values[:cut]), sketch(values[cut:])

    one.merge(two)

    assert one.spread() == sketch(values[::-1]).spread()


@given(st.floats(1_001, 1e6))
def test_no_percentile_is_above_the_largest_figure(largest: float) -> None:
    values = [float(value) for value in range(1, 1_002)] + [largest] * 9_000

    assert sketch(values).spread().p95 <= largest


def test_large_figures_are_right_to_a_hundredth() -> None:
    values = [float(value) for value in range(1_000, 2_002)]

    spread = sketch(values).spread()

    assert spread.p50 == pytest.approx(statistics.median(values), rel=0.01)
    assert spread.mean == 1_500.5
