"""Claims: what one process is at work on, so that another leaves it alone meanwhile.

A claim is a lock on one byte of a file. The system gives it back when the process ends, however it
ends, so that no claim outlives the work. The file stays empty and can be deleted at any time.
"""

import fcntl
import hashlib
import os
from pathlib import Path

from workbench.errors import DataError

_PLACES = 1 << 40
"""Bytes that may be locked; two claims that share one by chance only wait for each other."""


class Claims:
    """The claims of this process on one file; open it once, since closing gives all of them up."""

    def __init__(self, path: Path) -> None:
        """Open the file; raises DataError where it cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise DataError(f"{path}: cannot be written ({error.strerror})") from error

    def take(self, name: str) -> bool:
        """Claim a piece of work; False where another process has it."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(name))
        except (BlockingIOError, PermissionError):  # which of them, systems differ
            return False
        return True

    def give_back(self, name: str) -> None:
        """Give up a claim, or none where there is none."""
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _place(name))

    def close(self) -> None:
        """Give up all claims."""
        os.close(self._file)


def _place(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % _PLACES
