"""Rarer checks: facts, states, rules, evidence, schemas and markers."""

from collections.abc import Iterator
from typing import Any

from workbench.domain.expect import Expect
from workbench.domain.expectation import Expectation, SchemaExpectation
from workbench.domain.outcome import CheckKind
from workbench.domain.suite import Case
from workbench.errors import DataError
from workbench.scoring.checks import Look
from workbench.scoring.compiling import Resources
from workbench.scoring.facts import fact_look
from workbench.scoring.invariants import invariant_look
from workbench.scoring.markers import marker_looks
from workbench.scoring.retrieval import retrieval_look
from workbench.scoring.schema import schema_look
from workbench.scoring.state import state_look

Made = tuple[str, str | int, CheckKind, Expectation, Look]
"""A check: where it stands in the suite (group and key), its kind, what it expects, its look."""


def rarer(case: Case, resources: Resources) -> Iterator[Made]:
    """Yield the rarer checks of a case, the cheap ones first.

    Raises:
        DataError: A schema, rule or marker of it is none.
    """
    yield from _claims(case.expect, resources)
    if case.markers:
        for (group, key), marker, look, kind in marker_looks(case.markers):
            yield group, key, kind, marker, look


def _claims(expect: Expect, resources: Resources) -> Iterator[Made]:
    for name, fact in expect.facts.items():
        yield "facts", name, "fact", fact, fact_look(fact)
    for path, field in expect.state.items():
        yield "state", path, "state", field, state_look(path, field)
    for rule in expect.invariants:
        look = invariant_look(rule, resources.functions)
        yield "invariants", rule.use, "invariant", rule, look
    wanted = expect.retrieval
    if wanted is not None:
        yield "retrieval", "", "retrieval", wanted, retrieval_look(wanted)
    schema = expect.json_schema
    if schema is not None:
        look = schema_look(_definition(schema, resources), schema.path, fenced=schema.fenced)
        yield "json_schema", "", "json_schema", schema, look


def _definition(wanted: SchemaExpectation, resources: Resources) -> Any:
    if wanted.file is None:
        return wanted.definition
    if wanted.file not in resources.schemas:
        raise DataError(f"json_schema {wanted.file!r}: the file was not found")
    return resources.schemas[wanted.file]
