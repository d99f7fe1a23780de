"""Label: the queue of one's own, drafts that come back, and what a submit writes and refuses."""

from pathlib import Path

import pytest

from tests.workflows.sittings import (
    ANN,
    BEN,
    CLEO,
    conversation,
    filled,
    labelled,
    room,
    rubric,
    taken,
)
from workbench.domain.draft import Answer
from workbench.domain.flag import Flag
from workbench.errors import DataError
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.askable import STARTER
from workbench.workflows.checking import check

TWO = ("accuracy", "tone")


def test_everybody_works_through_all_transcripts_in_an_order_of_their_own(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=12, policy="overlap: 3\n")
    desk = made.desk()

    orders = {who: [labelled(desk, who) for _ in range(12)] for who in (ANN, BEN, CLEO)}

    assert all(sorted(order) == sorted(f"t{n}" for n in range(12)) for order in orders.values())
    assert len({tuple(order) for order in orders.values()}) == 3
    assert [desk.task(who) for who in orders] == [None] * 3


def test_the_order_is_the_same_at_every_start(tmp_path: Path) -> None:
    orders = []
    for name in ("a", "b"):
        made = room(tmp_path / name, transcripts=6)
        orders.append([labelled(made.desk(), ANN) for _ in range(6)])

    assert orders[0] == orders[1]


def test_the_transcript_in_hand_comes_again_until_it_is_labelled(tmp_path: Path) -> None:
    made = room(tmp_path)
    first = taken(made.desk(), ANN)

    again = taken(made.desk(), ANN)

    assert again.transcript == first.transcript
    assert len(made.assignments()) == 1


def test_a_half_filled_form_comes_back_after_a_restart_with_its_cursor(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    task = taken(made.desk(), ANN)
    answers = {"tone": Answer(status="rated", level=2, evidence=(1,)), "accuracy": Answer(note="?")}
    draft = task.draft.model_copy(update={"answers": answers, "turn": 3, "dimension": "tone"})

    made.desk().keep(draft)

    assert taken(made.desk(), ANN).draft == draft
    assert made.labels(ANN) == []


def test_a_label_says_what_it_was_made_under(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    task = taken(desk, ANN)

    (label,) = desk.submit(
        task, filled(task, 4, note="  because ", evidence=(3, 1, 3), seconds=12.34)
    ).labels

    assert made.labels(ANN) == [label]
    assert label.transcript_digest == task.transcript.digest
    assert (label.rubric_version, label.rubric_digest) == ("1.0", task.rubrics[0].digest)
    assert (label.level, label.note, label.evidence) == (4, "  because ", (1, 3))
    assert (label.sampled, label.sampled_assumed, label.repeat) == ("random", False, 0)
    assert label.seconds == 12.3
    assert [one for one in check(Workspace(tmp_path)) if one.severity == "error"] == []


def test_the_draft_is_gone_once_its_labels_are_written(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.keep(filled(task))

    desk.submit(task, filled(task))

    assert made.drafts() == []
    assert len(made.labels(ANN)) == 1


def test_going_back_shows_ones_own_label_and_a_change_is_a_new_line(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    first = labelled(desk, ANN, 2)
    labelled(desk, ANN)

    task = desk.open(ANN, first)
    changed = {**task.draft.answers, "tone": Answer(status="rated", level=4)}
    desk.submit(task, task.draft.model_copy(update={"answers": changed}))

    assert {name: label.level for name, label in task.own.items()} == {"tone": 2, "accuracy": 2}
    written = [(one.dimension, one.level) for one in made.labels(ANN) if one.transcript == first]
    assert written == [("accuracy", 2), ("tone", 2), ("tone", 4)]
    assert {n: one.level for n, one in desk.open(ANN, first).own.items()} == {
        "tone": 4,
        "accuracy": 2,
    }


def test_a_form_that_says_what_stands_writes_nothing_and_returns_it(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    task = taken(desk, ANN)
    before = desk.submit(task, filled(task, note="so"))

    back = desk.open(ANN, task.transcript.id)
    after = desk.submit(back, back.draft)

    assert after.labels == before.labels
    assert (before.written, after.written) == (2, 0)
    assert len(made.labels(ANN)) == 2


def test_the_newest_line_counts_also_where_the_clock_was_set_back(tmp_path: Path) -> None:
    made = room(tmp_path)
    made.seconds = 1000
    first = labelled(made.desk(), ANN, 1)

    made.seconds = 0
    desk = made.desk()
    task = desk.open(ANN, first)
    desk.submit(task, filled(task, 4))

    assert made.desk().open(ANN, first).own["tone"].level == 4


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer(), "has no answer yet"),
        (Answer(note="only a note"), "has no answer yet"),
        (Answer(status="rated"), "the level must be one of 1-4, got None"),
        (Answer(status="rated", level=5), "the level must be one of 1-4, got 5"),
        (Answer(status="rated", level="3"), "the level must be one of 1-4, got '3'"),
        (Answer(status="cannot_tell", level=3), "status 'cannot_tell' has no level, got 3"),
        (Answer(status="not_applicable"), "does not say when 'not applicable' is an answer"),
        (Answer(status="rated", level=3, evidence=(4,)), "cites turn 4, .* end at 3"),
    ],
)
def test_an_answer_that_breaks_a_rule_is_named_and_nothing_is_written(
    tmp_path: Path, answer: Answer, problem: str
) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    task = taken(desk, ANN)
    answers = {"accuracy": Answer(status="rated", level=3), "tone": answer}

    with pytest.raises(DataError, match=f"^dimension 'tone': .*{problem}"):
        desk.submit(task, task.draft.model_copy(update={"answers": answers}))

    assert made.labels(ANN) == []
    assert taken(desk, ANN).transcript == task.transcript


def test_every_dimension_without_an_answer_is_named(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    task = taken(made.desk(), ANN)

    with pytest.raises(DataError, match=r"'accuracy': has no answer.*'tone': has no answer"):
        made.desk().submit(task, task.draft)


def test_not_applicable_is_an_answer_where_the_rubric_says_when(tmp_path: Path) -> None:
    made = room(tmp_path)
    made.write("rubrics/tone.yaml", rubric("tone", more="not_applicable: Nobody spoke.\n"))
    desk = made.desk()
    task = taken(desk, ANN)
    answers = {"tone": Answer(status="not_applicable")}

    (label,) = desk.submit(task, task.draft.model_copy(update={"answers": answers})).labels

    assert (label.status, label.level) == ("not_applicable", None)
    assert taken(desk, ANN).transcript != task.transcript


def test_by_dimension_one_dimension_is_worked_through_the_queue(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=3, dimensions=TWO)
    desk = made.desk()

    first = [labelled(desk, ANN, mode="tone") for _ in range(3)]

    assert desk.task(ANN, "tone") is None
    assert {label.dimension for label in made.labels(ANN)} == {"tone"}
    assert [labelled(desk, ANN, mode="accuracy") for _ in range(3)] != []
    assert desk.task(ANN) is None
    assert sorted(first) == ["t0", "t1", "t2"]


def test_a_transcript_labelled_in_part_comes_before_others(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=8, dimensions=TWO)
    desk = made.desk()
    begun = labelled(desk, ANN, 1, mode="tone")

    task = taken(desk, ANN)

    assert task.transcript.id == begun
    assert task.draft.answers["tone"].level == 1
    assert "accuracy" not in task.draft.answers


def test_a_draft_of_one_mode_is_not_mixed_with_that_of_another(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, dimensions=TWO)
    desk = made.desk()
    whole = taken(desk, ANN)
    desk.keep(filled(whole, {"tone": 1, "accuracy": 2}))
    alone = taken(desk, ANN, "tone")
    desk.submit(alone, filled(alone, 4))

    draft = taken(desk, ANN).draft

    assert {name: answer.level for name, answer in draft.answers.items()} == {
        "tone": 4,
        "accuracy": 2,
    }


def test_a_form_of_another_task_is_refused(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    mine, theirs = taken(desk, ANN), taken(desk, BEN)

    with pytest.raises(DataError, match="was handed the form of 'labeller B'"):
        desk.submit(mine, filled(theirs))

    assert made.labels(ANN) == made.labels(BEN) == []


def test_a_skipped_transcript_is_given_back_with_its_reason(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=2)
    desk = made.desk()
    task = taken(desk, ANN)

    desk.skip(task, " I know the customer ")
    desk.skip(task, "twice")

    assert taken(desk, ANN).transcript != task.transcript
    assert [(one.action, one.reason) for one in made.assignments()] == [
        ("taken", None),
        ("skipped", "I know the customer"),
        ("taken", None),
    ]
    labelled(desk, ANN)
    assert desk.task(ANN) is None
    assert desk.open(ANN, task.transcript.id).transcript == task.transcript


def test_skipping_without_a_reason_is_refused(tmp_path: Path) -> None:
    made = room(tmp_path)
    task = taken(made.desk(), ANN)

    with pytest.raises(DataError, match="skipping needs a reason"):
        made.desk().skip(task, "  ")


def test_a_flag_asks_for_a_look_and_says_who_asks(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    task = taken(desk, ANN)

    desk.flag(task, "who is right here?", "tone")
    with pytest.raises(DataError, match="a flag needs a note"):
        desk.flag(task, "")

    (flag,) = read_journal(Workspace(tmp_path).record("queue"), Flag).entries
    assert (flag.transcript, flag.dimension, flag.labeller) == (task.transcript.id, "tone", ANN)
    assert (flag.reason, flag.note) == ("flagged", "who is right here?")


def test_undo_withdraws_the_last_submit_and_brings_its_form_back(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.submit(task, filled(task, 2, note="so", evidence=(1,), seconds=3.0))
    taken(desk, ANN)

    back = made.desk().undo(ANN)

    assert back is not None
    assert back.again == ()
    assert back.task.transcript == task.transcript
    assert back.task.own == {}
    assert back.task.draft.answers["tone"] == Answer(
        status="rated", level=2, note="so", evidence=(1,), seconds=3.0
    )
    lines = [(one.dimension, one.status, one.level) for one in made.labels(ANN)]
    assert lines == [
        ("accuracy", "rated", 2),
        ("tone", "rated", 2),
        ("accuracy", "withdrawn", None),
        ("tone", "withdrawn", None),
    ]
    assert taken(made.desk(), ANN).draft == back.task.draft


def test_undo_goes_back_submit_by_submit_and_then_there_is_nothing(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    order = [labelled(desk, ANN) for _ in range(3)]

    undone = [desk.undo(ANN) for _ in range(4)]

    assert [one.task.transcript.id if one else None for one in undone] == [*reversed(order), None]
    assert desk.progress(ANN).mine_done == 0


def test_undo_keeps_to_the_mode_of_what_it_takes_back(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    labelled(desk, ANN, mode="tone")

    same, other = desk.undo(ANN, "tone"), None
    labelled(desk, ANN, mode="tone")
    other = desk.undo(ANN, "accuracy")

    assert same is not None
    assert [one.dimension for one in same.task.rubrics] == ["tone"]
    assert other is not None
    assert [one.dimension for one in other.task.rubrics] == list(TWO)


def test_what_was_imported_is_no_submit_to_undo(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    labelled(desk, ANN)
    path = Workspace(tmp_path).labels(ANN)
    (label,) = made.labels(ANN)
    imported = label.model_copy(update={"source": "there.csv:1"})
    path.write_text(imported.line() + "\n", encoding="utf-8")

    assert made.desk().undo(ANN) is None


def test_history_is_ones_own_newest_first_and_page_by_page(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    order = [labelled(desk, ANN), labelled(desk, ANN), labelled(desk, ANN, mode="tone")]
    labelled(desk, BEN)

    pages = [desk.done(ANN, offset, 2) for offset in (0, 2, 4)]

    assert [[one.transcript_id for one in page] for page in pages] == [
        [order[2], order[1]],
        [order[0]],
        [],
    ]
    assert [one.complete for page in pages for one in page] == [False, True, True]


def test_a_label_under_an_earlier_meaning_is_not_done_and_a_wording_is(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN)

    made.write("rubrics/tone.yaml", rubric("tone", "1.1"))
    assert desk.task(ANN) is None
    made.write("rubrics/tone.yaml", rubric("tone", "2.0"))
    task = taken(desk, ANN)

    assert task.own == {}
    assert task.draft.answers == {}
    (label,) = desk.submit(task, filled(task, 1)).labels
    assert label.rubric_version == "2.0"
    assert desk.task(ANN) is None


def test_a_label_is_of_the_text_that_was_on_the_screen(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, ANN)

    made.write("rubrics/tone.yaml", rubric("tone", "2.0"))
    (label,) = desk.submit(task, filled(task, 1)).labels

    assert label.rubric_version == "1.0"
    assert taken(desk, ANN).rubrics[0].version == "2.0"


def test_drafts_of_rubrics_are_not_labelled(tmp_path: Path) -> None:
    made = room(tmp_path)
    made.write(
        "rubrics/new.yaml", 'dimension: new\nversion: "0.1"\nlevels: [1, 2, 3, 4]\ndraft: true\n'
    )
    desk = made.desk()

    assert desk.dimensions() == ("tone",)
    assert [one.dimension for one in taken(desk, ANN).rubrics] == ["tone"]
    with pytest.raises(DataError, match="dimension 'new': has no rubric to label by; known: tone"):
        desk.task(ANN, "new")


def test_criteria_are_no_question_about_a_whole_transcript(tmp_path: Path) -> None:
    made = room(tmp_path)
    made.write("rubrics/criteria.yaml", STARTER)

    assert [one.dimension for one in taken(made.desk(), ANN).rubrics] == ["tone"]


def test_without_a_rubric_there_is_nothing_to_label_by(tmp_path: Path) -> None:
    desk = room(tmp_path, dimensions=()).desk()

    assert desk.dimensions() == ()
    with pytest.raises(DataError, match="rubrics/: holds no rubric to label by"):
        desk.task(ANN)


def test_without_a_transcript_nothing_is_left(tmp_path: Path) -> None:
    desk = room(tmp_path, transcripts=0).desk()

    assert desk.task(ANN) is None
    assert desk.progress(ANN).team_needed == 0


def test_what_is_imported_while_people_label_joins_their_queues(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN)
    assert desk.task(ANN) is None

    made.put(conversation("new"))

    assert taken(desk, ANN).transcript.id == "new"


def test_a_changed_policy_holds_at_once(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    desk = made.desk()
    labelled(desk, ANN)
    assert desk.task(BEN) is None

    made.write("workbench.yaml", "overlap: 2\n")

    assert taken(desk, BEN).transcript.id == "t0"


@pytest.mark.parametrize("name", ["", " labeller", "a\nb", "x" * 300])
def test_a_name_that_no_ledger_can_have_is_refused_before_anything_is_taken(
    tmp_path: Path, name: str
) -> None:
    made = room(tmp_path)

    with pytest.raises(DataError, match="name "):
        made.desk().task(name)

    assert made.assignments() == []


def test_a_folder_that_is_no_workspace_is_refused(tmp_path: Path) -> None:
    made = room(tmp_path / "there")
    made.root = tmp_path

    with pytest.raises(DataError, match="is no workspace"):
        made.desk()
