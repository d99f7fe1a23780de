"""Rows 9 to 11: the code checks of `workbench run` over recorded cases, eight checks each."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.effort import Effort
from benchmarks.figures import Row, times
from benchmarks.recorded_cases import write_cases
from benchmarks.runs import Processes, Taken, alternated, median_ratio

RATE_GOAL = 10
WHOLE_GOAL = 4
MEMORY_GOAL = 1.25
_MIB = 1 << 20
_PLAIN = "a plain loop"

Way = Callable[[int], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One way to check recorded cases."""

    name: str
    cases: tuple[int, int]
    """Few and many of them."""
    run: Way
    """Checks so many cases in a process of its own and returns the seconds it took."""

    def marginal(self) -> float:
        """Return the seconds that each further case takes, between few and many."""
        few, many = self.cases
        return (self.run(many) - self.run(few)) / (many - few)


class Recorded:
    """Suites of recorded cases, each written once, in a workspace of their own."""

    def __init__(self, processes: Processes, scratch: Path) -> None:
        """Make the workspace."""
        self._processes = processes
        self._root = scratch / "recorded"
        if not self._root.exists():
            processes.workbench("init", "--bare", self._root)

    def suite(self, cases: int) -> Path:
        """Return the suite of so many cases."""
        folder = self._root / "suites" / str(cases)
        return folder / "suite.yaml" if folder.exists() else write_cases(folder, cases)

    def ours(self, cases: int, *options: str | Path) -> Taken:
        """Score a suite with our own command line."""
        suite = self.suite(cases)
        return self._processes.workbench("-C", self._root, "run", suite, "--offline", *options)

    def theirs(
        self, cases: int, module: str, *options: str | Path, python: str = sys.executable
    ) -> Taken:
        """Check the cases of a suite with one of the rivals here, run by an interpreter."""
        path = self.suite(cases).with_name("cases.jsonl")
        return self._processes.command(python, "-m", f"benchmarks.{module}", path, *options)


def check_rate(effort: Effort, processes: Processes, scratch: Path) -> Row:
    """Compare what each further case takes with what it takes the fastest harness."""
    recorded = Recorded(processes, scratch)
    cores = os.cpu_count() or 1
    ours = f"`workbench run` in {cores} processes"
    alone = "`workbench run` in one process"
    ways = [
        *_ours(recorded, effort, {ours: cores, alone: 1}),
        *_rivals(recorded, effort, scratch),
    ]
    seconds = _marginals(ways, effort.slow_pairs)
    peers = {name: taken for name, taken in seconds.items() if name not in (ours, alone, _PLAIN)}
    fastest = min(peers, key=lambda name: peers[name])
    ratio = seconds[fastest] / seconds[ours]
    lacking = [name for name in ("pydantic-evals", "promptfoo") if name not in peers]
    return Row(
        what="recorded cases, eight checks each: the rate at which further ones are scored",
        goal=f"{RATE_GOAL}x that of the fastest harness beside it",
        measured=f"{times(ratio)} that of {fastest} "
        f"({times(seconds[fastest] / seconds[alone])} in one process)",
        met=ratio >= RATE_GOAL,
        facts=(
            *(_rate_line(way, seconds[way.name]) for way in ways),
            f"whole processes by turns, medians of {effort.slow_pairs} rounds: the seconds for "
            "many cases less those for few, over the cases between",
            *(f"{name} is not beside it: `make bench-peers` installs it" for name in lacking),
        ),
    )


def whole_run(effort: Effort, processes: Processes, scratch: Path) -> Row:
    """Compare the whole process on a small suite with pytest's, by turns."""
    recorded = Recorded(processes, scratch)
    cases = effort.whole_cases
    pairs = alternated(
        lambda: recorded.ours(cases).seconds,
        lambda: recorded.theirs(cases, "pytest_rival").seconds,
        effort.repeats,
    )
    ratio = median_ratio(pairs)
    return Row(
        what=f"`workbench run` over {cases:,} cases in JSON Lines, whole process",
        goal=f"at most a quarter of the time of pytest without plugins ({WHOLE_GOAL}x as fast)",
        measured=f"{times(ratio)} as fast",
        met=ratio >= WHOLE_GOAL,
        facts=(f"median of {effort.repeats} pairs by turns, after a warm-up",),
    )


def check_memory(effort: Effort, processes: Processes, scratch: Path) -> Row:
    """Score few and ten times as many cases with a JUnit report, and compare the peaks."""
    recorded = Recorded(processes, scratch)
    report = scratch / "report.xml"
    few, many = effort.streamed_cases
    found = {cases: recorded.ours(cases, "--report", report) for cases in (few, many)}
    ratio = found[many].peak_bytes / found[few].peak_bytes
    return Row(
        what=f"{many:,} cases with a JUnit report: memory",
        goal=f"constant (at most {times(MEMORY_GOAL)} that of {few:,} cases)",
        measured=f"{found[many].peak_bytes / _MIB:.0f} MiB at the peak of its largest process, "
        f"{times(ratio)} that of {few:,} cases",
        met=ratio <= MEMORY_GOAL,
        facts=tuple(
            f"{cases:>9,} cases: {taken.seconds:7.1f} s, {taken.peak_bytes / _MIB:4.0f} MiB"
            for cases, taken in found.items()
        ),
    )


def _ours(recorded: Recorded, effort: Effort, workers: dict[str, int]) -> list[Contender]:
    def way(count: int) -> Way:
        return lambda cases: recorded.ours(cases, "--workers", str(count)).seconds

    return [
        Contender(name=name, cases=effort.cases, run=way(count)) for name, count in workers.items()
    ]


def _rivals(recorded: Recorded, effort: Effort, scratch: Path) -> list[Contender]:
    """Return the harnesses that are installed, and the plain loop that no harness can beat."""

    def way(module: str, *options: str | Path, python: str = sys.executable) -> Way:
        return lambda cases: recorded.theirs(cases, module, *options, python=python).seconds

    def rival(name: str, cases: tuple[int, int], run: Way) -> Contender:
        return Contender(name=name, cases=cases, run=run)

    rivals = [rival("pytest", effort.rival_cases, way("pytest_rival"))]
    if python := os.environ.get("WORKBENCH_PYDANTIC_EVALS_PYTHON"):
        run = way("pydantic_evals_rival", python=python)
        rivals.append(rival("pydantic-evals", effort.rival_cases, run))
    if promptfoo := os.environ.get("WORKBENCH_PROMPTFOO"):
        run = way("promptfoo_rival", promptfoo, scratch)
        rivals.append(rival("promptfoo", effort.slow_rival_cases, run))
    loop = way("eight_checks", scratch / "loop.json")
    return [*rivals, rival(_PLAIN, effort.cases, loop)]


def _marginals(ways: list[Contender], rounds: int) -> dict[str, float]:
    """Measure all by turns; return the seconds a further case takes, by name."""
    taken: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(rounds):
        for way in ways:
            taken[way.name].append(way.marginal())
    # Few cases may take longer than many where next to nothing is measured.
    return {name: max(median(seconds), 1e-9) for name, seconds in taken.items()}


def _rate_line(way: Contender, seconds: float) -> str:
    few, many = way.cases
    return f"{way.name}: {1 / seconds:,.0f} cases a second, from {few:,} to {many:,} cases"
