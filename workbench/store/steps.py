"""Where faults stand in a record, without the steps that only the validator takes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.domain.lean import FieldError, LeanRecord

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ValidationError

Kind: TypeAlias = "type[BaseModel] | type[LeanRecord]"
"""What a record is read as."""

_PLAIN = frozenset({"int", "str", "float", "bool", "constrained-str"})
"""Last steps that name one of several types that a value may have."""


def invalid() -> "type[ValidationError]":
    """Return what reading raises of a record with faults; `except` asks once something is raised.

    So what is well reads without loading pydantic.
    """
    from pydantic_core import ValidationError

    return ValidationError


def faults(error: "ValidationError") -> list[tuple[list[Any], Any]]:
    """Return every place with a fault, and pydantic's own account of it.

    A value that is neither of two types has one fault; where it is nearly one of them, the fault
    inside is told, or the rule that it breaks, and not that it might have been the other.
    """
    told_of = [(tuple(map(str, steps_of(each))), each) for each in reversed(error.errors())]
    found = dict(told_of)
    found |= {place: each for place, each in told_of if each["type"] == "value_error"}
    places = list(found)[::-1]
    return [
        (steps_of(found[place]), found[place])
        for place in places
        if not any(len(other) > len(place) and other[: len(place)] == place for other in places)
    ]


def steps_of(fault: Any) -> list[Any]:
    """Return the keys and list positions that lead to a fault."""
    steps = [step for step in fault["loc"] if not _is_type(step)]
    if "[key]" in steps:
        steps = steps[: steps.index("[key]")]
    elif len(steps) > 1 and steps[-1] in _PLAIN:
        steps.pop()
    cause = fault.get("ctx", {}).get("error")
    return [*steps, cause.field] if isinstance(cause, FieldError) else steps


def _is_type(step: Any) -> bool:
    """Whether a step names one type of a choice, as in `tuple[Case, ...]`."""
    return isinstance(step, str) and step.endswith("]") and "[" in step[1:]


def told(steps: Sequence[Any]) -> str:
    """Return steps as a message shows them."""
    return ".".join(str(step) for step in steps)
