"""Labels as people read them: every line of every ledger, and which of them count."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any

from workbench.domain.rubric import Rubric
from workbench.store.ratings import Ratings
from workbench.store.workspace import Workspace

LINES = """
SELECT DISTINCT l.id, l.transcript, l.dimension, l.criterion, l.rater, l.status, l.level, l.note,
       l.evidence, CASE WHEN l.sampled_assumed THEN NULL ELSE l.sampled END AS sampled,
       l.seconds, epoch_us(l."at") AS given, l.repeat, l.after_reveal, l.rubric_version,
       latest.id IS NOT NULL AS counts
FROM {labels} l LEFT JOIN latest_labels latest
ON latest.id = l.id AND latest.rater = l.rater AND latest.dimension = l.dimension
   AND latest.transcript = l.transcript AND latest.criterion IS NOT DISTINCT FROM l.criterion
ORDER BY l.transcript, l.dimension, l.criterion NULLS FIRST, l.rater, given, l.id
"""
_EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLine:
    """One line of a label ledger."""

    id: str
    transcript: str
    dimension: str
    criterion: str | None
    labeller: str
    status: str
    level: str | None
    note: str | None
    evidence: tuple[int, ...]
    sampled: str | None
    """None where an import was not told and took the transcripts for random."""
    seconds: float | None
    at: datetime
    repeat: int
    after_reveal: bool
    rubric_version: str
    counts: bool
    """The newest of its key, under the rubric in force."""


_NAMES = tuple(field.name for field in fields(LabelLine))
"""The columns of `LINES`, in their order."""


def label_lines(
    workspace: Workspace, ratings: Ratings, rubrics: Sequence[Rubric]
) -> list[LabelLine]:
    """Return every label that was given, by unit and labeller, the oldest first.

    Args:
        workspace: The workspace.
        ratings: Its ratings.
        rubrics: The rubrics in force; labels of other dimensions do not count.
    """
    ratings.pick_labels(rubrics)
    rows = workspace.engine.rows(LINES.format(**ratings.tables))
    return [_line(dict(zip(_NAMES, row, strict=True))) for row in rows]


def _line(values: dict[str, Any]) -> LabelLine:
    cited, given = values.pop("evidence"), values.pop("at")
    return LabelLine(
        **values, evidence=tuple(cited or ()), at=_EPOCH + timedelta(microseconds=given)
    )
