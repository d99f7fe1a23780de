"""`make demo` prints the trust table and what to do next; steps before it only where they fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflows.building import filled


@pytest.fixture
def checkout(tmp_path: Path, project_root: Path) -> Path:
    """A checkout with the two scripts and no sample yet."""
    scripts = tmp_path / "checkout" / "scripts"
    scripts.mkdir(parents=True)
    for name in ("demo.sh", "sample.sh"):
        shutil.copy(project_root / "scripts" / name, scripts)
    return scripts.parent


def demo(checkout: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(checkout / "scripts/demo.sh")],
        env={**os.environ, "VENV": sys.prefix, **settings},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_it_prints_the_table_the_claims_and_how_to_go_on(checkout: Path, tmp_path: Path) -> None:
    root = filled(tmp_path / "workspace").root

    ran = demo(checkout, WORKSPACE=str(root))

    assert ran.returncode == 0, ran.stderr
    assert "Judges beside people, test side" in ran.stdout
    assert "  tone, strict: trusted, better than 0.40" in ran.stdout
    assert "People among themselves" not in ran.stdout
    assert "development side" not in ran.stdout
    assert f"WORKSPACE={root} make app" in ran.stdout
    assert (root / "trusted.json").exists()


def test_a_step_that_fails_is_shown_in_full_with_its_exit_code(checkout: Path) -> None:
    (checkout / "workbench.yaml").write_text("overlap: 2\n", encoding="utf-8")
    (checkout / "rubrics").mkdir()
    (checkout / "rubrics/tone.yaml").write_text("dimension: tone\n", encoding="utf-8")

    ran = demo(checkout)

    assert ran.returncode == 2
    assert "$ workbench check" in ran.stderr
    assert "rubrics/tone.yaml" in ran.stderr
    assert "make app" not in ran.stdout
