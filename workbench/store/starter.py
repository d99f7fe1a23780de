"""What a new workspace starts with: commented settings and five rubrics, shipped as files."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from workbench.store.workspace import JUDGES, POLICY

FOLDERS = ("rubrics", "transcripts", "labels", "verdicts", "suites", "record")
_SETTINGS = {
    ".gitignore": "gitignore",
    ".gitattributes": "gitattributes",
    JUDGES: JUDGES,
    POLICY: POLICY,
}
_GUIDANCE = re.compile(r"^guidance:.*?(?=^\S|\Z)", re.M | re.S)
_NO_GUIDANCE = """\
# guidance: what your labellers should know of your own agent; shown to them, part of no digest
"""


def rubrics() -> dict[str, str]:
    """Return the starter rubrics by their path in a workspace.

    They are the rubrics of the sample workspace without their guidance, which speaks of the
    sample's own agent.
    """
    return {
        f"rubrics/{file.name}": _GUIDANCE.sub(_NO_GUIDANCE, file.read_text(encoding="utf-8"))
        for file in sorted(_rubrics_folder().iterdir(), key=lambda file: file.name)
        if file.name.endswith(".yaml")
    }


def settings() -> dict[str, str]:
    """Return the other files by their path in a workspace; last the one that makes it one."""
    folder = files("workbench") / "starter"
    return {path: (folder / name).read_text(encoding="utf-8") for path, name in _SETTINGS.items()}


def _rubrics_folder() -> Traversable:
    """Return where the wheel carries the rubrics or, in a checkout, where they stand."""
    shipped = files("workbench") / "starter" / "rubrics"
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / "rubrics"
