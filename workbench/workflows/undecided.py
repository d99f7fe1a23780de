"""Undecided: which decisions still hold, and the cases whose anchors do not decide them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from workbench.domain.dismissal import Dismissal
from workbench.domain.gold import Gold
from workbench.domain.rubric import Rubric
from workbench.store.golds import standing
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace

Line = TypeVar("Line", Gold, Dismissal)


def decides(gold: Gold, rubrics: Mapping[str, Rubric]) -> bool:
    """Whether a decision still holds: a new anchor is a new chance for one that was unclear."""
    rubric = rubrics.get(gold.dimension)
    if rubric is None or not rubric.counts(gold.rubric_version):
        return False
    return gold.status != "unclear" or gold.rubric_digest == rubric.digest


def unclear_cases(root: Path) -> Mapping[str, tuple[Gold, ...]]:
    """Return, by dimension, the units whose anchors do not decide them, the newest mark first.

    A mark is about the text it was made under: where that has changed since, the unit is in the
    adjudicators' queue again instead.
    """
    workspace = Workspace(root)
    rubrics = {name: file.rubric for name, file in workspace.rubrics.items()}
    found: dict[str, tuple[Gold, ...]] = {}
    marks = standing(read_journal(workspace.record("gold"), Gold).entries).values()
    for one in newest_first(marks):
        if one.status == "unclear" and decides(one, rubrics):
            found[one.dimension] = (*found.get(one.dimension, ()), one)
    return found


def newest_first(lines: Iterable[Line]) -> list[Line]:
    """Return lines of the record, the newest first."""
    return sorted(lines, key=lambda one: (one.at, one.id), reverse=True)
