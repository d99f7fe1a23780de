"""Records without pydantic: what an export puts in the place of the records of `workbench.domain`.

An exported judge runs where nothing but Python is installed. These hold what the copied modules
read of a record, and refuse what those could not work on. A test holds them against the real ones.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal, TypeVar

Level = int | str
RedactionKind = str
OWN_WORD = "word"
_ROLES = ("system", "user", "assistant", "tool")
_INTEGER = re.compile(r"([+-]?[0-9]{1,9})(?:\.0*)?")
_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A turn that a judge cites, its quote, and whether the quote stands there."""

    turn: int
    quote: str | None = None
    found: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictError:
    """Why a verdict has no level."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD a million tokens."""

    input: float
    output: float
    cached_input: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A model that is asked."""

    model: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    api_key_env: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Several judges whose levels one stated rule makes into one."""

    members: tuple[str, ...]
    rule: str = "majority"
    quorum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """What is replaced in everything that is sent to a judge."""

    enabled: Literal["off"] | tuple[str, ...] = "off"
    patterns: Mapping[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """The question of one dimension and the text that anchors each of its levels."""

    dimension: str
    version: str
    question: str
    anchors: Mapping[Level, str]
    scale: Literal["ordinal", "nominal"] = "ordinal"
    pass_at: int | None = None
    pass_levels: tuple[Level, ...] | None = None
    not_applicable: str | None = None
    risk: str = "normal"

    @property
    def scale_levels(self) -> tuple[Level, ...]:
        """Every level: ascending where the scale is ordinal, as written where nominal."""
        if self.scale == "nominal":
            return tuple(self.anchors)
        return tuple(sorted(self.anchors, key=int))

    @property
    def passing(self) -> frozenset[Level]:
        """The levels that count as a pass."""
        if self.scale == "nominal":
            return frozenset(self.pass_levels or ())
        levels = self.scale_levels
        start = self.pass_at if self.pass_at is not None else levels[(len(levels) + 1) // 2]
        return frozenset(levels[levels.index(start) :])

    @property
    def allows_not_applicable(self) -> bool:
        """Whether "not applicable" is an answer."""
        return self.not_applicable is not None

    def level_of(self, raw: object) -> Level | None:
        """Return the level that a raw value names, or None where it names none."""
        if isinstance(raw, bool) or raw is None:
            return None
        integral = isinstance(raw, float) and raw.is_integer()
        text = str(int(raw)) if integral and isinstance(raw, float) else str(raw)
        if self.scale == "nominal":
            return text if text in self.anchors else None
        spelled = _INTEGER.fullmatch(text.strip())
        level = int(spelled[1]) if spelled else None
        return level if level is not None and level in self.anchors else None

    def describe_scale(self) -> str:
        """Return the scale as people say it: ``1-4`` or ``0, 1, 2``."""
        levels = self.scale_levels
        if self.scale == "ordinal":
            return f"{levels[0]}-{levels[-1]}"
        return ", ".join(str(level) for level in levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call of a tool, its arguments parsed where they parse and raw as they came."""

    name: str
    id: str | None = None
    arguments: Any = None
    arguments_raw: str | None = None

    @property
    def arguments_invalid(self) -> bool:
        """Whether raw arguments came that are no JSON."""
        return self.arguments is None and self.arguments_raw not in (None, "", "null")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one speaker said or did."""

    index: int
    role: str
    content: str | None = None
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One conversation; of its other fields a judge reads none."""

    id: str
    turns: tuple[Turn, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_line(cls, line: str) -> "Transcript":
        """Read one object of JSON; raises ValueError where it is no transcript."""
        raw = json.loads(line)
        turns = raw.get("turns")
        if not isinstance(turns, list) or not turns:
            raise ValueError("turns: must be a list with at least one turn")
        read = tuple(_turn(turn, place) for place, turn in enumerate(turns))
        metadata = raw.get("metadata", {})
        _require(isinstance(metadata, Mapping), "metadata", "must be an object")
        return cls(id=str(raw["id"]), turns=read, metadata=metadata)


def _moment(raw: Any, where: str) -> datetime | None:
    if raw is None:
        return None
    _require(isinstance(raw, str), where, "must be a time")
    return datetime.fromisoformat(raw)


def _turn(raw: Any, place: int) -> Turn:
    where = f"turns.{place}"
    _require(isinstance(raw, Mapping), where, "must be an object")
    calls = raw.get("tool_calls", [])
    _require(isinstance(calls, list), f"{where}.tool_calls", "must be a list")
    read = tuple(_call(call, f"{where}.tool_calls.{number}") for number, call in enumerate(calls))
    at = _moment(raw.get("at"), f"{where}.at")
    turn = _record(Turn, {**raw, "tool_calls": read, "at": at}, where)
    _require(turn.index == place and type(turn.index) is int, where, "indexes count 0, 1, 2, ...")
    _require(turn.role in _ROLES, where, f"`role` must be one of {_ROLES}, got {turn.role!r}")
    _require(isinstance(turn.is_error, bool), where, "`is_error` must be true or false")
    for name in ("content", "name", "tool_call_id"):
        _require_text(getattr(turn, name), f"{where}.{name}")
    return turn


def _call(raw: Any, where: str) -> ToolCall:
    _require(isinstance(raw, Mapping), where, "must be an object")
    call = _record(ToolCall, raw, where)
    _require(call.name is not None, where, "`name` must be text")
    for name in ("name", "id", "arguments_raw"):
        _require_text(getattr(call, name), f"{where}.{name}")
    return call


def _record(kind: type[_Read], raw: Mapping[str, Any], where: str) -> _Read:
    """Make a record of an object; an unknown key is refused, since its text would not be read."""
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]  # all are dataclasses
    _require(set(raw) <= known, where, f"unknown keys {sorted(set(raw) - known)}")
    try:
        return kind(**raw)
    except TypeError as error:
        raise ValueError(f"{where}: {error}") from error


def _require_text(value: object, where: str) -> None:
    _require(value is None or isinstance(value, str), where, "must be text")


def _require(holds: bool, where: str, rule: str) -> None:
    if not holds:
        raise ValueError(f"{where}: {rule}")
