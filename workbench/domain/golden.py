"""Golden cases of hybrid harnesses, one JSON object each, read as cases of a suite."""

from typing import Any

from msgspec import field

from workbench.domain.expect import FactRule
from workbench.domain.expectation import Texts
from workbench.domain.lean import LeanRecord, Name, Text
from workbench.domain.shorthand import settle
from workbench.domain.suite import Case
from workbench.domain.transcript import JsonObject


class GroundTruth(LeanRecord, frozen=True, kw_only=True):
    """The facts that the answer must state, and the version of what they were read from."""

    expected_facts: dict[Name, FactRule] = field(default_factory=dict)
    source: Text | None = None

    def __post_init__(self) -> None:
        """Put the full form in place of every short one."""
        settle(self)


class GoldenCase(LeanRecord, frozen=True, kw_only=True):
    """One golden case, as it stands in its file."""

    id: Name
    scenario: Text | None = None
    input: Any = None
    ground_truth: GroundTruth = GroundTruth()
    expected_behavior: Texts = ()
    prohibited_behavior: Texts = ()


KEYS = frozenset({"ground_truth", "expected_behavior", "prohibited_behavior"})


def is_golden(value: object) -> bool:
    """Tell whether a JSON value has the shape of a golden case."""
    return isinstance(value, dict) and not KEYS.isdisjoint(value)


def case_from_golden(value: JsonObject) -> Case:
    """Return the case: facts are checked by code, behaviours are yes/no criteria.

    A prohibited behaviour is a criterion whose answer must be no.

    Raises:
        pydantic.ValidationError: The object has a key or a value that no golden case has.
    """
    golden = GoldenCase.of(value)
    prohibited = [{"criterion": text, "not": True} for text in golden.prohibited_behavior]
    expect: JsonObject = {
        "facts": golden.ground_truth.expected_facts,
        "rubric": [*golden.expected_behavior, *prohibited],
    }
    return Case.of(
        {
            "id": golden.id,
            "input": golden.input,
            "scenario": golden.scenario,
            "expect": {key: part for key, part in expect.items() if part},
            "source": golden.ground_truth.source,
        }
    )
