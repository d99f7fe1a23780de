"""Effort: what a case took, in steps, calls, time, tokens and cost."""

from workbench.domain.run import Effort
from workbench.domain.transcript import Usage
from workbench.scoring.assembling import assembled
from workbench.scoring.reading import Reading
from workbench.scoring.values import shown


def effort(reading: Reading) -> Effort:
    """Return what a transcript took; what was not recorded is absent."""
    usage = reading.transcript.usage
    counted: dict[str, float | None] = {
        "steps": reading.steps,
        "tool_calls": len(reading.calls),
        "tool_errors": reading.errors,
        "repeated_calls": _repeated(reading),
    }
    if usage is not None:
        counted |= {figure: getattr(usage, figure) for figure in Usage.model_fields}
    return assembled(Effort, counted)


def _repeated(reading: Reading) -> int:
    """Count the calls that are equal to an earlier one, tool and arguments."""
    names = {call.name for call in reading.calls}
    if len(names) == len(reading.calls):
        return 0
    different = {(call.name, shown(call.arguments)) for call in reading.calls}
    return len(reading.calls) - len(different)
