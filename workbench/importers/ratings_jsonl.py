"""Labels and verdicts in JSON Lines: our own records, and short rows with the same content."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.domain.rating import Label, Verdict
from workbench.errors import DataError
from workbench.importers.found import Options, RatingRow, Remark
from workbench.importers.native import first_fault
from workbench.importers.rows import ALIASES, Layout, TurnLabelError, layout, rating_row
from workbench.importers.source import Parsed, json_lines

_OWN = {"rubric_digest", "rubric_version", "status", "at", "id"}
"""Keys that together only a record of ours has."""


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a rating: of a transcript, with a level."""
    if not isinstance(head, dict):
        return False
    level = (*ALIASES["level"], "raw", "status")
    needed = (ALIASES["transcript"], ALIASES["dimension"], level)
    return all(any(key in head for key in keys) for keys in needed)


def read_ratings(path: Path, options: Options) -> Iterator[RatingRow | Remark]:
    """Read labels or verdicts; a line that is none is skipped with its reason.

    Raises:
        DataError: The file cannot be read, is empty, or holds labels of single turns.
    """
    layouts: dict[tuple[str, ...], Layout] = {}
    for found in json_lines(path):
        if isinstance(found, Remark):
            yield found
            continue
        try:
            yield _row(found, options, layouts)
        except TurnLabelError as error:
            raise DataError(f"{path}:{found.line}: {error}") from error
        except ValidationError as error:
            yield Remark(line=found.line, kind="skipped", message=first_fault(error))
        except ValueError as error:
            yield Remark(line=found.line, kind="skipped", message=str(error))


def _row(found: Parsed, options: Options, layouts: dict[tuple[str, ...], Layout]) -> RatingRow:
    value = found.value
    if not isinstance(value, dict):
        raise ValueError(f"must be a JSON object, got {type(value).__name__}")
    if value.keys() >= _OWN:
        return _own(found.line, value, options)
    keys = tuple(value)
    if keys not in layouts:
        layouts[keys] = layout(keys, options)
    return rating_row(value, layouts[keys], line=found.line, raters=options.raters)


def _own(line: int, value: dict[str, Any], options: Options) -> RatingRow:
    """Read a whole record; it stays as it was made."""
    kind = Label if options.raters == "labeller" else Verdict
    record: Label | Verdict = kind.from_line(json.dumps(value))
    rater = record.labeller if isinstance(record, Label) else record.judge
    return RatingRow(
        line=line,
        transcript=record.transcript,
        dimension=record.dimension,
        rater=rater,
        raw=record.level,
        record=record,
    )
