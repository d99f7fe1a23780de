"""State: what the world must look like once the conversation is over."""

from typing import Any

from workbench.domain.expectation import FieldExpectation
from workbench.scoring.checks import Look, UncheckableError
from workbench.scoring.fields import field_look
from workbench.scoring.reading import Reading


def state_look(path: str, expectation: FieldExpectation) -> Look:
    """Return the look at one path of the final state."""
    return field_look(path, expectation, _final_state)


def _final_state(reading: Reading) -> Any:
    state = reading.transcript.final_state
    if state is None:
        raise UncheckableError("no final state was recorded, so it cannot be checked")
    return state
