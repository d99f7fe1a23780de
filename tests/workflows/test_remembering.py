"""One's own history: known by how a conversation begins, with what was given, and what skipped."""

from pathlib import Path

import pytest

from tests.workflows.sittings import ANN, filled, labelled, room, taken
from workbench.domain.transcript import Transcript, Turn
from workbench.workflows.remembering import first_words

TWO = ("accuracy", "tone")


def _talk(*said: tuple[str, str | None]) -> Transcript:
    turns = tuple(
        Turn.of({"index": index, "role": role, "content": content})
        for index, (role, content) in enumerate(said)
    )
    return Transcript(id="t", turns=turns)


def test_a_conversation_is_known_by_how_the_customer_begins() -> None:
    said = (("system", "Be kind."), ("assistant", "Hello."), ("user", "Where is\n my  order?"))

    assert first_words(_talk(*said)) == "Where is my order?"
    assert first_words(_talk(*said[:2])) == "Be kind."
    assert first_words(_talk(("user", " "), ("assistant", "Hello."))) == "Hello."


@pytest.mark.parametrize("text", ["word " * 100, "x" * 500])
def test_long_first_words_are_cut(text: str) -> None:
    words = first_words(_talk(("user", text)))

    assert words.endswith(" …")
    assert len(words) <= 92
    assert text.startswith(words.removesuffix(" …"))


def test_what_was_given_and_what_was_skipped_stand_newest_first(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    whole = labelled(desk, ANN)
    skipped = taken(desk, ANN)
    desk.skip(skipped, "I know this customer")
    part = labelled(desk, ANN, mode="tone")

    found = desk.done(ANN)

    assert [one.transcript_id for one in found] == [part, skipped.transcript.id, whole]
    assert [one.complete for one in found] == [False, False, True]
    assert [one.skipped for one in found] == [None, "I know this customer", None]
    assert [[given.dimension for given in one.given] for one in found] == [
        ["tone"],
        [],
        list(TWO),
    ]


def test_a_skipped_one_that_is_labelled_after_all_is_no_longer_skipped(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.skip(task, "not now")

    again = desk.open(ANN, task.transcript.id)
    desk.submit(again, filled(again, 3))

    (found,) = desk.done(ANN)
    assert (found.transcript_id, found.skipped, found.complete) == (task.transcript.id, None, True)


def test_what_was_taken_back_stays_listed_until_it_is_saved_again(tmp_path: Path) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    names = [labelled(desk, ANN), labelled(desk, ANN)]
    for _ in names:
        desk.undo(ANN)

    found = desk.done(ANN)

    assert {one.transcript_id for one in found} == set(names)
    assert [(one.taken_back, one.complete, one.given) for one in found] == [(True, False, ())] * 2
    again = desk.open(ANN, names[0])
    assert again.taken_back
    desk.submit(again, again.draft)
    assert {one.transcript_id: one.taken_back for one in desk.done(ANN)} == {
        names[0]: False,
        names[1]: True,
    }
    assert not desk.open(ANN, names[0]).taken_back
