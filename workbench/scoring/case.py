"""Case: what checks and judges say of one transcript, and the verdict that follows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from workbench.domain.digest import digest
from workbench.domain.outcome import CaseVerdict
from workbench.domain.run import CaseResult, CheckResult, DimensionResult, RetrievalFigures
from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA
from workbench.scoring.checks import UncheckableError, run_all
from workbench.scoring.compiling import Compiled
from workbench.scoring.diagnosis import diagnosed
from workbench.scoring.effort import effort
from workbench.scoring.reading import Reading, read
from workbench.scoring.retrieval import figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """What judges are still asked of a case."""

    dimensions: bool
    criteria: bool


def score(compiled: Compiled, transcript: Transcript) -> CaseResult:
    """Return what code can say of a transcript: every check's result, and the verdict so far."""
    case, reading = compiled.case, read(transcript)
    share: float
    verdict: CaseVerdict
    checks, clean = run_all(compiled.checks, reading)
    share, verdict = 1.0, "PASS"
    if not clean:
        checks = diagnosed(checks)
        share, verdict = _decided(case, checks)
    return CaseResult(
        case=case.id,
        trial=transcript.trial,
        transcript=transcript.id,
        severity=case.severity,
        verdict=verdict,
        score=share,
        checks=checks,
        retrieval=_retrieval(case, reading),
        effort=effort(reading),
        tags=case.tags,
    )


def broken(case: Case, message: str, *, trial: int | None = None) -> CaseResult:
    """Return the result of a case that the harness could not look at."""
    return CaseResult(
        case=case.id,
        trial=trial,
        severity=case.severity,
        verdict="ERROR",
        score=0.0,
        tags=case.tags,
        error=message,
    )


def asks(result: CaseResult) -> Asks:
    """Return what is left to ask of judges.

    A failed hard check decides the case, and no judge is asked anything. Any failed check makes
    the answers to yes/no criteria moot; the dimensions are still worth knowing then.
    """
    open_ = result.error is None and not result.failed_hard
    return Asks(dimensions=open_, criteria=open_ and not result.failed)


def judged(
    result: CaseResult,
    dimensions: Sequence[DimensionResult],
    minima: Mapping[str, int | None] | None = None,
) -> CaseResult:
    """Return a result with what judges said; their word never turns a failure into a pass.

    Args:
        result: What checks came to.
        dimensions: What judges said.
        minima: The least level that the case asks for, by dimension; None where it asks for none.
    """
    needed = {CRITERIA, *(name for name, least in (minima or {}).items() if least is not None)}
    ordered = tuple(sorted(dimensions, key=lambda one: (one.dimension, one.criterion or "")))
    return result.changed(dimensions=ordered, verdict=_with_judges(result.verdict, ordered, needed))


def passes(case: Case, answer: DimensionResult) -> bool | None:
    """Return whether a level is what the case asks for; None where it asks for none.

    A criterion passes at the answer that is wanted of it, a dimension from the level named.
    """
    if answer.status != "rated":
        return None
    if answer.dimension == CRITERIA:
        negated = any(
            rule.negated for rule in case.expect.rubric if rule.criterion == answer.criterion
        )
        return (answer.level == "no") if negated else (answer.level == "yes")
    least = (case.dimensions or {}).get(answer.dimension)
    if least is None or not isinstance(answer.level, int):
        return None
    return answer.level >= least


def case_digest(case: Case) -> str:
    """Return the digest of what a case asks, whatever its id: equal cases have equal ones."""
    content = case.to_json()
    for own in ("id", "transcript", "tags", "source"):
        content.pop(own, None)
    return digest(content)


def _decided(case: Case, checks: Sequence[CheckResult]) -> tuple[float, CaseVerdict]:
    """Return the share of the weight that passed, and the verdict that checks alone give."""
    total = passed = 0.0
    failed = hard = erred = False
    for check in checks:
        status = check.status
        if status == "pass":
            total += check.weight
            passed += check.weight
            continue
        if status == "not_applicable":
            continue
        total += check.weight
        if status == "error":
            erred = True
        else:
            failed = True
            hard = hard or check.hard
    if hard:
        return 0.0, "FAIL"
    share = passed / total if total else 1.0
    least = case.expect.min_score
    if least is not None and not erred:
        return share, "PASS" if passed >= least * total - _ROUNDING else "FAIL"
    return share, "FAIL" if failed and least is None else "ERROR" if erred else "PASS"


_ROUNDING = 1e-12


def _with_judges(
    verdict: CaseVerdict, dimensions: Sequence[DimensionResult], needed: Collection[str]
) -> CaseVerdict:
    if verdict == "FAIL":
        return verdict
    if any(one.passed is False for one in dimensions):
        return "FAIL"
    unknown = any(
        one.dimension in needed and one.status in ("error", "no_majority") for one in dimensions
    )
    return "ERROR" if unknown else verdict


def _retrieval(case: Case, reading: Reading) -> RetrievalFigures | None:
    if case.expect.retrieval is None:
        return None
    try:
        return figures(case.expect.retrieval, reading.transcript)
    except UncheckableError:
        return None
