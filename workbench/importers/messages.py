"""Chat messages become turns: calls and results paired by id, nothing left out without a word."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from workbench.domain.transcript import JsonObject, Role, ToolCall, Transcript, Turn
from workbench.errors import DataError
from workbench.importers.parts import Stretch, stretches, text_or_none, tool_call

ROLES: dict[str, Role] = {
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
_THOUGHTS = ("reasoning", "reasoning_content", "thinking")
_CONSUMED = {"content", "function_call", "is_error", "role", "tool_calls"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Messages as turns, and what of them no turn can hold."""

    turns: tuple[Turn, ...]
    kept: JsonObject
    """By turn index (as text, for JSON): fields and parts that a turn has no place for."""
    notes: tuple[str, ...]

    @property
    def has_content(self) -> bool:
        """Whether anything was said or called at all."""
        return any(turn.content or turn.tool_calls for turn in self.turns)


def converse(messages: Sequence[Any]) -> Conversation:
    """Turn chat messages, as OpenAI, Anthropic, Inspect and tau-bench write them, into turns.

    Raises:
        DataError: A message is not an object, or says no role.
    """
    reader = _Reader()
    for number, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise DataError(f"message {number}: must be an object, got {type(message).__name__}")
        if not text_or_none(message.get("role")):
            raise DataError(f"message {number}: says no role")
        reader.add(message)
    return Conversation(turns=tuple(reader.turns), kept=reader.kept, notes=tuple(reader.notes()))


def pairing_notes(transcript: Transcript) -> Iterator[str]:
    """Say which results answer no call, and which calls nothing answers."""
    nameless = []
    for index in transcript.orphan_results:
        call_id = transcript.turns[index].tool_call_id
        if call_id is None:
            nameless.append(index)
        else:
            yield f"turn {index}: a tool result for call {call_id!r}, which no earlier turn made"
    if nameless:
        yield f"{_turns(nameless)}: a tool result that does not say which call it answers"
    for call_id in transcript.unanswered_calls:
        yield f"call {call_id!r} has no result"


class _Reader:
    """Collects the turns of one conversation."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.kept: JsonObject = {}
        self._silent: list[int] = []
        self._thinking: list[int] = []
        self._said: list[str] = []

    def add(self, message: Mapping[str, Any]) -> None:
        """Append the turns of one message; what no turn can hold goes to the first of them."""
        pieces = stretches(message.get("content"))
        kept = _leftovers(message)
        calls, told = _calls(message)
        if not told:
            kept["tool_calls"] = _raw_calls(message)
        speech = max((n for n, piece in enumerate(pieces) if not piece.answers), default=None)
        if calls and speech is None:
            speech = len(pieces)
            pieces.append(Stretch())
        for number, piece in enumerate(pieces):
            self._append(
                message, piece, calls if number == speech else (), kept if number == 0 else {}
            )

    def _append(
        self,
        message: Mapping[str, Any],
        piece: Stretch,
        calls: tuple[ToolCall, ...],
        kept: JsonObject,
    ) -> None:
        index = len(self.turns)
        role = "tool" if piece.answers else self._role(message, index)
        turn = Turn(
            index=index,
            role=role,
            content=_text(message, piece, role),
            name=None if piece.answers else _name(message),
            tool_calls=(*piece.calls, *calls),
            tool_call_id=piece.call_id or _answered(message, role),
            is_error=piece.is_error or (role == "tool" and _failed(message)),
            at=moment(message.get("timestamp")),
        )
        if piece.whole is not None:
            kept["content"] = piece.whole
        if kept:
            self.kept[str(index)] = kept
        self.turns.append(turn)
        self._remark(turn, thinks=piece.thoughts > 0 or any(key in kept for key in _THOUGHTS))

    def _role(self, message: Mapping[str, Any], index: int) -> Role:
        known = ROLES.get(str(message["role"]).lower())
        if known is None:
            self._said.append(f"turn {index}: role {message['role']!r} is unknown, read as system")
        return known or "system"

    def _remark(self, turn: Turn, *, thinks: bool) -> None:
        if thinks:
            self._thinking.append(turn.index)
        if not turn.tool_calls and (
            turn.content is None or (turn.content == "" and turn.role != "tool")
        ):
            self._silent.append(turn.index)
        for call in turn.tool_calls:
            if call.arguments_invalid:
                self._said.append(
                    f"turn {turn.index}: the arguments of {call.name} are not JSON; kept as text"
                )

    def notes(self) -> Iterator[str]:
        """Say what is worth knowing of the conversation."""
        yield from self._said
        if self._thinking:
            yield f"{_turns(self._thinking)}: thinking kept in metadata, raters do not read it"
        if self._silent:
            yield f"{_turns(self._silent)}: no content recorded"


def _raw_calls(message: Mapping[str, Any]) -> list[Any]:
    calls = message.get("tool_calls") or []
    older = message.get("function_call")
    return [*(calls if isinstance(calls, list) else [calls]), *([older] if older else [])]


def _calls(message: Mapping[str, Any]) -> tuple[tuple[ToolCall, ...], bool]:
    read = [tool_call(call) for call in _raw_calls(message)]
    return tuple(call for call, _ in read), all(told for _, told in read)


def _leftovers(message: Mapping[str, Any]) -> JsonObject:
    """Return what a message holds beside the fields of a turn."""
    kept = {
        key: value
        for key, value in message.items()
        if key not in _CONSUMED and value is not None and value not in ([], {}, "")
    }
    if moment(kept.get("timestamp")) is not None:
        del kept["timestamp"]
    if isinstance(kept.get("error"), bool):
        del kept["error"]
    for key in ("name", "function"):
        if key in kept and kept[key] == _name(message):
            del kept[key]
    if ROLES.get(message["role"]) == "tool" and text_or_none(kept.get("tool_call_id")):
        del kept["tool_call_id"]
    if message["role"] not in ("system", "user", "assistant", "tool"):
        kept["role"] = message["role"]
    return kept


def _text(message: Mapping[str, Any], piece: Stretch, role: Role) -> str | None:
    if piece.text:
        return piece.text
    if role == "assistant" and isinstance(message.get("refusal"), str):
        return cast("str", message["refusal"])
    spoken = message.get("audio")
    if role == "assistant" and isinstance(spoken, Mapping):
        return "\n".join(filter(None, (text_or_none(spoken.get("transcript")), "[audio]")))
    failure = message.get("error")
    if role == "tool" and isinstance(failure, Mapping):
        return text_or_none(failure.get("message")) or piece.text
    return piece.text


def _name(message: Mapping[str, Any]) -> str | None:
    """Return who spoke, or which tool answered; an unknown role is a name."""
    name = text_or_none(message.get("name")) or text_or_none(message.get("function"))
    if name is None and str(message["role"]).lower() not in ROLES:
        return text_or_none(message["role"])
    return name


def _answered(message: Mapping[str, Any], role: Role) -> str | None:
    return text_or_none(message.get("tool_call_id")) if role == "tool" else None


def _failed(message: Mapping[str, Any]) -> bool:
    return bool(message.get("is_error")) or bool(message.get("error"))


def moment(value: Any) -> datetime | None:
    """Return a time that says its zone, else None."""
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return None
    return time if time.tzinfo is not None else None


def _turns(indexes: Sequence[int]) -> str:
    shown = ", ".join(str(index) for index in indexes[:8])
    more = f" and {len(indexes) - 8} more" if len(indexes) > 8 else ""
    return f"turn{'s' if len(indexes) > 1 else ''} {shown}{more}"
