"""Files that people edit: YAML read with its lines, so that a fault is named where it stands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq, TaggedScalar
from ruamel.yaml.constructor import RoundTripConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError
from ruamel.yaml.scalarbool import ScalarBoolean

from workbench.domain.finding import Finding
from workbench.domain.lean import LeanRecord
from workbench.store.steps import faults, invalid, told

if TYPE_CHECKING:
    from pydantic import BaseModel

Model = TypeVar("Model", bound="BaseModel | LeanRecord")

_MOST_NODES = 100_000
"""Aliases let a few lines stand for a tree without end; no file that people edit is that long."""


_OF_A_MODEL = re.compile(r"a valid dictionary(?: or instance of \w+)?")


class _Constructor(RoundTripConstructor):
    """Collects duplicate keys instead of stopping at the first; dates stay the text they are."""

    duplicates: list[tuple[str, int, int]]

    def check_mapping_key(
        self, node: Any, key_node: Any, mapping: Any, key: Any, value: Any
    ) -> bool:
        """Keep the first of two equal keys and remember where both stand."""
        del node, value
        if key not in mapping:
            return True
        first = mapping.lc.data[key][0] if key in mapping.lc.data else key_node.start_mark.line
        self.duplicates.append((str(key_node.value), key_node.start_mark.line, first))
        return False


_Constructor.add_constructor("tag:yaml.org,2002:timestamp", _Constructor.construct_scalar)


@dataclass(slots=True)
class YamlFile:
    """One YAML file as it was read: its tree, and what is wrong with it so far."""

    name: str
    """The path as messages show it."""
    tree: Any = None
    findings: list[Finding] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    readable: bool = True
    """False where there is no tree to validate."""

    def fault(self, line: int, code: str, message: str) -> None:
        """Note an error at a line counted from 1."""
        self.findings.append(Finding(file=self.name, line=line, code=code, message=message))

    def unreadable(self, line: int, code: str, message: str) -> None:
        """Note the error that left no tree."""
        self.readable = False
        self.fault(line, code, message)

    def line_of(self, path: Sequence[Any]) -> int:
        """Return the line, from 1, of the deepest part of a path that stands in the file."""
        node, line = self.tree, 0
        for step in path:
            if isinstance(node, CommentedMap):
                key = _key_in(node, step)
                if key is None or key not in node.lc.data:
                    break
                line, node = node.lc.key(key)[0], node[key]
            elif _has_item(node, step):
                line, node = node.lc.item(step)[0], node[step]
            else:
                break
        return int(line) + 1


def read_yaml(path: Path, name: str) -> YamlFile:
    """Read one file; faults of the syntax and duplicate keys become findings."""
    file = YamlFile(name)
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        file.unreadable(line, "bad_utf8", f"byte 0x{error.object[error.start]:02X} is not UTF-8")
    except OSError as error:
        file.unreadable(0, "unreadable", f"cannot be read ({error.strerror})")
    else:
        file.lines = text.split("\n")
        _parse(file, text)
    return file


def _parse(file: YamlFile, text: str) -> None:
    yaml = YAML(typ="rt")
    yaml.Constructor = _Constructor
    yaml.constructor.duplicates = []
    try:
        file.tree = yaml.load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        problem = error.problem or error.context
        file.unreadable(line, "yaml_syntax", f"not valid YAML: {problem}")
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        file.unreadable(line, "yaml_syntax", f"not valid YAML: {error.reason}")
    except (YAMLError, ValueError, RecursionError) as error:
        file.unreadable(0, "yaml_syntax", f"not valid YAML: {(str(error) or 'no value').strip()}")
    for key, line, first in yaml.constructor.duplicates:
        file.fault(
            line + 1, "duplicate_key", f"duplicate key {key!r}: it stands in line {first + 1} too"
        )
    if not _is_small(file.tree):
        file.unreadable(1, "too_large", f"unfolds to more than {_MOST_NODES} values")
        return
    for path, tag in _tags(file.tree, ()):
        file.unreadable(
            file.line_of(path),
            "yaml_tag",
            f"`{tag}` is a YAML tag, and none is read here: write the value itself",
        )


def validated(file: YamlFile, model: type[Model], tree: Any = None) -> Model | None:
    """Validate a file that was read; what is wrong is added to its findings.

    Args:
        file: The file.
        model: What it must be.
        tree: What was made of the file's own tree, of the same paths; absent: that itself.
    """
    if not file.readable:
        return None
    if tree is None:
        tree = {} if file.tree is None else file.tree
    if not isinstance(tree, dict):
        file.fault(1, "not_a_mapping", "must be a mapping of keys to values")
        return None
    try:
        read = _read(model, _plain(tree))
    except _HalfCharacterError as error:
        file.fault(_line_with(file, error.escape), "bad_utf8", str(error))
        return None
    except invalid() as error:
        for path, fault in faults(error):
            code = "unknown_key" if fault["type"] == "extra_forbidden" else "invalid"
            file.fault(file.line_of(path), code, _sentence(fault, path, model, file))
        return None
    return None if file.findings else read


def _read(model: type[Model], tree: Any) -> Model:
    if issubclass(model, LeanRecord):
        return model.of(tree)
    return model.model_validate(tree)


def _sentence(fault: Any, path: list[Any], kind: type[Any], file: YamlFile) -> str:
    where = told(path)
    if fault["type"] == "extra_forbidden":
        from workbench.store.nearest import nearest  # loads pydantic, which good files do without

        return f"unknown key {where!r}{nearest(path, kind)}"
    if fault["type"] == "missing":
        return f"`{where}` is missing"
    message = str(fault["msg"]).removeprefix("Value error, ").replace("valid tuple", "list")
    message = _OF_A_MODEL.sub("a mapping of keys to values", message)
    if fault["type"] == "value_error":
        return message
    got = fault.get("input")
    surprise = _surprise(got, fault["type"])
    if surprise:
        line = file.lines[file.line_of(path) - 1].strip()
        return f"`{where}` {surprise} (the line reads {line!r})"
    shown = f", got {got!r}" if isinstance(got, str | int | float) or got is None else ""
    return f"`{where}`: {message[:1].lower()}{message[1:]}{shown}"


def _surprise(got: object, kind: str) -> str:
    """Say what YAML made of a value where people meant something else."""
    if kind == "string_type":
        if got is None:
            return "must be text, and YAML reads this as nothing: write it, in quotes"
        if isinstance(got, bool):
            return f"must be text, and YAML reads this as {str(got).lower()}: put it in quotes"
        if isinstance(got, int | float):
            return f"must be text, and YAML reads this as the number {got}: put it in quotes"
    if kind == "bool_type" and isinstance(got, str):
        return f"must be true or false, and YAML 1.2 reads {got!r} as text"
    if kind in ("int_type", "float_type") and isinstance(got, str):
        way_out = "leave out the quotes"
        if "${" in got:
            way_out = "a variable may stand for it by itself, inside a case that has `vars`"
        return f"must be a number, and YAML reads {got!r} as text: {way_out}"
    return ""


_TEXT: Final = "tag:yaml.org,2002:str"


def _tags(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield where a tag stands that people wrote, but for the one that makes a value text."""
    tag = getattr(getattr(node, "tag", None), "value", None)
    if tag is not None and not (isinstance(node, TaggedScalar) and tag == _TEXT):
        yield path, tag
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from _tags(key, (*path, key))
            yield from _tags(value, (*path, key))
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from _tags(item, (*path, place))


def _has_item(node: Any, step: Any) -> bool:
    """Whether a list has an item whose line is known."""
    return isinstance(node, CommentedSeq) and step in (node.lc.data or ())


def _key_in(node: CommentedMap, step: Any) -> Any:
    """Find a key by its value or, for level names made text, by its text."""
    if step in node:
        return step
    return next((key for key in node if str(key) == str(step)), None)


def _is_small(tree: Any) -> bool:
    """Whether a tree ends within as many values as people write."""
    seen, open_nodes = 0, [tree]
    while open_nodes:
        node = open_nodes.pop()
        seen += 1
        if seen > _MOST_NODES:
            return False
        if isinstance(node, dict):
            open_nodes.extend(node.values())
        elif isinstance(node, list):
            open_nodes.extend(node)
    return True


def _plain(node: Any) -> Any:
    """Return the tree as the plain types that strict validation accepts."""
    if isinstance(node, dict):
        return {_plain(key): _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if isinstance(node, ScalarBoolean | bool):
        return bool(node)
    if isinstance(node, str | TaggedScalar):
        return _whole_characters(node if isinstance(node, str) else node.value)
    for plain in (int, float):
        if isinstance(node, plain):
            return plain(node)
    return node


class _HalfCharacterError(ValueError):
    """A text holds one of the two halves that JSON writes a character in."""

    def __init__(self, half: str) -> None:
        self.escape = f"\\u{ord(half):04x}"
        super().__init__(f"{self.escape} is half a character: write the character itself")


def _whole_characters(text: str) -> str:
    """Return a text whose characters written in two halves, as JSON does, are one each."""
    if text.isascii():
        return str(text)
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    half = next((letter for letter in joined if "\ud800" <= letter <= "\udfff"), None)
    if half is not None:
        raise _HalfCharacterError(half)
    return joined


def _line_with(file: YamlFile, escape: str) -> int:
    """Return the number of the first line that an escape is written in."""
    lines = (number for number, line in enumerate(file.lines, 1) if escape in line.lower())
    return next(lines, 1)
