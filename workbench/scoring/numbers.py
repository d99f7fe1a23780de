"""Numbers: what a text states in digits or in words, with sign, unit and place."""

import re
from dataclasses import dataclass
from typing import Final

_UNITS_IN_WORDS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19,
}  # fmt: skip
_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES: Final = {
    "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "k": 10**3, "m": 10**6, "mn": 10**6, "b": 10**9, "bn": 10**9,
}  # fmt: skip
_WORDS: Final = _UNITS_IN_WORDS | _TENS
_SPELLED: Final = "|".join(sorted(_WORDS, key=len, reverse=True))

UNITS: Final[dict[str, tuple[str, ...]]] = {
    "%": ("%", "per cent", "percent", "pct"),
    "EUR": ("€", "eur", "euros", "euro"),
    "USD": ("$", "usd", "dollars", "dollar"),
    "GBP": ("£", "gbp", "pounds", "pound"),
    "CHF": ("chf", "francs", "franc"),
    "second": ("seconds", "second", "secs", "sec"),
    "minute": ("minutes", "minute", "mins", "min"),
    "hour": ("hours", "hour", "hrs", "hr"),
    "day": ("days", "day"),
    "week": ("weeks", "week"),
    "month": ("months", "month"),
    "year": ("years", "year", "yrs", "yr"),
}
"""Units by the ways they are written; a number with another of these is another figure."""
_BY_SPELLING: Final = {word: unit for unit, words in UNITS.items() for word in words}
_UNIT: Final = "|".join(
    re.escape(word) + (r"\b" if word[-1].isalpha() else "")
    for word in sorted(_BY_SPELLING, key=len, reverse=True)
)

_NUMBER: Final = re.compile(
    rf"""
    (?=[\d.€£$+−–-]|[acefgmnopstuz])             # what a number may start with
    (?<![\w.])(?<![^\W\d_]-)                      # no part of a word, an id or another number
    (?:(?=[-+−–mp])(?<![\w%)])(?P<sign>[-+−–]|\bminus\b|\bplus\b)\s?)?
    (?P<before>(?=[€£$CEGU])(?:[€£]|(?:US)?[$]|EUR|USD|GBP|CHF)\s?)?
    (?:
      (?P<digits>(?=[.\d])(?:
        \d{{1,3}}(?:(?:\.\d{{3}}){{1,9}}|(?:[\u00a0\u202f]\d{{3}}){{1,9}}),\d+     # 1.234,5
        |\d{{1,3}}(?:[,'’\u00a0\u202f]\d{{3}})+(?:\.\d+)?(?!\d)                  # 1,234.5
        |\d{{1,3}}(?:\.\d{{3}}){{2,9}}(?![.\d])                                # 1.234.567
        |\d{{1,2}}(?:,\d{{2}}){{1,9}},\d{{3}}(?:\.\d+)?(?!\d)                    # 12,34,567
        |\d+(?:[.,]\d+)?(?:e[+-]?\d{{1,3}}(?!\w))?|\.\d+
      ))
      |(?P<words>(?=[aefnostz])(?:{_SPELLED}|an?\s(?:hundred|thousand|million|billion)\b)
        (?:(?:[\s-]|\sand\s)(?:{_SPELLED}|hundred|thousand|million))*
        (?:\spoint(?:\s(?:{_SPELLED}))+)?)\b
    )
    (?:\s?(?P<scale>thousand|million|billion|trillion|bn|mn)\b
      |(?P<suffix>(?-i:[kKMB])|(?(before)[mb]|(?!)))\b)?
    (?P<after>\s?(?:{_UNIT})|[-\s](?:per\s)?\w+|\w+)?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DATE: Final = re.compile(
    r"\b(?=\d)(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?|\d{1,2}:\d{2}(?::\d{2})?"
    r"|\d{1,2}([./])\d{1,2}\1(?:\d{4}|\d{2}))\b"
)
_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:\.\d{3}){2,}")
"""Digits whose commas or points only set groups apart."""
_ORDINAL: Final = frozenset({"st", "nd", "rd", "th"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One number that a text states."""

    value: float
    """As written, its sign apart."""
    sign: int
    """-1 or 1 where one is written, else 0."""
    unit: str | None
    """One of UNITS, or None where it has none of them."""
    follows: str
    """The word after it, folded."""
    start: int
    end: int


def stated(text: str) -> list[Stated]:
    """Return the numbers of a text in order; dates, times of day and ids are none."""
    blanked = _DATE.sub(lambda found: " " * len(found[0]), text)
    found, position = [], 0
    while match := _NUMBER.search(blanked, position):
        position = _end(match)
        number = _stated(match)
        if number is not None:
            found.append(number)
    return found


def _end(match: re.Match[str]) -> int:
    return max(map(match.end, ("digits", "words", "scale", "suffix")))


def _stated(match: re.Match[str]) -> Stated | None:
    after = (match["after"] or "").strip(" -\t\n").lower()
    if match["digits"] and (match["after"] or "")[:1].isalnum() and after in _ORDINAL:
        return None
    value = _of_digits(match["digits"]) if match["digits"] else _of_words(match["words"])
    scale = (match["scale"] or match["suffix"] or "").lower()
    before = (match["before"] or "").strip().lower().replace("us$", "$")
    sign = match["sign"]
    return Stated(
        value=value * _SCALES.get(scale, 1),
        sign=0 if sign is None else 1 if sign.lower() in ("+", "plus") else -1,
        unit=_BY_SPELLING.get(after) or _BY_SPELLING.get(before),
        follows=after,
        start=match.start(),
        end=_end(match),
    )


def _of_digits(digits: str) -> float:
    """Read digits: a comma before exactly three digits groups them, any other is a point.

    Where points and commas stand, the last of them is the point. One point is always one: `1.234`
    is little more than one.
    """
    digits = re.sub(r"['’\u00a0\u202f]", "", digits)
    if _GROUPED.fullmatch(digits):
        return float(re.sub(r"[.,]", "", digits))
    place = max(digits.rfind("."), digits.rfind(","))
    if place < 0:
        return float(digits)
    return float(f"{re.sub(r'[.,]', '', digits[:place])}.{digits[place + 1 :]}")


def _of_words(words: str) -> float:
    """Read a number in words: `one hundred and five`, `twenty-five`, `fifteen point five`."""
    whole, _, fraction = words.lower().partition(" point ")
    total = current = 0.0
    for word in re.split(r"[\s-]+", whole):
        if word in _WORDS:
            current += _WORDS[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0.0
    digits = "".join(str(_WORDS[word]) for word in fraction.split())
    return total + current + (float(f"0.{digits}") if digits else 0.0)


def unit_of(written: str) -> str:
    """Return the one name of a unit that may be written in several ways."""
    return _BY_SPELLING.get(written.lower(), written.lower())
