"""Rows to import, and what stands in a workspace after it."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from workbench.domain.rating import Label, Verdict
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.import_report import ImportReport, ImportRequest

Source = Callable[..., Path]

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SCALE = ImportRequest(scale="1-4", without_transcripts=True)
RUBRIC = """\
dimension: tone
version: "2.0"
question: Is it kind?
anchors: {1: bad, 2: poor, 3: fair, 4: good}
"""


def row(transcript: str = "t1", score: Any = 3, **more: Any) -> dict[str, Any]:
    return {
        "transcript_id": transcript,
        "dimension": "tone",
        "labeller": "a",
        "score": score,
        **more,
    }


def verdict_row(score: Any, **more: Any) -> dict[str, Any]:
    return {"transcript_id": "t1", "dimension": "tone", "judge": "j", "score": score, **more}


def conversation(name: str, text: str = "Hi", **more: Any) -> dict[str, Any]:
    return {"id": name, "turns": [{"role": "user", "content": text}], **more}


def labels(workspace: Workspace, labeller: str = "a") -> list[Label]:
    return [Label.from_line(line.data) for line in ledger.read(workspace.labels(labeller))]


def verdicts(workspace: Workspace, judge: str = "j") -> list[Verdict]:
    return [Verdict.from_line(line.data) for line in ledger.read(workspace.verdicts(judge))]


def written(workspace: Workspace) -> dict[str, bytes]:
    """Everything in the workspace but its rebuildable index."""
    return {
        path.relative_to(workspace.root).as_posix(): path.read_bytes()
        for path in sorted(workspace.root.rglob("*"))
        if path.is_file() and ".workbench" not in path.parts
    }


def said(report: ImportReport) -> str:
    return "\n".join(map(str, (*report.skipped, *report.dropped, *report.notes)))
