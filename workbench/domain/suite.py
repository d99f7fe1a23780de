"""Suites: named sets of cases, each a transcript with what is expected of it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import force_setattr

from workbench.domain.expect import Expect, expects, filled
from workbench.domain.expectation import Named, Names, Texts
from workbench.domain.lean import FieldError, LeanRecord, Moment, Name, Text
from workbench.domain.release import Release
from workbench.domain.shorthand import Shorthand, Synonym, bare, settle
from workbench.domain.transcript import Transcript

Severity = Literal["low", "medium", "high", "critical"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the least to the gravest."""
HARD_SEVERITIES = frozenset({"high", "critical"})
RULE_SECONDS = 10.0
"""What a rule of the suite's authors may take on one transcript where the suite says nothing."""


def _version_text(value: Any) -> Any:
    """Keep a version as text; a fraction is refused, since YAML reads 2.10 as 2.1."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _without_minimum(value: Any) -> Any:
    """Read a list of dimensions as the mapping that asks no level of any."""
    if isinstance(value, list | tuple) and not any(isinstance(one, list | dict) for one in value):
        return dict.fromkeys(value)
    return value


def _customer(value: Any) -> Any:
    """Read a list as scripted turns, a text as a persona."""
    if isinstance(value, str):
        return {"persona": value}
    return {"turns": value} if isinstance(value, list | tuple) else value


_NAMED_OTHERWISE: Any = UNSET
"""Required, but under either of two names."""


def _rename(record: LeanRecord, synonym: str, name: str) -> None:
    """Keep under one name what was written under another; both are too many."""
    if getattr(record, name) not in (None, UNSET):
        raise FieldError(synonym, f"`{name}` says the same")
    force_setattr(record, name, getattr(record, synonym))
    force_setattr(record, synonym, UNSET)


def _any_of(markers: "Markers | None") -> bool:
    return markers is not None and any(getattr(markers, kind) for kind in _MARKERS)


class Customer(LeanRecord, frozen=True, kw_only=True):
    """Who speaks to the agent in a scenario: scripted turns, or a persona that a model plays."""

    turns: Texts = ()
    persona: Text | None = None
    model: Name | None = None


class Marker(Named, frozen=True, kw_only=True):
    """One thing that happens in a scenario: a call of a tool, or a text that the agent says."""

    tool: Name | None = None
    arguments: dict[str, Any] | None = None
    """The arguments that the call must have; others may stand beside them."""
    text: Text | None = None

    def __post_init__(self) -> None:
        """Refuse neither and both, and arguments of a text."""
        if (self.tool is None) == (self.text is None):
            raise ValueError("a marker is either a `tool` or a `text`")
        if self.arguments is not None and self.tool is None:
            raise FieldError("arguments", "`arguments` goes with `tool`")


def _made_customer(value: Any) -> Customer:
    """Return the customer that a valid value of any form stands for."""
    full = _customer(value)
    return full if isinstance(full, Customer) else Customer(**full)


# To whoever uses a case these have one form; how else it may be written is for who reads it.
if TYPE_CHECKING:
    MarkerRule = Marker
    CustomerRule = Customer
    Dimensions = dict[Name, int | None]
    SuiteVersion = Name
else:
    MarkerRule = Annotated[Marker | Name, bare("tool", Marker, str)]
    CustomerRule = Annotated[
        Customer | str | Texts,
        Shorthand(Customer, str | list[str], _customer, _made_customer),
    ]
    _Dimensions = dict[Name, int | None]
    Dimensions = Annotated[
        _Dimensions | Names,
        Shorthand(_Dimensions, list[Name], _without_minimum, _without_minimum),
    ]
    SuiteVersion = Annotated[Name | int, Shorthand(Name, int, _version_text, _version_text)]


class Markers(LeanRecord, frozen=True, kw_only=True):
    """What must have happened by the end of a scenario, in which order, and what must never."""

    happened: tuple[MarkerRule, ...] = ()
    in_order: tuple[MarkerRule, ...] = ()
    never: tuple[MarkerRule, ...] = ()

    def __post_init__(self) -> None:
        """Put the full form in place of every short one."""
        settle(self)


_MARKERS = Markers.__struct_fields__


class Case(LeanRecord, frozen=True, kw_only=True):
    """One transcript, recorded or yet to be held, with what is expected of it."""

    id: Name
    input: Any = None
    """What the agent is fed: text, or any JSON value."""
    prompt: Annotated[Any, Synonym("input")] = UNSET
    scenario: Text | None = None
    persona: Text | None = None
    goal: Text | None = None
    customer: CustomerRule | None = None
    markers: Markers | None = None
    vars: dict[Name, Any] = field(default_factory=dict)
    """What `${name}` stands for in the texts of the case."""
    tags: Names = ()
    severity: Severity = "medium"
    """From high up, every failed check is hard."""
    transcript: Name | Transcript | None = None
    """An id, or the transcript itself; absent: those whose `case` is this id."""
    expect: Expect = Expect()
    dimensions: Dimensions | None = None
    """What is judged; a level named beside a dimension is the least that passes the case."""
    expected_outcome: Any = None
    """What judges are told should have come out."""
    source: str | dict[str, str] | None = None
    """Versions of what the expectations rest on."""

    def __post_init__(self) -> None:
        """Put the full form in place of every short one, and one name in place of two."""
        if self.prompt is not UNSET:
            _rename(self, "prompt", "input")
        settle(self)

    @property
    def expects_nothing(self) -> bool:
        """Whether neither code nor a judge has anything to look at, so that it passes whatever."""
        return not (self.dimensions or expects(self.expect) or _any_of(self.markers))


class Defaults(Expect, frozen=True, kw_only=True):
    """What holds for every case that does not say otherwise."""

    severity: Severity = "medium"
    dimensions: Dimensions | None = None
    tags: Names = ()


class Suite(LeanRecord, frozen=True, kw_only=True):
    """The head of a suite with its cases, or the name of the file that streams them."""

    suite: Name
    version: SuiteVersion
    clock: Moment | None = None
    """The moment that the cases take for now."""
    defaults: Defaults = Defaults()
    free_text_fields: Names = ()
    """Paths whose bare values are parts of the text that must be found there."""
    rule_seconds: Annotated[float, Meta(gt=0, le=86_400)] = RULE_SECONDS
    """How long a Python rule may take on one transcript; longer is an error of that check."""
    release: Release = Release()
    cases: str | tuple[Case, ...] = _NAMED_OTHERWISE
    """The cases, or the name of a JSON Lines file beside the suite."""
    tasks: Annotated[str | tuple[Case, ...] | UnsetType, Synonym("cases")] = UNSET

    def __post_init__(self) -> None:
        """Put the full form in place of every short one; refuse two cases of one id."""
        if self.tasks is not UNSET:
            _rename(self, "tasks", "cases")
        if self.cases is _NAMED_OTHERWISE:
            raise FieldError("cases", "`cases` is missing")
        settle(self)
        seen: set[str] = set()
        for case in () if isinstance(self.cases, str) else self.cases:
            if case.id in seen:
                raise FieldError("cases", f"two cases have the id {case.id!r}")
            seen.add(case.id)

    @property
    def has_defaults(self) -> bool:
        """Whether there is anything that cases may leave out."""
        return self.defaults != _NO_DEFAULTS

    def complete(self, case: Case, written: Mapping[str, Any]) -> Case:
        """Return a case with what it leaves out taken from the suite's defaults.

        Args:
            case: The case.
            written: The JSON value that it was read from.
        """
        if not self.has_defaults:
            return case
        ready = filled(case, written, self.defaults)
        asked = filled(case.expect, written.get("expect", {}), self.defaults)
        return ready.changed(expect=asked)


_NO_DEFAULTS = Defaults()
