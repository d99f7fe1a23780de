"""Foreign YAML, read with the line that every key and item stands in."""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.scalarbool import ScalarBoolean

from workbench.errors import DataError
from workbench.importers.loss import LossError
from workbench.importers.source import read_text

_MOST_VALUES = 1_000_000
"""Aliases let a few lines stand for a tree without end."""


def read_marked(path: Path) -> Any:
    """Return the tree of a YAML or JSON file, for `line_of` and `plain`.

    Raises:
        DataError: The file cannot be read, is empty, is UTF-16, or is not valid YAML.
    """
    text, _ = read_text(path)
    try:
        return parse_marked(text)
    except LossError as error:
        raise DataError(f"{path}{error}") from error


def parse_marked(text: str) -> Any:
    """Return the tree of a YAML text.

    Raises:
        LossError: It is not valid YAML; the message begins with the line.
    """
    try:
        tree = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise LossError(f":{line}: not valid YAML: {error.problem}") from error
    except (YAMLError, ValueError, RecursionError) as error:
        why = (str(error) or "nested too deeply").splitlines()[0]
        raise LossError(f": not valid YAML: {why}") from error
    _require_end(tree)
    return tree


def line_of(node: Any, key: Any, otherwise: int) -> int:
    """Return the line, from 1, of a key or an item; `otherwise` where the file has none."""
    if isinstance(node, CommentedMap) and key in (node.lc.data or {}):
        return int(node.lc.key(key)[0]) + 1
    if isinstance(node, CommentedSeq) and key in (node.lc.data or {}):
        return int(node.lc.item(key)[0]) + 1
    return otherwise


def plain(node: Any) -> Any:
    """Return a tree as values of JSON.

    Raises:
        LossError: It holds what JSON has no word for: a date, NaN, a tagged value.
    """
    if isinstance(node, dict):
        return {str(plain(key)): plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [plain(item) for item in node]
    if isinstance(node, bool | ScalarBoolean):
        return bool(node)
    if isinstance(node, str):
        return _whole(str(node))
    for kind in (int, float):
        if isinstance(node, kind):
            return _finite(kind(node))
    if node is None:
        return None
    raise LossError(f"{node!s} is a {type(node).__name__} to YAML: put it in quotes")


def _whole(text: str) -> str:
    """Return a text in which two escapes that stand for one character are that character."""
    if not any("\ud800" <= character <= "\udfff" for character in text):
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as error:
        raise LossError("it holds half a character") from error


def _finite(value: Any) -> Any:
    if isinstance(value, float) and value - value != 0:
        raise LossError(f"{value} is no number in JSON")
    return value


def _require_end(tree: Any) -> None:
    seen, open_nodes = 0, [tree]
    while open_nodes:
        node = open_nodes.pop()
        seen += 1
        if seen > _MOST_VALUES:
            raise LossError(f": unfolds to more than {_MOST_VALUES:,} values")
        if isinstance(node, dict):
            open_nodes.extend(node.values())
        elif isinstance(node, list):
            open_nodes.extend(node)
