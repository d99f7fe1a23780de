"""Cells of a CSV file: text that a spreadsheet would run is written so that it is only shown."""

import re

_RUNS = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a spreadsheet takes for a formula, the full-width signs too, behind any apostrophes."""


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs: with an apostrophe before it."""
    return f"'{text}" if _RUNS.match(text) else text


def unguarded(cell: str) -> str:
    """Return the text of a cell, the inverse of `guarded`."""
    return cell[1:] if cell.startswith("'") and _RUNS.match(cell) else cell
