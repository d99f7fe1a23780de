"""The verdicts of one ledger that stand: the newest of every unit, under the digests in force."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.rating import Verdict
from workbench.store import ledger
from workbench.store.answers import Under

Unit = tuple[str, str, int]
"""Transcript, dimension and repeat."""


Answer = tuple[str, str, str | None, int]
"""Transcript, dimension, criterion and repeat."""


def newest_verdicts(path: Path, under: Mapping[str, Under]) -> dict[Unit, Verdict]:
    """Return the verdicts that stand; lines that are none are left to `check` to name.

    Args:
        path: The ledger; it may not exist yet.
        under: What a verdict must have been given under, by dimension; others are left out.
    """
    found = newest_answers(path, under)
    return {
        (transcript, dimension, repeat): verdict
        for (transcript, dimension, criterion, repeat), verdict in found.items()
        if criterion is None
    }


def newest_answers(path: Path, under: Mapping[str, Under]) -> dict[Answer, Verdict]:
    """Return the verdicts that stand, those on yes/no criteria among them."""
    newest: dict[Answer, Verdict] = {}
    for verdict in _verdicts(path):
        wanted = under.get(verdict.dimension)
        given = Under(rubric_digest=verdict.rubric_digest, judge_digest=verdict.judge_digest)
        if given != wanted:
            continue
        answer = (verdict.transcript, verdict.dimension, verdict.criterion, verdict.repeat)
        before = newest.get(answer)
        if before is None or (verdict.at, verdict.id) >= (before.at, before.id):
            newest[answer] = verdict
    return {answer: one for answer, one in newest.items() if one.status != "withdrawn"}


def _verdicts(path: Path) -> Iterator[Verdict]:
    for line in ledger.read(path):
        try:
            yield Verdict.from_line(line.data)
        except ValidationError:
            continue
