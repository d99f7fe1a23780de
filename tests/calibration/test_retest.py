"""Test-retest: one labeller beside themselves, by hand."""

from collections.abc import Sequence

import pytest

from tests.calibration.evidences import nominal, rubric
from workbench.calibration.pairs import Pair, coded
from workbench.calibration.retest import retest
from workbench.calibration.statistic import Reason


def pairs(said: Sequence[tuple[int | str, int | str]], *, repeat: int = 1) -> list[Pair]:
    """Return first and repeated levels, one unit each."""
    return [
        Pair(unit=unit, case=f"case {unit}", rater=repeat, level=str(again), other=str(first))
        for unit, (first, again) in enumerate(said)
    ]


def test_repeats_are_set_against_the_labels_that_count() -> None:
    found = retest("labeller A", pairs([(1, 1), (2, 2), (3, 4), (4, 4)]), rubric())

    # By hand: sum(w*O) = 1 (the 3 that became a 4), sum(w*E) = (14 + 6 + 2 * 14) / 4 = 12.
    assert found.kappa.value == pytest.approx(1 - 1 / 12)
    assert found.kappa.undefined is Reason.N_TOO_SMALL
    assert (found.labeller, found.units) == ("labeller A", 4)
    assert found.shares is not None
    assert found.shares.exact == 3 / 4


def test_a_unit_that_came_back_twice_weighs_as_much_as_any_other() -> None:
    said = [*pairs([(1, 1), (2, 2)]), pairs([(1, 2)], repeat=2)[0]]

    found = retest("labeller A", said, rubric())

    # By hand: half of unit 0 agrees and all of unit 1.
    assert found.units == 2
    assert found.shares is not None
    assert found.shares.exact == (0.5 + 1) / 2


def test_a_labeller_who_says_the_same_throughout_has_no_kappa() -> None:
    found = retest("labeller A", pairs([(3, 3)] * 12), rubric())

    assert (found.kappa.value, found.kappa.undefined) == (None, Reason.ALL_LABELS_SAME)


def test_without_a_repeat_there_is_nothing_to_compare() -> None:
    found = retest("labeller A", [], rubric())

    assert (found.units, found.shares) == (0, None)
    assert found.kappa.value is None


def test_on_a_nominal_scale_kappa_is_unweighted() -> None:
    on = nominal("no", "yes")

    found = retest(
        "labeller A", pairs([("no", "no"), ("yes", "yes"), ("no", "yes"), ("yes", "yes")]), on
    )

    # By hand: 3 of 4 agree, chance (1/4 * 2/4 + 3/4 * 2/4) = 1/2.
    assert found.kappa.value == pytest.approx((3 / 4 - 1 / 2) / (1 - 1 / 2))


def test_levels_that_are_not_on_the_scale_are_left_out() -> None:
    ratings = coded(pairs([(1, 1), (5, 1), (2, 7), (2, 3)]), rubric())

    assert ratings.level.tolist() == [0, 2]
    assert ratings.judge is not None
    assert ratings.judge.tolist() == [0, 1]
    assert ratings.cluster.tolist() == [0, 1]


def test_units_of_one_case_are_one_case() -> None:
    said = [
        Pair(unit=unit, case=case, rater="labeller A", level="1", other="2")
        for unit, case in enumerate("aab")
    ]

    assert coded(said, rubric()).cluster.tolist() == [0, 0, 1]
