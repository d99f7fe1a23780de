"""Stamps: whether files are still as they were when they were read."""

from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[tuple[str, int, int, int], ...]


def stamp(paths: Iterable[Path]) -> Stamp:
    """Return name, size, modification time and inode of every file that is there."""
    return tuple(found for path in paths if (found := _of(path)) is not None)


def _of(path: Path) -> tuple[str, int, int, int] | None:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return (str(path), stat.st_size, stat.st_mtime_ns, stat.st_ino)
