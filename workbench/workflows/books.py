"""The books of the labelling desk: read up to date before every answer, written one at a time."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from workbench.domain.assignment import Assignment
from workbench.domain.digest import digest
from workbench.domain.draft import Draft
from workbench.domain.flag import Flag
from workbench.domain.names import file_stem
from workbench.domain.policy import Policy
from workbench.domain.rating import Label
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.drafts import Drafts
from workbench.store.exclusive import exclusive
from workbench.store.journal import write_entries
from workbench.store.person import Person
from workbench.store.roll import Roll
from workbench.store.shelf import Shelf
from workbench.store.stamp import Stamp, stamp
from workbench.store.workspace import POLICY, Workspace
from workbench.workflows.dismissing import dismissed
from workbench.workflows.queueing import Rules, Standings
from workbench.workflows.tasks import Mode, Task

LOCK = "labelling.lock"
"""In the scratch folder: whoever gives out a place or writes labels has it."""
_TICK = timedelta(microseconds=1)


class Books:
    """What the desk reads and writes of one workspace; threads and processes may share it.

    Everything but `writing`, `reading` and `keep` is for use within one of the first two.
    """

    def __init__(self, root: Path, clock: Callable[[], datetime]) -> None:
        """Open a workspace; raises DataError where the folder is none."""
        self.workspace = Workspace(root)
        self.drafts = Drafts(self.workspace)
        self.roll = Roll(self.workspace)
        self.shelf = Shelf(self.workspace)
        self._clock = clock
        self._threads = threading.Lock()
        self._edited: Stamp | None = None
        self._standings: Standings | None = None

    @contextmanager
    def reading(self) -> Iterator[Standings]:
        """Keep other threads out, and give the standings as the files are now."""
        with self._threads:
            yield self.followed()

    @contextmanager
    def writing(self) -> Iterator[Standings]:
        """Keep other threads and processes out, and give the standings as the files are now."""
        with self._threads, exclusive(self.workspace.scratch / LOCK):
            yield self.followed()

    def followed(self) -> Standings:
        """Take in what is new; where a rubric, policy or collection changed, begin anew."""
        edited = stamp([self.workspace.root / POLICY, *self._rubric_files()])
        if edited != self._edited:
            self._standings, self._edited = None, edited
            self.workspace.forget()
        if self.shelf.refresh():
            self._standings = None
        touched = self.roll.follow()
        if self._standings is None or touched is None:
            self._standings = None
            self._standings = Standings(self.roll, self.shelf.ids, self._rules())
        else:
            self._standings.update(touched)
        return self._standings

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self.workspace.policy

    def labelled(self) -> dict[str, Rubric]:
        """Return the rubrics to label by, in order of dimension; a draft is none yet.

        Criteria are left out: a transcript as a whole has none.
        """
        found = {name: file.rubric for name, file in self.workspace.rubrics.items()}
        return {
            name: found[name]
            for name in sorted(found)
            if name != CRITERIA and not found[name].draft
        }

    def rubrics(self, mode: Mode) -> tuple[Rubric, ...]:
        """Return what is asked in a mode, in order of dimension.

        Raises:
            DataError: There is no rubric to label by, or none of that dimension.
        """
        known = self.labelled()
        if not known:
            raise DataError(
                "rubrics/: holds no rubric to label by (a draft is none yet); write one, or "
                "start from those that `workbench init` makes"
            )
        if mode is None:
            return tuple(known.values())
        if mode not in known:
            raise DataError(
                f"dimension {mode!r}: has no rubric to label by; known: {', '.join(known)}"
            )
        return (known[mode],)

    def keep(self, draft: Draft) -> None:
        """Keep a form, outside of reading and writing; raises DataError where it is not kept."""
        with self._threads:
            self.drafts.keep(draft)

    def person(self, labeller: str) -> Person:
        """Return what the ledgers say of a labeller."""
        return self.roll.person(labeller)

    def own(
        self, labeller: str, transcript: str, rubrics: Sequence[Rubric], repeat: int = 0
    ) -> dict[str, Label]:
        """Return the labels that stand and count, by dimension."""
        person = self.person(labeller)
        found = {}
        for rubric in rubrics:
            mark = person.mark(transcript, rubric.dimension, repeat)
            if mark is not None and rubric.counts(mark.rubric_version):
                found[rubric.dimension] = self.roll.label(mark)
        return found

    def last_submitted(self, labeller: str) -> tuple[tuple[str, int], dict[str, Label]]:
        """Return what was submitted last and still stands: transcript and repeat, and the labels.

        By dimension; none where there is nothing.
        """
        person = self.person(labeller)
        last = person.last_submitted()
        if not last:
            return ("", 0), {}
        _, name, (_, repeat, _) = last[0]
        labels = {unit[0]: self.roll.label(person.marks[name][unit]) for _, _, unit in last}
        return (name, repeat), labels

    def beneath(self, label: Label) -> Label | None:
        """Return the label that a label corrected: the one before it, else the blind one."""
        person, transcript = self.person(label.labeller), label.transcript
        unit = (label.dimension, label.repeat, label.after_reveal)
        before = person.beneath(transcript, unit)
        if before is None and label.after_reveal:
            blind = person.marks[transcript].get((label.dimension, label.repeat, False))
            before = blind if blind is not None and blind.stands else None
        return None if before is None else self.roll.label(before)

    def labels_of_others(self, labeller: str, transcript: str) -> list[Label]:
        """Return other people's labels of a transcript that stand and count."""
        rubrics = self.rubrics(None)
        return [
            label
            for name in sorted(self.roll.people)
            if name != labeller
            for label in self.own(name, transcript, rubrics).values()
        ]

    def moment(self, labeller: str, transcript: str) -> datetime:
        """Return the time now, later in any case than the labeller's lines about a transcript.

        The newest line counts, whatever the clock of the machine that wrote the one before.
        """
        now, newest = self._clock(), self.person(labeller).newest(transcript)
        return now if newest is None else max(now, newest + _TICK)

    def assign(
        self,
        labeller: str,
        unit: tuple[str, int],
        action: Literal["taken", "skipped", "revealed"],
        reason: str | None = None,
    ) -> None:
        """Write an event between a labeller and a transcript, or its repeat."""
        transcript, repeat = unit
        at = self.moment(labeller, transcript)
        event = Assignment(
            id=digest([labeller, transcript, repeat, action, at.isoformat()]),
            transcript=transcript,
            labeller=labeller,
            action=action,
            repeat=repeat,
            reason=reason,
            at=at,
        )
        write_entries(self.workspace.record("assignments"), [event])
        self.followed()

    def write(self, labels: Collection[Label]) -> None:
        """Append labels of one labeller; they are on disk when this returns."""
        for labeller in {label.labeller for label in labels}:
            lines = [label.line() for label in labels if label.labeller == labeller]
            ledger.append(self.workspace.labels(labeller), lines)
        self.followed()

    def flag(self, task: Task, note: str, dimension: str | None) -> None:
        """Write a labeller's flag on a transcript."""
        at = self._clock()
        flag = Flag(
            id=digest([task.labeller, task.transcript.id, dimension, note, at.isoformat()]),
            transcript=task.transcript.id,
            dimension=dimension,
            labeller=task.labeller,
            reason="flagged",
            note=note,
            at=at,
        )
        write_entries(self.workspace.record("queue"), [flag])

    def flags(self, labeller: str, transcript: str, repeat: int) -> tuple[Flag, ...]:
        """Return the labeller's own flags on a reading that were not dismissed, oldest first."""
        held = self.person(labeller).holdings.get(transcript, {}).get(repeat)
        since = held.first[0] if repeat and held is not None and held.first else None
        raised = self.roll.flags(labeller, transcript)
        found = [flag for flag in raised if since is None or flag.at >= since]
        put_aside = dismissed(self.workspace) if found else {}
        return tuple(flag for flag in found if flag.id not in put_aside)

    def transcript(self, name: str) -> Transcript:
        """Return one transcript; raises DataError where it is not here."""
        return self.shelf.read(name)

    def _rules(self) -> Rules:
        return Rules(rubrics=self.labelled(), policy=self.workspace.policy)

    def _rubric_files(self) -> list[Path]:
        return sorted((self.workspace.root / "rubrics").glob("*.y*ml"))


def require_name(labeller: str) -> None:
    """Refuse a name that no ledger can have; raises DataError."""
    file_stem(labeller)
    if not labeller.isprintable():
        raise DataError(f"name {labeller!r}: must be one line of printable text")
