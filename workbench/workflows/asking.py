"""Ask models: every question that has no answer yet, once, each verdict on disk before the next."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import numpy as np

from workbench.domain.finding import Finding
from workbench.domain.rating import Verdict
from workbench.domain.transcript import Transcript
from workbench.errors import JudgeError
from workbench.judges.answer import Fault
from workbench.judges.batch import Ended, Lane, Outcome, Rules, run
from workbench.judges.client import list_price, require_key
from workbench.judges.examiner import Examination, examine
from workbench.judges.halt import HaltedError
from workbench.judges.independence import related
from workbench.judges.price import Send, priced
from workbench.judges.tally import Snapshot
from workbench.judges.workers import caller
from workbench.store import ledger
from workbench.store.claims import Claims
from workbench.workflows.bench import Bench
from workbench.workflows.docket import NOT_INDEPENDENT, Docket, Job, Wanted, dockets
from workbench.workflows.verdicts import Given, verdict_of

_GLANCE = 0.1
"""Seconds between two looks at whether another run is done with a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What asking gave.

    Attributes:
        ended: How the batch ended, and what it cost.
        new: New verdicts by judge.
        already: Questions that had their answer before, or got it from another run, by judge.
        errors: New verdicts in error, by kind.
        unanswered: Questions that were asked and got no reply; the next run asks them again.
        failure: What the last of them met.
        related: Questions on transcripts whose agent the judge is related to, by judge.
        models: The models that providers say answered, now and before, by judge.
        stepped_over: Lines of transcripts that are none.
    """

    ended: Ended
    new: Mapping[str, int]
    already: Mapping[str, int]
    errors: Mapping[str, int]
    unanswered: int
    failure: str
    related: Mapping[str, int]
    models: Mapping[str, tuple[str, ...]]
    stepped_over: tuple[Finding, ...] = ()


def ask(
    bench: Bench,
    wanted: Wanted,
    *,
    clock: Callable[[], datetime],
    rng: np.random.Generator,
    progress: Callable[[Snapshot[Job]], None] | None = None,
) -> Asking:
    """Ask every question that has no answer; each verdict is on disk before it is counted.

    Raises:
        DataError: The workspace cannot be read, or something cannot be asked.
        CallFailedError: A key is missing; nothing was sent.
    """
    found = dockets(bench, wanted, rng=rng)
    for docket in found:
        if docket.jobs:
            require_key(docket.entry)
    session = _Session(bench, found, clock)
    try:
        ended = asyncio.run(session.run(wanted, rng, progress))
    finally:
        session.close()
    return Asking(
        ended=ended,
        new=dict(session.new),
        already={docket.name: docket.already + session.met[docket.name] for docket in found},
        errors=dict(sorted(session.errors.items())),
        unanswered=session.unanswered,
        failure=session.failure,
        related=dict(session.related),
        models={docket.name: docket.answers.models() for docket in found},
        stepped_over=bench.catalogue.findings,
    )


class _Session:
    """One run: asks, writes each verdict down, and counts."""

    def __init__(self, bench: Bench, found: list[Docket], clock: Callable[[], datetime]) -> None:
        self._bench = bench
        self._dockets = {docket.name: docket for docket in found}
        self._clock = clock
        self._independence = bench.workspace.policy.independence
        self._transcript = lru_cache(maxsize=256)(bench.catalogue.get)
        self._claims = {one.name: Claims(bench.workspace.claims(one.name)) for one in found}
        self.new: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.related: Counter[str] = Counter()
        self.unanswered = 0
        self.failure = ""

    def close(self) -> None:
        """Leave what is still claimed to other runs."""
        for claims in self._claims.values():
            claims.close()

    async def run(
        self,
        wanted: Wanted,
        rng: np.random.Generator,
        progress: Callable[[Snapshot[Job]], None] | None,
    ) -> Ended:
        """Ask all dockets at once."""
        rules = Rules(most_usd=wanted.most_usd)
        waiting = [docket for docket in self._dockets.values() if docket.jobs]
        if not waiting:
            return await run((), self._deliver, rules=rules, rng=rng)
        in_flight = sum(min(one.entry.limits.in_flight, len(one.jobs)) for one in waiting)
        async with caller(in_flight) as send:
            lanes = [self._lane(docket, send) for docket in waiting]
            return await run(lanes, self._deliver, rules=rules, rng=rng, progress=progress)

    def _lane(self, docket: Docket, send: Send) -> Lane[Job, Examination | None]:
        price = docket.entry.price

        async def asked(job: Job, counted: Send) -> Examination | None:
            claims = self._claims[docket.name]
            while not claims.take(str(job)):
                await asyncio.sleep(_GLANCE)
            try:
                return await self._ask(docket, job, counted)
            except (HaltedError, asyncio.CancelledError):
                claims.give_back(str(job))
                raise

        return Lane(
            name=docket.name,
            jobs=docket.jobs,
            ask=asked,
            send=priced(send, price),
            limits=docket.entry.limits,
            price=price or list_price(docket.entry.model or ""),
            keeps_places=True,
        )

    async def _ask(self, docket: Docket, job: Job, send: Send) -> Examination | None:
        """Ask one question; None where another run has its answer by now."""
        transcript = self._transcript(job.transcript)
        if docket.answers.has(job.key, transcript.digest):
            return None
        relation = self._relation(docket, transcript)
        if relation is not None and self._independence == "required":
            return Examination(outcome=Fault(kind=NOT_INDEPENDENT, message=relation))
        question = docket.question(job, transcript)
        return await examine(docket.examiners[job.dimension], question, send)

    def _relation(self, docket: Docket, transcript: Transcript) -> str | None:
        model = transcript.agent.model if transcript.agent else None
        relation = related(docket.entry, model)
        if relation is not None:
            self.related[docket.name] += 1
        return relation

    def _deliver(self, outcome: Outcome[Job, Examination | None]) -> None:
        """Write one verdict down and count it; only then may another run ask the same."""
        docket = self._dockets[outcome.lane]
        found = outcome.result if outcome.failure is None else self._failed(docket, outcome)
        if found is None:
            self.met[docket.name] += 1
        else:
            self._write(docket, outcome, found)
        self._claims[docket.name].give_back(str(outcome.job))

    def _write(
        self,
        docket: Docket,
        outcome: Outcome[Job, Examination | None],
        found: Examination | JudgeError,
    ) -> None:
        job = outcome.job
        given = Given(
            judge=docket.name,
            fingerprint=docket.under[job.dimension].judge_digest,
            rubric=docket.rubrics[job.dimension],
            transcript=job.transcript,
            transcript_digest=self._transcript(job.transcript).digest,
            criterion=job.criterion,
            repeat=job.repeat,
            at=self._clock(),
            seconds=outcome.seconds,
        )
        verdict = verdict_of(given, found)
        ledger.append(self._bench.workspace.verdicts(docket.name), [verdict.line()])
        self._count(verdict)

    def _failed(
        self, docket: Docket, outcome: Outcome[Job, Examination | None]
    ) -> JudgeError | None:
        """Return a failure; None where another run has an answer, which it must not replace."""
        job = outcome.job
        if docket.answers.has(job.key, self._transcript(job.transcript).digest):
            return None
        self.unanswered += 1
        self.failure = f"judge {docket.name!r}: {outcome.failure}"
        return outcome.failure

    def _count(self, verdict: Verdict) -> None:
        self.new[verdict.judge] += 1
        if verdict.error is not None:
            self.errors[verdict.error.kind] += 1
