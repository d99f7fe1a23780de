"""Expectations: what one line of a case's `expect` may say, each named and negated alike.

Every expectation has a short form (a bare value) and a mapping form; both become the same record.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from workbench.domain.record import FieldError, Name, Record, Whole
from workbench.domain.rubric import Text

Amount = Annotated[float, Field(ge=0)]
Names = Annotated[tuple[Name, ...], Field(strict=False)]
Texts = Annotated[tuple[Text, ...], Field(strict=False)]
_READ = (dict, Record)
Values = Annotated[tuple[Any, ...], Field(strict=False)]


class Expectation(Record):
    """What every expectation can say of itself."""

    model_config = ConfigDict(populate_by_name=True)

    title: Name | None = None
    """Shown in place of the check's own name; `name` says the same where it is free."""
    negated: bool = Field(default=False, alias="not")
    weight: Amount = 1.0
    """Its part in the score of a case that has a `min_score`."""


class Named(Expectation):
    """An expectation whose `name` is its title."""

    title: Name | None = Field(default=None, alias="name")


_MOST_SHARED = 4096


def bare(field: str, kind: type[Record], plain: Any) -> BeforeValidator:
    """Read a bare value as the mapping that has it under one field.

    Args:
        field: The field that a bare value stands for.
        kind: What the mapping is read as; equal bare texts share one record, which suites of
            many cases load faster by.
        plain: The type of a bare value, for the published schema.
    """
    shared: dict[str, Record] = {}

    def mapping(value: Any) -> Any:
        if isinstance(value, str):
            known = shared.get(value)
            return known if known is not None else made(value)
        return value if isinstance(value, _READ) else {field: value}

    def made(value: str) -> Any:
        try:
            record = kind.model_validate({field: value})
        except ValidationError:
            return {field: value}  # read again where its place is known
        if len(shared) >= _MOST_SHARED:
            shared.clear()
        shared[value] = record
        return record

    return BeforeValidator(mapping, json_schema_input_type=plain | kind)


def listed(items: Any, split: Callable[[str], list[str]] | None = None) -> BeforeValidator:
    """Read a single text as the list that holds it, or what `split` makes of it.

    Args:
        items: The type of the list, for the published schema.
        split: Cuts a text into items.
    """

    def many(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return split(value) if split else [value]

    return BeforeValidator(many, json_schema_input_type=str | items)


class LengthBounds(Record):
    """How many characters, items or keys there may be."""

    at_least: Whole | None = None
    at_most: Whole | None = None


class FieldExpectation(Named):
    """What must hold of the value at one dotted path; all that is said of it must."""

    equals: Any = None
    contains: Any = None
    """Of a text: a part of it, in upper or lower case. Of a list: one of its items."""
    one_of: Values | None = None
    matches: str | None = None
    """A regular expression that is found in the text."""
    number: float | None = None
    tolerance: Amount = 0.0
    at_least: float | None = None
    at_most: float | None = None
    absent: bool | None = None
    """Whether the path must lead nowhere; null and empty values are there."""
    length: Whole | LengthBounds | None = None
    case_sensitive: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> "FieldExpectation":
        said = self.model_fields_set
        if said.isdisjoint(OPERATORS):
            raise ValueError(f"must say what is expected: one of {', '.join(OPERATORS)}")
        for operator in said & _NEVER_NULL:
            if getattr(self, operator) is None:
                raise FieldError(operator, f"`{operator}` must have a value, and has none")
        if "tolerance" in said and self.number is None:
            raise FieldError("tolerance", "`tolerance` goes with `number`")
        return self

    @property
    def said(self) -> tuple[str, ...]:
        """The operators that were written, in the order that they are listed in."""
        written = self.model_fields_set
        return tuple(operator for operator in OPERATORS if operator in written)


OPERATORS = (
    "equals",
    "contains",
    "one_of",
    "matches",
    "number",
    "at_least",
    "at_most",
    "absent",
    "length",
)


_NEVER_NULL = frozenset(OPERATORS) - {"equals", "contains"}
"""A value, or an item of a list, may be null; what these say may not."""


class TextExpectation(Named):
    """A text that the agent must, or must not, have said; upper and lower case are alike."""

    text: Text
    whole: bool = False
    """Only where it stands by itself: `10` is not found in `100` or `1,010`."""
    case_sensitive: bool = False
    on: Literal["replies", "answer"] = "replies"
    """All that the agent said, or its last reply."""
    path: Name | None = None
    """Read the value at this path of the outcome in place of what was said."""


class PatternExpectation(Named):
    """A regular expression over what the agent said; flags are written in it: `(?is)...`."""

    pattern: Text
    mode: Literal["search", "fullmatch"] = "search"
    on: Literal["replies", "answer"] = "replies"
    path: Name | None = None


class ToolExpectation(Expectation):
    """One call of a tool; an argument that is not listed may be anything, unless `exact`."""

    name: Name
    arguments: dict[str, Any] | None = None
    match: Literal["subset", "exact"] = "subset"


class OrderExpectation(Named):
    """Tools that must be called in this order; others may come between."""

    tools: Annotated[Names, Field(min_length=1)]


class CountExpectation(Named):
    """How often a tool may or must be called."""

    count: Whole


class LimitExpectation(Named):
    """A budget."""

    at_most: Amount


class FactExpectation(Named):
    """A number that the answer must state; a negative one with a minus or a falling word."""

    value: float
    unit: Text | None = None
    tolerance: Amount = 0.0
    near: Annotated[Texts, listed(Texts)] = ()
    """The number counts only in a clause that holds one of these words."""


class InvariantExpectation(Named):
    """A rule over the whole transcript: a built-in one, or a Python function `module:function`."""

    use: Name
    tools: Names = ()
    """The tools that a built-in rule is about."""
    words: Texts = ()
    """What a built-in rule takes for a yes, beside its own words."""
    by: Names = ()
    """Tools and speakers whose word counts as a human's approval."""

    @property
    def is_function(self) -> bool:
        """Whether the rule is a Python function, `module:function`."""
        return ":" in self.use


class RetrievalExpectation(Named):
    """The evidence that a retriever must find; without a minimum, all of it."""

    expected: Values
    """Ids; none: retrieval is not required."""
    on: Literal["candidates", "context"] = "candidates"
    at: Annotated[int, Field(ge=1)] | None = None
    """Read the first so many; absent: all."""
    min_recall: Annotated[float, Field(ge=0, le=1)] | None = None
    min_precision: Annotated[float, Field(ge=0, le=1)] | None = None
    min_hit_rate: Annotated[float, Field(ge=0, le=1)] | None = None
    min_reciprocal_rank: Annotated[float, Field(ge=0, le=1)] | None = None


class SchemaExpectation(Named):
    """A JSON Schema that the outcome, or the value at a path of it, must satisfy."""

    file: Name | None = None
    """Beside the suite."""
    definition: dict[str, Any] | bool | None = Field(default=None, alias="schema")
    path: Name | None = None
    fenced: bool = True
    """Whether JSON in a Markdown fence counts as the outcome."""

    @model_validator(mode="after")
    def _has_one(self) -> "SchemaExpectation":
        if (self.file is None) == (self.definition is None):
            raise ValueError("must have either `file` or `schema`")
        return self


class CriterionExpectation(Named):
    """A yes/no question about the transcript, for a judge; negated, the answer must be no."""

    criterion: Text
