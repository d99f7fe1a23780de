"""The git commit that a folder stands at, for stamps; absent where there is none."""

import subprocess
from pathlib import Path

_PATIENCE = 10
"""Seconds."""


def commit_of(folder: Path) -> str | None:
    """Return the commit, with `+` where tracked files have changes; None outside of git."""
    head = _git(folder, "rev-parse", "HEAD")
    if head is None:
        return None
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no", "--", ".")
    return f"{head}+" if changed else head


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],  # noqa: S607 - whichever git is there
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
