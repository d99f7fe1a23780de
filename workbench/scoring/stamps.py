"""Stamps: where two runs were not made under alike, and what that does to comparing them."""

import re
from dataclasses import dataclass
from typing import Final

from workbench.domain.run import Stamp

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StampChange:
    """Something that the two runs were not made under alike."""

    stamp: str
    first: str | None
    second: str | None
    breaks: bool
    """Whether a comparison over it says nothing, rather than less."""

    def __str__(self) -> str:
        first, second = (_shown(side) for side in (self.first, self.second))
        return f"{self.stamp}: {first} in the first, {second} in the second"


def changed_stamps(first: Stamp, second: Stamp) -> tuple[StampChange, ...]:
    """Return where two runs differ in what they were made under.

    Another suite, rubric, judge or clock makes them measure different things. That the agent,
    its model or its prompt differ is what a comparison is for.
    """
    found = [
        StampChange(stamp=name, first=_text(one), second=_text(two), breaks=breaks)
        for name, breaks in (
            ("suite", True),
            ("suite_version", False),
            ("suite_digest", False),
            ("transcripts", False),
            ("clock", True),
            ("trusted", False),
            ("workbench", False),
        )
        if (one := getattr(first, name)) != (two := getattr(second, name))
    ]
    for name, one, two in (
        ("rubric", first.rubrics, second.rubrics),
        ("judge", first.judges, second.judges),
    ):
        found += [
            StampChange(stamp=f"{name} {key}", first=one.get(key), second=two.get(key), breaks=True)
            for key in sorted(one.keys() | two.keys())
            if one.get(key) != two.get(key)
        ]
    return tuple(found)


def _shown(value: str | None) -> str:
    """Return a stamp as people read it: of a digest its first 12 digits."""
    if value is None:
        return "none"
    return value[:12] if _DIGEST.fullmatch(value) else value


def _text(value: object) -> str | None:
    return None if value is None else str(value)
