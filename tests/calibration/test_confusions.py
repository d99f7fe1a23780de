"""Which neighbouring anchors are taken for each other, and by whom."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.calibration.build import Row
from tests.calibration.evidences import evidence, nominal
from workbench.calibration.confusions import Confusion, confusions


def between(found: Sequence[Confusion], lower: Any, upper: Any) -> Confusion:
    (one,) = [one for one in found if (one.lower, one.upper) == (lower, upper)]
    return one


def test_transcripts_are_counted_on_which_people_or_a_person_and_the_judge_differ() -> None:
    people: list[Row] = [[2, 2, 3, 1], [3, 2, 3, 4], [None, 3, None, None]]

    found = confusions(evidence(people, [2, 3, 2, None]), "strict")

    one = between(found, 2, 3)
    # People: t0 and t1 differ, t2 is alike; t3 has no two labels on these levels.
    assert (one.people.count, one.people.of) == (2, 3)
    # Judge: apart from a label on t0, t1 and t2; it gave t3 no level.
    assert one.judge is not None
    assert (one.judge.count, one.judge.of) == (3, 3)
    assert one.people.share == pytest.approx(2 / 3)
    assert one.who == "both"
    assert [(case.transcript, case.who) for case in one.cases] == [
        ("t0000", "both"),
        ("t0001", "both"),
        ("t0002", "judge"),
    ]
    assert (one.cases[1].labels, one.cases[1].judge) == ((2, 2, 3), 3)


def test_the_levels_that_are_parted_most_often_comes_first() -> None:
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
