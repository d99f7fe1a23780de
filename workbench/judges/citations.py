"""The turns that a judge cites: read, and each quote looked up in its turn as it was shown.

White space, case, the shapes of quotation marks and dashes, and invisible characters make no
difference; quotation marks around a quote do not count. An ellipsis (three dots or their one
character, bracketed or not) stands for left-out text: the pieces around it must follow each other
in the turn. A piece without a letter or digit is found only where the quote is the whole turn: a
full stop proves nothing.

A bare turn number (`4` in place of `{"turn": 4, "quote": ...}`) is no evidence that could be
looked up: `found` stays empty, and under the mode `required` it does not count.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from unicodedata import normalize

from workbench.domain.citation import Citation
from workbench.judges.answer import Fault
from workbench.judges.objects import printable, shortened
from workbench.judges.question import EvidenceMode

_QUOTATION_MARKS: Final = (
    "'`\u00ab\u00b4\u00bb\u02bc\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
    "\u2032\u2033\u2035\u2036\u2039\u203a\u300c\u300d\u300e\u300f\u301d\u301e\u301f\uff02\uff07"
)
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_INVISIBLE: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_SHAPES: Final = (
    dict.fromkeys(map(ord, _QUOTATION_MARKS), '"')
    | dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _INVISIBLE), "")
    | {ord("\u2026"): "..."}
)
_ELLIPSIS: Final = re.compile(r"\[ ?\.{3,} ?\]|\( ?\.{3,} ?\)|\.{3,}")
_DIGITS: Final = re.compile(r"\s*[0-9]{1,9}\s*")


def read_citations(raw: object, shown: Mapping[int, str]) -> tuple[Citation, ...] | Fault:
    """Read a judge's evidence and look up its quotes.

    Args:
        raw: What stands at the key `evidence`: a list of objects with `turn` and `quote` or of
            bare turn numbers, or null.
        shown: The text of every turn as it was sent, by turn index.

    Returns:
        The citations, or the fault of the first that names no turn or one that does not exist.
    """
    if raw is None:
        return ()
    if not isinstance(raw, list):
        return _unreadable(f"`evidence` must be a list, got {shortened(raw)}")
    turn_text = cache(lambda turn: fold(shown[turn]))
    citations = []
    for entry in raw:
        cited = _citation(entry, shown)
        if isinstance(cited, Fault):
            return cited
        if cited.quote is not None:
            found = stands_in(cited.quote, turn_text(cited.turn))
            cited = Citation(turn=cited.turn, quote=cited.quote, found=found)
        citations.append(cited)
    return tuple(citations)


def missing_evidence(citations: tuple[Citation, ...], mode: EvidenceMode) -> Fault | None:
    """Return why these citations do not carry a level under this mode; None where they do."""
    if mode == "advisory" or any(cited.found for cited in citations):
        return None
    first = next((cited for cited in citations if cited.quote is not None), None)
    if first is None:
        message = "`evidence` must quote at least one turn, got no quote"
        return Fault(kind="evidence_missing", message=message)
    message = f"no quote stands in the turn it cites: turn {first.turn}, {shortened(first.quote)}"
    return Fault(kind="evidence_not_found", message=message)


def fold(text: str) -> str:
    """Return a text without the differences that do not count in a quote."""
    return " ".join(normalize("NFC", text.translate(_SHAPES)).casefold().split())


def stands_in(quote: str, folded_turn: str) -> bool:
    """Tell whether a quote stands in a turn that was folded."""
    sought = fold(quote).strip('" ')
    if sought and sought == folded_turn.strip('" '):
        return True
    pieces = [piece for part in _ELLIPSIS.split(sought) if (piece := part.strip('" '))]
    position = 0
    for piece in pieces:
        start = folded_turn.find(piece, position)
        if start < 0 or not any(map(str.isalnum, piece)):
            return False
        position = start + len(piece)
    return bool(pieces)


def _citation(entry: object, shown: Mapping[int, str]) -> Citation | Fault:
    """Read one entry; its quote is not looked up yet."""
    fields: Mapping[str, Any] = entry if isinstance(entry, dict) else {"turn": entry}
    turn, quote = _turn(fields.get("turn")), fields.get("quote")
    if turn is None:
        return _unreadable(f"`evidence` must name turns by their number, got {shortened(entry)}")
    if turn not in shown:
        message = f"`evidence` cites a turn that does not exist: {shortened(entry)}"
        return Fault(kind="evidence_outside", message=message)
    if quote is not None and not isinstance(quote, str):
        return _unreadable(f"a quote must be text, got {shortened(quote)}")
    return Citation(turn=turn, quote=printable(quote or "").strip() or None)


def _turn(raw: object) -> int | None:
    """Return the turn that a number or a text spells in plain digits, None where none."""
    if isinstance(raw, str):
        return int(raw) if _DIGITS.fullmatch(raw) else None
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    return int(raw) if float(raw).is_integer() else None


def _unreadable(message: str) -> Fault:
    return Fault(kind="evidence_unreadable", message=message)
