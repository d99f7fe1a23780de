"""What an import has to say of the rows it took, once for each kind and file."""

from workbench.importers.found import RatingRow
from workbench.workflows.import_report import Tally

Seen = tuple[int, int]
"""The first line, and how many rows."""


class RowRemarks:
    """Gathers content that a label has no field for, and times whose zone was assumed.

    Of verdicts nothing is left out: their reply keeps it.
    """

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._extras: dict[tuple[str, str], Seen] = {}
        self._zoneless: dict[str, Seen] = {}

    def add(self, file: str, row: RatingRow) -> None:
        """Take in one row."""
        if row.zoneless:
            self._zoneless[file] = _one_more(self._zoneless.get(file), row)
        if self._tally.what == "verdicts":
            return
        for key in row.extra:
            self._extras[file, key] = _one_more(self._extras.get((file, key)), row)

    def report(self) -> None:
        """Name every key that is left out and every file whose times name no zone, once each."""
        for (file, key), (line, count) in self._extras.items():
            rows = f"{count} rows have" if count > 1 else "1 row has"
            self._tally.drop(file, line, f"{rows} {key!r}, which a label has no field for")
        for file, (line, count) in self._zoneless.items():
            rows = f"{count} times name" if count > 1 else "1 time names"
            self._tally.note(f"{rows} no zone and count as UTC", file=file, line=line)


def _one_more(seen: Seen | None, row: RatingRow) -> Seen:
    return (row.line, 1) if seen is None else (seen[0], seen[1] + 1)
