"""Whatever people do at once: no place too many, no label lost, no form mixed."""

from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workflows.sittings import ANN, BEN, CLEO, Room, filled, room, taken
from workbench.domain.draft import Draft
from workbench.domain.names import name_of
from workbench.domain.rating import Label
from workbench.errors import DataError
from workbench.store.drafts import Drafts
from workbench.store.workspace import Workspace
from workbench.workflows.labelling import Desk, Task

PEOPLE = (ANN, BEN, CLEO)
DIMENSIONS = ("accuracy", "tone")
ACTIONS = ("task", "tab", "keep", "submit", "stale", "skip", "undo", "open")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(range(3)),
        st.sampled_from(ACTIONS),
        st.sampled_from((None, "tone")),
        st.integers(1, 4),
    ),
    min_size=1,
    max_size=40,
)


class Play:
    """Three people, each at a desk of their own process, and what should have come of it."""

    def __init__(self, made: Room, overlap: int) -> None:
        self.made = made
        self.overlap = overlap
        self.desks = {who: Desk(made.root, made.now) for who in PEOPLE}
        self.tasks: dict[str, list[Task]] = defaultdict(list)
        self.written: dict[str, list[Label]] = defaultdict(list)

    def step(self, who: str, action: str, mode: str | None, level: int) -> None:
        """Do one thing; a refusal is an outcome like another."""
        desk, tasks = self.desks[who], self.tasks[who]
        if action == "undo":
            desk.undo(who, mode)
            tasks.clear()
        elif action == "open":
            self._open(who, level, mode)
        elif action in {"task", "tab"} or not tasks:
            task = desk.task(who, mode)
            tasks += [task] if task is not None else []
        elif action == "skip":
            desk.skip(tasks.pop(), "for a reason")
        elif action == "keep":
            draft = filled(tasks[-1], level)
            desk.keep(draft)
            assert Drafts(Workspace(self.made.root)).like(tasks[-1].draft) == draft
        else:
            self._submit(who, tasks.pop(0 if action == "stale" else -1), level)

    def _open(self, who: str, number: int, mode: str | None) -> None:
        try:
            self.tasks[who].append(self.desks[who].open(who, f"t{number % 3}", mode))
        except DataError as error:
            _refused_for_want_of_a_place(error)

    def _submit(self, who: str, task: Task, level: int) -> None:
        before = len(self.made.labels(who))
        try:
            standing = self.desks[who].submit(task, filled(task, level)).labels
        except DataError as error:
            _refused_for_want_of_a_place(error)
            assert len(self.made.labels(who)) == before
            return
        assert {label.level for label in standing} == {level}
        lines = self.made.labels(who)
        assert all(label in lines for label in standing)
        self.written[who] += lines[before:]

    def assert_sound(self) -> None:
        """Check what holds after every step."""
        lines = {who: self.made.labels(who) for who in PEOPLE}
        fresh = self.made.desk()
        for who in PEOPLE:
            assert {label.labeller for label in lines[who]} <= {who}
            assert len({label.id for label in lines[who]}) == len(lines[who])
            assert all(label in lines[who] for label in self.written[who])
        for path in self.made.drafts():
            assert Draft.from_line(path.read_bytes()).labeller == name_of(path.parent.name)
        for transcript, people in self._places(lines).items():
            assert len(people) <= self.overlap, (transcript, people)
        for who in PEOPLE:
            for mode in (None, "tone"):
                progress = self.desks[who].progress(who, mode)
                assert 0 <= progress.team_done <= progress.team_needed
                assert progress.mine_done >= 0
                assert progress.mine_done + progress.mine_left <= 3
                assert progress == fresh.progress(who, mode)

    def _places(self, lines: dict[str, list[Label]]) -> dict[str, set[str]]:
        """Return who has a place on which transcript, worked out from the files alone."""
        found: dict[str, set[str]] = defaultdict(set)
        newest = {
            (one.labeller, one.transcript): one.action
            for one in self.made.assignments()
            if one.repeat == 0
        }
        for (who, transcript), action in newest.items():
            if action == "taken":
                found[transcript].add(who)
        for who, labels in lines.items():
            last = {(one.transcript, one.dimension): one for one in labels if one.repeat == 0}
            for (transcript, _), label in last.items():
                if label.status != "withdrawn":
                    found[transcript].add(who)
        return found


def _refused_for_want_of_a_place(error: DataError) -> None:
    assert "as many people have it" in str(error)


@settings(max_examples=25)
@given(steps=STEPS, overlap=st.integers(1, 2), repeats=st.sampled_from((0.0, 1.0)))
def test_nothing_is_lost_or_mixed_whatever_three_people_do(
    steps: list[tuple[int, str, str | None, int]], overlap: int, repeats: float
) -> None:
    policy = f"overlap: {overlap}\nlabelling: {{repeats: {repeats}, repeat_after: 1}}\n"
    with TemporaryDirectory() as folder:
        made = room(Path(folder), transcripts=3, dimensions=DIMENSIONS, policy=policy)
        play = Play(made, overlap)

        for person, action, mode, level in steps:
            play.step(PEOPLE[person], action, mode, level)

        play.assert_sound()


def test_the_queue_runs_dry_with_every_place_filled(tmp_path: Path) -> None:
    made = room(tmp_path, transcripts=7, dimensions=DIMENSIONS)
    desks = {who: made.desk() for who in PEOPLE}
    waiting = set(PEOPLE)

    while waiting:
        for who in sorted(waiting):
            if desks[who].task(who) is None:
                waiting.discard(who)
                continue
            task = taken(desks[who], who)
            desks[who].submit(task, filled(task, 3))

    progress = desks[ANN].progress(ANN)
    assert progress.team_done == progress.team_needed == 14
