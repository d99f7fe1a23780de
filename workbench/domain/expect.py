"""What a case expects: everything that stands under `expect`, and how defaults fill it up."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field

from workbench.domain.bullets import bullets
from workbench.domain.expectation import (
    CountExpectation,
    CriterionExpectation,
    FactExpectation,
    FieldExpectation,
    InvariantExpectation,
    LimitExpectation,
    Names,
    OrderExpectation,
    PatternExpectation,
    RetrievalExpectation,
    SchemaExpectation,
    TextExpectation,
    ToolExpectation,
    bare,
    listed,
)
from workbench.domain.record import Name, Record, Share

EVERY_TOOL = "*"
"""The key under which `max_calls` and `min_calls` hold a bound on all calls together."""

Bare = str | int | float | bool | list[Any] | None
FieldRule = Annotated[FieldExpectation, bare("equals", FieldExpectation, Bare)]
TextRule = Annotated[TextExpectation, bare("text", TextExpectation, str)]
PatternRule = Annotated[PatternExpectation, bare("pattern", PatternExpectation, str)]
ToolRule = Annotated[ToolExpectation, bare("name", ToolExpectation, str)]
OrderRule = Annotated[OrderExpectation, bare("tools", OrderExpectation, Names)]
CountRule = Annotated[CountExpectation, bare("count", CountExpectation, int)]
Limit = Annotated[LimitExpectation, bare("at_most", LimitExpectation, float)]
FactRule = Annotated[FactExpectation, bare("value", FactExpectation, float)]
InvariantRule = Annotated[InvariantExpectation, bare("use", InvariantExpectation, str)]
RetrievalRule = Annotated[
    RetrievalExpectation, bare("expected", RetrievalExpectation, list[str | int])
]
SchemaRule = Annotated[SchemaExpectation, bare("file", SchemaExpectation, str)]
CriterionRule = Annotated[CriterionExpectation, bare("criterion", CriterionExpectation, str)]

ToolRules = Annotated[tuple[ToolRule, ...], Field(strict=False)]
TextRules = Annotated[tuple[TextRule, ...], Field(strict=False)]
PatternRules = Annotated[tuple[PatternRule, ...], Field(strict=False)]
InvariantRules = Annotated[tuple[InvariantRule, ...], Field(strict=False)]
CriterionRules = Annotated[tuple[CriterionRule, ...], Field(strict=False)]
Criteria = Annotated[CriterionRules, listed(CriterionRules, bullets)]


def _of_every_tool(value: Any) -> Any:
    """Read one number as the bound on all calls together."""
    return value if isinstance(value, dict) else {EVERY_TOOL: value}


Counts = Annotated[
    dict[Name, CountRule],
    BeforeValidator(_of_every_tool, json_schema_input_type=int | dict[Name, CountRule]),
]

Part = TypeVar("Part", bound=Record)


class Tools(Record):
    """Which tools the agent must call, must not call, in what order and how often."""

    required: ToolRules = ()
    forbidden: ToolRules = ()
    order: OrderRule | None = None
    max_calls: Counts = Field(default_factory=dict)
    """By tool, or one number for all calls together; 0 forbids the tool."""
    min_calls: Counts = Field(default_factory=dict)


class Expect(Record):
    """The expectations of one case; what is not named is not checked."""

    fields: dict[Name, FieldRule] = Field(default_factory=dict)
    """By dotted path into the outcome."""
    tools: Tools | None = None
    must_contain: TextRules = ()
    must_not_contain: TextRules = ()
    patterns: PatternRules = ()
    json_schema: SchemaRule | None = None
    max_steps: Limit | None = None
    max_latency_ms: Limit | None = None
    max_tokens: Limit | None = None
    max_cost_usd: Limit | None = None
    facts: dict[Name, FactRule] = Field(default_factory=dict)
    state: dict[Name, FieldRule] = Field(default_factory=dict)
    """By dotted path into the final state."""
    invariants: InvariantRules = ()
    retrieval: RetrievalRule | None = None
    rubric: Criteria = ()
    min_score: Share | None = None
    """The share of the checks' weight that must pass; without it every check must."""


def expects(expect: Expect) -> bool:
    """Whether anything is expected at all."""
    for name in expect.model_fields_set:
        value = getattr(expect, name)
        if name == "min_score" or not value:
            continue
        if not isinstance(value, Tools) or any(getattr(value, one) for one in Tools.model_fields):
            return True
    return False


def filled(own: Part, defaults: Record) -> Part:
    """Return a record with what it leaves out taken from defaults, group by group.

    What both have stays the record's own, except inside `tools` and mappings, which are filled
    up key by key.
    """
    ready: dict[str, Any] = {}
    for field in own.__class__.model_fields:
        if field not in defaults.model_fields_set:
            continue
        default = getattr(defaults, field)
        if field not in own.model_fields_set:
            ready[field] = default
        else:
            ready[field] = _merged(getattr(own, field), default)
    return own.model_copy(update=ready) if ready else own


def _merged(own: Any, default: Any) -> Any:
    if isinstance(own, Tools) and isinstance(default, Tools):
        return filled(own, default)
    if isinstance(own, Mapping) and isinstance(default, Mapping):
        return {**default, **own}
    return own
