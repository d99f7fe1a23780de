"""Labels and verdicts in CSV, long or one column a dimension; every cell is the text it is."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.cells import unguarded
from workbench.errors import DataError
from workbench.importers.found import Options, RatingRow, Remark
from workbench.importers.rows import ALIASES, Layout, TurnLabelError, layout, rating_row
from workbench.importers.source import read_text

_DELIMITERS = {",": ",", ";": ";", "\t": "tab", "|": "|"}
_LONGEST_CELL = 1 << 26
_DIMENSION = "\0dimension"
"""Where the name of a wide column's dimension stands among the values of its row."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The header of a CSV text and what its columns hold."""

    delimiter: str
    header: tuple[str, ...]
    dimensions: Mapping[str, str]
    """Dimension to its column, in a wide table; empty in a long one."""
    layouts: tuple[Layout, ...]
    """One in a long table, one a dimension in a wide one."""


def read_ratings(path: Path, options: Options) -> Iterator[RatingRow | Remark]:
    """Read labels or verdicts; a row that is none is skipped with its reason.

    Raises:
        DataError: The file cannot be read, is empty or no CSV, its header names no transcript,
            or it holds labels of single turns.
    """
    text, notes = read_text(path)
    yield from notes
    table = _table(path, text, options)
    empty = 0
    for line, cells in _records(path, text, table.delimiter):
        if len(cells) != len(table.header):
            message = f"the row has {len(cells)} cells, the header has {len(table.header)}"
            yield Remark(line=line, kind="skipped", message=message)
            continue
        values = dict(zip(table.header, map(unguarded, cells), strict=True))
        for placed, dimension in zip(table.layouts, table.dimensions or (None,), strict=True):
            if dimension is not None:
                values[_DIMENSION] = dimension
                if options.raters == "labeller" and not values[placed.fields["level"]].strip():
                    empty += 1
                    continue
            yield _rating(path, line, values, placed, options)
    if empty:
        yield Remark(line=0, kind="note", message=f"{empty} empty cells are no label")


def _rating(
    path: Path, line: int, values: Mapping[str, str], placed: Layout, options: Options
) -> RatingRow | Remark:
    try:
        return rating_row(values, placed, line=line, raters=options.raters)
    except TurnLabelError as error:
        raise DataError(f"{path}:{line}: {error}") from error
    except ValueError as error:
        return Remark(line=line, kind="skipped", message=str(error))


def _records(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Read the rows below the header that hold anything, with the line each starts in."""
    records = _all_records(path, text, delimiter)
    next(records)
    yield from records


def _all_records(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    # The limit holds for the whole process and starts at 128 KiB; a note may be longer.
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{path}:{line}: not valid CSV: {error}") from error


def _table(path: Path, text: str, options: Options) -> _Table:
    delimiter, header = _header(path, text, options)
    repeated = [name for name, count in Counter(header).items() if count > 1]
    if repeated:
        raise DataError(f"{path}: column {repeated[0]!r} stands more than once in the header")
    for field, column in options.columns.items():
        if column not in header:
            raise DataError(
                f"{path}: column {column!r} (of --columns {field}={column}) not found; "
                f"the header has {', '.join(header)}"
            )
    found = layout(header, options)
    if "dimension" in found.fields:
        if not {"level", "raw", "status"} & found.fields.keys():
            raise DataError(_missing(path, "level", header))
        return _Table(delimiter, header, {}, (found,))
    dimensions = _wide_dimensions(path, found, options)
    layouts = tuple(_wide_layout(found, column, dimensions) for column in dimensions.values())
    return _Table(delimiter, header, dimensions, layouts)


def _header(path: Path, text: str, options: Options) -> tuple[str, tuple[str, ...]]:
    """Return the delimiter under which the header names a transcript, and that header."""
    widths = {}
    for delimiter in _DELIMITERS:
        try:
            _, cells = next(_all_records(path, text, delimiter))
        except (DataError, StopIteration):
            continue
        header = tuple(
            unguarded(cell).strip() or f"(column {place})" for place, cell in enumerate(cells, 1)
        )
        if "transcript" in layout(header, options).fields:
            return delimiter, header
        widths[delimiter] = header
    if not widths:
        raise DataError(f"{path}: not valid CSV: its header cannot be read")
    best = max(widths, key=lambda delimiter: len(widths[delimiter]))
    raise DataError(_missing(path, "transcript", widths[best], delimiter=best))


def _missing(path: Path, field: str, header: Sequence[str], *, delimiter: str = ",") -> str:
    asks = "" if delimiter == "," else f"; is the delimiter {_DELIMITERS[delimiter]}?"
    return (
        f"{path}: column {field} not found{asks} (the header has {', '.join(header)}; "
        f"--columns {field}=COLUMN names one)"
    )


def _wide_dimensions(path: Path, found: Layout, options: Options) -> dict[str, str]:
    """Return the dimensions of a wide table: as named, else every column that is no field."""
    named = {name: column for name, column in options.columns.items() if name not in ALIASES}
    if named:
        return named
    if "level" in found.fields:
        column = found.fields["level"]
        raise DataError(
            f"{path}: column dimension not found; name the dimension that column {column!r} "
            f"holds with --columns DIMENSION={column}"
        )
    dimensions = {name: name for name in found.rest if not name.startswith("(column ")}
    if not dimensions:
        raise DataError(f"{path}: has no column of levels, only {', '.join(found.fields.values())}")
    return dimensions


def _wide_layout(found: Layout, column: str, dimensions: Mapping[str, str]) -> Layout:
    """Return the layout of one dimension; the columns of the others are not its content."""
    kept = {field: name for field, name in found.fields.items() if field in ALIASES}
    fields = {**kept, "level": column, "dimension": _DIMENSION}
    others = set(dimensions.values())
    unread = [kept[field] for field in ("level",) if field in kept and kept[field] not in others]
    rest = (*found.rest, *unread)
    return Layout(fields, tuple(name for name in rest if name not in others))
