"""Hand labels over as files: to nobody what others say of a transcript that they label blind."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.domain.assignment import Assignment
from workbench.domain.digest import digest
from workbench.store.journal import write_entries
from workbench.workflows.books import Books, require_name
from workbench.workflows.queueing import Standings
from workbench.workflows.tabulating import LabelFiles, label_files


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """Of how many transcripts a reader has not seen what others say.

    Attributes:
        told: Those that the files tell of. The reader has labelled them: a label that is changed
            afterwards does not count for trust.
        closed: Those that are left out of the files, since the reader has still to label them.
    """

    told: int
    closed: int


def unseen(root: Path, reader: str, *, now: datetime) -> Unseen:
    """Return of how many transcripts the reader would first see in the files what others say.

    Args:
        root: The workspace.
        reader: Who would get the files, without what is left out of them.
        now: When.

    Raises:
        DataError: The workspace cannot be read, or the name is none.
    """
    require_name(reader)
    books = Books(root, lambda: now)
    with books.reading() as standings:
        readable = set(_readable(books, standings, reader))
        closed = set(_unfinished(books, standings, reader, readable))
        told = readable - closed - books.person(reader).revealed
        return Unseen(told=len(told), closed=len(closed))


def handed_over(
    root: Path, reader: str, *, now: datetime, history: bool = False, everything: bool = False
) -> LabelFiles:
    """Return labels as files, and put on the record what of others the reader sees in them.

    Left out is what others said of transcripts that the reader may still label. Of those that the
    reader has labelled, others' labels are in the files: a label changed after that is kept apart
    and does not count for trust, as after any reveal.

    Args:
        root: The workspace.
        reader: Who gets the files.
        now: When.
        history: Add every line that was ever written.
        everything: Leave out nothing; then nothing the reader labels of it later counts for trust.

    Raises:
        DataError: The workspace cannot be read or written, or the name is none.
    """
    require_name(reader)
    books = Books(root, lambda: now)
    with books.writing() as standings:
        readable = set(_readable(books, standings, reader))
        closed = set() if everything else set(_unfinished(books, standings, reader, readable))
        shown = sorted(readable - closed - books.person(reader).revealed)
        events = [_revealed(books, reader, transcript) for transcript in shown]
        write_entries(books.workspace.record("assignments"), events)
    return label_files(root, history=history, reader=reader, closed=frozenset(closed))


def _readable(books: Books, standings: Standings, reader: str) -> Iterator[str]:
    """Yield transcripts that others labelled and the reader has labelled, or may yet."""
    for name, person in books.roll.people.items():
        if name == reader:
            continue
        for transcript in person.marks:
            if transcript in books.shelf.ids and (
                standings.has_place(reader, transcript) or standings.is_free(transcript)
            ):
                yield transcript


def _unfinished(
    books: Books, standings: Standings, reader: str, transcripts: set[str]
) -> Iterator[str]:
    """Yield those of which the reader has not given all labels, and has not seen others' either."""
    person = books.person(reader)
    for transcript in transcripts - person.revealed:
        if not standings.rules.finished(person, transcript, None):
            yield transcript


def _revealed(books: Books, reader: str, transcript: str) -> Assignment:
    at = books.moment(reader, transcript)
    return Assignment(
        id=digest([reader, transcript, 0, "revealed", at.isoformat()]),
        transcript=transcript,
        labeller=reader,
        action="revealed",
        at=at,
    )
