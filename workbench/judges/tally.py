"""The tally: how far a batch has come, how fast it goes, and what hangs longest."""

from collections import deque
from dataclasses import dataclass
from typing import Generic, TypeVar

from workbench.judges.spending import Spent

Job = TypeVar("Job")

_RECENT = 200
"""Finished jobs that the rate is measured over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hanging(Generic[Job]):
    """The job under way that began first."""

    lane: str
    job: Job
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot(Generic[Job]):
    """A batch at one moment."""

    done: int
    """Jobs with a result."""
    failed: int
    total: int
    seconds: float
    """Since the batch began."""
    spent: Spent
    a_second: float | None
    """Jobs finished a second, of late; None before the first."""
    seconds_left: float | None
    in_flight: int
    hanging: Hanging[Job] | None


class Tally(Generic[Job]):
    """Counts what begins and what ends."""

    def __init__(self, total: int, now: float) -> None:
        self.done = 0
        self.failed = 0
        self.spent = Spent()
        self._total = total
        self._began = now
        self._under_way: dict[int, tuple[str, Job, float]] = {}
        self._ends: deque[float] = deque([now], maxlen=_RECENT)

    @property
    def left(self) -> int:
        """Jobs without an outcome."""
        return self._total - self.done - self.failed

    def begin(self, ticket: int, lane: str, job: Job, now: float) -> None:
        """Note that a job is under way, under a number of its own."""
        self._under_way[ticket] = (lane, job, now)

    def end(self, ticket: int, spent: Spent) -> None:
        """Note that a job is no longer under way, with or without an outcome, and what it took."""
        del self._under_way[ticket]
        self.spent += spent

    def count(self, *, failed: bool, now: float) -> None:
        """Count an outcome."""
        self.failed += failed
        self.done += not failed
        self._ends.append(now)

    def snapshot(self, now: float) -> Snapshot[Job]:
        """Return how things stand."""
        rate = self._rate(now)
        return Snapshot(
            done=self.done,
            failed=self.failed,
            total=self._total,
            seconds=now - self._began,
            spent=self.spent,
            a_second=rate,
            seconds_left=self.left / rate if rate else None,
            in_flight=len(self._under_way),
            hanging=self._hanging(now),
        )

    def _rate(self, now: float) -> float | None:
        ended = len(self._ends) - 1
        elapsed = now - self._ends[0]
        return ended / elapsed if ended and elapsed > 0 else None

    def _hanging(self, now: float) -> Hanging[Job] | None:
        if not self._under_way:
            return None
        lane, job, began = next(iter(self._under_way.values()))
        return Hanging(lane=lane, job=job, seconds=now - began)
