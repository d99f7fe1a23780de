"""The rebuildable index: what one validating parser made of every ledger, as typed Parquet."""

import fcntl
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import ValidationError

from workbench import __version__
from workbench.domain.digest import digest
from workbench.domain.finding import Finding
from workbench.errors import DataError
from workbench.store import ledger, malformed
from workbench.store.query import Engine
from workbench.store.whole import write_text

_KEPT_SECONDS = 600
"""An outdated segment stays that long, for a process that still reads it."""
_MOST_SEGMENTS = 8
_RACY_NANOSECONDS = 2_000_000_000
"""A file that young may change again without a change of its time, as file systems keep time."""
_CUT_SHORT = frozenset({"malformed", "bad_utf8"})
_TORN = (
    "the last line is torn off (a write was cut short) and is stepped over; "
    "what it recorded has to be entered again"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What one kind of file is parsed to."""

    name: str
    row: Callable[[str, ledger.Line], str]
    """Validates one line of a named file and returns the JSON row that is indexed."""
    types: Mapping[str, str]
    select: str
    columns: Mapping[str, str]
    """The columns that the select list gives, with their types."""

    @property
    def form(self) -> str:
        """Stands for parser and columns: an index of another form is rebuilt."""
        columns = {"types": dict(self.types), "select": self.select}
        return digest({"columns": columns, "workbench": __version__})


@dataclass(slots=True, kw_only=True)
class State:
    """How far one file has been indexed."""

    form: str
    stat: tuple[int, ...] = ()
    """Size, modification time and inode at the last update; empty where they prove nothing."""
    consumed: int = 0
    lines: int = 0
    sha256: str = ""
    segments: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    """The segment of a last line that has no end yet."""
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    loose_problems: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexed:
    """The segments to read, and what the parser could not make a record of."""

    segments: tuple[Path, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Target:
    """Where the rows of one file go."""

    kind: Kind
    folder: Path
    name: str
    key: str


class Index:
    """Keeps `.workbench/index/<kind>/` up to date with the files it is asked about."""

    def __init__(self, folder: Path, engine: Engine) -> None:
        """Take the folder that may be deleted at any time, and the engine that writes it."""
        self._folder = folder
        self._engine = engine

    def update(self, kind: Kind, files: Mapping[str, Path]) -> Indexed:
        """Bring the index up to date with each file's new tail.

        Args:
            kind: What the lines are.
            files: Name as messages show it (relative path) to path.

        Raises:
            DataError: The index folder cannot be written.
        """
        folder = self._folder / kind.name
        segments: list[Path] = []
        findings: list[Finding] = []
        with _failing_as_data_error(folder), self._locked(folder):
            for name, path in sorted(files.items()):
                state = self._updated(kind, folder, name, path)
                segments += [folder / part for part in (*state.segments, *state.loose)]
                findings += [
                    Finding(file=name, line=line, code=code, message=message)
                    for line, code, message in (*state.problems, *state.loose_problems)
                ]
        return Indexed(segments=tuple(segments), findings=tuple(findings))

    @contextmanager
    def _locked(self, folder: Path) -> Iterator[None]:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _updated(self, kind: Kind, folder: Path, name: str, path: Path) -> State:
        key = hashlib.sha256(name.encode()).hexdigest()[:16]
        kept = folder / f"{key}.json"
        state = _load(kept, kind)
        stat = _stat(path)
        if state.stat == stat and _whole(state, folder):
            return state
        if not _grew(state, path, stat) or not _whole(state, folder):
            state = State(form=kind.form)
        target = _Target(kind, folder, name, key)
        self._read_tail(target, path, state)
        if len(state.segments) > _MOST_SEGMENTS:
            self._merge(target, state)
        state.stat = stat if _is_settled(stat) else ()
        write_text(kept, json.dumps(asdict(state)))
        _sweep(folder, key, state)
        return state

    def _read_tail(self, target: _Target, path: Path, state: State) -> None:
        """Parse what is new; a last line without its end stays loose until it has one."""
        state.loose, state.loose_problems = [], []
        start = state.consumed
        ended: list[ledger.Line] = []

        def settled() -> Iterator[ledger.Line]:
            for line in ledger.read(path, offset=start, number=state.lines + 1):
                if line.ended:
                    state.consumed, state.lines = line.end, line.number
                    yield line
                else:
                    ended.append(line)

        state.segments += self._segment(target, settled(), state.problems)
        state.loose += self._segment(target, ended, state.loose_problems)
        state.loose_problems = [
            (line, "torn_line", _TORN) if code in _CUT_SHORT else (line, code, message)
            for line, code, message in state.loose_problems
        ]
        state.sha256 = _prefix_digest(path, state.consumed)

    def _segment(
        self,
        target: _Target,
        lines: Iterable[ledger.Line],
        problems: list[tuple[int, str, str]],
    ) -> list[str]:
        """Write the records of some lines as one segment; no record, no segment."""
        stamp = f"{target.key}-{time.time_ns():x}"
        rows = target.folder / f"{stamp}.rows.part"
        longest = 0
        with rows.open("wb") as file:
            for line in lines:
                if not line.data.strip():
                    continue
                try:
                    row = target.kind.row(target.name, line).encode()
                except ValidationError as error:
                    problems.append((line.number, *malformed.describe(line.data, error)))
                    continue
                file.write(row + b"\n")
                longest = max(longest, len(row))
        try:
            if not longest:
                return []
            segment = target.folder / f"{stamp}.parquet"
            part = target.folder / f"{stamp}.parquet.part"
            kind = target.kind
            self._engine.to_parquet(
                rows, part, types=kind.types, select=kind.select, longest=longest
            )
            part.replace(segment)
            return [segment.name]
        finally:
            rows.unlink(missing_ok=True)

    def _merge(self, target: _Target, state: State) -> None:
        """Make one segment of many, so that reading does not slow down with every append."""
        segment = target.folder / f"{target.key}-{time.time_ns():x}.parquet"
        part = segment.with_name(f"{segment.name}.part")
        self._engine.merge([target.folder / name for name in state.segments], part)
        part.replace(segment)
        state.segments = [segment.name]


@contextmanager
def _failing_as_data_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataError(
            f"{error.filename or folder}: cannot be read or written ({error.strerror or error})"
        ) from error


def _is_settled(stat: tuple[int, ...]) -> bool:
    """Whether a later change of the file is bound to show in its modification time."""
    return time.time_ns() - stat[1] > _RACY_NANOSECONDS


def _stat(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return (found.st_size, found.st_mtime_ns, found.st_ino)


def _load(path: Path, kind: Kind) -> State:
    """Return the state that was kept; of another form or damaged, a fresh one."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        state = State(**kept)
    except (OSError, ValueError, TypeError):
        return State(form=kind.form)
    if state.form != kind.form:
        return State(form=kind.form)
    state.stat = tuple(state.stat)
    return state


def _whole(state: State, folder: Path) -> bool:
    """Whether every segment that the state names is still there."""
    return all((folder / part).exists() for part in (*state.segments, *state.loose))


def _grew(state: State, path: Path, stat: tuple[int, ...]) -> bool:
    """Whether the file only got longer: what was consumed is unchanged to the byte."""
    return (
        state.consumed > 0
        and stat[0] >= state.consumed
        and _prefix_digest(path, state.consumed) == state.sha256
    )


def _prefix_digest(path: Path, size: int) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while size > 0 and (block := file.read(min(size, 1 << 20))):
            found.update(block)
            size -= len(block)
    return found.hexdigest()


def _sweep(folder: Path, key: str, state: State) -> None:
    """Remove segments that nobody names any more, once no reader can still hold them."""
    named = {*state.segments, *state.loose}
    oldest = time.time() - _KEPT_SECONDS
    for path in folder.glob(f"{key}*.p*"):
        with suppress(OSError):
            if path.name not in named and path.stat().st_mtime < oldest:
                path.unlink()
