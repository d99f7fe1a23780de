"""What an import is asked to do, and what it reports: nothing is left out without its line."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.domain.rating import Sampled
from workbench.errors import DataError
from workbench.importers.found import Remark, What

Progress = Callable[[str, int], None]
"""Told now and then what is being done and how many records of it are done."""

PROGRESS_STEP = 5_000
"""Records between two calls of a progress callback."""


def quiet(_doing: str, _done: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """How the person who imports wants the files taken."""

    format: str | None = None
    """None: recognised, file by file."""
    collection: str | None = None
    """Of transcripts; None: the name of the file."""
    suite: str | None = None
    """The name of a suite; None: the name of the file."""
    rater: str | None = None
    """Labeller or judge of the rows that name none."""
    columns: Mapping[str, str] = field(default_factory=dict)
    scale: str | None = None
    """Levels of dimensions that have no rubric yet: ``1-4`` or ``nominal:a,b``."""
    sampled: Sampled | None = None
    """How the transcripts were chosen whose rows do not say; None: assumed at random."""
    not_applicable: frozenset[str] = frozenset()
    """Raw values, as text, that mean "not applicable"."""
    without_transcripts: bool = False
    allow_loss: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One sentence about one place of an imported file."""

    file: str
    line: int
    """Counted from 1; 0 where the whole file is meant."""
    message: str

    def __str__(self) -> str:
        line = str(self.line) if self.line else ""
        return ": ".join(filter(None, (":".join(filter(None, (self.file, line))), self.message)))

    def to_json(self) -> dict[str, Any]:
        """Return the place as ``import --json`` prints it."""
        return {"file": self.file or None, "line": self.line or None, "message": self.message}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import read, wrote and left out."""

    what: What
    read: int
    """Records of the files, whatever became of them."""
    imported: int
    """Records written; 0 where the import was refused."""
    already_here: int
    duplicates: int
    """Records equal to one before them in the same import."""
    not_applicable: int
    errors: Mapping[str, int]
    """Verdicts that landed in error, by kind."""
    skipped: tuple[Place, ...]
    dropped: tuple[Place, ...]
    notes: tuple[Place, ...]
    rubrics: tuple[str, ...]
    """Files of rubrics that were created."""
    judges: tuple[str, ...]
    """Recorded judges that were added to judges.yaml."""
    suites: tuple[str, ...]
    """Files of suites that were written."""
    refused: bool
    """Something would have been lost and that was not allowed: nothing was written."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as ``import --json`` prints it."""
        return {
            "schema": "workbench.import/1",
            "what": self.what,
            "refused": self.refused,
            "read": self.read,
            "imported": self.imported,
            "already_here": self.already_here,
            "duplicates": self.duplicates,
            "not_applicable": self.not_applicable,
            "errors": dict(self.errors),
            "skipped": [place.to_json() for place in self.skipped],
            "dropped": [place.to_json() for place in self.dropped],
            "notes": [place.to_json() for place in self.notes],
            "rubrics": list(self.rubrics),
            "judges": list(self.judges),
            "suites": list(self.suites),
        }


class Tally:
    """Counts what an import meets, until it becomes the report."""

    def __init__(self, what: What) -> None:
        """Start at nothing."""
        self.what: What = what
        self.read = 0
        self.already_here = 0
        self.duplicates = 0
        self.not_applicable = 0
        self.errors: Counter[str] = Counter()
        self.notes: list[Place] = []
        self._skipped: list[Place] = []
        self._dropped: list[Place] = []

    def remark(self, file: str, remark: Remark) -> None:
        """Take over what an importer had to say."""
        file = remark.file or file
        if remark.kind == "skipped":
            self.read += 1
            self.skip(file, remark.line, remark.message)
        elif remark.kind == "dropped":
            self.drop(file, remark.line, remark.message)
        else:
            self.note(remark.message, file=file, line=remark.line)

    def skip(self, file: str, line: int, reason: str) -> None:
        """Leave a record out."""
        self._skipped.append(Place(file, line, reason))

    def drop(self, file: str, line: int, message: str) -> None:
        """Leave content of a record out."""
        self._dropped.append(Place(file, line, message))

    def note(self, message: str, *, file: str = "", line: int = 0) -> None:
        """Say something that lost nothing."""
        self.notes.append(Place(file, line, message))

    def require_any(self, path: Path, before: int) -> None:
        """Refuse a file that no record was read from: nothing imported is no success.

        Raises:
            DataError: Nothing was read since `before` records.
        """
        if self.read == before:
            raise DataError(f"{path}: holds no {self.what}")

    def refuses(self, request: ImportRequest) -> bool:
        """Whether something would be lost that the person did not allow to be."""
        return bool(self._skipped or self._dropped) and not request.allow_loss

    def report(
        self,
        *,
        imported: int = 0,
        rubrics: tuple[str, ...] = (),
        judges: tuple[str, ...] = (),
        suites: tuple[str, ...] = (),
        refused: bool = False,
    ) -> ImportReport:
        """Return the report of what was counted."""
        return ImportReport(
            what=self.what,
            read=self.read,
            imported=imported,
            already_here=self.already_here,
            duplicates=self.duplicates,
            not_applicable=self.not_applicable,
            errors=dict(sorted(self.errors.items())),
            skipped=tuple(self._skipped),
            dropped=tuple(self._dropped),
            notes=tuple(self.notes),
            rubrics=rubrics,
            judges=judges,
            suites=suites,
            refused=refused,
        )
