"""The tail of a ledger: what was appended to it since the last look."""

from collections.abc import Iterator
from pathlib import Path

from workbench.errors import DataError
from workbench.store import ledger


class RewrittenError(Exception):
    """What was read of a ledger does not stand in it any more: merged, edited or deleted."""


class Tail:
    """Follows one ledger; a look costs one `stat` where nothing is new."""

    def __init__(self, path: Path) -> None:
        """Take a ledger, which may not exist yet; nothing is read."""
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        """Inode, size and time of change at the last look."""
        self._last = ledger.Line(0, 0, 0, b"", ended=True)
        """The last line with an end, behind which reading goes on."""

    def new(self) -> Iterator[ledger.Line]:
        """Yield the new lines; a last line without its end comes again once it has one.

        Raises:
            RewrittenError: The ledger did not only get longer.
            DataError: It cannot be read.
        """
        found = self._stat()
        if found == self._seen:
            return
        if self._seen is not None and not self._only_grew(found):
            raise RewrittenError(str(self._path))
        for line in ledger.read(self._path, offset=self._last.end, number=self._last.number + 1):
            if line.ended:
                self._last = line
            yield line
        self._seen = found

    def _stat(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise DataError(f"{self._path}: cannot be read ({error.strerror})") from error
        return (found.st_ino, found.st_size, found.st_mtime_ns)

    def _only_grew(self, found: tuple[int, int, int] | None) -> bool:
        """Whether the last line that was read still stands there; inodes are used again."""
        if found is None or self._seen is None or found[0] != self._seen[0]:
            return False
        line = self._last
        with self._path.open("rb") as file:
            file.seek(line.offset)
            kept = file.read(line.end - line.offset)
        return len(kept) == line.end - line.offset and kept.rstrip(b"\r\n") == line.data
