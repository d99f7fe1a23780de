"""Transcripts: one conversation of the system under test, as people and judges read it."""

from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from workbench.domain.digest import digest
from workbench.domain.lean import Amount, Count, LeanRecord, Moment, Name

Role = Literal["system", "user", "assistant", "tool"]
JsonObject = dict[str, Any]


class ToolCall(LeanRecord, frozen=True, kw_only=True):
    """One call of a tool, its arguments parsed where they parse and raw as they came."""

    id: str | None = None
    name: str
    arguments: Any = None
    arguments_raw: str | None = None

    @property
    def arguments_invalid(self) -> bool:
        """Whether raw arguments came that are no JSON."""
        return self.arguments is None and self.arguments_raw not in (None, "", "null")


class Turn(LeanRecord, frozen=True, kw_only=True):
    """What one speaker said or did; its index is stable, labels and evidence cite it."""

    index: Count
    role: Role
    content: str | None = None
    name: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False
    at: Moment | None = None


class Agent(LeanRecord, frozen=True, kw_only=True):
    """The system under test that took part."""

    name: str | None = None
    model: str | None = None
    prompt_version: str | None = None


class Retrieval(LeanRecord, frozen=True, kw_only=True):
    """What a retriever found, and what of it was passed on."""

    candidates: tuple[Any, ...] = ()
    context: tuple[Any, ...] = ()


class Usage(LeanRecord, frozen=True, kw_only=True):
    """What the conversation took; a figure that was not recorded is absent."""

    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cost_usd: Amount | None = None
    latency_ms: Amount | None = None


class Termination(LeanRecord, frozen=True, kw_only=True):
    """How the conversation ended, and whether that was the agent's doing."""

    reason: str | None = None
    evaluable: bool = True


class Source(LeanRecord, frozen=True, kw_only=True):
    """Where an imported transcript came from."""

    format: str
    file: str
    sha256: str
    record: int | None = None


class Transcript(LeanRecord, frozen=True, kw_only=True, dict=True):
    """One conversation; read by people and judges, never edited in place."""

    id: Name
    turns: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    agent: Agent | None = None
    case: Name | None = None
    trial: int | None = None
    outcome: Any = None
    final_state: Any = None
    retrieval: Retrieval | None = None
    usage: Usage | None = None
    termination: Termination | None = None
    metadata: JsonObject = field(default_factory=dict)
    source: Source | None = None

    def __post_init__(self) -> None:
        """Refuse turns that are not numbered one by one."""
        indexes = [turn.index for turn in self.turns]
        if indexes != list(range(len(indexes))):
            raise ValueError(f"turn indexes must count 0, 1, 2, ..., got {indexes[:12]}")

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
