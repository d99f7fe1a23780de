"""Resuming: who went back to something has in hand again what they had left for it."""

from pathlib import Path

from tests.workflows.sittings import ANN, BEN, filled, labelled, room, taken

ALL_COME_BACK = "overlap: 3\nlabelling:\n  repeats: 1.0\n  repeat_after: 1\n"


def test_what_was_left_to_go_back_comes_next_again(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=3)
    desk = made.desk()
    left = taken(desk, ANN).transcript.id
    other = next(name for name in ("t0", "t1", "t2") if name != left)
    desk.open(ANN, other)
    assert taken(desk, ANN).transcript.id == other

    assert desk.resume(ANN, (left, 0))

    assert taken(desk, ANN).transcript.id == left
    desk.submit(taken(desk, ANN), filled(taken(desk, ANN)))
    assert [label.sampled for label in made.labels(ANN)] == ["random"]


def test_a_repeat_that_was_left_comes_again_as_a_repeat(tmp_path: Path) -> None:
    desk = room(tmp_path, transcripts=4, policy=ALL_COME_BACK).desk()
    first, second = labelled(desk, ANN), labelled(desk, ANN)
    repeat = taken(desk, ANN)
    assert (repeat.transcript.id, repeat.repeat) == (first, 1)
    desk.open(ANN, next(f"t{n}" for n in range(4) if f"t{n}" not in (first, second)))

    desk.resume(ANN, (first, 1))

    again = taken(desk, ANN)
    assert (again.transcript.id, again.repeat, again.own) == (first, 1, {})


def test_what_is_finished_given_back_or_in_hand_anyway_is_not_taken_again(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=4)
    desk = made.desk()
    finished = labelled(desk, ANN)
    skipped = taken(desk, ANN)
    desk.skip(skipped, "Not in English")
    hand = taken(desk, ANN).transcript.id
    before = made.assignments()

    names = (finished, skipped.transcript.id, hand)
    assert [desk.resume(ANN, (name, 0)) for name in names] == [False, False, True]

    assert made.assignments() == before
    assert taken(desk, ANN).transcript.id == hand


def test_nobody_resumes_what_they_never_had(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=2)
    desk = made.desk()
    name = taken(desk, BEN).transcript.id

    desk.resume(ANN, (name, 0))

    assert [one.labeller for one in made.assignments()] == [BEN]
