"""Limits: steps, time, tokens and cost; a figure that was not recorded cannot be checked."""

from collections.abc import Callable

from workbench.domain.transcript import Usage
from workbench.scoring.checks import Look, Miss, UncheckableError
from workbench.scoring.reading import Reading

Measure = Callable[[Reading], float]


def limit_look(figure: str, at_most: float) -> Look:
    """Return the look at one budget: `steps`, `latency_ms`, `tokens` or `cost_usd`."""
    measure = MEASURES[figure]
    unit = _UNITS[figure]

    def look(reading: Reading) -> Miss | None:
        spent = measure(reading)
        if spent <= at_most:
            return None
        return Miss(f"at most {at_most:.12g} {unit}", f"{spent:.12g}", stage="order_or_retry")

    return look


def tokens(usage: Usage | None) -> int | None:
    """Return input and output tokens together, or None where either was not recorded."""
    if usage is None or usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens


def _recorded(value: float | None, figure: str) -> float:
    if value is None:
        raise UncheckableError(f"{figure} was not recorded, so its limit cannot be checked")
    return value


def _latency(reading: Reading) -> float:
    usage = reading.transcript.usage
    return _recorded(usage.latency_ms if usage else None, "latency_ms")


def _tokens(reading: Reading) -> float:
    return _recorded(tokens(reading.transcript.usage), "input_tokens or output_tokens")


def _cost(reading: Reading) -> float:
    usage = reading.transcript.usage
    return _recorded(usage.cost_usd if usage else None, "cost_usd")


MEASURES: dict[str, Measure] = {
    "steps": lambda reading: reading.steps,
    "latency_ms": _latency,
    "tokens": _tokens,
    "cost_usd": _cost,
}
_UNITS = {"steps": "steps", "latency_ms": "ms", "tokens": "tokens", "cost_usd": "USD"}
