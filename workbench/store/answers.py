"""What one judge has answered, kept up to date while other runs append to the same ledger."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from workbench.domain.rating import Verdict
from workbench.store import ledger

Key = tuple[str, str, str | None, int]
"""Transcript, dimension, criterion and repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """What an answer must have been given under to count."""

    rubric_digest: str
    judge_digest: str


class _Last(NamedTuple):
    """What is kept of the newest verdict of a question."""

    at: datetime
    id: str
    transcript_digest: str | None
    settles: bool


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
        self._fingerprints = {one.judge_digest for one in under.values()}
        self._settled = frozenset(settled)
        self._offset, self._number = 0, 1
        self._last: dict[Key, _Last] = {}
        self._models: set[str] = set()

    def has(self, key: Key, transcript_digest: str | None) -> bool:
        """Tell whether a question has its answer, by this run or any other."""
        self._catch_up()
        last = self._last.get(key)
        return last is not None and last.settles and last.transcript_digest == transcript_digest

    def models(self) -> tuple[str, ...]:
        """Return the models that the provider says answered, since the judge is what it is."""
        self._catch_up()
        return tuple(sorted(self._models))

    def _catch_up(self) -> None:
        if not self._path.exists() or self._path.stat().st_size == self._offset:
            return
        for line in ledger.read(self._path, offset=self._offset, number=self._number):
            if not line.ended:
                break
            self._offset, self._number = line.end, line.number + 1
            try:
                self._take(Verdict.from_line(line.data))
            except ValidationError:
                continue  # no record, so no answer; `check` names the line

    def _take(self, verdict: Verdict) -> None:
        if verdict.judge_digest in self._fingerprints and verdict.model_returned is not None:
            self._models.add(verdict.model_returned)
        given = Under(rubric_digest=verdict.rubric_digest, judge_digest=verdict.judge_digest)
        if given != self._under.get(verdict.dimension):
            return
        key = (verdict.transcript, verdict.dimension, verdict.criterion, verdict.repeat)
        before = self._last.get(key)
        if before is None or (verdict.at, verdict.id) >= (before.at, before.id):
            self._last[key] = _Last(
                verdict.at, verdict.id, verdict.transcript_digest, self._settles(verdict)
            )

    def _settles(self, verdict: Verdict) -> bool:
        if verdict.error is not None:
            return verdict.error.kind in self._settled
        return verdict.status != "withdrawn"
