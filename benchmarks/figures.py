"""One row of the benchmark: what was compared, what came out, and the goal beside it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure that the project is held to."""

    what: str
    goal: str
    measured: str
    met: bool | None
    """None where nothing was measured."""
    facts: tuple[str, ...] = ()
    """What the figure was measured on, and what was checked beside it."""


def unmeasured(what: str, goal: str, reason: str) -> Row:
    """Return a row that was not measured, and why."""
    return Row(what=what, goal=goal, measured=f"not measured: {reason}", met=None)


def shown(number: int, row: Row) -> str:
    """Return a row as lines of text."""
    word = {True: "met", False: "not met", None: "-"}[row.met]
    lines = [f"{number}. {row.what}", f"   measured  {row.measured}", f"   goal      {row.goal}"]
    lines.append(f"   {word}")
    return "\n".join(lines + [f"   . {fact}" for fact in row.facts])


def times(ratio: float) -> str:
    """Return a ratio as people read it."""
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
