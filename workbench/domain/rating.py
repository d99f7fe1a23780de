"""Ratings: what one labeller or one judge says of one unit (transcript and dimension)."""

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, model_validator

from workbench.domain.citation import Citation
from workbench.domain.lean import FieldError
from workbench.domain.level import Level
from workbench.domain.record import Digest, Name, Record, TurnIndex, Whole
from workbench.domain.rubric import Version
from workbench.domain.unit import UnitKey

LabelStatus = Literal["rated", "not_applicable", "cannot_tell", "withdrawn"]
VerdictStatus = Literal["rated", "not_applicable", "no_majority", "error", "withdrawn"]
Sampled = Literal["random", "flagged", "chosen"]


class Label(Record):
    """One labeller's answer about one unit; corrected by a newer line, never overwritten."""

    id: Name
    transcript: Name
    transcript_digest: Digest | None = None
    """Absent where the conversation itself is not in the workspace."""
    dimension: Name
    criterion: str | None = None
    rubric_version: Version
    rubric_digest: Digest
    labeller: Name
    status: LabelStatus
    level: Level | None = None
    note: str | None = None
    evidence: tuple[TurnIndex, ...] = ()
    sampled: Sampled = "random"
    """How the transcript came to be labelled; only random ones count for trust."""
    sampled_assumed: bool = False
    """An import that was not told how the transcripts were chosen took them for random."""
    repeat: Whole = 0
    """0 counts for trust; above it, hidden repeats."""
    after_reveal: bool = False
    seconds: Annotated[float, Field(ge=0)] | None = None
    at: AwareDatetime
    source: str | None = None
    """File name and line that an import read the label from."""

    @model_validator(mode="after")
    def _level_goes_with_status(self) -> "Label":
        _require_level(self.status, self.level)
        return self

    @property
    def key(self) -> UnitKey:
        """What this label is an answer to, and whose."""
        return (self.labeller, self.transcript, self.dimension, self.criterion, self.repeat)


class VerdictError(Record):
    """Why a verdict has no level."""

    kind: Name
    message: str


class CallUsage(Record):
    """Tokens that one judge call took."""

    input_tokens: Annotated[int, Field(ge=0)] | None = None
    output_tokens: Annotated[int, Field(ge=0)] | None = None


class Verdict(Record):
    """One judge's answer about one unit: a level with its reason, or an honest error."""

    id: Name
    transcript: Name
    transcript_digest: Digest | None = None
    dimension: Name
    criterion: str | None = None
    rubric_version: Version
    rubric_digest: Digest
    judge: Name
    judge_digest: Digest
    repeat: Whole = 0
    status: VerdictStatus
    level: Level | None = None
    justification: str | None = None
    evidence: tuple[Citation, ...] = ()
    error: VerdictError | None = None
    reply: str | None = None
    """Raw, as the judge gave it."""
    model_returned: str | None = None
    usage: CallUsage | None = None
    cost_usd: Annotated[float, Field(ge=0)] | None = None
    """Absent where the price is unknown; never 0 for that."""
    seconds: Annotated[float, Field(ge=0)] | None = None
    at: AwareDatetime
    source: str | None = None

    @model_validator(mode="after")
    def _hangs_together(self) -> "Verdict":
        _require_level(self.status, self.level)
        if (self.status == "error") != (self.error is not None):
            raise ValueError("`error` goes with status 'error' and with no other")
        return self

    @property
    def key(self) -> UnitKey:
        """What this verdict is an answer to, and whose."""
        return (self.judge, self.transcript, self.dimension, self.criterion, self.repeat)


def _require_level(status: str, level: Any) -> None:
    if status == "rated" and level is None:
        raise FieldError("level", "status 'rated' needs a `level`")
    if status != "rated" and level is not None:
        raise FieldError("level", f"status {status!r} has no `level`, got {level!r}")
