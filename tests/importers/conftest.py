"""What the tests of the importers share: JSON values in, what an importer found in them out."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from workbench.domain.transcript import Transcript
from workbench.importers.found import Options, RatingRow, Remark


class Found:
    """What an importer yielded, sorted by kind."""

    def __init__(self, yielded: Iterable[Any]) -> None:
        each = list(yielded)
        self.transcripts = [one for one in each if isinstance(one, Transcript)]
        self.rows = [one for one in each if isinstance(one, RatingRow)]
        self.remarks = [one for one in each if isinstance(one, Remark)]

    @property
    def transcript(self) -> Transcript:
        (only,) = self.transcripts
        return only

    def said(self, kind: str) -> list[str]:
        return [remark.message for remark in self.remarks if remark.kind == kind]


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Found]:
    """Import a file that holds the values: one is a document, several are JSON Lines."""

    def read(importer: Any, *values: Any, options: Options | None = None) -> Found:
        path = tmp_path / ("found.json" if len(values) == 1 else "found.jsonl")
        path.write_text("\n".join(json.dumps(value) for value in values), encoding="utf-8")
        return Found(importer(path, options or Options()))

    return read


@pytest.fixture
def read_file() -> Callable[[Any, Path], Found]:
    """Import a file as it is."""
    return lambda importer, path: Found(importer(path, Options()))
