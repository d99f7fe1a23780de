"""Ratings in CSV: every cell is the text it is, and no header is guessed wrong in silence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import DataError
from workbench.exporters.delimited import csv_bytes
from workbench.exporters.sheet import Column, Sheet
from workbench.importers.found import Options, RatingRow, Remark
from workbench.importers.ratings_csv import read_ratings

HEADER = "item_id,annotator,dimension,label"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labels.csv"


def rows(path: Path, data: str | bytes, options: Options | None = None) -> list[RatingRow]:
    return [each for each in found(path, data, options) if isinstance(each, RatingRow)]


def found(
    path: Path, data: str | bytes, options: Options | None = None
) -> list[RatingRow | Remark]:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return list(read_ratings(path, options or Options()))


def test_byte_order_mark_and_carriage_returns_of_excel_are_no_content(path: Path) -> None:
    (row,) = rows(path, f"\ufeff{HEADER}\r\n1,a1,tone,3\r\n")

    assert (row.line, row.transcript, row.rater, row.dimension, row.raw) == (
        2,
        "1",
        "a1",
        "tone",
        "3",
    )


def test_texts_that_look_like_missing_values_are_texts(path: Path) -> None:
    data = f'{HEADER}\n1,a1,applicable,"N/A"\n2,a1,applicable,None\n3,NA,applicable,yes\n'

    assert [(row.rater, row.raw) for row in rows(path, data)] == [
        ("a1", "N/A"),
        ("a1", "None"),
        ("NA", "yes"),
    ]


def test_leading_zeros_make_another_transcript(path: Path) -> None:
    found_rows = rows(path, "item_id,label\n0042,3\n42,4\n", Options(columns={"tone": "label"}))

    assert [(row.transcript, row.dimension, row.raw) for row in found_rows] == [
        ("0042", "tone", "3"),
        ("42", "tone", "4"),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_detected(path: Path, delimiter: str) -> None:
    (row,) = rows(path, f"{HEADER}\n1,a1,tone,3\n".replace(",", delimiter))

    assert (row.transcript, row.raw) == ("1", "3")


def test_a_header_that_names_no_transcript_is_an_error_that_asks_about_the_delimiter(
    path: Path,
) -> None:
    with pytest.raises(DataError, match=r"column transcript not found; is the delimiter ;\?"):
        found(path, "conversation;annotator;dimension;label\n1;a1;tone;3\n")


def test_a_column_map_names_columns_of_any_name(path: Path) -> None:
    data = "conversation;who;what;points;why\nt 1;Zoë;tone;3;kind\n"
    columns = {"transcript": "conversation", "labeller": "who", "dimension": "what"}

    (row,) = rows(path, data, Options(columns={**columns, "level": "points", "note": "why"}))

    assert (row.transcript, row.rater, row.raw, row.note) == ("t 1", "Zoë", "3", "kind")


def test_a_mapped_column_that_is_not_there_is_an_error_that_lists_the_header(path: Path) -> None:
    with pytest.raises(DataError, match=r"column 'who' .* not found; the header has item_id"):
        found(path, f"{HEADER}\n1,a1,tone,3\n", Options(columns={"labeller": "who"}))


def test_a_level_without_a_dimension_is_an_error_that_says_how_to_name_one(path: Path) -> None:
    with pytest.raises(DataError, match="--columns DIMENSION=label"):
        found(path, "item_id,label\n1,3\n")


def test_a_dimension_without_a_level_is_an_error(path: Path) -> None:
    with pytest.raises(DataError, match="column level not found"):
        found(path, "item_id,dimension\n1,tone\n")


def test_a_column_that_stands_twice_is_an_error(path: Path) -> None:
    with pytest.raises(DataError, match="column 'tone' stands more than once"):
        found(path, "item_id,tone,tone\n1,3,4\n")


def test_in_a_wide_table_every_other_column_is_a_dimension(path: Path) -> None:
    data = "item_id,labeller,tone,clarity,note,\nt1,a,3,,kind,\nt2,a,4,2,,\n"

    everything = found(path, data)

    assert [
        (row.line, row.transcript, row.dimension, row.raw, row.note)
        for row in everything
        if isinstance(row, RatingRow)
    ] == [
        (2, "t1", "tone", "3", "kind"),
        (3, "t2", "tone", "4", None),
        (3, "t2", "clarity", "2", None),
    ]
    assert everything[-1] == Remark(line=0, kind="note", message="1 empty cells are no label")


def test_in_a_wide_table_the_map_may_name_the_dimensions(path: Path) -> None:
    data = "item_id,labeller,T1,T2,text\nt1,a,3,4,the whole conversation\n"

    found_rows = rows(path, data, Options(columns={"tone": "T1", "clarity": "T2"}))

    assert [(row.dimension, row.raw) for row in found_rows] == [("tone", "3"), ("clarity", "4")]
    assert all(row.extra == {"text": "the whole conversation"} for row in found_rows)


def test_an_empty_cell_of_a_judge_is_a_missing_answer(path: Path) -> None:
    (row,) = rows(path, "item_id,judge,tone\nt1,j,\n", Options(raters="judge"))

    assert (row.rater, row.raw) == ("j", None)


def test_a_note_keeps_its_commas_quotes_and_line_ends(path: Path) -> None:
    note = 'He said, "no"\nand left'
    data = f'{HEADER},note\n1,a1,tone,3,"{note.replace(chr(34), chr(34) * 2)}"\n2,a1,tone,4,\n'

    first, second = rows(path, data)

    assert first.note == note
    assert (second.line, second.note) == (4, None)


@pytest.mark.parametrize(
    ("cell", "note"),
    [
        ("'=HYPERLINK(1)", "=HYPERLINK(1)"),
        ("'@SUM(1+1)", "@SUM(1+1)"),
        ("''=x", "'=x"),
        ("'quoted'", "'quoted'"),
        ("it's", "it's"),
        ("-0.25", "-0.25"),
    ],
)
def test_the_guard_against_formulas_is_taken_off_again(path: Path, cell: str, note: str) -> None:
    assert rows(path, f"{HEADER},note\n1,a1,tone,3,{cell}\n")[0].note == note


@pytest.mark.parametrize("told", ["random", "flagged", "chosen"])
def test_a_row_says_how_its_transcript_was_sampled(path: Path, told: str) -> None:
    (row,) = rows(path, f"{HEADER},sampled\n1,a1,tone,3,{told}\n")

    assert row.sampled == told


def test_another_word_for_how_it_was_sampled_is_skipped(path: Path) -> None:
    (remark,) = found(path, f"{HEADER},sampled\n1,a1,tone,3,by hand\n")

    assert isinstance(remark, Remark)
    assert remark.message == "`sampled`: must be one of random, flagged, chosen, got 'by hand'"


def test_of_a_verdict_sampled_is_kept_with_the_rest(path: Path) -> None:
    data = "item_id,judge,dimension,score,sampled\n1,j,tone,3,flagged\n"

    (row,) = rows(path, data, Options(raters="judge"))

    assert (row.sampled, row.extra) == (None, {"sampled": "flagged"})


def test_a_row_of_another_width_is_skipped_with_its_line(path: Path) -> None:
    everything = found(path, f"{HEADER}\n1,a1,tone\n\n2,a1,tone,4\n")

    assert everything[0] == Remark(
        line=2, kind="skipped", message="the row has 3 cells, the header has 4"
    )
    assert len(everything) == 2


def test_an_open_quote_is_an_error_with_its_line(path: Path) -> None:
    with pytest.raises(DataError, match=r"labels\.csv:3: not valid CSV"):
        found(path, f'{HEADER}\n1,a1,tone,3\n2,a1,tone,"4\n')


def test_a_note_may_be_longer_than_the_csv_module_expects(path: Path) -> None:
    note = "x" * 200_000

    assert rows(path, f"{HEADER},note\n1,a1,tone,3,{note}\n")[0].note == note


def test_a_bad_byte_is_replaced_and_named(path: Path) -> None:
    note, row = found(path, HEADER.encode() + b",note\n1,a1,tone,3,caf\xe9\n")

    assert isinstance(note, Remark)
    assert (note.line, note.kind) == (2, "note")
    assert isinstance(row, RatingRow)
    assert row.note == "caf\ufffd"


def test_labels_of_turns_are_refused_by_name(path: Path) -> None:
    with pytest.raises(DataError, match=r"labels\.csv:2: `turn_index`"):
        found(path, f"{HEADER},turn_index\n1,a1,tone,3,0\n")


texts = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1).filter(
    lambda text: text == text.strip() != ""
)


@given(transcript=texts, rater=texts, note=texts)
def test_ids_names_and_notes_survive_a_round_trip(
    tmp_path_factory: pytest.TempPathFactory, transcript: str, rater: str, note: str
) -> None:
    path = tmp_path_factory.mktemp("trip") / "labels.csv"
    columns = tuple(Column(name=name, meaning="") for name in (*HEADER.split(","), "note"))
    cells = (transcript, rater, "tone", 3, note)
    sheet = Sheet(name="labels", about="", columns=columns, rows=[cells])

    (row,) = rows(path, csv_bytes(sheet))

    assert (row.transcript, row.rater, row.note) == (transcript, rater, note)
