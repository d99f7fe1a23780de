"""Timed calls and timed processes, compared in pairs."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Timed = Callable[[], float]
"""Does one thing and returns the seconds it took."""

_MEASURED = Path(__file__).with_name("measured.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one process took."""

    seconds: float
    peak_bytes: int


def seconds(call: Callable[[], object], *, calls: int = 1) -> float:
    """Return how long a call takes; what is over in an instant is timed over several calls."""
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - started) / calls


def alternated(
    ours: Timed, theirs: Timed, pairs: int, *, warm: bool = False
) -> list[tuple[float, float]]:
    """Run both by turns, so that a busy machine slows both.

    Args:
        ours: Runs ours.
        theirs: Runs theirs.
        pairs: How many runs of each count.
        warm: Whether both ran before; otherwise a first run of each is no figure.
    """
    if not warm:
        ours()
        theirs()
    return [(ours(), theirs()) for _ in range(pairs)]


def median_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """Return how many times longer theirs takes, as the median of the pairs."""
    return median(theirs / ours for ours, theirs in pairs)


class Processes:
    """Starts Python processes that all find their byte code in one folder of this run."""

    def __init__(self, scratch: Path) -> None:
        """Take a folder for byte code and reports."""
        self._scratch = scratch
        self._environment = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        } | {"PYTHONPYCACHEPREFIX": str(scratch / "bytecode")}

    def workbench(self, *arguments: str | Path) -> Taken:
        """Run our own command line."""
        return self.python("-m", "workbench", *arguments)

    def python(self, *arguments: str | Path) -> Taken:
        """Run a Python process, its output unseen.

        Raises:
            CalledProcessError: It failed; what it said on stderr is the error's `stderr`.
        """
        return self.command(sys.executable, *arguments)

    def command(self, *command: str | Path) -> Taken:
        """Run a command, its output unseen; raises CalledProcessError as `python` does."""
        report = self._scratch / "taken.json"
        subprocess.run(
            [sys.executable, _MEASURED, report, *command],
            check=True,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        return Taken(**json.loads(report.read_text(encoding="utf-8")))

    def output(self, *arguments: str | Path) -> str:
        """Run a Python process and return what it prints."""
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, check=True, env=self._environment, capture_output=True, text=True
        ).stdout
