"""The roll: who labelled, took and gave back what, in memory, following the ledgers' ends."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.assignment import Assignment
from workbench.domain.flag import Flag
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store.ledger import Line
from workbench.store.person import Mark, Person
from workbench.store.tail import RewrittenError, Tail
from workbench.store.workspace import Workspace

Pair = tuple[str, str]
"""Labeller and transcript."""
_NOBODY = Person()


@dataclass(slots=True)
class _Read:
    """What was read so far."""

    people: defaultdict[str, Person] = field(default_factory=lambda: defaultdict(Person))
    flags: defaultdict[str, dict[str, Flag]] = field(default_factory=lambda: defaultdict(dict))
    """By transcript, then by id: a line that was read before its end comes again."""
    tails: dict[Path, Tail] = field(default_factory=dict)
    touched: set[Pair] = field(default_factory=set)
    """Kept until a look succeeds: what was read before a failure is not read again."""
    anew: bool = True


class Roll:
    """Everybody's labels and assignments; what a look costs depends on what is new alone.

    Labels of single criteria are not given here and are left out. Lines that are no records are
    stepped over; `check` names them.
    """

    def __init__(self, workspace: Workspace) -> None:
        """Take the workspace; nothing is read yet."""
        self._workspace = workspace
        self._read = _Read()

    @property
    def people(self) -> Mapping[str, Person]:
        """Everybody who has a line, by name."""
        return self._read.people

    def person(self, labeller: str) -> Person:
        """Return what is known of a labeller; of a new one, nothing."""
        return self._read.people.get(labeller, _NOBODY)

    def is_flagged(self, transcript: str) -> bool:
        """Whether somebody, or a panel, asked for a look at a transcript."""
        return transcript in self._read.flags

    def flags(self, labeller: str, transcript: str) -> tuple[Flag, ...]:
        """Return the flags that a labeller raised on a transcript, oldest first."""
        raised = self._read.flags.get(transcript, {})
        return tuple(flag for flag in raised.values() if flag.labeller == labeller)

    def follow(self) -> set[Pair] | None:
        """Read what is new.

        Returns:
            Whose lines about which transcripts are new; None where a ledger did not only get
            longer, so that all was read anew and anything may have changed.

        Raises:
            DataError: A ledger cannot be read.
        """
        try:
            self._follow()
        except RewrittenError:
            self._read_anew()
        touched, anew = self._read.touched, self._read.anew
        self._read.touched, self._read.anew = set(), False
        return None if anew else touched

    def label(self, mark: Mark) -> Label:
        """Return the label behind a mark; raises DataError where it no longer stands there."""
        try:
            with mark.file.open("rb") as file:
                file.seek(mark.start)
                label = Label.from_line(file.read(mark.size))
        except (OSError, ValidationError) as error:
            raise _moved(mark) from error
        if label.id != mark.id:
            raise _moved(mark)
        return label

    def _read_anew(self) -> None:
        self._read = _Read()
        try:
            self._follow()
        except RewrittenError as error:
            raise DataError(f"{error}: was edited while it was read; try again") from error

    def _follow(self) -> None:
        labels = self._workspace.files("labels", ".jsonl").values()
        if gone := self._ledgers() - set(labels):
            raise RewrittenError(str(min(gone)))
        for path in labels:
            self._take(path, self._take_label)
        self._take(self._workspace.record("assignments"), self._take_assignment)
        self._take(self._workspace.record("queue"), self._take_flag)

    def _ledgers(self) -> set[Path]:
        return {path for path in self._read.tails if path.parent.name == "labels"}

    def _take(self, path: Path, take: Callable[[Path, Line], Pair | None]) -> None:
        tail = self._read.tails.setdefault(path, Tail(path))
        for line in tail.new():
            try:
                pair = take(path, line)
            except ValidationError:
                continue
            if pair is not None:
                self._read.touched.add(pair)

    def _take_label(self, path: Path, line: Line) -> Pair | None:
        label = Label.from_line(line.data)
        if label.criterion is not None:
            return None
        mark = Mark(
            at=label.at,
            id=label.id,
            status=label.status,
            level=label.level,
            rubric_version=label.rubric_version,
            seconds=label.seconds,
            imported=label.source is not None,
            file=path,
            start=line.offset,
            size=line.end - line.offset,
        )
        unit = (label.dimension, label.repeat, label.after_reveal)
        self._read.people[label.labeller].take_label(label.transcript, unit, mark)
        return (label.labeller, label.transcript)

    def _take_assignment(self, _: Path, line: Line) -> Pair:
        event = Assignment.from_line(line.data)
        self._read.people[event.labeller].take_assignment(event)
        return (event.labeller, event.transcript)

    def _take_flag(self, _: Path, line: Line) -> None:
        flag = Flag.from_line(line.data)
        self._read.flags[flag.transcript][flag.id] = flag


def _moved(mark: Mark) -> DataError:
    return DataError(f"{mark.file}: was edited while a label was read from it; try again")
