"""The runner: asks many jobs at once, within limits, and keeps whatever was answered."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

import numpy as np

from workbench.domain.judge import Limits, Price
from workbench.errors import JudgeError
from workbench.judges.backoff import Backoff
from workbench.judges.halt import Halt, HaltedError, Reason, on_interrupt
from workbench.judges.line import Errand, Line, Policy
from workbench.judges.price import Send
from workbench.judges.spending import Budget, Spent
from workbench.judges.tally import Snapshot, Tally

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 16
"""Calls in flight for each one that is got ready beside them."""
_WORTH_SPREADING = 4
"""Jobs for each place from which on a slower start is made good."""
_INTERRUPTED: Final[tuple[Reason, str]] = ("interrupted", "interrupted; ask again to go on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane(Generic[Job, Result]):
    """The jobs of one judge, asked in their order.

    Attributes:
        name: The judge.
        jobs: What to ask; never looked into.
        ask: Asks one job through the sender that it is given, which waits, retries and counts.
            What it raises as a JudgeError is the job's failure.
        send: Gets one completion, once.
        limits: How hard the provider may be asked.
        price: What a call is reckoned with before it is sent, where that is known.
        keeps_places: Whether the sender itself lets no more requests be under way than the
            limits allow; some more calls are then got ready, each to be sent when a place is free.
    """

    name: str
    jobs: Sequence[Job]
    ask: Callable[[Job, Send], Awaitable[Result]]
    send: Send
    limits: Limits = field(default_factory=Limits)
    price: Price | None = None
    keeps_places: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[Job, Result]):
    """What became of one job: a result, or the failure that stood in the end."""

    lane: str
    job: Job
    result: Result | None
    failure: JudgeError | None
    spent: Spent
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a batch ended.

    Attributes:
        reason: `complete`, or why jobs are left.
        message: That in one sentence; empty where it is complete.
        left: Jobs without an outcome: they were not asked, or their answer was not waited for.
        spent: All calls, those of jobs without an outcome included.
    """

    reason: Reason | Literal["complete"]
    message: str
    done: int
    failed: int
    left: int
    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a batch keeps to."""

    backoff: Backoff = field(default_factory=Backoff)
    most_usd: float | None = None
    """Nothing is sent that could cross it."""
    failures_in_a_row: int = 20
    """Jobs that failed at one provider, none answered between them, that end the batch."""
    tick: float = 1.0
    """Seconds between two reports of progress."""
    spread: float = 2.0
    """Seconds over which a lane's first calls begin where each place has several jobs to do:
    calls that begin together come back together, and then wait for each other every time."""


async def run(
    lanes: Sequence[Lane[Job, Result]],
    deliver: Callable[[Outcome[Job, Result]], None],
    *,
    rules: Rules,
    rng: np.random.Generator,
    progress: Callable[[Snapshot[Job]], None] | None = None,
) -> Ended:
    """Ask all jobs and deliver each outcome as soon as it is there.

    The first Ctrl-C sends nothing more and waits for what is in flight; the second does not
    wait. A failure that no other call would escape (no key, unknown model, no credit) sends
    nothing more either; its job has no outcome.

    Args:
        lanes: The judges; their limits are their own, budget and end are common.
        deliver: Told of every outcome, in the order in which they arrive.
        rules: Attempts, budget and patience.
        rng: Where the jitter of waits comes from.
        progress: Told how things stand, every tick and at the end. Where it raises HaltedError,
            nothing more is sent, as after the first Ctrl-C.
    """
    batch = _Batch(lanes, deliver, rules, rng)
    ticking = asyncio.create_task(_tick(batch, progress, rules.tick))
    try:
        with on_interrupt(batch.interrupt):
            await batch.work()
    finally:
        ticking.cancel()
        await asyncio.wait([ticking])
    if progress:
        batch.report(progress)
    return batch.ended()


class _Batch(Generic[Job, Result]):
    """One run over all lanes."""

    def __init__(
        self,
        lanes: Sequence[Lane[Job, Result]],
        deliver: Callable[[Outcome[Job, Result]], None],
        rules: Rules,
        rng: np.random.Generator,
    ) -> None:
        self.tally: Tally[Job] = Tally(sum(len(lane.jobs) for lane in lanes), time.monotonic())
        self._lanes = lanes
        self._deliver = deliver
        self._rules = rules
        self._halt = Halt()
        self._policy = Policy(
            halt=self._halt,
            budget=Budget(rules.most_usd),
            backoff=rules.backoff,
            rng=rng,
            failures_in_a_row=rules.failures_in_a_row,
        )
        self._tickets = itertools.count()
        self._workers: list[asyncio.Task[None]] = []

    async def work(self) -> None:
        """Have every lane's workers do its jobs."""
        for lane in self._lanes:
            jobs, line = _Supply(lane.jobs), self._line(lane)
            ahead = lane.limits.in_flight // _AHEAD if lane.keeps_places else 0
            places = min(lane.limits.in_flight + ahead, len(lane.jobs))
            spread = self._rules.spread if len(lane.jobs) >= _WORTH_SPREADING * places else 0.0
            self._workers += [
                asyncio.create_task(self._work(lane, jobs, line, spread * place / places))
                for place in range(places)
            ]
        try:
            await asyncio.gather(*self._workers)
        except asyncio.CancelledError:
            if self._halt.why is None:
                raise
        finally:
            for worker in self._workers:
                worker.cancel()
            await asyncio.gather(*self._workers, return_exceptions=True)

    def _line(self, lane: Lane[Job, Result]) -> Line:
        return Line(lane.name, lane.send, lane.limits, lane.price, self._policy)

    async def _work(
        self, lane: Lane[Job, Result], jobs: "_Supply[Job]", line: Line, wait: float
    ) -> None:
        """Do one job after the other, as one of the lane's calls in flight, after a wait."""
        await jobs.wait_unless_over(wait)
        for job in jobs:
            if self._halt.why is not None:
                jobs.end()
                return
            errand, ticket = Errand(line), next(self._tickets)
            self.tally.begin(ticket, lane.name, job, time.monotonic())
            try:
                outcome = await _asked(lane, job, errand)
            except HaltedError:
                continue
            finally:
                self.tally.end(ticket, errand.spent)
            self.tally.count(failed=outcome.failure is not None, now=time.monotonic())
            self._deliver(outcome)

    def interrupt(self) -> None:
        """Take a Ctrl-C: the first is patient, the second is not."""
        if self._halt.why is not None:
            for worker in self._workers:
                worker.cancel()
        self._halt.because(*_INTERRUPTED)

    def report(self, progress: Callable[[Snapshot[Job]], None]) -> None:
        """Tell how things stand, and heed whoever wants no more to be sent."""
        try:
            progress(self.tally.snapshot(time.monotonic()))
        except HaltedError:
            self._halt.because(*_INTERRUPTED)

    def ended(self) -> Ended:
        """Return how it ended; jobs that were all done before a halt took effect are complete."""
        why = self._halt.why if self.tally.left else None
        return Ended(
            reason=why.reason if why else "complete",
            message=why.message if why else "",
            done=self.tally.done,
            failed=self.tally.failed,
            left=self.tally.left,
            spent=self.tally.spent,
        )


class _Supply(Iterator[Job]):
    """A lane's jobs, handed out one by one; whoever waits for a turn learns that none is left."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = iter(jobs)
        self._over = asyncio.Event()

    def __next__(self) -> Job:
        try:
            return next(self._jobs)
        except StopIteration:
            self.end()
            raise

    def end(self) -> None:
        """Let nobody wait for a turn any more."""
        self._over.set()

    async def wait_unless_over(self, seconds: float) -> None:
        """Wait so long, or until no job is left."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), seconds)


async def _asked(lane: Lane[Job, Result], job: Job, errand: Errand) -> Outcome[Job, Result]:
    began = time.monotonic()
    result: Result | None = None
    failure: JudgeError | None = None
    try:
        result = await lane.ask(job, errand.send)
    except JudgeError as error:
        failure = error
    return Outcome(
        lane=lane.name,
        job=job,
        result=result,
        failure=failure,
        spent=errand.spent,
        seconds=time.monotonic() - began,
    )


async def _tick(
    batch: _Batch[Job, Result], progress: Callable[[Snapshot[Job]], None] | None, seconds: float
) -> None:
    while progress:
        await asyncio.sleep(seconds)
        batch.report(progress)
