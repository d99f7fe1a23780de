"""The catalogue of transcripts: finds one among ten thousand without parsing the rest."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.domain.finding import Finding
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.index import Index, Indexed
from workbench.store.query import parquet, table
from workbench.store.records import TRANSCRIPTS
from workbench.store.whole import replacing
from workbench.store.workspace import Workspace

ONE = "SELECT file, line, start, size FROM {table} WHERE id = $id ORDER BY file, line LIMIT 1"
SPOTS = """
SELECT id, file, line, start, size FROM {table}
QUALIFY row_number() OVER (PARTITION BY id ORDER BY file, line) = 1 ORDER BY id
"""
DIGESTS = "SELECT id, digest FROM {table} ORDER BY id"
ENTRIES = """
SELECT id, digest, unit, file FROM {table}
QUALIFY row_number() OVER (PARTITION BY id ORDER BY file, line) = 1 ORDER BY id
"""
PLACES = "SELECT id, file, line FROM {table} ORDER BY file, line"

OBJECTS = "SELECT to_json(t) FROM {table} t"


@dataclass(frozen=True, slots=True)
class Listed:
    """What can be said of a transcript without reading it."""

    id: str
    digest: str
    case: str
    """The transcript itself where it has none."""
    file: str
    """Its collection."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one transcript stands, to be read without looking it up again."""

    file: str
    line: int
    start: int
    size: int


class Catalogue:
    """Every transcript of a workspace by id; the index is brought up to date at first use."""

    def __init__(self, workspace: Workspace) -> None:
        """Take the workspace; nothing is read yet."""
        self._workspace = workspace

    @cached_property
    def _read(self) -> tuple[dict[str, Path], tuple[Finding, ...]]:
        """The JSON Lines behind each collection, and the Parquet files that gave none."""
        files = self._workspace.files("transcripts", ".jsonl")
        findings = []
        for name, path in self._workspace.files("transcripts", ".parquet").items():
            try:
                files[name] = self._as_lines(name, path)
            except DataError as error:
                findings.append(
                    Finding(file=name, line=0, code="unreadable", message=f"no Parquet: {error}")
                )
        return files, tuple(findings)

    @property
    def _files(self) -> dict[str, Path]:
        return self._read[0]

    @cached_property
    def indexed(self) -> Indexed:
        """The index of all collections, and the lines that are no transcript."""
        index = Index(self._workspace.scratch / "index", self._workspace.engine)
        return index.update(TRANSCRIPTS, self._files)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the parser could not make a transcript of."""
        return (*self._read[1], *self.indexed.findings)

    @cached_property
    def table(self) -> str:
        """The catalogue as a table expression with the columns of `records.TRANSCRIPTS`."""
        return table(self.indexed.segments, TRANSCRIPTS.columns)

    def digests(self) -> dict[str, str]:
        """Return the digest of every transcript by id."""
        return dict(self._workspace.engine.rows(DIGESTS.format(table=self.table)))

    def listed(self) -> list[Listed]:
        """Return every transcript by id, without reading any."""
        return [
            Listed(*row) for row in self._workspace.engine.rows(ENTRIES.format(table=self.table))
        ]

    def places(self) -> dict[str, str]:
        """Return where every transcript stands, as file:line, by id."""
        rows = self._workspace.engine.rows(PLACES.format(table=self.table))
        return {name: f"{file}:{line}" for name, file, line in rows}

    def get(self, name: str) -> Transcript:
        """Return one transcript; only its own line is parsed.

        Raises:
            DataError: No transcript has that id, or its line changed since it was indexed.
        """
        transcript = self.find(name)
        if transcript is None:
            raise DataError(f"transcript {name!r}: is not in this workspace's transcripts/")
        return transcript

    def find(self, name: str) -> Transcript | None:
        """Return one transcript, None where it is not here: labels may come without any."""
        found = self._workspace.engine.rows(ONE.format(table=self.table), {"id": name})
        return self.read(name, Spot(*found[0])) if found else None

    def spots(self) -> dict[str, Spot]:
        """Return where every transcript stands, by id."""
        rows = self._workspace.engine.rows(SPOTS.format(table=self.table))
        return {name: Spot(*where) for name, *where in rows}

    def read(self, name: str, spot: Spot) -> Transcript:
        """Return the transcript that stands at a spot; raises DataError where it no longer does."""
        where = f"{spot.file}:{spot.line}"
        try:
            with self._files[spot.file].open("rb") as source:
                source.seek(spot.start)
                transcript = _parsed(source.read(spot.size), where)
        except OSError as error:
            raise DataError(f"{spot.file}: cannot be read ({error.strerror})") from error
        if transcript.id != name:
            raise DataError(f"{where}: was edited while it was read; try again")
        return transcript

    def all(self) -> Iterator[Transcript]:
        """Read every transcript, file by file."""
        for name, path in sorted(self._files.items()):
            broken = {finding.line for finding in self.findings if finding.file == name}
            with path.open("rb") as source:
                for number, data in enumerate(source, 1):
                    if number not in broken and data.strip():
                        yield _parsed(data, f"{name}:{number}")

    def _as_lines(self, name: str, path: Path) -> Path:
        """Write a Parquet collection as JSON Lines beside the index, once per content."""
        stat = path.stat()
        stamp = f"{name}:{stat.st_size}:{stat.st_mtime_ns}"
        lines = self._workspace.scratch / "parquet" / f"{_short(name)}-{_short(stamp)}.jsonl"
        if not lines.exists():
            for old in lines.parent.glob(f"{_short(name)}-*"):
                old.unlink(missing_ok=True)
            rows = self._workspace.engine.rows(OBJECTS.format(table=parquet([path])))
            with replacing(lines) as target:
                for (row,) in rows:
                    target.write(json.dumps(_unpacked(json.loads(row))).encode() + b"\n")
        return lines


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _parsed(data: bytes, where: str) -> Transcript:
    try:
        return Transcript.from_line(data)
    except ValidationError as error:
        raise DataError(f"{where}: is no transcript any more; run `workbench check`") from error


def _unpacked(row: dict[str, Any]) -> dict[str, Any]:
    """Undo what a table adds: nulls for absent keys, and JSON kept as text."""
    for field in ("metadata", "outcome", "final_state"):
        if isinstance(row.get(field), str):
            with suppress(JSONDecodeError):
                row[field] = json.loads(row[field])
    return {key: _without_nulls(value) for key, value in row.items() if value is not None}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value
