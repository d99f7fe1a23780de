"""One trusted judge on one dimension, with all that an export writes of it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from workbench import __version__
from workbench.domain.certificate import Certificate
from workbench.domain.judge import Judge, Panel
from workbench.domain.policy import Redaction
from workbench.domain.rubric import Rubric

_NO_LETTER = re.compile(r"[^a-z0-9]+")
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A model that is asked: the judge itself, or a member of the panel.

    Attributes:
        template: The text of the template that its prompt is made of.
        system: The instructions that are sent before the prompt.
        form: The prompt with the rubric filled in and places for the transcript.
        evidence: Whether a level stands without a quote that is found.
    """

    name: str
    entry: Judge
    template: str
    system: str
    form: str
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A trusted (dimension, judge)."""

    rubric: Rubric
    certificate: Certificate
    seats: tuple[Seat, ...]
    panel: Panel | None
    redaction: Redaction
    trusted_digest: str

    @property
    def proof(self) -> dict[str, Any]:
        """What is claimed, under which digests, and what makes it stale."""
        certificate = self.certificate
        return {
            "dimension": certificate.dimension,
            "judge": certificate.judge,
            "claim": certificate.claim,
            "rubric_version": certificate.rubric_version,
            "rubric_digest": certificate.rubric_digest,
            "judge_digest": certificate.judge_digest,
            "trusted_digest": self.trusted_digest,
            "certified_at": certificate.at.isoformat(),
            "stale_when": list(certificate.stale_when),
            "workbench": __version__,
        }

    def values(self, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """Return what the copied code builds the judge from.

        Args:
            entries: How each seat is reached by the tool that the export is for.
        """
        rubric = self.rubric.model_dump(exclude_defaults=True, exclude={"guidance"})
        return {
            "proof": self.proof,
            "rubric": rubric,
            "judges": {
                seat.name: {
                    "entry": dict(entries[seat.name]),
                    "template": seat.template,
                    "evidence": seat.evidence,
                    "context_tokens": seat.entry.limits.context_tokens,
                }
                for seat in self.seats
            },
            "panel": None if self.panel is None else self.panel.model_dump(exclude_defaults=True),
            "redaction": self.redaction.model_dump(exclude_defaults=True),
        }


def identifiers(pairs: Sequence[Pair]) -> list[str]:
    """Return one name a pair that is a file's and a function's: plain letters, each only once."""
    names: list[str] = []
    for pair in pairs:
        said = f"judge {pair.certificate.dimension} {pair.certificate.judge}"
        plain = _NO_LETTER.sub("_", said.lower())[:_LONGEST].rstrip("_")
        numbered = (f"{plain}{'' if number == 1 else f'__{number}'}" for number in count(1))
        names.append(next(name for name in numbered if name not in names))
    return names
