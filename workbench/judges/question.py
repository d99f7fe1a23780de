"""The question put to a judge: what it is about, and the prompt that carries it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript

EvidenceMode = Literal["required", "advisory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One dimension of one transcript, or one criterion of it, to be asked once."""

    rubric: Rubric
    transcript: Transcript
    criterion: str | None = None
    """What the rubric's question is asked of, where it is about yes/no criteria."""
    expected_outcome: str | None = None
    """What the case says should come out, where it says so."""
    evidence: EvidenceMode = "required"
    anchors_reversed: bool = False
    """A probe lists the last level first; the text of each stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What is sent, and what the judge's citations are looked up in.

    Attributes:
        system: The instructions.
        user: The question with the fenced transcript.
        shown: The text of every turn as it was sent, by turn index; quotes are looked up here.
        cut: Indexes of turns that were shortened to fit, by the stated rule.
        replaced: How many passages redaction replaced, by kind.
        schema: JSON Schema of the reply, for providers that take one.
    """

    system: str
    user: str
    shown: Mapping[int, str]
    cut: tuple[int, ...] = ()
    replaced: Mapping[str, int] = field(default_factory=dict)
    schema: Mapping[str, object] = field(default_factory=dict)
