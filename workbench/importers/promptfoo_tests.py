"""promptfoo's tests as they are written: in a configuration, and in files that it names."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import DataError
from workbench.importers.javascript_text import listed, trimmed
from workbench.importers.loss import LossError
from workbench.importers.marked_yaml import line_of, read_marked
from workbench.importers.promptfoo_kinds import KINDS
from workbench.importers.source import read_text

_EXPECTED = re.compile(
    rf"(not-)?({'|'.join(sorted(KINDS))})(?:\((\d+(?:\.\d+)?)\))?(?::(.*))?", re.DOTALL
)
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_TRIMMED_WITH_THRESHOLD = frozenset(
    {"cost", "latency", "levenshtein", "rouge-n", "similar", "starts-with", "perplexity"}
)


@dataclass(frozen=True, slots=True)
class Written:
    """One mapping as it is written: a test, or the default of all tests."""

    file: str
    line: int
    node: Any

    def line_of(self, key: str) -> int:
        """Return the line of one of its keys."""
        return line_of(self.node, key, self.line)

    def value(self, key: str) -> Any:
        """Return what stands under a key; None where nothing does."""
        return self.node.get(key) if isinstance(self.node, Mapping) else None


class Files:
    """The files beside a configuration; none is read from outside its folder."""

    def __init__(self, config: Path) -> None:
        self._folder = config.parent.resolve()

    def path(self, reference: str) -> Path:
        """Return the file that a reference names.

        Raises:
            LossError: It is not there, or outside the folder of the configuration.
        """
        path = (self._folder / reference.removeprefix("file://")).resolve()
        if not path.is_relative_to(self._folder):
            raise LossError(f"{reference} is outside the folder of the configuration")
        if not path.is_file():
            raise LossError(f"{reference} is not there")
        return path

    def paths(self, reference: str) -> list[Path]:
        """Return the files that a reference names, which may hold `*`."""
        name = reference.removeprefix("file://")
        if not set("*?[") & set(name):
            return [self.path(reference)]
        if name.startswith("/") or ".." in Path(name).parts:
            raise LossError(f"{reference} is outside the folder of the configuration")
        found = [self.path(str(path)) for path in sorted(self._folder.glob(name))]
        if not found:
            raise LossError(f"{reference} names no file")
        return found

    def content(self, reference: str) -> Any:
        """Return what a file holds that stands for a value of an assertion."""
        path = self.path(reference)
        try:
            if path.suffix in (".json", ".yaml", ".yml"):
                return read_marked(path)
            if path.suffix == ".txt":
                return trimmed(read_text(path)[0])
        except DataError as error:
            raise LossError(str(error)) from error
        raise LossError(f"{reference} is run or read by promptfoo, which is not done here")

    def shown(self, path: Path) -> str:
        """Return how messages name a file."""
        return path.relative_to(self._folder).as_posix()


def tests_of(tests: Any, files: Files, config: Written) -> Iterator[Written | LossError]:
    """Yield the tests that a configuration has under `tests`, files included, in their order.

    A part that cannot be read is yielded as the reason.
    """
    if isinstance(tests, list):
        for number, item in enumerate(tests):
            line = line_of(tests, number, config.line)
            if isinstance(item, str):
                yield from _guarded(item, files)
            elif isinstance(item, Mapping) and "path" not in item:
                yield Written(config.file, line, item)
            else:
                yield LossError(f"item {number + 1} of `tests` is no test")
    elif isinstance(tests, str):
        for number, test in enumerate(_guarded(tests, files), 1):
            yield _numbered(test, number)
    else:
        yield LossError("`tests` is made by a program, which is not run here")


def _numbered(test: Written | LossError, number: int) -> Written | LossError:
    """Return a test of a JSON file described by its place, as promptfoo does, where it is not."""
    if not isinstance(test, Written) or not test.file.endswith((".json", ".jsonl")):
        return test
    if not isinstance(test.node, Mapping) or test.node.get("description"):
        return test
    return Written(test.file, test.line, {**test.node, "description": f"Row #{number}"})


def _guarded(reference: str, files: Files) -> Iterator[Written | LossError]:
    try:
        for path in files.paths(reference):
            yield from _in_file(path, files.shown(path))
    except (LossError, DataError) as error:
        yield LossError(f"the tests of {reference} cannot be read: {error}")


def _in_file(path: Path, name: str) -> Iterator[Written]:
    if path.suffix in (".yaml", ".yml", ".json"):
        tree = read_marked(path)
        for number, item in enumerate(tree if isinstance(tree, list) else [tree]):
            yield Written(name, line_of(tree, number, 1), item)
    elif path.suffix == ".jsonl":
        for number, line in enumerate(read_text(path)[0].split("\n"), 1):
            if line.strip():
                yield Written(name, number, _json(line, number))
    elif path.suffix == ".csv":
        yield from _in_csv(path, name)
    else:
        raise LossError("it is neither YAML, JSON, JSON Lines nor CSV")


def _json(line: str, number: int) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise LossError(f"line {number} is not valid JSON") from error


def _in_csv(path: Path, name: str) -> Iterator[Written]:
    text = read_text(path)[0]
    rows = csv.DictReader(io.StringIO(text, newline=""))
    before = 1
    for number, row in enumerate(rows, 1):
        if None in row or None in row.values():
            raise LossError(f"row {number} has not as many cells as there are columns")
        test = _of_row({key.strip(): cell for key, cell in row.items()})
        test.setdefault("description", f"Row #{number}")
        yield Written(name, before + 1, test)
        before = rows.line_num


def _of_row(row: Mapping[str, str]) -> dict[str, Any]:
    """Return a row as the test that promptfoo makes of it."""
    test: dict[str, Any] = {}
    asserts = [
        expected(trimmed(cell))
        for key, cell in row.items()
        if key.startswith("__expected") and trimmed(cell)
    ]
    for one in asserts:
        if row.get("__metric"):
            one["metric"] = row["__metric"]
    metadata = {}
    for key, cell in row.items():
        if key == "__description" and cell:
            test["description"] = cell
        elif key == "__providerOutput" and cell:
            test["providerOutput"] = cell
        elif key == "__threshold" and _NUMBER.fullmatch(trimmed(cell)):
            test["threshold"] = float(trimmed(cell))
        elif key.startswith("__config:"):
            _configure(asserts, key, cell)
        elif key.startswith("__metadata:") and trimmed(cell):
            metadata[key.removeprefix("__metadata:")] = cell
    given = {key: cell for key, cell in row.items() if not key.startswith("__")}
    return test | {"vars": given, "assert": asserts} | ({"metadata": metadata} if metadata else {})


def _configure(asserts: list[dict[str, Any]], key: str, cell: str) -> None:
    """Give an assertion the threshold that a column of its own holds."""
    found = re.fullmatch(r"__config:__expected(\d*):threshold", key)
    place = int(found[1] or 1) - 1 if found else -1
    if place < 0 or not _NUMBER.fullmatch(trimmed(cell)):
        raise LossError(f"column {key!r} configures no threshold")
    if place < len(asserts):
        asserts[place]["threshold"] = float(trimmed(cell))


def expected(text: str) -> dict[str, Any]:
    """Return the assertion that a cell of an `__expected` column is."""
    for start, kind in (
        ("javascript:", "javascript"),
        ("fn:", "javascript"),
        ("eval:", "javascript"),
        ("python:", "python"),
        ("grade:", "llm-rubric"),
        ("llm-rubric:", "llm-rubric"),
    ):
        if text.startswith(start):
            return {"type": kind, "value": text.removeprefix(start)}
    if re.match(r"file://.*\.([cm]?[jt]s|py)(:|$)", text):
        return {"type": "javascript", "value": text}
    found = _EXPECTED.fullmatch(text)
    if found is None:
        return {"type": "equals", "value": text}
    kind, value = found[2], found[4]
    made: dict[str, Any] = {"type": f"{found[1] or ''}{kind}", "value": value}
    if kind.endswith(("-any", "-all")):
        made["value"] = _parts(value or "")
    elif kind not in ("contains-json", "is-json"):
        made["value"] = None if value is None else trimmed(value)
    if kind in _TRIMMED_WITH_THRESHOLD:
        made["threshold"] = float(found[3]) if found[3] else 0.75
    return made


def _parts(value: str) -> list[str] | str:
    try:
        return listed(value)
    except LossError:
        return value
