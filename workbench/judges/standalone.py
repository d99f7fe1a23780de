"""A judge or panel away from its workspace: built from plain values, asked about one transcript.

Exports carry this module, and the modules that it rests on, as they are: what is asked elsewhere is
the judge that was certified, with the same prompt, the same redaction, the same reading of replies,
the same one repair and the same rule of a panel.
"""

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from workbench.domain.citation import Citation
from workbench.domain.judge import Judge, Panel
from workbench.domain.level import Level
from workbench.domain.policy import Redaction
from workbench.domain.rating import VerdictError
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.judges.answer import Fault
from workbench.judges.call import CallFailedError
from workbench.judges.examiner import Examination, Examiner, examine
from workbench.judges.panel import combine
from workbench.judges.price import Send
from workbench.judges.question import Question
from workbench.judges.redaction import Redactor
from workbench.judges.template import Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What a judge or a panel says of one transcript; an error has no level."""

    status: str
    level: Level | None = None
    justification: str | None = None
    evidence: tuple[Citation, ...] = ()
    error: VerdictError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standalone:
    """One judge or panel on one dimension.

    Attributes:
        rubric: The dimension's rubric.
        examiners: The judge, or the panel's members, by name.
        panel: The panel's rule; None where there is one judge.
        proof: The claim, the digests and what makes them stale; stands in every verdict.
    """

    rubric: Rubric
    examiners: Mapping[str, Examiner]
    panel: Panel | None
    proof: Mapping[str, Any]

    @classmethod
    def of(cls, pair: Mapping[str, Any]) -> "Standalone":
        """Build it from the values that an export holds."""
        redactor = Redactor.under(Redaction(**pair["redaction"]))
        examiners = {
            name: Examiner(
                entry=Judge(**seat["entry"]),
                template=Template.parse(seat["template"], name),
                evidence=seat["evidence"],
                redactor=redactor,
                context_tokens=seat["context_tokens"],
            )
            for name, seat in pair["judges"].items()
        }
        return cls(
            rubric=Rubric(**pair["rubric"]),
            examiners=examiners,
            panel=None if pair["panel"] is None else Panel(**pair["panel"]),
            proof=pair["proof"],
        )

    @property
    def pass_mark(self) -> float:
        """Where the lowest passing level lies between 0 and 1."""
        return min((self._place(level) for level in self.rubric.passing), default=1.0)

    def judge(self, transcript: Mapping[str, Any], send: Send) -> dict[str, Any]:
        """Ask and wait for the verdict; an event loop that runs already is not disturbed."""
        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(asyncio.run, self.ask(transcript, send)).result()

    async def ask(self, transcript: Mapping[str, Any], send: Send) -> dict[str, Any]:
        """Return the verdict on a transcript, as a JSON object.

        Args:
            transcript: A transcript in the workbench's own format; `id` may be left out.
            send: Gets a completion for a call.

        Raises:
            DataError: The transcript is none.
        """
        read = _transcript(transcript)
        opinions = {
            name: await _opinion(examiner, self.rubric, read, send)
            for name, examiner in self.examiners.items()
        }
        if self.panel is None:
            (only,) = opinions.values()
            return self._verdict(only)
        verdict = self._verdict(_convened(opinions, self.panel, self.rubric))
        return {**verdict, "members": {name: _fields(one) for name, one in opinions.items()}}

    def _verdict(self, opinion: Opinion) -> dict[str, Any]:
        rated, passing = opinion.level is not None, self.rubric.passing
        return {
            **_fields(opinion),
            "passed": opinion.level in passing if rated and passing else None,
            "scaled": self._place(opinion.level) if opinion.level is not None else None,
            "proof": dict(self.proof),
        }

    def _place(self, level: Level) -> float:
        """Return where a level lies between 0 and 1; on a nominal scale, whether it passes."""
        levels = self.rubric.scale_levels
        if self.rubric.scale == "nominal":
            return float(level in self.rubric.passing)
        return levels.index(level) / (len(levels) - 1)


async def _opinion(
    examiner: Examiner, rubric: Rubric, transcript: Transcript, send: Send
) -> Opinion:
    question = Question(rubric=rubric, transcript=transcript, evidence=examiner.evidence)
    try:
        found = await examine(examiner, question, send)
    except CallFailedError as error:
        return _error(error.kind, str(error))
    return _of(found)


def _of(found: Examination) -> Opinion:
    outcome = found.outcome
    if isinstance(outcome, Fault):
        return _error(outcome.kind, outcome.message)
    return Opinion(
        status="not_applicable" if outcome.level is None else "rated",
        level=outcome.level,
        justification=outcome.justification,
        evidence=outcome.evidence,
    )


def _convened(opinions: Mapping[str, Opinion], panel: Panel, rubric: Rubric) -> Opinion:
    """Return what a panel's rule makes of its members' opinions; it cites what the winners cite."""
    outcome = combine(opinions, panel, rubric)
    winners = [
        one
        for one in opinions.values()
        if (one.status, one.level) == (outcome.status, outcome.level)
    ]
    return Opinion(
        status=outcome.status,
        level=outcome.level,
        justification=outcome.said,
        evidence=tuple(citation for one in winners for citation in one.evidence),
        error=outcome.error,
    )


def _error(kind: str, message: str) -> Opinion:
    return Opinion(status="error", error=VerdictError(kind=kind, message=message))


def _fields(opinion: Opinion) -> dict[str, Any]:
    error = opinion.error
    return {
        "status": opinion.status,
        "level": opinion.level,
        "justification": opinion.justification,
        "evidence": [
            {"turn": one.turn, "quote": one.quote, "found": one.found} for one in opinion.evidence
        ],
        "error": None if error is None else {"kind": error.kind, "message": error.message},
    }


def _transcript(transcript: Mapping[str, Any]) -> Transcript:
    try:
        return Transcript.from_line(json.dumps({"id": "transcript", **transcript}))
    except (TypeError, ValueError) as error:
        raise DataError(f"transcript: {error}") from error
