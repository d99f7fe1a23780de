"""The Adjudicate page settles what labellers differ on, and gives away no judge's level."""

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.opening import opened, shown
from tests.workflows.building import Desk, desk, tone
from workbench.app.components import keyboard
from workbench.domain.assignment import Assignment
from workbench.domain.dismissal import Dismissal
from workbench.domain.flag import Flag
from workbench.domain.gold import Gold
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.adjudicating import Decision, decide
from workbench.workflows.covering import reveal_all

HOSTILE = "![beacon](http://x.test/a.png) <script>alert(1)</script>"
PANEL = "simulated: one gave 2, two gave 4"


def converse(made: Desk, number: int, said: str = "Thank you.") -> None:
    one = Transcript.from_line(
        f'{{"id": "t{number:03}", "turns": [{{"index": 0, "role": "user", "content": "Hello"}},'
        f'{{"index": 1, "role": "assistant", "content": "{said}"}}]}}'
    )
    ledger.append(Workspace(made.root).collection("calls"), [one.line()])


def flag(made: Desk, number: int) -> None:
    one = Flag(
        id=f"f{number}",
        transcript=f"t{number:03}",
        dimension="tone",
        judge="careful",
        verdict="v1",
        reason="no_majority",
        note=PANEL,
        at=made.now(),
    )
    ledger.append(Workspace(made.root).record("queue"), [one.line()])


def decided(made: Desk) -> list[Gold]:
    return list(read_journal(made.root / "record" / "gold.jsonl", Gold).entries)


def revealed(made: Desk) -> list[tuple[str, str]]:
    """Return who was shown what others say of which transcript."""
    path = made.root / "record" / "assignments.jsonl"
    events = read_journal(path, Assignment).entries
    return [(one.transcript, one.labeller) for one in events if one.action == "revealed"]


def key(number: int, part: str, standing: str | None = None) -> str:
    """Return the key of a part of the form on one unit, while a decision or none stands."""
    return f"w_decide_t{number:03}_tone_None_{standing}_{part}"


def fill(app: AppTest, number: int, **fields: Any) -> AppTest:
    """Choose an answer, a level by its place, and give a reason; then send the form off."""
    standing = fields.get("standing")
    if "choice" in fields:
        app.button(key(number, f"choice_{fields['choice']}", standing)).click().run()
    app.text_area(key(number, "reason", standing)).set_value(fields.get("reason", "Turn 1 thanks."))
    app.button(key(number, "record", standing)).click().run()
    return app


def begun(made: Desk, **fields: Any) -> AppTest:
    """Open the page and take the first unit in hand."""
    app = opened(made.root, "adjudicate", **fields)
    app.button("w_queue_begin").click().run()
    assert not app.exception
    return app


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """Return a workspace where three people give t000 4, 4, 1, t001 2, 3, 3 and t002 3, 3, 3."""
    made = desk(tmp_path)
    for labeller, levels in {"ann": [4, 2, 3], "ben": [4, 3, 3], "cem": [1, 3, 3]}.items():
        made.label(levels, labeller=labeller, note=f"{labeller} read it twice", evidence=(1,))
    for number in range(3):
        converse(made, number)
    return made


def test_units_are_listed_widest_first_without_their_levels(made: Desk) -> None:
    app = opened(made.root, "adjudicate")

    (table,) = app.dataframe
    assert list(table.value["Transcript"]) == ["t000", "t001"]
    assert list(table.value["Labels"]) == ["3 levels apart", "1 level apart"]
    assert "4" not in table.value.to_string()


def test_a_dimension_is_named_as_people_read_it(made: Desk) -> None:
    made.write("rubrics/first_tone.yaml", tone().replace("tone", "first_tone"))
    made.label([4], dimension="first_tone")
    made.label([1], dimension="first_tone", labeller="ben")

    app = opened(made.root, "adjudicate")
    names = list(app.dataframe[0].value["Dimension"])
    app.selectbox("w_queue_dimension").set_value("first_tone").run()

    assert sorted(set(names)) == ["first tone", "tone"]
    assert not app.exception
    assert list(app.dataframe[0].value["Dimension"]) == ["first tone"]


# Field case 98.
def test_the_list_shows_items_on_which_all_agree_when_asked_last(made: Desk) -> None:
    app = opened(made.root, "adjudicate")

    app.selectbox("w_queue_which").set_value("all").run()

    labels = list(app.dataframe[0].value["Labels"])
    assert labels == ["3 levels apart", "1 level apart", "all agree"]


def test_a_unit_is_settled_with_a_reason_and_the_next_one_follows(made: Desk) -> None:
    app = begun(made)
    assert "Transcript t000" in shown(app)

    fill(app, 0, choice=3)

    assert not app.exception
    (gold,) = decided(made)
    assert (gold.key, gold.level) == (("t000", "tone", None), 3)
    assert (gold.adjudicator, gold.reason) == ("labeller A", "Turn 1 thanks.")
    assert any("On the record" in one.value for one in app.success)
    assert "Transcript t001" in shown(app)


def test_after_the_last_unit_the_list_says_that_nothing_is_left(made: Desk) -> None:
    app = begun(made)

    fill(fill(app, 0, choice=4), 1, choice=3)

    assert len(decided(made)) == 2
    assert any("Nothing here is left to settle" in one.value for one in app.info)


def test_labels_stand_side_by_side_under_numbers(made: Desk) -> None:
    app = begun(made)

    heads = sorted(one.value for one in app.markdown if one.value.startswith("**"))
    named = [head.partition(" · ")[0] for head in heads]
    assert named == ["**label 1**", "**label 2**", "**label 3**"]
    assert sorted(head[-1] for head in heads) == ["1", "4", "4"]
    assert shown(app).count("read it twice") == 3
    assert shown(app).count("Thank you.") == 4  # once in the conversation, once under each label


def test_names_stand_there_where_the_policy_says_so(made: Desk) -> None:
    made.write("workbench.yaml", "labelling: {hide_names: false}\n")

    app = begun(made)

    assert "**ann**" in shown(app)


def test_the_question_and_every_anchor_stand_in_the_form_and_nothing_is_chosen(made: Desk) -> None:
    app = begun(made)

    levels = [app.button(key(0, f"choice_{place}")) for place in range(1, 5)]
    assert [level.label for level in levels] == ["1", "2", "3", "4"]
    assert {level.proto.type for level in levels} == {"secondary"}
    assert "Is it polite?" in shown(app)
    assert {"rude", "curt"} <= set(shown(app).split("\n"))


def test_the_keys_are_those_of_the_label_page_and_the_sheet_names_them(made: Desk) -> None:
    app = begun(made)

    levels = [app.button(key(0, f"choice_{place}")) for place in range(1, 5)]
    assert [level.proto.shortcut for level in levels] == ["1", "2", "3", "4"]
    unclear = app.button(key(0, "choice_unclear"))
    assert unclear.proto.shortcut.upper() == keyboard.CANNOT_TELL
    assert app.button(key(0, "record")).proto.shortcut.upper() == keyboard.SAVE
    answered = {one.proto.shortcut.lower() for one in app.button if one.proto.shortcut}
    told = {name.lower() for keys in keyboard.DECIDING_SHEETS.values() for name in keys}
    assert answered - {"1", "2", "3", "4", "left", "right"} <= told
    app.button("w_keys").click().run()
    assert "- `J` next turn" in shown(app)


def test_a_level_is_chosen_and_another_in_its_place_until_it_is_recorded(made: Desk) -> None:
    app = begun(made)

    app.button(key(0, "choice_2")).click().run()
    app.button(key(0, "choice_3")).click().run()

    kinds = [app.button(key(0, f"choice_{place}")).proto.type for place in range(1, 5)]
    assert kinds == ["secondary", "secondary", "primary", "secondary"]
    assert decided(made) == []


def test_keys_walk_the_turns_and_stop_at_the_ends(made: Desk) -> None:
    app = begun(made)
    assert "1 · Agent" in here(app)  # the first cited

    app.button("w_turn_step_Next turn").click().run()
    assert "1 · Agent" in here(app)
    app.button("w_turn_step_Previous turn").click().run()
    assert "0 · User" in here(app)
    app.button("w_turn_step_Previous turn").click().run()
    assert "0 · User" in here(app)


def here(app: AppTest) -> str:
    """Return the head of the turn under the cursor."""
    (head,) = [one.label for one in app.button if "you are here" in one.label]
    return head


def test_the_guidance_of_the_rubric_is_folded_into_the_form(made: Desk) -> None:
    made.write("rubrics/tone.yaml", tone("1.1") + "guidance: A greeting alone is curt.\n")

    app = begun(made)

    assert "Guidance (D)" in [one.label for one in app.expander]
    assert "A greeting alone is curt." not in shown(app)
    app.button("w_guide").click().run()
    assert "A greeting alone is curt." in shown(app)


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({}, "Choose a level"),
        ({"choice": 2, "reason": "  "}, "needs a reason"),
    ],
)
def test_half_a_decision_is_refused_and_the_form_stays(
    made: Desk, fields: dict[str, Any], refusal: str
) -> None:
    app = fill(begun(made), 0, **fields)

    assert not app.exception
    assert any(refusal in one.value for one in app.error)
    assert decided(made) == []
    reason = app.text_area(key(0, "reason")).value
    assert reason == fields.get("reason", "Turn 1 thanks.")


def test_a_decision_that_somebody_made_meanwhile_is_not_replaced(made: Desk) -> None:
    app = begun(made)
    app.button(key(0, "choice_3")).click().run()
    theirs = Decision(
        unit=("t000", "tone", None), adjudicator="ben", status="rated", level=1, reason="curt"
    )
    decide(made.root, theirs, now=made.now())

    app.text_area(key(0, "reason")).set_value("Turn 1 thanks.")
    app.button(key(0, "record")).click().run()

    assert not app.exception
    assert [one.level for one in decided(made)] == [1]
    assert any("Decided" in one.value for one in app.success)


def test_an_unclear_anchor_is_marked(made: Desk) -> None:
    fill(begun(made), 0, choice="unclear", reason="Curt or polite?")

    (gold,) = decided(made)
    assert (gold.status, gold.level) == ("unclear", None)


def test_not_applicable_is_offered_only_where_the_rubric_has_it(made: Desk) -> None:
    assert "Not applicable" not in [one.label for one in begun(made).button]

    made.write("rubrics/tone.yaml", tone("1.1", not_applicable="nothing is said"))
    fill(begun(made), 0, choice="not_applicable")

    assert decided(made)[0].status == "not_applicable"


def test_a_decision_can_be_opened_again_and_taken_back(made: Desk) -> None:
    app = fill(begun(made), 0, choice=3)
    app.button("w_queue_again").click().run()
    (gold,) = decided(made)
    assert any("Decided: level 3" in one.value for one in app.success)
    assert "It counts until you record another or take it back." in shown(app)

    fill(app, 0, choice="withdrawn", standing=gold.id, reason="misread")

    assert [one.status for one in decided(made)] == ["rated", "withdrawn"]


def dismissals(made: Desk) -> list[Dismissal]:
    return list(read_journal(made.root / "record" / "dismissals.jsonl", Dismissal).entries)


def dismiss(app: AppTest, number: int, reason: str) -> AppTest:
    """Give a reason and send off the form that dismisses the one flag on a unit."""
    app.text_area(f"w_dismiss_t{number:03}_tone_1_reason").set_value(reason)
    app.button(f"w_dismiss_t{number:03}_tone_1_record").click().run()
    return app


def test_a_flag_is_dismissed_with_a_reason_and_no_level(made: Desk) -> None:
    flag(made, 2)
    app = opened(made.root, "adjudicate")
    app.selectbox("w_queue_which").set_value("flagged").run()
    app.button("w_queue_begin").click().run()
    assert "Transcript t002" in shown(app)

    dismiss(app, 2, "The panel read it twice.")

    assert not app.exception
    (one,) = dismissals(made)
    assert (one.flag, one.adjudicator, one.reason) == (
        "f2",
        "labeller A",
        "The panel read it twice.",
    )
    assert decided(made) == []
    assert any("flag dismissed" in one.value for one in app.success)
    assert any("Nothing here is left to settle" in one.value for one in app.info)


def test_where_people_differ_a_dismissed_flag_leaves_the_rest_to_settle(made: Desk) -> None:
    flag(made, 0)

    app = dismiss(begun(made), 0, "Known.")

    assert not app.exception
    assert "Transcript t000" in shown(app)
    assert any("flag dismissed" in one.value for one in app.success)
    assert "Known." in shown(app)
    assert not [one for one in app.text_area if "dismiss" in str(one.key)]
    app.button("w_queue_list").click().run()
    assert list(app.dataframe[0].value["Transcript"]) == ["t000", "t001"]
    assert list(app.dataframe[0].value["Flagged"]) == ["", ""]


def test_a_flag_is_not_dismissed_without_a_reason(made: Desk) -> None:
    flag(made, 0)

    app = dismiss(begun(made), 0, "  ")

    assert not app.exception
    assert any("needs a reason" in one.value for one in app.error)
    assert dismissals(made) == []


def test_judges_levels_are_nowhere_until_the_unit_has_gold(made: Desk) -> None:
    made.judge([2, 2, 2])
    flag(made, 0)

    app = begun(made)
    before = shown(app)
    fill(app, 0, choice=3)
    app.button("w_queue_again").click().run()

    assert "panel careful found no majority" in before
    assert PANEL not in before
    assert "strict" not in before
    assert PANEL in shown(app)


def test_whoever_opens_a_unit_is_on_the_record_as_having_seen_it_once(made: Desk) -> None:
    opened(made.root, "adjudicate")
    assert revealed(made) == []

    begun(made).run()

    assert revealed(made) == [("t000", "labeller A")]


def test_another_person_at_the_tab_starts_from_the_list(made: Desk) -> None:
    made.write("workbench.yaml", "labellers: [labeller A, labeller B]\n")
    app = begun(made)

    app.selectbox("w_labeller").set_value("labeller B").run()
    app.run()

    assert len(app.dataframe) == 1
    assert revealed(made) == [("t000", "labeller A")]


def test_without_a_name_nothing_is_shown(made: Desk) -> None:
    app = opened(made.root, "adjudicate", labeller=None)

    assert not app.exception
    assert any("a decision carries a name" in one.value for one in app.info)
    assert not app.dataframe


def test_an_empty_workspace_says_what_to_do(tmp_path: Path) -> None:
    app = opened(desk(tmp_path).root, "adjudicate")

    assert not app.exception
    assert any("once two people gave it different levels" in one.value for one in app.info)


# Field case 104.
def test_a_unit_stays_in_hand_when_the_list_changes_around_it(made: Desk) -> None:
    app = begun(made)
    app.button("w_queue_step_Next").click().run()
    assert "Transcript t001" in shown(app)

    settled = Decision(
        unit=("t000", "tone", None), adjudicator="ben", status="rated", level=1, reason="curt"
    )
    decide(made.root, settled, now=made.now())
    app.run()
    assert "Transcript t001" in shown(app)
    fill(app, 1, choice=1)

    assert [one.transcript for one in decided(made)] == ["t000", "t001"]


def opened_by(made: Desk, labeller: str) -> AppTest:
    """Open the page as one of those who labelled."""
    return opened(made.root, "adjudicate", labeller=labeller)


def test_the_first_that_is_opened_is_one_that_its_reader_did_not_label(made: Desk) -> None:
    made.label([None, None, None, 4])
    made.label([None, None, None, 3], labeller="dan")
    app = opened_by(made, "cem")
    (table,) = app.dataframe
    assert list(table.value["Transcript"]) == ["t003", "t000", "t001"]
    assert list(table.value["Your own label"]) == ["", "among them", "among them"]
    assert "3 left to settle: 1 by you; 2 by somebody else" in shown(app)

    app.button("w_queue_begin").click().run()

    assert not app.exception
    assert "Transcript t003" in shown(app)
    assert app.button("w_queue_free").disabled


def test_from_a_unit_of_ones_own_one_step_leads_to_the_next_one_may_settle(made: Desk) -> None:
    made.label([None, None, None, 4])
    made.label([None, None, None, 3], labeller="dan")
    app = opened_by(made, "cem")
    app.selectbox("w_queue_pick_0_3").set_value(2).run()
    assert "One of these labels is yours" in shown(app)

    app.button("w_queue_free").click().run()

    assert not app.exception
    assert "Transcript t003" in shown(app)
    assert "One of these labels is yours" not in shown(app)


def test_after_the_last_that_one_may_settle_the_list_says_who_settles_the_rest(made: Desk) -> None:
    made.label([None, None, None, 4])
    made.label([None, None, None, 3], labeller="dan")
    app = opened_by(made, "cem")
    app.button("w_queue_begin").click().run()
    app.button("w_uncover_t003").click().run()

    fill(app, 3, choice=3)

    assert not app.exception
    assert list(app.dataframe[0].value["Transcript"]) == ["t000", "t001"]
    assert app.button("w_queue_begin").disabled
    assert any("you labelled each of them yourself" in one.value for one in app.info)


def test_whoever_has_nobody_else_settles_their_own_one_after_the_other(made: Desk) -> None:
    app = opened_by(made, "cem")
    app.selectbox("w_queue_pick_0_2").set_value(0).run()

    fill(app, 0, choice=3)

    assert not app.exception
    assert [one.adjudicator for one in decided(made)] == ["cem"]
    assert "Transcript t001" in shown(app)


def test_steps_lead_to_the_neighbours_and_back_to_the_list(made: Desk) -> None:
    app = begun(made)
    assert app.button("w_queue_step_Previous").disabled

    app.button("w_queue_step_Next").click().run()
    assert app.button("w_queue_step_Next").disabled
    app.button("w_queue_step_Previous").click().run()
    assert "Transcript t000" in shown(app)

    app.button("w_queue_list").click().run()
    assert len(app.dataframe) == 1


def test_a_unit_can_be_picked_by_name(made: Desk) -> None:
    app = opened(made.root, "adjudicate")

    app.selectbox("w_queue_pick_0_2").set_value(1).run()

    assert not app.exception
    assert "Transcript t001" in shown(app)


def test_a_long_list_is_paged(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4] * 60)
    made.label([1] * 60, labeller="ben")
    app = opened(made.root, "adjudicate")
    assert len(app.dataframe[0].value) == 50

    app.button("w_queue_turn_More").click().run()

    assert len(app.dataframe[0].value) == 10
    assert app.button("w_queue_turn_More").disabled


def test_labels_without_their_conversation_can_be_settled(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([4])
    made.label([1], labeller="ben")

    app = begun(made)
    assert any("is not in this workspace" in one.value for one in app.info)
    fill(app, 0, choice=1)

    assert decided(made)[0].level == 1


def test_what_others_wrote_is_drawn_as_text_only(tmp_path: Path) -> None:
    made = desk(tmp_path, rubric=tone(anchor=f'"{HOSTILE}"'))
    made.label([4], note=HOSTILE, evidence=(1,))
    made.label([1], labeller=HOSTILE)
    converse(made, 0, HOSTILE)
    made.write("workbench.yaml", "labelling: {hide_names: false}\n")

    app = begun(made)

    markdown = [one.value for one in app.markdown] + [one.label for one in app.button]
    assert not any("![beacon]" in one or "<script>" in one for one in markdown)
    assert sum(one.value == HOSTILE for one in app.text) >= 2


def test_a_broken_rubric_is_told_as_a_sentence(made: Desk) -> None:
    made.write("rubrics/tone.yaml", "dimension: tone\n")

    app = opened(made.root, "adjudicate")

    assert not app.exception
    (error,) = app.error
    assert error.value.replace("\\", "").startswith("rubrics/tone.yaml:1: `version` is missing")


def differing_for_labeller_a(root: Path, *seen: str) -> Desk:
    """Return t000 to t002 on which others differ; labeller A labels here and has seen some."""
    made = desk(root)
    made.label([4, 4, 4])
    made.label([1, 2, 3], labeller="ben")
    made.label([4], labeller="labeller A", first=7)
    reveal_all(root, seen, "labeller A", now=made.now())
    return made


def test_the_next_case_is_one_that_costs_no_blind_label_where_there_is_one(tmp_path: Path) -> None:
    made = differing_for_labeller_a(tmp_path, "t002")
    app = opened(made.root, "adjudicate")
    assert "Of the 3 you could still label 2: “Next I may settle” comes to them last." in shown(app)
    assert "every transcript that is left" not in shown(app)

    app.button("w_queue_begin").click().run()

    assert not app.exception
    assert "Transcript t002" in shown(app)
    assert not app.warning
    assert app.text_area


def test_where_every_case_left_costs_a_blind_label_it_is_said(tmp_path: Path) -> None:
    made = differing_for_labeller_a(tmp_path, "t002")
    app = fill(begun(made), 2, choice=3)

    assert "Transcript t000" in shown(app)
    assert "You have not seen yet what others say" in app.warning[0].value
    only = "You could still label every transcript that is left to you here."
    assert only in app.info[0].value

    app.button("w_queue_list").click().run()

    assert only in app.info[0].value
    assert "comes to them last" not in shown(app)
    assert not app.button("w_queue_begin").disabled


def test_what_is_flagged_is_shown_alone_and_all_of_it_again(made: Desk) -> None:
    flag(made, 2)
    app = opened(made.root, "adjudicate")
    assert list(app.dataframe[0].value["Transcript"]) == ["t000", "t001", "t002"]
    assert app.button("w_queue_flagged").label == "1 flagged: show them"

    app.button("w_queue_flagged").click().run()

    assert not app.exception
    assert app.selectbox("w_queue_which").value == "flagged"
    assert list(app.dataframe[0].value["Transcript"]) == ["t002"]

    app.button("w_queue_flagged").click().run()

    assert not app.exception
    assert app.selectbox("w_queue_which").value == "open"
    assert list(app.dataframe[0].value["Transcript"]) == ["t000", "t001", "t002"]


def test_a_list_without_flags_or_with_nothing_else_offers_none_of_them(made: Desk) -> None:
    def offers(app: AppTest) -> bool:
        return "w_queue_flagged" in [button.key for button in app.button]

    assert not offers(opened(made.root, "adjudicate"))
    flag(made, 2)
    app = opened(made.root, "adjudicate")
    assert offers(app)

    app.selectbox("w_queue_which").set_value("differing").run()

    assert not offers(app)


def test_whoever_labels_here_is_asked_before_a_blind_label_is_spent(made: Desk) -> None:
    made.write("workbench.yaml", "labellers: [labeller A, labeller B]\n")
    made.label([4], labeller="labeller A", first=7)  # labels here, and has t000 left to label

    app = begun(made)

    assert revealed(made) == []
    assert "You have not seen yet what others say" in app.warning[0].value
    assert not app.text_area
    assert "label 1" not in shown(app)

    app.button("w_uncover_t000").click().run()

    assert not app.exception
    assert revealed(made) == [("t000", "labeller A")]
    assert app.text_area
