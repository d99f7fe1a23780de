"""Compiling: the expectations of a case as checks that can be run on any transcript."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.domain.expect import EVERY_TOOL, Expect, Tools
from workbench.domain.expectation import Expectation, LimitExpectation, ToolExpectation
from workbench.domain.outcome import CheckKind
from workbench.domain.suite import HARD_SEVERITIES, Case
from workbench.errors import DataError
from workbench.scoring.checks import ALWAYS_HARD, Check, Look, passed_result
from workbench.scoring.fields import field_look, of_outcome
from workbench.scoring.limits import limit_look
from workbench.scoring.patterns import pattern_look
from workbench.scoring.text import contains_look, lacks_look
from workbench.scoring.tools import count_look, forbidden_look, order_look, required_look

if TYPE_CHECKING:
    from workbench.scoring.invariants import Function

LIMITS = ("steps", "latency_ms", "tokens", "cost_usd")
_LIMITS = tuple((figure, f"max_{figure}") for figure in LIMITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """What checks need from outside, found by who may look for it."""

    functions: "dict[str, Function]" = field(default_factory=dict)
    """Rules of the suite's authors, by `module:function`."""
    schemas: Mapping[str, Any] = field(default_factory=dict)
    """JSON Schemas by the name of their file."""
    free_text: frozenset[str] = frozenset()
    """Paths whose bare values are parts of the text there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What has to be found for a case before it can be compiled."""

    functions: frozenset[str]
    schemas: frozenset[str]


@dataclass(slots=True, eq=False)
class Compiled:
    """A case with its checks."""

    case: Case
    checks: list[Check]


def needs(case: Case) -> Needs:
    """Return the functions and files that a case names."""
    schema = case.expect.json_schema
    return Needs(
        functions=frozenset(rule.use for rule in case.expect.invariants if rule.is_function),
        schemas=frozenset({schema.file} if schema and schema.file else ()),
    )


def compiled(case: Case, resources: Resources) -> Compiled:
    """Return a case ready to be scored, its cheap checks first.

    Raises:
        DataError: A pattern, schema or invariant of it is none; the message names the case.
    """
    making = _Making(resources, hard=case.severity in HARD_SEVERITIES)
    try:
        making.checks_of(case.expect)
        if case.markers or _holds_rarer(case.expect):
            # Loaded with the first case that holds one: most suites start faster without.
            from workbench.scoring.rarer import rarer

            for check in rarer(case, resources):
                making.add(*check)
    except DataError as error:
        raise DataError(f"case {case.id!r}: {error}") from error
    return Compiled(case, making.checks)


class _Making:
    """The checks of one case as they are made."""

    __slots__ = ("_hard", "_resources", "checks")

    def __init__(self, resources: Resources, *, hard: bool) -> None:
        self._resources = resources
        self._hard = hard
        self.checks: list[Check] = []

    def add(
        self, group: str, key: str | int, kind: CheckKind, expectation: Expectation, look: Look
    ) -> None:
        """Add a check, known by where it stands in the suite."""
        hard = self._hard or kind in ALWAYS_HARD
        self.checks.append((passed_result(group, key, kind, hard, expectation), look))

    def checks_of(self, expect: Expect) -> None:
        """Add every check of a case."""
        if expect.tools is not None:
            self._tools(expect.tools)
        free_text = self._resources.free_text
        for path, field_ in expect.fields.items():
            look = field_look(path, field_, of_outcome, free_text=path in free_text)
            self.add("fields", path, "field", field_, look)
        for place, text in enumerate(expect.must_contain):
            self.add("must_contain", place, "must_contain", text, contains_look(text))
        for place, text in enumerate(expect.must_not_contain):
            self.add("must_not_contain", place, "must_not_contain", text, lacks_look(text))
        for place, pattern in enumerate(expect.patterns):
            self.add("patterns", place, "pattern", pattern, pattern_look(pattern))
        for figure, name in _LIMITS:
            limit: LimitExpectation | None = getattr(expect, name)
            if limit is not None:
                self.add(name, "", "limit", limit, limit_look(figure, limit.at_most))

    def _tools(self, tools: Tools) -> None:
        for wanted, name in _numbered(tools.required):
            group = [one for one in tools.required if one.name == wanted.name]
            self.add("tools.required", name, "tool_required", wanted, required_look(wanted, group))
        for wanted, name in _numbered(tools.forbidden):
            self.add("tools.forbidden", name, "tool_forbidden", wanted, forbidden_look(wanted))
        if tools.order is not None:
            self.add("tools.order", "", "tool_order", tools.order, order_look(tools.order.tools))
        for tool, most in tools.max_calls.items():
            look = count_look(tool, most.count, most=True)
            kind: CheckKind = "max_calls" if most.count or tool == EVERY_TOOL else "tool_forbidden"
            self.add("tools.max_calls", tool, kind, most, look)
        for tool, least in tools.min_calls.items():
            look = count_look(tool, least.count, most=False)
            self.add("tools.min_calls", tool, "min_calls", least, look)


def _holds_rarer(expect: Expect) -> bool:
    return bool(
        expect.facts
        or expect.state
        or expect.invariants
        or expect.retrieval is not None
        or expect.json_schema is not None
    )


def _numbered(tools: Sequence[ToolExpectation]) -> Iterator[tuple[ToolExpectation, str]]:
    """Name tools; one that stands there before has its number: `search`, `search.2`."""
    if len(tools) == 1:
        yield tools[0], tools[0].name
        return
    seen: dict[str, int] = {}
    for tool in tools:
        seen[tool.name] = seen.get(tool.name, 0) + 1
        yield tool, tool.name if seen[tool.name] == 1 else f"{tool.name}.{seen[tool.name]}"
