"""What goes between the runner and its worker processes: JSON objects, each after its length."""

import asyncio
import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from workbench.judges.call import Call, CallFailedError, Completion, Message

Object = dict[str, Any]

_LENGTH = 8
"""Bytes of the number that stands before each object."""


def packed(message: Mapping[str, Any]) -> bytes:
    """Return a message as it is written."""
    data = json.dumps(message, default=dict).encode()
    return len(data).to_bytes(_LENGTH, "big") + data


async def read(reader: asyncio.StreamReader) -> Object | None:
    """Return the next message; None where the other side is gone."""
    try:
        length = int.from_bytes(await reader.readexactly(_LENGTH), "big")
        data = await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    message: Object = json.loads(data)
    return message


def question(ticket: int, call: Call) -> Object:
    """Return a call as a message."""
    fields = {field.name: getattr(call, field.name) for field in dataclasses.fields(call)}
    messages = [{"role": each.role, "content": each.content} for each in call.messages]
    return {"ticket": ticket, "call": {**fields, "messages": messages}}


def asked(message: Mapping[str, Any]) -> Call:
    """Return the call of a message."""
    fields = dict(message["call"])
    messages = tuple(Message(**each) for each in fields.pop("messages"))
    return Call(messages=messages, **fields)


def answer(ticket: int, reply: Completion | CallFailedError) -> Object:
    """Return what became of a call as a message."""
    if isinstance(reply, Completion):
        return {"ticket": ticket, "completion": dataclasses.asdict(reply)}
    failed = {
        "kind": reply.kind,
        "message": str(reply),
        "action": reply.action,
        "retry_after": reply.retry_after,
    }
    return {"ticket": ticket, "failed": failed}


def answered(message: Mapping[str, Any]) -> Completion | CallFailedError:
    """Return what became of the call of a message."""
    if "completion" in message:
        return Completion(**message["completion"])
    return CallFailedError(**message["failed"])
