"""Suites on disk: YAML that people edit, with its cases inside or streamed from JSON Lines."""

import hashlib
import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.domain.digest import digest
from workbench.domain.expect import Expect
from workbench.domain.golden import KEYS, GoldenCase, case_from_golden, is_golden
from workbench.domain.lean import LeanRecord
from workbench.domain.substitution import UnknownVariableError, put_in_whole, substituted
from workbench.domain.suite import Case, Suite
from workbench.errors import DataError
from workbench.store import malformed
from workbench.store.case_lines import (
    Block,
    blocks,
    hash_of,
    read_case,
    require_distinct,
    written_in,
)
from workbench.store.steps import invalid
from workbench.store.yamlfile import YamlFile, read_yaml, validated

if TYPE_CHECKING:
    from pydantic_core import ValidationError

MANY = 500
"""Cases above which YAML takes longer to read than the cases to run."""

_EXPECTING = frozenset({"expect", "dimensions", "markers", *Expect.__struct_fields__})
"""Keys that say what is expected, wherever they were meant to stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFile:
    """One suite, its cases yet to be read."""

    name: str
    """The path as messages show it."""
    suite: Suite
    digest: str
    """Over everything it says, cases included."""
    hint: str | None = None
    """What would make it faster."""
    complete: tuple[Case, ...] = ()
    """The cases that stand in the suite itself, completed, variables put in."""
    cases_file: Path | None = None

    def cases(self) -> Iterator[Case]:
        """Yield the cases, completed from the suite's defaults, variables put in.

        Memory does not grow with their number.

        Raises:
            DataError: A line is no case, names an unknown variable, or repeats an id; it names
                file and line.
        """
        if self.cases_file is None:
            yield from self.complete
            return
        hashes = array("q")
        for block in blocks(self.cases_file):
            for case in self.cases_of(block):
                hashes.append(hash_of(case.id))
                yield case
        require_distinct(hashes, self.cases_file)

    def cases_of(self, block: Block) -> Iterator[Case]:
        """Yield the cases of a block of the cases file; whether ids differ is not looked at.

        Raises:
            DataError: A line is no case or names an unknown variable; it names file and line.
        """
        name = self.cases_file.name if self.cases_file is not None else self.name
        for number, data in block.lines():
            where = f"{name}:{number}"
            case = read_case(data, where)
            if self.suite.has_defaults:
                case = self.suite.complete(case, written_in(data, case))
            try:
                ready = substituted(case) if b"${" in data else case
            except (UnknownVariableError, invalid()) as error:
                raise DataError(f"{where}: {_told(error, data)}") from error
            _require_expectation(ready, where)
            yield ready


def name_of(root: Path, path: Path) -> str:
    """Return how messages name a suite: by its place in the workspace, else as it was given."""
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return str(path)


def read_suite(path: Path, name: str) -> SuiteFile:
    """Read a suite; a golden case in JSON is a suite of its own.

    Args:
        path: A YAML suite, or a JSON file with one golden case or a list of them.
        name: The path as messages show it.

    Raises:
        DataError: It cannot be read, or is no suite; all its faults are named with their lines.
    """
    if path.suffix == ".json":
        return _golden(path, name)
    file = read_yaml(path, name)
    suite = _validated(file)
    if suite is None:
        faults = "\n".join(str(finding) for finding in file.findings)
        raise DataError(f"{name}: is no suite\n{faults}")
    if isinstance(suite.cases, str):
        return _streamed(path, name, suite, file.line_of(["cases"]))
    key = "tasks" if "tasks" in file.tree else "cases"
    complete = tuple(
        _complete(suite, case, written, f"{name}:{file.line_of([key, number])}")
        for number, (case, written) in enumerate(zip(suite.cases, file.tree[key], strict=True))
    )
    many = len(suite.cases)
    hint = None
    if many > MANY:
        hint = (
            f"{name}: holds {many} cases; `cases: cases.jsonl`, one JSON object a line, loads a "
            "hundred times as fast and streams"
        )
    return SuiteFile(
        name=name, suite=suite, digest=digest(suite.to_json()), hint=hint, complete=complete
    )


def _validated(file: YamlFile) -> Suite | None:
    """Validate a suite; where it is none as it stands, with the variables of its cases put in.

    Raises:
        DataError: A case names an unknown variable.
    """
    before = list(file.findings)
    suite = validated(file, Suite)
    if suite is not None or not any("${" in line for line in file.lines):
        return suite
    if not isinstance(file.tree, dict):
        return None
    key = "tasks" if "tasks" in file.tree else "cases"
    cases = file.tree.get(key)
    if not isinstance(cases, list):
        return None
    ready = []
    for number, case in enumerate(cases):
        try:
            ready.append(put_in_whole(case))
        except UnknownVariableError as error:
            line = file.line_of([key, number, *error.path])
            raise DataError(f"{file.name}:{line}: {error}") from error
    file.findings[:] = before
    return validated(file, Suite, {**file.tree, key: ready})


def _require_expectation(case: Case, where: str) -> None:
    """Refuse a case, completed from the defaults, that would pass whatever the agent does."""
    if case.expects_nothing:
        hint = ""
        if not _EXPECTING.isdisjoint(case.vars):
            names = ", ".join(f"`{name}`" for name in sorted(_EXPECTING & case.vars.keys()))
            hint = f" ({names} stands under `vars`, where it is a variable)"
        raise DataError(
            f"{where}: case {case.id!r} expects nothing, so that it would always pass: say under "
            f"`expect` what must hold, or under `dimensions` what is judged{hint}"
        )


def _complete(suite: Suite, case: Case, written: Any, where: str) -> Case:
    """Return a case with what it leaves out taken from the defaults, its variables put in."""
    try:
        ready = substituted(suite.complete(case, written))
    except (UnknownVariableError, invalid()) as error:
        raise DataError(f"{where}: {_told(error, b'')}") from error
    _require_expectation(ready, where)
    return ready


def _streamed(path: Path, name: str, suite: Suite, line: int) -> SuiteFile:
    cases = path.parent / str(suite.cases)
    if not cases.resolve().is_relative_to(path.parent.resolve()):
        raise DataError(f"{name}:{line}: `cases` must name a file beside the suite or below it")
    if not cases.is_file():
        raise DataError(f"{name}:{line}: `cases` names {suite.cases}, which is not there")
    return SuiteFile(
        name=name,
        suite=suite,
        digest=digest([suite.to_json(), _file_digest(cases)]),
        cases_file=cases,
    )


def _golden(path: Path, name: str) -> SuiteFile:
    try:
        read = json.loads(path.read_bytes())
    except OSError as error:
        raise DataError(f"{name}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise DataError(f"{name}: is no JSON ({error})") from error
    objects = read if isinstance(read, list) else [read]
    cases = []
    for number, value in enumerate(objects, 1):
        where = name if len(objects) == 1 else f"{name}: case {number}"
        if not is_golden(value):
            raise DataError(
                f"{where}: a JSON suite holds golden cases, objects with any of "
                f"{', '.join(sorted(KEYS))}"
            )
        try:
            case = case_from_golden(value)
        except invalid() as error:
            raise DataError(f"{where}: {_fault(error, GoldenCase)}") from error
        _require_expectation(case, where)
        cases.append(case)
    try:
        suite = Suite.of({"suite": path.stem, "version": "1", "cases": tuple(cases)})
    except invalid() as error:
        raise DataError(f"{name}: {_fault(error, Suite)}") from error
    return SuiteFile(
        name=name,
        suite=suite,
        digest=digest(suite.to_json()),
        complete=tuple(map(substituted, cases)),
    )


def _told(error: Exception, data: bytes) -> str:
    if isinstance(error, invalid()):
        return f"after its variables were put in, {malformed.describe(data, error, Case)[1]}"
    return str(error)


def _fault(error: "ValidationError", kind: type[LeanRecord]) -> str:
    return malformed.describe(b"", error, kind)[1]


def _file_digest(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()
