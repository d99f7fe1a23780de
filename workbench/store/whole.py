"""Whole files: written beside their place, synced, and moved into it in one step."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from workbench.errors import DataError


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a `.part` neighbour for writing that becomes `path` only when all of it is written.

    Raises:
        DataError: The file cannot be written; `path` is then as it was.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror or error})") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a whole file of UTF-8 text."""
    with replacing(path) as file:
        file.write(text.encode("utf-8"))


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
