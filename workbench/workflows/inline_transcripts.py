"""Inline transcripts: those that stand in a suite with their cases, found again for a report."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from workbench.domain.run import Manifest
from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.reports.source import SHOWN
from workbench.store.suites import name_of, read_suite


class InlineTranscripts:
    """Reads the suite that a run scored, with the first transcript that is wanted of it.

    It is read once and no further than needed: what did not pass is asked for first, in order, and
    of the cases that lie between as many are kept as a report shows.

    Args:
        root: The workspace.
        manifest: The run.
    """

    def __init__(self, root: Path, manifest: Manifest) -> None:
        self._root = root
        self._manifest = manifest
        self._kept: dict[str, Transcript] = {}

    def of(self, case: str) -> Transcript | None:
        """Return a case's transcript; None where the suite is not there as it was scored."""
        if case in self._kept:
            return self._kept[case]
        for one in self._cases:
            if isinstance(one.transcript, Transcript):
                if one.id == case:
                    return one.transcript
                if len(self._kept) < SHOWN:
                    self._kept[one.id] = one.transcript
        return None

    @cached_property
    def _cases(self) -> Iterator[Case]:
        if self._manifest.suite_file is None:
            return iter(())
        path = self._root / self._manifest.suite_file
        try:
            file = read_suite(path, name_of(self._root, path))
        except DataError:
            return iter(())
        return file.cases() if file.digest == self._manifest.stamp.suite_digest else iter(())
