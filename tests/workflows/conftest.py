"""What the tests of imports share: an empty workspace, and files to import into it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.store.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "workbench.yaml").touch()
    return Workspace(root)


@pytest.fixture
def source(tmp_path: Path) -> Callable[..., Path]:
    """Write rows as JSON Lines, or texts as they are, to a file to import."""

    def write(*rows: dict[str, Any] | str, name: str = "found.jsonl") -> Path:
        path = tmp_path / name
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write
