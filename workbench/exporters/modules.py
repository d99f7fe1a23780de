"""Python modules of an export: one a pair, which holds its values, and the code that it imports."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pprint import pformat
from string import Template
from typing import Any

from workbench.domain.judge import Judge
from workbench.exporters.carrying import PACKAGE, carried
from workbench.exporters.pair import Pair, identifiers

Reach = Callable[[Judge], dict[str, Any] | None]
"""How a tool reaches the model behind a judge; None where it cannot."""


def modules(pairs: Sequence[Pair], tool: str, reach: Reach) -> dict[str, str]:
    """Return the files of an export: the pairs' modules and the package that they share.

    Args:
        pairs: What is exported; `refusal` gave None for each.
        tool: Names the template of a pair's module and of what it needs for its tool, if anything.
        reach: How the tool reaches a model.
    """
    written = {
        f"{name}.py": _module(pair, name, tool, reach)
        for name, pair in zip(identifiers(pairs), pairs, strict=True)
    }
    glue = files("workbench") / "exporters" / "templates" / f"for_{tool}.py.txt"
    if glue.is_file():
        written[f"{PACKAGE}/for_{tool}.py"] = glue.read_text(encoding="utf-8")
    return {**written, **carried()}


def unreachable(pair: Pair, reach: Reach, instead: str) -> str | None:
    """Return why a tool cannot ask a pair's models, or None where it can."""
    for seat in pair.seats:
        if reach(seat.entry) is None:
            return f"{seat.name} asks {seat.entry.model}, {instead}"
    return None


def no_pass_level(pair: Pair) -> str | None:
    """Return why a tool that wants pass or fail cannot have a pair, or None where it can."""
    if pair.rubric.passing:
        return None
    return "its rubric names no level that passes, and the tool wants pass or fail"


def _module(pair: Pair, name: str, tool: str, reach: Reach) -> str:
    entries: Mapping[str, dict[str, Any]] = {
        seat.name: reach(seat.entry) or {} for seat in pair.seats
    }
    values = pformat(pair.values(entries), width=100, sort_dicts=False)
    source = files("workbench") / "exporters" / "templates" / f"{tool}.py.txt"
    return Template(source.read_text(encoding="utf-8")).substitute(pair=values, name=name)
