"""Cover what others say of a transcript from whoever may label or correct it; record when not."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from workbench.domain.assignment import Assignment
from workbench.domain.digest import digest
from workbench.domain.rubric import Rubric
from workbench.store.archive import Archive
from workbench.store.journal import read_journal, write_entries
from workbench.store.stamp import Stamp, stamp
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench


def is_covered(bench: Bench, rubric: Rubric, transcript: str, asking: str | None) -> bool:
    """Tell whether to read what others say would bias a label that is yet to be given or changed.

    Args:
        bench: The workspace.
        rubric: What the transcript is rated on.
        transcript: Its id.
        asking: Who wants to read; None: nobody who labels.

    Raises:
        DataError: The workspace cannot be read.
    """
    return bool(_covered(bench, rubric, (transcript,), asking))


def covered(
    root: Path, dimension: str, transcripts: Iterable[str], asking: str | None
) -> frozenset[str]:
    """Return those of some transcripts that a list which tells their levels must not name.

    Args:
        root: The workspace.
        dimension: What they were rated on.
        transcripts: Their ids.
        asking: Who wants to read the list; None: nobody who labels.

    Raises:
        DataError: The workspace cannot be read, or there is no such dimension.
    """
    bench = Bench(root)
    (rubric,) = bench.rubrics((dimension,))
    return _covered(bench, rubric, transcripts, asking)


def _covered(
    bench: Bench, rubric: Rubric, transcripts: Iterable[str], asking: str | None
) -> frozenset[str]:
    """Return those of which whoever asks has not seen what others say.

    Without those that they have labelled and cannot correct, as the conversation is not here.
    """
    if asking is None:
        return frozenset()
    labelled = Archive(bench.workspace, bench.ratings).labelled_by(asking, rubric)
    settled = labelled - bench.catalogue.digests().keys()
    return frozenset(transcripts) - settled - seen_by(bench.workspace, asking)


def seen_by(workspace: Workspace, reader: str) -> frozenset[str]:
    """Return the transcripts of which a reader was shown what others say."""
    path = workspace.record("assignments")
    return _seen_by(path, reader, stamp([path]))


@lru_cache(maxsize=64)
def _seen_by(path: Path, reader: str, _: Stamp) -> frozenset[str]:
    """Read the record once for as long as its stamp is the same: it grows with every label."""
    events = read_journal(path, Assignment).entries
    return frozenset(
        one.transcript for one in events if (one.labeller, one.action) == (reader, "revealed")
    )


def reveal(root: Path, transcript: str, labeller: str, *, now: datetime) -> None:
    """Put on the record that a labeller saw what others say: labels after it are kept apart."""
    reveal_all(root, (transcript,), labeller, now=now)


def reveal_all(root: Path, transcripts: Iterable[str], labeller: str, *, now: datetime) -> None:
    """Put the same on the record of several transcripts, in one append."""
    events = [
        Assignment(
            id=digest([labeller, transcript, 0, "revealed", now.isoformat()]),
            transcript=transcript,
            labeller=labeller,
            action="revealed",
            at=now,
        )
        for transcript in sorted(transcripts)
    ]
    write_entries(Workspace(root).record("assignments"), events)
