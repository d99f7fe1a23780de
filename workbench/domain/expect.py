"""What a case expects: everything that stands under `expect`, and how defaults fill it up."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec import Meta, field

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
    Values,
)
from workbench.domain.lean import Amount, LeanRecord, Name, Share, Text, Whole
from workbench.domain.shorthand import Shorthand, bare, listed, settle

EVERY_TOOL = "*"
"""The key under which `max_calls` and `min_calls` hold a bound on all calls together."""


def _of_every_tool(value: Any) -> Any:
    """Read one number as the bound on all calls together."""
    return value if isinstance(value, Mapping) else {EVERY_TOOL: value}


# To whoever uses a case a rule has one form; how it may be written besides is for who reads it.
if TYPE_CHECKING:
    FieldRule = FieldExpectation
    TextRule = TextExpectation
    PatternRule = PatternExpectation
    ToolRule = ToolExpectation
    OrderRule = OrderExpectation
    CountRule = CountExpectation
    Limit = LimitExpectation
    FactRule = FactExpectation
    InvariantRule = InvariantExpectation
    RetrievalRule = RetrievalExpectation
    SchemaRule = SchemaExpectation
    CriterionRule = CriterionExpectation
    Criteria = tuple[CriterionExpectation, ...]
    Counts = dict[Name, CountExpectation]
else:
    Bare = str | int | float | bool | list[Any] | None
    FieldRule = Annotated[FieldExpectation | Bare, bare("equals", FieldExpectation, Bare)]
    TextRule = Annotated[TextExpectation | Text, bare("text", TextExpectation, str)]
    PatternRule = Annotated[PatternExpectation | Text, bare("pattern", PatternExpectation, str)]
    ToolRule = Annotated[ToolExpectation | Name, bare("name", ToolExpectation, str)]
    OrderRule = Annotated[
        OrderExpectation | Annotated[Names, Meta(min_length=1)],
        bare("tools", OrderExpectation, Names),
    ]
    CountRule = Annotated[CountExpectation | Whole, bare("count", CountExpectation, int)]
    Limit = Annotated[LimitExpectation | Amount, bare("at_most", LimitExpectation, float)]
    FactRule = Annotated[FactExpectation | float, bare("value", FactExpectation, float)]
    InvariantRule = Annotated[InvariantExpectation | Name, bare("use", InvariantExpectation, str)]
    RetrievalRule = Annotated[
        RetrievalExpectation | Values, bare("expected", RetrievalExpectation, list[str | int])
    ]
    SchemaRule = Annotated[SchemaExpectation | Name, bare("file", SchemaExpectation, str)]
    CriterionRule = Annotated[
        CriterionExpectation | Text, bare("criterion", CriterionExpectation, str)
    ]
    _Criteria = tuple[CriterionRule, ...]
    Criteria = Annotated[_Criteria | str, listed(_Criteria, bullets)]
    _Counts = dict[Name, CountRule]
    Counts = Annotated[_Counts | Whole, Shorthand(_Counts, int, _of_every_tool, _of_every_tool)]

Part = TypeVar("Part", bound=LeanRecord)


class Tools(LeanRecord, frozen=True, kw_only=True):
    """Which tools the agent must call, must not call, in what order and how often."""

    required: tuple[ToolRule, ...] = ()
    forbidden: tuple[ToolRule, ...] = ()
    order: OrderRule | None = None
    max_calls: Counts = field(default_factory=dict)
    """By tool, or one number for all calls together; 0 forbids the tool."""
    min_calls: Counts = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Put the full form in place of every short one."""
        settle(self)


class Expect(LeanRecord, frozen=True, kw_only=True):
    """The expectations of one case; what is not named is not checked."""

    fields: dict[Name, FieldRule] = field(default_factory=dict)
    """By dotted path into the outcome."""
    tools: Tools | None = None
    must_contain: tuple[TextRule, ...] = ()
    must_not_contain: tuple[TextRule, ...] = ()
    patterns: tuple[PatternRule, ...] = ()
    json_schema: SchemaRule | None = None
    max_steps: Limit | None = None
    max_latency_ms: Limit | None = None
    max_tokens: Limit | None = None
    max_cost_usd: Limit | None = None
    facts: dict[Name, FactRule] = field(default_factory=dict)
    state: dict[Name, FieldRule] = field(default_factory=dict)
    """By dotted path into the final state."""
    invariants: tuple[InvariantRule, ...] = ()
    retrieval: RetrievalRule | None = None
    rubric: Criteria = ()
    min_score: Share | None = None
    """The share of the checks' weight that must pass; without it every check must."""

    def __post_init__(self) -> None:
        """Put the full form in place of every short one."""
        settle(self)


def expects(expect: Expect) -> bool:
    """Whether anything is expected at all."""
    for name in expect.__struct_fields__:
        value = getattr(expect, name)
        if name == "min_score" or not value:
            continue
        if not isinstance(value, Tools) or any(getattr(value, one) for one in _TOOL_FIELDS):
            return True
    return False


def filled(own: Part, written: Mapping[str, Any], defaults: LeanRecord) -> Part:
    """Return a record with what it leaves out taken from defaults, group by group.

    What both have stays the record's own, except inside `tools` and mappings, which are filled
    up key by key.

    Args:
        own: The record.
        written: What it was read from: what stands there, be it empty, is not left out.
        defaults: Has some of its fields.
    """
    ready: dict[str, Any] = {}
    for name in own.__struct_fields__:
        default = getattr(defaults, name, None)
        if default in _NOTHING:
            continue
        value = getattr(own, name)
        ready[name] = _merged(value, written[name], default) if name in written else default
    return own.changed(**ready) if ready else own


_TOOL_FIELDS = Tools.__struct_fields__
_NOTHING: tuple[Any, ...] = (None, (), {})


def _merged(own: Any, written: Any, default: Any) -> Any:
    if isinstance(own, Tools) and isinstance(default, Tools):
        return filled(own, written, default)
    if isinstance(own, Mapping) and isinstance(default, Mapping):
        return {**default, **own}
    return own
