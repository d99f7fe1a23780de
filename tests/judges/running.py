"""Batches for tests: jobs are numbers, a reply is their prompt, and nothing waits for long."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np

from tests.judges.calling import call
from workbench.domain.judge import Limits
from workbench.judges.backoff import Backoff
from workbench.judges.batch import Ended, Lane, Outcome, Rules, run
from workbench.judges.call import Call, CallFailedError, Completion
from workbench.judges.price import Send
from workbench.judges.tally import Snapshot

QUICK = Backoff(first=0.01, longest=0.5)


def completion(text: str = "{}", cost_usd: float | None = 0.01) -> Completion:
    return Completion(text=text, input_tokens=10, output_tokens=5, cost_usd=cost_usd)


def failing(kind: str = "provider_down", action: Any = "retry", **more: Any) -> CallFailedError:
    return CallFailedError(kind, f"it is {kind}", action=action, **more)


class Provider:
    """A sender that does what a script says, by the job number and attempt.

    Attributes:
        sent: The job of every call.
        most_in_flight: The most calls that were under way at once.
    """

    def __init__(
        self,
        script: Callable[[int, int], Completion | CallFailedError] = lambda *_: completion(),
        *,
        seconds: float = 0.0,
    ) -> None:
        self.sent: list[int] = []
        self.most_in_flight = 0
        self._in_flight = 0
        self._script = script
        self._seconds = seconds

    async def send(self, asked: Call) -> Completion:
        job = int(asked.messages[0].content)
        self.sent.append(job)
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            await asyncio.sleep(self._seconds)
        finally:
            self._in_flight -= 1
        reply = self._script(job, self.sent.count(job))
        if isinstance(reply, CallFailedError):
            raise reply
        return reply


async def once(job: int, send: Send) -> str:
    """Ask with one call."""
    return str((await send(call(str(job)))).text)


def lane(
    jobs: Sequence[int],
    send: Send,
    *,
    ask: Callable[[int, Send], Awaitable[str]] = once,
    in_flight: int = 4,
    **more: Any,
) -> Lane[int, str]:
    limits = Limits(in_flight=in_flight, **more.pop("limits", {}))
    return Lane(
        name=more.pop("name", "strict"), jobs=jobs, ask=ask, send=send, limits=limits, **more
    )


class Desk:
    """Runs batches and keeps what they deliver."""

    def __init__(self, deliver: Callable[[Outcome[int, str]], None] | None = None) -> None:
        self.outcomes: list[Outcome[int, str]] = []
        self.snapshots: list[Snapshot[int]] = []
        self._deliver = deliver or self.outcomes.append

    def run(self, *lanes: Lane[int, str], **rules: Any) -> Ended:
        return asyncio.run(self.running(*lanes, **rules))

    async def running(self, *lanes: Lane[int, str], **rules: Any) -> Ended:
        return await run(
            lanes,
            self._deliver,
            rules=Rules(**{"backoff": QUICK, "tick": 0.02, "spread": 0.0, **rules}),
            rng=np.random.default_rng(1),
            progress=self.snapshots.append,
        )

    @property
    def answered(self) -> list[int]:
        return sorted(each.job for each in self.outcomes if each.failure is None)

    @property
    def failed(self) -> dict[int, str]:
        return {each.job: str(each.failure) for each in self.outcomes if each.failure is not None}
