"""Rows 5 and 6: how near judge calls come to the ideal rate, and what the runner adds to litellm.

The server is the tests' loopback server in a process of its own; it answers after a fixed time,
so that the ideal rate is the calls in flight over that time.
"""

import asyncio
import contextlib
import importlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.effort import Effort
from benchmarks.figures import Row
from benchmarks.runs import alternated, median_ratio
from workbench.domain.judge import Limits
from workbench.judges.batch import Lane, Outcome, Rules, run
from workbench.judges.call import Call, Message
from workbench.judges.client import Client
from workbench.judges.price import Send
from workbench.judges.workers import caller, workers_for

RATE_GOALS = {(64, 1.0): 0.97, (256, 2.0): 0.95}
"""By calls in flight and seconds of latency."""
COST_GOAL = 0.05
_COST_AT = (64, 0.2)
_MODEL = "openai/stub-1"
_PROMPT = "A turn of a conversation that a judge has to read. " * 100
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


def runner_cost(effort: Effort) -> Row:
    """Compare CPU time of the runner with that of litellm called with a bare semaphore."""
    in_flight, latency = _COST_AT
    count = in_flight * effort.judge_waves
    with _server(latency) as url:
        pairs = alternated(
            lambda: asyncio.run(_bare(url, in_flight, count)),
            lambda: asyncio.run(_through_runner(url, in_flight, count)),
            effort.repeats,
        )
    added = median_ratio(pairs) - 1
    return Row(
        what="judge calls: the runner's own cost on top of bare litellm, 64 in flight and 200 ms",
        goal=f"at most {COST_GOAL:.0%}",
        measured=f"{added:+.1%}",
        met=added <= COST_GOAL,
        facts=(
            f"CPU time of one process, {count} calls, median of {len(pairs)} pairs run by turns",
        ),
    )


def _shares(in_flight: int, latency: float, *, waves: int) -> tuple[float, float]:
    """Return the shares of the ideal rate, without the first wave and with it."""
    with _server(latency) as url:
        began, ends = asyncio.run(_ends(url, in_flight, waves))
    ideal = in_flight / latency
    steady = (len(ends) - in_flight) / (ends[-1] - ends[in_flight - 1])
    return steady / ideal, len(ends) / (ends[-1] - began) / ideal


async def _ends(url: str, in_flight: int, waves: int) -> tuple[float, list[float]]:
    """Run a batch and return when it began and when each call ended."""
    ends: list[float] = []
    async with caller(in_flight) as send:
        # A process's first call loads what litellm left for later.
        await asyncio.gather(*(send(_call(url)) for _ in range(workers_for(in_flight))))
        began = time.monotonic()
        await _batch(send, url, in_flight, in_flight * waves, ends)
    return began, ends


async def _batch(send: Send, url: str, in_flight: int, count: int, ends: list[float]) -> None:
    async def ask(_: int, send: Send) -> str:
        return str((await send(_call(url))).text)

    def deliver(_: Outcome[int, str]) -> None:
        ends.append(time.monotonic())

    limits = Limits(in_flight=in_flight)
    lane = Lane(
        name="stub", jobs=range(count), ask=ask, send=send, limits=limits, keeps_places=True
    )
    ended = await run([lane], deliver, rules=Rules(), rng=np.random.default_rng(1))
    if ended.done != count:
        raise RuntimeError(f"{ended.done} of {count} calls were answered: {ended.message}")


async def _through_runner(url: str, in_flight: int, count: int) -> float:
    """Return the CPU seconds of a batch in this process."""
    client = Client()
    await client.open()
    started = time.process_time()
    await _batch(client.complete, url, in_flight, count, [])
    taken = time.process_time() - started
    await client.close()
    return taken


async def _bare(url: str, in_flight: int, count: int) -> float:
    """Return the CPU seconds of the same calls without anything of ours."""
    await Client().open()  # with the same settings
    litellm: Any = importlib.import_module("litellm")
    places = asyncio.Semaphore(in_flight)
    message = {"role": "user", "content": _PROMPT}

    async def one() -> None:
        async with places:
            await litellm.acompletion(
                model=_MODEL,
                messages=[message],
                temperature=0,
                api_base=url,
                api_key="none",
                num_retries=0,
                max_retries=0,
            )

    started = time.process_time()
    await asyncio.gather(*(one() for _ in range(count)))
    taken = time.process_time() - started
    await Client().close()
    return taken


def _call(url: str) -> Call:
    return Call(
        model=_MODEL,
        messages=(Message(role="user", content=_PROMPT),),
        parameters={"temperature": 0},
        api_base=url,
    )


@contextlib.contextmanager
def _server(latency: float) -> Iterator[str]:
    """Start the loopback server and yield its address."""
    command = [sys.executable, "-m", "tests.judges.loopback", f"{latency}"]
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise RuntimeError("the server has no output")
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()
