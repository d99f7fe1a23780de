"""Transcripts and rubrics arrive once and are never edited; real sets arrive whole."""

from pathlib import Path

import pytest

from tests.workflows.imported import RUBRIC, Source, conversation, said, verdicts, written
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportRequest
from workbench.workflows.importing import import_rubrics, import_transcripts
from workbench.workflows.importing_ratings import import_labels, import_verdicts


def test_a_transcript_says_where_it_came_from(workspace: Workspace, source: Source) -> None:
    path = source(conversation("t1"), conversation("t2"), name="May chats.jsonl")

    report = import_transcripts(workspace, [path], ImportRequest())

    lines = list(ledger.read(workspace.collection("May chats")))
    second = Transcript.from_line(lines[1].data)
    assert report.imported == 2
    assert second.source is not None
    assert (second.source.format, second.source.file, second.source.record) == (
        "jsonl",
        "May chats.jsonl",
        2,
    )


def test_a_transcript_that_is_here_is_left_as_it_is(workspace: Workspace, source: Source) -> None:
    import_transcripts(workspace, [source(conversation("t1"))], ImportRequest())
    before = written(workspace)

    report = import_transcripts(
        workspace, [source(conversation("t1"), name="again.jsonl")], ImportRequest()
    )

    assert (report.imported, report.already_here, report.refused) == (0, 1, False)
    assert written(workspace) == before


def test_a_transcript_of_the_same_id_and_another_content_is_an_error_that_names_both_places(
    workspace: Workspace, source: Source
) -> None:
    import_transcripts(workspace, [source(conversation("t1"))], ImportRequest())

    report = import_transcripts(
        workspace, [source(conversation("t1", "Bye"), name="new.jsonl")], ImportRequest()
    )

    assert report.refused
    assert "new.jsonl:1: transcript 't1' has another content in transcripts/found.jsonl:1" in said(
        report
    )


def test_other_metadata_of_a_transcript_that_is_here_are_dropped_content(
    workspace: Workspace, source: Source
) -> None:
    import_transcripts(workspace, [source(conversation("t1"))], ImportRequest())

    report = import_transcripts(
        workspace, [source(conversation("t1", metadata={"team": "west"}))], ImportRequest()
    )

    assert report.refused
    assert len(report.dropped) == 1


def test_a_transcript_that_comes_twice_in_one_import_is_counted(
    workspace: Workspace, source: Source
) -> None:
    path = source(conversation("t1"), conversation("t1"), conversation("t1", "Bye"))

    report = import_transcripts(workspace, [path], ImportRequest(collection="all"))

    assert report.duplicates == 1
    assert "has another content in found.jsonl (record 1)" in said(report)


def test_a_rubric_is_written_to_a_file_of_its_own(workspace: Workspace, source: Source) -> None:
    path = source(RUBRIC, name="any name.yaml")

    first = import_rubrics(workspace, [path], ImportRequest())
    second = import_rubrics(workspace, [path], ImportRequest())

    assert first.rubrics == ("rubrics/tone.yaml",)
    assert workspace.rubrics["tone"].rubric.version == "2.0"
    assert (second.imported, second.already_here) == (0, 1)


def test_a_dimension_keeps_the_rubric_that_it_has(workspace: Workspace, source: Source) -> None:
    import_rubrics(workspace, [source(RUBRIC, name="one.yaml")], ImportRequest())
    other = source(RUBRIC.replace("2.0", "3.0"), name="two.yaml")

    report = import_rubrics(workspace, [other], ImportRequest())

    assert report.refused
    assert "dimension 'tone' has its rubric in rubrics/tone.yaml" in said(report)


def test_odd_scales_are_warned_of_once(workspace: Workspace, source: Source) -> None:
    anchors = {"1": "a", "2": "b", "3": "c"}
    path = source(*({"id": f"d{n}", "criteria": "?", "anchors": anchors} for n in range(3)))

    report = import_rubrics(workspace, [path], ImportRequest())

    assert report.imported == 3
    assert len(report.notes) == 1
    assert "odd scale (1-3)" in said(report)


@pytest.mark.realdata
def test_the_real_chats_arrive_with_their_labels_and_verdicts(
    workspace: Workspace, real_data: Path
) -> None:
    folder = real_data / "llm_rubric_real"
    plain = ImportRequest(scale="1-4")
    zero = ImportRequest(scale="1-4", not_applicable=frozenset("0"))

    chats = import_transcripts(workspace, [folder / "transcripts.jsonl"], plain)
    rated = import_labels(workspace, [folder / "human_labels.jsonl"], plain)
    unrated = import_labels(workspace, [folder / "human_not_applicable.jsonl"], zero)
    judged = import_verdicts(workspace, [folder / "judge_scores.jsonl"], ImportRequest())

    assert (chats.imported, rated.imported, judged.imported) == (223, 1701, 6021)
    assert len(rated.rubrics) == 9
    assert unrated.not_applicable == 306
    assert judged.errors == {"fractional": 2007}
    expected = verdicts(workspace, "gpt-3.5-turbo-16k/expected")
    assert {each.status for each in expected} == {"error"}
    assert expected[0].error is not None
    assert expected[0].error.message == "3.651269040091852 is not a level of 1-4"


@pytest.mark.realdata
def test_unusable_answers_of_real_judges_are_errors(workspace: Workspace, real_data: Path) -> None:
    request = ImportRequest(scale="nominal:0,1,2", without_transcripts=True)

    report = import_verdicts(workspace, [real_data / "pandalm/judge_scores.jsonl"], request)

    assert (report.imported, report.errors) == (1998, {"missing": 25})


@pytest.mark.realdata
def test_nominal_labels_of_real_people_arrive(workspace: Workspace, real_data: Path) -> None:
    request = ImportRequest(scale="nominal:model_a,model_b,tie", without_transcripts=True)
    folder = real_data / "alttest/mtbench"

    assert import_labels(workspace, [folder / "human_labels.jsonl"], request).imported == 246
    assert import_verdicts(workspace, [folder / "judge_scores.jsonl"], request).imported == 720


@pytest.mark.realdata
def test_real_criteria_become_rubrics_that_are_read_again(
    workspace: Workspace, real_data: Path
) -> None:
    path = real_data / "biggen_rubrics/rubrics.jsonl"

    assert import_rubrics(workspace, [path], ImportRequest()).imported == 240
    assert len(workspace.rubrics) == 240
    assert import_rubrics(workspace, [path], ImportRequest()).already_here == 240
