"""Patterns: regular expressions from suites, which run under a time limit."""

from functools import lru_cache
from typing import Any, Final

from workbench.domain.expectation import PatternExpectation
from workbench.errors import DataError
from workbench.scoring.checks import Look, Miss, UncheckableError
from workbench.scoring.reading import Reading
from workbench.scoring.said import Said, said

LIMIT: Final = 1.0
"""Seconds that one pattern may take on one text."""
_LONGEST_SHOWN: Final = 200


@lru_cache(maxsize=4096)
def compiled_pattern(pattern: str) -> Any:
    """Return a regular expression; flags are written in it, `.` stops at a line's end.

    Raises:
        DataError: It is none.
    """
    import regex

    try:
        return regex.compile(pattern)
    except (regex.error, OverflowError, RecursionError) as error:
        raise DataError(
            f"pattern {pattern!r} must be a regular expression, and is none: {error}"
        ) from error


def searched(pattern: Any, text: str, *, whole: bool = False) -> bool:
    """Whether a pattern is found in a text, or is all of it.

    Raises:
        UncheckableError: It took longer than the limit.
    """
    try:
        found = (
            pattern.fullmatch(text, timeout=LIMIT) if whole else pattern.search(text, timeout=LIMIT)
        )
    except TimeoutError as error:
        raise UncheckableError(
            f"pattern {pattern.pattern!r} took longer than {LIMIT:g} s on a text of "
            f"{len(text)} characters: nested quantifiers do that"
        ) from error
    return found is not None


def pattern_look(expectation: PatternExpectation) -> Look:
    """Return the look for a pattern in what the agent said, each reply by itself.

    Raises:
        DataError: The pattern is no regular expression.
    """
    pattern = compiled_pattern(expectation.pattern)
    whole = expectation.mode == "fullmatch"
    source: Said = said(expectation.on, expectation.path)

    def look(reading: Reading) -> Miss | None:
        texts = source(reading)
        for _, text in texts:
            if searched(pattern, text, whole=whole):
                return None
        expected = f"a text that matches {expectation.pattern!r} ({expectation.mode})"
        return Miss(expected, _quoted(texts), where=expectation.path, vacuous=not texts)

    return look


def _quoted(texts: list[Any]) -> str:
    if not texts:
        return "no text"
    last = texts[-1].text
    return repr(last if len(last) <= _LONGEST_SHOWN else f"{last[:_LONGEST_SHOWN]}…")
