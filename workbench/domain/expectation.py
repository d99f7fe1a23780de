"""Expectations: what one line of a case's `expect` may say, each named and negated alike.

Every expectation has a short form (a bare value) and a mapping form; both become the same record.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from workbench.domain.lean import Amount, FieldError, LeanRecord, Name, Share, Text, Whole
from workbench.domain.outcome import USUAL_WEIGHT
from workbench.domain.shorthand import listed, settle

Names = tuple[Name, ...]
Texts = tuple[Text, ...]
Values = tuple[Any, ...]
if TYPE_CHECKING:
    Listed = Texts
else:
    Listed = Annotated[Texts | Text, listed(Texts)]


class Expectation(LeanRecord, frozen=True, kw_only=True):
    """What every expectation can say of itself."""

    title: Name | None = None
    """Shown in place of the check's own name; `name` says the same where it is free."""
    negated: bool = field(default=False, name="not")
    weight: Amount = USUAL_WEIGHT
    """Its part in the score of a case that has a `min_score`."""


class Named(Expectation, frozen=True, kw_only=True):
    """An expectation whose `name` is its title."""

    title: Name | None = field(default=None, name="name")


class LengthBounds(LeanRecord, frozen=True, kw_only=True):
    """How many characters, items or keys there may be."""

    at_least: Whole | None = None
    at_most: Whole | None = None


class FieldExpectation(Named, frozen=True, kw_only=True):
    """What must hold of the value at one dotted path; all that is said of it must."""

    equals: Any = UNSET
    contains: Any = UNSET
    """Of a text: a part of it, in upper or lower case. Of a list: one of its items."""
    one_of: Values | UnsetType = UNSET
    matches: str | UnsetType = UNSET
    """A regular expression that is found in the text."""
    number: float | UnsetType = UNSET
    tolerance: Amount = 0.0
    at_least: float | UnsetType = UNSET
    at_most: float | UnsetType = UNSET
    absent: bool | UnsetType = UNSET
    """Whether the path must lead nowhere; null and empty values are there."""
    length: Whole | LengthBounds | UnsetType = UNSET
    case_sensitive: bool = False

    def __post_init__(self) -> None:
        """Refuse what says nothing, or a tolerance of nothing."""
        if self.equals is UNSET and not self.said:
            raise ValueError(f"must say what is expected: one of {', '.join(OPERATORS)}")
        if self.tolerance and self.number is UNSET:
            raise FieldError("tolerance", "`tolerance` goes with `number`")

    @property
    def is_plain(self) -> bool:
        """Whether a value is all that is expected, in upper or lower case."""
        return (
            self.equals is not UNSET
            and self.contains is UNSET
            and self.one_of is UNSET
            and self.matches is UNSET
            and self.number is UNSET
            and self.at_least is UNSET
            and self.at_most is UNSET
            and self.absent is UNSET
            and self.length is UNSET
            and not self.case_sensitive
        )

    @property
    def said(self) -> tuple[str, ...]:
        """The operators that were written, in the order that they are listed in."""
        return tuple(name for name in OPERATORS if getattr(self, name) is not UNSET)


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


class TextExpectation(Named, frozen=True, kw_only=True):
    """A text that the agent must, or must not, have said; upper and lower case are alike."""

    text: Text
    whole: bool = False
    """Only where it stands by itself: `10` is not found in `100` or `1,010`."""
    case_sensitive: bool = False
    on: Literal["replies", "answer"] = "replies"
    """All that the agent said, or its last reply."""
    path: Name | None = None
    """Read the value at this path of the outcome in place of what was said."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is said of the text but what it is."""
        return not (self.whole or self.case_sensitive or self.path) and self.on == "replies"


class PatternExpectation(Named, frozen=True, kw_only=True):
    """A regular expression over what the agent said; flags are written in it: `(?is)...`."""

    pattern: Text
    mode: Literal["search", "fullmatch"] = "search"
    on: Literal["replies", "answer"] = "replies"
    path: Name | None = None


class ToolExpectation(Expectation, frozen=True, kw_only=True):
    """One call of a tool; an argument that is not listed may be anything, unless `exact`."""

    name: Name
    arguments: dict[str, Any] | None = None
    match: Literal["subset", "exact"] = "subset"


class OrderExpectation(Named, frozen=True, kw_only=True):
    """Tools that must be called in this order; others may come between."""

    tools: Annotated[Names, Meta(min_length=1)]


class CountExpectation(Named, frozen=True, kw_only=True):
    """How often a tool may or must be called."""

    count: Whole


class LimitExpectation(Named, frozen=True, kw_only=True):
    """A budget."""

    at_most: Amount


class FactExpectation(Named, frozen=True, kw_only=True):
    """A number that the answer must state; a negative one with a minus or a falling word."""

    value: float
    unit: Text | None = None
    tolerance: Amount = 0.0
    near: Listed = ()
    """The number counts only in a clause that holds one of these words."""

    def __post_init__(self) -> None:
        """Make a list of a single word."""
        settle(self)


class InvariantExpectation(Named, frozen=True, kw_only=True):
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


class RetrievalExpectation(Named, frozen=True, kw_only=True):
    """The evidence that a retriever must find; without a minimum, all of it."""

    expected: Values
    """Ids; none: retrieval is not required."""
    on: Literal["candidates", "context"] = "candidates"
    at: Annotated[int, Meta(ge=1)] | None = None
    """Read the first so many; absent: all."""
    min_recall: Share | None = None
    min_precision: Share | None = None
    min_hit_rate: Share | None = None
    min_reciprocal_rank: Share | None = None


class SchemaExpectation(Named, frozen=True, kw_only=True):
    """A JSON Schema that the outcome, or the value at a path of it, must satisfy."""

    file: Name | None = None
    """Beside the suite."""
    definition: dict[str, Any] | bool | None = field(default=None, name="schema")
    path: Name | None = None
    fenced: bool = True
    """Whether JSON in a Markdown fence counts as the outcome."""

    def __post_init__(self) -> None:
        """Refuse neither and both."""
        if (self.file is None) == (self.definition is None):
            raise ValueError("must have either `file` or `schema`")


class CriterionExpectation(Named, frozen=True, kw_only=True):
    """A yes/no question about the transcript, for a judge; negated, the answer must be no."""

    criterion: Text
