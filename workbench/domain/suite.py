"""Suites: named sets of cases, each a transcript with what is expected of it."""

import json
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AliasChoices,
    AwareDatetime,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from workbench.domain.expect import Expect, expects, filled
from workbench.domain.expectation import Named, Names, Texts, bare
from workbench.domain.record import FieldError, Name, Record
from workbench.domain.release import Release
from workbench.domain.rubric import Text
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
    return dict.fromkeys(value) if isinstance(value, list | tuple) else value


def _customer(value: Any) -> Any:
    """Read a list as scripted turns, a text as a persona."""
    if isinstance(value, str):
        return {"persona": value}
    return {"turns": value} if isinstance(value, list) else value


class _Inline:
    """Reads a transcript that came through YAML by the rules of JSON, where lists are lists."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        plain = handler(source)
        return core_schema.json_or_python_schema(
            json_schema=plain,
            python_schema=core_schema.no_info_before_validator_function(cls._read, plain),
        )

    @staticmethod
    def _read(value: Any) -> Any:
        return Transcript.from_line(json.dumps(value)) if isinstance(value, dict) else value


SuiteVersion = Annotated[Name, BeforeValidator(_version_text, json_schema_input_type=str | int)]
Dimensions = Annotated[
    dict[Name, int | None],
    BeforeValidator(_without_minimum, json_schema_input_type=list[Name] | dict[Name, int | None]),
]


_NOTHING = Expect()


def _any_of(markers: "Markers | None") -> bool:
    return markers is not None and any(getattr(markers, kind) for kind in Markers.model_fields)


class Customer(Record):
    """Who speaks to the agent in a scenario: scripted turns, or a persona that a model plays."""

    turns: Texts = ()
    persona: Text | None = None
    model: Name | None = None


class Marker(Named):
    """One thing that happens in a scenario: a call of a tool, or a text that the agent says."""

    tool: Name | None = None
    arguments: dict[str, Any] | None = None
    """The arguments that the call must have; others may stand beside them."""
    text: Text | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Marker":
        if (self.tool is None) == (self.text is None):
            raise ValueError("a marker is either a `tool` or a `text`")
        if self.arguments is not None and self.tool is None:
            raise FieldError("arguments", "`arguments` goes with `tool`")
        return self


MarkerRule = Annotated[Marker, bare("tool", Marker, str)]


class Markers(Record):
    """What must have happened by the end of a scenario, in which order, and what must never."""

    happened: Annotated[tuple[MarkerRule, ...], Field(strict=False)] = ()
    in_order: Annotated[tuple[MarkerRule, ...], Field(strict=False)] = ()
    never: Annotated[tuple[MarkerRule, ...], Field(strict=False)] = ()


class Case(Record):
    """One transcript, recorded or yet to be held, with what is expected of it."""

    model_config = ConfigDict(populate_by_name=True)

    id: Name
    input: Any = Field(default=None, validation_alias=AliasChoices("input", "prompt"))
    """What the agent is fed: text, or any JSON value."""
    scenario: Text | None = None
    persona: Text | None = None
    goal: Text | None = None
    customer: Annotated[
        Customer | None,
        BeforeValidator(_customer, json_schema_input_type=str | list[str] | Customer | None),
    ] = None
    markers: Markers | None = None
    vars: dict[Name, Any] = Field(default_factory=dict)
    """What `${name}` stands for in the texts of the case."""
    tags: Names = ()
    severity: Severity = "medium"
    """From high up, every failed check is hard."""
    transcript: Annotated[Name | Transcript | None, _Inline] = None
    """An id, or the transcript itself; absent: those whose `case` is this id."""
    expect: Expect = Field(default_factory=lambda: _NOTHING)
    dimensions: Dimensions | None = None
    """What is judged; a level named beside a dimension is the least that passes the case."""
    expected_outcome: Any = None
    """What judges are told should have come out."""
    source: str | dict[str, str] | None = None
    """Versions of what the expectations rest on."""

    @property
    def expects_nothing(self) -> bool:
        """Whether neither code nor a judge has anything to look at, so that it passes whatever."""
        return not (self.dimensions or expects(self.expect) or _any_of(self.markers))


class Defaults(Expect):
    """What holds for every case that does not say otherwise."""

    severity: Severity = "medium"
    dimensions: Dimensions | None = None
    tags: Names = ()


class Suite(Record):
    """The head of a suite with its cases, or the name of the file that streams them."""

    model_config = ConfigDict(populate_by_name=True)

    suite: Name
    version: SuiteVersion
    clock: Annotated[AwareDatetime, Field(strict=False)] | None = None
    """The moment that the cases take for now."""
    defaults: Defaults = Defaults()
    free_text_fields: Names = ()
    """Paths whose bare values are parts of the text that must be found there."""
    rule_seconds: Annotated[float, Field(gt=0, le=86_400)] = RULE_SECONDS
    """How long a Python rule may take on one transcript; longer is an error of that check."""
    release: Release = Release()
    cases: str | Annotated[tuple[Case, ...], Field(strict=False)] = Field(
        validation_alias=AliasChoices("cases", "tasks")
    )
    """The cases, or the name of a JSON Lines file beside the suite."""

    @model_validator(mode="after")
    def _ids_differ(self) -> "Suite":
        seen: set[str] = set()
        for case in () if isinstance(self.cases, str) else self.cases:
            if case.id in seen:
                raise FieldError("cases", f"two cases have the id {case.id!r}")
            seen.add(case.id)
        return self

    def complete(self, case: Case) -> Case:
        """Return a case with what it leaves out taken from the suite's defaults."""
        if not self.defaults.model_fields_set:
            return case
        ready = filled(case, self.defaults)
        return ready.model_copy(update={"expect": filled(case.expect, self.defaults)})
