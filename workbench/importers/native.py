"""Transcripts in our own JSON Lines, also loosely written: what has no field goes to metadata."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.domain.lean import LeanRecord
from workbench.domain.transcript import (
    Agent,
    Retrieval,
    Termination,
    ToolCall,
    Transcript,
    Turn,
    Usage,
)
from workbench.importers.content import arguments, flatten
from workbench.importers.found import Options, Remark
from workbench.importers.messages import pairing_notes
from workbench.importers.source import Parsed, json_lines

ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "customer": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "agent": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
}
"""Speakers as other tools call them, and the role that each has here."""
_PARTS: dict[str, type[LeanRecord]] = {
    "agent": Agent,
    "retrieval": Retrieval,
    "usage": Usage,
    "termination": Termination,
}


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is one of our transcripts."""
    return isinstance(head, dict) and isinstance(head.get("turns"), list)


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read transcripts; a line that is none is skipped with its reason.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    moved: Counter[str] = Counter()
    for found in json_lines(path):
        if isinstance(found, Remark):
            yield found
            continue
        try:
            reading = _Reading(found, path.stem)
            transcript = reading.transcript()
        except ValidationError as error:
            yield Remark(line=found.line, kind="skipped", message=first_fault(error))
            continue
        except ValueError as error:
            yield Remark(line=found.line, kind="skipped", message=str(error))
            continue
        for message in (*reading.notes, *pairing_notes(transcript)):
            text = f"{transcript.id}: {message}"
            yield Remark(line=found.line, kind="note", message=text)
        yield transcript
        moved.update(reading.moved)
    for place, count in sorted(moved.items()):
        yield Remark(line=0, kind="note", message=f"{place} kept in metadata ({count} times)")


def first_fault(error: ValidationError) -> str:
    """Return the first fault of a record as one sentence."""
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in fault["loc"])
    message = str(fault["msg"]).removeprefix("Value error, ")
    return f"`{where}`: {message}" if where else message


class _Reading:
    """One line on its way to a transcript, and what was moved or mended on it."""

    def __init__(self, found: Parsed, stem: str) -> None:
        if not isinstance(found.value, dict):
            raise ValueError(f"must be a JSON object, got {type(found.value).__name__}")
        self._value: dict[str, Any] = found.value
        self._fallback = f"{stem}-{found.line}"
        self.notes: list[str] = []
        self.moved: Counter[str] = Counter()
        self._metadata: dict[str, Any] = {}
        self._turn_metadata: dict[str, dict[str, Any]] = {}

    def transcript(self) -> Transcript:
        """Return the transcript; raises ValueError saying why there is none."""
        value = dict(self._value)
        self._take_metadata(value.pop("metadata", None))
        fields: dict[str, Any] = {"id": self._id(value.pop("id", None))}
        fields["turns"] = self._turns(value.pop("turns", None))
        for name, kind in _PARTS.items():
            fields[name] = self._part(name, value.pop(name, None), kind)
        for name in ("outcome", "final_state"):
            fields[name] = value.pop(name, None)
        fields["case"] = self._case(value.pop("case", None))
        fields["trial"] = self._trial(value.pop("trial", None))
        fields["source"] = value.pop("source", None)
        for key, item in value.items():
            self._keep(key, item)
        if self._turn_metadata:
            self._metadata = _merged(self._metadata, {"turns": self._turn_metadata})
        present = {name: item for name, item in fields.items() if item is not None}
        return Transcript.from_line(json.dumps({**present, "metadata": self._metadata}))

    def _take_metadata(self, given: Any) -> None:
        if isinstance(given, dict):
            self._metadata = dict(given)
        elif given is not None:
            self._keep("metadata", given)

    def _keep(self, key: str, item: Any) -> None:
        """Keep what has no field, beside what the metadata hold already."""
        free = key
        while free in self._metadata:
            free += "_"
        self._metadata[free] = item
        self.moved[f"key {key!r}"] += 1

    def _id(self, given: Any) -> str:
        if given is None:
            self.notes.append(f"has no id, got {self._fallback!r} from its file and line")
            return self._fallback
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise ValueError(f"`id`: must be text, got {given!r}")
        return str(given)

    def _case(self, given: Any) -> str | None:
        if isinstance(given, int) and not isinstance(given, bool):
            return str(given)
        if given is None or isinstance(given, str):
            return given
        self._keep("case", given)
        return None

    def _trial(self, given: Any) -> int | None:
        if given is None or (isinstance(given, int) and not isinstance(given, bool)):
            return given
        self._keep("trial", given)
        return None

    def _part(self, name: str, given: Any, kind: type[LeanRecord]) -> Any:
        """Return the part with the fields it knows; the rest, or all of a bad one, is kept."""
        if given is None:
            return None
        if not isinstance(given, dict):
            self._keep(name, given)
            return None
        known = {key: item for key, item in given.items() if key in kind.__struct_fields__}
        rest = {key: item for key, item in given.items() if key not in known}
        try:
            kind.from_line(json.dumps(known))
        except ValidationError as error:
            self.notes.append(f"{name} kept in metadata: {first_fault(error)}")
            known, rest = {}, given
        if rest:
            self._keep(name, rest)
        return known or None

    def _turns(self, given: Any) -> list[dict[str, Any]]:
        if not isinstance(given, list):
            raise ValueError("`turns`: must be a list of turns")
        if not given:
            raise ValueError("no content recorded: `turns` is empty")
        return [self._turn(index, turn) for index, turn in enumerate(given)]

    def _turn(self, index: int, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"turn {index}: must be an object, got {given!r}")
        rest = dict(given)
        turn: dict[str, Any] = {"index": index, "role": self._role(index, rest)}
        if rest.get("index") == index:
            del rest["index"]
        turn["content"], parts = flatten(rest.pop("content", None))
        if parts is not None:
            rest["content"] = parts
        turn["tool_calls"] = self._calls(index, rest)
        self._simple_fields(turn, rest)
        kept = {key: item for key, item in rest.items() if item is not None}
        if kept:
            self._turn_metadata[str(index)] = kept
            self.moved.update(f"turn key {key!r}" for key in kept)
        return {key: item for key, item in turn.items() if item is not None}

    def _role(self, index: int, rest: dict[str, Any]) -> str:
        written = rest.pop("role", None)
        role = ROLES.get(str(written).lower())
        if role is None:
            known = ", ".join(sorted(set(ROLES.values())))
            raise ValueError(f"turn {index}: role must be one of {known}, got {written!r}")
        if role != written:
            rest["role"] = written
        return role

    @staticmethod
    def _simple_fields(turn: dict[str, Any], rest: dict[str, Any]) -> None:
        """Move the fields that are right as they stand; a wrong one stays for the metadata."""
        for name in ("name", "tool_call_id", "is_error", "at"):
            if name not in rest:
                continue
            try:
                trial = {"index": 0, "role": "user", name: rest[name]}
                Turn.from_line(json.dumps(trial))
            except ValidationError:
                continue
            turn[name] = rest.pop(name)

    def _calls(self, index: int, rest: dict[str, Any]) -> list[dict[str, Any]]:
        given = rest.get("tool_calls")
        if not isinstance(given, list):
            return []
        calls, kept = [], {}
        for position, written in enumerate(given):
            call, more = self._call(index, written)
            calls.append(call)
            if more:
                kept[str(position)] = more
        del rest["tool_calls"]
        if kept:
            rest["tool_calls"] = kept
        return calls

    def _call(self, index: int, written: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the call, and what else its object held."""
        if not isinstance(written, dict):
            raise ValueError(f"turn {index}: a tool call must be an object, got {written!r}")
        rest = dict(written)
        inner = rest.pop("function", None)
        if isinstance(inner, dict):
            rest = {**rest, **inner}
        elif inner is not None:
            rest["function"] = inner
        if rest.get("type") == "function":
            del rest["type"]
        name = rest.pop("name", None)
        if not isinstance(name, str):
            raise ValueError(f"turn {index}: a tool call must have a name, got {name!r}")
        call: dict[str, Any] = {"name": name}
        identity = rest.pop("id", None)
        if identity is not None:
            call["id"] = str(identity)
        self._arguments(index, call, rest)
        return call, rest

    def _arguments(self, index: int, call: dict[str, Any], rest: dict[str, Any]) -> None:
        given = rest.pop("arguments", None)
        if isinstance(rest.get("arguments_raw"), str):  # ours already: both forms are there
            call.update(arguments=given, arguments_raw=rest.pop("arguments_raw"))
            return
        call["arguments"], call["arguments_raw"] = arguments(given)
        if ToolCall(**call).arguments_invalid:
            name = call["name"]
            self.notes.append(f"turn {index}: the arguments of {name} are not JSON, kept as text")


def _merged(metadata: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Add keys without replacing any: a key that is taken gets an underscore."""
    merged = dict(metadata)
    for key, item in more.items():
        free = key
        while free in merged:
            free += "_"
        merged[free] = item
    return merged
