"""Sheets as CSV: quoted as RFC 4180 has it, text guarded, numbers as they are."""

import csv
import io

from workbench.domain.cells import guarded
from workbench.exporters.sheet import Cell, Sheet

MEDIA_TYPE = "text/csv"
_ENCODING = "utf-8-sig"
"""With the mark: without it Excel reads UTF-8 as the machine's own code page."""


def csv_bytes(sheet: Sheet) -> bytes:
    """Return a sheet as a CSV file."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow([guarded(column.name) for column in sheet.columns])
    writer.writerows([_written(cell) for cell in row] for row in sheet.rows)
    return target.getvalue().encode(_ENCODING)


def _written(cell: Cell) -> Cell:
    return guarded(cell) if isinstance(cell, str) else cell
