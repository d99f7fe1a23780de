"""A conversation as a judge reads it: numbered passages of what was said, called and returned."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from workbench.domain.transcript import ToolCall, Transcript, Turn
from workbench.judges.fence import Block

EMPTY = "(empty message)"
NO_ARGUMENTS = "(no arguments)"
_PLAIN_NAME = re.compile(r"[\w.:/-]{1,100}")

Mask = Callable[[str], str]
"""What takes out of a text what must not be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One thing that happened in a turn.

    Attributes:
        turn: Index of the turn.
        kind: A message, a call of a tool, or the result of one.
        what: Who does it, as the heading says it.
        label: What of the heading a judge may quote as the turn's text.
        text: What was said, the arguments, or the result, as it is sent.
    """

    turn: int
    kind: Literal["message", "call", "result"]
    what: str
    label: str = ""
    text: str

    @property
    def block(self) -> Block:
        """The passage as it stands in the fence."""
        return Block(f"turn {self.turn}, {self.what}", self.text)


def passages(transcript: Transcript, mask: Mask) -> tuple[Passage, ...]:
    """Return all that happened, in order, each text passed through the mask."""
    return tuple(passage for turn in transcript.turns for passage in _of_turn(turn, mask))


def shown(read: tuple[Passage, ...]) -> dict[int, str]:
    """Return the text of every turn, by its index, that quotes are looked up in."""
    texts: dict[int, list[str]] = {}
    for passage in read:
        texts.setdefault(passage.turn, []).extend(
            part for part in (passage.label, passage.text) if part
        )
    return {turn: "\n".join(parts) for turn, parts in texts.items()}


def _of_turn(turn: Turn, mask: Mask) -> Iterator[Passage]:
    if turn.content or not turn.tool_calls:
        yield _message(turn, mask)
    for call in turn.tool_calls:
        yield _call(turn, call, mask)


def _message(turn: Turn, mask: Mask) -> Passage:
    text = turn.content or ""
    is_result = turn.role == "tool"
    what: str = "tool result" if is_result else turn.role
    if turn.name:
        what += f"{' of' if is_result else ', named'} {_name(turn.name, mask)}"
    if turn.tool_call_id:
        what += f", id {_name(turn.tool_call_id, mask)}"
    if turn.is_error:
        what += ", an error"
    empty = "" if _is_visible(text) else EMPTY
    return Passage(
        turn=turn.index,
        kind="result" if is_result else "message",
        what=f"{what} {empty}".rstrip(),
        label=empty,
        text=mask(text),
    )


def _call(turn: Turn, call: ToolCall, mask: Mask) -> Passage:
    name = _name(call.name, mask)
    what = f"{turn.role}, tool call of {name}"
    if call.id:
        what += f", id {_name(call.id, mask)}"
    if call.arguments_invalid:
        what += ", its arguments are no JSON"
    text = _arguments(call)
    return Passage(
        turn=turn.index,
        kind="call",
        what=what if text else f"{what} {NO_ARGUMENTS}",
        label=name if text else f"{name} {NO_ARGUMENTS}",
        text=mask(text),
    )


def _arguments(call: ToolCall) -> str:
    """Return arguments as JSON, or raw where they are none."""
    if call.arguments is not None:
        return json.dumps(call.arguments, ensure_ascii=False)
    return call.arguments_raw or "" if call.arguments_invalid else ""


def _name(name: str, mask: Mask) -> str:
    """Return a name that keeps to its place in the heading: what is no plain name is quoted."""
    name = mask(name)
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _is_visible(text: str) -> bool:
    return any(character.isprintable() and not character.isspace() for character in text)
