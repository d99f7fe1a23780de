"""Records that hold one chat, ``{id?, messages, ...}``: what OpenAI's and Anthropic's share."""

from collections.abc import Mapping
from typing import Any, TypeGuard

from workbench.domain.transcript import Agent, JsonObject
from workbench.errors import DataError
from workbench.importers.conversations import (
    Recorded,
    Unpacked,
    merged,
    objects,
    own_metadata,
    usage,
    without,
)
from workbench.importers.parts import text_or_none

_CONSUMED = ("id", "case", "trial", "messages", "metadata", "model", "system")
_ANTHROPIC_PARTS = ("redacted_thinking", "server_tool_use", "thinking", "tool_result", "tool_use")
_OTHER_FORMATS = ("reward_info", "samples", "simulations", "termination_reason", "traj", "turns")
"""Keys that show that `messages` belong to a format with a reader of its own."""


def chats(head: object) -> list[JsonObject]:
    """Return the chats that a JSON value holds: one, several, or none.

    A bare list of messages is one chat.
    """
    if is_messages(head):
        return [{"messages": head}]
    found = head if isinstance(head, list) else [head]
    return [each for each in found if _is_chat(each)]


def _is_chat(value: object) -> TypeGuard[JsonObject]:
    if not isinstance(value, dict) or any(key in value for key in _OTHER_FORMATS):
        return False
    return value.get("messages") == [] or is_messages(value.get("messages"))


def is_messages(value: object) -> TypeGuard[list[JsonObject]]:
    """Whether a value is a list of chat messages."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(message, dict) and "role" in message for message in value)
    )


def is_anthropic(chat: Mapping[str, Any]) -> bool:
    """Whether a chat shows a shape that only Anthropic's messages have."""
    if isinstance(chat.get("system"), str | list):
        return True
    parts = [
        part
        for message in chat["messages"]
        for part in (message.get("content") if isinstance(message.get("content"), list) else ())
        if isinstance(part, dict)
    ]
    return any(part.get("type") in _ANTHROPIC_PARTS or "source" in part for part in parts)


def unpack(value: Any) -> Unpacked:
    """Take a document, or one line, apart into chats; what is none is named when it is read."""
    if is_messages(value):
        return Unpacked(records=[{"messages": value}])
    return Unpacked(records=value if isinstance(value, list) else [value])


def read(record: Any) -> Recorded:
    """Read one chat of either kind.

    Raises:
        DataError: The record holds no list of messages.
    """
    messages = record.get("messages") if isinstance(record, dict) else None
    if not isinstance(messages, list):
        raise DataError("must be an object with a list of `messages`")
    system = record.get("system")
    took = objects(record.get("usage"))
    return Recorded(
        id=record.get("id"),
        case=record.get("case"),
        trial=record.get("trial"),
        messages=[*([{"role": "system", "content": system}] if system else []), *messages],
        agent=Agent(model=text_or_none(record.get("model"))),
        usage=usage(
            input_tokens=took.get("input_tokens", took.get("prompt_tokens")),
            output_tokens=took.get("output_tokens", took.get("completion_tokens")),
        ),
        metadata=merged(own_metadata(record), without(record, *_CONSUMED)),
    )
