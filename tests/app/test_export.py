"""The Export page makes files when it is asked to, and says what is not in them."""

import csv
import io
import zipfile
from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.app.opening import opened, shown
from tests.exporters.building import certified, entry
from tests.workflows.building import Desk, desk, filled
from tests.workflows.questioning import conversations
from workbench.domain.assignment import Assignment
from workbench.store.journal import read_journal

HOSTILE = "![beacon](http://x.test/a.png)"


def prepare(root: Path, what: str, labeller: str = "labeller C") -> AppTest:
    app = opened(root, "export", labeller)
    app.button(f"w_prepare_{what}").click().run()
    if "w_prepare_agreed" in [button.key for button in app.button]:
        app.button("w_prepare_agreed").click().run()
    assert not app.exception
    return app


def offered(app: AppTest) -> list[str]:
    return [button.label for button in app.download_button]


def edited(made: Desk) -> dict[str, bytes]:
    """Return everything in the workspace but its rebuildable index."""
    return {
        str(path): path.read_bytes()
        for path in made.root.rglob("*")
        if path.is_file() and ".workbench" not in path.parts
    }


def handed(app: AppTest) -> set[str]:
    """Return the transcripts whose labels are in the file."""
    found, _ = app.session_state["d_label_files"]
    texts = [one.data.decode("utf-8-sig") for one in found.files if one.name == "labels.csv"]
    return {row["transcript"] for text in texts for row in csv.DictReader(io.StringIO(text))}


def revealed(root: Path) -> list[tuple[str, str]]:
    """Return who was shown what others say of which transcript."""
    events = read_journal(root / "record" / "assignments.jsonl", Assignment).entries
    return [(one.transcript, one.labeller) for one in events if one.action == "revealed"]


def test_what_its_reader_has_still_to_label_is_left_out_and_counted(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 3)
    made.label([1, 2, 3], labeller="labeller A")
    made.label([1], labeller="labeller B")

    app = prepare(tmp_path, "labels", "labeller B")

    assert not app.exception
    assert "what others said of 2 transcripts that you have still to label" in shown(app)
    assert handed(app) == {"t000"}
    assert revealed(tmp_path) == [("t000", "labeller B")]


def partly_labelled(root: Path) -> AppTest:
    """Ask for the files as one who has labelled one of three transcripts that others labelled."""
    made = desk(root)
    conversations(made, 3)
    made.label([1, 2, 3], labeller="labeller A")
    made.label([1], labeller="labeller B")
    app = opened(root, "export", "labeller B")
    app.button("w_prepare_labels").click().run()
    return app


def test_what_is_left_out_is_asked_together_with_what_is_told_and_not_again(
    tmp_path: Path,
) -> None:
    app = partly_labelled(tmp_path)
    told, left_out = (one.value for one in app.warning)
    assert "what others said of 1 transcripts that you have labelled" in told
    assert "what others said of 2 transcripts that you have still to label" in left_out
    assert revealed(tmp_path) == []

    app.button("w_prepare_agreed").click().run()

    assert not app.exception
    assert not app.warning
    assert "w_prepare_all" not in [button.key for button in app.button]
    assert "Left out, as you chose: what others said of 2 transcripts" in shown(app)
    assert handed(app) == {"t000"}


def test_all_of_it_is_put_in_by_the_one_answer(tmp_path: Path) -> None:
    app = partly_labelled(tmp_path)

    app.button("w_prepare_both").click().run()

    assert not app.exception
    assert not app.warning
    assert handed(app) == {"t000", "t001", "t002"}
    assert [transcript for transcript, _ in revealed(tmp_path)] == ["t000", "t001", "t002"]


def test_what_was_left_out_is_offered_again_where_the_files_are_asked_for_again(
    tmp_path: Path,
) -> None:
    app = partly_labelled(tmp_path)
    app.button("w_prepare_agreed").click().run()

    app.button("w_prepare_labels").click().run()

    assert handed(app) == {"t000"}
    assert "what others said of 2 transcripts that you have still to label" in app.warning[0].value
    assert "w_prepare_all" in [button.key for button in app.button]


def test_what_the_files_would_show_first_is_said_and_asked_before_they_are_made(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    conversations(made, 3)
    made.label([1, 2, 3], labeller="labeller A")
    made.label([1, 2], labeller="labeller B")
    app = opened(tmp_path, "export", "labeller B")

    app.button("w_prepare_labels").click().run()

    assert "what others said of 2 transcripts that you have labelled" in app.warning[0].value
    assert offered(app) == []
    assert revealed(tmp_path) == []
    app.button("w_prepare_agreed").click().run()
    assert not app.exception
    assert offered(app)
    assert revealed(tmp_path) == [("t000", "labeller B"), ("t001", "labeller B")]


def test_what_was_seen_before_is_not_asked_again(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 1)
    made.label([1], labeller="labeller A")
    made.label([1], labeller="labeller B")
    prepare(tmp_path, "labels", "labeller B")
    app = opened(tmp_path, "export", "labeller B")

    app.button("w_prepare_labels").click().run()

    assert offered(app)
    assert "w_prepare_agreed" not in [button.key for button in app.button]


def test_all_of_it_is_put_in_on_the_record(tmp_path: Path) -> None:
    made = desk(tmp_path)
    conversations(made, 2)
    made.label([1, 2], labeller="labeller A")

    app = prepare(tmp_path, "labels", "labeller B")
    assert offered(app) == []
    app.button("w_prepare_all").click().run()

    assert not app.exception
    assert handed(app) == {"t000", "t001"}
    assert revealed(tmp_path) == [("t000", "labeller B"), ("t001", "labeller B")]


def test_files_of_one_person_are_not_offered_to_the_next(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.write("workbench.yaml", "labellers: [labeller B, labeller C]\n")
    made.label([1, 2], labeller="labeller A")
    app = prepare(tmp_path, "labels")
    assert offered(app)

    app.selectbox("w_labeller").set_value("labeller B").run()

    assert offered(app) == []


def test_without_a_name_no_labels_are_handed_over(tmp_path: Path) -> None:
    desk(tmp_path).label([1])

    app = opened(tmp_path, "export", labeller=None)

    assert not app.exception
    assert "Choose who you are" in app.info[0].value
    assert "w_prepare_labels" not in [button.key for button in app.button]


def test_nothing_is_made_before_it_is_asked_for(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2])

    app = opened(tmp_path, "export")

    assert not app.exception
    assert (app.title[0].value, offered(app)) == ("Export", [])


def test_labels_are_offered_as_excel_and_csv_with_their_count(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2], labeller="labeller A")
    made.label([1, 4], labeller="labeller B")

    before = edited(made)
    app = prepare(tmp_path, "labels")

    assert offered(app) == [
        "Download labels.xlsx",
        "Download labels.csv",
        "Download disagreements.csv",
    ]
    counts = (
        "Labels: 4 · people: 2 · transcripts: 2 · transcript and dimension with different levels: "
        "1 · prepared at"
    )
    assert counts in shown(app)
    found, _ = app.session_state["d_label_files"]
    text = found.files[1].data.decode("utf-8-sig")
    assert [row["level"] for row in csv.DictReader(io.StringIO(text))] == ["1", "1", "2", "4"]
    assert edited(made) == before


def test_the_history_is_added_where_it_is_asked_for(tmp_path: Path) -> None:
    desk(tmp_path).label([1])

    app = opened(tmp_path, "export")
    app.checkbox("w_with_history").check().run()
    app.button("w_prepare_labels").click().run()

    assert "Download history.csv" in offered(app)


def test_files_of_another_choice_are_not_offered_any_more(tmp_path: Path) -> None:
    desk(tmp_path).label([1])

    app = prepare(tmp_path, "labels")
    app.checkbox("w_with_history").check().run()

    assert offered(app) == []


def test_where_nobody_labelled_it_says_what_to_do(tmp_path: Path) -> None:
    desk(tmp_path)

    app = prepare(tmp_path, "labels")

    assert offered(app) == []
    assert "Label transcripts on the Label page" in shown(app)


def test_lines_that_are_no_label_are_told(tmp_path: Path) -> None:
    desk(tmp_path).label([1])
    with (tmp_path / "labels/ann.jsonl").open("a", encoding="utf-8") as file:
        file.write("not a label\n")

    app = prepare(tmp_path, "labels")

    assert "Lines that are no label, and not in the files: 1" in shown(app)
    assert "labels/ann.jsonl:2" in shown(app)


def test_a_broken_rubric_is_a_sentence_beside_a_page_that_works(tmp_path: Path) -> None:
    desk(tmp_path).write("rubrics/tone.yaml", "dimension: tone\n")

    app = prepare(tmp_path, "labels")

    assert "is missing" in app.error[0].value
    assert app.button("w_prepare_judges").label == "Prepare the archive"


def test_trusted_judges_are_offered_as_one_archive_with_their_claim(tmp_path: Path) -> None:
    made = certified(tmp_path)
    before = edited(made)

    app = prepare(tmp_path, "judges")

    assert offered(app) == ["Download trusted-judges.zip"]
    (row,) = app.dataframe[0].value.to_dict("records")
    assert (row["dimension"], row["judge"]) == ("tone", "strict")
    assert row["claim"] == made.certificate().claim
    found, _ = app.session_state["d_judge_bundle"]
    with zipfile.ZipFile(io.BytesIO(found.archive)) as archive:
        assert "python/judge_tone_strict.py" in archive.namelist()
    assert edited(made) == before


def test_untrusted_judges_are_refused_by_name(tmp_path: Path) -> None:
    judges = f"judges:\n  {HOSTILE!r}: {entry('http://127.0.0.1:9/v1')}\n"
    made = desk(tmp_path, judges=judges)
    made.label([1, 2, 3, 4] * 10)
    made.judge([4, 3, 2, 1] * 10, judge=HOSTILE)
    made.certify()

    app = prepare(tmp_path, "judges")

    assert offered(app) == []
    assert "No judge can be exported" in app.warning[0].value
    assert f"tone, {HOSTILE}" in [one.value.partition(": untrusted, ")[0] for one in app.text]


def test_where_no_judge_can_be_asked_it_says_why_in_place_of_the_button(tmp_path: Path) -> None:
    filled(tmp_path, 100, judges="judges:\n  strict: {recorded: true}\n").certify()

    app = opened(tmp_path, "export")

    assert not app.exception
    assert "w_prepare_judges" not in [button.key for button in app.button]
    assert "of strict there are recorded verdicts only" in app.info[0].value
    assert "gives it a `model` in judges.yaml" in shown(app)


def test_trusted_judges_that_nobody_can_ask_are_not_sent_to_certify(tmp_path: Path) -> None:
    judges = f"judges:\n  strict: {{recorded: true}}\n  other: {entry('http://127.0.0.1:9/v1')}\n"
    filled(tmp_path, 100, judges=judges).certify()

    app = prepare(tmp_path, "judges")

    assert offered(app) == []
    assert "those that are trusted cannot be asked by another tool" in app.warning[0].value
    assert "there is nobody to ask" in shown(app)


def test_where_nothing_was_certified_it_says_where_that_is_done(tmp_path: Path) -> None:
    filled(tmp_path)

    app = prepare(tmp_path, "judges")

    assert offered(app) == []
    assert "Certify first, on the Certify page or with `workbench certify`" in shown(app)


def test_a_folder_that_is_no_workspace_is_refused_on_the_page(tmp_path: Path) -> None:
    app = opened(tmp_path, "export", labeller=None)

    assert not app.exception
    assert "is no workspace" in app.error[0].value
