"""Nobody gets, in a file, what others said of a transcript that they still label blind."""

import csv
import io
from pathlib import Path

import pytest

from tests.workflows.building import Desk, desk
from tests.workflows.questioning import conversations
from workbench.domain.assignment import Assignment
from workbench.domain.draft import Answer
from workbench.errors import DataError
from workbench.store.journal import read_journal
from workbench.workflows.handing_over import Unseen, handed_over, unseen
from workbench.workflows.labelling import Desk as LabellingDesk
from workbench.workflows.tabulating import LabelFiles

A, B, C, D = (f"labeller {letter}" for letter in "ABCD")


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """Return three conversations for two people each: A has labelled all, B the first."""
    made = desk(tmp_path)
    made.write("workbench.yaml", "overlap: 2\n")
    conversations(made, 3)
    made.label([1, 2, 3], labeller=A)
    made.label([4], labeller=B)
    return made


def rows(found: LabelFiles, name: str = "labels") -> set[tuple[str, str]]:
    """Return transcript and labeller of each row of a file."""
    (data,) = [one.data for one in found.files if one.name == f"{name}.csv"]
    text = data.decode("utf-8-sig")
    return {(row["transcript"], row["labeller"]) for row in csv.DictReader(io.StringIO(text))}


def revealed(made: Desk) -> list[tuple[str, str]]:
    events = read_journal(made.root / "record" / "assignments.jsonl", Assignment).entries
    return [(one.transcript, one.labeller) for one in events if one.action == "revealed"]


def test_what_the_reader_may_still_label_is_left_out(made: Desk) -> None:
    found = handed_over(made.root, B, now=made.now())

    assert rows(found) == {("t000", A), ("t000", B)}
    assert (found.reader, found.left_out, found.disagreements) == (B, 2, 1)


def test_others_labels_of_what_the_reader_has_labelled_are_on_the_record_once(made: Desk) -> None:
    handed_over(made.root, B, now=made.now())
    handed_over(made.root, B, now=made.now())

    assert revealed(made) == [("t000", B)]


def test_what_would_be_seen_first_is_counted_and_puts_nothing_on_the_record(made: Desk) -> None:
    assert unseen(made.root, B, now=made.now()) == Unseen(told=1, closed=2)
    assert revealed(made) == []

    handed_over(made.root, B, now=made.now())

    assert unseen(made.root, B, now=made.now()) == Unseen(told=0, closed=2)


def test_a_label_changed_after_the_files_were_read_is_kept_apart(made: Desk) -> None:
    handed_over(made.root, B, now=made.now())
    labelling = LabellingDesk(made.root, made.now)
    task = labelling.open(B, "t000")
    answers = {"tone": Answer(status="rated", level=1)}

    labelling.submit(task, task.draft.model_copy(update={"answers": answers}))

    found = handed_over(made.root, B, now=made.now(), history=True)
    (data,) = [one.data for one in found.files if one.name == "history.csv"]
    history = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    own = [(row["level"], row["after_reveal"]) for row in history if row["labeller"] == B]
    assert own == [("4", "no"), ("1", "yes")]


def test_ones_own_labels_are_always_in_the_files(made: Desk) -> None:
    made.write(
        "rubrics/mood.yaml", (made.root / "rubrics/tone.yaml").read_text().replace("tone", "mood")
    )

    found = handed_over(made.root, B, now=made.now())

    # t000 lacks a label of mood, so that it is not finished any more.
    assert rows(found) == {("t000", B)}
    assert found.left_out == 3
    assert found.disagreements == 0


def test_the_history_leaves_the_same_out(made: Desk) -> None:
    made.label([3], labeller=A, first=1)

    found = handed_over(made.root, B, now=made.now(), history=True)

    assert {name for name, _ in rows(found, "history")} == {"t000"}


def test_all_of_it_is_handed_over_on_the_record(made: Desk) -> None:
    found = handed_over(made.root, B, now=made.now(), everything=True)

    assert found.left_out == 0
    assert len(rows(found)) == 4
    assert revealed(made) == [("t000", B), ("t001", B), ("t002", B)]
    again = handed_over(made.root, B, now=made.now())
    assert again.left_out == 0


def test_somebody_for_whom_no_place_is_left_reads_that_transcript_without_a_record(
    made: Desk,
) -> None:
    made.label([2, 2], labeller=C, first=1)

    found = handed_over(made.root, D, now=made.now())

    assert len(rows(found)) == 6
    assert found.left_out == 0
    assert revealed(made) == []


def test_labels_without_their_conversation_are_nobodys_to_give(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2], labeller=A)

    found = handed_over(made.root, B, now=made.now())

    assert len(rows(found)) == 2
    assert revealed(made) == []


def test_a_name_that_no_ledger_can_have_is_refused(made: Desk) -> None:
    with pytest.raises(DataError):
        handed_over(made.root, "a\nb", now=made.now())
