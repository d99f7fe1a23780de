"""The assertions of one test, put together as what a case expects."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from workbench.importers.javascript_text import filled
from workbench.importers.loss import LossError
from workbench.importers.marked_yaml import line_of, plain
from workbench.importers.promptfoo_asserts import (
    Assertion,
    Checks,
    checks_of,
    combined,
    require_counterpart,
)
from workbench.importers.promptfoo_tests import Written

Say = Callable[[Written, str, str, str], None]
"""Takes a place, what it is about, a message and a kind as of `Remark`."""

NAMED = "a metric's name is the name of its check; scores are not added up by it"
GRADER = "provider, prompt and threshold of an llm-rubric stay behind"
_ASSERTION = frozenset(
    {"type", "value", "threshold", "weight", "metric", "provider", "rubricPrompt", "config"}
)
_GRADING = ("threshold", "provider", "rubricPrompt")


class Expectations:
    """What one case expects, as its assertions are added.

    Args:
        variables: Those of the case.
        say: Told what is left out or differs, with its place.
        load: Reads a file that stands for a value.
        templates: The configuration, which `$ref` of an assertion points into.
        single: Whether the test has a threshold, so that each assertion counts as one check.
    """

    def __init__(
        self,
        variables: Mapping[str, Any],
        *,
        say: Say,
        load: Callable[[str], Any],
        templates: Any,
        single: bool,
    ) -> None:
        self._variables = variables
        self._say = say
        self._load = load
        self._templates = templates
        self._single = single
        self.found: dict[str, Any] = {}
        self.kept = 0

    def add(self, place: Written, node: Any) -> None:
        """Add an assertion, or say why it is left out.

        Raises:
            LossError: It is left out of a test whose threshold counts it.
        """
        node = self._resolved(node)
        kind = str(node.get("type")) if isinstance(node, Mapping) else "without a type"
        try:
            if kind == "assert-set":
                self._add_set(place, node)
                return
            checks = self._checks(kind, node)
            for caveat in self._take(checks, node):
                self._say(place, kind, caveat, "note")
            self.kept += 1
        except LossError as error:
            if self._single:
                raise LossError(
                    f"its threshold counts {kind} (line {place.line}), which is not taken over: "
                    f"{error}"
                ) from error
            self._say(place, kind, str(error), "dropped")

    def _add_set(self, place: Written, node: Mapping[str, Any]) -> None:
        parts = node.get("assert")
        if not isinstance(parts, list) or node.get("threshold") is not None or self._single:
            raise LossError("a set with a threshold, or counted by one, is no list of checks")
        if node.get("weight") == 0:
            raise LossError("its weight is 0, so that it never fails a test; a check here does")
        for number, part in enumerate(parts):
            line = line_of(parts, number, place.line)
            self.add(Written(place.file, line, None), part)

    def _value(self, written: Any) -> Any:
        """Return the value of an assertion, files read and variables put in."""
        value = plain(written)
        if isinstance(value, str):
            if value.startswith("file://"):
                return plain(self._load(value))
            return filled(value, self._variables)
        if isinstance(value, list):
            if any(isinstance(one, str) and one.startswith("file://") for one in value):
                raise LossError("its list names files")
            return [filled(one, self._variables) if isinstance(one, str) else one for one in value]
        if isinstance(value, dict) and "{{" in json.dumps(value):
            raise LossError("its value holds a template")
        return value

    def _resolved(self, node: Any) -> Any:
        """Return an assertion, the one that it refers to in its place."""
        reference = node.get("$ref") if isinstance(node, Mapping) else None
        if not isinstance(reference, str) or len(node) > 1:
            return node
        found = self._templates
        for step in reference.removeprefix("#/").split("/"):
            found = found.get(step) if isinstance(found, Mapping) else None
        return node if found is None else found

    def _checks(self, kind: str, node: Any) -> Checks:
        if not isinstance(node, Mapping):
            raise LossError("it is no mapping with a `type`")
        negated = kind.startswith("not-")
        require_counterpart(kind.removeprefix("not-"))
        unknown = [str(key) for key in node if key not in _ASSERTION]
        if unknown:
            raise LossError(f"its key `{unknown[0]}` changes what it looks at")
        if node.get("weight") == 0:
            raise LossError("its weight is 0, so that it never fails a test; a check here does")
        return checks_of(
            Assertion(
                kind=kind.removeprefix("not-"),
                negated=negated,
                value=self._value(node.get("value")),
                threshold=plain(node.get("threshold")),
                single=self._single,
            )
        )

    def _take(self, checks: Checks, node: Mapping[str, Any]) -> list[str]:
        """Add checks; return what is to be said of them."""
        said = list(checks.caveats)
        more: dict[str, Any] = {}
        metric = node.get("metric")
        if isinstance(metric, str) and metric.strip():
            more["name"] = " ".join(filled(str(metric), self._variables).split())
            said.append(NAMED)
        if self._single:
            more["weight"] = _weight(plain(node.get("weight")))
        for key, rule in checks.rules:
            if key in ("json_schema", "rubric") and "${" in json.dumps(rule):
                raise LossError("it holds ${, which names a variable here")
            self._place(key, {**more, **rule})
        judged = any(key == "rubric" for key, _ in checks.rules)
        if judged and any(node.get(key) is not None for key in _GRADING):
            said.append(GRADER)
        return said

    def _place(self, key: str, rule: dict[str, Any]) -> None:
        if key in ("must_contain", "must_not_contain", "patterns", "rubric"):
            self.found.setdefault(key, []).append(rule)
        elif key not in self.found:
            self.found[key] = rule
        else:
            self.found[key] = self._both(key, self.found[key], rule)

    def _both(self, key: str, one: dict[str, Any], two: dict[str, Any]) -> dict[str, Any]:
        """Return the one rule that says what two say of a thing that a case has one rule for."""
        if self._single or "not" in one or "not" in two:
            raise LossError(f"a case has one `{key}`, and this would be the second")
        if key != "json_schema":
            return min(one, two, key=lambda rule: float(rule["at_most"]))
        schemas = one["schema"], two["schema"]
        if any("$ref" in json.dumps(schema) for schema in schemas):
            raise LossError("a case has one schema, and one of two refers to its own parts")
        return {**one, "schema": combined(*schemas)}


def _weight(value: Any) -> float:
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise LossError(f"its weight {value!r} is no number of at least 0")
    return float(value)
