"""Append-only JSON Lines: durable appends under a lock, and reads that step over a torn line."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import DataError
from workbench.store.whole import sync_folder

_BLOCK = 4 * 1024 * 1024
"""Bytes that go into one write when many lines are appended at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ledger, as bytes without its end."""

    number: int
    """Counted from 1."""
    offset: int
    end: int
    """Offset of the line that follows."""
    data: bytes
    ended: bool
    """False for a last line without its newline: torn, or written by hand."""


def append(path: Path, lines: Iterable[str]) -> int:
    """Append lines to a ledger and return how many are on disk when this returns.

    Takes the file's lock, gives a torn last line its end, writes whole lines with single writes
    on an O_APPEND descriptor, and syncs. Where a write fails the file is cut back to the last
    whole line.

    Raises:
        DataError: The file cannot be written; nothing half-written is left behind.
    """
    count = 0
    try:
        with _opened_for_append(path) as descriptor:
            for block, lines_in_block in _blocks(lines, _needs_end(descriptor)):
                _write_whole(descriptor, block)
                count += lines_in_block
            os.fsync(descriptor)
    except OSError as error:
        raise DataError(
            f"{path}: cannot be appended to ({error.strerror or error}); "
            f"{count} of the new lines were written"
        ) from error
    return count


def read(path: Path, *, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """Read the lines of a ledger that stood in it when reading began.

    Args:
        path: The ledger; a missing one has no lines.
        offset: Byte to start from; must be the start of a line.
        number: The number of the line at `offset`.

    Raises:
        DataError: The file is there and cannot be read.
    """
    if not path.exists():
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    with file:
        end = _settled_size(file.fileno())
        file.seek(offset)
        while offset < end and (data := file.readline(end - offset)):
            after = offset + len(data)
            yield Line(number, offset, after, data.rstrip(b"\r\n"), data.endswith(b"\n"))
            offset, number = after, number + 1


def _settled_size(descriptor: int) -> int:
    """Return the size at a moment when no append is under way."""
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    try:
        return os.fstat(descriptor).st_size
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def _opened_for_append(path: Path) -> Iterator[int]:
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if is_new:
            sync_folder(path.parent)
        yield descriptor
    finally:
        os.close(descriptor)


def _needs_end(descriptor: int) -> bool:
    """Whether the last line was torn off, so that an append must not continue it."""
    size = os.fstat(descriptor).st_size
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"


def _blocks(lines: Iterable[str], needs_end: bool) -> Iterator[tuple[bytes, int]]:
    block, count = bytearray(b"\n" if needs_end else b""), 0
    for line in lines:
        if "\n" in line:
            raise ValueError("a ledger line must not hold a line end")
        block += line.encode("utf-8") + b"\n"
        count += 1
        if len(block) >= _BLOCK:
            yield bytes(block), count
            block, count = bytearray(), 0
    if count:
        yield bytes(block), count


def _write_whole(descriptor: int, block: bytes) -> None:
    before = os.fstat(descriptor).st_size
    try:
        written = os.write(descriptor, block)
        if written != len(block):
            raise OSError(f"only {written} of {len(block)} bytes were written")
    except OSError:
        os.ftruncate(descriptor, before)
        raise
