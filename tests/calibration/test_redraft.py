"""Old text against new: the same transcripts, the paired difference, and what moved."""

from collections.abc import Sequence

import pytest

from tests.calibration.evidences import Said, evidence, nominal
from workbench.calibration.redraft import Redraft, redraft
from workbench.calibration.statistic import Reason

LEVELS = [1, 2, 3, 4] * 5


def compared(old: Sequence[Said], new: Sequence[Said]) -> Redraft:
    return redraft(evidence([LEVELS], old), evidence([LEVELS], new), "strict")


def test_a_text_that_mends_every_miss_is_better_by_the_difference_of_the_kappas() -> None:
    old = [5 - level if unit % 3 == 0 else level for unit, level in enumerate(LEVELS)]

    found = compared(old, LEVELS)

    assert found.old.value is not None
    assert found.new.value == 1.0
    assert found.gain.value == pytest.approx(1.0 - found.old.value)
    assert found.outcome == "better"
    assert found.units == found.cases == 20
    assert [int(move.transcript[1:]) for move in found.moved] == [0, 3, 6, 9, 12, 15, 18]
    assert {move.way for move in found.moved} == {"nearer"}
    assert (found.moved[0].old, found.moved[0].new, found.moved[0].labels) == (4, 1, (1,))


def test_old_against_new_is_new_against_old_with_its_sign_turned() -> None:
    other = [5 - level if unit % 3 == 0 else level for unit, level in enumerate(LEVELS)]

    there, back = compared(LEVELS, other), compared(other, LEVELS)

    assert there.gain.value is not None
    assert there.gain.low is not None
    assert back.gain.value == pytest.approx(-there.gain.value)
    assert back.gain.high == pytest.approx(-there.gain.low)
    assert len(there.moved) == len(back.moved) == 7
    assert (there.outcome, back.outcome) == ("worse", "better")


def test_only_transcripts_with_a_level_under_both_texts_are_compared() -> None:
    found = compared([None, *LEVELS[1:]], [*LEVELS[:18], "error", None])

    assert (found.labelled, found.units, found.only_old, found.only_new) == (20, 17, 2, 1)


def test_without_an_answer_under_the_new_text_there_is_no_figure() -> None:
    new = evidence([LEVELS], LEVELS, judges={})

    found = redraft(evidence([LEVELS], LEVELS), new, "strict")

    assert found.new.undefined is found.gain.undefined is Reason.NO_OVERLAP
    assert found.outcome == "unclear"
    assert found.moved == ()


def test_the_same_levels_twice_tell_nothing_apart() -> None:
    levels = [min(4, level + (unit % 5 == 0)) for unit, level in enumerate(LEVELS)]

    found = compared(levels, levels)

    assert (found.gain.value, found.gain.low) == (0.0, None)
    assert found.outcome == "unclear"


def test_on_a_nominal_scale_nearer_is_where_more_people_are() -> None:
    scale, people = nominal("a", "b", "c"), [[1], [1], [3]]

    found = redraft(evidence(people, [3], on=scale), evidence(people, [1], on=scale), "strict")

    (moved,) = found.moved
    assert (moved.old, moved.new, moved.way) == ("c", "a", "nearer")
