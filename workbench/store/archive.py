"""The archive: what labels and verdicts say beyond the levels that count.

Hidden repeats, verdicts under earlier rubric texts and fingerprints, and records word for word.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from pydantic import ValidationError

from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store import archive_sql as sql
from workbench.store import ledger
from workbench.store.ratings import Ratings
from workbench.store.workspace import Workspace

Rating = TypeVar("Rating", Label, Verdict)
Variant = tuple[str, str]
"""Digest of a rubric's text, and fingerprint of the judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One label, and what stands beside it: the same labeller's repeat, or a verdict's level."""

    transcript: str
    criterion: str | None
    labeller: str
    level: str
    other: str
    repeat: int = 0
    """Of the label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Era:
    """What one judge said of one dimension under one rubric text and one fingerprint."""

    rubric_version: str
    rubric_digest: str
    fingerprint: str
    verdicts: int
    first: datetime
    last: datetime

    @property
    def variant(self) -> Variant:
        """What k counts."""
        return (self.rubric_digest, self.fingerprint)


class Archive:
    """What the index knows beyond `Ratings`."""

    def __init__(self, workspace: Workspace, ratings: Ratings) -> None:
        """Take the workspace and its ratings; nothing is read yet."""
        self._workspace = workspace
        standing = sql.STANDING.format(**ratings.tables)
        self._tables = {**ratings.tables, "standing": standing}

    def repeats(self, rubric: Rubric) -> list[Compared]:
        """Return every hidden repeat with a level; `other` is the level of the label it repeats."""
        asked = {"dimension": rubric.dimension, "major": rubric.major}
        return [
            Compared(
                transcript=transcript,
                criterion=criterion,
                labeller=labeller,
                level=again,
                other=first,
                repeat=repeat,
            )
            for labeller, transcript, criterion, repeat, again, first in self._rows(
                sql.REPEATS, asked
            )
        ]

    def eras(self, dimension: str, judge: str) -> list[Era]:
        """Return the texts and fingerprints that a judge answered under, the oldest first."""
        rows = self._rows(sql.ERAS, {"dimension": dimension, "judge": judge})
        return [
            Era(
                rubric_version=version,
                rubric_digest=text,
                fingerprint=fingerprint,
                verdicts=count,
                first=_moment(first),
                last=_moment(last),
            )
            for version, text, fingerprint, count, first, last in rows
        ]

    def compared(self, dimension: str, judge: str) -> dict[Variant, list[Compared]]:
        """Return random labels beside the judge's levels under every text and fingerprint.

        A label counts for the major version that it was given under.
        """
        found: dict[Variant, list[Compared]] = defaultdict(list)
        asked = {"dimension": dimension, "judge": judge}
        for text, fingerprint, transcript, criterion, labeller, level, verdict in self._rows(
            sql.COMPARED, asked
        ):
            found[text, fingerprint].append(
                Compared(
                    transcript=transcript,
                    criterion=criterion,
                    labeller=labeller,
                    level=level,
                    other=verdict,
                )
            )
        return dict(found)

    def fields(self) -> list[str]:
        """Return the fields of agents and metadata that at least two transcripts share a value of.

        Without those on which all transcripts are the same.
        """
        return [name for (name,) in self._rows(sql.FIELDS, {})]

    def labelled_by(self, labeller: str, rubric: Rubric) -> frozenset[str]:
        """Return the transcripts on which a label of one labeller stands."""
        asked = {"dimension": rubric.dimension, "labeller": labeller, "major": rubric.major}
        return frozenset(name for (name,) in self._rows(sql.LABELLED, asked))

    def labels(self, rubric: Rubric, transcript: str) -> tuple[Label, ...]:
        """Return the labels of one transcript that stand, word for word."""
        asked = {
            "dimension": rubric.dimension,
            "transcript": transcript,
            "major": rubric.major,
        }
        return self._records("labels", Label, self._rows(sql.LABEL_PLACES, asked))

    def verdicts(
        self, rubric: Rubric, transcript: str, judge: str, fingerprint: str
    ) -> tuple[Verdict, ...]:
        """Return a judge's verdicts on one transcript that stand, one a criterion."""
        asked = {
            "dimension": rubric.dimension,
            "transcript": transcript,
            "judge": judge,
            "text": rubric.digest,
            "fingerprint": fingerprint,
        }
        return self._records("verdicts", Verdict, self._rows(sql.VERDICT_PLACES, asked))

    def _records(
        self, folder: str, kind: type[Rating], places: Iterable[tuple[str, int]]
    ) -> tuple[Rating, ...]:
        """Read the lines that the index names."""
        files = self._workspace.files(folder, ".jsonl")
        wanted: dict[str, set[int]] = defaultdict(set)
        for name, number in places:
            wanted[name].add(number)
        found: list[Rating] = []
        for name, numbers in sorted(wanted.items()):
            lines = ledger.read(files[name]) if name in files else ()
            found += [
                _parsed(kind, line.data, f"{name}:{line.number}")
                for line in lines
                if line.number in numbers
            ]
        return tuple(found)

    def _rows(self, query: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        return self._workspace.engine.rows(query.format(**self._tables), values)


def _moment(microseconds: int) -> datetime:
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=microseconds)


def _parsed(kind: type[Rating], data: bytes, where: str) -> Rating:
    try:
        return kind.from_line(data)
    except ValidationError as error:
        raise DataError(f"{where}: was edited while it was read; try again") from error
