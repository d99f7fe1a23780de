from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tests.calibration.build import Row, ratings_of
from workbench.calibration.ceiling import ceiling, pairwise, per_labeller
from workbench.calibration.coefficients import people_kappa, pooled_kappa
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Ratings, pool


def _complete(seed: int, raters: int, units: int = 40) -> list[list[int]]:
    """Levels of raters who all rated everything and agree to some degree."""
    rng = np.random.default_rng(seed)
    quality = rng.standard_normal(units)
    return [
        (1 + np.digitize(quality + 0.7 * rng.standard_normal(units), [-1, 0, 1])).tolist()
        for _ in range(raters)
    ]


def _quadratic(first: Row, second: Row) -> float:
    return float(cohen_kappa_score(first, second, labels=[1, 2, 3, 4], weights="quadratic"))


def test_two_people_among_themselves_agree_as_their_kappa_in_both_orders() -> None:
    # Both orders make the margins equal: Scott's pi with quadratic weights.
    first, second = _complete(1, 2)
    doubled = _quadratic(first + second, second + first)

    assert people_kappa(pool(ratings_of([first, second]))).value == pytest.approx(doubled)


def test_with_complete_labels_the_difference_is_that_of_mean_kappas() -> None:
    *people, judge = _complete(2, 4, units=200)

    found = ceiling(pool(ratings_of(people, judge=judge)))

    with_judge = np.mean([_quadratic(one, judge) for one in people])
    among = np.mean([_quadratic(one, other) for one, other in combinations(people, 2)])
    assert found.units == 200
    assert found.delta.value == pytest.approx(with_judge - among, abs=0.01)
    assert found.delta.low is not None
    assert found.delta.high is not None
    assert found.delta.low < with_judge - among < found.delta.high


def test_the_ceiling_is_of_transcripts_with_two_labels_and_a_verdict() -> None:
    first, second, judge = _complete(3, 3)
    lone: list[int | None] = [None, *second[1:]]
    silent: list[int | None] = [*judge[:-1], None]

    found = ceiling(pool(ratings_of([first, lone], judge=silent)))
    same = pool(ratings_of([first[1:-1], second[1:-1]], judge=judge[1:-1]))

    assert found.units == 38
    assert found.kappa.value == pytest.approx(people_kappa(same).value)
    expected = pooled_kappa(same).value
    assert expected is not None
    assert found.kappa.value is not None
    assert found.delta.value == pytest.approx(expected - found.kappa.value)


def test_a_judge_who_copies_one_of_two_people_beats_the_ceiling() -> None:
    first, second = _complete(4, 2)

    found = ceiling(pool(ratings_of([first, second], judge=first)))

    assert found.delta.value is not None
    assert found.delta.value > 0


def test_without_two_labels_there_is_no_ceiling() -> None:
    found = ceiling(pool(ratings_of([[1, 2, 3]], judge=[1, 2, 3])))

    assert found.units == 0
    assert found.delta == Statistic.missing(Reason.NO_OVERLAP)
    assert found.kappa.value is None


def test_people_of_one_level_leave_the_difference_undefined() -> None:
    found = ceiling(pool(ratings_of([[3] * 12, [3] * 12], judge=[3, 4] * 6)))

    assert found.kappa == Statistic.missing(Reason.ALL_LABELS_SAME)
    assert found.delta == Statistic.missing(Reason.ALL_LABELS_SAME)


def test_nine_transcripts_have_a_difference_and_no_interval() -> None:
    first, second, judge = _complete(5, 3, units=9)

    found = ceiling(pool(ratings_of([first, second], judge=judge)))

    assert found.delta.value is not None
    assert found.delta.undefined is Reason.N_TOO_SMALL


def test_the_ceiling_of_nominal_levels_is_unweighted() -> None:
    first, second, judge = _complete(6, 3)

    pooled = pool(ratings_of([first, second], judge=judge, nominal=True))

    assert ceiling(pooled).kappa == people_kappa(pooled, "none")


@settings(max_examples=30)
@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=8, max_size=8),
        min_size=1,
        max_size=5,
    )
)
def test_every_pair_that_shares_a_transcript_agrees_as_scikit_learn_says(
    rows: list[list[int | None]],
) -> None:
    found = {(one.a, one.b): one for one in pairwise(ratings_of(rows))}

    for a, b in combinations(range(len(rows)), 2):
        both = [
            (x, y) for x, y in zip(rows[a], rows[b], strict=True) if x is not None and y is not None
        ]
        if not both:
            assert (a, b) not in found
            continue
        pair = found.pop((a, b))
        assert pair.units == len(both)
        if len(set(sum(both, ()))) == 1:
            assert pair.kappa.undefined is Reason.ALL_LABELS_SAME
            continue
        first, second = zip(*both, strict=True)
        assert pair.kappa_quadratic.value == pytest.approx(_quadratic(first, second), abs=1e-12)
        assert pair.kappa.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert not found


def test_pairs_come_in_order_and_name_a_constant_labeller() -> None:
    pairs = pairwise(ratings_of([[1, 2, None], [3, 3, 1], [None, 4, 2]]))

    assert [(pair.a, pair.b, pair.units) for pair in pairs] == [(0, 1, 2), (0, 2, 1), (1, 2, 2)]
    assert pairs[0].kappa == Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)


def test_pairs_on_nominal_levels_have_no_weighted_kappa() -> None:
    (pair,) = pairwise(ratings_of([[1, 2, 3], [1, 3, 2]], nominal=True))

    assert pair.kappa_quadratic == Statistic.missing(Reason.WEIGHTED_ON_NOMINAL)
    assert pair.kappa.value is not None


def test_no_labels_make_no_pairs() -> None:
    assert pairwise(ratings_of([[None, None]])) == []


def test_each_labeller_is_compared_with_the_judge_alone() -> None:
    first, second, judge = _complete(7, 3)
    half: list[int | None] = [*second[:20], *[None] * 20]

    found = per_labeller(ratings_of([first, half], judge=judge))

    assert [(one.labeller, one.units) for one in found] == [(0, 40), (1, 20)]
    assert found[0].kappa == pooled_kappa(pool(ratings_of([first], judge=judge)))
    assert found[1].kappa.value == pytest.approx(_quadratic(second[:20], judge[:20]))


def test_a_labeller_who_met_no_verdict_is_listed_with_none() -> None:
    (found,) = per_labeller(ratings_of([[1, 2, 3]]))

    assert found.units == 0
    assert found.kappa.value is None


def test_cases_stay_together_in_a_labellers_own_figure() -> None:
    people, judge = _complete(8, 2)
    ratings = ratings_of([people], judge=judge, cases=[index // 2 for index in range(40)])

    assert per_labeller(ratings)[0].kappa == pooled_kappa(pool(ratings))


def test_all_pairs_of_88_labellers_are_found() -> None:
    rng = np.random.default_rng(88)
    rater, unit = (codes.astype(np.int32) for codes in np.divmod(np.arange(88 * 52), 52))
    ratings = Ratings(
        n_levels=6,
        unit=unit,
        rater=rater,
        level=rng.integers(0, 6, 88 * 52).astype(np.int8),
        cluster=np.arange(52, dtype=np.int32),
        judge=None,
    )

    pairs = pairwise(ratings)

    assert len(pairs) == 88 * 87 / 2
    assert {pair.units for pair in pairs} == {52}
