"""Calls for tests, and ways to send them."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.judges.loopback import Loopback
from workbench.judges.call import Call, CallFailedError, Completion, Message
from workbench.judges.client import Client

KEY = "HOUSE_API_KEY"
"""The variable that holds the key of the loopback judge."""


def call(prompt: str = "Rate it.", *, server: Loopback | None = None, **more: Any) -> Call:
    """Return a call of the loopback server's model."""
    fields: dict[str, Any] = {"model": "openai/stub-1", "seconds": 20.0}
    if server is not None:
        fields |= {"api_base": server.url}
    return Call(messages=(Message(role="user", content=prompt),), **(fields | more))


def completed(*calls: Call) -> Sequence[Completion]:
    """Send calls with one client, one after the other."""

    async def send() -> list[Completion]:
        client = Client()
        try:
            return [await client.complete(each) for each in calls]
        finally:
            await client.close()

    return asyncio.run(send())


def failure(asked: Call) -> CallFailedError:
    """Send a call that has to fail."""
    try:
        completed(asked)
    except CallFailedError as failed:
        return failed
    raise AssertionError("the call did not fail")
