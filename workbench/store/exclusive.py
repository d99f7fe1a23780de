"""One at a time: a lock that excludes the threads of this process as well as other processes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.errors import DataError


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock on a file that stays empty; waits for whoever has it.

    The file is opened anew each time, since a lock belongs to what was opened: two threads that
    shared it would both have the lock. The system gives it back when the process ends.

    Raises:
        DataError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise DataError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
