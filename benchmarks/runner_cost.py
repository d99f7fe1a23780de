"""Row 6: what the runner costs on top of bare litellm.

Both call at the same time, each from a process of its own, and both processes are kept on one
core. A machine whose speed changes from second to second then changes it for both: run by turns
they differ by a third from pair to pair, run together by a few hundredths.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.effort import Effort
from benchmarks.figures import Row
from benchmarks.judge_calls import server
from benchmarks.runs import median_ratio

_GOAL = 0.05
_IN_FLIGHT = 64
_LATENCY = 0.2
"""Seconds in which the server answers."""
_ROOT = Path(__file__).parent.parent


def runner_cost(effort: Effort) -> Row:
    """Compare CPU time of the runner with that of litellm called with a bare semaphore."""
    count = _IN_FLIGHT * effort.judge_waves
    with server(_LATENCY) as url, _calling("bare", url) as bare, _calling("runner", url) as runner:
        _both(bare, runner, count)  # a first run of each is no figure
        pairs = [_both(bare, runner, count) for _ in range(effort.repeats)]
    added = median_ratio(pairs) - 1
    return Row(
        what="judge calls: the runner's own cost on top of bare litellm, 64 in flight and 200 ms",
        goal=f"at most {_GOAL:.0%}",
        measured=f"{added:+.1%}",
        met=added <= _GOAL,
        facts=(
            f"CPU time of a process, {count} calls, median of {len(pairs)} pairs from "
            f"{min(theirs / ours for ours, theirs in pairs) - 1:+.1%} to "
            f"{max(theirs / ours for ours, theirs in pairs) - 1:+.1%}; both call at once, "
            + ("on one core" if _cores() else "on whichever core is free"),
        ),
    )


@contextlib.contextmanager
def _calling(way: str, url: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process that calls in one way whenever it is told how often."""
    command = [sys.executable, "-m", "benchmarks.calling", way, url, f"{_IN_FLIGHT}"]
    with subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if cores := _cores():
            os.sched_setaffinity(process.pid, {cores[0]})
        try:
            yield process
        finally:
            process.kill()


def _both(
    bare: subprocess.Popen[str], runner: subprocess.Popen[str], count: int
) -> tuple[float, float]:
    """Return the CPU seconds that each took."""
    for process in (bare, runner):
        if process.stdin is None:
            raise RuntimeError("a calling process has no input")
        process.stdin.write(f"{count}\n")
        process.stdin.flush()
    return _seconds(bare), _seconds(runner)


def _seconds(process: subprocess.Popen[str]) -> float:
    if process.stdout is None:
        raise RuntimeError("a calling process has no output")
    return float(process.stdout.readline())


def _cores() -> list[int]:
    """Return the cores that a process may be kept on; none where the system has no such thing."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
