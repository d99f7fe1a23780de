"""A labeller's own history: what was said of which conversation, taken back, or skipped."""

from datetime import datetime
from heapq import merge
from itertools import islice

from workbench.domain.transcript import Transcript
from workbench.store.person import Person
from workbench.workflows.books import Books
from workbench.workflows.queueing import Rules, Standings
from workbench.workflows.reading import is_empty
from workbench.workflows.tasks import Done, Given

_CHARACTERS = 90
"""Of the first words: enough to know a conversation by."""


def remembered(
    books: Books, standings: Standings, labeller: str, offset: int, limit: int
) -> list[Done]:
    """Return what a labeller labelled, took back or skipped, newest first; only that is read.

    One whose repeat is open is left out: its labels could be read off the list, and a line without
    them would tell which it is.
    """
    person, rules = books.person(labeller), standings.rules
    skipped = {
        held.transcript: held
        for held in person.given_back()
        if not rules.finished(person, held.transcript, None)
    }
    taken_back = {name for name in person.marks if _is_taken_back(rules, person, name)}
    undone = [(at, name) for name in taken_back if (at := person.newest(name)) is not None]
    given_back = sorted(((held.at, name) for name, held in skipped.items()), reverse=True)
    found: dict[str, datetime] = {}
    for at, name in merge(person.history(), given_back, sorted(undone, reverse=True), reverse=True):
        if name in books.shelf.ids and not standings.has_open_repeat(labeller, name):
            found.setdefault(name, at)
        if len(found) == offset + limit:
            break
    return [
        Done(
            transcript_id=name,
            at=at,
            complete=rules.finished(person, name, None),
            first_words=first_words(books.transcript(name)),
            given=_given(rules, person, name),
            skipped=(skipped[name].why or "no reason given") if name in skipped else None,
            taken_back=name in taken_back,
        )
        for name, at in islice(found.items(), offset, None)
    ]


def first_words(transcript: Transcript) -> str:
    """Return how the customer begins, shortened; where no customer speaks, how anybody does."""
    said = [turn for turn in transcript.turns if turn.content and not is_empty(turn)]
    ordered = sorted(said, key=lambda turn: turn.role != "user")
    text = " ".join((ordered[0].content or "").split()) if ordered else ""
    if len(text) <= _CHARACTERS:
        return text
    space = text.rfind(" ", _CHARACTERS // 2, _CHARACTERS)
    return f"{text[: space if space > 0 else _CHARACTERS]} …"


def _is_taken_back(rules: Rules, person: Person, transcript: str) -> bool:
    return any(person.took_back(transcript, name) for name in rules.dimensions(None))


def _given(rules: Rules, person: Person, transcript: str) -> tuple[Given, ...]:
    marks = ((name, person.mark(transcript, name)) for name in rules.dimensions(None))
    return tuple(
        Given(dimension=name, status=mark.status, level=mark.level)
        for name, mark in marks
        if mark is not None and rules.rubrics[name].counts(mark.rubric_version)
    )
