"""Contradictions: where checks and a judge cannot both be right, so that people have to look."""

from collections.abc import Collection

from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.domain.run import CaseResult

_OUTCOMES = frozenset({"field", "state", "fact"})
"""Kinds of check that tell whether the case came out right."""


def contradiction(result: CaseResult, rubric: Rubric, level: Level | None) -> str | None:
    """Return what contradicts a level, in one sentence; None where nothing does.

    The top level contradicts a check that failed. The lowest level contradicts a case of which
    every check passed, at least one of the outcome among them.
    """
    if level is None or rubric.scale != "ordinal":
        return None
    failed = [check.name for check in result.failed]
    if level == rubric.scale_levels[-1] and failed:
        return f"the judge gave the top level {level}, and {_named(failed)} failed"
    kinds = {check.kind for check in result.checks}
    all_passed = all(check.status == "pass" for check in result.checks)
    if level == rubric.scale_levels[0] and all_passed and not kinds.isdisjoint(_OUTCOMES):
        return f"the judge gave the lowest level {level}, and every check passed"
    return None


def _named(names: Collection[str]) -> str:
    shown = ", ".join(sorted(names)[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
