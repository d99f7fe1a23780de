"""What a judge answered: a level with its reason, "not applicable", or a fault with its kind."""

from dataclasses import dataclass
from typing import Final

from workbench.domain.citation import Citation
from workbench.domain.level import Level

FAULT_KINDS: Final = (
    "refusal",
    "content_filter",
    "context_overflow",
    "truncated",
    "empty",
    "no_object",
    "malformed_object",
    "quoted_object",
    "contradicting_objects",
    "contradicting_keys",
    "missing_key",
    "boolean",
    "fractional",
    "not_finite",
    "not_a_level",
    "off_scale",
    "not_applicable_refused",
    "evidence_unreadable",
    "evidence_outside",
    "evidence_missing",
    "evidence_not_found",
)
"""Every way in which a reply is no verdict."""

NOTES: Final = (
    "reasoning",
    "prose",
    "fenced",
    "comment",
    "trailing_comma",
    "other_objects",
    "repeated_object",
    "alias",
    "coerced_level",
    "joined_justification",
    "missing_evidence",
)
"""Everything that is tolerated in a reply, and then said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A reply that checks out; `level` None means "not applicable"."""

    level: Level | None
    justification: str
    evidence: tuple[Citation, ...]
    notes: tuple[str, ...] = ()
    """What was tolerated, in the codes of NOTES."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a reply is no verdict."""

    kind: str
    message: str
