"""Workspaces to label in: rubrics, transcripts, and a clock that moves on at every look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from workbench.domain.assignment import Assignment
from workbench.domain.draft import Answer, Draft
from workbench.domain.rating import Label
from workbench.domain.transcript import Transcript
from workbench.store import ledger
from workbench.store.workspace import Workspace
from workbench.workflows.labelling import Desk, Task

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN, BEN, CLEO = "labeller A", "labeller B", "labeller C"


def rubric(dimension: str, version: str = "1.0", *, more: str = "") -> str:
    """Return the text of a rubric from 1 to 4."""
    return (
        f'dimension: {dimension}\nversion: "{version}"\nquestion: How is the {dimension}?\n'
        f"anchors:\n  1: bad {version}\n  2: poor\n  3: fair\n  4: good\n{more}"
    )


@dataclass
class Room:
    """A workspace on disk in which people label."""

    root: Path
    seconds: int = field(default=0)

    def now(self) -> datetime:
        """Return the next second."""
        self.seconds += 1
        return NOON + timedelta(seconds=self.seconds)

    def desk(self) -> Desk:
        """Return a desk of its own, as another process would have it."""
        return Desk(self.root, self.now)

    def write(self, name: str, text: str) -> None:
        """Write a file that people edit."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def put(self, *transcripts: Transcript) -> None:
        """Add transcripts to the collection."""
        ledger.append(self.root / "transcripts" / "all.jsonl", [one.line() for one in transcripts])

    def labels(self, labeller: str) -> list[Label]:
        """Return every line of a labeller's ledger."""
        path = Workspace(self.root).labels(labeller)
        return [Label.from_line(line.data) for line in ledger.read(path)]

    def assignments(self) -> list[Assignment]:
        """Return the record of who took and gave back what."""
        path = Workspace(self.root).record("assignments")
        return [Assignment.from_line(line.data) for line in ledger.read(path)]

    def drafts(self) -> list[Path]:
        """Return the files of all drafts."""
        return sorted((self.root / ".drafts").glob("*/*.json"))


def room(
    root: Path,
    *,
    transcripts: int = 4,
    dimensions: Sequence[str] = ("tone",),
    policy: str = "",
) -> Room:
    """Make a workspace of transcripts t0, t1, ... of four turns, and rubrics from 1 to 4."""
    made = Room(root)
    made.write("workbench.yaml", policy)
    for name in dimensions:
        made.write(f"rubrics/{name}.yaml", rubric(name))
    made.put(*(conversation(f"t{number}") for number in range(transcripts)))
    return made


def conversation(name: str, turns: int = 4) -> Transcript:
    """Return a conversation of so many turns, the user first."""
    spoken = tuple(
        {"index": index, "role": ("user", "assistant")[index % 2], "content": f"{name} {index}"}
        for index in range(turns)
    )
    return Transcript.of({"id": name, "turns": spoken})


def taken(desk: Desk, labeller: str, mode: str | None = None) -> Task:
    """Return the task that a labeller is given, where there has to be one."""
    task = desk.task(labeller, mode)
    assert task is not None
    return task


def filled(task: Task, level: int | Mapping[str, int] = 3, **fields: object) -> Draft:
    """Return the task's form with a level for every dimension that is asked."""
    answers = {
        one.dimension: Answer.model_validate(
            {
                "status": "rated",
                "level": level if isinstance(level, int) else level[one.dimension],
                **fields,
            }
        )
        for one in task.rubrics
    }
    return task.draft.model_copy(update={"answers": answers})


def labelled(desk: Desk, labeller: str, level: int = 3, mode: str | None = None) -> str:
    """Label the next transcript and return its id."""
    task = taken(desk, labeller, mode)
    desk.submit(task, filled(task, level))
    return task.transcript.id
