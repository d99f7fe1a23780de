"""Drafts: a labelling form as far as it is filled in; .drafts/, never a label."""

from typing import Annotated, Literal

from pydantic import Field

from workbench.domain.level import Level
from workbench.domain.record import Name, Record, TurnIndex, Whole


class Answer(Record):
    """What stands in the form for one dimension."""

    status: Literal["rated", "not_applicable", "cannot_tell"] | None = None
    """Absent while nothing is chosen, though a note or citations may stand."""
    level: Level | None = None
    note: str | None = None
    evidence: tuple[TurnIndex, ...] = ()
    seconds: Annotated[float, Field(ge=0)] = 0.0


class Draft(Record):
    """One labeller's form on one transcript; change a copy of the one that a task brings."""

    labeller: Name
    transcript: Name
    repeat: Whole = 0
    mode: Name | None = None
    """The one dimension that is worked through the queue; absent where all are asked."""
    answers: dict[Name, Answer] = Field(default_factory=dict)
    """By dimension."""
    based_on: dict[Name, Name] = Field(default_factory=dict)
    """Id of the own label that a dimension had when the form was opened; of another one now, the
    answer is out of date."""
    turn: Whole = 0
    """Where the cursor stands in the transcript."""
    dimension: Name | None = None
    """The dimension that is answered now."""
