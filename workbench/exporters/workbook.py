"""Sheets as one Excel file: text is never a formula or a link; a last sheet explains columns."""

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.errors import DataError
from workbench.exporters.sheet import Cell, Column, Sheet

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_INERT: Final = {"strings_to_formulas": False, "strings_to_urls": False}
_MOST_ROWS: Final = 1_048_576
_MOST_COLUMNS: Final = 16_384
_LONGEST: Final = 32_767
"""UTF-16 units of a cell."""
_CUT: Final = " [cut: {length:,} characters]"
_WIDTHS: Final = (10, 60)
_SAMPLED: Final = 200
"""Rows that the width of a column is taken from."""
_OWN_MARKUP: Final = "<r>"
"""What begins so, and ends alike, xlsxwriter puts into the file without escaping it."""
_UNSHOWN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """Return sheets as an Excel file.

    Control characters become U+FFFD and text over Excel's limit ends in a mark that says so.

    Raises:
        DataError: A sheet has more rows or columns than Excel has room for.
    """
    from xlsxwriter import Workbook

    target = io.BytesIO()
    with Workbook(target, _INERT) as book:
        heading = book.add_format({"bold": True, "bottom": 1})
        wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        for sheet in (*sheets, _explained(sheets)):
            _fill(book.add_worksheet(sheet.name), sheet, heading, wrapped)
    return target.getvalue()


def _explained(sheets: Sequence[Sheet]) -> Sheet:
    rows: list[tuple[str, str | None, str]] = []
    for sheet in sheets:
        rows.append((sheet.name, None, sheet.about))
        rows += [(sheet.name, column.name, column.meaning) for column in sheet.columns]
    return Sheet(
        name="columns",
        about="One row a column.",
        columns=(
            Column(name="sheet", meaning="The sheet."),
            Column(name="column", meaning="The column; none where the sheet itself is meant."),
            Column(name="meaning", meaning="What stands there."),
        ),
        rows=rows,
    )


def _fill(target: "Worksheet", sheet: Sheet, heading: "Format", wrapped: "Format") -> None:
    _require_room(sheet)
    last = max(len(sheet.rows), 1)
    for place, column in enumerate(sheet.columns):
        target.set_column(place, place, _width(sheet, place), wrapped)
        target.write_string(0, place, _shown(column.name), heading)
    target.freeze_panes(1, 0)
    target.autofilter(0, 0, last, len(sheet.columns) - 1)
    target.ignore_errors({"number_stored_as_text": f"A1:XFD{last + 1}"})
    for row, cells in enumerate(sheet.rows, 1):
        for place, cell in enumerate(cells):
            if isinstance(cell, str):
                _write_text(target, (row, place), _shown(cell), wrapped)
            elif cell is not None:
                target.write_number(row, place, cell)


def _write_text(target: "Worksheet", at: tuple[int, int], text: str, plain: "Format") -> None:
    """Write a text as it is, also where the library would take it for markup of its own."""
    if text.startswith(_OWN_MARKUP):
        target.write_rich_string(*at, text[:1], plain, text[1:], plain)
    else:
        target.write_string(*at, text)


def _require_room(sheet: Sheet) -> None:
    rows, columns = len(sheet.rows) + 1, len(sheet.columns)
    if rows > _MOST_ROWS or columns > _MOST_COLUMNS:
        raise DataError(
            f"sheet {sheet.name!r}: Excel holds at most {_MOST_ROWS:,} rows and {_MOST_COLUMNS:,} "
            f"columns, got {rows:,} and {columns:,}: take the CSV files"
        )


def _width(sheet: Sheet, place: int) -> int:
    cells: list[Cell] = [sheet.columns[place].name]
    cells += [row[place] for row in sheet.rows[:_SAMPLED]]
    narrowest, widest = _WIDTHS
    longest = max(len(str(cell)) for cell in cells if cell is not None)
    return min(max(longest + 2, narrowest), widest)


def _shown(text: str) -> str:
    """Return a text as a cell can hold it."""
    text = _UNSHOWN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    if 2 * len(text) <= _LONGEST:  # spares most texts the encoding
        return text
    units = text.encode("utf-16-le")
    if len(units) <= 2 * _LONGEST:
        return text
    mark = _CUT.format(length=len(text))
    return units[: 2 * (_LONGEST - len(mark))].decode("utf-16-le", "ignore") + mark
