"""Try judges: ask every trial that has no answer yet, once, each answer on disk before the next.

The answers stand in a ledger of their own, probes/verdicts/, under digests of their own, so that
nothing that counts verdicts can take them for one.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from workbench.domain.digest import digest
from workbench.domain.judge import Judge
from workbench.domain.rating import Verdict
from workbench.domain.rubric import Rubric
from workbench.judges.answer import FAULT_KINDS
from workbench.judges.batch import Ended, Lane, Outcome, Rules, run
from workbench.judges.client import list_price, require_key
from workbench.judges.examiner import Examination, Examiner, examine
from workbench.judges.price import Send, priced
from workbench.judges.question import Question
from workbench.judges.tally import Snapshot
from workbench.judges.workers import caller
from workbench.store import ledger
from workbench.store.answers import Answers, Under
from workbench.store.newest import Unit, newest_verdicts
from workbench.workflows.bench import Bench
from workbench.workflows.examining import examiner_of
from workbench.workflows.twins import PROBES, Probe, Trial
from workbench.workflows.verdicts import Given, verdict_of

Progress = Callable[[Snapshot[Trial]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One judge and what it is tried with.

    Attributes:
        ledger: Where its answers stand.
        under: What an answer must carry to count, by probe and dimension.
        trials: All of them, answered or not.
        left: Those without an answer.
    """

    name: str
    entry: Judge
    ledger: Path
    rubrics: Mapping[str, Rubric]
    examiners: Mapping[str, Examiner]
    under: Mapping[Probe, Mapping[str, Under]]
    trials: tuple[Trial, ...]
    left: tuple[Trial, ...]

    def question(self, trial: Trial) -> Question:
        """Return the question that a trial is."""
        return Question(
            rubric=self.rubrics[trial.dimension],
            transcript=trial.transcript,
            evidence=self.examiners[trial.dimension].evidence,
            anchors_reversed=trial.probe == "reversed",
        )


def paper_of(
    bench: Bench,
    name: str,
    rubrics: Mapping[str, Rubric],
    trials: Sequence[Trial],
    *,
    again: bool = False,
) -> Paper:
    """Return what a judge with a model is tried with; nothing is sent.

    Args:
        bench: The workspace.
        name: The judge.
        rubrics: The dimensions that the trials are of.
        trials: What it is to be asked.
        again: Whether trials whose reply was no verdict are asked once more.

    Raises:
        DataError: Its prompt template cannot be read.
    """
    workspace = bench.workspace
    entry = workspace.judges.judges[name]
    own = bench.under(name, rubrics.values())
    under = {probe: _apart(probe, own) for probe in PROBES}
    settled = () if again else FAULT_KINDS
    answers = {
        probe: Answers(workspace.probed(name), found, settled) for probe, found in under.items()
    }
    return Paper(
        name=name,
        entry=entry,
        ledger=workspace.probed(name),
        rubrics=rubrics,
        examiners={dimension: examiner_of(workspace, entry, dimension) for dimension in rubrics},
        under=under,
        trials=tuple(trials),
        left=tuple(
            trial
            for trial in trials
            if not answers[trial.probe].has(
                (trial.transcript.id, trial.dimension, None, 0), trial.transcript.digest
            )
        ),
    )


def _apart(probe: Probe, own: Mapping[str, Under]) -> dict[str, Under]:
    """Return digests that no judge has, so that an answer to a probe never counts elsewhere."""
    return {
        dimension: Under(
            rubric_digest=under.rubric_digest,
            judge_digest=digest({"probe": probe, "judge": under.judge_digest}),
        )
        for dimension, under in own.items()
    }


def ask_trials(
    papers: Sequence[Paper],
    most_usd: float | None,
    *,
    clock: Callable[[], datetime],
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Ended:
    """Ask every trial that has no answer.

    Raises:
        CallFailedError: A key is missing; nothing was sent.
    """
    for paper in papers:
        if paper.left:
            require_key(paper.entry)
    session = _Session(papers, clock)
    return asyncio.run(session.run(Rules(most_usd=most_usd), rng, progress))


def answers_of(paper: Paper) -> dict[Probe, dict[Unit, Verdict]]:
    """Return what a judge answered, by probe and by what was asked about."""
    return {probe: newest_verdicts(paper.ledger, under) for probe, under in paper.under.items()}


class _Session:
    """One run: asks, and writes each answer down."""

    def __init__(self, papers: Sequence[Paper], clock: Callable[[], datetime]) -> None:
        self._papers = {paper.name: paper for paper in papers if paper.left}
        self._clock = clock

    async def run(self, rules: Rules, rng: np.random.Generator, progress: Progress | None) -> Ended:
        waiting = list(self._papers.values())
        if not waiting:
            return await run((), self._deliver, rules=rules, rng=rng)
        in_flight = sum(min(one.entry.limits.in_flight, len(one.left)) for one in waiting)
        async with caller(in_flight) as send:
            lanes = [self._lane(paper, send) for paper in waiting]
            return await run(lanes, self._deliver, rules=rules, rng=rng, progress=progress)

    def _lane(self, paper: Paper, send: Send) -> Lane[Trial, Examination]:
        price = paper.entry.price

        async def asked(trial: Trial, counted: Send) -> Examination:
            return await examine(paper.examiners[trial.dimension], paper.question(trial), counted)

        return Lane(
            name=paper.name,
            jobs=paper.left,
            ask=asked,
            send=priced(send, price),
            limits=paper.entry.limits,
            price=price or list_price(paper.entry.model or ""),
            keeps_places=True,
        )

    def _deliver(self, outcome: Outcome[Trial, Examination]) -> None:
        found = outcome.failure if outcome.failure is not None else outcome.result
        if found is None:
            return
        paper, trial = self._papers[outcome.lane], outcome.job
        given = Given(
            judge=paper.name,
            fingerprint=paper.under[trial.probe][trial.dimension].judge_digest,
            rubric=paper.rubrics[trial.dimension],
            transcript=trial.transcript.id,
            transcript_digest=trial.transcript.digest,
            repeat=0,
            at=self._clock(),
            seconds=outcome.seconds,
        )
        ledger.append(paper.ledger, [verdict_of(given, found).line()])
