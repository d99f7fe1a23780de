"""Which neighbouring anchors are taken for each other, and by whom."""

from collections.abc import Sequence
from typing import Any

from tests.calibration.build import Row
from tests.calibration.evidences import evidence, nominal
from workbench.calibration.confusions import Confusion, confusions


def between(found: Sequence[Confusion], lower: Any, upper: Any) -> Confusion:
    (one,) = [one for one in found if (one.lower, one.upper) == (lower, upper)]
    return one


def test_pairs_are_counted_among_people_and_between_label_and_judge() -> None:
    people: list[Row] = [[2, 2, 3, 1], [3, 2, 3, 4], [None, 3, None, None]]

    found = confusions(evidence(people, [2, 3, 2, None]), "strict")

    one = between(found, 2, 3)
    # People: t0 one pair apart; t1 two apart and one alike; t2 one alike.
    assert (one.people.count, one.people.of) == (3, 5)
    # Judge: t0 parts from one of two, t1 from two of three, t2 from both of two.
    assert one.judge is not None
    assert (one.judge.count, one.judge.of) == (5, 7)
    assert one.who == "both"
    assert [(case.transcript, case.who) for case in one.cases] == [
        ("t0000", "both"),
        ("t0001", "both"),
        ("t0002", "judge"),
    ]
    assert (one.cases[1].labels, one.cases[1].judge) == ((2, 2, 3), 3)


def test_the_pair_that_is_parted_most_often_comes_first() -> None:
    found = confusions(evidence([[1, 3, 3], [2, 4, 4]], [None, None, None]))

    assert [(one.lower, one.upper) for one in found] == [(3, 4), (1, 2), (2, 3)]
    assert [one.who for one in found] == ["people", "people", None]


def test_levels_that_nobody_was_near_have_no_share_rather_than_nought() -> None:
    one = between(confusions(evidence([[1], [1]], [1])), 3, 4)

    assert one.people.share is None
    assert one.judge is None


def test_on_a_nominal_scale_every_two_levels_are_neighbours() -> None:
    found = confusions(evidence([[1], [3]], [None], on=nominal("a", "b", "c")))

    assert len(found) == 3
    assert between(found, "a", "c").who == "people"


def test_a_judge_that_gave_no_level_parts_from_nobody() -> None:
    one = between(confusions(evidence([[1], [2]], ["error"]), "strict"), 1, 2)

    assert one.judge is not None
    assert (one.judge.count, one.judge.of) == (0, 0)
    assert one.who == "people"
