"""promptfoo configurations as suites: every test with its assertions, and what is lost of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from workbench.domain.suite import Case, Suite
from workbench.errors import DataError
from workbench.importers.found import Options, Remark
from workbench.importers.loss import LossError
from workbench.importers.marked_yaml import line_of, read_marked
from workbench.importers.promptfoo_cases import Converter, Said
from workbench.importers.promptfoo_tests import Files, Written, tests_of

_SIGNS = frozenset({"tests", "defaultTest", "scenarios", "prompts", "providers", "targets"})
_BEHIND = {
    **dict.fromkeys(
        ("prompts", "providers", "targets"),
        "stay behind: a suite checks what was recorded of the system under test",
    ),
    **dict.fromkeys(
        ("evaluateOptions", "commandLineOptions", "outputPath", "sharing", "env", "tracing"),
        "stay behind: they are about running promptfoo",
    ),
}
_KNOWN = frozenset({"$schema", "tests", "defaultTest", "assertionTemplates"})


def recognises(head: object) -> bool:
    """Tell whether the first JSON value of a file is a promptfoo configuration."""
    return isinstance(head, dict) and not _SIGNS.isdisjoint(head) and "results" not in head


def read_suites(path: Path, _options: Options) -> Iterator[Suite | Remark]:
    """Read the tests of a configuration as one suite, after what is to be said of them.

    Raises:
        DataError: The file cannot be read, is not YAML, or is no promptfoo configuration.
    """
    tree = read_marked(path)
    if not isinstance(tree, Mapping) or _SIGNS.isdisjoint(tree):
        raise DataError(
            f"{path}: is no promptfoo configuration: it has none of {', '.join(sorted(_SIGNS))}"
        )
    yield from _keys(tree)
    files = Files(path)
    converter = Converter(_default(tree, path, files), tree, files)
    gathered = _Gathered(path.name)
    for number, test in enumerate(_tests(tree, path, files), 1):
        if isinstance(test, LossError):
            yield Remark(line=line_of(tree, "tests", 1), kind="skipped", message=str(test))
            continue
        found = converter.convert(test, number)
        gathered.add(found.name, found.said)
        yield from gathered.distinct(found.cases, test)
    yield from gathered.remarks()
    if gathered.cases:
        yield Suite.of(
            {"suite": "promptfoo", "version": "1.0", "cases": tuple(gathered.cases.values())}
        )


def _tests(tree: Mapping[str, Any], path: Path, files: Files) -> Iterator[Written | LossError]:
    place = Written(path.name, line_of(tree, "tests", 1), None)
    written = tree.get("tests")
    if written is None or written == []:
        # promptfoo asks every prompt once then, and `defaultTest` alone says what must hold.
        if "scenarios" not in tree:
            yield Written(path.name, line_of(tree, "defaultTest", 1), {})
        return
    yield from tests_of(written, files, place)


def _default(tree: Mapping[str, Any], path: Path, files: Files) -> Written:
    value, line = tree.get("defaultTest"), line_of(tree, "defaultTest", 1)
    place = Written(path.name, line, {} if value is None else value)
    if isinstance(value, str):
        try:
            file = files.path(value)
        except LossError as error:
            raise DataError(f"{path}:{line}: defaultTest: {error}") from error
        place = Written(files.shown(file), 1, read_marked(file))
    if not isinstance(place.node, Mapping):
        raise DataError(f"{path}:{line}: defaultTest: must be a mapping")
    return place


def _keys(tree: Mapping[str, Any]) -> Iterator[Remark]:
    """Say what is not taken over of the configuration itself."""
    for key in tree:
        line = line_of(tree, key, 1)
        if key == "description":
            yield Remark(line=line, kind="note", message=f"a suite has no description: {tree[key]}")
        elif key in _BEHIND:
            yield Remark(line=line, kind="note", message=f"{key} {_BEHIND[key]}")
        elif key not in _KNOWN:
            yield Remark(line=line, kind="dropped", message=f"{key}: no suite has it")


@dataclass(slots=True)
class _Gathered:
    """What is said of tests, each thing once with the tests that it is about."""

    file: str
    cases: dict[str, Case] = field(default_factory=dict)
    _tests: dict[Said, list[str]] = field(default_factory=dict)

    def add(self, test: str, said: list[Said]) -> None:
        for one in said:
            self._tests.setdefault(one, []).append(test)

    def distinct(self, cases: list[Case], test: Written) -> Iterator[Remark]:
        """Take in cases; one whose id was met is numbered, since the two are told apart by it."""
        for case in cases:
            name, number = case.id, 1
            while name in self.cases:
                number += 1
                name = f"{case.id} ({number})"
            self.cases[name] = case.changed(id=name)
            if number > 1:
                yield Remark(
                    line=test.line,
                    kind="note",
                    message=f"case {name!r}: an earlier test has its description and variables; "
                    "name its transcript under `transcript`",
                    file=self._elsewhere(test.file),
                )

    def remarks(self) -> Iterator[Remark]:
        """Yield everything in the order of the lines; a note that is said again is said once."""
        notes: dict[str, list[Said]] = {}
        for said in sorted(self._tests, key=lambda one: (one.file, one.line)):
            if said.kind == "note":
                notes.setdefault(said.message, []).append(said)
                continue
            about = f": {said.about}" if said.about else ""
            tests = self._tests[said]
            who = tests[0] if len(tests) == 1 else f"{len(tests)} tests"
            yield self._remark(said, f"{who}{about}: {said.message}")
        for message, places in notes.items():
            first, times = places[0], f" ({len(places)} places)" if len(places) > 1 else ""
            yield self._remark(first, f"{first.about}: {message}{times}")

    def _remark(self, said: Said, message: str) -> Remark:
        kind = cast(Literal["skipped", "dropped", "note"], said.kind)
        file = self._elsewhere(said.file)
        return Remark(line=said.line, kind=kind, message=message, file=file)

    def _elsewhere(self, file: str) -> str | None:
        return None if file == self.file else file
