"""Make a workspace: settings with their reasons, starter rubrics, empty ledgers."""

from dataclasses import dataclass
from pathlib import Path

from workbench.errors import DataError
from workbench.store import starter
from workbench.store.whole import write_text
from workbench.store.workspace import POLICY


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What `init` did."""

    root: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]
    """Files that were there already and were left as they are."""


def init(root: Path, *, bare: bool = False) -> Made:
    """Make a folder a workspace; nothing that is there is changed.

    Args:
        root: The folder; made where it is absent.
        bare: Leave the starter rubrics out.

    Raises:
        DataError: It is a workspace already, or cannot be written.
    """
    if (root / POLICY).exists():
        raise DataError(f"{root}: is a workspace already, it holds a {POLICY}")
    _make_folders(root)
    files = ({} if bare else starter.rubrics()) | starter.settings()
    kept = tuple(name for name in files if (root / name).exists())
    written = tuple(name for name in files if name not in kept)
    for name in written:
        write_text(root / name, files[name])
    return Made(root=root, written=written, kept=kept)


def _make_folders(root: Path) -> None:
    try:
        for folder in starter.FOLDERS:
            (root / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"{error.filename or root}: cannot be made ({error.strerror or error})"
        ) from error
