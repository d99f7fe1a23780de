"""The judged half of a run: what trusted judges say, put beside what checks said."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from workbench.domain.rating import Verdict
from workbench.domain.run import CaseResult, DimensionResult
from workbench.domain.suite import Case
from workbench.domain.unit import CRITERIA, Unit
from workbench.scoring.case import asks, judged, passes
from workbench.scoring.contradictions import contradiction
from workbench.scoring.criteria import Criterion, questions
from workbench.scoring.tally import Tally
from workbench.workflows.appointing import Appointments
from workbench.workflows.appraising import said
from workbench.workflows.bench import Bench

NOT_ASKED = "a check decided the case, so no judge was asked"


class Contradiction(NamedTuple):
    """An answer that checks contradict."""

    transcript: str
    answer: DimensionResult
    note: str


class JudgedHalf:
    """Goes through the results of a run in order.

    Attributes:
        tally: The run with its judged half.
        contradictions: What people have to look at.
        levels: The judge's levels by dimension and transcript.
    """

    def __init__(
        self,
        bench: Bench,
        cases: Mapping[int, tuple[Case, str]],
        appointments: Appointments,
        verdicts: Mapping[Unit, Verdict],
        *,
        in_workspace: bool,
    ) -> None:
        self.tally = Tally()
        self.contradictions: list[Contradiction] = []
        self.levels: dict[str, dict[str, int]] = defaultdict(dict)
        self._rubrics = bench.workspace.rubrics
        self._cases = cases
        self._appointments = appointments
        self._verdicts = verdicts
        self._in_workspace = in_workspace

    def revised(self, place: int, result: CaseResult) -> CaseResult:
        """Return a result with its judged half."""
        if place in self._cases:
            case, transcript = self._cases[place]
            answers = [self._answer(case, result, transcript, one) for one in case.dimensions or ()]
            answers += [self._criterion(case, result, transcript, one) for one in questions(case)]
            result = judged(result, answers, case.dimensions)
        self.tally.add(result)
        return result

    def _answer(
        self, case: Case, result: CaseResult, transcript: str, dimension: str
    ) -> DimensionResult:
        why = self._unscored(dimension)
        if why is not None:
            return DimensionResult(dimension=dimension, status="not_scored", reason=why)
        answer = said(
            dimension,
            self._appointments.judges[dimension],
            self._verdicts.get((transcript, dimension, None)),
            result.transcript_digest or "",
        )
        answer = self._contradicted(result, transcript, answer)
        if not asks(result).dimensions:
            return _unasked(answer)
        if isinstance(answer.level, int):
            self.levels[dimension][transcript] = answer.level
        return answer.changed(passed=passes(case, answer))

    def _criterion(
        self, case: Case, result: CaseResult, transcript: str, criterion: Criterion
    ) -> DimensionResult:
        why = self._unscored(CRITERIA)
        if why is not None:
            return DimensionResult(
                dimension=CRITERIA, criterion=criterion.text, status="not_scored", reason=why
            )
        verdict = self._verdicts.get((transcript, CRITERIA, criterion.text))
        answer = said(
            CRITERIA, self._appointments.judges[CRITERIA], verdict, result.transcript_digest or ""
        ).changed(criterion=criterion.text)
        if not asks(result).criteria:
            return _unasked(answer)
        return answer.changed(passed=passes(case, answer))

    def _unscored(self, dimension: str) -> str | None:
        """Return why nobody scores a dimension in this run."""
        why = self._appointments.untrusted.get(dimension)
        if why is None and not self._in_workspace:
            return "judges read the workspace's transcripts; import these to have them judged"
        return why

    def _contradicted(
        self, result: CaseResult, transcript: str, answer: DimensionResult
    ) -> DimensionResult:
        """Flag an answer that checks contradict."""
        rubric = self._rubrics[answer.dimension].rubric
        note = contradiction(result, rubric, answer.level)
        if note is None:
            return answer
        self.contradictions.append(Contradiction(transcript, answer, note))
        return answer.changed(flagged=(*answer.flagged, note))


def _unasked(answer: DimensionResult) -> DimensionResult:
    """Return what stands where nobody is asked; of a verdict on record only what it contradicts."""
    return DimensionResult(
        dimension=answer.dimension,
        criterion=answer.criterion,
        judge=answer.judge,
        status="not_scored",
        reason=NOT_ASKED,
        flagged=answer.flagged,
    )
