"""Runs on disk: one folder each, complete or absent; results are streamed, one case a line."""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from workbench.domain.names import file_stem
from workbench.domain.run import CaseResult, Manifest
from workbench.errors import DataError
from workbench.store import ledger, malformed
from workbench.store.steps import invalid
from workbench.store.whole import sync_folder, write_text

LATEST = "latest"
"""The name of the newest run."""
_MANIFEST = "run.json"
_RESULTS = "results.jsonl"
_BUFFER = 1 << 20
_PART = re.compile(r".+\.\d+\.part")
"""The name of a run that is being written, or of one that was killed meanwhile."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One run that is on disk."""

    folder: Path
    manifest: Manifest

    def results(self) -> Iterator[CaseResult]:
        """Yield what every case came to, in the order of the suite.

        Raises:
            DataError: A line is no result, which names file and line, or some are not there.
        """
        path = self.folder / _RESULTS
        found, wanted = 0, self.manifest.summary.counts.results
        for line in ledger.read(path):
            try:
                yield CaseResult.from_line(line.data)
            except invalid() as error:
                what = malformed.describe(line.data, error, CaseResult)[1]
                raise DataError(
                    f"{self.folder.name}/{_RESULTS}:{line.number}: is no result ({what}); the run "
                    "was edited or damaged: run the suite again"
                ) from error
            found += 1
        if found != wanted:
            raise DataError(
                f"{self.folder.name}/{_RESULTS}: holds {found} results and the run made {wanted}; "
                "it was edited or damaged: run the suite again"
            )


class Writing:
    """A run that is being written; nothing of it is seen before it is complete."""

    def __init__(self, folder: Path, file: BinaryIO) -> None:
        self._folder = folder
        self._file = file

    def add(self, result: CaseResult) -> None:
        """Write what one case came to."""
        self.add_lines(result.line().encode() + b"\n")

    def add_lines(self, lines: bytes) -> None:
        """Write results that are lines already, each with its end."""
        self._file.write(lines)

    def revise(self, change: Callable[[int, CaseResult], CaseResult]) -> None:
        """Write every result anew as a function of its place and what it was."""
        self._file.flush()
        before = self._folder / f"{_RESULTS}.before"
        (self._folder / _RESULTS).rename(before)
        self._file.close()
        self._file = (self._folder / _RESULTS).open("wb", buffering=_BUFFER)
        with before.open("rb") as lines:
            for place, line in enumerate(lines):
                self.add(change(place, CaseResult.from_line(line)))
        before.unlink()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def finish(self, manifest: Manifest) -> None:
        """Write what the run came to."""
        self._file.flush()
        os.fsync(self._file.fileno())
        text = json.dumps(manifest.to_whole_json(), indent=2, ensure_ascii=False) + "\n"
        write_text(self._folder / _MANIFEST, text)


@contextmanager
def writing(folder: Path) -> Iterator[Writing]:
    """Open a run for writing; its folder appears when all of it is written.

    Args:
        folder: Where it will be; must not exist.

    Raises:
        DataError: It exists, or cannot be written; nothing is left behind.
    """
    if folder.exists():
        raise DataError(f"{folder}: is a run already")
    part = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    lock = None
    try:
        lock = _taken(part)
        run = Writing(part, (part / _RESULTS).open("wb", buffering=_BUFFER))
        try:
            yield run
        finally:
            run.close()
        part.rename(folder)
        sync_folder(folder.parent)
    except OSError as error:
        raise DataError(f"{folder}: cannot be written ({error.strerror or error})") from error
    finally:
        if lock is not None:
            shutil.rmtree(part, ignore_errors=True)
            os.close(lock)


def remove_leftovers(folder: Path) -> tuple[str, ...]:
    """Remove what killed runs left in a folder of runs; return the names of what was removed."""
    return tuple(path.name for path in leftovers(folder) if _removed(path))


def leftovers(folder: Path) -> list[Path]:
    """Return what killed runs left in a folder of runs; what somebody is writing is none of it."""
    if not folder.is_dir():
        return []
    parts = [path for path in folder.iterdir() if _PART.fullmatch(path.name) and _holds_part(path)]
    return sorted(path for path in parts if _is_left(path))


def _taken(part: Path) -> int:
    """Make the folder of a run and hold its lock; return what to close.

    The system gives it back at the latest when the process ends.
    """
    while True:
        part.mkdir(parents=True)
        descriptor = os.open(part, os.O_RDONLY)
        with suppress(OSError):  # a file system without locks: nobody takes it for left either
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if part.is_dir() and os.path.samestat(os.fstat(descriptor), part.stat()):
            return descriptor
        # Somebody who tidied up had it between the two steps.
        os.close(descriptor)


def _removed(part: Path) -> bool:
    """Remove a folder unless somebody holds its lock."""
    with _unheld(part) as free:
        if free:
            shutil.rmtree(part, ignore_errors=True)
    return free and not part.exists()


def _is_left(part: Path) -> bool:
    with _unheld(part) as free:
        return free


@contextmanager
def _unheld(part: Path) -> Iterator[bool]:
    """Hold the lock of a folder where nobody else does; tell whether it is held so."""
    try:
        descriptor = os.open(part, os.O_RDONLY)
    except OSError:
        yield False
        return
    try:
        free = True
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            free = False
        yield free
    finally:
        os.close(descriptor)


def _holds_part(path: Path) -> bool:
    """Whether a folder holds nothing but what a run writes."""
    try:
        return not path.is_symlink() and all(
            one.name.startswith((_RESULTS, _MANIFEST)) for one in path.iterdir()
        )
    except OSError:
        return False


def runs(root: Path) -> list[Recorded]:
    """Return the runs of a workspace, newest first; folders that hold no run are passed over."""
    place = root / "runs"
    folders = [path for path in place.iterdir() if _is_run(path)] if place.is_dir() else []
    found = [Recorded(folder, _manifest(folder)) for folder in folders]
    return sorted(found, key=lambda run: (run.manifest.at, run.manifest.id), reverse=True)


def find_run(root: Path, name: str) -> Recorded:
    """Return one run by its id, by the path of its folder, or the `latest`.

    Raises:
        DataError: There is none; the message names the newest ones.
    """
    if name == LATEST:
        known = runs(root)
        if known:
            return known[0]
        raise DataError("there is no run yet; `workbench run SUITE` makes one")
    for folder in (root / "runs" / file_stem(name), Path(name), root / name):
        if _is_run(folder):
            return Recorded(folder, _manifest(folder))
    newest = ", ".join(run.manifest.id for run in runs(root)[:5]) or "none yet"
    raise DataError(f"run {name!r}: is not there; newest: {newest}")


def _is_run(path: Path) -> bool:
    return path.suffix != ".part" and (path / _MANIFEST).is_file()


def _manifest(folder: Path) -> Manifest:
    path = folder / _MANIFEST
    try:
        data = path.read_bytes()
        return Manifest.from_line(data)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    except invalid() as error:
        what = malformed.describe(b"", error)[1]
        raise DataError(f"{path}: is no record of a run ({what}); run the suite again") from error
