"""Which neighbouring anchors are taken for each other, and by whom."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from workbench.calibration.confusions import Confusion, confusions
from workbench.calibration.evidence import Evidence, JudgeColumn
from workbench.calibration.redraft import redraft
from workbench.calibration.statistic import Reason
from workbench.domain.rubric import Rubric

LEVELS = {1: "rude", 2: "curt", 3: "polite", 4: "warm"}


def evidence(
    people: Sequence[Sequence[int]], judges: Mapping[str, Sequence[int]], **fields: Any
) -> Evidence:
    """Return units t0, t1, ... with people's level codes, and judges' (-1: no level)."""
    rubric = {"dimension": "tone", "version": "1.0", "question": "?", "anchors": LEVELS} | fields
    labels = [
        (unit, place, code) for unit, own in enumerate(people) for place, code in enumerate(own)
    ]
    unit, labeller, level = (np.array([label[i] for label in labels]) for i in range(3))
    none = np.array([], dtype=np.int32)
    return Evidence(
        rubric=Rubric.model_validate(rubric),
        transcripts=tuple(f"t{number}" for number in range(len(people))),
        cases=tuple(f"c{number}" for number in range(len(people))),
        labellers=tuple("ABC"),
        unit=unit.astype(np.int32),
        labeller=labeller.astype(np.int32),
        level=level.astype(np.int8),
        not_applicable=none,
        cannot_tell=none,
        not_random=none,
        judges={
            name: JudgeColumn(
                fingerprint="a" * 64,
                floor=False,
                level=np.array(codes, dtype=np.int8),
                status=np.where(np.array(codes) >= 0, 0, 3).astype(np.int8),
                kinds={},
                first_errors=(),
            )
            for name, codes in judges.items()
        },
    )


def between(found: Sequence[Confusion], lower: Any, upper: Any) -> Confusion:
    (one,) = [one for one in found if (one.lower, one.upper) == (lower, upper)]
    return one


def test_pairs_are_counted_among_people_and_between_label_and_judge() -> None:
    found = confusions(
        evidence([[1, 2], [1, 1, 2], [2, 2], [0, 3]], {"strict": [1, 2, 1, -1]}), "strict"
    )

    one = between(found, 2, 3)
    # People, codes 1 and 2: t0 one pair apart; t1 two apart and one alike; t2 one alike.
    assert (one.people.count, one.people.of) == (3, 5)
    # Judge: t0 parts from one of two, t1 from two of three, t2 from both of two.
    assert one.judge is not None
    assert (one.judge.count, one.judge.of) == (5, 7)
    assert one.who == "both"
    assert [(case.transcript, case.who) for case in one.cases] == [
        ("t0", "both"),
        ("t1", "both"),
        ("t2", "judge"),
    ]
    assert one.cases[1].labels == (2, 2, 3)
    assert one.cases[1].judge == 3


def test_the_pair_that_is_parted_most_often_comes_first() -> None:
    found = confusions(evidence([[0, 1], [2, 3], [2, 3]], {}))

    assert [(one.lower, one.upper) for one in found] == [(3, 4), (1, 2), (2, 3)]
    assert [one.who for one in found] == ["people", "people", None]


def test_levels_that_nobody_was_near_have_no_share_rather_than_nought() -> None:
    one = between(confusions(evidence([[0, 0]], {})), 3, 4)

    assert one.people.share is None
    assert one.judge is None


def test_on_a_nominal_scale_every_two_levels_are_neighbours() -> None:
    found = confusions(
        evidence([[0, 2]], {}, scale="nominal", anchors={"a": "x", "b": "y", "c": "z"})
    )

    assert len(found) == 3
    assert between(found, "a", "c").who == "people"


def test_a_judge_that_gave_no_level_parts_from_nobody() -> None:
    one = between(confusions(evidence([[0, 1]], {}), "silent"), 1, 2)

    assert one.judge is not None
    assert (one.judge.count, one.judge.of) == (0, 0)
    assert one.who == "people"


PEOPLE = [[0], [1], [2], [3]] * 5
CODES = [unit[0] for unit in PEOPLE]


def test_a_text_that_mends_every_miss_is_better_by_the_difference_of_the_kappas() -> None:
    old = [3 - code if unit % 3 == 0 else code for unit, code in enumerate(CODES)]

    found = redraft(
        evidence(PEOPLE, {"strict": old}), evidence(PEOPLE, {"strict": CODES}), "strict"
    )

    assert found.old.value is not None
    assert found.new.value == 1.0
    assert found.gain.value == pytest.approx(1.0 - found.old.value)
    assert found.outcome == "better"
    assert found.units == found.cases == 20
    assert {move.way for move in found.moved} == {"nearer"}
    assert [move.transcript for move in found.moved] == [
        "t0",
        "t3",
        "t6",
        "t9",
        "t12",
        "t15",
        "t18",
    ]
    assert (found.moved[0].old, found.moved[0].new, found.moved[0].labels) == (4, 1, (1,))


def test_old_against_new_is_new_against_old_with_its_sign_turned() -> None:
    worse = [min(3, code + (unit % 4 == 1)) for unit, code in enumerate(CODES)]
    one, other = evidence(PEOPLE, {"strict": CODES}), evidence(PEOPLE, {"strict": worse})

    there, back = redraft(one, other, "strict"), redraft(other, one, "strict")

    assert there.gain.value is not None
    assert there.gain.low is not None
    assert back.gain.value == pytest.approx(-there.gain.value)
    assert back.gain.high == pytest.approx(-there.gain.low)
    assert len(there.moved) == len(back.moved) > 0


def test_only_transcripts_with_a_level_under_both_texts_are_compared() -> None:
    old = [-1, *CODES[1:]]
    new = [*CODES[:18], -1, -1]

    found = redraft(evidence(PEOPLE, {"strict": old}), evidence(PEOPLE, {"strict": new}), "strict")

    assert (found.labelled, found.units, found.only_old, found.only_new) == (20, 17, 2, 1)


def test_without_an_answer_under_the_new_text_there_is_no_figure() -> None:
    found = redraft(evidence(PEOPLE, {"strict": CODES}), evidence(PEOPLE, {}), "strict")

    assert found.new.undefined is found.gain.undefined is Reason.NO_OVERLAP
    assert found.outcome == "unclear"
    assert found.moved == ()


def test_the_same_levels_twice_tell_nothing_apart() -> None:
    levels = [min(3, code + (unit % 5 == 0)) for unit, code in enumerate(CODES)]
    same = evidence(PEOPLE, {"strict": levels})

    found = redraft(same, same, "strict")

    assert found.gain.value == 0.0
    assert found.gain.low is None
    assert found.outcome == "unclear"
