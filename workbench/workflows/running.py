"""Run: a suite for whoever looks at runs in the app, on what is on record; no judge is asked."""

import shlex
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from workbench.judges.halt import HaltedError
from workbench.store.workspace import Workspace
from workbench.workflows.scoring import Scored, Wanted, run_suite


def suites(root: Path) -> tuple[str, ...]:
    """Return the suites of a workspace, each as the path of its file from there."""
    return tuple(Workspace(root).files("suites", ".yaml", ".yml"))


def on_record(
    root: Path, suite: str, *, now: datetime, told: Callable[[int], None] | None = None
) -> Scored | None:
    """Score a suite on checks and verdicts on record, as `workbench run --offline` does.

    Args:
        root: The workspace.
        suite: One that `suites` names.
        now: When the run was made.
        told: Told how many results there are so far; what it raises as HaltedError ends the run.

    Returns:
        What it gave; None where it was ended: nothing is recorded then.

    Raises:
        DataError: Suite or workspace cannot be read; nothing is recorded.
    """
    try:
        return run_suite(
            root,
            Wanted(suite=root / suite),
            now=now,
            progress=None if told is None else lambda _, results: told(results),
        )
    except HaltedError:
        return None


def run_line(made: Scored) -> str:
    """Say what a run came to, and what it put before people."""
    manifest = made.run.manifest
    counts = manifest.summary.counts
    line = (
        f"Ran {manifest.stamp.suite} {manifest.stamp.suite_version}: {manifest.gate.verdict}. "
        f"{counts.passed} passed, {counts.failed} failed, {counts.errors} could not be decided."
    )
    if made.queued:
        line += (
            f" Checks contradict {made.queued} verdicts of judges: they wait for people on the "
            "Adjudicate page."
        )
    return line


def run_command(root: Path, suite: str) -> str:
    """Return the line that does the same from a terminal, whichever folder that is in."""
    return f"{_workbench()} -C {shlex.quote(str(root))} run {shlex.quote(suite)} --offline"


def _workbench() -> str:
    """Return the program beside this interpreter: only an activated environment has it by name."""
    beside = Path(sys.executable).with_name("workbench")
    if beside.is_file():
        return shlex.quote(str(beside))
    return f"{shlex.quote(sys.executable)} -m workbench"


def has_certificates(root: Path) -> bool:
    """Whether anybody has certified here: without that, a run decides by checks alone."""
    return Workspace(root).trusted.exists()
