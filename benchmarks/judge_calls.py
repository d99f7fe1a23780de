"""Row 5: how near judge calls come to the ideal rate.

The server is the tests' loopback server in a process of its own; it answers after a fixed time,
so that the ideal rate is the calls in flight over that time.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.effort import Effort
from benchmarks.figures import Row
from workbench.domain.judge import Limits
from workbench.judges.batch import Lane, Outcome, Rules, run
from workbench.judges.call import Call, Message
from workbench.judges.price import Send
from workbench.judges.workers import caller, workers_for

RATE_GOALS = {(64, 1.0): 0.97, (256, 2.0): 0.95}
"""By calls in flight and seconds of latency."""
MODEL = "openai/stub-1"
PROMPT = "A turn of a conversation that a judge has to read. " * 100
"""5 kB."""
_ROOT = Path(__file__).parent.parent


def judge_rate(effort: Effort) -> Row:
    """Measure the share of the ideal rate that is reached, first wave left out."""
    shares = {at: _shares(*at, waves=effort.judge_waves) for at in RATE_GOALS}
    return Row(
        what="judge calls: share of the ideal rate at 64 in flight and 1 s, at 256 and 2 s",
        goal=" and ".join(f"{goal:.2f}" for goal in RATE_GOALS.values()),
        measured=" and ".join(f"{steady:.3f}" for steady, _ in shares.values()),
        met=all(shares[at][0] >= goal for at, goal in RATE_GOALS.items()),
        facts=tuple(
            f"{in_flight} in flight, {latency:g} s: {workers_for(in_flight)} process(es), "
            f"{effort.judge_waves} calls in each place, {whole:.3f} with the first wave"
            for (in_flight, latency), (_, whole) in shares.items()
        ),
    )


def _shares(in_flight: int, latency: float, *, waves: int) -> tuple[float, float]:
    """Return the shares of the ideal rate, without the first wave and with it."""
    with server(latency) as url:
        began, ends = asyncio.run(_ends(url, in_flight, waves))
    ideal = in_flight / latency
    steady = (len(ends) - in_flight) / (ends[-1] - ends[in_flight - 1])
    return steady / ideal, len(ends) / (ends[-1] - began) / ideal


async def _ends(url: str, in_flight: int, waves: int) -> tuple[float, list[float]]:
    """Run a batch and return when it began and when each call ended."""
    ends: list[float] = []
    async with caller(in_flight) as send:
        # A process's first call loads what litellm left for later.
        await asyncio.gather(*(send(call_of(url)) for _ in range(workers_for(in_flight))))
        began = time.monotonic()
        await batch(send, url, in_flight, in_flight * waves, ends)
    return began, ends


async def batch(send: Send, url: str, in_flight: int, count: int, ends: list[float]) -> None:
    """Send calls through the runner and note when each ended.

    Raises:
        RuntimeError: Not all of them were answered.
    """

    async def ask(_: int, send: Send) -> str:
        return str((await send(call_of(url))).text)

    def deliver(_: Outcome[int, str]) -> None:
        ends.append(time.monotonic())

    limits = Limits(in_flight=in_flight)
    lane = Lane(
        name="stub", jobs=range(count), ask=ask, send=send, limits=limits, keeps_places=True
    )
    ended = await run([lane], deliver, rules=Rules(), rng=np.random.default_rng(1))
    if ended.done != count:
        raise RuntimeError(f"{ended.done} of {count} calls were answered: {ended.message}")


def call_of(url: str) -> Call:
    """Return the call that is measured."""
    return Call(
        model=MODEL,
        messages=(Message(role="user", content=PROMPT),),
        parameters={"temperature": 0},
        api_base=url,
    )


@contextlib.contextmanager
def server(latency: float) -> Iterator[str]:
    """Start the loopback server and yield its address."""
    command = [sys.executable, "-m", "tests.judges.loopback", f"{latency}"]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise RuntimeError("the server has no output")
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()
