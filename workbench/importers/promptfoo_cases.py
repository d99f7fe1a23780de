"""One test of promptfoo as cases of a suite: its variables, its assertions and its threshold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pydantic import ValidationError

from workbench.domain.suite import Case
from workbench.importers.javascript_text import compacted
from workbench.importers.loss import LossError
from workbench.importers.marked_yaml import line_of, plain
from workbench.importers.native import first_fault
from workbench.importers.promptfoo import case_name
from workbench.importers.promptfoo_expectations import Expectations
from workbench.importers.promptfoo_tests import Files, Written

_TEST = frozenset(
    {"description", "vars", "assert", "threshold", "options", "metadata", "assertScoringFunction"}
    | {"provider", "providers", "prompts", "providerOutput"}
)
_CHANGING = ("transform", "postprocess")
NO_PROMPTFOO = "the test's own provider, prompts and outputs are what is tested and stay behind"
TRANSFORMED = (
    "options.transform is not run here: checks read the recorded output, which in promptfoo's "
    "results is the transformed one"
)


@dataclass(frozen=True, slots=True)
class Said:
    """One thing to say of one place, and whether something was lost there."""

    file: str
    line: int
    about: str
    """The assertion or key that it is about; empty: the whole test."""
    message: str
    kind: str
    """As of `Remark`."""


@dataclass(slots=True)
class Converted:
    """The cases of one test, and what there is to say of it."""

    name: str
    cases: list[Case] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)


class Converter:
    """Turns tests into cases.

    Args:
        default: What every test has that it does not say itself, as `defaultTest`.
        templates: The configuration, which `$ref` of an assertion points into.
        files: The files beside it.
    """

    def __init__(self, default: Written, templates: Any, files: Files) -> None:
        self._default = default
        self._templates = templates
        self._files = files

    def convert(self, test: Written, number: int) -> Converted:
        """Return the cases of a test: one, or one for each combination of its variables."""
        found = Converted(f"test {number}")
        if not isinstance(test.node, Mapping):
            found.said.append(Said(test.file, test.line, "", "is no mapping", "skipped"))
            return found
        reading = _Test(test, self._default, self._templates, self._files, found)
        try:
            found.name = reading.name(number)
            found.cases = list(reading.cases())
        except (LossError, ValidationError) as error:
            why = first_fault(error) if isinstance(error, ValidationError) else str(error)
            found.said.append(Said(test.file, test.line, "", why, "skipped"))
        return found


class _Test:
    """One test as it is read."""

    def __init__(
        self, test: Written, default: Written, templates: Any, files: Files, out: Converted
    ) -> None:
        self._test = test
        self._default = default
        self._templates = templates
        self._files = files
        self._out = out
        self._options = {**self._mapping("options", default), **self._mapping("options", test)}

    def name(self, number: int) -> str:
        """Return how messages name the test."""
        described = self._test.value("description")
        return f"test {str(described)!r}" if described else f"test {number}"

    def cases(self) -> Iterator[Case]:
        """Yield the cases; raises LossError where the test cannot be kept at all."""
        self._remark_keys()
        description = plain(self._test.value("description"))
        written = self._assertions()
        threshold = self._threshold()
        for variables in self._combinations():
            expect = Expectations(
                variables,
                say=self.say,
                load=self._files.content,
                templates=self._templates,
                single=threshold is not None,
            )
            for place, node in written:
                expect.add(place, node)
            if written and not expect.kept:
                raise LossError("none of its assertions can be kept")
            if threshold is not None:
                expect.found["min_score"] = _share(threshold)
            name = " ".join(case_name(description, _recorded(variables)).split())[:500].strip()
            case = {"id": name, "vars": variables, "expect": expect.found}
            yield Case.of({key: value for key, value in case.items() if value})

    def say(self, place: Written, about: str, message: str, kind: str) -> None:
        """Note something about one assertion or key."""
        said = Said(place.file, place.line, about, message, kind)
        if said not in self._out.said:
            self._out.said.append(said)

    def _mapping(self, key: str, place: Written) -> dict[str, Any]:
        value = place.value(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise LossError(f"its `{key}` is no mapping: {value!s:.80}")
        return plain(value)  # type: ignore[no-any-return] # of a mapping it is a dict

    def _remark_keys(self) -> None:
        for place in (self._default, self._test):
            for key in place.node or ():
                where = Written(place.file, place.line_of(key), None)
                if key in ("provider", "providers", "prompts", "providerOutput"):
                    self.say(where, key, NO_PROMPTFOO, "note")
                elif key == "metadata":
                    self.say(where, key, "a case has no field for it", "dropped")
                elif key not in _TEST:
                    self.say(where, key, "is no key of a test that is known here", "dropped")
            if place.value("assertScoringFunction") is not None:
                raise LossError("a function decides whether it passes (assertScoringFunction)")
            for key in self._mapping("options", place):
                where = Written(place.file, place.line_of("options"), None)
                if key in _CHANGING:
                    self.say(where, "options", TRANSFORMED, "note")
                elif key == "transformVars":
                    raise LossError("its variables are made by a program (transformVars)")

    def _assertions(self) -> list[tuple[Written, Any]]:
        """Return the assertions, those of all tests first, each with its place."""
        places = [self._test]
        if self._options.get("disableDefaultAsserts") is not True:
            places.insert(0, self._default)
        found: list[tuple[Written, Any]] = []
        for place in places:
            written = place.value("assert") or []
            if not isinstance(written, list):
                raise LossError("its `assert` is no list")
            for number, node in enumerate(written):
                line = line_of(written, number, place.line_of("assert"))
                found.append((Written(place.file, line, None), node))
        return found

    def _threshold(self) -> float | None:
        for place in (self._test, self._default):
            value = plain(place.value("threshold"))
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise LossError(f"its threshold {value!r} is no number")
            return float(value)
        return None

    def _combinations(self) -> Iterator[dict[str, Any]]:
        """Yield the variables of each case: promptfoo runs a test for every item of a list."""
        for place in (self._default, self._test):
            if isinstance(place.value("vars"), str | list):
                raise LossError("its variables are read from a file")
        given = {**self._mapping("vars", self._default), **self._mapping("vars", self._test)}
        if self._options.get("disableVarExpansion"):
            yield given
            return
        choices = [
            value if isinstance(value, list) and value and isinstance(value[0], str) else [value]
            for value in given.values()
        ]
        if any(isinstance(one, str) and one.startswith("file://") for c in choices for one in c):
            raise LossError("a variable is read from a file")
        for values in product(*choices):
            yield dict(zip(given, values, strict=True))


def _recorded(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Return variables as they stand in promptfoo's results, which cases are matched by."""
    return {
        name: compacted(value) if isinstance(value, str) else value
        for name, value in variables.items()
    }


def _share(threshold: float) -> float:
    if threshold > 1:
        raise LossError(f"its threshold {threshold:g} is above 1, which no score reaches")
    return max(threshold, 0.0)
