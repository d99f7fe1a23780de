"""One labeller as the ledgers tell it: what stands, what was taken, and in which order."""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from workbench.domain.assignment import Assignment
from workbench.domain.level import Level
from workbench.domain.rating import LabelStatus

Unit = tuple[str, int, bool]
"""Dimension, repeat, and whether the labeller had seen other ratings by then."""
Submitted = tuple[datetime, str, Unit]
"""When a label was given, of which transcript and unit."""
AGAIN_AFTER = timedelta(microseconds=1)
"""So long after the line that takes a correction back stands the one that says the label before it
again: all that tells it from a label that was newly given."""
Item = TypeVar("Item", Submitted, tuple[datetime, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What is kept in memory of one label, and where the rest of it stands."""

    at: datetime
    id: str
    status: LabelStatus
    level: Level | None
    rubric_version: str
    seconds: float | None
    imported: bool
    file: Path
    start: int
    size: int

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.status != "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The newest of what was taken and skipped, of one transcript or its repeat."""

    transcript: str
    repeat: int
    active: bool
    """Taken and not given back."""
    at: datetime
    id: str
    first: tuple[datetime, str | None] | None
    """When it was first taken, and the reason given where that was not the queue's doing."""
    why: str | None = None
    """The reason given for giving it back; None where it is taken."""


class Person:
    """The facts about one labeller; the newest line of a unit counts, by time and then id."""

    def __init__(self) -> None:
        """Start with nobody's facts."""
        self.marks: dict[str, dict[Unit, Mark]] = {}
        """By transcript."""
        self.holdings: dict[str, dict[int, Holding]] = {}
        """By transcript, then by repeat."""
        self.revealed: set[str] = set()
        """The transcripts of which other ratings were shown."""
        self.apart: set[str] = set()
        """The transcripts with a label that stands and was given after that; no repeats."""
        self.hand: Holding | None = None
        """What was taken last, whatever became of it."""
        self.levels: defaultdict[tuple[str, str], Counter[Level]] = defaultdict(Counter)
        """How often each level stands, by dimension and version of the rubric; no repeats."""
        self._earlier: defaultdict[tuple[str, Unit], list[Mark]] = defaultdict(list)
        """What newer lines stand over."""
        self._submitted: list[Submitted] = []
        self._given: dict[tuple[str, Unit], datetime] = {}
        """When a label that stands again was first given."""
        self._history: list[tuple[datetime, str]] = []
        self._last: dict[str, datetime] = {}

    def take_label(self, transcript: str, unit: Unit, mark: Mark) -> None:
        """Let a label count unless a newer one of its unit does."""
        units = self.marks.setdefault(transcript, {})
        before = units.get(unit)
        if before is not None:
            older, mark = sorted((before, mark), key=_age)
            self._earlier[transcript, unit].append(older)
            if mark is before:
                return
        units[unit] = mark
        self._replace(transcript, unit, before, mark)
        self._date(transcript)

    def take_assignment(self, event: Assignment) -> None:
        """Let an event count unless a newer one of its transcript does."""
        if event.action == "revealed":
            self.revealed.add(event.transcript)
            return
        of_transcript = self.holdings.setdefault(event.transcript, {})
        before = of_transcript.get(event.repeat)
        holding = _holding(event, before)
        of_transcript[event.repeat] = holding
        if event.action == "taken" and (
            self.hand is None or (self.hand.at, self.hand.id) <= (event.at, event.id)
        ):
            self.hand = holding

    def holds(self, transcript: str, repeat: int = 0) -> bool:
        """Whether a transcript, or its repeat, is taken and was not given back."""
        held = self.holdings.get(transcript, {}).get(repeat)
        return held is not None and held.active

    def gave_back(self, transcript: str, repeat: int = 0) -> bool:
        """Whether a transcript, or its repeat, was skipped."""
        held = self.holdings.get(transcript, {}).get(repeat)
        return held is not None and not held.active

    def given_back(self) -> Iterator[Holding]:
        """Yield the transcripts that were skipped, in no order; repeats are not told."""
        for of_transcript in self.holdings.values():
            held = of_transcript.get(0)
            if held is not None and not held.active:
                yield held

    def took_last(self, transcript: str, repeat: int) -> bool:
        """Whether a transcript, or its repeat, was taken last and is still held."""
        hand = self.hand
        return (
            hand is not None
            and (hand.transcript, hand.repeat) == (transcript, repeat)
            and self.holds(transcript, repeat)
        )

    def reason(self, transcript: str) -> str | None:
        """Return the reason given when a transcript was first taken, not from the queue."""
        held = self.holdings.get(transcript, {}).get(0)
        return held.first[1] if held is not None and held.first is not None else None

    def mark(self, transcript: str, dimension: str, repeat: int = 0) -> Mark | None:
        """Return the label that stands of a unit, the one after a reveal before the blind one."""
        units = self.marks.get(transcript, {})
        for revealed in (True, False):
            found = units.get((dimension, repeat, revealed))
            if found is not None and found.stands:
                return found
        return None

    def took_back(self, transcript: str, dimension: str, repeat: int = 0) -> bool:
        """Whether a label of a unit was taken back and none stands."""
        units = self.marks.get(transcript, {})
        given = any((dimension, repeat, revealed) in units for revealed in (True, False))
        return given and self.mark(transcript, dimension, repeat) is None

    def is_blind(self, transcript: str, dimension: str) -> bool:
        """Whether a label stands that was given before other ratings were shown; no repeats."""
        found = self.marks.get(transcript, {}).get((dimension, 0, False))
        return found is not None and found.stands

    def beneath(self, transcript: str, unit: Unit) -> Mark | None:
        """Return the label that the one which stands corrected; None where it is the first."""
        standing = _standing(self._lines(transcript, unit))
        return standing[-2][0] if len(standing) > 1 else None

    def newest(self, transcript: str) -> datetime | None:
        """Return the time of the newest line about a transcript, which a later one must follow."""
        times = [mark.at for mark in self.marks.get(transcript, {}).values()]
        times += [held.at for held in self.holdings.get(transcript, {}).values()]
        return max(times, default=None)

    def last_submitted(self) -> tuple[Submitted, ...]:
        """Return the labels of the last submit that was not taken back; none where there is none.

        Those of one submit share transcript, repeat and time; imports are no submits. A label that
        stands again counts with the submit that gave it.
        """
        if not self._submitted:
            return ()
        at, transcript, (_, repeat, _) = self._submitted[-1]
        found = []
        for one in reversed(self._submitted):
            if one[0] != at:
                break
            if one[1] == transcript and one[2][1] == repeat:
                found.append(one)
        return tuple(reversed(found))

    def history(self) -> Iterator[tuple[datetime, str]]:
        """Yield the transcripts with a label that stands, newest first; repeats are not told."""
        return reversed(self._history)

    def chronicle(self) -> Iterator[str]:
        """Yield the same transcripts, oldest first."""
        return (transcript for _, transcript in self._history)

    def _replace(self, transcript: str, unit: Unit, before: Mark | None, mark: Mark) -> None:
        if before is not None and before.stands:
            self._count(unit, before, -1)
            if not before.imported:
                given = self._given.pop((transcript, unit), before.at)
                _remove(self._submitted, (given, transcript, unit))
        if mark.stands:
            self._count(unit, mark, 1)
            if not mark.imported:
                given = _standing(self._lines(transcript, unit))[-1][1]
                if given != mark.at:
                    self._given[transcript, unit] = given
                insort(self._submitted, (given, transcript, unit))

    def _lines(self, transcript: str, unit: Unit) -> list[Mark]:
        """Return every line of a unit, oldest first; one that stands twice in a file is one."""
        lines = [*self._earlier.get((transcript, unit), ()), self.marks[transcript][unit]]
        return sorted({mark.id: mark for mark in lines}.values(), key=_age)

    def _count(self, unit: Unit, mark: Mark, step: int) -> None:
        dimension, repeat, revealed = unit
        if mark.level is not None and repeat == 0 and not revealed:
            self.levels[dimension, mark.rubric_version][mark.level] += step

    def _date(self, transcript: str) -> None:
        """Keep the history in order of each transcript's newest label that stands."""
        before = self._last.pop(transcript, None)
        if before is not None:
            _remove(self._history, (before, transcript))
        marks = self.marks[transcript].items()
        standing = [mark.at for (_, repeat, _), mark in marks if repeat == 0 and mark.stands]
        if any(revealed and repeat == 0 and mark.stands for (_, repeat, revealed), mark in marks):
            self.apart.add(transcript)
        else:
            self.apart.discard(transcript)
        if standing:
            self._last[transcript] = max(standing)
            insort(self._history, (max(standing), transcript))


def _holding(event: Assignment, before: Holding | None) -> Holding:
    """Return what holds after an event, which may be older than the one before: files merge."""
    first = before.first if before else None
    if event.action == "taken" and (first is None or event.at < first[0]):
        first = (event.at, event.reason)
    if before is not None and (before.at, before.id) > (event.at, event.id):
        return replace(before, first=first)
    return Holding(
        transcript=event.transcript,
        repeat=event.repeat,
        active=event.action == "taken",
        at=event.at,
        id=event.id,
        first=first,
        why=event.reason if event.action == "skipped" else None,
    )


def _standing(lines: Iterable[Mark]) -> list[tuple[Mark, datetime]]:
    """Return the labels of a unit that were not taken back, and when each was given.

    Args:
        lines: All lines of the unit, oldest first.

    Returns:
        The one that stands last, before it those that it corrected.
    """
    standing: list[tuple[Mark, datetime]] = []
    taken_back = None
    for mark in lines:
        if not mark.stands:
            del standing[-1:]
            taken_back = mark.at
            continue
        if standing and taken_back is not None and _is_again(mark, standing[-1][0], taken_back):
            standing[-1] = (mark, standing[-1][1])
        else:
            standing.append((mark, mark.at))
        taken_back = None
    return standing


def _is_again(mark: Mark, before: Mark, taken_back: datetime) -> bool:
    """Whether a line says a label again whose correction was taken back by the line before."""
    if mark.at - taken_back != AGAIN_AFTER:
        return False
    fields = ("status", "level", "rubric_version", "seconds", "imported")
    return all(getattr(mark, field) == getattr(before, field) for field in fields)


def _age(mark: Mark) -> tuple[datetime, str]:
    return mark.at, mark.id


def _remove(ordered: list[Item], item: Item) -> None:
    place = bisect_left(ordered, item)
    if place < len(ordered) and ordered[place] == item:
        del ordered[place]
