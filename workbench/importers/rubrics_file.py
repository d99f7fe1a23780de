"""Rubrics: YAML files of ours, and JSON Lines of criteria with anchors."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.importers.found import Options, Remark
from workbench.importers.native import first_fault
from workbench.importers.source import Parsed, json_lines, read_text

_FIRST_VERSION = "1.0"
_NAMES = {"id": "dimension", "name": "dimension", "criteria": "question", "criterion": "question"}
"""Keys of other tools, and the field of ours that each is."""


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a criterion with anchors."""
    return isinstance(head, dict) and isinstance(head.get("anchors"), dict | list)


def read_jsonl(path: Path, _options: Options) -> Iterator[Rubric | Remark]:
    """Read one rubric a line; keys that a rubric has no field for become guidance.

    Raises:
        DataError: The file cannot be read, is empty, or is UTF-16.
    """
    moved: dict[str, int] = {}
    for found in json_lines(path):
        if isinstance(found, Remark):
            yield found
            continue
        try:
            rubric, more = _rubric(found)
        except ValidationError as error:
            yield Remark(line=found.line, kind="skipped", message=first_fault(error))
            continue
        except ValueError as error:
            yield Remark(line=found.line, kind="skipped", message=str(error))
            continue
        yield rubric
        for key in more:
            moved[key] = moved.get(key, 0) + 1
    for key, count in moved.items():
        message = f"key {key!r} of {count} rubrics kept in their guidance"
        yield Remark(line=0, kind="note", message=message)


def read_yaml(path: Path, _options: Options) -> Iterator[Rubric | Remark]:
    """Read the one rubric of a YAML file.

    Raises:
        DataError: The file cannot be read, is empty, is UTF-16, or is not valid YAML.
    """
    text, notes = read_text(path)
    yield from notes
    try:
        tree = YAML(typ="safe", pure=True).load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise DataError(f"{path}:{line}: not valid YAML: {error.problem}") from error
    except (YAMLError, ValueError) as error:
        raise DataError(f"{path}: not valid YAML: {str(error).splitlines()[0]}") from error
    try:
        yield Rubric.model_validate(tree)
    except ValidationError as error:
        yield Remark(line=1, kind="skipped", message=first_fault(error))
        return
    if any(line.lstrip().startswith("#") for line in text.splitlines()):
        yield Remark(line=0, kind="note", message="comments stay behind, copy them by hand")


def _rubric(found: Parsed) -> tuple[Rubric, tuple[str, ...]]:
    """Return the rubric of a line, and the keys that went to its guidance."""
    if not isinstance(found.value, dict):
        raise ValueError(f"must be a JSON object, got {type(found.value).__name__}")
    value: dict[str, Any] = {"version": _FIRST_VERSION}
    more: dict[str, Any] = {}
    for key, item in found.value.items():
        field = key if key in Rubric.model_fields else _NAMES.get(key)
        if field is None or (field != key and field in found.value):
            more[key] = item
        else:
            value[field] = item
    value["anchors"] = _anchors(value.get("anchors"))
    if not all(isinstance(level, int) for level in value["anchors"]):
        value.setdefault("scale", "nominal")
    if more:
        lines = [str(value["guidance"])] if value.get("guidance") else []
        lines += [f"{key}: {item}" for key, item in more.items()]
        value["guidance"] = "\n".join(lines)
    return Rubric.model_validate(value), tuple(more)


def _anchors(given: Any) -> dict[int | str, Any]:
    """Return the anchors by level: a list counts from 1, digits are integers."""
    if isinstance(given, list):
        return dict(enumerate(given, 1))
    if not isinstance(given, dict):
        raise ValueError("`anchors`: must be an object of levels and their texts")
    return {_level(key): text for key, text in given.items()}


def _level(key: str) -> int | str:
    """Return an ordinal level where the key spells one; JSON has no other keys than text."""
    return int(key) if key.lstrip("-").isdecimal() else key
