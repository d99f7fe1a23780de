"""Whole folders: written beside their place, then moved into it in one step."""

import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp

from workbench.errors import DataError
from workbench.store.whole import sync_folder, write_text


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder that is not there yet, or is empty; all of its files or none.

    Args:
        folder: Where it is to stand.
        files: Text by path; a path stays inside the folder.

    Raises:
        DataError: The folder holds something, a path leaves it, or it cannot be written.
    """
    require_vacant(folder)
    for name in files:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise DataError(f"{name!r}: must be a path inside of {folder}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    except OSError as error:
        raise DataError(f"{folder}: cannot be written ({error.strerror or error})") from error
    try:
        for name, text in files.items():
            write_text(part / name, text)
        part.chmod(0o755)
        part.replace(folder)
        sync_folder(folder.parent)
    except OSError as error:
        raise DataError(f"{folder}: cannot be written ({error.strerror or error})") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def require_vacant(folder: Path) -> None:
    """Refuse a place where something stands; an empty folder is fine."""
    try:
        taken = folder.is_symlink() or (folder.exists() and any(folder.iterdir()))
    except OSError as error:
        raise DataError(f"{folder}: must be a folder ({error.strerror or error})") from error
    if taken:
        raise DataError(f"{folder}: holds something already; name a folder that is new or empty")
