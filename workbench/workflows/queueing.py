"""Choose who labels what next: an order of one's own, places by overlap, and hidden repeats."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from workbench.domain.digest import digest
from workbench.domain.policy import Policy
from workbench.domain.rubric import Rubric
from workbench.store.person import Person
from workbench.store.roll import Pair, Roll
from workbench.workflows.finishing import Tally

REPEAT = 1
"""The number of a hidden repeat; nothing comes back more than once."""
Order = tuple[list[str], dict[str, int]]
"""Transcripts in order, and the place of each in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the queue is held to."""

    rubrics: Mapping[str, Rubric]
    """Those that are labelled, by dimension, in order."""
    policy: Policy

    def dimensions(self, mode: str | None) -> tuple[str, ...]:
        """Return the dimensions that are asked together."""
        return tuple(self.rubrics) if mode is None else (mode,)

    def finished(self, person: Person, transcript: str, mode: str | None, repeat: int = 0) -> bool:
        """Whether a label that counts stands of every dimension."""
        return all(self._counts(person, transcript, name, repeat) for name in self.dimensions(mode))

    def begun(self, person: Person, transcript: str) -> bool:
        """Whether a label that counts stands of any dimension."""
        return transcript in person.marks and any(
            self._counts(person, transcript, name, 0) for name in self.rubrics
        )

    def repeats(self, labeller: str, transcript: str) -> bool:
        """Whether a transcript is one of those that come back; the same at every asking."""
        share = self.policy.labelling.repeats
        return share > 0 and _draw(labeller, transcript) < share

    def _counts(self, person: Person, transcript: str, dimension: str, repeat: int) -> bool:
        mark = person.mark(transcript, dimension, repeat)
        return mark is not None and self.rubrics[dimension].counts(mark.rubric_version)


class Queue:
    """What is left for one labeller in one mode, in an order of their own."""

    def __init__(self, order: Order, left: Callable[[str], bool]) -> None:
        """Take the transcripts in order, and which of them are left."""
        self._order, self._place = order
        self._left = bytearray(left(name) for name in self._order)
        self.count = sum(self._left)

    def put(self, transcript: str, *, left: bool) -> None:
        """Note whether a transcript is left."""
        place = self._place[transcript]
        self.count += left - self._left[place]
        self._left[place] = left

    def first(self, last: Collection[str]) -> str | None:
        """Return the first that is left; of those to come last one only where no other is."""
        first = place = self._left.find(1)
        while place >= 0 and self._order[place] in last:
            place = self._left.find(1, place + 1)
        place = place if place >= 0 else first
        return self._order[place] if place >= 0 else None


class Standings:
    """What everybody has finished, holds and has left; brought up to date by what is new."""

    def __init__(self, roll: Roll, transcripts: Collection[str], rules: Rules) -> None:
        """Take the roll as it stands; what is derived of it is derived when first asked for."""
        self.rules = rules
        self._roll = roll
        self._transcripts = transcripts
        self._holders: dict[str, set[str]] = {}
        self._tallies: dict[str | None, Tally] = {}
        self._queues: dict[tuple[str, str | None], Queue] = {}
        self._order = cache(self._ordered)
        for labeller, person in roll.people.items():
            for transcript in {*person.marks, *person.holdings}:
                self._seat(labeller, transcript)

    def update(self, touched: Iterable[Pair]) -> None:
        """Take in what changed about some people and transcripts."""
        here = [pair for pair in touched if pair[1] in self._transcripts]
        for labeller, transcript in here:
            self._seat(labeller, transcript)
            for mode, tally in self._tallies.items():
                self._enter(tally, mode, labeller, transcript)
        for transcript in {transcript for _, transcript in here}:
            for (labeller, mode), queue in self._queues.items():
                queue.put(transcript, left=self._is_left(labeller, transcript, mode))

    def next(self, labeller: str, mode: str | None) -> tuple[str, int] | None:
        """Return the transcript in hand, a repeat that is due, or the first that is left.

        One of which the labeller has seen others' ratings comes last: its labels are kept apart.

        Returns:
            The transcript and its repeat, or None where nothing is left.
        """
        hand = self.hand(labeller, mode)
        if hand is not None:
            return hand
        due = self.tally(mode).of(labeller).due(self.rules.policy.labelling.repeat_after)
        if due is not None:
            return due, REPEAT
        first = self._queue(labeller, mode).first(last=self._roll.person(labeller).revealed)
        return (first, 0) if first is not None else None

    def hand(self, labeller: str, mode: str | None) -> tuple[str, int] | None:
        """Return the transcript, or repeat, that was taken last, while it is not finished."""
        hand = self._roll.person(labeller).hand
        if hand is not None and self.is_open(labeller, hand.transcript, mode, hand.repeat):
            return hand.transcript, hand.repeat
        return None

    def is_open(self, labeller: str, transcript: str, mode: str | None, repeat: int) -> bool:
        """Whether a transcript, or its repeat, may be put in front of a labeller."""
        if transcript not in self._transcripts:
            return False
        if repeat == 0:
            return self._is_left(labeller, transcript, mode)
        person = self._roll.person(labeller)
        return (
            self.rules.finished(person, transcript, mode)
            and not self.rules.finished(person, transcript, mode, repeat)
            and not person.gave_back(transcript, repeat)
            and transcript not in person.revealed
        )

    def has_open_repeat(self, labeller: str, transcript: str) -> bool:
        """Whether a labeller was given a repeat that waits for answers, in whichever mode."""
        return self._roll.person(labeller).holds(transcript, REPEAT) and any(
            self.is_open(labeller, transcript, mode, REPEAT)
            for mode in (None, *self.rules.dimensions(None))
        )

    def has_place(self, labeller: str, transcript: str) -> bool:
        """Whether a labeller has one of the places on a transcript."""
        return labeller in self._holders.get(transcript, ())

    def is_free(self, transcript: str) -> bool:
        """Whether one of the places on a transcript is left."""
        return len(self._holders.get(transcript, ())) < self.rules.policy.overlap

    def left(self, labeller: str, mode: str | None) -> int:
        """Return how many transcripts a labeller could still be given."""
        return self._queue(labeller, mode).count

    def places(self) -> int:
        """Return how many places there are in all."""
        return len(self._transcripts) * self.rules.policy.overlap

    def tally(self, mode: str | None) -> Tally:
        """Return what everybody has finished in a mode."""
        if mode not in self._tallies:
            tally = Tally(self.rules.policy.overlap)
            for labeller, person in self._roll.people.items():
                for transcript in person.chronicle():
                    if transcript in self._transcripts:
                        self._enter(tally, mode, labeller, transcript)
            self._tallies[mode] = tally
        return self._tallies[mode]

    def _seat(self, labeller: str, transcript: str) -> None:
        """Give a labeller who took a transcript, or has a label on it, their place."""
        person = self._roll.person(labeller)
        holders = self._holders.setdefault(transcript, set())
        if person.holds(transcript) or self.rules.begun(person, transcript):
            holders.add(labeller)
        else:
            holders.discard(labeller)

    def _enter(self, tally: Tally, mode: str | None, labeller: str, transcript: str) -> None:
        person = self._roll.person(labeller)
        if not self.rules.finished(person, transcript, mode):
            tally.drop(labeller, transcript)
            return
        tally.put(labeller, transcript, _seconds(person, transcript, self.rules.dimensions(mode)))
        tally.of(labeller).await_repeat(
            transcript,
            awaited=self.rules.repeats(labeller, transcript)
            and self.is_open(labeller, transcript, mode, REPEAT),
        )

    def _is_left(self, labeller: str, transcript: str, mode: str | None) -> bool:
        person = self._roll.person(labeller)
        return (
            not person.gave_back(transcript)
            and (self.has_place(labeller, transcript) or self.is_free(transcript))
            and not self.rules.finished(person, transcript, mode)
        )

    def _queue(self, labeller: str, mode: str | None) -> Queue:
        key = (labeller, mode)
        if key not in self._queues:
            self._queues[key] = Queue(
                self._order(labeller), lambda name: self._is_left(labeller, name, mode)
            )
        return self._queues[key]

    def _ordered(self, labeller: str) -> Order:
        """Return the transcripts in a labeller's own order."""
        order = sorted(self._transcripts, key=lambda name: digest([labeller, name]))
        return order, {name: place for place, name in enumerate(order)}


def _draw(labeller: str, transcript: str) -> float:
    """Return a number below 1 that is drawn once and for all for a labeller and a transcript."""
    return int(digest([labeller, transcript, "repeat"])[:13], 16) / 16**13


def _seconds(person: Person, transcript: str, dimensions: Iterable[str]) -> float | None:
    """Return what the labels of one transcript took, None where not all of them say so.

    Imported ones do not: somebody else's clock, on another form, tells nothing of this one.
    """
    taken = 0.0
    for name in dimensions:
        mark = person.mark(transcript, name)
        if mark is None or mark.imported or mark.seconds is None:
            return None
        taken += mark.seconds
    return taken
