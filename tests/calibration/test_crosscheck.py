import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration.build import Row, ratings_of
from workbench.calibration.crosscheck import AGREED, difference, largest_difference

LEVELS = st.one_of(st.none(), st.integers(1, 4))


@given(
    st.lists(st.tuples(*[LEVELS] * 4), min_size=1, max_size=20),
    st.booleans(),
)
def test_whatever_the_labels_the_libraries_agree(
    rows: list[tuple[int | None, ...]], nominal: bool
) -> None:
    people: list[Row] = [[row[rater] for row in rows] for rater in range(3)]
    judge = [row[3] for row in rows]

    assert largest_difference(ratings_of(people, judge=judge, nominal=nominal)) <= 1e-12
    assert largest_difference(ratings_of(people, nominal=nominal)) <= 1e-12


@pytest.mark.parametrize(
    ("people", "judge"),
    [([3] * 10, [3] * 10), ([1, 2] * 5, [3] * 10), ([1, None], [None, 2]), ([None], [None])],
)
def test_where_we_have_no_value_the_libraries_have_none(people: Row, judge: Row) -> None:
    assert largest_difference(ratings_of([people], judge=judge)) <= AGREED


def test_a_value_on_one_side_only_is_no_agreement() -> None:
    assert difference(0.5, None) == math.inf
    assert difference(None, 0.5) == math.inf
    assert difference(None, None) == 0
    assert difference(0.5, 0.25) == 0.25
