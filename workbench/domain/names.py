"""File names for names people choose: safe on any file system and reversible."""

import unicodedata
from urllib.parse import unquote

from workbench.errors import DataError

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._-")
_LONGEST = 200
"""Bytes of a stem; file systems allow 255 and we add suffixes."""


def file_stem(name: str) -> str:
    """Return the stem that a labeller's, judge's, dimension's or collection's file has.

    Letters and digits of any script stay readable; everything else, and a dot or space at an
    end, is percent-encoded, so that ``name_of(file_stem(x)) == x`` for every name.

    Raises:
        DataError: The name is empty, not in Unicode's composed form, or too long for a file.
    """
    if not name or name != name.strip():
        raise DataError(f"name {name!r}: must be text without white space around it")
    if unicodedata.normalize("NFC", name) != name:
        raise DataError(f"name {name!r}: must be in composed Unicode form (NFC)")
    last = len(name) - 1
    stem = "".join(
        character if _stays(character, edge=place in (0, last)) else _escaped(character)
        for place, character in enumerate(name)
    )
    if len(stem.encode()) > _LONGEST:
        raise DataError(f"name {name!r}: too long for a file name, use at most {_LONGEST} bytes")
    return stem


def _stays(character: str, *, edge: bool) -> bool:
    if character in ". ":
        return not edge
    return character in _PLAIN or (ord(character) > 127 and character.isalnum())


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def name_of(stem: str) -> str:
    """Return the name that a file stem stands for, the inverse of `file_stem`."""
    return unquote(stem, errors="surrogatepass")
