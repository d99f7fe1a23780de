"""Progress: mine, the team's, at what pace, and which levels I rarely give."""

from pathlib import Path

import pytest

from tests.workflows.sittings import ANN, BEN, filled, labelled, room, taken
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.covering import reveal
from workbench.workflows.finishing import Finished, Tally

TWO = ("accuracy", "tone")


def test_what_is_done_and_left_is_counted_for_me_and_the_team(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=5, dimensions=TWO)
    desk = made.desk()
    for who in (ANN, ANN, BEN):
        labelled(desk, who)

    progress = desk.progress(ANN)

    assert (progress.mine_done, progress.mine_left) == (2, 3)
    assert (progress.team_done, progress.team_needed) == (3, 10)
    assert made.desk().progress(ANN) == progress


def test_by_dimension_that_dimension_alone_is_counted(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=5, dimensions=TWO)
    desk = made.desk()
    labelled(desk, ANN, mode="tone")
    labelled(desk, ANN, mode="tone")

    assert desk.progress(ANN, "tone").mine_done == 2
    assert desk.progress(ANN, "accuracy").mine_done == 0
    assert desk.progress(ANN).mine_done == 0
    assert desk.progress(ANN).mine_left == 5


def test_the_estimate_is_my_median_times_what_is_left(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=8, dimensions=TWO)
    desk = made.desk()
    for seconds in (10.0, 400.0, 30.0, 50.0, 35.0, 45.0):
        task = taken(desk, ANN)
        desk.submit(task, filled(task, seconds=seconds))

    progress = desk.progress(ANN)

    # Of 20, 60, 70, 90, 100 and 800 seconds for two dimensions each, the median is 80; two are
    # left. Without the last, of 90 seconds, it is 70.
    assert progress.seconds_each == pytest.approx(80)
    assert progress.minutes_left == pytest.approx(80 * 2 / 60)
    desk.undo(ANN)
    assert desk.progress(ANN).seconds_each == pytest.approx(70)


def test_there_is_no_estimate_before_five_transcripts_were_timed(tmp_path: Path) -> None:
    desk = room(tmp_path, transcripts=8, dimensions=TWO).desk()
    told = [desk.progress(ANN)]
    for _ in range(5):
        task = taken(desk, ANN)
        desk.submit(task, filled(task, seconds=30.0))
        told.append(desk.progress(ANN))

    assert [one.untimed for one in told] == [5, 4, 3, 2, 1, 0]
    assert [one.seconds_each for one in told[:5]] == [None] * 5
    assert [one.minutes_left for one in told[:5]] == [None] * 5
    assert told[5].seconds_each == pytest.approx(60)


def test_neither_imported_labels_nor_other_people_s_tell_my_pace(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=8, dimensions=TWO)
    desk = made.desk()
    for _ in range(6):
        task = taken(desk, BEN)
        desk.submit(task, filled(task, seconds=30.0))
    lines = [
        one.model_copy(update={"labeller": ANN, "source": "labels.jsonl:1"}).line()
        for one in made.labels(BEN)
    ]
    ledger.append(Workspace(tmp_path).labels(ANN), lines)

    progress = desk.progress(ANN)

    assert progress.mine_done == 6
    assert progress.seconds_each is None
    assert desk.progress(BEN).seconds_each == pytest.approx(60)


def test_rare_levels_are_my_own_and_named_from_ten_labels_on(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=11)
    desk = made.desk()
    for _ in range(11):
        labelled(desk, BEN, 1)
    for level in [2] * 5 + [3] * 4:
        labelled(desk, ANN, level)
    assert desk.progress(ANN).rare == ()

    labelled(desk, ANN, 3)

    assert desk.progress(ANN).rare == (("tone", 1, 0), ("tone", 4, 0))


def test_the_median_follows_what_is_put_changed_and_dropped() -> None:
    finished = Finished()
    for name, seconds in {"a": 5.0, "b": 1.0, "c": None, "d": 9.0}.items():
        finished.put(name, seconds)
    assert finished.pace == 5.0

    finished.put("a", 2.0)
    finished.drop("d")

    assert finished.pace == 1.5
    assert finished.timed == 2
    assert len(finished) == 3
    assert "d" not in finished


def test_a_repeat_is_due_by_the_others_finished_since_also_after_a_change_of_mind() -> None:
    finished = Finished()
    finished.put("a", None)
    finished.await_repeat("a", awaited=True)
    for _ in range(3):
        finished.put("b", None)
        finished.drop("b")
    finished.put("b", None)

    assert finished.due(1) == "a"
    assert finished.due(2) is None

    finished.await_repeat("a", awaited=False)
    assert finished.due(1) is None


def test_places_are_filled_up_to_the_overlap_and_emptied_only_below_it() -> None:
    tally = Tally(2)
    filled_places = []
    for who in "abc":
        tally.put(who, "t", None)
        tally.put(who, "t", None)
        filled_places.append(tally.places)
    for who in "aabc":
        tally.drop(who, "t")
        filled_places.append(tally.places)

    assert filled_places == [1, 2, 2, 2, 2, 1, 0]


def test_what_is_labelled_only_after_a_reveal_is_done_and_kept_apart(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=2, policy="labelling: {reveal: after_submit}\n")
    desk = made.desk()
    blind = labelled(desk, ANN)
    desk.others(desk.open(ANN, blind))
    task = desk.open(ANN, blind)
    desk.submit(task, filled(task, 1))
    assert (desk.progress(ANN).mine_done, desk.progress(ANN).mine_apart) == (1, 0)
    other = next(name for name in ("t0", "t1") if name != blind)
    reveal(tmp_path, other, ANN, now=made.now())

    labelled(desk, ANN)

    progress = desk.progress(ANN)
    assert (progress.mine_done, progress.mine_apart) == (2, 1)
