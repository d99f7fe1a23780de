"""Transcripts: one conversation of the system under test, as people and judges read it."""

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, model_validator

from workbench.domain.digest import digest
from workbench.domain.record import Name, Record

Role = Literal["system", "user", "assistant", "tool"]
JsonObject = dict[str, Any]


class ToolCall(Record):
    """One call of a tool, its arguments parsed where they parse and raw as they came."""

    id: str | None = None
    name: str
    arguments: Any = None
    arguments_raw: str | None = None

    @property
    def arguments_invalid(self) -> bool:
        """Whether raw arguments came that are no JSON."""
        return self.arguments is None and self.arguments_raw not in (None, "", "null")


class Turn(Record):
    """What one speaker said or did; its index is stable, labels and evidence cite it."""

    index: Annotated[int, Field(ge=0)]
    role: Role
    content: str | None = None
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False
    at: AwareDatetime | None = None


class Agent(Record):
    """The system under test that took part."""

    name: str | None = None
    model: str | None = None
    prompt_version: str | None = None


class Retrieval(Record):
    """What a retriever found, and what of it was passed on."""

    candidates: tuple[Any, ...] = ()
    context: tuple[Any, ...] = ()


class Usage(Record):
    """What the conversation took; a figure that was not recorded is absent."""

    input_tokens: Annotated[int, Field(ge=0)] | None = None
    output_tokens: Annotated[int, Field(ge=0)] | None = None
    cost_usd: Annotated[float, Field(ge=0)] | None = None
    latency_ms: Annotated[float, Field(ge=0)] | None = None


class Termination(Record):
    """How the conversation ended, and whether that was the agent's doing."""

    reason: str | None = None
    evaluable: bool = True


class Source(Record):
    """Where an imported transcript came from."""

    format: str
    file: str
    sha256: str
    record: int | None = None


class Transcript(Record):
    """One conversation; read by people and judges, never edited in place."""

    id: Name
    turns: Annotated[tuple[Turn, ...], Field(min_length=1)]
    agent: Agent | None = None
    case: Name | None = None
    trial: int | None = None
    outcome: Any = None
    final_state: Any = None
    retrieval: Retrieval | None = None
    usage: Usage | None = None
    termination: Termination | None = None
    metadata: JsonObject = Field(default_factory=dict)
    source: Source | None = None

    @model_validator(mode="after")
    def _turns_are_numbered(self) -> "Transcript":
        indexes = [turn.index for turn in self.turns]
        if indexes != list(range(len(indexes))):
            raise ValueError(f"turn indexes must count 0, 1, 2, ..., got {indexes[:12]}")
        return self

    @cached_property
    def digest(self) -> str:
        """What a rating of this transcript depends on: all that a rater can read of it."""
        whole = self.to_json()
        read = ("turns", "outcome", "final_state", "retrieval")
        return digest({field: whole[field] for field in read if field in whole})

    @property
    def unit(self) -> str:
        """The case where there is one, else the transcript: what is split and left out whole."""
        return self.case if self.case is not None else self.id

    @cached_property
    def orphan_results(self) -> tuple[int, ...]:
        """Indexes of tool turns that answer no call made before them."""
        asked: set[str] = set()
        orphans = []
        for turn in self.turns:
            asked.update(call.id for call in turn.tool_calls if call.id is not None)
            if turn.role == "tool" and turn.tool_call_id not in asked:
                orphans.append(turn.index)
        return tuple(orphans)

    @cached_property
    def unanswered_calls(self) -> tuple[str, ...]:
        """Ids of calls that no later turn answers."""
        answered = {turn.tool_call_id for turn in self.turns if turn.tool_call_id is not None}
        return tuple(
            call.id
            for turn in self.turns
            for call in turn.tool_calls
            if call.id is not None and call.id not in answered
        )
