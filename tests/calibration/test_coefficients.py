import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration.build import Row, ratings_of
from workbench.calibration.agreement import Weights, weighted_kappa
from workbench.calibration.coefficients import (
    confusion,
    jackknife_kappa,
    people_kappa,
    pooled_alpha,
    pooled_kappa,
    primary_weights,
)
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import pool

TEN = [1, 2, 3, 4, 1, 2, 3, 4, 2, 3]


def _kappa(people: Row, judge: Row, weights: Weights = "quadratic") -> Statistic:
    return pooled_kappa(pool(ratings_of([people], judge=judge)), weights)


def _alpha(people: Row, judge: Row) -> Statistic:
    return pooled_alpha(pool(ratings_of([people], judge=judge)))


def _has_limits(found: Statistic) -> bool:
    return None not in {found.low, found.high, found.lower_bound}


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=10, max_size=40))
def test_with_one_label_a_transcript_pooled_kappa_is_plain_kappa(
    pairs: list[tuple[int, int]],
) -> None:
    people, judge = zip(*pairs, strict=True)
    table = np.zeros((4, 4))
    np.add.at(table, (np.array(people) - 1, np.array(judge) - 1), 1)

    found = _kappa(people, judge)

    assert np.array_equal(confusion(pool(ratings_of([people], judge=judge))), table)
    if found.value is None:
        assert found.undefined is Reason.ALL_LABELS_SAME
    else:
        assert found.value == pytest.approx(weighted_kappa(table), abs=1e-12)
        at_once = jackknife_kappa(table[None])[0]
        assert at_once.undefined == found.undefined
        assert at_once.lower_bound == pytest.approx(found.lower_bound, abs=1e-12)


def test_one_transcript_counts_once_however_many_labels_it_has() -> None:
    once = _kappa(TEN, TEN[::-1])

    thrice = pooled_kappa(pool(ratings_of([TEN, TEN, TEN], judge=TEN[::-1])))

    assert thrice.value == pytest.approx(once.value, abs=1e-12)
    assert thrice.low == pytest.approx(once.low, abs=1e-12)


@pytest.mark.parametrize("statistic", [_kappa, _alpha])
def test_one_level_from_everyone_is_undefined_and_not_perfect(
    statistic: Callable[[Row, Row], Statistic],
) -> None:
    found = statistic([3] * 10, [3] * 10)

    assert found == Statistic.missing(Reason.ALL_LABELS_SAME)


def test_a_judge_with_one_level_has_kappa_zero_and_no_interval() -> None:
    found = _kappa(TEN, [3] * 10)

    assert found == Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)


def test_people_with_one_level_give_kappa_zero_and_no_interval() -> None:
    assert _kappa([3] * 10, TEN) == Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)


def test_alpha_with_a_constant_judge_is_defined() -> None:
    found = _alpha(TEN, [3] * 10)

    assert found.value is not None
    assert found.undefined is None
    assert _has_limits(found)


@pytest.mark.parametrize(
    ("people", "judge"),
    [([1, 2, None, None], [None, None, 3, 4]), ([None, None], [1, 2]), ([1, 2], [None, None])],
)
def test_without_a_transcript_in_common_there_is_no_kappa(people: Row, judge: Row) -> None:
    assert _kappa(people, judge).value is None
    assert _kappa(people, judge).undefined in {Reason.NO_OVERLAP, Reason.ONE_RATER}


def test_two_raters_who_never_meet_have_no_overlap() -> None:
    assert _alpha([1, 2, None], [None, None, 3]).undefined is Reason.NO_OVERLAP


def test_one_rater_alone_is_told_that_two_are_needed() -> None:
    pooled = pool(ratings_of([TEN]))

    for found in (pooled_kappa(pooled), pooled_alpha(pooled), people_kappa(pooled)):
        assert found == Statistic.missing(Reason.ONE_RATER)


def test_nine_transcripts_have_a_value_and_no_interval() -> None:
    for statistic in (_kappa, _alpha):
        found = statistic(TEN[:9], TEN[1:])

        assert found.value is not None
        assert found.undefined is Reason.N_TOO_SMALL
        assert not _has_limits(found)


def test_ten_transcripts_of_nine_cases_have_no_interval_either() -> None:
    ratings = ratings_of([TEN], judge=TEN[::-1], cases=[0, 0, *range(1, 9)])

    assert pooled_kappa(pool(ratings)).undefined is Reason.N_TOO_SMALL


def test_ten_transcripts_have_an_interval() -> None:
    for statistic in (_kappa, _alpha):
        assert _has_limits(statistic(TEN, [*TEN[1:], 1]))


def test_agreement_that_rests_on_one_transcript_has_no_interval() -> None:
    found = _kappa([3] * 19 + [1], [3] * 19 + [1])

    assert found == Statistic(value=1.0, undefined=Reason.RESTS_ON_ONE)


def test_rounding_does_not_hide_that_agreement_rests_on_one_transcript() -> None:
    # Three labels a transcript weigh 1/3 each, and what subtracting them leaves is not quite 0.
    people = [[3] * 19 + [1], [3] * 19 + [2], [3] * 19 + [1]]

    for judge in ([3] * 19 + [1], [3] * 19 + [2]):
        pooled = pool(ratings_of(people, judge=judge))
        assert pooled_kappa(pooled).undefined is Reason.RESTS_ON_ONE
        assert people_kappa(pooled).undefined is Reason.RESTS_ON_ONE
        assert pooled_alpha(pooled).undefined is Reason.RESTS_ON_ONE


def test_perfect_kappa_is_bounded_and_flagged() -> None:
    found = _kappa(TEN * 2, TEN * 2)

    assert found.perfect
    assert found.undefined is None
    assert found.high == 1.0
    assert found.lower_bound is not None
    assert 0.7 < found.lower_bound < 0.85


def test_more_variants_lower_the_bound_of_perfect_kappa_too() -> None:
    pooled = pool(ratings_of([TEN * 2], judge=TEN * 2))

    one, twenty = pooled_kappa(pooled), pooled_kappa(pooled, variants=20)

    assert one.lower_bound is not None
    assert twenty.lower_bound is not None
    assert twenty.lower_bound < one.lower_bound


def test_perfect_alpha_has_no_interval() -> None:
    # No boundary rule was tested for alpha = 1.
    assert _alpha(TEN * 2, TEN * 2) == Statistic(value=1.0, undefined=Reason.PERFECT_AGREEMENT)


def test_perfect_disagreement_is_bounded_too() -> None:
    found = _kappa([1, 4] * 10, [4, 1] * 10)

    assert found.value == -1.0
    assert found.low == -1.0
    assert found.high is not None
    assert -1 < found.high < 0


def test_weighted_kappa_of_nominal_levels_is_refused() -> None:
    pooled = pool(ratings_of([TEN, TEN[::-1]], judge=TEN, nominal=True))

    for weights in ("linear", "quadratic"):
        refused = Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
        assert pooled_kappa(pooled, weights) == refused
        assert people_kappa(pooled, weights) == refused
    assert pooled_kappa(pooled, "none").value is not None


def test_alpha_of_nominal_levels_is_nominal() -> None:
    # Krippendorff (2011): nominal alpha of labels crossed on two units is -1/2.
    found = pooled_alpha(pool(ratings_of([[1, 2], [2, 1]], nominal=True)))

    assert found.value == pytest.approx(-0.5)


def test_trust_is_decided_by_quadratic_kappa_where_levels_have_an_order() -> None:
    assert primary_weights(nominal=False) == "quadratic"
    assert primary_weights(nominal=True) == "none"


def test_trials_of_one_case_widen_the_interval() -> None:
    # Three trials of each of twelve cases, each a copy: the sample is twelve, not thirty-six.
    people, judge = (np.repeat(row, 3).tolist() for row in ([*TEN, 1, 4], [*TEN[1:], 1, 2, 4]))

    alone = pooled_kappa(pool(ratings_of([people], judge=judge)))
    grouped = pooled_kappa(
        pool(ratings_of([people], judge=judge, cases=np.repeat(range(12), 3).tolist()))
    )

    assert grouped.value == pytest.approx(alone.value)
    assert grouped.lower_bound is not None
    assert alone.lower_bound is not None
    assert grouped.lower_bound < alone.lower_bound


@given(st.lists(st.tuples(*[st.one_of(st.none(), st.integers(1, 4))] * 3), min_size=0, max_size=25))
def test_whatever_the_ratings_nothing_raises_and_json_has_no_nan(
    rows: list[tuple[int | None, ...]],
) -> None:
    people: list[Row] = [[row[0] for row in rows], [row[1] for row in rows]]
    pooled = pool(ratings_of(people, judge=[row[2] for row in rows]))

    for found in (
        pooled_kappa(pooled, "none"),
        pooled_kappa(pooled),
        people_kappa(pooled),
        pooled_alpha(pooled),
        pooled_alpha(pooled, with_judge=False),
    ):
        assert json.dumps(found.to_json(), allow_nan=False)
        assert found.value is not None or found.undefined is not None
