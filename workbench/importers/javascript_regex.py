"""JavaScript's regular expressions, written so that ours find them in the same texts.

The two differ in what dots, anchors, white space, digits and word ends stand for, in escapes and in
groups. What has no exact counterpart is refused, never guessed at.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from workbench.errors import DataError
from workbench.importers.loss import LossError
from workbench.scoring.patterns import compiled_pattern

SPACE = r"\s\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space and line ends of JavaScript, for a class of a pattern with `(?a)`."""
UNITS = (
    "a character beyond U+FFFF, as emoji are, is one character here and two in JavaScript; "
    "`.` and negated classes count them so"
)
_ANY = r"[^\n\r\u2028\u2029]"
_SPECIAL = frozenset(r"\.^$*+?{}[]|()")
_QUANTIFIER = re.compile(r"[*+?]\??|\{(\d+)(?:,(\d*))?\}\??")
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!")
_NAMED = re.compile(r"\(\?<[A-Za-z_$][\w$]*>")
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_EVERYTHING = (r"[\s\S]", r"[\S\s]", r"[\d\D]", r"[\D\d]", r"[\w\W]", r"[\W\w]", "[^]")
_LARGEST_UNIT = 0xFFFF


@dataclass(frozen=True, slots=True)
class Translation:
    """A pattern of ours, and what to know of it."""

    pattern: str
    caveats: tuple[str, ...] = ()


def translated(pattern: str, *, unicode: bool = False) -> Translation:
    """Return the pattern that finds what `new RegExp(pattern)` finds.

    Args:
        pattern: The source of the JavaScript expression.
        unicode: Whether it is read with the flag `u`.

    Raises:
        LossError: It has no exact counterpart, or JavaScript itself refuses it.
    """
    reader = _Reader(pattern, unicode)
    found = reader.read()
    try:
        compiled_pattern(found)
    except DataError as error:
        raise LossError(f"its pattern {pattern!r} is no regular expression here") from error
    return Translation(found, (UNITS,) if reader.counts_units and not unicode else ())


def escaped(text: str) -> str:
    """Return the pattern of exactly this text."""
    found = "".join(map(_literal, text))
    return found if found.strip() else found.replace(" ", "[ ]")


def case_blind(text: str) -> str:
    """Return the pattern of a text whose `toLowerCase()` holds that of this text.

    Raises:
        LossError: It has a letter whose lower case depends on what stands beside it.
    """
    if set(text) & set("Σσς\u0130\u0307"):
        raise LossError("it has a letter whose lower case depends on what stands beside it")
    lower = text.lower()
    parts = [_blind(character) for character in lower]
    if lower.endswith("i"):
        parts[-1] = r"[i\u0130]"  # whose lower case is an i with a dot above it
    return f"(?ia){''.join(parts)}"


def _blind(character: str) -> str:
    if character == "k":
        return r"[k\u212a]"  # the sign for kelvin, whose lower case is k
    if character.isascii():
        return _literal(character)
    alike = [character, *_upper_cases().get(character, ())]
    return f"[{''.join(alike)}]" if len(alike) > 1 else character


@lru_cache(maxsize=1)
def _upper_cases() -> dict[str, list[str]]:
    """Return the letters whose lower case is another one, by that."""
    found: dict[str, list[str]] = {}
    for code in range(0x80, 0x110000):
        lower = chr(code).lower()
        if lower != chr(code):
            found.setdefault(lower, []).append(chr(code))
    return found


def _literal(character: str) -> str:
    if character in _SPECIAL:
        return f"\\{character}"
    return character if character.isprintable() else _coded(character)


def _coded(character: str) -> str:
    if character in _CONTROL.values():
        return f"\\{next(name for name, one in _CONTROL.items() if one == character)}"
    code = ord(character)
    return f"\\U{code:08x}" if code > _LARGEST_UNIT else f"\\u{code:04x}"


@dataclass(slots=True)
class _Reader:
    """Reads one pattern from left to right."""

    source: str
    unicode: bool
    counts_units: bool = False
    _at: int = 0
    _parts: list[str] = field(default_factory=list)
    _ascii: bool = False
    _repeatable: bool = False
    """Whether what was read last may be followed by a quantifier."""
    _looking: list[bool] = field(default_factory=list)
    """Of each open group, whether it looks ahead or behind."""
    _one: bool = False
    """Whether what was read last takes one unit of any character."""

    def read(self) -> str:
        while self._at < len(self.source):
            self._step()
        found = "".join(self._parts)
        if not found.strip():
            found = found.replace(" ", "[ ]")
        return f"(?a){found}" if self._ascii else found

    def _step(self) -> None:
        character = self.source[self._at]
        quantifier = _QUANTIFIER.match(self.source, self._at)
        if quantifier:
            self._quantify(quantifier)
        elif character == "(":
            self._open()
        elif character == ")":
            self._put(")", 1, repeatable=not (self._looking and self._looking.pop()))
        elif character == "[":
            self._class()
        elif character == "\\":
            self._escape()
        elif character == ".":
            self._put(_ANY, 1, one=True)
        elif character in "|^":
            self._put(character, 1, repeatable=False)
        elif character == "$":
            self._put(r"\Z", 1, repeatable=False)
        else:
            self._plain(character)

    def _put(self, text: str, length: int, *, repeatable: bool = True, one: bool = False) -> None:
        self._end_of_one("")
        self._parts.append(text)
        self._at += length
        self._repeatable, self._one = repeatable, one
        if self._at == len(self.source):
            self._end_of_one("")

    def _end_of_one(self, quantifier: str) -> None:
        """Note where a single unit of any character was asked for: its number then matters."""
        if self._one and quantifier[:1] not in ("*", "+"):
            self.counts_units = True
        self._one = False

    def _plain(self, character: str) -> None:
        if character in "{}]" and self.unicode:
            raise self._refused(f"a {character!r} that is not escaped")
        wide = ord(character) > _LARGEST_UNIT
        if wide and not self.unicode and _QUANTIFIER.match(self.source, self._at + 1):
            raise LossError(f"JavaScript repeats one half of {character!r}")
        self._put(_literal(character), 1)

    def _quantify(self, found: re.Match[str]) -> None:
        if not self._repeatable:
            raise self._refused(f"{found[0]!r} after what cannot be repeated")
        self._end_of_one(found[0])
        self._put(found[0], len(found[0]), repeatable=False)

    def _open(self) -> None:
        if not self.source.startswith("(?", self._at):
            self._looking.append(False)
            self._put("(", 1, repeatable=False)
            return
        named = _NAMED.match(self.source, self._at)
        if named:
            self._looking.append(False)
            self._put("(", len(named[0]), repeatable=False)
            return
        known = next((one for one in _GROUPS if self.source.startswith(one, self._at)), None)
        if known is None:
            raise self._refused(f"a group {self.source[self._at : self._at + 4]!r}")
        self._looking.append(known != "(?:")
        self._put(known, len(known), repeatable=False)

    def _refused(self, what: str) -> LossError:
        return LossError(f"JavaScript refuses its pattern {self.source!r}: {what}")

    def _escape(self) -> None:
        letter = self.source[self._at + 1 : self._at + 2]
        if letter in ("d", "w", "D", "W"):
            self._ascii = True
            self._put(f"\\{letter}", 2, one=letter.isupper())
        elif letter in ("b", "B"):
            self._ascii = True
            self._put(f"\\{letter}", 2, repeatable=False)
        elif letter in ("s", "S"):
            self._ascii = True
            self._put(f"[{'^' if letter == 'S' else ''}{SPACE}]", 2, one=letter == "S")
        else:
            character, length = self._character(self._at)
            self._put(_literal(character), length)

    def _character(self, at: int) -> tuple[str, int]:
        """Return the one character that an escape stands for, and the escape's length."""
        letter = self.source[at + 1 : at + 2]
        if not letter:
            raise self._refused("a backslash at its end")
        if letter in _CONTROL:
            return _CONTROL[letter], 2
        if letter in "xu":
            return self._hexadecimal(at)
        if letter == "0" and not self.source[at + 2 : at + 3].isdigit():
            return "\0", 2
        if letter.isdigit() or letter in "ckpP":
            raise LossError(f"its pattern {self.source!r} has {self.source[at : at + 2]!r}")
        if self.unicode and letter not in _SPECIAL and letter != "/":
            raise self._refused(f"{self.source[at : at + 2]!r}")
        return letter, 2

    def _hexadecimal(self, at: int) -> tuple[str, int]:
        found = re.compile(r"\\x([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})").match(self.source, at)
        if found is None or 0xD800 <= int(found[1] or found[2], 16) <= 0xDFFF:
            raise LossError(f"its pattern {self.source!r} has {self.source[at : at + 6]!r}")
        return chr(int(found[1] or found[2], 16)), len(found[0])

    def _class(self) -> None:
        known = next((one for one in _EVERYTHING if self.source.startswith(one, self._at)), None)
        if known:
            self._put("(?s:.)", len(known), one=True)
            return
        if self.source.startswith("[]", self._at):
            self._put("(?!)", 2)
            return
        start = self._at + 1
        negated = self.source.startswith("^", start)
        items, at = self._items(start + negated)
        self._put(f"[{'^' if negated else ''}{''.join(items)}]", at - self._at, one=negated)

    def _items(self, at: int) -> tuple[list[str], int]:
        """Return the items of a class, and where what follows it starts."""
        items: list[str] = []
        while not self.source.startswith("]", at):
            item, length, single = self._item(at)
            at += length
            if self.source.startswith("-", at) and not self.source.startswith("-]", at):
                end, length, other = self._item(at + 1)
                if not (single and other):
                    raise LossError(f"its pattern {self.source!r} has a range of classes")
                item, at = f"{item}-{end}", at + 1 + length
            items.append(item)
        return items, at + 1

    def _item(self, at: int) -> tuple[str, int, bool]:
        """Return one item, its length, and whether it is a single character."""
        character = self.source[at : at + 1]
        if not character:
            raise self._refused("a class that does not end")
        if character != "\\":
            return self._member(character), 1, True
        letter = self.source[at + 1 : at + 2]
        if letter in ("d", "w", "D", "W", "s"):
            self._ascii = True
            self.counts_units = self.counts_units or letter.isupper()
            return SPACE if letter == "s" else f"\\{letter}", 2, False
        if letter in ("b", "-"):
            return r"\x08" if letter == "b" else r"\-", 2, True
        if letter in ("S", "B"):
            raise LossError(f"its pattern {self.source!r} has '\\{letter}' inside a class")
        found, length = self._character(at)
        return self._member(found), length, True

    def _member(self, character: str) -> str:
        if ord(character) > _LARGEST_UNIT and not self.unicode:
            raise LossError(f"JavaScript reads the halves of {character!r} in a class")
        if not character.isprintable():
            return _coded(character)
        plain = character.isalnum() or not character.isascii() or character in " _,;:!%'\"@<>=/`"
        return character if plain else f"\\{character}"
