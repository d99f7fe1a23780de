"""Rewriting a rubric file: only the values that change are written anew, every other byte stays."""

import fcntl
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    LiteralScalarString,
    SingleQuotedScalarString,
)

from workbench.errors import DataError
from workbench.store.edits import dumped, round_trip, styled
from workbench.store.whole import replacing

Place = tuple[str | int, ...]
"""Where a text stands: ("question",), or ("anchors", 2)."""

_BOM = "\ufeff"
_STYLES: Mapping[str, type[str]] = {
    '"': DoubleQuotedScalarString,
    "'": SingleQuotedScalarString,
    "|": LiteralScalarString,
}


def file_digest(path: Path) -> str:
    """Return the digest of a file's bytes: what tells whether it changed since it was read.

    Raises:
        DataError: The file cannot be read.
    """
    return hashlib.sha256(_bytes(path)).hexdigest()


def rewrite_rubric(path: Path, changes: Mapping[Place, str | None], *, read: str) -> None:
    """Change texts of a rubric file.

    Args:
        path: The file.
        changes: The new text by where it stands; None takes the key out.
        read: The digest of the file as it was when the changes were thought of.

    Raises:
        DataError: The file is another since, or cannot be written; it is then as it was.
    """
    with _locked(path):
        data = _bytes(path)
        if hashlib.sha256(data).hexdigest() != read:
            raise DataError(
                f"{path.name}: was changed by somebody else since it was opened here; "
                "read it again, then make the change anew"
            )
        text = data.decode("utf-8")
        for place, value in changes.items():
            text = rewritten(text, place, value, path.name)
        with replacing(path) as file:
            file.write(text.encode("utf-8"))


def rewritten(text: str, place: Place, value: str | None, name: str) -> str:
    """Return a file's text with one value changed, added or taken out.

    Whatever way of writing it is tried, the result counts only if it reads as meant.

    Args:
        text: The file's text, that of a sound mapping.
        place: Where the value stands.
        value: The new one; None takes the key out.
        name: The file as messages show it.

    Raises:
        DataError: The value cannot be written there.
    """
    mark, body = (_BOM, text[1:]) if text.startswith(_BOM) else ("", text)
    meant = _changed(_tree(body), place, value)
    for candidate in _candidates(body, place, value):
        if _tree(candidate) == meant:
            return mark + candidate
    where = ".".join(map(str, place))
    raise DataError(f"{name}: `{where}` cannot be rewritten here; change it in an editor")


def _changed(tree: Any, place: Place, value: str | None) -> Any:
    """Change a tree in place and return it."""
    node = tree
    for step in place[:-1]:
        node = node[_key_in(node, step)]
    key = _key_in(node, place[-1])
    if value is None:
        node.pop(key, None)
    else:
        node[key] = value
    return tree


def _key_in(node: Any, step: str | int) -> Any:
    """Find a key by its value, or by its text: level names are text where nominal."""
    return next((key for key in node if str(key) == str(step)), step)


def _candidates(text: str, place: Place, value: str | None) -> Iterator[str]:
    """Yield the file's text in the ways of writing a value, the one nearest to the old first."""
    found = _found(text, place)
    if found is None:
        if value is not None and len(place) == 1:
            yield _added(text, str(place[0]), value)
    elif value is None:
        yield _without(text, *found)
    else:
        for writing in _writings(text, found, value):
            yield _replaced(text, found, writing)
    yield dumped(_changed(round_trip().load(text), place, value))


def _found(text: str, place: Place) -> tuple[ScalarNode, ScalarNode] | None:
    """Return the nodes of a key and its value, where both stand in the file."""
    node = round_trip().compose(text)
    pair = None
    for step in place:
        if not isinstance(node, MappingNode):
            return None
        pair = next((pair for pair in node.value if pair[0].value == str(step)), None)
        if pair is None:
            return None
        node = pair[1]
    return pair if isinstance(node, ScalarNode) else None


def _writings(text: str, found: tuple[ScalarNode, ScalarNode], value: str) -> Iterator[str]:
    """Yield a value as it may be written: in the old style, in the usual one, in quotes."""
    style, (_, end) = found[1].style, _extent(text, found[1])
    quoted = DoubleQuotedScalarString(value)
    if text[end:].partition("\n")[0].strip():  # a comment, or the rest of a line in braces
        yield _written(_STYLES[style](value) if style in ("'", '"') else value)
        yield _written(quoted)
        return
    if style in _STYLES:
        yield _written(_STYLES[style](value))
    yield _written(styled(value))
    yield _written(quoted)


def _written(value: str) -> str:
    return dumped(CommentedMap(k=value)).removeprefix("k:").strip("\n").lstrip(" ")


def _replaced(text: str, found: tuple[ScalarNode, ScalarNode], writing: str) -> str:
    start, end = _extent(text, found[1])
    indent = " " * found[0].start_mark.column
    first, *others = writing.split("\n")
    lines = [first, *(line and indent + line for line in others)]
    return text[:start] + _end(text).join(lines) + text[end:]


def _added(text: str, key: str, value: str) -> str:
    """Put a new key below the last one."""
    last = round_trip().compose(text).value[-1][1]
    _, end = _extent(text, last)
    line_end = text.find("\n", end)
    head, tail = (text, "") if line_end < 0 else (text[: line_end + 1], text[line_end + 1 :])
    if not head.endswith("\n"):
        head += _end(text)
    return head + dumped(CommentedMap({key: styled(value)})).replace("\n", _end(text)) + tail


def _without(text: str, key: ScalarNode, value: ScalarNode) -> str:
    """Take out the lines of a key."""
    _, end = _extent(text, value)
    start = text.rfind("\n", 0, key.start_mark.index) + 1
    line_end = text.find("\n", end)
    return text[:start] + ("" if line_end < 0 else text[line_end + 1 :])


def _extent(text: str, node: Any) -> tuple[int, int]:
    """Return where a value begins and ends, without the blank lines below it."""
    start = node.start_mark.index
    return start, start + len(text[start : node.end_mark.index].rstrip())


def _end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _tree(text: str) -> Any:
    """Return what a text reads as; None where it is not YAML."""
    try:
        return round_trip().load(text)
    except YAMLError:
        return None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep two who save at once apart: whoever comes second finds another file than was read."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
