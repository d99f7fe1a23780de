"""Flags while labelling: who raised one sees that it stands, and nobody else does."""

from pathlib import Path

from tests.workflows.sittings import ANN, BEN, filled, labelled, room, taken
from workbench.domain.flag import Flag
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.dismissing import Waiver, dismiss


def test_a_flag_stays_on_the_transcript_for_who_raised_it(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    assert taken(desk, ANN).flags == ()
    desk.flag(taken(desk, ANN), "The tool says otherwise", "tone")
    desk.flag(taken(desk, ANN), "And it ends early", "tone")

    flags = taken(made.desk(), ANN).flags

    assert [flag.note for flag in flags] == ["The tool says otherwise", "And it ends early"]
    assert taken(made.desk(), BEN).flags == ()


def test_a_flag_that_was_dismissed_no_longer_stands(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    desk.flag(taken(desk, ANN), "The tool says otherwise", "tone")
    (flag,) = read_journal(Workspace(tmp_path).record("queue"), Flag).entries

    dismiss(tmp_path, Waiver(flags=(flag.id,), adjudicator=BEN, reason="Seen"), now=made.now())

    assert taken(desk, ANN).flags == ()


def test_a_flag_from_before_does_not_tell_that_a_reading_is_a_repeat(tmp_path: Path) -> None:
    policy = "overlap: 3\nlabelling:\n  repeats: 1.0\n  repeat_after: 1\n"
    made = room(tmp_path, transcripts=4, policy=policy)
    desk = made.desk()
    first = taken(desk, ANN)
    desk.flag(first, "The tool says otherwise", "tone")
    desk.submit(first, filled(first))
    labelled(desk, ANN)
    repeat = taken(desk, ANN)
    assert (repeat.transcript.id, repeat.repeat) == (first.transcript.id, 1)
    assert repeat.flags == ()

    desk.flag(repeat, "Odd", "tone")

    assert [flag.note for flag in taken(desk, ANN).flags] == ["Odd"]
