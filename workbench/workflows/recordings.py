"""Recordings: the transcripts that a case is scored on, from the workspace or a file."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store import ledger, malformed
from workbench.store.steps import invalid
from workbench.store.workspace import Workspace

if TYPE_CHECKING:
    from workbench.store.shelf import Shelf


class Recordings:
    """Finds transcripts by id and by case; the workspace's are opened with the first of them.

    Args:
        workspace: The workspace whose transcripts they are.
        file: A JSON Lines file of transcripts that are taken instead of those.
    """

    def __init__(self, workspace: Workspace, file: Path | None = None) -> None:
        self._workspace = workspace
        self._own = None if file is None else _read(file)
        self._place = "transcripts/" if file is None else file.name

    def of(self, case: Case) -> list[Transcript]:
        """Return what a case is scored on: what it names, else all trials of it, in order.

        Without a transcript of that case the one of that id is taken.

        Raises:
            DataError: There is none.
        """
        if isinstance(case.transcript, Transcript):
            return [case.transcript]
        found = [self.get(name) for name in self.names(case)]
        return sorted(found, key=lambda one: (one.trial is not None, one.trial or 0, one.id))

    def names(self, case: Case) -> list[str]:
        """Return the ids of what a case is scored on; nothing is read of a transcript.

        Raises:
            DataError: There is none of that case. That one which is named is there is not seen to.
        """
        if case.transcript is not None:
            return [case.transcript if isinstance(case.transcript, str) else case.transcript.id]
        names = self._by_case.get(case.id) or self._named(case.id)
        if not names:
            raise DataError(
                f"no transcript in {self._place} has the case {case.id!r}; name one under "
                "`transcript`, or import it"
            )
        return names

    def get(self, name: str) -> Transcript:
        """Return a transcript by id; raises DataError where there is none."""
        if self._own is None:
            return self._shelf.read(name)
        if name not in self._own:
            raise DataError(f"transcript {name!r}: is not in {self._place}")
        return self._own[name]

    def _named(self, name: str) -> list[str]:
        """Return the transcript whose id is that of the case, where there is one."""
        known = self._shelf.ids if self._own is None else self._own.keys()
        return [name] if name in known else []

    @cached_property
    def _shelf(self) -> "Shelf":
        # Loads the engine, which a suite that holds its transcripts does without.
        from workbench.store.shelf import Shelf

        shelf = Shelf(self._workspace)
        shelf.refresh()
        return shelf

    @cached_property
    def _by_case(self) -> dict[str, list[str]]:
        """The ids of transcripts by case; a transcript without one is a case of its own."""
        found: dict[str, list[str]] = defaultdict(list)
        for case, name in self._pairs():
            found[case].append(name)
        return dict(found)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        if self._own is None:
            from workbench.store.catalogue import Catalogue

            for entry in Catalogue(self._workspace).listed():
                yield entry.case, entry.id
        else:
            for name, transcript in self._own.items():
                yield transcript.case or name, name


def _read(path: Path) -> dict[str, Transcript]:
    if not path.is_file():
        raise DataError(f"{path}: is not there")
    found: dict[str, Transcript] = {}
    for line in ledger.read(path):
        if not line.data.strip():
            continue
        where = f"{path.name}:{line.number}"
        try:
            transcript = Transcript.from_line(line.data)
        except invalid() as error:
            what = malformed.describe(line.data, error, Transcript)[1]
            raise DataError(f"{where}: is no transcript ({what})") from error
        if transcript.id in found:
            raise DataError(f"{where}: a second transcript has the id {transcript.id!r}")
        found[transcript.id] = transcript
    return found
