"""Gold as it stands: the newest decision on every unit, without those that were taken back."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from workbench.domain.gold import Gold, GoldKey
from workbench.domain.rubric import Rubric


def standing(decisions: Iterable[Gold], *, as_of: datetime | None = None) -> dict[GoldKey, Gold]:
    """Return the decision that counts on every unit.

    Args:
        decisions: The lines of record/gold.jsonl.
        as_of: Later lines are taken as not written yet.
    """
    newest: dict[GoldKey, Gold] = {}
    for one in decisions:
        if as_of is not None and one.at > as_of:
            continue
        before = newest.get(one.key)
        if before is None or (one.at, one.id) >= (before.at, before.id):
            newest[one.key] = one
    return {key: one for key, one in newest.items() if one.status != "withdrawn"}


def coded(decisions: Iterable[Gold], rubrics: Iterable[Rubric]) -> Iterator[list[object]]:
    """Yield rubric number, transcript, criterion and level code of gold that still means the same.

    Args:
        decisions: The decisions that stand.
        rubrics: The rubrics in force; their place is their number.
    """
    numbered = {rubric.dimension: (number, rubric) for number, rubric in enumerate(rubrics)}
    for one in decisions:
        number, rubric = numbered.get(one.dimension, (-1, None))
        if rubric is None or one.level is None or not rubric.counts(one.rubric_version):
            continue
        level = rubric.level_of(one.level)
        if level is not None:
            code = rubric.scale_levels.index(level)
            yield [number, one.transcript, one.criterion, code]
