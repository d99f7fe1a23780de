"""Browse: recorded runs for whoever reads them in the app; in the reports' words."""

from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from itertools import islice
from pathlib import Path

from workbench.domain.run import CaseResult
from workbench.domain.transcript import Transcript
from workbench.reports.naming import check_words
from workbench.reports.source import title, troubles
from workbench.store.runs import find_run, runs
from workbench.store.shelf import Shelf
from workbench.store.workspace import Workspace
from workbench.workflows.reporting import report

MOST = 200
"""Cases that did not pass which are listed; the report counts all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One run in the list."""

    id: str
    suite: str
    version: str
    verdict: str
    passed: int
    failed: int
    errors: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One case that did not pass."""

    case: str
    title: str
    verdict: str
    transcript: str | None
    turns: tuple[int, ...]
    """The turns that decided it, the first check's first."""
    why: tuple[str, ...]


def run_rows(root: Path) -> tuple[Row, ...]:
    """Return the runs of a workspace, newest first."""
    return tuple(
        Row(
            id=run.manifest.id,
            suite=run.manifest.stamp.suite,
            version=run.manifest.stamp.suite_version,
            verdict=run.manifest.gate.verdict,
            passed=run.manifest.summary.counts.passed,
            failed=run.manifest.summary.counts.failed,
            errors=run.manifest.summary.counts.errors,
            at=run.manifest.at,
        )
        for run in runs(root)
    )


def report_text(root: Path, run: str) -> str:
    """Return the report of a run as the command line prints it."""
    out = StringIO()
    report(root, run, "text", out)
    return out.getvalue()


def report_page(root: Path, run: str) -> bytes:
    """Return the report of a run as one HTML file."""
    out = StringIO()
    report(root, run, "html", out)
    return out.getvalue().encode()


def not_passed(root: Path, run: str) -> tuple[Trouble, ...]:
    """Return the first cases of a run that did not pass."""
    bad = (result for result in find_run(root, run).results() if result.verdict != "PASS")
    return tuple(
        Trouble(
            case=result.case,
            title=title(result),
            verdict=result.verdict,
            transcript=result.transcript,
            turns=_turns(result),
            why=tuple(troubles(result, check_words)),
        )
        for result in islice(bad, MOST)
    )


def _turns(result: CaseResult) -> tuple[int, ...]:
    bad = (check for check in result.checks if check.status in ("fail", "error"))
    return tuple(dict.fromkeys(turn for check in bad for turn in check.turns))


def transcript_of(root: Path, name: str) -> Transcript:
    """Return a transcript of the workspace; raises DataError where it is not there any more."""
    shelf = Shelf(Workspace(root))
    shelf.refresh()
    return shelf.read(name)
