"""Clauses: where one statement of a text ends, and whether it says that something rose or fell."""

import re
from dataclasses import dataclass
from typing import Final

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|[;\n]+|[.!?]+$")
_CLAUSE: Final = re.compile(
    r",\s+(?:and|but|while|whereas|although|though|yet)\s+|,\s+"
    r"|\s+(?:and|but|while|whereas|although|though|yet)\s+",
    re.IGNORECASE,
)
_FELL: Final = re.compile(
    r"\b(?:f[ae]ll(?:s|en|ing)?|drop\w*|declin\w*|decreas\w*|down(?:turn)?|shr[aiu]nk\w*"
    r"|reduc\w*|dip(?:s|ped|ping)?|s[aiu]nk(?:s|ing)?|plunge\w*|plummet\w*|slid(?:e|es|ing)?"
    r"|slump\w*|contract(?:s|ed|ion)|tumbl\w*|worsen\w*)\b",
    re.IGNORECASE,
)
_LESS: Final = re.compile(r"\b(?:lower|less|fewer|los[ts]|loss|losses|negative)\b", re.IGNORECASE)
_ROSE: Final = re.compile(
    r"\b(?:r[io]s(?:e|es|en|ing)|gr[eo]w(?:s|n|th|ing)?|increas\w*|up|gain\w*|climb\w*"
    r"|jump\w*|surg\w*|soar\w*|higher|more|improv\w*|went\s+up|expand\w*)\b",
    re.IGNORECASE,
)
_LEVEL: Final = re.compile(
    r"\b(?:to|at|from|up\s+to)\s+(?:only|just|about|around|some|roughly|nearly|almost)?\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause, and what of its sentence goes before it without a number of its own."""

    text: str
    start: int
    lead: str
    """Text before it that belongs to it."""


def clauses(text: str, numbers: list[int]) -> list[Clause]:
    """Return the clauses that hold numbers.

    Args:
        text: What is cut into clauses.
        numbers: Where its numbers start, ascending.
    """
    found: list[Clause] = []
    for start, end in _spans(text, _SENTENCE, 0, len(text)):
        lead_from = start
        for own, own_end in _spans(text, _CLAUSE, start, end):
            if any(own <= number < own_end for number in numbers):
                found.append(Clause(text=text[own:own_end], start=own, lead=text[lead_from:own]))
                lead_from = own_end
    return found


def _spans(text: str, divider: re.Pattern[str], start: int, end: int) -> list[tuple[int, int]]:
    spans, position = [], start
    for match in divider.finditer(text, start, end):
        spans.append((position, match.start()))
        position = match.end()
    spans.append((position, end))
    return [(one, two) for one, two in spans if two > one]


def direction(clause: str, start: int, end: int) -> int:
    """Return -1 where a clause says that a number of it is a fall, 1 a rise, 0 neither.

    The word closest to the number decides. A level that is reached (`fell to 4`) is neither.

    Args:
        clause: The clause.
        start: Where the number starts in it.
        end: Where it ends.
    """
    if _LEVEL.search(clause[:start]):
        return 0
    distances = [
        (_distance(word, start, end), sign)
        for pattern, sign in ((_FELL, -1), (_ROSE, 1))
        for word in pattern.finditer(clause)
    ]
    return min(distances)[1] if distances else 0


def says_less(clause: str, start: int) -> bool:
    """Whether a clause speaks of less, which makes a negative number of one without a sign."""
    return _LESS.search(clause) is not None and not _LEVEL.search(clause[:start])


def _distance(word: re.Match[str], start: int, end: int) -> int:
    return start - word.end() if word.end() <= start else word.start() - end
