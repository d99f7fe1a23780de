"""Excel files in which text is text: nothing runs, nothing links, nothing is lost unseen."""

import io
import zipfile
from collections.abc import Sequence

import pytest
from openpyxl import load_workbook

from workbench.errors import DataError
from workbench.exporters.sheet import Cell, Column, Sheet
from workbench.exporters.workbook import workbook


def sheet(*rows: tuple[Cell, ...], names: Sequence[str] = ("note", "level")) -> Sheet:
    columns = tuple(Column(name=name, meaning=f"The {name}.") for name in names)
    return Sheet(name="labels", about="One label.", columns=columns, rows=rows)


def cells(data: bytes, name: str = "labels") -> list[tuple[object, ...]]:
    book = load_workbook(io.BytesIO(data))
    return [tuple(cell.value for cell in row) for row in book[name].iter_rows()]


def parts(data: bytes) -> dict[str, str]:
    """Return the files inside an Excel file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "{=1+1}",
        "@SUM(1)",
        '=HYPERLINK("http://x.test")',
        "http://x.test",
        "mailto:a@x.test",
        "internal:labels!A1",
        "0042",
        "N/A",
        "<r><t>rich</t></r>",
        "<r>&</x></r>",
        "<r>",
        "_x0041_",
        " spaced ",
        "1\n2",
        "",
    ],
)
def test_text_is_the_text_it_is(text: str) -> None:
    data = workbook([sheet((text, 3))])

    found = load_workbook(io.BytesIO(data))["labels"]["A2"]
    assert (found.value or "").replace("_x005F_", "_") == text
    assert found.data_type in {"s", "n" if not text else "s"}
    assert "<f>" not in parts(data)["xl/worksheets/sheet1.xml"]
    assert "<hyperlink" not in parts(data)["xl/worksheets/sheet1.xml"]
    assert not any("externalLink" in name for name in parts(data))


def test_numbers_are_numbers_and_nothing_is_an_empty_cell() -> None:
    data = workbook([sheet(("a", -0.25), ("b", 4), (None, None))])

    assert cells(data) == [("note", "level"), ("a", -0.25), ("b", 4), (None, None)][:3]


def test_control_characters_are_shown_as_something_that_is_not_there() -> None:
    data = workbook([sheet(("a\x00b\x1b[0m\ufffe\x7f\r\nc\td", 1))])

    assert cells(data)[1][0] == "a\ufffdb\ufffd[0m\ufffd\ufffd\nc\td"


@pytest.mark.parametrize("letter", ["x", "\N{GRINNING FACE}"])
def test_text_beyond_the_limit_of_a_cell_is_cut_with_a_mark(letter: str) -> None:
    (found, _) = cells(workbook([sheet((letter * 40_000, 1))]))[1]

    assert isinstance(found, str)
    assert found.endswith(f"{letter} [cut: 40,000 characters]")
    assert 32_760 <= len(found.encode("utf-16-le")) // 2 <= 32_767


def test_text_at_the_limit_is_whole() -> None:
    assert cells(workbook([sheet(("x" * 32_767, 1))]))[1][0] == "x" * 32_767


def test_a_last_sheet_says_what_each_column_means() -> None:
    data = workbook([sheet(("a", 1))])

    assert load_workbook(io.BytesIO(data)).sheetnames == ["labels", "columns"]
    assert cells(data, "columns") == [
        ("sheet", "column", "meaning"),
        ("labels", None, "One label."),
        ("labels", "note", "The note."),
        ("labels", "level", "The level."),
    ]


def test_a_sheet_without_rows_is_its_heading() -> None:
    assert cells(workbook([sheet()])) == [("note", "level")]


def test_more_columns_than_a_sheet_has_is_an_error_that_points_to_csv() -> None:
    wide = sheet(names=[f"by {number}" for number in range(16_385)])

    with pytest.raises(DataError, match=r"sheet 'labels': .* got 1 and 16,385: take the CSV files"):
        workbook([wide])


def test_more_rows_than_a_sheet_has_is_an_error_that_points_to_csv() -> None:
    class Endless(Sequence[tuple[Cell, ...]]):
        def __len__(self) -> int:
            return 1_048_576

        def __getitem__(self, _: object) -> tuple[Cell, ...]:  # type: ignore[override]
            raise AssertionError("nothing is written before it is known to fit")

    columns = (Column(name="note", meaning=""),)
    tall = Sheet(name="labels", about="", columns=columns, rows=Endless())

    with pytest.raises(DataError, match="at most 1,048,576 rows"):
        workbook([tall])
