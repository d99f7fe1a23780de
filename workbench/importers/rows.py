"""Rating rows under the many names that other tools give our fields."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from workbench.domain.rating import Sampled
from workbench.importers.found import Options, RatingRow
from workbench.importers.times import read_moment

ALIASES: Mapping[str, tuple[str, ...]] = {
    "transcript": (
        "transcript",
        "transcript_id",
        "item_id",
        "item",
        "case_id",
        "target_id",
        "id",
    ),
    "dimension": ("dimension", "metric", "aspect"),
    "labeller": (
        "labeller",
        "labeler",
        "labeller_id",
        "annotator",
        "annotator_id",
        "rater",
        "rater_id",
        "coder",
    ),
    "judge": ("judge", "judge_id", "evaluator", "rater"),
    "level": ("score", "level", "label", "rating", "value"),
    "raw": ("raw",),
    "note": (
        "note",
        "notes",
        "comment",
        "justification",
        "explanation",
        "rationale",
        "reason",
    ),
    "at": ("at", "timestamp", "created_at"),
    "status": ("status",),
    "criterion": ("criterion",),
    "repeat": ("repeat",),
    "evidence": ("evidence",),
    "sampled": ("sampled",),
    "seconds": ("seconds",),
    "turn_index": ("turn_index",),
}
"""Our fields and the keys or columns that are taken for them, the surest first."""
_STATUSES = {
    "rated": "rated",
    "not_applicable": "not_applicable",
    "cannot_tell": "cannot_tell",
    "error": "rated",
}
"""Statuses that a short row may give; an error has no level, which its verdict then says."""


class TurnLabelError(ValueError):
    """A row is about one turn."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which key of a row holds which of our fields, and which keys hold none of them."""

    fields: Mapping[str, str]
    rest: tuple[str, ...]


def layout(keys: Sequence[str], options: Options) -> Layout:
    """Find our fields among the keys of a row: as the options name them, else by alias."""
    wanted = {field: field for field in ALIASES}
    for field in ("judge",) if options.raters == "labeller" else ("labeller", "sampled"):
        del wanted[field]
    fields: dict[str, str] = {}
    free = {key.strip().casefold(): key for key in reversed(keys)}
    for field, column in options.columns.items():
        if column in keys:
            fields[field] = column
            free.pop(column.strip().casefold(), None)
    for field in wanted:
        if field in options.columns:
            continue
        alias = next((alias for alias in ALIASES[field] if alias in free), None)
        if alias is not None:
            fields[field] = free.pop(alias)
    used = set(fields.values())
    return Layout(fields, tuple(key for key in keys if key not in used))


@dataclass(frozen=True, slots=True)
class _Row:
    """One row, its values reached by our names."""

    values: Mapping[str, Any]
    layout: Layout

    def get(self, field: str) -> Any:
        key = self.layout.fields.get(field)
        value = None if key is None else self.values.get(key)
        return None if isinstance(value, str) and not value.strip() else value

    def name(self, field: str) -> str | None:
        """Return an identifier as the text it is; white space around it is no part of it."""
        value = self.get(field)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise ValueError(f"`{field}`: must be text, got {value!r}")
        return str(value).strip()

    def named(self, field: str) -> str:
        """Return an identifier that no row can do without."""
        name = self.name(field)
        if name is None:
            raise ValueError(f"names no {field}; known keys are {', '.join(ALIASES[field])}")
        return name

    def has(self, field: str) -> bool:
        """Whether the row has a key for the field, whatever stands there."""
        return self.layout.fields.get(field) in self.values

    def rest(self) -> dict[str, Any]:
        found = {key: self.values[key] for key in self.layout.rest if key in self.values}
        return {key: value for key, value in found.items() if value not in (None, "")}


def rating_row(
    values: Mapping[str, Any],
    placed: Layout,
    *,
    line: int,
    raters: Literal["labeller", "judge"],
) -> RatingRow:
    """Make a rating row of the values of one row.

    Raises:
        TurnLabelError: The row is about one turn.
        ValueError: The row lacks what makes it a rating, or a field is not of its kind.
    """
    row = _Row(values, placed)
    if row.get("turn_index") is not None:
        raise TurnLabelError("`turn_index`: a label is of a whole transcript, not of one turn")
    rater = row.name(raters)
    if rater is None:
        _require_no_other_rater(placed, raters)
    extra = row.rest()
    return RatingRow(
        line=line,
        transcript=row.named("transcript"),
        dimension=row.named("dimension"),
        rater=rater,
        extra=extra,
        **_time(row, extra),
        **_answer(row),
        **{field: read(row.get(field)) for field, read in _READERS.items() if row.has(field)},
    )


def _answer(row: _Row) -> dict[str, Any]:
    """Return what the row answers: its value, or what stands in place of one."""
    status = _status(row.get("status"))
    if row.has("level"):
        raw, answer = row.get("level"), _text(row.get("raw"))
    elif row.has("raw") or row.has("status"):
        raw, answer = row.get("raw"), None
    else:
        raise ValueError(f"has no level; known keys are {', '.join(ALIASES['level'])}, raw")
    return {
        "raw": raw,
        "answer": answer,
        "not_applicable": status == "not_applicable",
        "cannot_tell": status == "cannot_tell",
    }


def _require_no_other_rater(placed: Layout, raters: Literal["labeller", "judge"]) -> None:
    """Refuse a judge's rows as labels and a person's as verdicts."""
    other, what = ("judge", "verdicts") if raters == "labeller" else ("labeller", "labels")
    for key in placed.rest:
        if key.strip().casefold() in ALIASES[other]:
            raise ValueError(
                f"names a {other} ({key!r}) and no {raters}: `import {what}` reads such rows, "
                f"--columns {raters}={key} takes the {other} for a {raters}"
            )


def _status(written: Any) -> str:
    status = _STATUSES.get(str(written or "rated").strip().lower())
    if status is None:
        raise ValueError(f"`status`: must be one of {', '.join(_STATUSES)}, got {written!r}")
    return status


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _whole(value: Any, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    raise ValueError(f"`{field}`: must be a whole number from 0, got {value!r}")


def _repeat(value: Any) -> int:
    return 0 if value is None else _whole(value, "repeat")


def _evidence(value: Any) -> tuple[int, ...]:
    """Read turn indexes: a list, or a text with commas, semicolons or spaces between them."""
    if value is None:
        return ()
    if isinstance(value, str):
        value = [part for part in re.split(r"[\s,;\[\]]+", value) if part]
    items = value if isinstance(value, list) else [value]
    return tuple(_whole(item, "evidence") for item in items)


def _sampled(value: Any) -> Sampled | None:
    if value is None:
        return None
    for known in get_args(Sampled):
        if value == known:
            return cast(Sampled, known)
    raise ValueError(f"`sampled`: must be one of {', '.join(get_args(Sampled))}, got {value!r}")


def _seconds(value: Any) -> float | None:
    if value is None:
        return None
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = -1.0
    if isinstance(value, bool) or not 0 <= seconds < float("inf"):
        raise ValueError(f"`seconds`: must be a number from 0, got {value!r}")
    return seconds


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "criterion": _text,
    "repeat": _repeat,
    "note": _text,
    "evidence": _evidence,
    "sampled": _sampled,
    "seconds": _seconds,
}
"""Fields that few rows have, and how each is read."""


def _time(row: _Row, extra: dict[str, Any]) -> dict[str, Any]:
    """Return when it was given; what is no time stays as it is."""
    value = row.get("at")
    found = None if value is None else read_moment(value)
    if found is not None:
        return {"at": found.at, "zoneless": found.zoneless}
    if value is not None:
        extra[row.layout.fields["at"]] = value
    return {}
