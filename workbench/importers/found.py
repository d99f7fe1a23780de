"""What every importer yields: records and rows, and beside them what it had to say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from workbench.domain.rating import Label, Sampled, Verdict
from workbench.domain.rubric import Rubric
from workbench.domain.suite import Suite
from workbench.domain.transcript import Transcript

What = Literal["transcripts", "labels", "verdicts", "rubrics", "suites"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing to say about one place of a source."""

    line: int
    """Counted from 1; the record's number where the file is one JSON document; 0: the file."""
    kind: Literal["skipped", "dropped", "note"]
    """A record left out, content of a record left out, or nothing lost but worth knowing."""
    message: str
    file: str | None = None
    """The file of that place; None: the one that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """One rater's answer as a foreign file has it, before the rubric's scale is applied."""

    line: int
    transcript: str
    dimension: str
    rater: str | None = None
    """Labeller or judge; None where the file does not say, and an option must."""
    raw: Any = None
    """The value as it stands: a number, a text, null."""
    not_applicable: bool = False
    """The source itself says "not applicable"; without it the raw value decides."""
    cannot_tell: bool = False
    criterion: str | None = None
    repeat: int = 0
    note: str | None = None
    """A labeller's note or a judge's justification."""
    evidence: tuple[int, ...] = ()
    sampled: Sampled | None = None
    """How the transcript came to be labelled, where the source says so."""
    seconds: float | None = None
    at: datetime | None = None
    """When it was given, where the source says so; aware."""
    zoneless: bool = False
    """The source names no zone for that time, and it is taken for UTC."""
    answer: str | None = None
    """What the rater answered in words, where the source has it beside the value."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What else the row held: kept in a verdict's reply, dropped and named for a label."""
    record: Label | Verdict | None = None
    """The record itself, where the source is in our own format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person who imports says about the file."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Our field (transcript, dimension, labeller, judge, level, note) to the file's column."""
    raters: Literal["labeller", "judge"] = "labeller"


class TranscriptImporter(Protocol):
    """Reads conversations."""

    def __call__(self, path: Path, options: Options) -> Iterator[Transcript | Remark]:
        """Yield what the file holds, in its order; raises DataError where nothing can be."""


class RatingImporter(Protocol):
    """Reads labels or verdicts."""

    def __call__(self, path: Path, options: Options) -> Iterator[RatingRow | Remark]:
        """Yield what the file holds, in its order; raises DataError where nothing can be."""


class RubricImporter(Protocol):
    """Reads rubrics."""

    def __call__(self, path: Path, options: Options) -> Iterator[Rubric | Remark]:
        """Yield what the file holds, in its order; raises DataError where nothing can be."""


class SuiteImporter(Protocol):
    """Reads suites."""

    def __call__(self, path: Path, options: Options) -> Iterator[Suite | Remark]:
        """Yield what the file holds, in its order; raises DataError where nothing can be."""
