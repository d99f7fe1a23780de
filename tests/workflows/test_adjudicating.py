"""Adjudication: what people differ on comes widest first, and what is decided is on the record."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.building import NOON, Desk, desk, tone
from workbench.domain.assignment import Assignment
from workbench.domain.disagreement import Left, Wanted
from workbench.domain.draft import Answer
from workbench.domain.flag import Flag
from workbench.domain.gold import Gold, GoldKey
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.adjudicating import Decision, Dossier, Row, Sitting, decide
from workbench.workflows.covering import reveal_all
from workbench.workflows.labelling import Desk as LabellingDesk
from workbench.workflows.undecided import unclear_cases

MOOD = (
    'dimension: mood\nversion: "1.0"\nquestion: How does it sound?\nscale: nominal\n'
    "anchors: {calm: calm, glad: glad, cross: cross}\n"
)
EVERY = Wanted(which="all")


def unit(number: int, dimension: str = "tone") -> GoldKey:
    return (f"t{number:03}", dimension, None)


def queue(made: Desk, wanted: Wanted | None = None) -> list[tuple[str, str]]:
    """Return transcript and how far apart, of the units asked for."""
    return [(row.disagreement.unit[0], row.apart) for row in rows(made, wanted)]


def rows(made: Desk, wanted: Wanted | None = None) -> tuple[Row, ...]:
    sitting = Sitting(made.root)
    sitting.find(wanted or Wanted())
    return sitting.rows()


def settle(made: Desk, number: int = 0, **fields: Any) -> Gold:
    given: dict[str, Any] = {
        "unit": unit(number),
        "adjudicator": "cem",
        "status": "rated",
        "level": 3,
        "reason": "Turn 1 thanks.",
    }
    return decide(made.root, Decision(**given | fields), now=made.now())


def recorded(made: Desk) -> tuple[Gold, ...]:
    return read_journal(made.root / "record" / "gold.jsonl", Gold).entries


def flag(made: Desk, number: int, **fields: Any) -> None:
    at = made.now()
    given = {
        "id": f"f{made.minutes}",
        "transcript": f"t{number:03}",
        "dimension": "tone",
        "judge": "careful",
        "verdict": "v1",
        "reason": "no_majority",
        "note": "a gave 1; b gave 4",
        "at": at,
    }
    one = Flag.model_validate(given | fields)
    ledger.append(Workspace(made.root).record("queue"), [one.line()])


def converse(made: Desk, number: int, *said: str) -> None:
    turns = [
        {"index": index, "role": "user" if index % 2 == 0 else "assistant", "content": text}
        for index, text in enumerate(said)
    ]
    one = Transcript.from_line(json.dumps({"id": f"t{number:03}", "turns": turns}))
    ledger.append(Workspace(made.root).collection("calls"), [one.line()])


def read(made: Desk, number: int = 0, reader: str = "cem") -> Dossier:
    return Sitting(made.root).dossier(unit(number), reader)


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """Return a workspace where three people label two transcripts 4, 4, 1 and 3, 3, 3."""
    made = desk(tmp_path)
    for labeller, levels in {"ann": [4, 3], "ben": [4, 3], "cem": [1, 3]}.items():
        made.label(levels, labeller=labeller)
    return made


# Field case 98.
def test_items_are_sorted_by_the_spread_over_all_labellers(made: Desk) -> None:
    found = rows(made, EVERY)

    assert [(row.disagreement.unit[0], row.disagreement.spread) for row in found] == [
        ("t000", 3),
        ("t001", 0),
    ]
    assert found[0].disagreement.given == ("4", "4", "1")
    assert [row.apart for row in found] == ["3 levels apart", "all agree"]


def test_only_units_on_which_labellers_differ_are_queued(made: Desk) -> None:
    assert queue(made) == [("t000", "3 levels apart")]


def test_a_level_beside_not_applicable_differs_and_is_called_so(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=tone(not_applicable="nothing is said"))
    made.label([2, "not_applicable", 2])
    made.label(["not_applicable", "not_applicable", "cannot_tell"], labeller="ben")

    assert queue(made) == [("t000", "a level against not applicable")]
    assert rows(made)[0].disagreement.given == ("2", "not_applicable")


def test_on_a_nominal_scale_the_number_of_levels_is_the_spread(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=tone())
    made.write("rubrics/mood.yaml", MOOD)
    for labeller, levels in {
        "ann": ["calm", "calm", "calm"],
        "ben": ["cross", "calm", "cross"],
        "cem": ["cross", "calm", "glad"],
    }.items():
        made.label(levels, labeller=labeller, dimension="mood")

    assert queue(made) == [("t002", "3 different levels"), ("t000", "2 different levels")]


@pytest.mark.parametrize(
    "fields",
    [
        {"repeat": 1},
        {"after_reveal": True},
        {"rubric_version": "0.9"},
    ],
)
def test_labels_that_do_not_count_for_trust_open_no_disagreement(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    made = desk(tmp_path)
    made.label([4])
    made.label([1], labeller="ben", **fields)

    assert queue(made) == []


def test_a_corrected_or_withdrawn_label_no_longer_differs(made: Desk) -> None:
    made.label([4], labeller="cem")
    assert queue(made) == []

    made.label([2], labeller="cem")
    made.label(["withdrawn"], labeller="cem")
    assert queue(made) == []


def test_two_criteria_of_one_transcript_are_two_units(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4], criterion="greets")
    made.label([1], labeller="ben", criterion="thanks")
    made.label([3], labeller="ben", criterion="greets")

    (row,) = rows(made)
    assert row.disagreement.unit == ("t000", "tone", "greets")
    assert row.disagreement.spread == 1


def test_a_flagged_unit_is_queued_with_where_the_flag_comes_from(made: Desk) -> None:
    flag(made, 1)
    flag(made, 7, reason="contradiction", judge="strict", note="strict gave 4")

    found = rows(made, Wanted(which="flagged"))

    assert [(row.disagreement.unit[0], row.reasons) for row in found] == [
        ("t001", ("panel careful found no majority",)),
        ("t007", ("a check and the verdict of judge strict contradict each other",)),
    ]
    assert [row.apart for row in found] == ["all agree", "no label yet"]


def test_a_flag_on_one_criterion_queues_that_one_whether_or_not_it_is_labelled(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    made.label([4], criterion="greets")
    made.label([4], criterion="thanks")
    flag(made, 0, criterion="thanks")
    flag(made, 0, criterion="waits")

    found = rows(made, Wanted(which="flagged"))

    assert [row.disagreement.unit for row in found] == [
        ("t000", "tone", "thanks"),
        ("t000", "tone", "waits"),
    ]
    assert [len(row.reasons) for row in found] == [1, 1]


def test_a_flag_that_names_no_criterion_is_about_each_that_is_labelled(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4], criterion="greets")
    made.label([4], criterion="thanks")
    flag(made, 0)

    found = rows(made, Wanted(which="flagged"))

    assert [row.disagreement.unit[2] for row in found] == ["greets", "thanks"]


def test_a_flag_on_the_whole_transcript_queues_every_dimension(made: Desk) -> None:
    made.write("rubrics/mood.yaml", MOOD)
    flag(made, 1, dimension=None, judge=None, verdict=None, reason="flagged", labeller="ann")

    found = rows(made, Wanted(which="flagged"))

    assert [row.disagreement.unit for row in found] == [unit(1), unit(1, "mood")]


def test_the_queue_is_paged_and_knows_the_place_of_a_unit(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4] * 9)
    made.label([1, 2, 3] * 3, labeller="ben")
    sitting = Sitting(made.root)

    total = sitting.find(Wanted())
    pages = [sitting.rows(offset, 4) for offset in (0, 4, 8)]

    assert total == 9
    assert [len(page) for page in pages] == [4, 4, 1]
    names = [row.disagreement.unit[0] for page in pages for row in page]
    assert names == ["t000", "t003", "t006", "t001", "t004", "t007", "t002", "t005", "t008"]
    assert sitting.place(unit(4)) == 4
    assert sitting.place(unit(40)) is None


def test_what_its_reader_labelled_comes_last_and_is_left_to_others(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4, 4, 4, 4])
    made.label([1, 2, 3, 4], labeller="ben")
    made.label([1, None, None, 1], labeller="cem")
    sitting = Sitting(made.root, "cem")

    total = sitting.find(Wanted())

    found = [(row.disagreement.unit[0], row.disagreement.own) for row in sitting.rows()]
    assert found == [("t001", False), ("t002", False), ("t000", True), ("t003", True)]
    assert (total, sitting.left()) == (4, Left(free=2, own=2))


def test_the_next_that_its_reader_may_settle_is_found_going_round(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4, 4, 4])
    made.label([1, 2, 3], labeller="ben")
    made.label([1], labeller="cem")
    sitting = Sitting(made.root, "cem")
    sitting.find(Wanted())

    assert [sitting.free(place) for place in range(4)] == [0, 1, 0, 0]
    assert sitting.free(1, besides=0) == 1
    assert sitting.free(2, besides=0) == 1


def apart_for_dan(tmp_path: Path) -> Desk:
    """Return t000 to t003 on which ann and ben differ; dan has labelled another transcript."""
    made = desk(tmp_path)
    made.label([4, 4, 4, 4])
    made.label([1, 1, 2, 3], labeller="ben")
    made.label([2], labeller="dan", first=9)
    return made


def seen(made: Desk, *numbers: int) -> None:
    """Have dan shown what others say of some transcripts."""
    reveal_all(made.root, [f"t{number:03}" for number in numbers], "dan", now=made.now())


def found_by(made: Desk, reader: str, wanted: Wanted | None = None) -> Sitting:
    sitting = Sitting(made.root, reader)
    sitting.find(wanted or Wanted())
    return sitting


def test_what_costs_a_blind_label_is_next_only_where_nothing_else_is_left(tmp_path: Path) -> None:
    made = apart_for_dan(tmp_path)
    assert found_by(made, "dan").free(0) == 0

    seen(made, 1, 3)
    sitting = found_by(made, "dan")

    assert sitting.sparing() == 2
    assert [sitting.free(place) for place in range(4)] == [1, 1, 3, 3]
    assert sitting.free(2, besides=3) == 1

    settle(made, 1)
    settle(made, 3)
    left = found_by(made, "dan")
    assert (left.left(), left.sparing()) == (Left(free=2, own=0), 0)
    assert [left.free(place) for place in range(2)] == [0, 1]


def test_whoever_labels_nothing_here_has_no_blind_label_to_lose(tmp_path: Path) -> None:
    made = apart_for_dan(tmp_path)

    sitting = found_by(made, "cleo")

    assert sitting.sparing() == 4
    assert not any(sitting.spends_label(unit(number)) for number in range(4))


def test_a_unit_that_nobody_else_labelled_costs_nothing(tmp_path: Path) -> None:
    made = apart_for_dan(tmp_path)
    flag(made, 9)
    flag(made, 20)
    sitting = found_by(made, "dan", Wanted(which="flagged"))

    assert sitting.left() == Left(free=1, own=1)
    assert sitting.sparing() == 1
    assert not sitting.spends_label(unit(9))
    assert not sitting.spends_label(unit(20))


def test_a_label_on_another_dimension_leaves_this_one_blind(tmp_path: Path) -> None:
    made = apart_for_dan(tmp_path)
    made.write("rubrics/mood.yaml", MOOD)
    made.label(["calm"], dimension="mood")
    made.label(["glad"], dimension="mood", labeller="dan")

    sitting = found_by(made, "dan")

    assert not sitting.spends_label(unit(0, "mood"))
    assert sitting.spends_label(unit(0))


def test_labels_of_one_criterion_leave_the_others_of_the_transcript_blind_to_nobody(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    for labeller, level in {"ann": 4, "ben": 1}.items():
        made.label([level], labeller=labeller, criterion="greets")
        made.label([level], labeller=labeller, criterion="thanks")
    made.label([2], labeller="dan", criterion="greets")

    assert not found_by(made, "dan").spends_label(("t000", "tone", "thanks"))


def test_what_was_seen_since_is_no_cost_any_more(tmp_path: Path) -> None:
    made = apart_for_dan(tmp_path)
    assert found_by(made, "dan").spends_label(unit(0))

    seen(made, 0)

    assert not found_by(made, "dan").spends_label(unit(0))


def test_what_is_flagged_among_what_was_found_is_counted(made: Desk) -> None:
    flag(made, 1)
    flag(made, 2)

    every = found_by(made, "dan", EVERY)
    other = found_by(made, "dan", Wanted(dimension="mood"))

    assert (every.flagged(), other.flagged()) == (2, 0)


def test_nothing_decided_and_nothing_of_ones_own_is_there_to_settle_next(made: Desk) -> None:
    settle(made)
    sitting = Sitting(made.root, "dan")
    sitting.find(Wanted(settled=True))
    assert sitting.free(0) is None
    assert sitting.left() == Left(free=0, own=0)

    mine = Sitting(made.root, "ann")
    mine.find(EVERY)
    assert mine.free(0) is None
    assert mine.left() == Left(free=0, own=1)


def test_one_dimension_can_be_asked_for(made: Desk) -> None:
    made.write("rubrics/mood.yaml", MOOD)
    made.label(["calm"], dimension="mood")
    made.label(["glad"], dimension="mood", labeller="ben")

    assert [row.disagreement.unit for row in rows(made)] == [
        unit(0),
        unit(0, "mood"),
    ]
    assert queue(made, Wanted(dimension="mood")) == [("t000", "2 different levels")]


def test_a_decision_is_on_the_record_with_what_it_was_made_under(made: Desk) -> None:
    converse(made, 0, "hello", "thank you")

    settle(made)

    (gold,) = recorded(made)
    assert (gold.key, gold.status, gold.level) == (unit(0), "rated", 3)
    assert (gold.adjudicator, gold.reason) == ("cem", "Turn 1 thanks.")
    assert (gold.rubric_version, gold.rubric_digest) == ("1.0", made.rubric.digest)
    assert gold.transcript_digest is not None


def test_a_settled_unit_leaves_the_queue_unless_it_is_asked_for(made: Desk) -> None:
    gold = settle(made)

    assert queue(made) == []
    (row,) = rows(made, Wanted(settled=True))
    assert row.gold == gold


def test_a_decision_taken_back_puts_the_unit_in_the_queue_again(made: Desk) -> None:
    gold = settle(made)

    settle(made, status="withdrawn", level=None, reason="misread", replaces=gold.id)

    assert queue(made) == [("t000", "3 levels apart")]
    dossier = read(made)
    assert dossier.gold is None
    assert [one.status for one in dossier.history] == ["withdrawn", "rated"]


def test_gold_of_another_major_version_settles_nothing(made: Desk) -> None:
    settle(made)
    made.write("rubrics/tone.yaml", tone("1.1", anchor="very rude"))
    assert queue(made) == []

    made.write("rubrics/tone.yaml", tone("2.0"))
    for labeller, level in {"ann": 4, "ben": 2}.items():
        made.label([level], labeller=labeller)

    assert queue(made) == [("t000", "2 levels apart")]


def test_an_unclear_anchor_goes_to_the_rubric_until_its_text_changes(made: Desk) -> None:
    gold = settle(made, status="unclear", level=None, reason="Curt or polite?")

    assert queue(made) == []
    assert unclear_cases(made.root) == {"tone": (gold,)}

    made.write("rubrics/tone.yaml", tone("1.1", anchor="very rude"))
    assert queue(made) == [("t000", "3 levels apart")]
    assert unclear_cases(made.root) == {}


def test_unclear_cases_are_told_newest_first(made: Desk) -> None:
    for number in (0, 1):
        settle(made, number, status="unclear", level=None)

    assert [one.transcript for one in unclear_cases(made.root)["tone"]] == ["t001", "t000"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"adjudicator": None}, "a decision carries a name"),
        ({"adjudicator": "  "}, "a decision carries a name"),
        ({"reason": " \n"}, "needs a reason"),
        ({"level": 5}, "level must be one of 1-4, got 5"),
        ({"level": None}, "level must be one of 1-4, got None"),
        ({"status": "not_applicable", "level": None}, "has no `not_applicable`"),
        ({"status": "unclear"}, "goes with status 'rated'"),
        ({"status": "withdrawn", "level": None}, "no decision to take back"),
        ({"unit": unit(0, "wit")}, "dimension 'wit': has no rubric"),
        ({"replaces": "gone"}, "was taken back since you opened it"),
    ],
)
def test_what_cannot_be_gold_is_refused_and_not_written(
    made: Desk, fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        settle(made, **fields)

    assert recorded(made) == ()


def test_a_decision_made_meanwhile_is_not_replaced_unseen(made: Desk) -> None:
    first = settle(made, adjudicator="ann")

    with pytest.raises(DataError, match="'ann' decided since you opened it"):
        settle(made, adjudicator="ben", level=1)
    settle(made, adjudicator="ben", level=1, replaces=first.id)

    assert [one.level for one in recorded(made)] == [3, 1]
    standing = read(made).gold
    assert standing is not None
    assert standing.level == 1


def test_a_decision_counts_beside_a_clock_that_was_ahead(made: Desk) -> None:
    ahead = Decision(unit=unit(0), adjudicator="ann", status="rated", level=2, reason="so")
    gold = decide(made.root, ahead, now=NOON + timedelta(days=1))

    settle(made, status="withdrawn", level=None, replaces=gold.id)
    settle(made, level=4)

    standing = read(made).gold
    assert standing is not None
    assert standing.level == 4


def test_labels_stand_side_by_side_with_notes_and_the_turns_they_cite(made: Desk) -> None:
    converse(made, 0, "hello", "w" * 300)
    made.label([2], labeller="ann", note="too curt", evidence=(1, 5))

    given = {label.level: label for label in read(made).labels}

    assert given["2"].note == "too curt"
    cited, beyond = given["2"].cited
    assert (cited.turn, cited.role) == (1, "assistant")
    assert cited.excerpt == "w" * 120 + "..."
    assert (beyond.turn, beyond.excerpt) == (5, None)


def test_names_are_numbers_of_the_units_own_order_and_no_name_is_anywhere(tmp_path: Path) -> None:
    made = desk(tmp_path)
    names = ("ann", "ben", "cem", "dee")
    for level, labeller in enumerate(names, 1):
        made.label([level] * 12, labeller=labeller)
    dossiers = [read(made, number, reader="eli") for number in range(12)]

    numbered = ("label 1", "label 2", "label 3", "label 4")
    assert {tuple(label.name for label in one.labels) for one in dossiers} == {numbered}
    assert len({tuple(label.level for label in one.labels) for one in dossiers}) > 1
    assert not any(name in repr(one.labels) for one in dossiers for name in names)


def test_names_are_shown_where_the_policy_says_so(made: Desk) -> None:
    made.write("workbench.yaml", "labelling: {hide_names: false}\n")
    flag(made, 0, judge=None, verdict=None, reason="flagged", labeller="ben", note="odd")

    dossier = read(made)

    assert [label.name for label in dossier.labels] == ["ann", "ben", "cem"]
    assert [one.sentence for one in dossier.flags] == ["ben asks for a look"]


def test_the_reader_is_told_which_label_is_their_own(made: Desk) -> None:
    assert [label.level for label in read(made, reader="cem").labels if label.own] == ["1"]
    assert not any(label.own for label in read(made, reader="dee").labels)


def test_what_judges_gave_is_not_told_before_people_have_settled_the_unit(made: Desk) -> None:
    made.judge([2], first=0)
    flag(made, 0)
    flag(made, 0, judge=None, verdict=None, reason="flagged", labeller="ann", note="see turn 1")

    before = read(made)
    unclear = settle(made, status="unclear", level=None)
    marked = read(made)
    settle(made, replaces=unclear.id)
    after = read(made)

    assert [(one.sentence, one.note) for one in before.flags] == [
        ("panel careful found no majority", None),
        ("a labeller asks for a look", "see turn 1"),
    ]
    assert marked.flags == before.flags
    assert after.flags[0].note == "a gave 1; b gave 4"


def test_who_is_shown_what_others_say_is_on_the_record(made: Desk) -> None:
    made.label([None, None, 3], labeller="dee")
    flag(made, 3)
    sitting = Sitting(made.root)

    for number, reader in ((0, "ann"), (2, "dee"), (3, "ann")):
        sitting.reveal(unit(number), reader, now=made.now())

    # On t002 the only label is the reader's own, and t003 has none: nothing is given away.
    (shown,) = read_journal(made.root / "record" / "assignments.jsonl", Assignment).entries
    assert (shown.transcript, shown.labeller, shown.action) == ("t000", "ann", "revealed")


def test_what_an_adjudicator_labels_after_reading_others_is_kept_apart(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4])
    converse(made, 0, "hello", "thank you")
    Sitting(made.root).reveal(unit(0), "ben", now=made.now())

    labelling = LabellingDesk(made.root, made.now)
    task = labelling.open("ben", "t000")
    answers = {"tone": Answer(status="rated", level=1)}
    labelling.submit(task, task.draft.model_copy(update={"answers": answers}))

    assert queue(made, EVERY) == [("t000", "one label")]


def test_one_reason_that_was_flagged_again_is_told_once(made: Desk) -> None:
    flag(made, 0)
    flag(made, 0)

    assert len(read(made).flags) == 1
    assert rows(made)[0].reasons == ("panel careful found no majority",)


def test_a_unit_without_its_conversation_can_still_be_settled(made: Desk) -> None:
    assert read(made).transcript is None

    settle(made)

    assert recorded(made)[0].transcript_digest is None


def test_a_line_that_is_no_decision_is_stepped_over_and_told(made: Desk) -> None:
    settle(made)
    path = made.root / "record" / "gold.jsonl"
    path.write_text('{"id": 1}\n' + path.read_text(encoding="utf-8"), encoding="utf-8")

    assert queue(made) == []
    assert [one.file for one in made.calibrate().stepped_over] == ["record/gold.jsonl"]


def test_a_workspace_without_labels_has_an_empty_queue(tmp_path: Path) -> None:
    sitting = Sitting(desk(tmp_path).root)

    assert sitting.find(EVERY) == 0
    assert sitting.rows() == ()
    assert sitting.dimensions == ("tone",)


def test_the_record_holds_plain_json(made: Desk, tmp_path: Path) -> None:
    settle(made)

    (line,) = (tmp_path / "record" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["level"] == 3
