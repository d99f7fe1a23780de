"""Recount: whether, how often and when labels that certify reads were looked at before."""

from collections.abc import Collection, Sequence

from workbench.domain.look import Look
from workbench.workflows.depicting import worded
from workbench.workflows.prospect import Ahead


def dimension_lines(found: Sequence[Ahead]) -> list[str]:
    """Say of every dimension with which judges it was opened, and how often; one line each.

    Returns:
        Nothing where nobody has looked at any.
    """
    if not any(one.looks for one in found):
        return []
    return [_of_dimension(one) for one in found]


def _of_dimension(one: Ahead) -> str:
    name = worded(one.rubric.dimension)
    if not one.looks:
        return f"{name}: none"
    looked = sorted({look.judge for look in one.looks})
    counts = ", ".join(f"{judge} {len(_of_judge(one.looks, judge))}" for judge in looked)
    last = max(look.at for look in one.looks)
    return f"{name}: {_count(one.looks)} ({counts}), the last on {last:%Y-%m-%d}"


def pair_lines(
    found: Sequence[Ahead], dimensions: Collection[str], judges: Collection[str]
) -> list[str]:
    """Say of every chosen pair that was opened before how often, when last and by what.

    Args:
        found: What certify would read.
        dimensions: Those that were chosen.
        judges: Likewise.
    """
    return [
        f"{worded(one.rubric.dimension)} with {judge}: opened before, {_count(looks)}, "
        f"the last on {_last(looks)}"
        for one in found
        if one.rubric.dimension in dimensions
        for judge in judges
        if (looks := _of_judge(one.looks, judge))
    ]


def _of_judge(looks: Sequence[Look], judge: str) -> list[Look]:
    return [look for look in looks if look.judge == judge]


def _last(looks: Sequence[Look]) -> str:
    last = max(looks, key=lambda look: look.at)
    return f"{last.at:%Y-%m-%d %H:%M} UTC by {last.command}"


def _count(looks: Sequence[Look]) -> str:
    return "1 look" if len(looks) == 1 else f"{len(looks)} looks"
