"""What the labelling desk hands out: a transcript to label, one's history, and how far all are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from workbench.domain.draft import Draft
from workbench.domain.flag import Flag
from workbench.domain.level import Level
from workbench.domain.rating import Label, LabelStatus
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript

Mode = str | None
"""None: all dimensions of a transcript; else the one dimension that is worked through the queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One transcript in front of one labeller."""

    labeller: str
    transcript: Transcript
    repeat: int
    """Above 0: a hidden repeat; nothing but this tells it from a first reading."""
    rubrics: tuple[Rubric, ...]
    """What is asked, in order of dimension."""
    own: Mapping[str, Label]
    """The labeller's own labels that count, by dimension; none on a repeat."""
    draft: Draft
    """The form as it was left, else as the own labels fill it."""
    revealed: bool
    """Whether the labeller has seen what others say of it."""
    taken_back: bool = False
    """Whether labels of what is asked were taken back and not saved again."""
    mode: Mode = None
    flags: tuple[Flag, ...] = ()
    """The labeller's own that were not dismissed, oldest first; on a repeat those raised since it
    was first given, for one from before would tell what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """What came of a submit."""

    labels: tuple[Label, ...]
    """The labels that stand now, in order of dimension."""
    written: int
    """How many of them are new; the others said the same before and were left alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What came of an undo."""

    task: Task
    """Over all dimensions where the mode was another one."""
    again: tuple[str, ...]
    """The dimensions whose label from before stands again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One label of one's own that counts."""

    dimension: str
    status: LabelStatus
    level: Level | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One transcript of a labeller's own history: labelled, or skipped."""

    transcript_id: str
    at: datetime
    complete: bool
    """Whether a label that counts stands of every dimension."""
    first_words: str
    """How the conversation begins; empty where nobody says anything."""
    given: tuple[Given, ...]
    """The labels that count, in order of dimension."""
    skipped: str | None
    """Why it was given back; None where it was not, or is labelled all the same."""
    taken_back: bool
    """Whether labels of it were taken back and not saved again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far one labeller and the team are."""

    mine_done: int
    mine_apart: int
    """Of those done: kept apart, since of some dimension there is no label from before others'
    ratings were shown."""
    mine_left: int
    """At most: others may take some of them."""
    team_done: int
    team_needed: int
    """Places: transcripts times overlap."""
    overlap: int
    """How many people are to label each transcript."""
    seconds_each: float | None
    """The labeller's median for one transcript, of those labelled here; None while too few are."""
    untimed: int
    """How many more transcripts there have to be before there is such a median."""
    rare: tuple[tuple[str, Level, int], ...]
    """Dimension, level and how often the labeller gave it, rarest first; own labels only."""
    undoable: bool
    """Whether there is a submit to take back."""

    @property
    def minutes_left(self) -> float | None:
        """The labeller's own pace times what is left at most."""
        if self.seconds_each is None:
            return None
        return self.seconds_each * self.mine_left / 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """What another labeller, or a judge, says of one dimension of a transcript."""

    rater: str
    """`person 2` for a labeller where names are hidden."""
    kind: Literal["labeller", "judge"]
    dimension: str
    status: str
    level: Level | None
    said: str | None
    """A labeller's note or a judge's justification."""
    evidence: tuple[int, ...] = ()
