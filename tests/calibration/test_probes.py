"""Probes of a judge: levels asked again, asked otherwise, and under a trap, by hand."""

from itertools import combinations
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tests.calibration.build import Row, codes_of
from workbench.calibration.probes import (
    jaccard,
    overlap,
    planted,
    rises,
    self_consistency,
    shift,
)
from workbench.calibration.statistic import Reason
from workbench.calibration.tables import Levels


def levels(*row: int | None) -> Levels:
    return np.array(codes_of([row])[0])


def test_self_consistency_is_the_mean_kappa_of_every_two_repeats() -> None:
    rows: list[Row] = [[1, 2, 3, 4, 2, 1], [1, 2, 4, 4, 2, 1], [2, 2, 3, 4, 1, 1]]

    found = self_consistency(codes_of(rows), 4)

    kappas = [
        cohen_kappa_score(first, second, labels=[1, 2, 3, 4], weights="quadratic")
        for first, second in combinations(rows, 2)
    ]
    spread = [stdev(unit) for unit in zip(*rows, strict=True)]
    assert (found.repeats, found.units) == (3, 6)
    assert found.kappa.value == pytest.approx(np.mean(kappas), abs=1e-12)
    assert (found.equal.count, found.equal.of) == (3, 6)
    assert found.spread.value == pytest.approx(np.mean(spread))


def test_only_transcripts_with_two_levels_say_anything_of_consistency() -> None:
    found = self_consistency(codes_of([[1, 2, None, 4], [1, 3, 2, None], [None, None, 2, None]]), 4)

    assert (found.repeats, found.units) == (2, 3)
    assert (found.equal.count, found.equal.of) == (2, 3)


def test_one_answer_is_no_repeat() -> None:
    found = self_consistency(codes_of([[1, 2, 3, 4]]), 4)

    assert (found.repeats, found.units) == (1, 0)
    assert found.kappa.undefined == found.spread.undefined == Reason.NO_OVERLAP
    assert found.equal.rate.undefined == Reason.NO_OVERLAP


def test_a_judge_that_knows_one_level_has_no_kappa_with_itself() -> None:
    found = self_consistency(codes_of([[3, 3, 3], [3, 3, 3]]), 4)

    assert found.kappa.undefined == Reason.ALL_LABELS_SAME
    assert (found.equal.rate.value, found.spread.value) == (1.0, 0.0)


def test_names_have_no_spread() -> None:
    found = self_consistency(codes_of([[1, 2, 3], [2, 2, 3]]), 3, nominal=True)

    assert found.kappa.value == pytest.approx(cohen_kappa_score([1, 2, 3], [2, 2, 3]))
    assert found.spread.undefined == Reason.WEIGHTED_ON_NOMINAL


def test_a_shift_is_the_share_of_changed_levels_and_their_mean_change() -> None:
    before = levels(1, 2, 3, 4, 2, 2, 3, 1, 4, 2, None, 3)
    after = levels(2, 2, 3, 4, 3, 2, 3, 1, 3, 4, 2, None)

    found = shift(before, after)

    assert (found.changed.count, found.changed.of) == (4, 10)
    assert found.mean.value == pytest.approx(0.3)
    assert found.mean.low is not None
    assert found.mean.high is not None
    assert found.mean.low < 0.3 < found.mean.high
    assert shift(before, after, nominal=True).mean.undefined == Reason.WEIGHTED_ON_NOMINAL


def test_few_transcripts_have_a_shift_without_an_interval_and_none_have_none() -> None:
    few, none = shift(levels(1, 2), levels(2, 2)), shift(levels(), levels())

    assert (few.mean.value, few.mean.undefined) == (0.5, Reason.N_TOO_SMALL)
    assert none.mean.undefined == none.changed.rate.undefined == Reason.NO_OVERLAP


def test_a_planted_fault_must_lower_its_own_dimension_and_no_other() -> None:
    before = levels(4, 4, 3, 4, 4, 1, 4)
    after = levels(2, 4, 3, 3, 4, 1, None)
    here = np.array([True, True, False, False, False, True, True])

    found = planted(before, after, here)

    assert (found.fell.count, found.fell.of) == (1, 2)  # one had no room, one was in error
    assert (found.stayed.count, found.stayed.of) == (2, 3)


def test_a_level_at_the_top_cannot_rise() -> None:
    found = rises(levels(4, 3, 2, 1, None), levels(4, 4, 2, None, 4), 4)

    assert (found.count, found.of) == (1, 2)


def test_overlap_is_over_transcripts_on_which_both_cite() -> None:
    judge = [frozenset({1, 2}), frozenset({3}), frozenset(), frozenset({4})]
    people = [
        [frozenset({2, 3}), frozenset({1, 2})],
        [frozenset({4}), frozenset()],
        [frozenset({1}), frozenset({1})],
        [],
    ]

    found = overlap(judge, people)

    assert (found.units, found.shared) == (2, 2)
    assert found.judge.value == pytest.approx(((1 / 3 + 1) / 2 + 0) / 2)
    assert found.people.value == pytest.approx((1 / 3 + 1) / 2)
    assert overlap([], []).judge.undefined == Reason.NO_OVERLAP


def test_an_overlap_is_a_share_and_so_are_its_limits() -> None:
    cited = [[frozenset({1})], *[[frozenset({2})]] * 14]

    found = overlap([frozenset({1})] * 15, cited).judge

    assert found.value == pytest.approx(1 / 15)
    assert found.low == 0.0


TURNS = st.frozensets(st.integers(0, 6), min_size=1)


@given(TURNS, TURNS)
def test_jaccard_is_symmetric_and_one_only_for_equals(
    first: frozenset[int], second: frozenset[int]
) -> None:
    assert jaccard(first, second) == jaccard(second, first)
    assert (jaccard(first, second) == 1) == (first == second)
    assert (jaccard(first, second) == 0) == (not first & second)
