"""Places: which transcripts stand behind each figure of one judge."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from workbench.calibration.evidence import (
    ERROR,
    NO_MAJORITY,
    NO_VERDICT,
    NOT_APPLICABLE,
    Evidence,
)

Key = TypeVar("Key", bound=Hashable)

_WITHOUT_LEVEL = {
    NO_VERDICT: "no_verdict",
    NOT_APPLICABLE: "not_applicable",
    NO_MAJORITY: "no_majority",
    ERROR: "error",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Transcripts by what people and the judge said of them, each in the order of ids.

    Attributes:
        cells: By the codes of people's level and the judge's; with several labels a transcript
            stands in several cells.
        without_level: Labelled transcripts without a level of the judge, by what it gave.
        errors: Those in error by the error's kind.
    """

    cells: Mapping[tuple[int, int], tuple[str, ...]]
    without_level: Mapping[str, tuple[str, ...]]
    errors: Mapping[str, tuple[str, ...]]


def places(evidence: Evidence, judge: str) -> Places:
    """Return the transcripts behind the confusion table, and those that are not in it.

    Args:
        evidence: One dimension, restricted to what is shown.
        judge: A judge with a column in it.
    """
    column = evidence.judges[judge]
    cells: dict[tuple[int, int], set[str]] = defaultdict(set)
    for unit, level in zip(evidence.unit.tolist(), evidence.level.tolist(), strict=True):
        if column.level[unit] >= 0:
            cells[level, int(column.level[unit])].add(evidence.transcripts[unit])
    without: dict[str, set[str]] = defaultdict(set)
    errors: dict[str, set[str]] = defaultdict(set)
    for unit, status in enumerate(column.status.tolist()):
        if not evidence.labelled[unit] or status not in _WITHOUT_LEVEL:
            continue
        name = evidence.transcripts[unit]
        without[_WITHOUT_LEVEL[status]].add(name)
        if status == ERROR:
            errors[column.kinds[unit]].add(name)
    return Places(cells=_ordered(cells), without_level=_ordered(without), errors=_ordered(errors))


def _ordered(found: Mapping[Key, set[str]]) -> dict[Key, tuple[str, ...]]:
    return {key: tuple(sorted(names)) for key, names in found.items()}
