"""The client: one call of a model through litellm, which is loaded here and nowhere else."""

import asyncio
import contextlib
import functools
import logging
import os
import warnings
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from workbench.domain.judge import Judge, Price
from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.failures import failure, refuses_schema
from workbench.judges.gate import Gate
from workbench.judges.keys import missing_key, read_key

_MILLION = 1_000_000
_NO_KEY = "none"
"""Sent to an `api_base` for which no key is named: litellm would send it the vendor's own key."""
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_OURS: Final = frozenset(
    {
        "api_base",
        "api_key",
        "base_url",
        "fallbacks",
        "max_retries",
        "messages",
        "mock_response",
        "model",
        "n",
        "num_retries",
        "response_format",
        "stream",
        "timeout",
    }
)
"""Parameters that the client decides; litellm would take any of them without a word."""


class Client:
    """Calls models; remembers which of them refused to be asked for structured output."""

    def __init__(self) -> None:
        self._without_schema: set[tuple[str, str | None]] = set()
        self._gate = Gate()

    async def complete(self, call: Call) -> Completion:
        """Send one call, once, and return what came back.

        Where the provider refuses `response_format` the call is sent once more without it, and
        so are later calls of the same model.

        Raises:
            CallFailedError: There is no completion; its message holds no key.
        """
        _refuse_own(call.parameters)
        key = _key(call)
        response, seconds = await self._sent(call, key)
        return _completion(response, call.model, seconds)

    async def _sent(self, call: Call, key: str | None) -> tuple[Any, float]:
        place = (call.model, call.api_base)
        with_schema = call.schema is not None and place not in self._without_schema
        try:
            return await self._acompletion(call, key, with_schema=with_schema)
        except _SchemaRefusedError:
            self._without_schema.add(place)
            return await self._acompletion(call, key, with_schema=False)

    async def _acompletion(
        self, call: Call, key: str | None, *, with_schema: bool
    ) -> tuple[Any, float]:
        litellm, arguments = _litellm(), _arguments(call, key, with_schema=with_schema)
        try:
            # litellm's own time limit holds for each read, so that a dripping body outlives it.
            with _unlogged():
                return await self._gate.through(call, lambda: litellm.acompletion(**arguments))
        except TimeoutError:
            failed = CallFailedError(
                "timeout", f"{call.model}: no reply within {call.seconds:g} s", action="retry"
            )
        except Exception as error:  # noqa: BLE001 - litellm raises far more than it documents
            if with_schema and refuses_schema(error):
                raise _SchemaRefusedError from None
            failed = failure(error, model=call.model, key_variable=call.api_key_env)
        raise failed  # outside of `except`, so that no traceback shows an original that holds a key

    async def open(self) -> None:
        """Load litellm, which takes seconds, without holding up the event loop."""
        await asyncio.to_thread(_litellm)

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        await _litellm().close_litellm_async_clients()
        await _litellm().aclient_session.aclose()


def require_key(judge: Judge) -> None:
    """Refuse to begin where a judge's key is not in the environment.

    Raises:
        CallFailedError: It is missing; the message names the variable to set.
    """
    if judge.api_key_env is not None:
        read_key(judge.api_key_env)
    elif judge.api_base is None and judge.model is not None:
        missing = _litellm().validate_environment(model=judge.model)["missing_keys"]
        # Clouds have other ways to prove who one is, and local servers need none.
        if missing and all(name.endswith("_API_KEY") for name in missing):
            raise missing_key(missing)


def supports_schema(model: str) -> bool:
    """Tell whether litellm knows that a model takes a JSON schema; False for unknown models."""
    return bool(_litellm().supports_response_schema(model))


def list_price(model: str) -> Price | None:
    """Return the price that litellm lists for a model, USD a million tokens; None if unlisted."""
    entry = _listed(model)
    if entry is None:
        return None
    cached = entry.get("cache_read_input_token_cost")
    return Price(
        input=entry["input_cost_per_token"] * _MILLION,
        output=entry["output_cost_per_token"] * _MILLION,
        cached_input=None if cached is None else cached * _MILLION,
    )


@functools.cache
def _litellm() -> Any:
    """Load litellm quietly: no request for prices, no `.env` file, no log lines."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    # Its parts are loaded when first used, and warn of how they are written.
    warnings.filterwarnings("ignore", message=".* TypedDict .* qualifier", category=UserWarning)
    import litellm

    module: Any = litellm
    module.suppress_debug_info = True
    for name in _LOGGERS:  # its lines can hold prompts and keys
        logging.getLogger(name).disabled = True
    _leave_out_bookkeeping()
    module.aclient_session = _door()
    return module


def _door() -> Any:
    """Return the client through which requests leave."""
    from workbench.judges.door import Door

    def usual() -> Any:
        """Return the client that litellm would use; it makes none while it is given one."""
        from litellm.llms.openai.common_utils import BaseOpenAILLM

        litellm: Any = _litellm()
        litellm.aclient_session = None
        try:
            return BaseOpenAILLM.get_async_http_client()
        finally:
            litellm.aclient_session = door

    door = Door(usual)
    return door


def _leave_out_bookkeeping() -> None:
    """Keep litellm from pricing and logging every call, a quarter of its CPU time.

    Nobody listens to its log, and listed prices are asked for once, in `_listed_cost`. There is
    no setting for it; a version that has renamed these does the work again, and nothing else.
    """
    from litellm.litellm_core_utils import litellm_logging

    bookkeeper: Any = litellm_logging.Logging
    bookkeeper.response_cost_calculator = lambda *_, **__: None


def _unlogged() -> AbstractContextManager[None]:
    try:
        from litellm._internal_context import internal_sub_call
    except ImportError:
        return contextlib.nullcontext()
    return internal_sub_call()


class _SchemaRefusedError(Exception):
    """The provider takes no `response_format`."""


def _arguments(call: Call, key: str | None, *, with_schema: bool) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        **call.parameters,
        "model": call.model,
        "messages": [{"role": each.role, "content": each.content} for each in call.messages],
        "timeout": call.seconds,
        "num_retries": 0,  # the SDK below litellm has retries of its own: both are needed
        "max_retries": 0,
        "no-log": True,
    }
    if call.api_base is not None:
        arguments["api_base"] = call.api_base
    if key is not None:
        arguments["api_key"] = key
    if with_schema:
        arguments["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "verdict", "strict": True, "schema": call.schema},
        }
    return arguments


def _refuse_own(parameters: Mapping[str, Any]) -> None:
    taken = sorted(_OURS.intersection(parameters))
    if taken:
        raise CallFailedError(
            "unsupported_parameter",
            f"`parameters` must not hold {', '.join(taken)}: the workbench sets them itself",
            action="stop",
        )


def _key(call: Call) -> str | None:
    if call.api_key_env is not None:
        return read_key(call.api_key_env)
    return None if call.api_base is None else _NO_KEY


def _completion(response: Any, model: str, seconds: float) -> Completion:
    choice = response.choices[0] if response.choices else None
    message = getattr(choice, "message", None)
    extra = getattr(message, "provider_specific_fields", None) or {}
    usage: Any = getattr(response, "usage", None)
    details = getattr(usage, "prompt_tokens_details", None)
    # A reply without usage is counted as 0 tokens, and no prompt has 0.
    input_tokens = getattr(usage, "prompt_tokens", None) or None
    counted = input_tokens is not None
    return Completion(
        text=getattr(message, "content", None),
        finish_reason=getattr(choice, "finish_reason", None),
        refusal=getattr(message, "refusal", None) or extra.get("refusal"),
        reasoning=getattr(message, "reasoning_content", None),
        model=getattr(response, "model", None),
        input_tokens=input_tokens,
        cached_tokens=getattr(details, "cached_tokens", None),
        output_tokens=usage.completion_tokens if counted else None,
        cost_usd=_listed_cost(response, model) if counted else None,
        seconds=seconds,
    )


def _listed_cost(response: Any, model: str) -> float | None:
    if _listed(model) is None:
        return None
    try:
        return float(_litellm().completion_cost(response, model=model))
    except Exception:  # noqa: BLE001 - an answer that was paid for outlives a fault in its pricing
        return None


@functools.lru_cache(maxsize=256)
def _listed(model: str) -> Mapping[str, Any] | None:
    """Return litellm's own entry for a model; its guesses for unlisted ones are not taken."""
    prices = _litellm().model_cost
    for name in (model, model.partition("/")[2]):
        entry = prices.get(name)
        if entry is not None and "input_cost_per_token" in entry:
            return {"output_cost_per_token": 0.0, **entry}
    return None
