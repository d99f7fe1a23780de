"""The shelf: every transcript by id with its place in memory, so that reading one is one seek."""

from collections.abc import Collection

from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store.catalogue import Catalogue, Spot
from workbench.store.stamp import Stamp, stamp
from workbench.store.workspace import Workspace


class Shelf:
    """The transcripts of one workspace as the collections stand now."""

    def __init__(self, workspace: Workspace) -> None:
        """Take the workspace; nothing is read yet."""
        self._workspace = workspace
        self._stamp: Stamp | None = None
        self._catalogue = Catalogue(workspace)
        self._spots: dict[str, Spot] = {}

    @property
    def ids(self) -> Collection[str]:
        """The ids of all transcripts, ascending, as of the last refresh."""
        return self._spots.keys()

    def refresh(self) -> bool:
        """Look again where a collection changed; tell whether one did."""
        files = self._workspace.files("transcripts", ".jsonl", ".parquet")
        now = stamp(files.values())
        if now == self._stamp:
            return False
        self._catalogue = Catalogue(self._workspace)
        self._spots = self._catalogue.spots()
        self._stamp = now
        return True

    def read(self, name: str) -> Transcript:
        """Return one transcript; raises DataError where it is not here or cannot be read."""
        spot = self._spots.get(name)
        if spot is None:
            raise DataError(f"transcript {name!r}: is not in this workspace's transcripts/")
        return self._catalogue.read(name, spot)
