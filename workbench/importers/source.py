"""Foreign files as text and JSON: one bad byte or line never stops the rest and is always named."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from workbench.errors import DataError
from workbench.importers.found import Remark

_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LONE = re.compile("[\ud800-\udfff]")
_HEAD_LINES = 20
"""How many lines are tried for one that shows what the file is."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One JSON value and the line that it stands in."""

    line: int
    value: Any


def raw_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    r"""Read the lines of a file that are not blank, with their numbers.

    Lines end at ``\n`` and nowhere else: U+2028 and its kin are content.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    found = False
    try:
        with path.open("rb") as file:
            for number, data in enumerate(file, 1):
                line = _without_mark(data, path) if number == 1 else data
                if line.strip():
                    found = True
                    yield number, line.rstrip(b"\r\n")
    except OSError as error:
        raise _unreadable(path, error) from error
    if not found:
        raise DataError(f"{path}: is empty")


def read_text(path: Path) -> tuple[str, list[Remark]]:
    """Read a whole file as UTF-8 text; bytes that are not become U+FFFD with a note each line.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    try:
        data = _without_mark(path.read_bytes(), path)
    except OSError as error:
        raise _unreadable(path, error) from error
    if not data.strip():
        raise DataError(f"{path}: is empty")
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        notes = []
        for number, line in enumerate(data.split(b"\n"), 1):
            notes += decoded(line, number)[1]
        return data.decode("utf-8", "replace"), notes


def decoded(data: bytes, line: int) -> tuple[str, list[Remark]]:
    """Decode one line; a byte that is not UTF-8 becomes U+FFFD and is named."""
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        bad = data[error.start]
        message = (
            f"byte 0x{bad:02X} (byte {error.start + 1} of the line) is not UTF-8; read as U+FFFD"
        )
        return data.decode("utf-8", "replace"), [Remark(line=line, kind="note", message=message)]


def json_lines(path: Path) -> Iterator[Parsed | Remark]:
    """Read JSON Lines; what had to be said of a line comes before its value.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    reader = _Reader()
    for number, data in raw_lines(path):
        text, notes = decoded(data, number)
        yield from notes
        try:
            value = reader.read(text)
        except (ValueError, RecursionError) as error:
            yield Remark(line=number, kind="skipped", message=f"not valid JSON: {_why(error)}")
            continue
        yield from reader.remarks(number)
        yield Parsed(number, value)


def json_document(path: Path) -> tuple[Any, list[Remark]]:
    """Read a file that is one JSON document, and what had to be said of it.

    Raises:
        DataError: The file cannot be read, is empty, is UTF-16, or is not valid JSON.
    """
    text, notes = read_text(path)
    reader = _Reader()
    try:
        value = reader.read(text)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not valid JSON: {_why(error)}") from error
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: not valid JSON: {_why(error)}") from error
    return value, [*notes, *reader.remarks(0)]


def json_head(path: Path) -> Any:
    """Return the first JSON value that shows what a file is: a line's, else the document's.

    Returns:
        The value, or None where the file holds no JSON.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    for number, data in islice(raw_lines(path), _HEAD_LINES):
        value = _json_or_none(decoded(data, number)[0])
        if isinstance(value, dict | list) and value:
            return value
    text = read_text(path)[0]
    return _json_or_none(text) if text.lstrip()[:1] in ("{", "[") else None


def embedded_json(text: str) -> Any:
    """Return the value of JSON kept inside a text, as tool arguments are.

    Raises:
        ValueError: The text is not JSON, or holds what JSON has no word for.
    """
    reader = _Reader()
    try:
        value = reader.read(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if reader.strange:
        raise ValueError(reader.strange[0])
    return value


class _Reader:
    """Reads one JSON text after another, keeping what JSON cannot hold as text or U+FFFD."""

    def __init__(self) -> None:
        self.strange: list[str] = []
        self._repeated: list[str] = []
        self._surrogates = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_float=self._number,
            parse_constant=self._constant,
        )

    def read(self, text: str) -> Any:
        """Return the value of a text; raises ValueError where it is not JSON."""
        self.strange, self._repeated, self._surrogates = [], [], False
        value = self._decoder.decode(text)
        if "\\ud" in text or "\\uD" in text:
            value = self._mended(value)
        return value

    def remarks(self, line: int) -> Iterator[Remark]:
        """Say what the last text held that its value does not."""
        for message in self.strange:
            yield Remark(line=line, kind="note", message=message)
        for message in self._repeated:
            yield Remark(line=line, kind="dropped", message=message)
        if self._surrogates:
            yield Remark(
                line=line, kind="note", message="a lone surrogate escape was read as U+FFFD"
            )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = sorted({key for key in keys if keys.count(key) > 1})
            self._repeated += [
                f"key {key!r} stands more than once, the last counts" for key in twice
            ]
        return found

    def _number(self, digits: str) -> float | str:
        value = float(digits)
        return value if math.isfinite(value) else self._constant(digits)

    def _constant(self, word: str) -> str:
        self.strange.append(f"{word} is no number in JSON; read as text")
        return word

    def _mended(self, value: Any) -> Any:
        if isinstance(value, str):
            text = _LONE.sub("\ufffd", value)
            self._surrogates = self._surrogates or text != value
            return text
        if isinstance(value, dict):
            return {self._mended(key): self._mended(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._mended(item) for item in value]
        return value


def _json_or_none(text: str) -> Any:
    try:
        return _Reader().read(text)
    except (ValueError, RecursionError):
        return None


def _without_mark(data: bytes, path: Path) -> bytes:
    if data.startswith(_UTF_16):
        raise DataError(f"{path}: is UTF-16; save it as UTF-8 and import that")
    return data.removeprefix(_BOM)


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(f"{path}: cannot be read ({error.strerror or error})")


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)
