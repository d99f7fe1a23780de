"""Cover what a list tells of transcripts that its reader may still label."""

from pathlib import Path

from tests.workflows.building import filled
from tests.workflows.questioning import conversations
from workbench.domain.assignment import Assignment
from workbench.store.journal import read_journal
from workbench.workflows.covering import covered, reveal_all

LISTED = ("t000", "t001", "t002", "t003")


def test_what_somebody_has_seen_or_cannot_change_is_not_covered_from_them(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.label([3], labeller="ben", first=1)

    assert covered(tmp_path, "tone", LISTED, "ann") == frozenset()
    assert covered(tmp_path, "tone", LISTED, "ben") == {"t000", "t002", "t003"}
    assert covered(tmp_path, "tone", LISTED, "cleo") == {*LISTED}

    reveal_all(tmp_path, ("t003", "t000"), "ben", now=made.now())

    assert covered(tmp_path, "tone", LISTED, "ben") == {"t002"}
    assert covered(tmp_path, "tone", LISTED, "cleo") == {*LISTED}


def test_what_somebody_has_labelled_and_can_correct_is_covered_until_it_is_seen(
    tmp_path: Path,
) -> None:
    made = filled(tmp_path)
    conversations(made, 2)

    assert covered(tmp_path, "tone", LISTED, "ann") == {"t000", "t001"}

    reveal_all(tmp_path, ("t000",), "ann", now=made.now())

    assert covered(tmp_path, "tone", LISTED, "ann") == {"t001"}


def test_a_label_that_was_taken_back_or_given_again_counts_for_nothing(tmp_path: Path) -> None:
    made = filled(tmp_path)
    made.label([3, 3, 3], labeller="ben")
    made.label(["withdrawn"], labeller="ben")
    made.label([2], labeller="ben", first=3, repeat=1)

    assert covered(tmp_path, "tone", LISTED, "ben") == {"t000", "t003"}


def test_nobody_who_labels_is_covered_from(tmp_path: Path) -> None:
    filled(tmp_path)

    assert covered(tmp_path, "tone", LISTED, None) == frozenset()


def test_every_transcript_of_a_list_is_put_on_the_record(tmp_path: Path) -> None:
    made = filled(tmp_path)

    reveal_all(tmp_path, ("t002", "t001"), "ben", now=made.now())

    events = read_journal(tmp_path / "record" / "assignments.jsonl", Assignment).entries
    told = [(one.transcript, one.labeller, one.action) for one in events]
    assert told == [("t001", "ben", "revealed"), ("t002", "ben", "revealed")]
    assert len({one.id for one in events}) == 2
