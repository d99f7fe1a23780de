"""A model provider on 127.0.0.1 that answers, or misbehaves, as it is told.

It speaks the OpenAI chat format. What it does with a request is an Act: `says` answers, the other
functions misbehave. `python -m tests.judges.loopback SECONDS` serves in a process of its own,
prints its address and answers every request after that long.
"""

import asyncio
import contextlib
import json
import sys
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

VERDICT: Final = '{"evidence": [], "justification": "It does.", "level": 3}'
MODEL: Final = "stub-1"
_KEY: Final = "<KEY>"
"""Stands in a body for the key that came with the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What the server does with one request."""

    body: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before the first byte."""
    drip: float = 0.0
    """Seconds over which the body trickles."""
    sent: float = 1.0
    """Share of the body that is sent before the connection is cut."""
    reset: bool = False
    """The connection is reset without a word."""

    def after(self, seconds: float) -> "Act":
        """Return the same act, later."""
        return replace(self, delay=seconds)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    key: str
    body: Mapping[str, Any]
    at: float

    @property
    def prompt(self) -> str:
        """The text of all messages."""
        return "\n".join(str(message["content"]) for message in self.body.get("messages", ()))


def says(text: str | None = VERDICT, *, usage: Mapping[str, Any] | None = None, **more: Any) -> Act:
    """Answer; `more` are `model`, `finish_reason` and further fields of the message."""
    message = {"role": "assistant", "content": text}
    reply: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": more.pop("model", MODEL),
        "choices": [
            {"index": 0, "finish_reason": more.pop("finish_reason", "stop"), "message": message}
        ],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    message |= more
    return Act(body=json.dumps(reply))


def fails(
    status: int, message: str = "it is down", *, code: str | None = None, **headers: str
) -> Act:
    """Refuse with a status; header names are given with underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    error = {"message": message, "type": "error", "param": None, "code": code}
    return Act(status=status, body=json.dumps({"error": error}), headers=named)


def too_many(retry_after: str | None = None) -> Act:
    """Refuse with 429."""
    return fails(429, "slow down", **({"retry_after": retry_after} if retry_after else {}))


def echoes_key() -> Act:
    """Refuse the key, and repeat it in the message as providers do."""
    return fails(401, f"Incorrect API key provided: {_KEY}.", code="invalid_api_key")


def overflows() -> Act:
    """Refuse a prompt that is longer than the context window."""
    text = "This model's maximum context length is 8192 tokens, your messages have 9000 tokens."
    return fails(400, text, code="context_length_exceeded")


def filters() -> Act:
    """Refuse what a content filter caught, in the generic wording."""
    return fails(400, "The response was filtered due to our content management policy.")


def refuses_schema() -> Act:
    """Refuse a request for structured output."""
    return fails(400, "response_format is not supported by this model")


def html() -> Act:
    """Answer with a page, as a captive portal or proxy does."""
    return Act(body="<html><body>Sign in</body></html>", headers={"content-type": "text/html"})


def resets() -> Act:
    """Reset the connection."""
    return Act(reset=True)


def cut_body() -> Act:
    """Send half of an answer, then close."""
    return replace(says(), sent=0.5)


def drips(seconds: float) -> Act:
    """Answer byte by byte."""
    return replace(says(), drip=seconds)


def hangs() -> Act:
    """Never answer."""
    return says().after(3600)


class Loopback:
    """A server in a thread of its own; a context manager.

    Attributes:
        url: The `api_base` of a judge.
        asked: All requests, in the order in which they arrived.
        most_in_flight: The most requests that were under way at once.
        otherwise: The act for a prompt that no plan knows.
    """

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.most_in_flight = 0
        self.otherwise = says()
        self._in_flight = 0
        self._plans: dict[tuple[str, str | None], deque[Act]] = {}
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)

    def plan(self, needle: str, *acts: Act, model: str | None = None) -> None:
        """Decide what prompts that hold a text get: one act after the other, the last for ever.

        With a model, only its prompts do.
        """
        self._plans[needle, model] = deque(acts)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop and self._stop:
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def serve(self) -> None:
        """Serve until told to stop."""
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._converse, "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        gone = (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with contextlib.suppress(*gone):
            while await self._answer(reader, writer):
                pass
        writer.close()
        with contextlib.suppress(*gone):
            await writer.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Read one request, act on it, and tell whether the connection stays open."""
        asked = await _read(reader)
        self.asked.append(asked)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            act = self._act(asked)
            if act.delay and await _left_within(act.delay, reader):
                return False
        finally:
            self._in_flight -= 1
        if act.reset:
            writer.transport.abort()
            return False
        await _write(writer, act, asked)
        return act.sent == 1.0

    def _act(self, asked: Asked) -> Act:
        for (needle, model), acts in self._plans.items():
            if needle in asked.prompt and model in (None, asked.body["model"]):
                return acts.popleft() if len(acts) > 1 else acts[0]
        return self.otherwise


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    headers = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:] if line)
    body = await reader.readexactly(int(headers["content-length"]))
    key = next((line for line in head.splitlines() if line.lower().startswith("authori")), "")
    return Asked(key.rpartition(" ")[2], json.loads(body), asyncio.get_running_loop().time())


async def _left_within(seconds: float, reader: asyncio.StreamReader) -> bool:
    """Wait, and tell whether the caller hung up meanwhile."""
    try:
        return not await asyncio.wait_for(reader.read(1), seconds)
    except TimeoutError:
        return False


async def _write(writer: asyncio.StreamWriter, act: Act, asked: Asked) -> None:
    body = act.body.replace(_KEY, asked.key).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **act.headers}
    lines = [f"HTTP/1.1 {act.status} Act", *(f"{name}: {text}" for name, text in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    if act.drip:
        for byte in body:
            if writer.is_closing():
                return
            writer.write(bytes([byte]))
            await asyncio.sleep(act.drip / len(body))
    else:
        writer.write(body[: int(len(body) * act.sent)])
    await writer.drain()


async def _serve_alone(seconds: float) -> None:
    server = Loopback()
    server.otherwise = says().after(seconds)
    serving = asyncio.create_task(server.serve())
    while not server.url:
        await asyncio.sleep(0.01)
    sys.stdout.write(server.url + "\n")
    sys.stdout.flush()
    await serving


if __name__ == "__main__":
    asyncio.run(_serve_alone(float(sys.argv[1])))
