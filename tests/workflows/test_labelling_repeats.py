"""Hidden repeats: a share of what one has finished comes back, once, later and unannounced."""

from pathlib import Path

import pytest

from tests.workflows.sittings import ANN, BEN, Room, filled, labelled, room, taken
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.labelling import Desk

ALL_COME_BACK = "overlap: 3\nlabelling:\n  repeats: 1.0\n  repeat_after: 3\n"


def _given(desk: Desk, labeller: str, count: int, level: int = 3) -> list[tuple[str, int]]:
    """Label that many tasks and return what each was."""
    found = []
    for _ in range(count):
        task = taken(desk, labeller)
        desk.submit(task, filled(task, level))
        found.append((task.transcript.id, task.repeat))
    return found


def _rates(made: Room) -> list[tuple[str, int, int | str | None]]:
    return [(label.transcript, label.repeat, label.level) for label in made.labels(ANN)]


def test_a_transcript_comes_back_once_enough_others_lie_between(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()

    given = _given(desk, ANN, 6)

    firsts = [name for name, repeat in given if repeat == 0]
    assert [repeat for _, repeat in given] == [0, 0, 0, 0, 1, 0]
    assert given[4] == (firsts[0], 1)


def test_every_finished_transcript_comes_back_once_at_most(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()

    given = _given(desk, ANN, 9)

    assert desk.task(ANN) is None
    repeated = [name for name, repeat in given if repeat == 1]
    assert len(repeated) == len(set(repeated)) == 3  # the last three have too few others after them


def test_a_repeat_looks_like_a_first_reading(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    _given(desk, ANN, 4)

    task = taken(desk, ANN)

    assert task.repeat == 1
    assert task.own == {}
    assert task.draft.answers == {}
    assert task.draft.based_on == {}
    assert not task.revealed


def test_a_repeat_never_takes_the_place_of_the_first_label(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    first = _given(desk, ANN, 4, level=3)[0][0]

    _given(desk, ANN, 1, level=1)

    assert [rate for rate in _rates(made) if rate[0] == first] == [(first, 0, 3), (first, 1, 1)]
    assert desk.open(ANN, first).own["tone"].level == 3
    bench = Bench(tmp_path)
    evidence = bench.evidence(bench.rubrics(), ())["tone"]
    assert evidence.n_units == 4
    assert len(evidence.level) == 4


def test_a_repeat_in_hand_comes_again_after_a_restart_with_its_draft(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    _given(desk, ANN, 4)
    task = taken(desk, ANN)
    draft = filled(task, 2)
    desk.keep(draft)

    again = taken(made.desk(), ANN)

    assert (again.transcript.id, again.repeat, again.draft) == (task.transcript.id, 1, draft)
    assert [one.repeat for one in made.assignments()] == [0, 0, 0, 0, 1]


def test_going_back_to_a_transcript_whose_repeat_is_in_hand_does_not_show_the_first_label(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    _given(desk, ANN, 4)
    task = taken(desk, ANN)

    opened = desk.open(ANN, task.transcript.id)

    assert opened.repeat == 1
    assert opened.own == {}


def test_a_repeat_can_be_undone_and_comes_back_as_a_repeat(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    first = _given(desk, ANN, 4, level=3)[0][0]
    _given(desk, ANN, 1, level=1)

    back = desk.undo(ANN)

    assert back is not None
    assert (back.task.transcript.id, back.task.repeat) == (first, 1)
    assert back.task.draft.answers["tone"].level == 1
    assert desk.open(ANN, first).repeat == 1
    assert [label.status for label in made.labels(ANN)][-1] == "withdrawn"
    assert desk.progress(ANN).mine_done == 4


def test_a_skipped_repeat_does_not_come_again(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    first = _given(desk, ANN, 4)[0][0]
    task = taken(desk, ANN)

    desk.skip(task, "I remember it")

    assert task.repeat == 1
    assert (first, 1) not in _given(desk, ANN, 4)
    assert desk.progress(ANN).mine_done == 6


def test_repeats_are_no_progress_and_fill_no_place(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    _given(desk, ANN, 4)
    before = desk.progress(ANN)

    _given(desk, ANN, 1)

    after = desk.progress(ANN)
    assert (after.mine_done, after.team_done) == (before.mine_done, before.team_done)
    assert after.mine_left == before.mine_left
    assert len(desk.done(ANN)) == 4


def test_the_history_leaves_out_a_transcript_while_its_repeat_is_open(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    given = [name for name, _ in _given(desk, ANN, 4)]
    first = given[0]
    assert first in {one.transcript_id for one in desk.done(ANN)}
    repeat = taken(desk, ANN)
    assert (repeat.transcript.id, repeat.repeat) == (first, 1)

    while_open = desk.done(ANN)
    other = next(name for name in (f"t{number}" for number in range(6)) if name not in given)
    desk.open(ANN, other)
    put_aside = desk.done(ANN)

    assert first not in {one.transcript_id for one in while_open}
    assert first not in {one.transcript_id for one in put_aside}
    assert len(while_open) == 3
    desk.submit(repeat, filled(repeat, 2))
    again = {one.transcript_id: one for one in desk.done(ANN)}
    assert {given.level for given in again[first].given} == {3}


def test_a_skipped_repeat_is_no_skip_in_the_history(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    desk = made.desk()
    _given(desk, ANN, 4)

    desk.skip(taken(desk, ANN), "I remember it")

    assert [one.skipped for one in desk.done(ANN)] == [None] * 4


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.3, 5, 20)])
def test_the_share_that_comes_back_is_the_policy_s_and_the_same_at_every_start(
    tmp_path: Path, share: float, least: int, most: int
) -> None:
    # 40 draws of 0.3: 5 to 20 lie within three standard deviations of the mean of 12.
    policy = f"labelling:\n  repeats: {share}\n  repeat_after: 1\n"
    repeated = []
    for name in ("a", "b"):
        made = room(tmp_path / name, transcripts=40, policy=policy)
        desk = made.desk()
        found = []
        while (task := desk.task(ANN)) is not None:
            desk.submit(task, filled(task))
            if task.repeat:
                found.append(task.transcript.id)
        repeated.append(found)

    assert repeated[0] == repeated[1]
    assert least <= len(repeated[0]) <= most


def test_others_repeats_are_drawn_apart(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=20, policy="labelling:\n  repeats: 0.5\n  repeat_after: 1\n")
    desk = made.desk()
    for who in (ANN, BEN):
        while (task := desk.task(who)) is not None:
            desk.submit(task, filled(task))

    repeats = {
        who: {one.transcript for one in made.labels(who) if one.repeat} for who in (ANN, BEN)
    }

    assert repeats[ANN] != repeats[BEN]


def test_by_dimension_only_that_dimension_comes_back(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6, dimensions=("accuracy", "tone"), policy=ALL_COME_BACK)
    desk = made.desk()
    order = [labelled(desk, ANN, mode="tone") for _ in range(5)]

    repeats = [label for label in made.labels(ANN) if label.repeat]

    assert order[4] == order[0]
    assert [(one.transcript, one.dimension) for one in repeats] == [(order[0], "tone")]


def test_a_repeat_is_no_error_to_check(tmp_path: Path) -> None:
    from workbench.workflows.checking import check

    made = room(tmp_path, transcripts=6, policy=ALL_COME_BACK)
    _given(made.desk(), ANN, 6)

    assert [one for one in check(Workspace(tmp_path)) if one.severity == "error"] == []
