"""The Label page: blind, by keyboard, and nothing that it calls saved is not in the ledger."""

import re
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.app.labelling import (
    TALK,
    chosen,
    field,
    here,
    labels,
    press,
    protos,
    sent,
    workspace,
)
from tests.app.opening import opened, shown
from tests.workflows.building import desk
from workbench.app.components import keyboard
from workbench.workflows.covering import reveal

HOSTILE = "![beacon](http://x.test/a.png) <script>alert(1)</script> <img src=x> www.x.test"


@pytest.fixture(autouse=True)
def _no_desk_is_left_over() -> None:
    st.cache_resource.clear()


def test_a_transcript_is_labelled_by_keys_and_saved_in_the_ledger(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, TALK])
    app = opened(tmp_path)

    for key in ("3", "2", "S"):
        press(app, key)

    assert not app.exception
    assert "Saved: 2 labels of t00" in shown(app)
    assert {(one.dimension, one.level) for one in labels(tmp_path)} == {("facts", 3), ("tone", 2)}
    assert chosen(app) == []


def test_choosing_a_level_moves_on_to_the_next_dimension_without_an_answer(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    press(app, "3")

    assert [one.value for one in app.subheader] == ["tone"]


def test_nothing_is_chosen_before_the_labeller_chooses(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])

    app = opened(tmp_path)

    assert chosen(app) == []
    assert "nearly true" in shown(app)
    assert not labels(tmp_path)


def test_not_applicable_and_cannot_tell_are_answers(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    for key in ("A", "T", "S"):
        press(app, key)

    said = {one.dimension: one.status for one in labels(tmp_path)}
    assert said == {"facts": "not_applicable", "tone": "cannot_tell"}


def test_saving_without_all_answers_says_what_is_missing_and_keeps_the_form(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    press(app, "3")
    press(app, "Left")

    press(app, "S")

    assert not app.exception
    assert app.error[0].value == r"Still open\: tone"
    assert "Saved" not in shown(app)
    assert [one.value for one in app.subheader] == ["tone"]
    assert not labels(tmp_path)
    press(app, "Left")
    assert chosen(app)[0].endswith("_facts_3")


def test_a_half_filled_form_comes_back_in_a_new_session_of_a_new_process(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, TALK, TALK])
    app = opened(tmp_path)
    press(app, "3")
    press(app, "J")
    press(app, "J")
    st.cache_resource.clear()

    app = opened(tmp_path)

    assert [one.value for one in app.subheader] == ["tone"]
    assert any(
        one.label.startswith("2 · Tool") and "you are here" in one.label for one in app.button
    )
    press(app, "Left")
    assert chosen(app)[0].endswith("_facts_3")


def test_a_note_that_is_typed_when_save_is_pressed_is_saved_in_full(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    press(app, "3")
    press(app, "2")
    note = field(app.text_area, "note")

    note.set_value("It says 'yesterday', turn 2 does not. 1 2 3")
    press(app, "S")

    said = {one.dimension: one.note for one in labels(tmp_path)}
    assert said == {"facts": None, "tone": "It says 'yesterday', turn 2 does not. 1 2 3"}


def test_each_dimension_has_its_own_note(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    field(app.text_area, "note").set_value("Of the facts.")
    press(app, "3")
    field(app.text_area, "note").set_value("Of the tone.")
    press(app, "Left")

    assert field(app.text_area, "note").value == "Of the facts."


def test_the_turn_under_the_cursor_is_cited_and_others_by_number(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    press(app, "J")
    press(app, "E")
    field(app.text_input, "cite").set_value("3, 2").run()
    app.run()

    for key in ("3", "2", "S"):
        press(app, key)

    assert {one.dimension: one.evidence for one in labels(tmp_path)} == {
        "facts": (1, 2, 3),
        "tone": (),
    }


def test_a_turn_that_is_not_there_is_not_cited_and_the_field_keeps_what_was_typed(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    field(app.text_input, "cite").set_value("3, 44").run()
    app.run()

    assert "44" in app.error[0].value
    assert field(app.text_input, "cite").value == "3, 44"


@pytest.mark.parametrize("typed", ["4", "99", "one", "2, 99"])
def test_a_turn_to_go_to_that_is_not_there_is_answered_with_those_that_are(
    tmp_path: Path, typed: str
) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    field(app.text_input, "number").set_value(typed).run()
    app.run()

    assert f"turn {typed}: this conversation has turns 0 to 3" in unescaped(app.error[0].value)
    assert field(app.text_input, "number").value == typed
    assert here(app) == 0


def test_a_conversation_of_one_turn_names_it_to_who_asks_for_another(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK[:1]])
    app = opened(tmp_path)

    field(app.text_input, "number").set_value("1").run()
    app.run()

    assert "turn 1: this conversation has turn 0 only" in unescaped(app.error[0].value)


def unescaped(markdown: str) -> str:
    """Return the text that a reader sees."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)


def test_searching_goes_to_the_turns_in_which_the_words_stand(tmp_path: Path) -> None:
    workspace(tmp_path, [[{"role": "user", "content": f"turn {n} {n % 30}"} for n in range(60)]])
    app = opened(tmp_path)

    field(app.text_input, "find").set_value("TURN 47").run()
    app.run()

    assert here(app) == 47
    assert "Turn 47: 1 of 1. Found in turn 47." in shown(app)


def test_one_goes_on_and_back_among_the_turns_in_which_words_stand(tmp_path: Path) -> None:
    workspace(tmp_path, [[{"role": "user", "content": f"turn {n} {n % 3}"} for n in range(7)]])
    app = opened(tmp_path)
    field(app.text_input, "find").set_value(" 1").run()
    app.run()
    field(app.text_input, "find").set_value("4 1").run()
    app.run()
    assert "Turn 4: 1 of 1." in shown(app)
    field(app.text_input, "find").set_value("turn").run()
    app.run()

    seen = [(press(app, key), here(app))[1] for key in ("M", "Shift+M", "Shift+M")]

    assert seen == [5, 4, 3]
    assert "Turn 3: 4 of 7. Found in turns 0, 1, 2, 3, 4, 5, 6." in shown(app)
    for _ in range(4):
        press(app, "Shift+M")
    assert here(app) == 6


def test_of_many_turns_in_which_words_stand_the_first_are_named(tmp_path: Path) -> None:
    workspace(tmp_path, [[{"role": "user", "content": f"word {n}"} for n in range(15)]])
    app = opened(tmp_path)

    field(app.text_input, "find").set_value("word").run()
    app.run()
    assert "Found in turns 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more." in shown(app)

    field(app.text_input, "find").set_value("nowhere").run()
    app.run()
    assert "Found in no turn." in shown(app)

    for emptied in ("", " "):
        field(app.text_input, "find").set_value("nowhere").run()
        app.run()
        field(app.text_input, "find").set_value(emptied).run()
        app.run()
        assert "Found in" not in shown(app)


def test_what_is_folded_opens_where_the_words_that_were_found_stand_only_there(
    tmp_path: Path,
) -> None:
    talk = [
        {"role": "user", "content": "first. " + "word " * 400 + "last."},
        {"role": "tool", "content": "x" * 400 + " deep"},
    ]
    workspace(tmp_path, [talk])
    app = opened(tmp_path)

    for words, is_open in (("first.", False), ("last.", True)):
        field(app.text_input, "find").set_value(words).run()
        app.run()
        assert any("last." in one.value for one in app.text) is is_open
    field(app.text_input, "find").set_value("DEEP").run()
    app.run()
    assert any(one.value.endswith("deep") for one in app.code)


def test_only_the_page_of_turns_around_the_cursor_is_drawn(tmp_path: Path) -> None:
    workspace(tmp_path, [[{"role": "user", "content": f"said {n}"} for n in range(200)]])

    app = opened(tmp_path)

    heads = [one for one in app.button if str(one.key).startswith("w_head_")]
    assert len(heads) == 20
    field(app.text_input, "number").set_value("150").run()
    app.run()
    assert "said 150" in shown(app)
    assert "said 20" not in shown(app).split("\n")


def test_a_call_is_one_line_that_opens_into_arguments_and_result(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    (call,) = [one for one in app.expander if one.label.startswith("lookup")]
    assert r"KX\-2041" in call.label
    assert '{\n  "order": "KX-2041"\n}' not in [one.value for one in app.code]

    press(app, "J")
    press(app, "O")

    codes = [one.value for one in app.code]
    assert codes.count('{"status": "sent"}') == 1
    assert codes.count('{\n  "status": "sent"\n}') == 1
    assert '{\n  "order": "KX-2041"\n}' in codes


def test_undo_takes_the_labels_back_and_the_form_is_as_it_was(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, TALK])
    app = opened(tmp_path)
    for key in ("3", "2", "S"):
        press(app, key)

    press(app, "U")

    assert "Taken back" in shown(app)
    assert [one.status for one in labels(tmp_path)][2:] == ["withdrawn", "withdrawn"]
    assert app.subheader[0].value in {"facts", "tone"}
    press(app, "S")
    assert {one.dimension: one.level for one in labels(tmp_path)[4:]} == {"facts": 3, "tone": 2}


def test_undo_of_a_correction_says_what_stands_again(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    for key in ("3", "2", "S"):
        press(app, key)
    press(app, "L")
    app.button(key="w_history_t000").click().run()
    for key in ("4", "S"):
        press(app, key)

    press(app, "U")

    assert "Taken back: t000. What you had saved before stands again: facts." in shown(app)
    assert chosen(app)[0].endswith("_facts_3")
    press(app, "S")
    assert "Nothing new to save: 2 labels of t000 as before" in shown(app)
    assert [one.level for one in labels(tmp_path)] == [3, 2, 4, None, 3]


def test_what_was_undone_comes_next_in_the_order_in_which_it_was_labelled(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK] * 5)
    app = opened(tmp_path)
    given = []
    for key in ("3", "2", "S") * 3:
        given.append(app.session_state["d_draft"].transcript)
        press(app, key)
    first, second, third = given[::3]
    left = app.session_state["d_draft"].transcript
    for _ in range(3):
        press(app, "U")

    seen = []
    for _ in range(4):
        seen.append(app.session_state["d_draft"].transcript)
        for key in ("3", "2", "S"):
            press(app, key)

    assert seen == [first, second, third, left]


def test_who_returns_after_two_undos_finds_what_was_undone_behind_it(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK] * 4)
    app = opened(tmp_path)
    given = []
    for key in ("3", "2", "S") * 2:
        given.append(app.session_state["d_draft"].transcript)
        press(app, key)
    left = app.session_state["d_draft"].transcript
    for key in ("U", "U", "Q"):
        press(app, key)

    seen = []
    for _ in range(3):
        seen.append(app.session_state["d_draft"].transcript)
        for key in ("3", "2", "S"):
            press(app, key)

    assert seen == [left, given[0], given[3]]


def test_undo_is_told_in_the_bar_of_what_one_went_back_to(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, TALK])
    app = opened(tmp_path)
    for key in ("3", "2", "S", "U"):
        press(app, key)

    told = shown(app)

    assert told.count("Taken back: ") == 1
    assert "you went back to this" not in told
    assert "Team:" not in told


def test_an_answer_over_another_is_told_and_says_which_dimension_is_in_hand(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    for key in ("3", "2"):
        press(app, key)
    assert "not saved yet" not in shown(app)

    said = []
    for key in ("4", "4", "T", "Left", "1"):
        press(app, key)
        said += [one.value for one in app.markdown if "was" in one.value]

    assert said == [
        "**tone is now 4, was 2; not saved yet.**",
        "**tone was 4 already.**",
        "**tone is now cannot tell, was 4; not saved yet.**",
        "**facts is now 1, was 3; not saved yet.**",
    ]
    assert "All answered: S saves." in shown(app)


@pytest.mark.parametrize("digit", "567890")
def test_a_digit_that_gives_no_level_says_so_and_changes_nothing(
    tmp_path: Path, digit: str
) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    before = app.session_state["d_draft"]

    press(app, digit)

    assert unescaped(app.error[0].value) == f"{digit} is no level of this rubric: 1 to 4"
    assert app.session_state["d_draft"] == before
    press(app, "3")
    assert not app.error


def test_where_levels_have_names_a_digit_without_one_names_the_keys(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    text = "dimension: facts\nversion: '1.0'\nquestion: Is it true?\nscale: nominal\n"
    levels = "anchors: {wrong: It is false., right: It is true.}\npass_levels: [right]\n"
    made.write("rubrics/facts.yaml", text + levels)
    app = opened(tmp_path)

    press(app, "3")

    assert "The key 3 gives no level here: 1 to 2 do" in unescaped(app.error[0].value)


def test_the_guidance_opens_and_closes_by_key(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    seen = []
    for key in (keyboard.GUIDANCE, keyboard.GUIDANCE):
        press(app, key)
        seen.append("Check the tool's answer." in shown(app))

    assert seen == [True, False]
    assert keyboard.GUIDANCE in keyboard.SHEETS["Answer"]
    assert any(f"({keyboard.GUIDANCE})" in one.label for one in app.expander)


def test_words_that_are_sought_stand_in_their_field_when_one_comes_back_to_the_page(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    field(app.text_input, "find").set_value("order").run()
    app.run()
    app.switch_page("views/export.py").run()

    app.switch_page("views/label.py").run()

    assert "Found in turn" in shown(app)
    assert field(app.text_input, "find").value == "order"


def test_a_flag_stays_on_the_transcript_and_says_where_it_waits(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    assert "You flagged" not in shown(app)
    press(app, "F")
    give_reason(app, "The tool says *otherwise*")

    app = opened(tmp_path)

    told = unescaped(shown(app))
    assert "You flagged this for facts: The tool says *otherwise*" in told
    assert "on the Adjudicate page until settled" in told
    assert "You flagged" not in shown(opened(tmp_path, labeller="labeller B"))


def test_skipping_asks_for_a_reason_and_then_brings_another_transcript(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, [{"role": "user", "content": "the other one"}]])
    app = opened(tmp_path)
    before = "the other one" in shown(app)

    press(app, "X")
    field(app.text_input, "reason_text").set_value("Not in English")
    field(app.button, "reason_sent").click().run()
    app.run()

    assert "Skipped: t00" in shown(app)
    assert ("the other one" in shown(app)) != before
    assert "Not in English" in (tmp_path / "record" / "assignments.jsonl").read_text("utf-8")


def give_reason(app: AppTest, reason: str) -> None:
    """Answer the dialog that is open."""
    field(app.text_input, "reason_text").set_value(reason)
    field(app.button, "reason_sent").click().run()
    app.run()


@pytest.mark.parametrize(("key", "step"), [("X", "skip"), ("F", "flag")])
def test_undo_right_after_a_skip_or_a_flag_leaves_the_labels_saved_before(
    tmp_path: Path, key: str, step: str
) -> None:
    workspace(tmp_path, [TALK] * 3)
    app = opened(tmp_path)
    for one in ("3", "2", "S"):
        press(app, one)
    passed = app.session_state["d_draft"].transcript
    press(app, key)
    give_reason(app, "Not in English")

    press(app, "U")

    said = f"Your last step was to {step} {passed}, which is not taken back here. "
    assert f"{said}U once more takes back your last save." in shown(app)
    assert [one.status for one in labels(tmp_path)] == ["rated", "rated"]
    press(app, "U")
    assert "Taken back: " in shown(app)
    assert [one.status for one in labels(tmp_path)][2:] == ["withdrawn", "withdrawn"]


def test_a_save_after_a_skip_is_undone_at_once(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK] * 3)
    app = opened(tmp_path)
    press(app, "X")
    give_reason(app, "Not in English")
    for key in ("3", "2", "S"):
        press(app, key)

    press(app, "U")

    assert "Taken back: " in shown(app)
    assert [one.status for one in labels(tmp_path)][2:] == ["withdrawn", "withdrawn"]


def test_undo_after_a_skip_promises_nothing_where_nothing_is_saved(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK] * 3)
    app = opened(tmp_path)
    press(app, "X")
    give_reason(app, "Not in English")

    press(app, "U")

    assert "not taken back here. Nothing is saved that could be taken back." in shown(app)


def test_flagging_without_a_note_is_refused(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    press(app, "F")
    field(app.button, "reason_sent").click().run()

    assert "Write a sentence first" in app.error[0].value
    assert not (tmp_path / "record" / "queue.jsonl").exists()


def test_going_back_shows_ones_own_label_and_a_change_keeps_the_history(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    made.label([2], labeller="labeller A", source="import:1")
    made.label([1], labeller="labeller A", dimension="facts", source="import:2")
    app = opened(tmp_path)
    press(app, "L")

    (entry,) = [one for one in app.button if str(one.key).startswith("w_history_t000")]
    entry.click().run()
    assert "You saved: 1" in shown(app)
    assert not [one for one in app.button if str(one.key).startswith("w_history_t")]
    for key in ("3", "S"):
        press(app, key)

    assert "Saved: 1 label of t000, 1 as before" in shown(app)
    told = [(one.dimension, one.level) for one in labels(tmp_path)]
    assert told == [("tone", 2), ("facts", 1), ("facts", 3)]


def test_who_went_back_is_told_so_and_returns_by_one_key(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK, TALK, TALK])
    made.label([2], labeller="labeller A", source="import:1")
    made.label([1], labeller="labeller A", dimension="facts", source="import:2")
    app = opened(tmp_path)
    press(app, "4")
    before = app.session_state["d_draft"].transcript
    assert "kept beside" not in shown(app)
    assert not [one for one in app.button if one.key == "w_return"]
    press(app, "L")

    app.button(key="w_history_t000").click().run()

    assert not app.exception
    day = f"{labels(tmp_path)[1].at:%d %B %Y}".removeprefix("0")
    assert f"t000: you labelled this on {day}." in shown(app)
    assert "If you change an answer, the new one counts; the old one stays on record." in shown(app)
    press(app, "Q")
    assert app.session_state["d_draft"].transcript == before
    assert app.session_state["d_draft"].answers["facts"].level == 4
    assert "kept beside" not in shown(app)
    assert "Not saved" not in shown(app)


def test_who_returns_from_a_change_without_saving_it_is_told_that_it_waits(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK, TALK, TALK])
    for dimension in ("tone", "facts"):
        source = f"import:{dimension}"
        made.label([2], labeller="labeller A", dimension=dimension, source=source)
    app = opened(tmp_path)
    press(app, "L")
    app.button(key="w_history_t000").click().run()

    for key in ("3", "Q"):
        press(app, key)

    waits = "Not saved: what you changed on t000; open it under My labels, and S saves it."
    assert waits in shown(app)
    assert [one.level for one in labels(tmp_path)] == [2, 2]


def test_after_a_correction_one_is_back_where_one_was(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK, TALK, TALK])
    app = opened(tmp_path)
    press(app, "4")
    before = app.session_state["d_draft"].transcript
    other = "t000" if before != "t000" else "t001"
    made.label([2], first=int(other[-1]), labeller="labeller A", source="import:1")
    press(app, "L")
    app.button(key=f"w_history_{other}").click().run()
    assert f"{other}: you labelled 1 of 2 dimensions of this on" in shown(app)

    for key in ("3", "S"):
        press(app, key)

    assert f"of {other}" in shown(app)
    assert app.session_state["d_draft"].transcript == before
    assert [one for one in app.button if one.key == "w_return"] == []


def test_going_back_to_what_is_on_the_screen_leaves_it_there(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    made.label([2], labeller="labeller A", source="import:1")
    app = opened(tmp_path)
    press(app, "4")
    press(app, "L")

    app.button(key="w_history_t000").click().run()

    assert not [one for one in app.button if one.key == "w_return"]
    assert app.session_state["d_draft"].answers["facts"].level == 4


def test_moving_by_turn_and_by_dimension_have_names_of_their_own(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])

    app = opened(tmp_path)

    named = {one.proto.shortcut: one.label for one in app.button if one.proto.shortcut}
    assert (named["j"], named["k"]) == ("Next turn", "Previous turn")
    assert (named["right"], named["left"]) == ("Next dimension", "Previous dimension")
    assert len(set(named.values())) == len(named)


def test_a_label_that_another_left_is_neither_shown_nor_taken_over(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    made.label([2], labeller="labeller A", note="My very own note")

    app = opened(tmp_path, labeller="labeller B")

    assert chosen(app) == []
    assert b"My very own note" not in sent(app)
    assert not labels(tmp_path, "labeller B")


def test_what_judges_say_changes_nothing_that_is_sent(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    before = sent(opened(tmp_path))

    made.judge([4], justification="The tone was warm throughout")
    st.cache_resource.clear()
    app = opened(tmp_path)

    assert sent(app) == before
    assert dict(app.query_params) == {}


def test_others_are_shown_only_where_the_policy_says_so_and_all_is_in(tmp_path: Path) -> None:
    policy = "labelling:\n  reveal: after_submit\n"
    made = workspace(tmp_path, [TALK, TALK], policy=policy)
    app = opened(tmp_path)
    assert not [one for one in app.button if one.key == "w_ask_others"]
    for number in (0, 1):
        made.judge([4], first=number, justification="Warm throughout")
    for key in ("3", "2", "S"):
        press(app, key)
    assert b"Warm throughout" not in sent(app)

    (show,) = [one for one in app.button if one.key == "w_ask_others"]
    show.click().run()

    assert "Warm throughout" in str(app.dataframe[0].value)
    assert "revealed" in (tmp_path / "record" / "assignments.jsonl").read_text("utf-8")


def test_a_save_after_others_were_seen_says_that_it_is_kept_apart(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    made.label([4, None], labeller="labeller B")
    reveal(tmp_path, "t000", "labeller A", now=made.now())
    app = opened(tmp_path)

    for key in ("3", "2", "S"):
        press(app, key)

    assert "Saved: 2 labels of t000, kept apart: you had seen what others gave" in shown(app)
    assert all(one.after_reveal for one in labels(tmp_path, "labeller A"))


def test_who_takes_labels_back_is_told_where_they_are_and_that_s_saves_them_again(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, [TALK] * 3)
    app = opened(tmp_path)
    for key in ("3", "2", "S", "4", "1", "S", "U", "U"):
        press(app, key)
    assert "You took these answers back; S saves them again." in shown(app)
    first, second = dict.fromkeys(one.transcript for one in labels(tmp_path))

    press(app, "Q")

    told = f"Taken back: {first} and {second}. What you gave comes again, unsaved."
    assert told in shown(app)
    press(app, "L")
    assert shown(app).count("Taken back, not saved") == 2
    app.button(key=f"w_history_{second}").click().run()
    assert "You took these answers back; S saves them again." in shown(app)
    press(app, "S")
    press(app, "L")
    assert shown(app).count("Taken back, not saved") == 1


def test_answers_from_an_earlier_visit_are_said_to_be_from_before(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    press(app, "3")
    assert "from before" not in shown(app)

    app = opened(tmp_path)

    assert "Your answers from before, not saved yet; S saves them." in shown(app)


def test_fields_name_the_dimension_that_they_are_for(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    press(app, "3")

    assert "a note on tone" in field(app.text_area, "note").placeholder
    assert "Cite for tone" in field(app.text_input, "cite").placeholder


def test_a_flag_may_be_about_the_whole_conversation(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    press(app, "F")
    about = field(app.radio, "flag_about")
    assert (about.value, about.options) == ("facts", ["facts", "the whole conversation"])
    about.set_value("the whole conversation").run()

    give_reason(app, "Odd all over")

    assert "Flagged: t000, the whole conversation" in shown(app)
    assert '"dimension"' not in (tmp_path / "record" / "queue.jsonl").read_text("utf-8")


def test_who_has_seen_what_others_said_is_told_what_their_labels_count(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK])
    reveal(tmp_path, "t000", "labeller A", now=made.now())
    made.label([2], labeller="labeller B")
    reveal(tmp_path, "t000", "labeller B", now=made.now())

    new, correcting = opened(tmp_path), opened(tmp_path, labeller="labeller B")

    assert "your labels are kept apart and do not count for trust; X skips it." in shown(new)
    assert "what you saved before you saw that still counts." in shown(correcting)


def test_two_people_at_once_keep_their_names_and_their_labels(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    first = opened(tmp_path)
    second = opened(tmp_path, labeller="labeller B")
    press(second, "1")

    for key in ("3", "2", "S"):
        press(first, key)
    for key in ("1", "S"):
        press(second, key)

    assert {one.level for one in labels(tmp_path, "labeller A")} == {3, 2}
    assert {one.level for one in labels(tmp_path, "labeller B")} == {1}
    assert {one.labeller for one in labels(tmp_path, "labeller A")} == {"labeller A"}


def test_a_second_tab_of_the_same_person_overwrites_nothing(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK, TALK])
    first, second = opened(tmp_path), opened(tmp_path)
    for key in ("3", "2", "S"):
        press(first, key)

    press(second, "1")
    for key in ("4", "4", "S"):
        press(second, key)

    told = [(one.transcript, one.level) for one in labels(tmp_path)]
    assert len({name for name, _ in told}) == 2
    assert [level for _, level in told] == [3, 2, 4, 4]


def test_who_is_chosen_in_the_sidebar_labels_under_that_name(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK], policy="labellers: [labeller A, labeller B]\n")
    app = opened(tmp_path)
    field(app.text_area, "note").set_value("My very own note")
    press(app, "3")
    press(app, "Left")

    app.selectbox(key="w_labeller").select("labeller B").run()

    assert chosen(app) == []
    assert b"My very own note" not in sent(app)
    for key in ("1", "1", "S"):
        press(app, key)

    assert not labels(tmp_path)
    assert {(one.level, one.note) for one in labels(tmp_path, "labeller B")} == {(1, None)}


def test_a_note_does_not_pass_to_the_next_transcript_even_of_the_same_words(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, [TALK, TALK])
    app = opened(tmp_path)
    app.selectbox(key="w_mode").select("tone").run()
    field(app.text_area, "note").set_value("Of the first.")

    for key in ("3", "S", "3", "S"):
        press(app, key)

    assert [one.note for one in labels(tmp_path)] == ["Of the first.", None]


def test_the_time_spent_on_a_dimension_is_kept_with_its_answer(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    press(app, "J")
    press(app, "3")

    answers = app.session_state["d_draft"].answers
    assert answers["facts"].seconds > 0
    assert "tone" not in answers


def test_progress_says_what_is_done_and_which_levels_are_rare(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK] * 12)
    made.label([3] * 12, labeller="labeller A")
    app = opened(tmp_path)

    app.session_state["w_progress"] = True
    app.run()

    assert "Whole transcripts: up to 12 left" in [one.value for one in app.caption]
    told = shown(app)
    given = "Tone, level 1: 0 times\nTone, level 2: 0 times\nTone, level 4: 0 times"
    assert given.lower() in told.lower()
    assert "level 3" not in told
    assert "Do not change what you give for that." in told
    assert "you have labelled 5 more transcripts here." in told


def test_progress_says_which_choice_it_counts(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK] * 2)
    made.label([3], labeller="labeller A")
    app = opened(tmp_path)
    assert "Whole transcripts: up to 2 left" in [one.value for one in app.caption]

    app.selectbox("w_mode").set_value("tone").run()
    app.run()

    (alone,) = [one.value for one in app.caption if "Team:" in one.value]
    assert alone.startswith("Tone: 1 done")
    app.session_state["w_progress"] = True
    app.run()
    assert "Your other labels are kept." in shown(app)


def test_what_is_missing_for_an_estimate_is_counted_in_words(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK] * 6)
    app = opened(tmp_path)
    for key in ("3", "2", "S") * 4:
        press(app, key)

    app.session_state["w_progress"] = True
    app.run()

    # One that took no measurable time does not count.
    missing = re.search(r"you have labelled (\d) more (transcripts?) here\.", shown(app))
    assert missing is not None
    assert 1 <= int(missing[1]) < 5
    assert (missing[1] == "1") == (missing[2] == "transcript")


def test_ones_own_history_is_turned_by_pages(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK] * 12)
    made.label([3] * 12, labeller="labeller A")
    app = opened(tmp_path)
    press(app, "L")
    first = {one.key for one in app.button if str(one.key).startswith("w_history_t")}

    (older,) = [one for one in app.button if one.key == "w_history_page_Older"]
    older.click().run()

    rest = {one.key for one in app.button if str(one.key).startswith("w_history_t")}
    assert (len(first), len(rest)) == (10, 2)
    assert not first & rest


def test_ones_own_history_shows_how_each_begins_what_one_gave_and_what_one_skipped(
    tmp_path: Path,
) -> None:
    made = workspace(tmp_path, [TALK, TALK])
    made.label([3], labeller="labeller A")
    app = opened(tmp_path)
    if app.session_state["d_draft"].transcript == "t000":
        press(app, "3")
        press(app, "S")
    press(app, "X")
    field(app.text_input, "reason_text").input("I know this customer")
    field(app.button, "reason_sent").click().run()
    app.run()

    press(app, "L")

    rows = [one.label for one in app.button if str(one.key).startswith("w_history_t")]
    assert len(rows) == 2
    assert all(row.startswith("Where is my order KX") for row in rows)
    assert "tone 3" in shown(app)
    assert "Skipped: I know this customer" in shown(app)
    app.button(key="w_history_t001").click().run()
    assert app.session_state["d_draft"].transcript == "t001"


def test_a_level_given_twice_in_a_row_is_the_last_one_for_each_dimension(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    for key in ("4", "1", "Left", "3", "Right", "4", "S"):
        press(app, key)

    assert {(one.dimension, one.level) for one in labels(tmp_path)} == {("facts", 3), ("tone", 4)}


def test_one_dimension_is_worked_through_the_queue_and_stays_when_a_rubric_joins(
    tmp_path: Path,
) -> None:
    made = workspace(tmp_path, [TALK, TALK])
    app = opened(tmp_path)
    app.selectbox(key="w_mode").select("tone").run()
    made.write("rubrics/accuracy.yaml", "")
    accuracy = (tmp_path / "rubrics" / "facts.yaml").read_text("utf-8")
    made.write("rubrics/accuracy.yaml", accuracy.replace("dimension: facts", "dimension: accuracy"))

    for key in ("4", "S", "3", "S"):
        press(app, key)

    assert app.selectbox(key="w_mode").value == "tone"
    assert [(one.dimension, one.level) for one in labels(tmp_path)] == [("tone", 4), ("tone", 3)]
    assert "Nothing is left" in app.success[0].value


def test_an_answer_is_given_only_to_the_dimension_in_hand(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    (stale,) = [one for one in app.button if one.proto.shortcut == "2"]
    (level,) = [one for one in app.button if one.proto.shortcut == "3"]

    level.click()
    stale.click().run()
    app.run()

    assert [one.value for one in app.subheader] == ["tone"]
    assert chosen(app) == []
    press(app, "Left")
    assert len(chosen(app)) == 1


def test_hostile_text_is_drawn_only_by_elements_that_render_nothing(tmp_path: Path) -> None:
    talk: list[dict[str, Any]] = [
        {"role": "user", "content": HOSTILE},
        {
            "role": "assistant",
            "name": HOSTILE,
            "tool_calls": [{"id": "c1", "name": HOSTILE, "arguments": {HOSTILE: HOSTILE}}],
        },
        {"role": "tool", "content": HOSTILE * 20, "tool_call_id": "c1"},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "מה שלומך"},
    ]
    workspace(tmp_path, [talk])
    app = opened(tmp_path)

    press(app, "J")
    press(app, "O")

    assert HOSTILE in [one.value for one in app.text]
    assert "Empty turn" in shown(app)
    rendering = [
        re.sub(rb"\\[!-~]", b"", one.SerializeToString())
        for one in protos(app)
        if one.__class__.__name__ not in {"Text", "Code"}
    ]
    for raw in (b"![beacon", b"<script", b"<img", b"://x.test", b"www.x.test"):
        assert not [one for one in rendering if raw in one]


def test_every_key_is_on_the_sheet_and_none_is_given_twice_or_reserved(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    field(app.text_input, "find").set_value("order").run()
    app.run()

    keys = [one.proto.shortcut for one in app.button if one.proto.shortcut]

    told = {key.lower() for keys in keyboard.SHEETS.values() for key in keys}
    told |= {*keyboard.DIGITS, "left", "right"}
    assert len(keys) == len(set(keys))
    assert not {"c", "r"} & set(keys)
    assert set(keys) <= told


def test_nobody_labels_without_saying_who_they_are(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])

    app = opened(tmp_path, labeller=None)

    assert "Choose who you are" in app.info[0].value
    assert "KX-2041" not in shown(app)


def test_a_workspace_without_transcripts_says_how_to_get_some(tmp_path: Path) -> None:
    desk(tmp_path)

    app = opened(tmp_path)

    assert not app.exception
    assert "workbench import" in app.info[0].value


def test_a_workspace_without_rubrics_says_where_to_write_one(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    for path in (tmp_path / "rubrics").iterdir():
        path.unlink()

    app = opened(tmp_path)

    assert not app.exception
    assert "rubrics/" in app.info[0].value


def test_who_has_labelled_all_is_told_what_comes_next(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)

    for key in ("3", "2", "S"):
        press(app, key)

    assert "Nothing is left" in app.success[0].value
    assert "Adjudicate" in shown(app)
    assert "Whole transcripts: 1 done · Team: 1 of 2 readings" in [one.value for one in app.caption]
    press(app, "H")
    assert "save and take the next transcript" in shown(app)
    press(app, "U")
    assert len(labels(tmp_path)) == 4


def test_where_nothing_was_saved_nothing_is_offered_to_undo(tmp_path: Path) -> None:
    desk(tmp_path)

    app = opened(tmp_path)

    assert {one.proto.shortcut for one in app.button} == {"h", "l"}


def test_a_dimension_has_one_name_on_the_whole_page(tmp_path: Path) -> None:
    made = workspace(tmp_path, [TALK] * 12)
    for name in ("facts", "tone"):
        text = (tmp_path / "rubrics" / f"{name}.yaml").read_text("utf-8")
        made.write(f"rubrics/{name}.yaml", text.replace(name, f"{name}_and_more"))
    made.label([3] * 12, labeller="labeller A", dimension="facts_and_more")
    app = opened(tmp_path)
    app.session_state["w_progress"] = True

    press(app, "S")

    assert app.error[0].value == r"Still open\: tone and more"
    assert app.selectbox(key="w_mode").options[1] == "only facts and more"
    assert "facts and more" in shown(app)
    assert "_and_more" not in "".join([shown(app), *(one.label for one in app.button)])


def test_the_page_has_one_heading_of_the_first_level(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])

    titles = [[one.value for one in opened(tmp_path, labeller=who).title] for who in ("a", None)]

    assert titles == [["Label"], ["Label"]]


def test_a_ledger_that_cannot_be_written_saves_nothing_and_keeps_the_form(tmp_path: Path) -> None:
    workspace(tmp_path, [TALK])
    app = opened(tmp_path)
    for key in ("3", "2"):
        press(app, key)
    (tmp_path / "labels" / "labeller A.jsonl").mkdir(parents=True)

    press(app, "S")

    assert app.error
    assert "Saved" not in shown(app)
    (tmp_path / "labels" / "labeller A.jsonl").rmdir()
    press(app, "S")
    assert {one.level for one in labels(tmp_path)} == {3, 2}
