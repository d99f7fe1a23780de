"""People's labels arrive once, in order, on the scale of their rubric, or say why not."""

from typing import Any

import pytest

from tests.workflows.imported import (
    NOW,
    RUBRIC,
    SCALE,
    Source,
    conversation,
    labels,
    row,
    said,
    written,
)
from workbench.errors import DataError
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportRequest
from workbench.workflows.importing import import_transcripts
from workbench.workflows.importing_ratings import import_labels


def test_a_label_names_what_it_was_made_under(workspace: Workspace, source: Source) -> None:
    import_transcripts(workspace, [source(conversation("t1"))], ImportRequest())
    path = source(row(note="kind"), name="people.jsonl")

    report = import_labels(workspace, [path], ImportRequest(scale="1-4"), now=NOW)

    (label,) = labels(workspace)
    rubric = workspace.rubrics["tone"].rubric
    assert (report.read, report.imported, report.rubrics) == (1, 1, ("rubrics/tone.yaml",))
    assert (label.transcript, label.dimension, label.labeller) == ("t1", "tone", "a")
    assert (label.status, label.level, label.note) == ("rated", 3, "kind")
    assert (label.rubric_version, label.rubric_digest) == ("0.1", rubric.digest)
    assert label.transcript_digest is not None
    assert (label.sampled, label.sampled_assumed) == ("random", True)
    assert (label.at, label.source) == (NOW, "people.jsonl:1")


def test_a_new_dimension_becomes_a_draft_with_the_scale_that_was_told(
    workspace: Workspace, source: Source
) -> None:
    import_labels(
        workspace, [source(row(score=5))], ImportRequest(scale="1-5", without_transcripts=True)
    )

    rubric = workspace.rubrics["tone"].rubric
    assert (rubric.draft, rubric.version, rubric.scale_levels) == (True, "0.1", (1, 2, 3, 4, 5))


def test_a_new_dimension_without_a_scale_is_an_error_that_proposes_one(
    workspace: Workspace, source: Source
) -> None:
    with pytest.raises(DataError, match=r"dimension 'tone': no rubric here; --scale 1-4"):
        import_labels(workspace, [source(row())], ImportRequest(without_transcripts=True))

    assert list(written(workspace)) == ["workbench.yaml"]


def test_a_draft_whose_name_is_written_otherwise_is_told_of_the_rubric_that_is_there(
    workspace: Workspace, source: Source
) -> None:
    (workspace.root / "rubrics").mkdir()
    (workspace.root / "rubrics/tone.yaml").write_text(RUBRIC, encoding="utf-8")
    rows = [row(dimension=name) for name in ("Tone", "tone", "tones", "To ne")]

    report = import_labels(workspace, [source(*rows)], SCALE)

    assert report.rubrics == ("rubrics/Tone.yaml", "rubrics/tones.yaml", "rubrics/To ne.yaml")
    assert [note for note in map(str, report.notes) if "draft of its own" in note] == [
        f"dimension {name!r} gets a draft of its own beside 'tone'; where they are one, "
        "call it 'tone' in the file and import that"
        for name in ("Tone", "To ne")
    ]


def test_of_two_new_dimensions_written_alike_the_second_is_told_of_the_first(
    workspace: Workspace, source: Source
) -> None:
    rows = [row(dimension=name) for name in ("goal completion", "Goal-Completion")]

    report = import_labels(workspace, [source(*rows)], SCALE)

    assert "'Goal-Completion' gets a draft of its own beside 'goal completion'" in said(report)


def test_a_new_dimension_without_a_scale_is_asked_whether_the_nearest_was_meant(
    workspace: Workspace, source: Source
) -> None:
    (workspace.root / "rubrics").mkdir()
    (workspace.root / "rubrics/tone.yaml").write_text(RUBRIC, encoding="utf-8")

    with pytest.raises(DataError, match=r"dimension 'Tones': no rubric here; .*mean 'tone'\?$"):
        import_labels(workspace, [source(row(dimension="Tones"))], ImportRequest())


def test_how_a_row_says_it_was_sampled_goes_before_what_was_told_of_all(
    workspace: Workspace, source: Source
) -> None:
    request = ImportRequest(scale="1-4", without_transcripts=True, sampled="chosen")

    import_labels(workspace, [source(row(sampled="flagged"), row("t2"))], request)

    assert [(label.sampled, label.sampled_assumed) for label in labels(workspace)] == [
        ("flagged", False),
        ("chosen", False),
    ]


def test_a_scale_that_the_rubric_contradicts_is_an_error(
    workspace: Workspace, source: Source
) -> None:
    (workspace.root / "rubrics").mkdir()
    (workspace.root / "rubrics/tone.yaml").write_text(RUBRIC, encoding="utf-8")

    assert import_labels(workspace, [source(row())], SCALE).imported == 1
    with pytest.raises(DataError, match=r"rubrics/tone.yaml has the ordinal scale 1-4"):
        import_labels(workspace, [source(row())], ImportRequest(scale="1-5"))


@pytest.mark.parametrize("scale", ["4", "4-1", "nominal:a", "nominal:a,a", "nominal:", "one-four"])
def test_what_is_no_scale_is_an_error(workspace: Workspace, source: Source, scale: str) -> None:
    with pytest.raises(DataError, match="must be like 1-4, 1-5 or nominal:yes,no"):
        import_labels(workspace, [source(row())], ImportRequest(scale=scale))


def test_the_same_file_twice_adds_nothing(workspace: Workspace, source: Source) -> None:
    path = source(row(), row(score=4), row(score=3), row("t2", at="2026-05-01T10:00:00Z"))
    first = import_labels(workspace, [path], SCALE, now=NOW)
    before = written(workspace)

    second = import_labels(workspace, [path], SCALE)

    assert (first.imported, second.imported, second.already_here) == (4, 0, 4)
    assert written(workspace) == before


def test_of_rows_of_one_key_the_last_in_the_file_counts_and_the_others_stay(
    workspace: Workspace, source: Source
) -> None:
    path = source(row(score=3), row(score=4), row(score=3))

    report = import_labels(workspace, [path], SCALE, now=NOW)

    assert (report.imported, report.duplicates) == (3, 0)
    newest = max(labels(workspace), key=lambda label: (label.at, label.id))
    assert [label.level for label in labels(workspace)] == [3, 4, 3]
    assert newest.level == 3


def test_a_row_that_stands_several_times_is_one_label_and_counted(
    workspace: Workspace, source: Source
) -> None:
    early, late = {"at": "2026-05-01T10:00:00Z"}, {"at": "2026-05-02T10:00:00Z"}
    path = source(row(**early), row(**early), row(score=4, **late), row(**early))

    report = import_labels(workspace, [path], SCALE)

    assert (report.read, report.imported, report.duplicates) == (4, 2, 2)
    assert max(labels(workspace), key=lambda label: label.at).level == 4


def test_labels_whose_texts_share_a_hash_stay_two_levels(
    workspace: Workspace, source: Source
) -> None:
    path = source(*(row(f"t{n}", level) for n, level in enumerate(["Aa", "BB", "Aa", "BB"])))

    import_labels(workspace, [path], ImportRequest(scale="nominal:Aa,BB", without_transcripts=True))

    assert [label.level for label in labels(workspace)] == ["Aa", "BB", "Aa", "BB"]


@pytest.mark.parametrize("written_as", ["3", 3, 3.0, "3.0", " 3 "])
def test_a_level_is_the_same_however_it_is_written(
    workspace: Workspace, source: Source, written_as: Any
) -> None:
    import_labels(workspace, [source(row(score=written_as))], SCALE)

    assert labels(workspace)[0].level == 3


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        (5, "5 is not a level of 1-4"),
        (2.5, "2.5 is not a level of 1-4"),
        ("good", "good is not a level of 1-4"),
        (True, "true is not a level of 1-4"),
        (None, "no level was given"),
    ],
)
def test_a_value_of_a_person_off_the_scale_is_skipped_with_its_line(
    workspace: Workspace, source: Source, score: Any, reason: str
) -> None:
    path = source(row(), row("t2", score))

    refused = import_labels(workspace, [path], SCALE)
    before = written(workspace)
    allowed = import_labels(
        workspace, [path], ImportRequest(scale="1-4", without_transcripts=True, allow_loss=True)
    )

    assert (refused.refused, refused.imported) == (True, 0)
    assert list(before) == ["workbench.yaml"]
    assert [str(place) for place in refused.skipped] == [f"found.jsonl:2: {reason}"]
    assert (allowed.refused, allowed.imported, len(allowed.skipped)) == (False, 1, 1)


def test_not_applicable_is_what_the_person_says_it_is(workspace: Workspace, source: Source) -> None:
    path = source(row(score=0), row("t2", "n/a"), row("t3"), row("t4", None, raw="n/a"))
    request = ImportRequest(
        scale="1-4", without_transcripts=True, not_applicable=frozenset({"0", "n/a"})
    )

    report = import_labels(workspace, [path], request)

    assert report.not_applicable == 3
    assert [label.status for label in labels(workspace)] == [
        "not_applicable",
        "not_applicable",
        "rated",
        "not_applicable",
    ]


def test_not_applicable_is_refused_where_the_rubric_has_no_rule_for_it(
    workspace: Workspace, source: Source
) -> None:
    (workspace.root / "rubrics").mkdir()
    (workspace.root / "rubrics/tone.yaml").write_text(RUBRIC, encoding="utf-8")
    request = ImportRequest(without_transcripts=True, not_applicable=frozenset("0"))

    report = import_labels(workspace, [source(row(score=0))], request)

    assert report.refused
    assert "no `not_applicable` rule" in said(report)


def test_a_level_cannot_mean_not_applicable(workspace: Workspace, source: Source) -> None:
    request = ImportRequest(scale="1-4", not_applicable=frozenset("1"))

    with pytest.raises(DataError, match="--not-applicable 1: is a level of 'tone'"):
        import_labels(workspace, [source(row())], request)


def test_labels_of_absent_conversations_are_refused_by_name_and_count(
    workspace: Workspace, source: Source
) -> None:
    path = source(row("t1"), row("t2"), row("t2", 4, labeller="b"))

    report = import_labels(workspace, [path], ImportRequest(scale="1-4"))

    assert report.refused
    assert len(report.skipped) == 3
    assert "2 transcripts are not in this workspace (t1, t2)" in said(report)


def test_labels_of_absent_conversations_are_accepted_where_that_is_meant(
    workspace: Workspace, source: Source
) -> None:
    import_labels(workspace, [source(row())], SCALE)

    assert labels(workspace)[0].transcript_digest is None


def test_times_in_three_forms_sort_by_instant_and_an_assumed_zone_is_said(
    workspace: Workspace, source: Source
) -> None:
    path = source(
        row("t1", created_at="2026-02-21 07:05:56"),
        row("t2", created_at="2026-02-21T07:06:37Z"),
        row("t3", created_at="Sat, 21 Feb 2026 08:06:00 +0100"),
        name="notes.jsonl",
    )

    report = import_labels(workspace, [path], SCALE, now=NOW)

    by_time = sorted(labels(workspace), key=lambda label: label.at)
    assert [label.transcript for label in by_time] == ["t1", "t3", "t2"]
    assert "notes.jsonl:1: 1 time names no zone and count as UTC" in map(str, report.notes)
