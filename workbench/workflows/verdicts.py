"""Verdicts of models: what an examination becomes on disk."""

from dataclasses import dataclass
from datetime import datetime

from workbench.domain.digest import digest
from workbench.domain.rating import CallUsage, Verdict, VerdictError
from workbench.domain.rubric import Rubric
from workbench.errors import JudgeError
from workbench.judges.answer import Answer, Fault
from workbench.judges.call import CallFailedError
from workbench.judges.examiner import Examination
from workbench.judges.objects import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Whose verdict it is, on what, and when."""

    judge: str
    fingerprint: str
    rubric: Rubric
    transcript: str
    transcript_digest: str | None
    repeat: int
    at: datetime
    criterion: str | None = None
    seconds: float | None = None


def verdict_of(given: Given, found: Examination | JudgeError) -> Verdict:
    """Return the verdict that an examination gave, or the error that a failed call is."""
    if isinstance(found, JudgeError):
        kind = found.kind if isinstance(found, CallFailedError) else "call_failed"
        said: dict[str, object] = {"error": VerdictError(kind=kind, message=printable(str(found)))}
    else:
        said = {**_paid(found), **_said(found.outcome)}
    return Verdict.model_validate(
        {
            "id": _id(given),
            "transcript": given.transcript,
            "transcript_digest": given.transcript_digest,
            "dimension": given.rubric.dimension,
            "criterion": given.criterion,
            "rubric_version": given.rubric.version,
            "rubric_digest": given.rubric.digest,
            "judge": given.judge,
            "judge_digest": given.fingerprint,
            "repeat": given.repeat,
            "status": "error",
            "seconds": given.seconds,
            "at": given.at,
            **said,
        }
    )


def _said(outcome: Answer | Fault) -> dict[str, object]:
    if isinstance(outcome, Fault):
        return {"error": VerdictError(kind=outcome.kind, message=printable(outcome.message))}
    return {
        "status": "not_applicable" if outcome.level is None else "rated",
        "level": outcome.level,
        "justification": outcome.justification,
        "evidence": outcome.evidence,
    }


def _paid(found: Examination) -> dict[str, object]:
    if not found.completions:
        return {}
    last = found.completions[-1]
    usage = CallUsage(
        input_tokens=found.tokens("input_tokens"), output_tokens=found.tokens("output_tokens")
    )
    return {
        "reply": None if last.text is None else printable(last.text),
        "model_returned": last.model and printable(last.model),
        "usage": usage,
        "cost_usd": found.cost_usd,
    }


def _id(given: Given) -> str:
    return digest(
        [
            given.judge,
            given.fingerprint,
            given.rubric.digest,
            given.transcript,
            given.transcript_digest,
            given.criterion,
            given.repeat,
            given.at.isoformat(),
        ]
    )
