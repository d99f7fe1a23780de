"""Workspaces for the browser to open, made by the commands that users run."""

import shutil
from pathlib import Path

from click.testing import CliRunner

from workbench.cli.main import cli

SAMPLE = ("workbench.yaml", "judges.yaml", "rubrics", "transcripts", "labels", "verdicts", "record")
"""The parts of the checkout that are its sample workspace."""


def workbench(root: Path, *arguments: str) -> None:
    """Run a command in a workspace; it must succeed."""
    done = CliRunner().invoke(cli, ["-C", str(root), *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr


def sample(checkout: Path, root: Path) -> Path:
    """Copy the sample workspace and fill it: floors asked, judges certified."""
    root.mkdir(parents=True)
    for name in SAMPLE:
        part = checkout / name
        if part.is_dir():
            shutil.copytree(part, root / name)
        elif part.exists():
            shutil.copy(part, root / name)
    workbench(root, "judge")
    workbench(root, "calibrate")
    workbench(root, "certify")
    return root


def set_policy(root: Path, before: str, after: str) -> None:
    """Change one line of the policy."""
    policy = root / "workbench.yaml"
    text = policy.read_text(encoding="utf-8")
    assert before in text
    policy.write_text(text.replace(before, after), encoding="utf-8")


def fresh(root: Path, *imports: Path) -> Path:
    """Make a workspace with the starter rubrics and import transcripts."""
    done = CliRunner().invoke(cli, ["init", str(root)], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    for path in imports:
        workbench(root, "import", "transcripts", str(path))
    return root
