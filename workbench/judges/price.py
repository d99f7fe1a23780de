"""Prices: what a completion cost, and what a call will cost at most; None where unknown."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from workbench.domain.judge import Price
from workbench.judges.call import Call, Completion

Send = Callable[[Call], Awaitable[Completion]]
"""Whatever gets a completion for a call, or raises CallFailedError."""

_MILLION = 1_000_000
_CHARACTERS_PER_TOKEN = 3.5
"""Of English prose it is nearer 4.5, of JSON nearer 3; an estimate should rather be too high."""
_UNBOUNDED_OUTPUT = 1000
"""Tokens reckoned with where the parameters set no bound: a verdict takes far fewer."""


def cost_usd(price: Price, completion: Completion) -> float | None:
    """Return what a completion cost; cached input tokens are paid once, at their own price.

    None where the provider did not say how many tokens it took.
    """
    if completion.input_tokens is None or completion.output_tokens is None:
        return None
    cached = min(completion.cached_tokens or 0, completion.input_tokens)
    cached_price = price.input if price.cached_input is None else price.cached_input
    fresh = completion.input_tokens - cached
    paid = fresh * price.input + cached * cached_price + completion.output_tokens * price.output
    return paid / _MILLION


def priced(send: Send, price: Price | None) -> Send:
    """Return a sender whose completions cost what judges.yaml says, where it says so."""
    if price is None:
        return send

    async def send_priced(call: Call) -> Completion:
        completion = await send(call)
        return replace(completion, cost_usd=cost_usd(price, completion))

    return send_priced


def input_tokens(call: Call) -> int:
    """Return about how many tokens a call sends."""
    characters = sum(len(message.content) for message in call.messages)
    return round(characters / _CHARACTERS_PER_TOKEN)


def output_tokens(call: Call) -> int:
    """Return how many tokens a reply may have."""
    for name in ("max_completion_tokens", "max_tokens"):
        bound = call.parameters.get(name)
        if isinstance(bound, int):
            return bound
    return _UNBOUNDED_OUTPUT


def most_usd(price: Price, call: Call) -> float:
    """Return what a call will cost at most, as far as can be told before it is sent."""
    paid = input_tokens(call) * price.input + output_tokens(call) * price.output
    return paid / _MILLION
