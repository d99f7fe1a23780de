"""Text: what the agent must have said, and what it must not."""

from workbench.domain.expectation import TextExpectation
from workbench.scoring.checks import Look, Miss
from workbench.scoring.reading import Reading, Reply, folded
from workbench.scoring.said import said

_AROUND = 60
"""Characters that a message shows on either side of what it found."""
_LONGEST_SHOWN = 200


def contains_look(expectation: TextExpectation) -> Look:
    """Return the look for a text that must be found in one of the texts."""
    if expectation.is_plain:
        sought = folded(expectation.text)

        def look_plainly(reading: Reading) -> Miss | None:
            for text in reading.folded:
                if sought in text:
                    return None
            return _missing(expectation, reading.replies)

        return look_plainly
    finder = _Finder(expectation)

    def look(reading: Reading) -> Miss | None:
        texts, found = finder.found(reading)
        return None if found is not None else _missing(expectation, texts)

    return look


def _missing(expectation: TextExpectation, texts: list[Reply]) -> Miss:
    last = repr(_cut(texts[-1].text)) if texts else "no text"
    expected = f"a text that contains {_said(expectation)}"
    return Miss(expected, last, where=expectation.path, vacuous=not texts)


def _said(expectation: TextExpectation) -> str:
    """Return what is sought, as messages say it."""
    whole = " (standing by itself)" if expectation.whole else ""
    return f"{expectation.text!r}{whole}"


def lacks_look(expectation: TextExpectation) -> Look:
    """Return the look for a text that must be found nowhere."""
    finder = _Finder(expectation)

    def look(reading: Reading) -> Miss | None:
        texts, found = finder.found(reading)
        if found is None:
            return None
        place, position = found
        reply = texts[place]
        where = expectation.path or (f"turn {reply.turn}" if reply.turn is not None else None)
        turns = () if reply.turn is None else (reply.turn,)
        around = _surroundings(reply.text, position)
        return Miss(
            f"no text that contains {_said(expectation)}", repr(around), where=where, turns=turns
        )

    return look


class _Finder:
    """Finds one text in what the agent said."""

    __slots__ = ("_expectation", "_plain", "_sought", "_source")

    def __init__(self, expectation: TextExpectation) -> None:
        self._expectation = expectation
        fold = not expectation.case_sensitive
        self._sought = folded(expectation.text) if fold else expectation.text
        self._source = said(expectation.on, expectation.path)
        self._plain = fold and expectation.path is None and expectation.on == "replies"

    def found(self, reading: Reading) -> tuple[list[Reply], tuple[int, int] | None]:
        """Return the texts that were read, and in which of them it stands where."""
        texts = self._source(reading)
        haystacks = reading.folded if self._plain else self._haystacks(texts)
        for place, text in enumerate(haystacks):
            position = _position(self._sought, text, whole=self._expectation.whole)
            if position >= 0:
                return texts, (place, position)
        return texts, None

    def _haystacks(self, texts: list[Reply]) -> list[str]:
        if self._expectation.case_sensitive:
            return [reply.text for reply in texts]
        return [folded(reply.text) for reply in texts]


def _position(sought: str, text: str, *, whole: bool) -> int:
    position = text.find(sought)
    while whole and position >= 0 and not _stands_alone(text, position, position + len(sought)):
        position = text.find(sought, position + 1)
    return position


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no word or number goes on to either side: `1,010` and `10.5` hold no `10`."""
    before, after = text[:start][-2:], text[end : end + 2]
    if (before[-1:].isalnum() and text[start].isalnum()) or (
        after[:1].isalnum() and text[end - 1].isalnum()
    ):
        return False
    goes_on_left = text[start].isdigit() and before[-1:] in (".", ",") and before[:1].isdigit()
    goes_on_right = text[end - 1].isdigit() and after[:1] in (".", ",") and after[1:].isdigit()
    return not (goes_on_left and len(before) > 1) and not goes_on_right


def _surroundings(text: str, position: int) -> str:
    start = max(0, position - _AROUND)
    return f"{'…' if start else ''}{_cut(text[start : position + 2 * _AROUND])}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
