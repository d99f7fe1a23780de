"""Places: each transcript to so many different people, given out one at a time."""

import threading
from pathlib import Path

import pytest

from tests.store.processes import python
from tests.workflows.sittings import ANN, BEN, CLEO, Room, filled, labelled, room, taken
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.workspace import Workspace

LABEL_ALL = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from workbench.domain.draft import Answer
from workbench.workflows.labelling import Desk
desk = Desk(Path(sys.argv[1]), lambda: datetime.now(UTC))
sys.stdin.readline()
while (task := desk.task(sys.argv[2])) is not None:
    answers = {"tone": Answer(status="rated", level=3)}
    desk.submit(task, task.draft.model_copy(update={"answers": answers}))
"""


def _people(made: Room, *labellers: str) -> dict[str, set[str]]:
    """Return who has a label that stands on which transcript."""
    found: dict[str, set[str]] = {}
    for who in labellers:
        for label in made.labels(who):
            found.setdefault(label.transcript, set()).add(who)
    return found


def _imported(made: Room, labeller: str, transcript: str, level: int = 2) -> None:
    rubric = Workspace(made.root).rubrics["tone"].rubric
    label = Label(
        id=f"{labeller}-{transcript}",
        transcript=transcript,
        dimension="tone",
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        labeller=labeller,
        status="rated",
        level=level,
        sampled_assumed=True,
        at=made.now(),
        source="there.csv:1",
    )
    ledger.append(Workspace(made.root).labels(labeller), [label.line()])


def test_two_people_at_one_desk_each_get_transcripts_of_their_own_at_overlap_one(
    tmp_path: Path,
) -> None:
    # Field case 96: overlap 1, four items, two sessions ask at the same time.
    made = room(tmp_path, policy="overlap: 1\n")
    desk = made.desk()
    start = threading.Barrier(2)

    def work(who: str) -> None:
        start.wait()
        while (task := desk.task(who)) is not None:
            desk.submit(task, filled(task))

    threads = [threading.Thread(target=work, args=(who,)) for who in (ANN, BEN)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    people = _people(made, ANN, BEN)
    assert sorted(people) == ["t0", "t1", "t2", "t3"]
    assert all(len(who) == 1 for who in people.values())


def test_three_processes_fill_every_place_once(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=15)
    started = [python(LABEL_ALL, tmp_path, who) for who in (ANN, BEN, CLEO)]

    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    errors = [process.communicate(timeout=120)[1] for process in started]

    assert errors == ["", "", ""]
    people = _people(made, ANN, BEN, CLEO)
    assert sorted(people) == sorted(f"t{number}" for number in range(15))
    assert all(len(who) == 2 for who in people.values())


def test_one_person_twice_is_one_person(tmp_path: Path) -> None:
    # Field case 97: overlap counts annotators, not annotations.
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN, 1)
    again = desk.open(ANN, "t0")
    desk.submit(again, filled(again, 4))

    progress = desk.progress(ANN)

    assert (progress.team_done, progress.team_needed) == (1, 2)
    assert taken(desk, BEN).transcript.id == "t0"


def test_a_transcript_that_is_only_taken_has_its_place_filled(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    taken(made.desk(), ANN)

    assert made.desk().task(BEN) is None


def test_a_skipped_transcript_is_free_for_the_next(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    desk = made.desk()
    task = taken(desk, ANN)
    other = made.desk()
    assert other.task(BEN) is None

    desk.skip(task, "in a language I cannot read")

    assert taken(other, BEN).transcript.id == "t0"
    assert desk.task(ANN) is None


def test_labels_that_were_imported_fill_places(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    _imported(made, BEN, "t0")
    _imported(made, CLEO, "t0")

    assert desk.task(ANN) is None
    assert desk.progress(ANN).team_done == 2


def test_a_transcript_of_others_is_not_opened_beyond_the_overlap(tmp_path: Path) -> None:
    # Field case 99: another's item is opened by its number. Blocked where no place is left,
    # else it takes one of the places; no counter passes the whole.
    made = room(tmp_path, transcripts=2, policy="overlap: 1\n")
    desk = made.desk()
    theirs = labelled(desk, BEN)

    with pytest.raises(DataError, match=f"transcript '{theirs}': as many people have it"):
        desk.open(ANN, theirs)

    mine = taken(desk, ANN).transcript.id
    assert mine != theirs
    labelled(desk, ANN)
    progress = desk.progress(ANN)
    assert (progress.mine_done, progress.mine_left) == (1, 0)
    assert (progress.team_done, progress.team_needed) == (2, 2)


def test_people_beyond_the_overlap_do_not_push_a_counter_over_the_whole(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=2, policy="overlap: 1\n")
    for who in (ANN, BEN, CLEO):
        for name in ("t0", "t1"):
            _imported(made, who, name)

    progress = made.desk().progress(ANN)

    assert (progress.team_done, progress.team_needed) == (2, 2)
    assert (progress.mine_done, progress.mine_left) == (2, 0)


def test_a_submit_from_a_tab_that_lost_its_place_is_refused_and_keeps_the_form(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    desk = made.desk()
    task = taken(desk, ANN)
    desk.skip(task, "pressed in another tab")
    labelled(made.desk(), BEN)

    with pytest.raises(DataError, match="transcript 't0': as many people have it"):
        desk.submit(task, filled(task))

    assert made.labels(ANN) == []
    assert len(made.drafts()) == 1


def test_a_submit_from_a_tab_that_lost_its_place_takes_one_that_is_left(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.skip(task, "pressed in another tab")

    desk.submit(task, filled(task))

    assert [one.action for one in made.assignments()] == ["taken", "skipped", "taken"]
    assert len(made.labels(ANN)) == 1


def test_ones_own_label_may_be_corrected_however_many_have_one(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    _imported(made, ANN, "t0", 2)
    _imported(made, BEN, "t0", 2)
    desk = made.desk()
    task = desk.open(ANN, "t0")

    (label,) = desk.submit(task, filled(task, 4)).labels

    assert (label.level, label.source) == (4, None)
    assert label.sampled_assumed  # how it was chosen did not change with the correction


def test_a_withdrawn_label_keeps_the_place_that_was_taken(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    desk = made.desk()
    labelled(desk, ANN)

    desk.undo(ANN)

    assert made.desk().task(BEN) is None
    assert taken(desk, ANN).transcript.id == "t0"


def test_places_by_labels_follow_the_meaning_of_the_rubric(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, policy="overlap: 1\n")
    desk = made.desk()
    _imported(made, BEN, "t0")
    assert desk.task(ANN) is None

    text = (tmp_path / "rubrics/tone.yaml").read_text(encoding="utf-8")
    made.write("rubrics/tone.yaml", text.replace('"1.0"', '"2.0"').replace("bad", "worse"))

    assert taken(desk, ANN).transcript.id == "t0"


def test_what_comes_from_the_queue_is_random_and_what_is_chosen_says_so(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6)
    desk = made.desk()
    queued = labelled(desk, ANN)
    flagged, chosen = [f"t{number}" for number in range(6) if f"t{number}" != queued][:2]
    desk.flag(desk.open(BEN, flagged), "odd")

    for name in (flagged, chosen):
        task = desk.open(ANN, name)
        desk.submit(task, filled(task))

    sampled = {label.transcript: label.sampled for label in made.labels(ANN)}
    assert sampled == {queued: "random", flagged: "flagged", chosen: "chosen"}


def test_a_flagged_transcript_that_the_queue_brings_is_still_drawn_at_random(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, BEN)
    desk.flag(task, "odd")

    labelled(desk, ANN)

    assert made.labels(ANN)[0].sampled == "random"


def test_going_back_to_what_the_queue_brought_leaves_it_random(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.skip(task, "later")

    back = desk.open(ANN, task.transcript.id)
    desk.submit(back, filled(back))

    assert made.labels(ANN)[0].sampled == "random"


def test_what_was_opened_last_is_in_hand_after_a_restart(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=6)
    desk = made.desk()
    first = taken(desk, ANN).transcript.id
    other = next(f"t{number}" for number in range(6) if f"t{number}" != first)

    desk.open(ANN, other)

    assert taken(made.desk(), ANN).transcript.id == other
    assert labelled(made.desk(), ANN) == other
    assert taken(made.desk(), ANN).transcript.id == first


def test_an_unknown_transcript_is_not_opened(tmp_path: Path) -> None:
    made = room(tmp_path)

    with pytest.raises(DataError, match="transcript 'nope': is not in this workspace"):
        made.desk().open(ANN, "nope")

    assert made.assignments() == []
