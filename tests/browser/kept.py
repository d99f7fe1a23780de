"""What stands in a workspace's files, read as plain JSON by nobody's code but this."""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def labels(root: Path, labeller: str) -> list[Json]:
    """Return every line of a labeller's ledger, oldest first."""
    return _lines(root / "labels" / f"{labeller}.jsonl")


def journal(root: Path, name: str) -> list[Json]:
    """Return every line of a file in record/."""
    return _lines(root / "record" / f"{name}.jsonl")


def draft(root: Path, labeller: str) -> Json:
    """Return the form that the labeller has in hand; empty where there is none."""
    forms = list((root / ".drafts" / labeller).glob("*.json"))
    assert len(forms) <= 1
    return json.loads(forms[0].read_text(encoding="utf-8")) if forms else {}


def answer(root: Path, labeller: str, dimension: str) -> Json:
    """Return what the form in hand says of a dimension."""
    found: Json = draft(root, labeller).get("answers", {}).get(dimension, {})
    return found


def transcripts(root: Path) -> dict[str, Json]:
    """Return the transcripts by id."""
    files = sorted((root / "transcripts").glob("*.jsonl"))
    return {one["id"]: one for path in files for one in _lines(path)}


def _lines(path: Path) -> list[Json]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
