"""Undo of a correction: the label before it stands again, and the ledger tells all of it."""

from pathlib import Path

from tests.workflows.sittings import ANN, BEN, filled, labelled, room, rubric, taken
from workbench.domain.draft import Answer
from workbench.domain.rating import Label
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.checking import check
from workbench.workflows.labelling import Desk

TWO = ("accuracy", "tone")


def correct(desk: Desk, transcript: str, *levels: int) -> None:
    """Go back to a transcript and give its tone other levels, one save each."""
    for level in levels:
        task = desk.open(ANN, transcript)
        answers = {**task.draft.answers, "tone": Answer(status="rated", level=level)}
        desk.submit(task, task.draft.model_copy(update={"answers": answers}))


def standing(desk: Desk, transcript: str) -> dict[str, object]:
    """Return the levels that stand of a transcript, by dimension."""
    return {name: one.level for name, one in desk.open(ANN, transcript).own.items()}


def told(lines: list[Label], dimension: str = "tone") -> list[object]:
    """Return what a ledger says of a dimension, line by line."""
    return [one.level or one.status for one in lines if one.dimension == dimension]


def test_after_undo_of_a_correction_the_label_before_it_stands_again(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.submit(task, filled(task, 2, note="so", evidence=(1,), seconds=3.0))
    correct(desk, task.transcript.id, 4)

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.again == ("tone",)
    assert standing(made.desk(), task.transcript.id) == {"tone": 2, "accuracy": 2}
    assert told(made.labels(ANN)) == [2, 4, "withdrawn", 2]
    assert told(made.labels(ANN), "accuracy") == [2]
    first, *_, again = [one for one in made.labels(ANN) if one.dimension == "tone"]
    assert again == first.model_copy(update={"id": again.id, "at": again.at})
    assert again.id != first.id


def test_the_form_shows_what_stands_again_so_that_saving_it_changes_nothing(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    first = labelled(desk, ANN, 2)
    correct(desk, first, 4)

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.task.draft.answers["tone"].level == 2
    assert desk.open(ANN, first).draft.answers["tone"].level == 2
    assert desk.submit(undone.task, undone.task.draft).written == 0
    assert taken(desk, ANN).transcript.id != first


def test_undo_goes_back_correction_by_correction_and_then_to_the_first_save(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    first = labelled(desk, ANN, 1)
    other = labelled(desk, ANN, 3)
    correct(desk, first, 2, 4)

    seen = []
    while (undone := made.desk().undo(ANN)) is not None:
        seen.append((undone.task.transcript.id, undone.again, standing(desk, first)))

    assert seen == [
        (first, ("tone",), {"accuracy": 1, "tone": 2}),
        (first, ("tone",), {"accuracy": 1, "tone": 1}),
        (other, (), {"accuracy": 1, "tone": 1}),
        (first, (), {}),
    ]
    assert told([one for one in made.labels(ANN) if one.transcript == first]) == (
        [1, 2, 4, "withdrawn", 2, "withdrawn", 1, "withdrawn"]
    )


def test_a_correction_that_is_made_again_after_undo_can_be_undone_again(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    first = labelled(desk, ANN, 2)

    for _ in range(2):
        correct(desk, first, 4)
        desk.undo(ANN)

    assert standing(desk, first) == {"tone": 2}
    assert desk.undo(ANN) is not None
    assert standing(desk, first) == {}


def test_a_label_given_anew_after_undo_is_no_label_that_stands_again(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    first = labelled(desk, ANN, 2)
    desk.undo(ANN)
    assert labelled(desk, ANN, 2) == first

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.again == ()
    assert told(made.labels(ANN)) == [2, "withdrawn", 2, "withdrawn"]


def test_an_imported_label_that_was_corrected_stands_again_as_an_import(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    first = labelled(desk, ANN, 2)
    path = Workspace(tmp_path).labels(ANN)
    imported = made.labels(ANN)[0].model_copy(update={"source": "there.csv:1"})
    path.write_text(imported.line() + "\n", encoding="utf-8")
    desk = made.desk()
    correct(desk, first, 4)

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.task.own["tone"].source == "there.csv:1"
    assert standing(desk, first) == {"tone": 2}
    assert desk.undo(ANN) is None


def test_who_had_seen_other_ratings_gets_the_last_label_from_after_that(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="labelling: {reveal: after_submit}\n")
    desk = made.desk()
    labelled(desk, BEN, 4)
    labelled(desk, ANN, 1)
    desk.others(desk.open(ANN, "t0"))
    correct(desk, "t0", 2, 3)

    levels = []
    for _ in range(3):
        desk.undo(ANN)
        levels.append(standing(desk, "t0"))

    assert levels == [{"tone": 2}, {"tone": 1}, {}]
    assert [one.after_reveal for one in made.labels(ANN)] == [False, *[True] * 5, False]


def test_a_label_under_an_earlier_meaning_is_said_again_and_still_does_not_count(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN, 1)
    made.write("rubrics/tone.yaml", rubric("tone", "2.0"))
    labelled(desk, ANN, 4)

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.again == ()
    assert undone.task.own == {}
    assert undone.task.draft.answers["tone"].level == 4
    assert [(one.level, one.rubric_version) for one in made.labels(ANN)][-1] == (1, "1.0")
    assert taken(made.desk(), ANN).draft == undone.task.draft


def test_those_who_read_labels_count_the_label_that_stands_again(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN, 1)
    correct(desk, "t0", 4)
    desk.undo(ANN)

    bench = Bench(tmp_path)
    evidence = bench.evidence(bench.rubrics(), ())["tone"]

    assert evidence.level.tolist() == [0]  # the code of level 1
    assert [one for one in check(Workspace(tmp_path)) if one.severity == "error"] == []


def test_the_queue_goes_on_where_it_was_after_undo_of_a_correction(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    first = labelled(desk, ANN)
    in_hand = taken(desk, ANN).transcript.id
    correct(desk, first, 4)
    events = made.assignments()

    desk.undo(ANN)

    assert taken(made.desk(), ANN).transcript.id == in_hand
    assert made.assignments() == events
