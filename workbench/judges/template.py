"""Prompt templates: Markdown with named slots, and nothing else that is ever interpreted."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from workbench.errors import DataError

REQUIRED = ("question", "anchors", "not_applicable", "transcript", "format")
OPTIONAL = ("expected_outcome", "criterion")
"""May be left out: the one where a dimension is better rated without knowing what should come out,
the other where a criterion may stand below the question."""
SLOTS = (*REQUIRED, *OPTIONAL)

_SLOT = re.compile(r"\{\{[ \t]*([\w.-]+)[ \t]*\}\}")


@dataclass(frozen=True, slots=True)
class Template:
    """A template that was checked; `parse` makes one.

    Attributes:
        name: The file as messages show it.
        text: The whole source; part of a judge's fingerprint.
        parts: Text and slot names in turn, beginning and ending with text.
    """

    name: str
    text: str
    parts: tuple[str, ...]

    @classmethod
    def parse(cls, text: str, name: str) -> "Template":
        """Read a template; single braces, and all else that is no slot, are literal.

        Raises:
            DataError: A slot is unknown, missing, there twice, or the answer's format does not
                come after the transcript; the message names file and line.
        """
        lines: dict[str, int] = {}
        for found in _SLOT.finditer(text):
            slot, line = found[1], _line(text, found.start())
            if slot not in SLOTS:
                raise DataError(f"{name}:{line}: unknown slot {found[0]!r}{_nearest(slot)}")
            if slot in lines:
                raise DataError(
                    f"{name}:{line}: slot {found[0]!r} stands in line {lines[slot]} too"
                )
            lines[slot] = line
        for slot in REQUIRED:
            if slot not in lines:
                raise DataError(_missing(text, name, slot))
        if list(lines).index("format") < list(lines).index("transcript"):
            raise DataError(
                f"{name}:{lines['format']}: slot '{{{{format}}}}' must come after "
                "'{{transcript}}': what a judge reads last should be ours"
            )
        return cls(name, text, tuple(_SLOT.split(text)))

    def shows(self, slot: str) -> bool:
        """Tell whether a slot stands in the template."""
        return slot in self.parts[1::2]

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the text with its slots filled; what is filled in is never looked at again."""
        return "".join(values[part] if place % 2 else part for place, part in enumerate(self.parts))


@cache
def default_template() -> Template:
    """Return the template that is shipped, for judges that name none."""
    return _shipped("default.md")


@cache
def criterion_template() -> Template:
    """Return the template of yes/no criteria that is shipped, for judges that name none."""
    return _shipped("criterion.md")


def _shipped(name: str) -> Template:
    source = files("workbench") / "judges" / "templates" / name
    return Template.parse(source.read_text(encoding="utf-8"), name)


def _missing(text: str, name: str, slot: str) -> str:
    written = re.search(rf"\{{[ \t]*{slot}[ \t]*\}}", text)
    line = _line(text, written.start()) if written else 1
    meant = f" ({written[0]!r} is plain text)" if written else ""
    return f"{name}:{line}: slot '{{{{{slot}}}}}' is missing{meant}"


def _nearest(slot: str) -> str:
    close = difflib.get_close_matches(slot, SLOTS, n=1)
    return f": did you mean {close[0]!r}?" if close else f"; the slots are {', '.join(SLOTS)}"


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
