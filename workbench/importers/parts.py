"""The parts of one message: what was said, which tools were called, which calls were answered."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.domain.transcript import ToolCall
from workbench.importers.content import arguments, flatten

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
_TEXTS = (None, "text", "input_text", "output_text")
_PLAIN_TEXT = {"type", "text"}
_PLAIN_CALL = {"id", "input", "name", "type"}
_PLAIN_RESULT = {"content", "is_error", "tool_use_id", "type"}
_WRAPPED_CALL = {"function", "id", "type"}
_WRAPPED = {"arguments", "name"}
_BARE_CALL = {"arguments", "call_id", "function", "id", "input", "name", "type"}
_ORDINARY_TYPES = (None, "function", "function_call", "tool_use")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A run of parts that one speaker, or one tool, is answerable for: it becomes one turn."""

    text: str | None = None
    calls: tuple[ToolCall, ...] = ()
    answers: bool = False
    """A tool's result; the call it answers is `call_id`."""
    call_id: str | None = None
    is_error: bool = False
    thoughts: int = 0
    whole: Any = None
    """The parts as they came, where text and calls alone would lose something."""


def stretches(content: Any) -> list[Stretch]:
    """Cut the content of a message where a tool's result begins or ends.

    Returns:
        At least one stretch, in the order of the parts; most messages are one.
    """
    if isinstance(content, Mapping) and "type" in content:
        content = [content]
    if not isinstance(content, list):
        text, whole = flatten(content)
        return [Stretch(text=text, whole=whole)]
    return list(_cut(content)) or [Stretch()]


def _cut(parts: list[Any]) -> Iterator[Stretch]:
    said: list[Any] = []
    for part in parts:
        if _kind(part).endswith("tool_result"):
            yield from _spoken(said)
            said = []
            yield _result(part)
            continue
        said.append(part)
        if _kind(part) in _CALLS and "result" in part:
            yield from _spoken(said)
            said = []
            yield _own_result(part)
    yield from _spoken(said)


def _spoken(parts: list[Any]) -> Iterator[Stretch]:
    if not parts:
        return
    calls = [part for part in parts if _kind(part) in _CALLS]
    thoughts = [part for part in parts if _kind(part) in _THOUGHTS]
    yield Stretch(
        text=_text(part for part in parts if _kind(part) not in (*_CALLS, *_THOUGHTS)),
        calls=tuple(tool_call(call)[0] for call in calls),
        thoughts=len(thoughts),
        whole=None if all(_is_told(part) for part in parts) else parts,
    )


def _result(part: dict[str, Any]) -> Stretch:
    content = part.get("content")
    inner = content if isinstance(content, list) else [content] if content is not None else []
    told = part.keys() <= _PLAIN_RESULT and all(_is_plain_text(piece) for piece in inner)
    return Stretch(
        text=_text(inner),
        answers=True,
        call_id=text_or_none(part.get("tool_use_id")),
        is_error=part.get("is_error") is True,
        whole=None if told else [part],
    )


def _own_result(part: dict[str, Any]) -> Stretch:
    """Return the answer that stands inside the call, as tools of the provider have it."""
    failed = part.get("error") is not None
    return Stretch(
        text=flatten(part["error"] if failed and not part["result"] else part["result"])[0],
        answers=True,
        call_id=text_or_none(part.get("id")),
        is_error=failed,
    )


def _text(parts: Iterable[Any]) -> str | None:
    return flatten([_refusal_as_text(part) for part in parts])[0]


def _refusal_as_text(part: Any) -> Any:
    if _kind(part) == "refusal" and isinstance(part.get("refusal"), str):
        return part["refusal"]
    return part


def _is_told(part: Any) -> bool:
    """Whether text and calls say all that the part says."""
    if _kind(part) in _CALLS:
        return bool(part["type"] == "tool_use" and part.keys() <= _PLAIN_CALL)
    return _is_plain_text(part)


def _is_plain_text(part: Any) -> bool:
    if isinstance(part, str):
        return True
    return (
        isinstance(part, dict)
        and part.keys() <= _PLAIN_TEXT
        and part.get("type") in _TEXTS
        and isinstance(part.get("text"), str)
    )


def _kind(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, str) else ""


def tool_call(raw: Any) -> tuple[ToolCall, bool]:
    """Read one call in any of its shapes.

    Returns:
        The call, and whether it says all that the raw one says.
    """
    if not isinstance(raw, Mapping):
        return ToolCall(name="unnamed", arguments=raw), True
    function = raw.get("function")
    if isinstance(function, Mapping):
        name, given = function.get("name"), function.get("arguments")
        told = _filled(raw) <= _WRAPPED_CALL and _filled(function) <= _WRAPPED
    elif isinstance(raw.get("custom"), Mapping):  # free text goes to such a tool, not JSON
        call = ToolCall(
            id=text_or_none(raw.get("id")),
            name=str(raw["custom"].get("name") or "unnamed"),
            arguments=raw["custom"].get("input"),
        )
        return call, False
    else:
        name, given = raw.get("name") or function, raw.get("arguments", raw.get("input"))
        told = _filled(raw) <= _BARE_CALL and {"id", "call_id"} - raw.keys() != set()
    parsed, text = arguments(given)
    call = ToolCall(
        id=text_or_none(raw.get("call_id")) or text_or_none(raw.get("id")),
        name=name if isinstance(name, str) and name else "unnamed",
        arguments=parsed,
        arguments_raw=text,
    )
    return call, told and raw.get("type") in _ORDINARY_TYPES and call.name == name


def _filled(raw: Mapping[str, Any]) -> set[str]:
    return {key for key, value in raw.items() if value is not None}


def text_or_none(value: Any) -> str | None:
    """Return an id or a name as text; null, blank, true and false, lists and objects are none."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return json.dumps(value)
    return None
