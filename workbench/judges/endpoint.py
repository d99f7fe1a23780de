"""A client of OpenAI-compatible addresses in the standard library, for judges away from home.

Inside the workbench every call goes through litellm (`client`); exports carry this one.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.failures import failure, refuses_schema
from workbench.judges.keys import read_key

_ATTEMPTS: Final = 4
_FIRST_WAIT: Final = 1.0
"""Seconds before the second attempt; then it doubles."""
_LONGEST_WAIT: Final = 60.0
"""Seconds; a provider that asks for more is not waited for."""
_NO_KEY: Final = "none"


@dataclass(slots=True)
class _Response:
    """What `failures` reads of a reply that refuses."""

    headers: Mapping[str, str] = field(default_factory=dict)


class _RefusedError(Exception):
    """A status that is no success, with what the provider said."""

    def __init__(self, error: HTTPError) -> None:
        said = error.read().decode("utf-8", "replace")
        super().__init__(f"{error.code} {error.reason}: {said}")
        # A redirect is not followed, and another attempt would meet it again.
        self.status_code = max(error.code, 400)
        self.response = _Response({name.lower(): value for name, value in error.headers.items()})


async def complete(call: Call) -> Completion:
    """Send one call and return what came back; tried again where that may help.

    Raises:
        CallFailedError: There is no completion; its message holds no key.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return await _attempt(call)
        except CallFailedError as error:
            wait = max(error.retry_after or 0.0, _FIRST_WAIT * 2 ** (attempt - 1))
            if error.action != "retry" or attempt == _ATTEMPTS or wait > _LONGEST_WAIT:
                raise
        await asyncio.sleep(wait)
    raise AssertionError("the last attempt returns or raises")


async def _attempt(call: Call) -> Completion:
    key = _NO_KEY if call.api_key_env is None else read_key(call.api_key_env)
    try:
        return await asyncio.wait_for(asyncio.to_thread(_sent, call, key), call.seconds)
    except (HTTPException, OSError, ValueError, _RefusedError) as error:
        failed = failure(error, model=call.model, key_variable=call.api_key_env)
    raise failed  # outside of `except`: no traceback shows an original that may hold a key


def _sent(call: Call, key: str) -> Completion:
    """Send a call; once more without asking for structured output where that is refused."""
    started = time.monotonic()
    try:
        reply = _posted(call, key)
    except _RefusedError as error:
        if call.schema is None or not refuses_schema(error):
            raise
        reply = _posted(replace(call, schema=None), key)
    return _completion(reply, time.monotonic() - started)


def _posted(call: Call, key: str) -> Any:
    request = Request(  # noqa: S310 - the opener knows no scheme but http and https
        f"{(call.api_base or '').rstrip('/')}/chat/completions",
        data=json.dumps(_body(call)).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
        method="POST",
    )
    try:
        with _opener().open(request, timeout=call.seconds) as response:
            return json.load(response)
    except HTTPError as error:
        raise _RefusedError(error) from None


def _opener() -> OpenerDirector:
    """Return an opener that follows no redirect, which would carry the key to another host."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPErrorProcessor):
        opener.add_handler(handler())
    opener.add_handler(HTTPDefaultErrorHandler())
    return opener


def _body(call: Call) -> dict[str, Any]:
    body: dict[str, Any] = {
        **call.parameters,
        "model": call.model.partition("/")[2],
        "messages": [{"role": each.role, "content": each.content} for each in call.messages],
    }
    if call.schema is not None:
        verdict = {"name": "verdict", "strict": True, "schema": call.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": verdict}
    return body


def _completion(reply: Any, seconds: float) -> Completion:
    """Read a reply; raises ValueError where it has not the form of one."""
    try:
        choice = reply["choices"][0]
        message = choice["message"]
        usage = reply.get("usage") or {}
        return Completion(
            text=message.get("content"),
            finish_reason=choice.get("finish_reason"),
            refusal=message.get("refusal"),
            reasoning=message.get("reasoning_content"),
            model=reply.get("model"),
            input_tokens=usage.get("prompt_tokens") or None,
            output_tokens=usage.get("completion_tokens"),
            seconds=seconds,
        )
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError("invalid response: it is no chat completion") from error
