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
from workbench.judges.answer import Fault
from workbench.judges.batch import Ended, Lane, Outcome, Rules, run
from workbench.judges.client import Client, list_price, require_key
from workbench.judges.examiner import Examination, examine
from workbench.judges.independence import related
from workbench.judges.price import Send, priced
from workbench.judges.tally import Snapshot
from workbench.store import ledger
from workbench.workflows.bench import Bench
from workbench.workflows.docket import NOT_INDEPENDENT, Docket, Job, Wanted, dockets
from workbench.workflows.verdicts import Given, verdict_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What asking gave.

    Attributes:
        ended: How the batch ended, and what it cost.
        new: New verdicts by judge.
        already: Questions that had their answer before, by judge.
        errors: New verdicts in error, by kind.
        related: Questions on transcripts whose agent the judge is related to, by judge.
        models: The models that providers said answered, by judge.
    """

    ended: Ended
    new: Mapping[str, int]
    already: Mapping[str, int]
    errors: Mapping[str, int]
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
    found = dockets(bench, wanted, shift=int(rng.integers(0, 1 << 30)))
    for docket in found:
        if docket.jobs:
            require_key(docket.entry)
    session = _Session(bench, found, clock)
    ended = asyncio.run(session.run(wanted, rng, progress))
    return Asking(
        ended=ended,
        new=dict(session.new),
        already={docket.name: docket.already for docket in found},
        errors=dict(sorted(session.errors.items())),
        related=dict(session.related),
        models={name: tuple(sorted(models)) for name, models in session.models.items()},
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
        self.new: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.related: Counter[str] = Counter()
        self.models: dict[str, set[str]] = {}

    async def run(
        self,
        wanted: Wanted,
        rng: np.random.Generator,
        progress: Callable[[Snapshot[Job]], None] | None,
    ) -> Ended:
        """Ask all dockets at once."""
        client = Client()
        lanes = [self._lane(docket, client) for docket in self._dockets.values() if docket.jobs]
        rules = Rules(most_usd=wanted.most_usd)
        try:
            return await run(lanes, self._deliver, rules=rules, rng=rng, progress=progress)
        finally:
            if lanes:
                await client.close()

    def _lane(self, docket: Docket, client: Client) -> Lane[Job, Examination | None]:
        price = docket.entry.price

        async def asked(job: Job, send: Send) -> Examination | None:
            return await self._ask(docket, job, send)

        return Lane(
            name=docket.name,
            jobs=docket.jobs,
            ask=asked,
            send=priced(client.complete, price),
            limits=docket.entry.limits,
            price=price or list_price(docket.entry.model or ""),
        )

    async def _ask(self, docket: Docket, job: Job, send: Send) -> Examination | None:
        """Ask one question; None where another run has its answer by now."""
        transcript = self._transcript(job.transcript)
        key = (job.transcript, job.dimension, job.repeat)
        if docket.answers.has(key, transcript.digest):
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
        """Write one verdict down, then count it."""
        found = outcome.failure if outcome.failure is not None else outcome.result
        if found is None:
            return
        docket, job = self._dockets[outcome.lane], outcome.job
        given = Given(
            judge=docket.name,
            fingerprint=docket.under[job.dimension].judge_digest,
            rubric=docket.rubrics[job.dimension],
            transcript=job.transcript,
            transcript_digest=self._transcript(job.transcript).digest,
            repeat=job.repeat,
            at=self._clock(),
            seconds=outcome.seconds,
        )
        verdict = verdict_of(given, found)
        ledger.append(self._bench.workspace.verdicts(docket.name), [verdict.line()])
        self._count(verdict)

    def _count(self, verdict: Verdict) -> None:
        self.new[verdict.judge] += 1
        if verdict.error is not None:
            self.errors[verdict.error.kind] += 1
        if verdict.model_returned is not None:
            self.models.setdefault(verdict.judge, set()).add(verdict.model_returned)
