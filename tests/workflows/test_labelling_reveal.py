"""Reveal: nothing of others before one's own labels are in, and on the record after."""

from pathlib import Path

import pytest

from tests.workflows.sittings import ANN, BEN, CLEO, Room, filled, labelled, room, taken
from workbench.domain.rating import Verdict
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.covering import reveal

TWO = ("accuracy", "tone")
ALLOWED = "labelling: {reveal: after_submit}\n"
BY_NAME = "labelling: {reveal: after_submit, hide_names: false}\n"


def _judged(made: Room, level: int) -> None:
    made.write("judges.yaml", "judges:\n  strict: {model: some/model}\n  floor: {baseline: text}\n")
    rubric = Workspace(made.root).rubrics["tone"].rubric
    verdict = Verdict(
        id="v1",
        transcript="t0",
        dimension="tone",
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        judge="strict",
        judge_digest=Bench(made.root).fingerprint("strict", "tone"),
        status="rated",
        level=level,
        justification="It is curt.",
        at=made.now(),
    )
    ledger.append(Workspace(made.root).verdicts("strict"), [verdict.line()])


def test_others_are_shown_once_all_of_ones_own_labels_are_in(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, dimensions=TWO, policy=BY_NAME)
    _judged(made, 1)
    desk = made.desk()
    theirs = taken(desk, BEN)
    desk.submit(theirs, filled(theirs, 4, note="warm", evidence=(1,)))
    labelled(desk, ANN, mode="tone")
    task = desk.open(ANN, "t0")
    with pytest.raises(DataError, match="once all of your own are in"):
        desk.others(task)
    labelled(desk, ANN)

    rows = desk.others(task)

    assert [(one.rater, one.kind, one.dimension, one.level, one.said) for one in rows] == [
        (BEN, "labeller", "accuracy", 4, "warm"),
        (BEN, "labeller", "tone", 4, "warm"),
        ("strict", "judge", "tone", 1, "It is curt."),
    ]
    assert rows[0].evidence == (1,)


def test_names_are_hidden_where_the_policy_says_so(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy=f"overlap: 3\n{ALLOWED}")
    desk = made.desk()
    for who in (ANN, BEN, CLEO):
        labelled(desk, who)

    rows = desk.others(desk.open(ANN, "t0"))

    assert [one.rater for one in rows] == ["person 1", "person 2"]


def test_nothing_is_shown_where_the_policy_forbids_it(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, BEN)
    labelled(desk, ANN)

    with pytest.raises(DataError, match=r"`labelling\.reveal: never` in workbench\.yaml"):
        desk.others(desk.open(ANN, "t0"))

    assert [one.action for one in made.assignments()] == ["taken", "taken"]


def test_a_reveal_is_on_the_record_once_and_later_labels_are_kept_apart(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy=ALLOWED)
    desk = made.desk()
    labelled(desk, BEN, 4)
    labelled(desk, ANN, 1)
    task = desk.open(ANN, "t0")
    desk.others(task)
    desk.others(task)

    back = made.desk().open(ANN, "t0")
    (changed,) = desk.submit(back, filled(back, 4)).labels

    assert [one.action for one in made.assignments()] == ["taken", "taken", "revealed"]
    assert back.revealed
    assert changed.after_reveal
    assert desk.open(ANN, "t0").own["tone"].level == 4
    bench = Bench(tmp_path)
    evidence = bench.evidence(bench.rubrics(), ())["tone"]
    assert sorted(evidence.level.tolist()) == [0, 3]  # the codes of 1 and 4: the blind ones


def test_undo_after_a_reveal_leaves_the_blind_label(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy=ALLOWED)
    desk = made.desk()
    labelled(desk, BEN, 4)
    labelled(desk, ANN, 1)
    desk.others(desk.open(ANN, "t0"))
    back = desk.open(ANN, "t0")
    desk.submit(back, filled(back, 4))

    undone = desk.undo(ANN)

    assert undone is not None
    assert undone.again == ("tone",)
    assert undone.task.own["tone"].level == undone.task.draft.answers["tone"].level == 1
    assert len(made.labels(ANN)) == 3


def test_what_was_revealed_does_not_come_back_as_a_repeat(tmp_path: Path) -> None:
    policy = "labelling: {reveal: after_submit, repeats: 1.0, repeat_after: 1}\n"
    made = room(tmp_path, transcripts=3, policy=policy)
    desk = made.desk()
    first = labelled(desk, ANN)
    desk.others(desk.open(ANN, first))

    given = []
    while (task := desk.task(ANN)) is not None:
        desk.submit(task, filled(task))
        given.append((task.transcript.id, task.repeat))

    assert first not in {name for name, _ in given}
    assert [repeat for _, repeat in given] == [0, 0, 1]


def test_what_one_has_seen_others_ratings_of_comes_last_in_the_queue(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=3)
    for name in ("t0", "t1"):
        reveal(made.root, name, ANN, now=made.now())

    desk = made.desk()

    order = [labelled(desk, ANN) for _ in range(3)]
    assert order[0] == "t2"
    assert set(order[1:]) == {"t0", "t1"}
