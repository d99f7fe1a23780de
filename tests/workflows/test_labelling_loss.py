"""No label is lost, mixed or made up: what users of other labelling tools met."""

import errno
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.store.build import verdict
from tests.store.processes import python
from tests.workflows.sittings import ANN, BEN, Room, filled, labelled, room, taken
from workbench.domain.digest import digest
from workbench.domain.draft import Answer, Draft
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench

TWO = ("accuracy", "tone")

LABEL_THREE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from workbench.domain.draft import Answer, Draft
from workbench.workflows.labelling import Desk
desk = Desk(Path(sys.argv[1]), lambda: datetime.now(UTC))
for number in range(4):
    task = desk.task("labeller A")
    answers = {"tone": Answer(status="rated", level=number + 1, note="so")}
    draft = task.draft.model_copy(update={"answers": answers, "turn": 2})
    if number == 3:
        desk.keep(draft)
    else:
        desk.submit(task, draft)
print("ready", flush=True)
sys.stdin.readline()
"""


def _levels(made: Room, labeller: str) -> dict[str, list[int | str | None]]:
    """Return the levels of every line, by transcript, in order."""
    found: dict[str, list[int | str | None]] = {}
    for label in made.labels(labeller):
        found.setdefault(label.transcript, []).append(label.level)
    return found


def test_what_could_not_be_stored_is_not_saved_and_its_form_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Field case 88: ten items, the store fails for the fifth to the seventh.
    made = room(tmp_path, transcripts=10)
    desk = made.desk()
    order: list[str] = []
    failed: dict[str, tuple[Draft, str]] = {}
    write = ledger._write_whole

    def failing(descriptor: int, block: bytes) -> None:
        if b'"rubric_version"' in block and len(order) in {4, 5, 6}:
            raise OSError(errno.EIO, "Input/output error")
        write(descriptor, block)

    monkeypatch.setattr(ledger, "_write_whole", failing)
    for number in range(10):
        task = taken(desk, ANN)
        draft = filled(task, number % 4 + 1)
        try:
            desk.submit(task, draft)
        except DataError as error:
            failed[task.transcript.id] = (draft, str(error))
            desk.skip(task, "the disk fails")
        order.append(task.transcript.id)
    monkeypatch.undo()

    assert list(failed) == order[4:7]
    assert all("cannot be appended to (Input/output error)" in said for _, said in failed.values())
    assert list(_levels(made, ANN)) == [*order[:4], *order[7:]]
    assert desk.progress(ANN).mine_done == 7
    again = made.desk()
    for name, (draft, _) in failed.items():
        task = again.open(ANN, name)
        assert task.draft.answers == draft.answers
        again.submit(task, task.draft)
    assert made.desk().progress(ANN).mine_done == 10


def test_a_failed_submit_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = room(tmp_path, dimensions=TWO)
    desk = made.desk()
    task = taken(desk, ANN)
    with monkeypatch.context() as patched:
        patched.setattr(ledger, "_write_whole", _full_disk)
        with pytest.raises(DataError, match="No space left"):
            desk.submit(task, filled(task))

    assert made.labels(ANN) == []
    assert desk.submit(task, filled(task)).labels == tuple(made.labels(ANN))


def _full_disk(_: int, __: bytes) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_of_clicks_and_corrections_one_value_counts_and_history_is_in_order(
    tmp_path: Path,
) -> None:
    # Field case 89: click 4, then 3, then 4, save, reload, export.
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, ANN)
    for level in (4, 3, 4):
        desk.keep(filled(task, level))
    desk.submit(task, made.desk().open(ANN, "t0").draft)
    assert _levels(made, ANN) == {"t0": [4]}

    for level in (3, 4, 4):
        again = made.desk().open(ANN, "t0")
        desk.submit(again, filled(again, level))

    lines = made.labels(ANN)
    assert [line.level for line in lines] == [4, 3, 4]
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert len({line.id for line in lines}) == 3
    bench = Bench(tmp_path)
    assert bench.evidence(bench.rubrics(), ())["tone"].level.tolist() == [3]  # the code of 4


def test_two_labellers_make_two_rows_of_one_item(tmp_path: Path) -> None:
    # Field case 90: the export held the item once per annotator, each with both annotations.
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    labelled(desk, ANN, 2)
    labelled(desk, BEN, 3)

    rows = [
        (label.transcript, label.labeller, label.level)
        for who in (ANN, BEN)
        for label in made.labels(who)
    ]

    assert rows == [("t0", ANN, 2), ("t0", BEN, 3)]
    evidence = Bench(tmp_path).evidence(Bench(tmp_path).rubrics(), ())["tone"]
    assert evidence.n_units == 1


def test_labels_and_form_survive_a_killed_process_and_another_working_folder(
    tmp_path: Path,
) -> None:
    # Field case 91: label three items, kill -9, start from another working directory.
    made = room(tmp_path)
    process = python(LABEL_THREE, tmp_path)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.kill()
    process.communicate()

    code = (
        "import sys, json; from datetime import UTC, datetime; from pathlib import Path;"
        "from workbench.workflows.labelling import Desk;"
        "desk = Desk(Path(sys.argv[1]), lambda: datetime.now(UTC)); task = desk.task('labeller A');"
        "print(json.dumps([desk.progress('labeller A').mine_done, task.draft.to_json()]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd="/",
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )

    done, draft = json.loads(found.stdout)
    assert done == 3
    assert draft["turn"] == 2
    assert draft["answers"] == {"tone": {"status": "rated", "level": 4, "note": "so"}}
    assert sorted(level for levels in _levels(made, ANN).values() for level in levels) == [1, 2, 3]  # type: ignore[type-var]


def test_a_suggestion_is_no_label_and_a_change_of_it_is_kept(tmp_path: Path) -> None:
    # Field case 92: an item with a suggested level; one labeller changes it, one saves nothing.
    made = room(tmp_path, transcripts=1)
    suggestion = verdict(level=2, transcript="t0", transcript_digest=None)
    ledger.append(Workspace(tmp_path).verdicts("strict"), [suggestion.line()])
    desk = made.desk()
    task = taken(desk, ANN)
    assert task.draft.answers == {}

    desk.submit(task, filled(task, 3))
    untouched = taken(desk, BEN)
    with pytest.raises(DataError, match="has no answer yet"):
        desk.submit(untouched, untouched.draft)

    assert made.desk().open(ANN, "t0").own["tone"].level == 3
    assert made.labels(BEN) == []


def test_an_imported_label_of_ones_own_can_be_changed_and_untouched_stays(tmp_path: Path) -> None:
    # Field case 92 with a label: what was changed persists, what was not is written by nobody.
    made = room(tmp_path, transcripts=1)
    rubric = Workspace(tmp_path).rubrics["tone"].rubric
    for who in (ANN, BEN):
        imported = Label(
            id=digest(who),
            transcript="t0",
            dimension="tone",
            rubric_version="1.0",
            rubric_digest=rubric.digest,
            labeller=who,
            status="rated",
            level=2,
            at=made.now(),
            source="there.csv:1",
        )
        ledger.append(Workspace(tmp_path).labels(who), [imported.line()])
    desk = made.desk()
    mine, theirs = desk.open(ANN, "t0"), desk.open(BEN, "t0")

    desk.submit(mine, filled(mine, 3))
    desk.submit(theirs, theirs.draft)

    assert _levels(made, ANN) == {"t0": [2, 3]}
    assert _levels(made, BEN) == {"t0": [2]}


def test_two_labellers_at_one_desk_see_nothing_of_each_other(tmp_path: Path) -> None:
    # Field case 105: what one saves must not show in the other's form, nor be out of date.
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, ANN)
    desk.submit(task, filled(task, 4, note="plainly rude"))

    other = taken(desk, BEN)

    assert other.own == {}
    assert other.draft.answers == {}
    assert desk.done(BEN) == []
    assert "plainly rude" not in repr(other)
    assert ANN not in repr(other)
    desk.submit(other, filled(other, 1))
    assert [one.transcript_id for one in desk.done(BEN)] == ["t0"]
    assert desk.progress(BEN).team_done == 2


def test_a_shared_desk_stores_under_the_one_whose_task_it_is(tmp_path: Path) -> None:
    # Field case 106: names are set in two sessions, then the first one saves.
    made = room(tmp_path)
    desk = made.desk()
    first, second = taken(desk, ANN), taken(desk, BEN)
    desk.keep(filled(second, 1))

    desk.submit(first, filled(first, 4))

    assert [label.labeller for label in made.labels(ANN)] == [ANN]
    assert made.labels(BEN) == []
    assert taken(desk, BEN).draft == filled(second, 1)


def test_of_two_tabs_the_newest_submit_counts_whole(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1, dimensions=TWO)
    desk = made.desk()
    here, there = taken(desk, ANN), taken(desk, ANN)

    desk.submit(here, filled(here, {"accuracy": 1, "tone": 2}))
    desk.submit(there, filled(there, {"accuracy": 4, "tone": 2}))

    own = desk.open(ANN, "t0").own
    assert {name: label.level for name, label in own.items()} == {"accuracy": 4, "tone": 2}
    assert [(one.dimension, one.level) for one in made.labels(ANN)] == [
        ("accuracy", 1),
        ("tone", 2),
        ("accuracy", 4),
    ]


def test_a_form_left_open_in_another_tab_does_not_bring_back_what_was_overtaken(
    tmp_path: Path,
) -> None:
    made = room(tmp_path, transcripts=1, dimensions=TWO)
    desk = made.desk()
    here, there = taken(desk, ANN), taken(desk, ANN)
    desk.submit(here, filled(here, 2))

    desk.keep(filled(there, 4))

    assert {one.level for one in desk.open(ANN, "t0").draft.answers.values()} == {2}


def test_the_same_submit_from_two_threads_is_written_once(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    desk = made.desk()
    task = taken(desk, ANN)
    start = threading.Barrier(4)

    def submit() -> None:
        start.wait()
        desk.submit(task, filled(task, 3))

    threads = [threading.Thread(target=submit) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert _levels(made, ANN) == {"t0": [3]}


def test_a_torn_line_costs_that_line_alone(tmp_path: Path) -> None:
    made = room(tmp_path)
    first = labelled(made.desk(), ANN)
    path = Workspace(tmp_path).labels(ANN)
    with path.open("ab") as file:
        file.write(b'{"id":"torn","transcript":"t')

    second = labelled(made.desk(), ANN)

    progress = made.desk().progress(ANN)
    assert progress.mine_done == 2
    assert first != second
    assert len(path.read_bytes().splitlines()) == 3


def test_ledgers_that_were_merged_meanwhile_are_read_anew(tmp_path: Path) -> None:
    made = room(tmp_path)
    desk = made.desk()
    first = labelled(desk, ANN)
    path = Workspace(tmp_path).labels(ANN)
    (label,) = made.labels(ANN)
    elsewhere = next(f"t{number}" for number in range(4) if f"t{number}" != first)
    merged = label.model_copy(update={"transcript": elsewhere, "id": digest(elsewhere)})
    path.unlink()
    ledger.append(path, [merged.line(), label.line()])

    assert desk.progress(ANN).mine_done == 2
    assert taken(desk, ANN).transcript.id not in {first, elsewhere}


def test_a_note_with_line_ends_and_other_scripts_comes_back_as_it_was(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=1)
    note = 'zwei\nZeilen, "Zitate", \N{GRINNING FACE} and \u05e9\u05dc\u05d5\u05dd'
    desk = made.desk()
    task = taken(desk, ANN)
    answers = {"tone": Answer(status="cannot_tell", note=note)}

    desk.submit(task, task.draft.model_copy(update={"answers": answers}))

    assert made.desk().open(ANN, "t0").own["tone"].note == note
