"""One call of a model: what is sent, what comes back, and what can go wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from workbench.errors import JudgeError

Action = Literal["retry", "give_up", "stop"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the call."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What is sent; the key itself is read from the environment at the moment of sending."""

    model: str
    messages: tuple[Message, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    api_key_env: str | None = None
    schema: Mapping[str, object] | None = None
    seconds: float = 120.0
    """Total time limit, from the moment the call has a place."""
    line: str = ""
    """Whose places it takes: those of a judge."""
    places: int | None = None
    """Requests of the line that may be under way at once in one process; None: all that come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What came back, unjudged."""

    text: str | None
    finish_reason: str | None = None
    refusal: str | None = None
    reasoning: str | None = None
    model: str | None = None
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    """None where the price is unknown; never 0 for that."""
    seconds: float = 0.0


class CallFailedError(JudgeError):
    """A call without a completion; says what to do about it."""

    def __init__(
        self, kind: str, message: str, *, action: Action, retry_after: float | None = None
    ) -> None:
        """Take a stable kind, a redacted sentence and the action."""
        super().__init__(message)
        self.kind = kind
        self.action = action
        self.retry_after = retry_after
