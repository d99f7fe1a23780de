"""The layers of the package hold, and the contracts that hold them can fail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
)


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def package_copy(project_root: Path, tmp_path: Path) -> Path:
    shutil.copy(project_root / "pyproject.toml", tmp_path)
    shutil.copytree(
        project_root / "workbench",
        tmp_path / "workbench",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return tmp_path


def write_module(folder: Path, name: str, text: str = "") -> None:
    """Write a module and whatever package of its path is not there yet."""
    path = folder.joinpath(*name.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    for package in path.relative_to(folder).parents:
        if package != Path():
            (folder / package / "__init__.py").touch()
    path.write_text(text, encoding="utf-8")


def test_the_package_keeps_every_contract(package_copy: Path) -> None:
    linted = lint_imports(package_copy)

    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("workbench.domain.planted", "workbench.workflows.target", "Imports point down"),
        ("workbench.workflows.planted", "workbench.cli.target", "Imports point down"),
        ("workbench.store.planted", "workbench.judges.target", "Imports point down"),
        ("workbench.calibration.planted", "workbench.scoring.target", "Imports point down"),
        ("workbench.calibration.planted", "click", "Pure packages"),
        ("workbench.domain.planted", "time", "Pure packages"),
        ("workbench.store.planted", "duckdb", "workbench.store.query imports duckdb"),
        ("workbench.judges.planted", "litellm", "workbench.judges.client imports litellm"),
        ("workbench.cli.planted", "streamlit", "workbench.app imports streamlit"),
    ],
)
def test_a_planted_import_breaks_its_contract(
    package_copy: Path, importer: str, imported: str, contract: str
) -> None:
    if imported.startswith("workbench."):
        write_module(package_copy, imported)
    write_module(package_copy, importer, f"def late() -> None:\n    import {imported}\n")

    linted = lint_imports(package_copy)

    assert linted.returncode == 1, linted.stdout + linted.stderr
    broken = [line for line in linted.stdout.splitlines() if " BROKEN" in line]
    assert any(contract in line for line in broken), linted.stdout
    assert importer in linted.stdout


def test_a_package_without_a_place_in_the_layers_breaks_the_contract(package_copy: Path) -> None:
    write_module(package_copy, "workbench.helpers.planted")

    linted = lint_imports(package_copy)

    assert linted.returncode == 1
    assert "workbench.helpers" in linted.stdout
