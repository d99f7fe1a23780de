"""`judge` asks floors: stored like any judge's verdicts, never twice, and never trusted."""

import json
from pathlib import Path

import pytest

from tests.store.build import put, transcript
from tests.workflows.building import Desk, close, desk, only
from workbench.domain.look import Draw
from workbench.domain.rating import Verdict
from workbench.domain.transcript import Transcript, Turn
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Asked
from workbench.workflows.depicting import kappa_words
from workbench.workflows.flooring import Answers, ask_floors

JUDGES = """\
judges:
  strict: {model: some/model}
  elsewhere: {recorded: true}
  floor-majority: {baseline: majority}
  floor-length: {baseline: length}
  floor-text: {baseline: text}
panels:
  pair: {members: [strict, elsewhere]}
"""
FLOORS = ["floor-length", "floor-majority", "floor-text"]
WORDS = {1: "insult", 2: "short", 3: "please", 4: "wonderful"}


def place(root: Path, labels: int = 100, *, more: int = 5) -> Desk:
    """Make a workspace with labels, and a few conversations more than are labelled."""
    made = desk(root, judges=JUDGES)
    levels = ([1, 2, 3, 4] * 50)[: labels + more]
    put(Workspace(root), "transcripts/c.jsonl", map(conversation, range(len(levels)), levels))
    made.label(levels[:labels])
    return made


def conversation(number: int, level: int) -> Transcript:
    """Return a conversation that gives its level away, in its words and in its length."""
    said = Turn(index=0, role="assistant", content=f"{WORDS[level]} " * 4**level)
    return Transcript(id=f"t{number:03}", turns=(said,))


def ask(made: Desk, *judges: str) -> tuple[Answers, ...]:
    return ask_floors(made.root, Asked(judges=judges), now=made.now()).answers


def verdicts(made: Desk, name: str) -> list[Verdict]:
    lines = ledger.read(Workspace(made.root).verdicts(name))
    return [Verdict.from_line(line.data) for line in lines]


def development(made: Desk) -> set[str]:
    (draw,) = read_journal(made.root / "record/splits.jsonl", Draw).entries
    return {*draw.development, *draw.both}


def test_every_floor_rates_every_transcript_labelled_or_not(tmp_path: Path) -> None:
    made = place(tmp_path)

    answers = ask(made)

    assert [(one.judge, one.new, one.already) for one in answers] == [
        (name, 105, 0) for name in FLOORS
    ]
    assert {one.transcript for one in verdicts(made, "floor-text")} == {
        f"t{n:03}" for n in range(105)
    }


def test_a_floor_says_that_it_is_one_in_every_verdict(tmp_path: Path) -> None:
    made = place(tmp_path)

    ask(made)

    for name in FLOORS:
        assert all(
            (one.justification or "")[:16] == "A floor, no LLM:" for one in verdicts(made, name)
        )


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made)
    before = [verdicts(made, name) for name in FLOORS]

    again = ask(made)

    assert [(one.new, one.already) for one in again] == [(0, 105)] * 3
    assert [verdicts(made, name) for name in FLOORS] == before


def test_a_new_transcript_alone_is_asked_about(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made)
    put(Workspace(tmp_path), "transcripts/c.jsonl", [transcript("later")])

    again = ask(made)

    assert [(one.new, one.already) for one in again] == [(1, 105)] * 3


def test_a_torn_off_end_is_asked_again_to_the_same_verdicts(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made)
    path = Workspace(tmp_path).verdicts("floor-text")
    before = {one.transcript: one.level for one in verdicts(made, "floor-text")}
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:60]))

    ask(made)

    assert {one.transcript: one.level for one in verdicts(made, "floor-text")} == before


def test_a_corrected_development_label_makes_another_floor(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made)
    corrected = min(development(made))
    made.label([1], first=int(corrected[1:]))

    again = ask(made, "floor-text")

    assert again[0].new == 105
    assert len({one.judge_digest for one in verdicts(made, "floor-text")}) == 2


def test_a_corrected_test_label_changes_no_floor(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made)
    spared = min({f"t{n:03}" for n in range(100)} - development(made))
    made.label([1], first=int(spared[1:]))

    assert [one.new for one in ask(made)] == [0, 0, 0]


def test_the_test_side_teaches_a_floor_nothing(tmp_path: Path) -> None:
    first, second = place(tmp_path / "a"), place(tmp_path / "b")
    ask(first, "floor-text")
    ask(second, "floor-majority")
    for name in sorted({f"t{n:03}" for n in range(100)} - development(second)):
        second.label([1], first=int(name[1:]))

    ask(second, "floor-text")

    assert [one.level for one in verdicts(first, "floor-text")] == [
        one.level for one in verdicts(second, "floor-text")
    ]


def test_the_sides_are_drawn_on_the_record_before_a_floor_learns(tmp_path: Path) -> None:
    made = place(tmp_path)

    ask(made, "floor-majority")

    assert len(development(made)) == 50


def test_too_few_labels_are_refused_and_no_side_is_drawn(tmp_path: Path) -> None:
    made = place(tmp_path, 9)

    answers = ask(made)

    assert {one.refused for one in answers} == {"people gave a level to 9 cases, a floor takes 10"}
    assert not (tmp_path / "verdicts").exists()
    assert not (tmp_path / "record/splits.jsonl").exists()


def test_labels_of_one_level_are_refused(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=JUDGES)
    made.label([2] * 30)

    answers = ask(made, "floor-majority")

    assert answers[0].refused == "every label is 2: there is nothing to tell apart"


def test_labels_of_single_criteria_are_refused(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=JUDGES)
    for criterion in ("polite", "brief"):
        made.label([1, 2] * 10, criterion=criterion)

    refused = ask(made, "floor-majority")[0].refused

    assert refused == "its labels are of single criteria, and a floor rates whole transcripts"


def test_without_conversations_majority_works_and_the_others_are_refused_by_name(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path, judges=JUDGES)
    made.label([1, 2, 3, 3] * 5)

    answers = {one.judge: one for one in ask(made)}

    assert answers["floor-majority"].new == 20
    assert answers["floor-text"].refused == (
        "the baseline 'text' reads conversations, and 20 of the 20 it would learn from are not "
        "in this workspace (t000, t001, t002, …): import them"
    )
    assert answers["floor-length"].refused is not None


def test_a_labelled_transcript_of_the_test_side_that_is_not_here_is_counted(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made, "floor-majority")
    made.label([1], first=700)

    (answer,) = ask(made, "floor-text")

    assert (answer.new, answer.unread, answer.refused) == (105, 1, None)


def test_a_draft_rubric_is_no_hindrance(tmp_path: Path) -> None:
    draft = 'dimension: tone\nversion: "0.1"\ndraft: true\nlevels: [1, 2, 3, 4]\n'
    made = desk(tmp_path, judges=JUDGES, rubric=draft)
    made.label([1, 2, 3, 3] * 5)

    assert ask(made, "floor-majority")[0].new == 20


def test_another_rubric_text_is_asked_again(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made, "floor-majority")
    made.write(
        "rubrics/tone.yaml",
        (tmp_path / "rubrics/tone.yaml")
        .read_text("utf-8")
        .replace("rude", "insulting")
        .replace('"1.0"', '"1.1"'),
    )

    assert ask(made, "floor-majority")[0].new == 105


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("strict", "is no floor"),
        ("pair", "is no floor"),
        ("elsewhere", "is no floor"),
        ("nobody", "is not in judges.yaml"),
    ],
)
def test_a_judge_that_is_no_floor_is_refused_by_name(tmp_path: Path, name: str, why: str) -> None:
    made = place(tmp_path)

    with pytest.raises(DataError, match=f"judge {name!r}: .*{why}"):
        ask(made, "floor-text", name)


def test_a_workspace_without_a_floor_says_how_to_add_one(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2] * 10)

    with pytest.raises(DataError, match=r"names no floor.*baseline: text"):
        ask(made)


def test_calibrate_shows_floors_with_what_they_said_of_the_development_side(
    tmp_path: Path,
) -> None:
    made = place(tmp_path)
    ask(made)

    measured = only(made.calibrate(), "floor-text")

    assert (measured.status, measured.agreement.units, measured.decision) == ("floor", 50, None)
    assert measured.agreement.kappa_quadratic.value == 1


def test_certify_shows_floors_grants_them_nothing_and_counts_them_in_no_k(tmp_path: Path) -> None:
    made = place(tmp_path)
    made.judge(close([1, 2, 3, 4] * 25))
    ask(made)

    found = made.certify()

    assert only(found, "floor-text").status == "floor"
    assert only(found, "floor-text").agreement.kappa_quadratic.value == 1
    assert made.certificate().variants_tried == 1
    trusted = json.loads((tmp_path / "trusted.json").read_text("utf-8"))
    assert [one["judge"] for one in trusted["certificates"]] == ["strict"]
    assert {look.judge for look in made.looks()} == {"strict"}


def test_a_floor_fitted_on_other_labels_says_so_and_what_to_run(tmp_path: Path) -> None:
    made = place(tmp_path)
    ask(made, "floor-text")
    assert only(made.calibrate(), "floor-text").floor_step is None

    made.label([1, 2, 3, 4] * 25, labeller="ben")

    found = only(made.calibrate(), "floor-text")
    assert (found.status, found.agreement.units) == ("floor", 0)
    assert found.floor_step is not None
    assert found.floor_step.next == "run `workbench judge --judge 'floor-text'`"
    assert kappa_words(found.agreement) == (
        "not defined: its levels are of labels or a rubric text that changed since"
    )
    ask(made, "floor-text")
    assert only(made.calibrate(), "floor-text").floor_step is None
