"""Labels are handed over whole, once each, and come back as what they were."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.workflows.building import NOON, Desk, desk, tone
from workbench.domain.gold import Gold
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.catalogue import Catalogue
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportReport, ImportRequest
from workbench.workflows.importing_ratings import import_labels
from workbench.workflows.tabulating import LabelFiles, label_files

NOTES = (
    'He said, "no"\nand left',
    '=HYPERLINK("http://x.test")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\tbegins with a tab",
    "'=already guarded",
    "'quoted'",
    "-0.25",
    "a\r\nb;c",
    "שלום \N{RIGHT-TO-LEFT OVERRIDE}x \N{GRINNING FACE} e\u0301",
    "a\x00b",
    "x" * 40_000,
    "N/A",
)
SAME = ("transcript", "dimension", "labeller", "status", "level", "note", "evidence", "seconds")
"""What makes two labels the same, beside when they were given and how they were sampled."""


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """A workspace in which two people labelled, and once differed."""
    made = desk(tmp_path / "here", rubric=tone(not_applicable="Nobody speaks."))
    made.label([1, 2, "not_applicable"], labeller="labeller A")
    made.label([1, 4, "cannot_tell"], labeller="labeller B", note="why", evidence=(0, 2))
    return made


def file(found: LabelFiles, name: str) -> bytes:
    (data,) = [one.data for one in found.files if one.name == name]
    return data


def table(found: LabelFiles, name: str) -> list[dict[str, str]]:
    text = file(found, name).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def elsewhere(made: Desk, found: LabelFiles) -> tuple[Path, ImportReport]:
    """Import the exported labels into another workspace with the same rubric."""
    other = desk(made.root.parent / "there", rubric=tone(not_applicable="Nobody speaks."))
    path = made.root.parent / "labels.csv"
    path.write_bytes(file(found, "labels.csv"))
    request = ImportRequest(without_transcripts=True)
    return other.root, import_labels(Workspace(other.root), [path], request, now=NOON)


def gold(made: Desk) -> Gold:
    return Gold(
        id="g1",
        transcript="t001",
        dimension="tone",
        rubric_version=made.rubric.version,
        rubric_digest=made.rubric.digest,
        adjudicator="labeller C",
        status="rated",
        level=4,
        reason="The agent says so.",
        at=NOON,
    )


def labels(root: Path) -> list[tuple[Any, ...]]:
    said = [
        Label.from_line(line.data)
        for path in sorted((root / "labels").iterdir())
        for line in ledger.read(path)
    ]
    fields = (*SAME, "at", "sampled", "sampled_assumed")
    return sorted(tuple(getattr(label, name) for name in fields) for label in said)


def test_there_is_one_row_a_label_and_the_counts_say_so(made: Desk) -> None:
    found = label_files(made.root)

    assert (found.labels, found.labellers, found.transcripts, found.disagreements) == (6, 2, 3, 1)
    assert [
        (row["transcript"], row["labeller"], row["level"]) for row in table(found, "labels.csv")
    ] == [
        ("t000", "labeller A", "1"),
        ("t000", "labeller B", "1"),
        ("t001", "labeller A", "2"),
        ("t001", "labeller B", "4"),
        ("t002", "labeller A", ""),
        ("t002", "labeller B", ""),
    ]


def test_two_labels_of_one_transcript_are_two_rows_and_the_transcript_is_listed_once(
    tmp_path: Path,
) -> None:
    made = desk(tmp_path)
    made.write("transcripts/c.jsonl", '{"id": "t000", "turns": [{"index": 0, "role": "user"}]}\n')
    made.label([1], labeller="a1")
    made.label([2], labeller="a2")

    found = label_files(tmp_path)

    assert [row["labeller"] for row in table(found, "labels.csv")] == ["a1", "a2"]
    assert [row["transcript"] for row in table(found, "disagreements.csv")] == ["t000"]
    assert [one.id for one in Catalogue(Workspace(tmp_path)).listed()] == ["t000"]


def test_a_disagreement_shows_each_persons_level_and_the_spread(made: Desk) -> None:
    assert table(label_files(made.root), "disagreements.csv") == [
        {
            "transcript": "t001",
            "dimension": "tone",
            "criterion": "",
            "spread": "2",
            "mixed": "no",
            "by labeller A": "2",
            "by labeller B": "4",
        }
    ]


def test_disagreements_come_widest_first_settled_or_not_as_adjudication_has_them(
    made: Desk,
) -> None:
    made.label([2, 4, 1], labeller="labeller C")
    made.write("record/gold.jsonl", f"{gold(made).line()}\n")

    rows = table(label_files(made.root), "disagreements.csv")

    assert [(row["transcript"], row["spread"], row["mixed"]) for row in rows] == [
        ("t001", "2", "no"),
        ("t000", "1", "no"),
        ("t002", "0", "yes"),
    ]
    assert [rows[2][f"by labeller {letter}"] for letter in "ABC"] == [
        "not_applicable",
        "cannot_tell",
        "1",
    ]


def test_exported_labels_are_the_same_labels_elsewhere(made: Desk) -> None:
    for number, note in enumerate(NOTES, 10):
        made.label([3], labeller="=labeller C", first=number, note=note, seconds=1.5)
    made.label([2], labeller="=labeller C", first=50, sampled="chosen")
    made.label([2], labeller="=labeller C", first=51, sampled_assumed=True)

    root, report = elsewhere(made, label_files(made.root))

    assert (report.imported, report.skipped, report.dropped) == (6 + len(NOTES) + 2, (), ())
    assert labels(root) == labels(made.root)


def test_what_came_back_counts_as_here_already_when_it_comes_again(made: Desk) -> None:
    found = label_files(made.root)
    root, _ = elsewhere(made, found)
    path = made.root.parent / "labels.csv"

    again = import_labels(Workspace(root), [path], ImportRequest(without_transcripts=True))

    assert (again.imported, again.already_here) == (0, 6)


def test_a_negative_level_stays_a_number(tmp_path: Path) -> None:
    made = desk(
        tmp_path,
        rubric='dimension: tone\nversion: "1.0"\nquestion: Better?\nanchors: {-1: no, 0: same}\n',
    )
    made.label([-1, 0])

    found = label_files(tmp_path)

    assert [row["level"] for row in table(found, "labels.csv")] == ["-1", "0"]
    sheet = load_workbook(io.BytesIO(file(found, "labels.xlsx")))["labels"]
    assert [cell.value for cell in sheet["F"]] == ["level", -1, 0]


def test_what_was_corrected_is_in_the_history_alone(made: Desk) -> None:
    made.label([3], labeller="labeller A")
    made.label([2], labeller="labeller A", repeat=1)

    found = label_files(made.root, history=True)

    assert [row["level"] for row in table(found, "labels.csv")][:2] == ["3", "1"]
    rows = [row for row in table(found, "history.csv") if row["transcript"] == "t000"]
    assert [(row["labeller"], row["level"], row["repeat"], row["counts"]) for row in rows] == [
        ("labeller A", "1", "0", "no"),
        ("labeller A", "3", "0", "yes"),
        ("labeller A", "2", "1", "no"),
        ("labeller B", "1", "0", "yes"),
    ]


def test_the_history_is_left_out_unless_it_is_asked_for(made: Desk) -> None:
    found = label_files(made.root)

    assert [one.name for one in found.files] == ["labels.xlsx", "labels.csv", "disagreements.csv"]


def test_excel_holds_labels_disagreements_and_what_the_columns_mean(made: Desk) -> None:
    book = load_workbook(io.BytesIO(file(label_files(made.root), "labels.xlsx")))

    assert book.sheetnames == ["labels", "disagreements", "columns"]
    assert [cell.value for cell in book["labels"][3]][:6] == [
        "t000", "tone", None, "labeller B", "rated", 1,
    ]  # fmt: skip
    explained = {(row[0].value, row[1].value) for row in book["columns"].iter_rows()}
    named = {("labels", cell.value) for cell in book["labels"][1]}
    assert named <= explained


def test_where_nobody_labelled_there_is_no_file(tmp_path: Path) -> None:
    found = label_files(desk(tmp_path).root)

    assert (found.labels, found.files) == (0, ())


def test_lines_that_are_no_label_are_named(made: Desk) -> None:
    with (made.root / "labels/labeller A.jsonl").open("a", encoding="utf-8") as file:
        file.write("not a label\n")

    found = label_files(made.root)

    assert (found.labels, [one.line for one in found.stepped_over]) == (6, [4])


def test_a_rubric_with_faults_is_an_error_that_names_it(made: Desk) -> None:
    made.write("rubrics/tone.yaml", "dimension: tone\n")

    with pytest.raises(DataError, match=r"rubrics/tone\.yaml"):
        label_files(made.root)
