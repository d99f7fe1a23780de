"""What one judge has answered, kept up to date while other runs append to the same ledger."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.store import ledger

Key = tuple[str, str, int]
"""Transcript, dimension and repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """What an answer must have been given under to count."""

    rubric_digest: str
    judge_digest: str


class Answers:
    """The questions that need not be asked again; reads only what is new at every look."""

    def __init__(self, path: Path, under: Mapping[str, Under], settled: Iterable[str]) -> None:
        """Take a judge's ledger.

        Args:
            path: The ledger; it may not exist yet.
            under: By dimension.
            settled: Error kinds that stand: asking the same again would pay for the same.
        """
        self._path = path
        self._under = under
        self._settled = frozenset(settled)
        self._offset, self._number = 0, 1
        self._digests: dict[Key, str | None] = {}

    def has(self, key: Key, transcript_digest: str | None) -> bool:
        """Tell whether a question has its answer, by this run or any other."""
        self._catch_up()
        return key in self._digests and self._digests[key] == transcript_digest

    def _catch_up(self) -> None:
        if not self._path.exists() or self._path.stat().st_size == self._offset:
            return
        for line in ledger.read(self._path, offset=self._offset, number=self._number):
            if not line.ended:
                break
            self._offset, self._number = line.end, line.number + 1
            self._take(line.data)

    def _take(self, data: bytes) -> None:
        try:
            record = json.loads(data)
        except ValueError:
            return
        if not isinstance(record, dict) or record.get("criterion") is not None:
            return
        under = self._under.get(str(record.get("dimension")))
        given = (record.get("rubric_digest"), record.get("judge_digest"))
        if under is None or given != (under.rubric_digest, under.judge_digest):
            return
        key = (record["transcript"], record["dimension"], record.get("repeat", 0))
        if self._is_answer(record):
            self._digests[key] = record.get("transcript_digest")
        else:
            self._digests.pop(key, None)

    def _is_answer(self, record: Mapping[str, Any]) -> bool:
        if record.get("status") == "withdrawn":
            return False
        if record.get("status") != "error":
            return True
        return (record.get("error") or {}).get("kind") in self._settled
