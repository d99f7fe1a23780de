"""Effort: what a case took, in steps, calls, time, tokens and cost."""

from workbench.domain.run import Effort
from workbench.domain.transcript import Usage
from workbench.scoring.reading import Reading
from workbench.scoring.values import shown

_UNKNOWN = Usage()


def effort(reading: Reading) -> Effort:
    """Return what a transcript took; what was not recorded is absent."""
    usage = reading.transcript.usage or _UNKNOWN
    return Effort(
        steps=reading.steps,
        tool_calls=len(reading.calls),
        tool_errors=reading.errors,
        repeated_calls=_repeated(reading),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        latency_ms=usage.latency_ms,
    )


def _repeated(reading: Reading) -> int:
    """Count the calls that are equal to an earlier one, tool and arguments."""
    names = {call.name for call in reading.calls}
    if len(names) == len(reading.calls):
        return 0
    different = {(call.name, shown(call.arguments)) for call in reading.calls}
    return len(reading.calls) - len(different)
