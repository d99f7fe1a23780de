"""The roll: who labelled, took and gave back what, as far as the ledgers go now."""

import json
from pathlib import Path

import pytest

from tests.store.build import label, minutes, put, transcript, workspace
from workbench.domain.assignment import Assignment
from workbench.domain.flag import Flag
from workbench.errors import DataError
from workbench.store.roll import Roll
from workbench.store.workspace import Workspace

ANN = "labels/ann.jsonl"
TAKEN = "record/assignments.jsonl"


@pytest.fixture
def made(tmp_path: Path) -> Workspace:
    return workspace(tmp_path)


def _event(action: str, at: int, transcript_id: str = "t1", **fields: object) -> Assignment:
    given = {"id": f"{action}-{at}", "transcript": transcript_id, "labeller": "ann"}
    return Assignment.model_validate({**given, "action": action, "at": minutes(at), **fields})


def test_only_whose_lines_are_new_is_told(made: Workspace) -> None:
    roll = Roll(made)
    put(made, ANN, [label(id="a")])
    assert roll.follow() is None
    assert roll.follow() == set()

    put(made, ANN, [label(transcript("t2"), id="b")])
    put(made, TAKEN, [_event("taken", 1, "t3")])

    assert roll.follow() == {("ann", "t2"), ("ann", "t3")}


def test_the_newest_label_counts_whatever_the_order_of_the_lines(made: Workspace) -> None:
    put(made, ANN, [label(level=4, id="b", at=minutes(2)), label(level=1, id="a", at=minutes(1))])
    roll = Roll(made)
    roll.follow()

    mark = roll.person("ann").mark("t1", "tone")

    assert mark is not None
    assert mark.level == 4
    assert roll.label(mark) == label(level=4, id="b", at=minutes(2))


def test_of_two_labels_of_one_moment_the_greater_id_counts(made: Workspace) -> None:
    put(made, ANN, [label(level=4, id="b"), label(level=1, id="a")])
    roll = Roll(made)
    roll.follow()

    mark = roll.person("ann").mark("t1", "tone")

    assert mark is not None
    assert mark.id == "b"


def test_a_withdrawn_label_stands_no_more_and_a_repeat_is_another_unit(made: Workspace) -> None:
    put(
        made,
        ANN,
        [
            label(id="a", at=minutes(1)),
            label(id="b", repeat=1, at=minutes(2)),
            label(id="c", level=None, status="withdrawn", at=minutes(3)),
        ],
    )
    roll = Roll(made)
    roll.follow()

    person = roll.person("ann")

    assert person.mark("t1", "tone") is None
    assert person.mark("t1", "tone", 1) is not None
    assert list(person.history()) == []


def test_a_label_after_a_reveal_stands_before_the_blind_one_until_it_is_taken_back(
    made: Workspace,
) -> None:
    put(made, ANN, [label(level=2, id="a"), label(level=4, id="b", after_reveal=True)])
    roll = Roll(made)
    roll.follow()
    assert roll.person("ann").mark("t1", "tone").level == 4  # type: ignore[union-attr]

    back = label(id="c", level=None, status="withdrawn", after_reveal=True, at=minutes(1))
    put(made, ANN, [back])
    roll.follow()

    assert roll.person("ann").mark("t1", "tone").level == 2  # type: ignore[union-attr]


def test_labels_of_criteria_and_lines_that_are_none_are_stepped_over(made: Workspace) -> None:
    put(made, ANN, [label(id="a", criterion="greets")])
    with (made.root / ANN).open("a", encoding="utf-8") as file:
        file.write('{"id": "torn\n[]\n\n')
    put(made, ANN, [label(transcript("t2"), id="b")])
    roll = Roll(made)
    roll.follow()

    assert set(roll.person("ann").marks) == {"t2"}


def test_what_was_taken_is_held_until_it_is_skipped_and_again_when_it_is_retaken(
    made: Workspace,
) -> None:
    roll = Roll(made)
    held = []
    for event in (_event("taken", 1), _event("skipped", 2), _event("taken", 3)):
        put(made, TAKEN, [event])
        roll.follow()
        person = roll.person("ann")
        held.append((person.holds("t1"), person.gave_back("t1")))

    assert held == [(True, False), (False, True), (True, False)]


def test_events_count_by_their_time_since_files_are_merged(made: Workspace) -> None:
    put(
        made,
        TAKEN,
        [
            _event("skipped", 3),
            _event("taken", 2),
            _event("taken", 1, reason="chosen"),
        ],
    )
    roll = Roll(made)
    roll.follow()

    person = roll.person("ann")

    assert person.gave_back("t1")
    assert person.reason("t1") == "chosen"


def test_a_repeat_is_held_beside_its_transcript(made: Workspace) -> None:
    put(made, TAKEN, [_event("taken", 1), _event("taken", 2, repeat=1)])
    put(made, TAKEN, [_event("skipped", 3, repeat=1)])
    roll = Roll(made)
    roll.follow()

    person = roll.person("ann")

    assert person.holds("t1")
    assert person.gave_back("t1", 1)
    assert person.newest("t1") == minutes(3)


def test_a_reveal_and_a_flag_are_remembered(made: Workspace) -> None:
    put(made, TAKEN, [_event("revealed", 1)])
    flag = Flag(id="f", transcript="t2", reason="flagged", note="look", at=minutes(1))
    own = flag.model_copy(update={"id": "g", "labeller": "ann"})
    put(made, "record/queue.jsonl", [flag, own])
    roll = Roll(made)
    roll.follow()

    assert roll.flags("ann", "t2") == (own,)
    assert roll.flags("ben", "t2") == roll.flags("ann", "t1") == ()
    assert roll.person("ann").revealed == {"t1"}
    assert (roll.is_flagged("t2"), roll.is_flagged("t1")) == (True, False)
    assert not roll.person("ann").holds("t1")


def test_the_last_submit_is_what_shares_its_transcript_and_time(made: Workspace) -> None:
    put(
        made,
        ANN,
        [
            label(id="a", at=minutes(1)),
            label(id="b", at=minutes(2), dimension="accuracy"),
            label(id="c", at=minutes(2)),
            label(transcript("t2"), id="d", at=minutes(2)),
            label(transcript("t3"), id="e", at=minutes(3), source="there.csv:1"),
        ],
    )
    roll = Roll(made)
    roll.follow()

    submitted = roll.person("ann").last_submitted()

    assert [(one[1], one[2][0]) for one in submitted] == [("t2", "tone")]


def test_history_is_newest_first_and_a_correction_moves_up(made: Workspace) -> None:
    put(made, ANN, [label(id="a", at=minutes(1)), label(transcript("t2"), id="b", at=minutes(2))])
    put(made, ANN, [label(id="c", level=1, at=minutes(3))])
    roll = Roll(made)
    roll.follow()

    history = list(roll.person("ann").history())

    assert history == [(minutes(3), "t1"), (minutes(2), "t2")]


def test_levels_are_counted_as_they_stand_without_repeats(made: Workspace) -> None:
    put(
        made,
        ANN,
        [
            label(id="a", level=1, at=minutes(1)),
            label(id="b", level=4, at=minutes(2)),
            label(id="c", level=4, at=minutes(3), repeat=1),
            label(transcript("t2"), id="d", level=4, at=minutes(4)),
            label(transcript("t3"), id="e", level=None, status="cannot_tell", at=minutes(5)),
        ],
    )
    roll = Roll(made)
    roll.follow()

    counted = roll.person("ann").levels["tone", "1.0"]

    assert {level: times for level, times in counted.items() if times} == {4: 2}


@pytest.mark.parametrize("change", ["replaced", "deleted"])
def test_a_ledger_that_did_not_only_grow_is_read_anew(made: Workspace, change: str) -> None:
    roll = Roll(made)
    put(made, ANN, [label(id="a")])
    put(made, "labels/ben.jsonl", [label(id="x", labeller="ben")])
    roll.follow()

    (made.root / ANN).unlink()
    if change == "replaced":
        put(made, ANN, [label(transcript("t2"), id="b")])

    assert roll.follow() is None
    assert set(roll.person("ann").marks) == ({"t2"} if change == "replaced" else set())
    assert set(roll.person("ben").marks) == {"t1"}


def test_what_was_read_before_a_failure_is_told_after_it(made: Workspace) -> None:
    roll = Roll(made)
    put(made, ANN, [label(id="a")])
    roll.follow()
    put(made, ANN, [label(transcript("t2"), id="b")])
    record = made.root / TAKEN
    record.parent.mkdir()
    record.mkdir()
    with pytest.raises(DataError, match=r"assignments\.jsonl: cannot be read"):
        roll.follow()

    record.rmdir()

    assert roll.follow() == {("ann", "t2")}


def test_a_label_that_no_longer_stands_where_it_was_is_said_to_be_edited(made: Workspace) -> None:
    put(made, ANN, [label(id="a")])
    roll = Roll(made)
    roll.follow()
    mark = roll.person("ann").mark("t1", "tone")
    assert mark is not None

    edited = json.loads(label(id="b").line())
    (made.root / ANN).write_text(json.dumps(edited, separators=(",", ":")), encoding="utf-8")

    with pytest.raises(DataError, match="was edited while a label was read"):
        roll.label(mark)


def test_nobody_is_a_person_without_facts(made: Workspace) -> None:
    person = Roll(made).person("nobody")

    assert person.last_submitted() == ()
    assert person.newest("t1") is None
    assert not person.took_last("t1", 0)
