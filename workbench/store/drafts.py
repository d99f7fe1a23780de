"""Drafts on disk: half-filled labelling forms, one small file each, written whole."""

from pathlib import Path

from pydantic import ValidationError

from workbench.domain.digest import digest
from workbench.domain.draft import Draft
from workbench.domain.names import file_stem
from workbench.errors import DataError
from workbench.store.whole import write_text
from workbench.store.workspace import Workspace


class Drafts:
    """The folder `.drafts/` of one workspace; each labeller has a folder of their own in it."""

    def __init__(self, workspace: Workspace) -> None:
        """Take the workspace; nothing is read yet."""
        self._workspace = workspace

    def keep(self, draft: Draft) -> None:
        """Write a draft in place of the one before; raises DataError where it cannot be kept."""
        write_text(self._path(draft), draft.line())

    def like(self, draft: Draft) -> Draft | None:
        """Return what was kept of the same form; None where there is nothing that can be read."""
        try:
            kept = Draft.from_line(self._path(draft).read_bytes())
        except (OSError, ValidationError):
            return None
        return kept if _form(kept) == _form(draft) else None

    def drop(self, draft: Draft) -> None:
        """Forget a draft.

        Raises:
            DataError: Its file cannot be removed.
        """
        path = self._path(draft)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise DataError(f"{path}: cannot be removed ({error.strerror})") from error

    def _path(self, draft: Draft) -> Path:
        folder = self._workspace.drafts / file_stem(draft.labeller)
        return folder / f"{digest(_form(draft))}.json"


def _form(draft: Draft) -> list[object]:
    """Return whose form on what it is."""
    return [draft.labeller, draft.transcript, draft.repeat, draft.mode]
