"""Whose labels they are, how they were chosen, and what of a row a label cannot hold."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workflows.imported import NOW, SCALE, Source, labels, row, said, written
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportRequest
from workbench.workflows.importing_ratings import import_labels


def test_content_that_a_label_has_no_field_for_is_named_once_and_refused(
    workspace: Workspace, source: Source
) -> None:
    path = source(row(colour="red"), row("t2", colour="blue"), row("t3"))

    report = import_labels(workspace, [path], SCALE)

    assert report.refused
    assert [str(place) for place in report.dropped] == [
        "found.jsonl:1: 2 rows have 'colour', which a label has no field for"
    ]


def test_what_was_imported_with_its_loss_is_here_and_loses_nothing_again(
    workspace: Workspace, source: Source
) -> None:
    path = source(row(colour="red"))
    import_labels(
        workspace, [path], ImportRequest(scale="1-4", without_transcripts=True, allow_loss=True)
    )

    report = import_labels(workspace, [path], SCALE)

    assert (report.refused, report.already_here) == (False, 1)


def test_how_the_transcripts_were_chosen_is_kept(workspace: Workspace, source: Source) -> None:
    request = ImportRequest(scale="1-4", without_transcripts=True, sampled="flagged")

    import_labels(workspace, [source(row())], request)

    assert (labels(workspace)[0].sampled, labels(workspace)[0].sampled_assumed) == (
        "flagged",
        False,
    )
    assert "does not change them" in said(
        import_labels(
            workspace,
            [source(row())],
            ImportRequest(scale="1-4", without_transcripts=True, sampled="chosen"),
        )
    )


def test_rows_that_name_nobody_need_to_be_told_whose_they_are(
    workspace: Workspace, source: Source
) -> None:
    path = source("item_id,tone", "t1,3", name="wide.csv")

    assert "names no labeller; --labeller NAME" in said(import_labels(workspace, [path], SCALE))
    import_labels(
        workspace, [path], ImportRequest(scale="1-4", without_transcripts=True, rater="Zoë")
    )

    assert labels(workspace, "Zoë")[0].level == 3


@given(
    st.text(st.characters(blacklist_categories=["C"]), min_size=1, max_size=40).filter(
        lambda name: name == name.strip() != ""
    )
)
def test_a_labeller_of_any_name_has_a_ledger_of_their_own(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    root = tmp_path_factory.mktemp("any")
    (root / "workbench.yaml").touch()
    path = root / "found.jsonl"
    path.write_text(json.dumps(row(labeller=name)), encoding="utf-8")
    workspace = Workspace(root)

    report = import_labels(workspace, [path], SCALE)

    (found,) = workspace.files("labels", ".jsonl").values()
    (line,) = ledger.read(found)
    label = Label.from_line(line.data)
    assert report.imported == 1
    assert workspace.labels(label.labeller) == found


def test_names_that_differ_only_in_their_unicode_form_are_one_labeller(
    workspace: Workspace, source: Source
) -> None:
    import_labels(workspace, [source(row(labeller="Zoe\u0308"), row("t2", labeller="Zoë"))], SCALE)

    assert len(labels(workspace, "Zoë")) == 2


def test_a_name_that_is_too_long_for_a_file_is_skipped(
    workspace: Workspace, source: Source
) -> None:
    assert "too long" in said(import_labels(workspace, [source(row(labeller="x" * 300))], SCALE))


def test_a_label_record_of_ours_stays_as_it_was_made(
    workspace: Workspace, source: Source, tmp_path: Path
) -> None:
    import_labels(workspace, [source(row(note="kind"))], SCALE, now=NOW)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/workbench.yaml").touch()
    other = Workspace(tmp_path / "other")

    report = import_labels(other, [workspace.labels("a")], SCALE)
    again = import_labels(other, [workspace.labels("a")], SCALE)

    assert labels(other) == labels(workspace)
    assert (report.imported, again.already_here) == (1, 1)


def test_blocks_of_labels_that_several_conversations_share_are_named(
    workspace: Workspace, source: Source
) -> None:
    at = {"at": "2026-05-01T10:00:00Z"}
    own = [
        row("t1", 1, labeller=name, at=f"2026-05-01T09:00:0{n}Z") for n, name in enumerate("abc")
    ]
    same = [row(f"t{n}", 4, labeller=name, **at) for n in range(2, 7) for name in "abc"]

    report = import_labels(workspace, [source(*own, *same)], SCALE)

    assert report.imported == 18
    assert "5 transcripts carry the same 3 labels with the same times (t2, t3, t4, t5, t6)" in said(
        report
    )


def test_equal_labels_without_times_are_no_copies(workspace: Workspace, source: Source) -> None:
    same = [row(f"t{n}", 4, labeller=name) for n in range(5) for name in "abc"]

    assert "same times" not in said(import_labels(workspace, [source(*same)], SCALE))


def test_a_file_that_holds_no_label_is_no_success(workspace: Workspace, source: Source) -> None:
    with pytest.raises(DataError, match="holds no labels"):
        import_labels(workspace, [source("item_id,dimension,label", name="e.csv")], SCALE)


def test_a_bad_second_file_keeps_the_first_out(workspace: Workspace, source: Source) -> None:
    good = source(row(), name="good.jsonl")
    bad = source("{torn", row("t2"), name="bad.jsonl")

    report = import_labels(workspace, [good, bad], SCALE)

    assert report.refused
    assert report.skipped[0].file == "bad.jsonl"
    assert list(written(workspace)) == ["workbench.yaml"]
