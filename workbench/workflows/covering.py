"""Cover what others say of a transcript from whoever may still label it, and record when not."""

from datetime import datetime
from pathlib import Path

from workbench.domain.assignment import Assignment
from workbench.domain.digest import digest
from workbench.domain.rubric import Rubric
from workbench.store.archive import Archive
from workbench.store.journal import read_journal, write_entries
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench


def is_covered(bench: Bench, rubric: Rubric, transcript: str, asking: str | None) -> bool:
    """Tell whether to read what others say would bias a label that has not been given yet.

    Args:
        bench: The workspace.
        rubric: What the transcript is rated on.
        transcript: Its id.
        asking: Who wants to read; None: nobody who labels.

    Raises:
        DataError: The workspace cannot be read.
    """
    if asking is None:
        return False
    labels = Archive(bench.workspace, bench.ratings).labels(rubric, transcript)
    if any(label.labeller == asking for label in labels):
        return False
    events = read_journal(bench.workspace.record("assignments"), Assignment).entries
    revealed = (transcript, asking, "revealed")
    return all((one.transcript, one.labeller, one.action) != revealed for one in events)


def reveal(root: Path, transcript: str, labeller: str, *, now: datetime) -> None:
    """Put on the record that a labeller saw what others say: labels after it are kept apart."""
    event = Assignment(
        id=digest([labeller, transcript, 0, "revealed", now.isoformat()]),
        transcript=transcript,
        labeller=labeller,
        action="revealed",
        at=now,
    )
    write_entries(Workspace(root).record("assignments"), [event])
