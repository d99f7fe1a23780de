"""The Rubrics page shows where raters part, and saves or tries a text only when told to."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.opening import entries, opened, shown
from tests.judges.loopback import Loopback
from tests.workflows.building import Desk, close, desk, filled, tone
from tests.workflows.questioning import PRICE, asking, conversations, levelled, lines, office
from workbench.app.components.redraft import jobs
from workbench.domain.gold import GoldKey
from workbench.workflows.adjudicating import Decision, decide
from workbench.workflows.covering import reveal

HOSTILE = "![x](http://a.test/p.png) <b>"


def field(app: AppTest, name: str, text: str, edition: int = 0) -> AppTest:
    app.text_area(f"w_rubric_tone_{edition}_{name}").input(text).run()
    assert not app.exception
    return app


def saved(app: AppTest, bump: str | None) -> AppTest:
    if bump is not None:
        app.radio("w_bump_tone_0").set_value(bump).run()
    app.button("w_save_rubric").click().run()
    assert not app.exception
    return app


def read(root: Path) -> str:
    return (root / "rubrics" / "tone.yaml").read_text(encoding="utf-8")


def test_an_anchor_is_saved_with_its_version_and_comments_stay(tmp_path: Path) -> None:
    desk(tmp_path, rubric="# ours\n" + tone())
    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    saved(app, "minor")

    assert read(tmp_path) == "# ours\n" + tone("1.1").replace("curt", "short")
    assert "version 1.1: anchor 2. " in app.success[0].value.replace("\\", "")
    assert "labels carry over and go on counting" in app.success[0].value
    assert app.text_area("w_rubric_tone_1_anchor_1").value == "short"


def test_saving_says_what_each_bump_does_with_real_counts(tmp_path: Path) -> None:
    made = filled(tmp_path, 100)
    made.certify()

    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    bump = app.radio("w_bump_tone_0")
    assert bump.value is None
    assert bump.options == ["Minor, version 1.1", "Major, version 2.0"]
    assert "100 labels carry over" in bump.captions[0]
    assert "100 labels stop counting" in bump.captions[1]
    assert "Certificates become stale, 1: strict (trusted)." in shown(app)
    assert "Verdicts of the old text no longer count: strict 100." in shown(app)


def test_after_saving_the_pages_on_which_one_goes_on_are_a_click_away(tmp_path: Path) -> None:
    filled(tmp_path, 100, judges="judges: {strict: {recorded: true}}").calibrate()
    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    saved(app, "minor")

    said = shown(app).replace("\\", "")
    assert "new verdicts of strict are imported: `workbench import verdicts FILE`" in said
    assert "`workbench judge`" not in said
    links = {getattr(link, "label", "") for link in app.get("page_link")}
    assert links >= {"Go to Calibrate", "Go to Certify"}


def test_saving_without_saying_what_changed_is_refused(tmp_path: Path) -> None:
    desk(tmp_path)
    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    saved(app, None)

    assert "say whether the meaning changed" in app.error[0].value
    assert read(tmp_path) == tone()


def test_an_empty_anchor_is_refused_by_its_level(tmp_path: Path) -> None:
    desk(tmp_path)

    app = field(opened(tmp_path, "rubrics"), "anchor_2", " ")

    assert "anchor 3 is empty" in app.error[0].value
    assert not [button for button in app.button if button.key == "w_save_rubric"]


def test_guidance_is_saved_without_a_bump(tmp_path: Path) -> None:
    desk(tmp_path)
    app = field(opened(tmp_path, "rubrics"), "guidance", "Read it all.")

    assert "the version stays" in shown(app)
    saved(app, None)

    assert read(tmp_path) == tone() + "guidance: Read it all.\n"


def test_a_file_that_was_changed_meanwhile_is_left_alone_until_it_is_read_again(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")
    theirs = tone("1.1", anchor="cursing")
    made.write("rubrics/tone.yaml", theirs)

    app.run()
    assert "changed by somebody else" in app.warning[0].value
    saved(app, "minor")
    assert "was changed by somebody else" in app.error[0].value
    assert read(tmp_path) == theirs

    app.button("w_give_up").click().run()
    assert app.text_area("w_rubric_tone_1_anchor_0").value == "cursing"
    assert not app.warning


def test_what_was_typed_is_there_again_after_another_page(tmp_path: Path) -> None:
    desk(tmp_path)
    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    app.switch_page("views/certify.py").run()
    app.switch_page("views/rubrics.py").run()

    assert app.text_area("w_rubric_tone_0_anchor_1").value == "short"
    assert read(tmp_path) == tone()


def test_without_a_rubric_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    desk(tmp_path)
    (tmp_path / "rubrics" / "tone.yaml").unlink()

    app = opened(tmp_path, "rubrics")

    assert not app.exception
    assert "There is no rubric yet" in app.info[0].value


def test_a_draft_of_an_import_is_shown_and_left_to_an_editor(tmp_path: Path) -> None:
    desk(tmp_path, rubric='dimension: tone\nversion: "0.1"\ndraft: true\nlevels: [1, 2]\n')

    app = opened(tmp_path, "rubrics")

    assert not app.exception
    assert "levels and no anchors yet" in app.info[0].value


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    desk(tmp_path, rubric="dimension: tone\n")

    app = opened(tmp_path, "rubrics")

    assert not app.exception
    assert "rubrics/tone.yaml" in app.error[0].value.replace("\\", "")


def labelled(root: Path) -> Desk:
    made = desk(root)
    conversations(made, 80)
    levels = [1, 2, 3, 4] * 20
    made.label(levels, labeller="A", note=HOSTILE)
    made.label(close(levels, every=5), labeller="B")
    made.judge(close(levels, every=3), justification="It is.")
    made.calibrate()
    return made


def frames(app: AppTest) -> Sequence[list[str]]:
    return [list(frame.value.columns) for frame in app.dataframe]


def test_anchors_that_are_confused_are_shown_with_their_cases(tmp_path: Path) -> None:
    made = labelled(tmp_path)

    app = opened(tmp_path, "rubrics", labeller=None)
    app.button("w_bystander").click().run()
    app.selectbox("w_beside_tone").set_value("strict").run()

    assert not app.exception
    assert frames(app) == [
        ["Levels", "Who differs", "People differ", "Judge differs"],
        ["Transcript", "Who differs", "People's levels", "Judge's level"],
    ]
    for column in frames(app)[0]:
        assert f"**{column}**: " in shown(app)
    assert "Counted on 40 labelled transcripts of the development side" in shown(app)
    cases = list(app.dataframe[1].value["Transcript"])
    between = app.selectbox("w_between_tone").value
    app.selectbox(f"w_case_tone_{between}").set_value(cases[0]).run()
    assert not app.exception
    assert f"Conversation <{cases[0]}>: where is my refund?" in shown(app)
    assert HOSTILE in [text.value for text in app.text]
    assert "It is." in shown(app)
    assert made.looks() == ()

    app.button("w_close_case").click().run()
    assert "where is my refund?" not in shown(app)


def test_a_list_that_tells_levels_leaves_out_what_its_reader_may_still_label(
    tmp_path: Path,
) -> None:
    made = labelled(tmp_path)
    cases = parted(tmp_path)
    reveal(tmp_path, cases[0], "ben", now=made.now())

    app = opened(tmp_path, "rubrics", labeller="ben")

    assert not app.exception
    assert list(app.dataframe[1].value["Transcript"]) == cases[:1]
    between = app.selectbox("w_between_tone").value
    assert app.selectbox(f"w_case_tone_{between}").options == cases[:1]
    left = f"Left out of this list: {len(cases) - 1} of {len(cases)} transcripts"
    assert left in "".join(one.value for one in app.warning)
    assert not any(name in shown(app) for name in cases[1:])


def test_what_was_left_out_is_listed_once_that_is_on_the_record(tmp_path: Path) -> None:
    labelled(tmp_path)
    cases = parted(tmp_path)
    app = opened(tmp_path, "rubrics", labeller="ben")
    between = app.selectbox("w_between_tone").value
    assert len(app.dataframe) == 1

    app.button(f"w_uncover_list_tone_{between}").click().run()

    assert not app.exception
    assert list(app.dataframe[1].value["Transcript"]) == cases
    events = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert [(one["transcript"], one["labeller"]) for one in events] == [
        (name, "ben") for name in sorted(cases)
    ]
    app.selectbox(f"w_case_tone_{between}").set_value(cases[0]).run()
    assert HOSTILE in [text.value for text in app.text]


def test_what_its_reader_has_labelled_is_listed_on_the_record_as_well(tmp_path: Path) -> None:
    labelled(tmp_path)
    cases = parted(tmp_path)
    app = opened(tmp_path, "rubrics", labeller="A")
    between = app.selectbox("w_between_tone").value
    assert len(app.dataframe) == 1
    assert "that you give or change is kept apart" in "".join(one.value for one in app.warning)

    app.button(f"w_uncover_list_tone_{between}").click().run()

    assert not app.exception
    assert list(app.dataframe[1].value["Transcript"]) == cases
    events = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert [(one["transcript"], one["labeller"]) for one in events] == [
        (name, "A") for name in sorted(cases)
    ]


def test_who_reads_is_asked_before_any_transcript_is_listed(tmp_path: Path) -> None:
    labelled(tmp_path)

    app = opened(tmp_path, "rubrics", labeller=None)

    assert not app.exception
    assert len(app.dataframe) == 1
    assert any("Choose who you are" in one.value for one in app.warning)


def test_an_open_case_is_covered_for_whoever_sits_down_and_may_still_label_it(
    tmp_path: Path,
) -> None:
    labelled(tmp_path)
    cases = parted(tmp_path)
    app = opened(tmp_path, "rubrics", labeller=None)
    app.button("w_bystander").click().run()
    between = app.selectbox("w_between_tone").value
    app.selectbox(f"w_case_tone_{between}").set_value(cases[0]).run()
    assert HOSTILE in [text.value for text in app.text]

    app.session_state["d_labeller"] = "ben"
    app.run()

    assert "You have not seen yet what others say" in "".join(one.value for one in app.warning)
    assert HOSTILE not in [text.value for text in app.text]
    assert "A labeller" not in shown(app)

    app.button(f"w_uncover_{cases[0]}").click().run()

    assert HOSTILE in [text.value for text in app.text]
    (event,) = [one for one in entries(tmp_path, "assignments") if one["action"] == "revealed"]
    assert (event["transcript"], event["labeller"]) == (cases[0], "ben")


def parted(root: Path) -> list[str]:
    """Return the transcripts that the page lists first to somebody who labels nothing."""
    app = opened(root, "rubrics", labeller=None)
    app.button("w_bystander").click().run()
    return list(app.dataframe[1].value["Transcript"])


def test_cases_that_adjudication_found_undecided_are_listed_with_the_reason(tmp_path: Path) -> None:
    made = labelled(tmp_path)
    unit: GoldKey = ("t003", "tone", None)
    decision = Decision(unit=unit, adjudicator="labeller C", status="unclear", reason=HOSTILE)
    decide(tmp_path, decision, now=made.now())

    app = opened(tmp_path, "rubrics", labeller="ben")
    assert f"t003: {HOSTILE}" not in [text.value for text in app.text]
    app = opened(tmp_path, "rubrics", labeller=None)
    app.button("w_bystander").click().run()

    assert not app.exception
    assert f"t003: {HOSTILE}" in [text.value for text in app.text]
    app.selectbox("w_case_unclear_tone").set_value("t003").run()
    assert "Conversation <t003>: where is my refund?" in shown(app)


def test_before_the_first_calibration_nothing_is_shown_and_no_side_is_drawn(tmp_path: Path) -> None:
    filled(tmp_path, 40)

    app = opened(tmp_path, "rubrics")

    assert any("first calibration does that" in info.value for info in app.info)
    assert not (tmp_path / "record").exists()


def test_recorded_judges_are_said_not_to_be_asked(tmp_path: Path) -> None:
    made = desk(tmp_path, judges="judges:\n  old: {recorded: true}\n")
    made.label([1, 2, 3, 4] * 5)
    made.calibrate()

    app = field(opened(tmp_path, "rubrics"), "anchor_1", "short")

    assert any("old are recorded" in info.value for info in app.info)


@pytest.fixture
def tried(tmp_path: Path, loopback: Loopback) -> Desk:
    made = office(tmp_path, loopback, transcripts=20, price=PRICE, limits={"in_flight": 4})
    made.label([1, 2, 3, 4] * 5)
    asking(made)
    made.calibrate()
    for unit in range(20):
        loopback.plan(f"<t{unit:03}>", levelled([1, 2, 3, 4][unit % 4]))
    return made


def test_a_draft_is_costed_asked_and_compared_before_it_is_saved(tried: Desk) -> None:
    app = field(opened(tried.root, "rubrics"), "anchor_1", "short")
    app.selectbox("w_retry_judge").set_value("strict").run()

    app.button("w_cost").click().run()
    assert "strict: 20 questions to ask, 0 answered already" in shown(app)
    assert len(lines(tried)) == 20

    app.button("w_ask").click().run()
    assert not app.exception
    found = jobs(str(tried.root)).get("tone")
    assert found is not None
    assert found[1].wait(60)
    app.run()
    assert "Asked strict with this draft: 20 new verdicts, 0 of them errors" in shown(app)
    assert len(lines(tried)) == 40

    app.button("w_compare").click().run()
    assert not app.exception
    assert "15 moved" in shown(app)
    assert "2 variants of rubric text and judge were shown so far (k=2)" in shown(app)
    assert ["Text", "Agreement with people (kappa)", "Transcripts"] in frames(app)
    moved = ["Transcript", "People's levels", "Text in the file", "Draft", "With the draft"]
    assert moved not in frames(app)
    assert "Left out of this list: 15 of 15" in "".join(one.value for one in app.warning)
    app.button("w_uncover_list_moved_tone").click().run()
    assert moved in frames(app)
    field(app, "anchor_1", "shorter")
    assert "Asked strict with an earlier draft: 20 new verdicts" in shown(app)
    assert read(tried.root) == tone()


def test_asking_is_stopped_by_the_button_and_keeps_what_was_answered(
    tried: Desk, loopback: Loopback
) -> None:
    for unit in range(20):
        loopback.plan(f"<t{unit:03}>", levelled(2).after(0.4))
    app = field(opened(tried.root, "rubrics"), "anchor_1", "short")
    app.selectbox("w_retry_judge").set_value("strict").run()
    app.button("w_cost").click().run()
    app.button("w_ask").click().run()
    while len(lines(tried)) == 20:
        time.sleep(0.02)

    app.button("w_stop").click().run()

    found = jobs(str(tried.root)).get("tone")
    assert found is not None
    assert found[1].wait(60)
    app.run()
    assert "What was answered is kept; ask again to go on." in shown(app)
    assert 20 < len(lines(tried)) < 40


def test_a_changed_text_is_told_at_its_field_with_what_it_says_now(tmp_path: Path) -> None:
    desk(tmp_path)
    app = opened(tmp_path, "rubrics")
    before = app.text_area("w_rubric_tone_0_anchor_0").value or ""
    assert before
    assert "not saved" not in shown(app)

    field(app, "anchor_0", "Rude from the first word.")

    assert "Changed, and not saved yet. It says now:" in shown(app)
    assert before in shown(app)
    assert "This rubric has a change that is not saved." in app.info[0].value
