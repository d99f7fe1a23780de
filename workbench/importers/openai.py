"""OpenAI chats and Responses item lists, one document or JSON Lines."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.domain.transcript import Agent, JsonObject, Transcript
from workbench.errors import DataError
from workbench.importers import chat
from workbench.importers.conversations import (
    Reading,
    Recorded,
    Unpacked,
    listed,
    merged,
    objects,
    own_metadata,
    transcripts,
    usage,
    without,
)
from workbench.importers.found import Options, Remark
from workbench.importers.parts import text_or_none

_ITEM_LISTS = ("items", "output")
_CONSUMED = ("id", "input", "instructions", "items", "metadata", "model", "output")
_CALL, _RESULT = "_call", "_call_output"
_CALL_FIELDS = {"arguments", "call_id", "name", "type"}
_RESULT_FIELDS = {"call_id", "output", "type"}


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file holds OpenAI chats or Responses items."""
    found = chat.chats(head)
    if found:
        return not any(chat.is_anthropic(each) for each in found)
    return any(_is_response(each) for each in _responses(head))


def read_transcripts(path: Path, _options: Options) -> Iterator[Transcript | Remark]:
    """Read conversations; one that cannot be read is skipped with its reason.

    Raises:
        DataError: The file cannot be read, or is not JSON.
    """
    return transcripts(path, Reading(format="openai", unpack=_unpack, read=_read))


def _responses(value: Any) -> list[Any]:
    """Return what may be responses; a bare list of items is one."""
    if isinstance(value, list) and value and all(_is_item(item) for item in value):
        return [{"items": value}]
    return value if isinstance(value, list) else [value]


def _is_response(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    items = [item for key in _ITEM_LISTS for item in listed(value.get(key))]
    return bool(items) and all(_is_item(item) for item in items)


def _is_item(value: Any) -> bool:
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and (
        kind in ("message", "reasoning") or kind.endswith((_CALL, _RESULT))
    )


def _unpack(value: Any) -> Unpacked:
    if chat.chats(value) or not any(_is_response(each) for each in _responses(value)):
        return chat.unpack(value)
    return Unpacked(records=_responses(value))


def _read(record: Any) -> Recorded:
    if not _is_response(record):
        return chat.read(record)
    took = objects(record.get("usage"))
    return Recorded(
        id=record.get("id"),
        messages=_messages(_all_items(record)),
        agent=Agent(model=text_or_none(record.get("model"))),
        usage=usage(input_tokens=took.get("input_tokens"), output_tokens=took.get("output_tokens")),
        metadata=merged(own_metadata(record), without(record, *_CONSUMED)),
    )


def _all_items(record: Mapping[str, Any]) -> list[Any]:
    """Return the items of a stored response in the order in which they were said."""
    given = record.get("input")
    asked = [{"role": "user", "content": given}] if isinstance(given, str) else given or []
    instructions = record.get("instructions")
    first = [{"role": "system", "content": instructions}] if instructions else []
    said = [item for key in _ITEM_LISTS for item in listed(record.get(key))]
    return [*first, *(asked if isinstance(asked, list) else [asked]), *said]


def _messages(items: list[Any]) -> list[JsonObject]:
    """Write items as chat messages; what is no speech, call or result goes to the next one."""
    messages: list[JsonObject] = []
    beside: JsonObject = {}
    for item in items:
        if not isinstance(item, dict):
            raise DataError(f"an item must be an object, got {type(item).__name__}")
        found = _as_messages(item)
        if not found:
            key = "reasoning" if item.get("type") == "reasoning" else "items"
            beside.setdefault(key, []).append(item)
        elif beside:
            found[0] = {**found[0], **beside}
            beside = {}
        messages += found
    if beside:
        messages.append({"role": "assistant", "content": None, **beside})
    return messages


def _as_messages(item: JsonObject) -> list[JsonObject]:
    kind = str(item.get("type") or "message")
    if kind == "message":
        return [without(item, "type")]
    if kind.endswith(_RESULT):
        return [_result(item)]
    if kind.endswith(_CALL):
        return _call(item, kind.removesuffix(_CALL))
    return []


def _call(item: JsonObject, kind: str) -> list[JsonObject]:
    """Return a call, and its result where the provider ran the tool itself."""
    call_id = item.get("call_id") or item.get("id")
    call: JsonObject = {
        "id": call_id,
        "name": item.get("name") or kind,
        "arguments": item.get("arguments", item.get("action")),
    }
    if call["arguments"] is None:
        call = {"id": call_id, "custom": {"name": call["name"], "input": _own_input(item)}}
    message: JsonObject = {"role": "assistant", "content": None, "tool_calls": [call]}
    if not item.keys() <= _CALL_FIELDS:
        message["item"] = item
    output = next((item[key] for key in ("output", "result", "results") if item.get(key)), None)
    failure = item.get("error")
    if output is None and failure is None:
        return [message]
    answer: JsonObject = {"role": "tool", "tool_call_id": call_id, "content": output or failure}
    return [message, {**answer, "is_error": failure is not None}]


def _own_input(item: JsonObject) -> Any:
    """Return what a provider's own tool was asked, which each kind of tool calls otherwise."""
    return next((item[key] for key in ("input", "code", "queries") if item.get(key)), None)


def _result(item: JsonObject) -> JsonObject:
    answer: JsonObject = {
        "role": "tool",
        "tool_call_id": item.get("call_id") or item.get("id"),
        "content": item.get("output"),
    }
    return answer if item.keys() <= _RESULT_FIELDS else {**answer, "item": item}
