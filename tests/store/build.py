"""A small workspace, and records for it, from readable parts."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from workbench.domain.lean import LeanRecord
from workbench.domain.rating import Label, Verdict
from workbench.domain.record import Record
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import Workspace

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

TONE = """\
dimension: tone
version: "1.0"
question: Is the agent polite?
anchors:
  1: rude
  2: curt
  3: polite
  4: warm
"""
RUBRIC = Rubric(
    dimension="tone",
    version="1.0",
    question="Is the agent polite?",
    anchors={1: "rude", 2: "curt", 3: "polite", 4: "warm"},
)
JUDGES = """\
judges:
  strict: {recorded: true}
"""


def workspace(root: Path, files: Mapping[str, str] | None = None) -> Workspace:
    """Make a workspace with one rubric and one judge and whatever else is named."""
    texts = {"workbench.yaml": "", "rubrics/tone.yaml": TONE, "judges.yaml": JUDGES} | dict(
        files or {}
    )
    for name, text in texts.items():
        write(root / name, text)
    return Workspace(root)


def write(path: Path, text: str) -> None:
    """Write a file of the workspace as a person would."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def put(workspace: Workspace, name: str, records: Iterable[Record | LeanRecord]) -> Path:
    """Append records to one of the workspace's ledgers."""
    path = workspace.root / name
    ledger.append(path, [record.line() for record in records])
    return path


def transcript(name: str = "t1", *, turns: int = 4, **fields: Any) -> Transcript:
    """Return a conversation of so many turns, the user first."""
    spoken = [
        {"index": index, "role": ("user", "assistant")[index % 2], "content": f"{name} {index}"}
        for index in range(turns)
    ]
    return Transcript.of({"id": name, "turns": tuple(spoken)} | fields)


def label(on: Transcript | None = None, level: Any = 3, **fields: Any) -> Label:
    """Return Ann's label of the tone of a conversation."""
    return Label.model_validate(_unit(on, level) | {"labeller": "ann"} | fields)


def verdict(on: Transcript | None = None, level: Any = 3, **fields: Any) -> Verdict:
    """Return the strict judge's verdict on the tone of a conversation."""
    judge = {"judge": "strict", "judge_digest": "a" * 64}
    return Verdict.model_validate(_unit(on, level) | judge | fields)


def minutes(count: int) -> datetime:
    """Return a moment that many minutes after noon."""
    return NOON + timedelta(minutes=count)


def _unit(on: Transcript | None, level: Any) -> dict[str, Any]:
    on = on or transcript()
    return {
        "id": f"on-{on.id}",
        "transcript": on.id,
        "transcript_digest": on.digest,
        "dimension": RUBRIC.dimension,
        "rubric_version": RUBRIC.version,
        "rubric_digest": RUBRIC.digest,
        "status": "rated",
        "level": level,
        "at": NOON,
    }
