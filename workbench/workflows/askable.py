"""Askable: which judges can be asked anything, and about which dimensions."""

from collections.abc import Iterable
from typing import Final

from workbench.domain.nearest import did_you_mean
from workbench.domain.rubric import Rubric
from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.workflows.bench import Bench

_ANSWERS: Final = ("no", "yes")
STARTER: Final = """\
dimension: criteria
version: "1.0"
question: Is the criterion true of this conversation?
scale: nominal
anchors:
  no: It is not true of the conversation, or true of a part only.
  yes: It is true of the conversation, as it is written.
pass_levels: [yes]
"""
"""A rubric to begin with: what the two answers mean, whatever the criterion."""


def askable_judges(bench: Bench, asked: Iterable[str]) -> list[str]:
    """Return the judges with a model that were asked for, those of panels among them."""
    judges = bench.workspace.judges
    found: set[str] = set()
    for name in bench.judge_names(tuple(asked)):
        members = judges.panels[name].members if name in judges.panels else (name,)
        found |= {member for member in members if judges.judges[member].model is not None}
    return sorted(found)


def askable_rubrics(
    bench: Bench, asked: Iterable[str], *, criteria: bool = False
) -> dict[str, Rubric]:
    """Return the rubrics that a judge can be asked about.

    Args:
        bench: The workspace.
        asked: The dimensions that were named; none: all.
        criteria: Whether there are criteria to ask about; without them that dimension has
            nothing that could be asked.

    Raises:
        DataError: A dimension was named that has no rubric or only a draft, or criteria without
            a suite; or there is no rubric at all.
    """
    known = {name: found.rubric for name, found in bench.workspace.rubrics.items()}
    for name in asked:
        _require_askable(name, known, criteria=criteria)
    chosen = tuple(asked) or tuple(name for name in known if criteria or name != CRITERIA)
    found = {name: known[name] for name in sorted(chosen) if not known[name].draft}
    if not found:
        raise DataError("rubrics/: holds no rubric that a judge can be asked about")
    return found


def _require_askable(name: str, known: dict[str, Rubric], *, criteria: bool) -> None:
    if name == CRITERIA and not criteria:
        raise DataError(
            f"dimension {CRITERIA!r}: its questions are the criteria of a suite; "
            "`workbench judge --suite FILE` asks them"
        )
    if name == CRITERIA and name not in known:
        raise DataError(
            f"dimension {CRITERIA!r}: has no rubric, which says what yes and no mean; write "
            f"rubrics/{CRITERIA}.yaml, for example:\n\n{STARTER}"
        )
    if name not in known:
        raise DataError(
            f"dimension {name!r}: has no rubric; known: {', '.join(sorted(known))}."
            f"{did_you_mean(name, known)}"
        )
    if known[name].draft:
        raise DataError(
            f"dimension {name!r}: its rubric is a draft; write the anchors before a judge is "
            "asked about it"
        )
    if name == CRITERIA and set(known[name].scale_levels) != set(_ANSWERS):
        raise DataError(
            f"dimension {CRITERIA!r}: a criterion is answered by {' or '.join(_ANSWERS)}, got the "
            f"{known[name].scale} scale {known[name].describe_scale()}; write `scale: nominal` "
            "with these two anchors"
        )
