"""Judges and panels: pinned automatic raters, each known by its fingerprint."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints, model_validator

from workbench.domain.digest import digest
from workbench.domain.lean import FieldError
from workbench.domain.record import Name, Record

Baseline = Literal["majority", "length", "text"]


class Limits(Record):
    """How hard a provider may be asked."""

    in_flight: Annotated[int, Field(ge=1)] = 32
    requests_per_minute: Annotated[int, Field(ge=1)] | None = None
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = None
    context_tokens: Annotated[int, Field(ge=1000)] | None = None
    """What the model reads at most; longer transcripts are shortened by the stated rule."""


class Price(Record):
    """USD a million tokens."""

    input: Annotated[float, Field(ge=0, strict=False)]
    output: Annotated[float, Field(ge=0, strict=False)]
    cached_input: Annotated[float, Field(ge=0, strict=False)] | None = None
    """For input tokens that the provider had cached; at the price of `input` where not given."""


class Judge(Record):
    """One entry of judges.yaml: a model that is asked, a floor, or recorded verdicts."""

    model: Annotated[str, StringConstraints(pattern=r"^[^\s/]+/\S+$")] | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    prompt: str | None = None
    """Path of a template, relative to the workspace."""
    api_base: str | None = None
    api_key_env: str | None = None
    family: str | None = None
    evidence: Literal["required", "advisory"] = "required"
    limits: Limits = Limits()
    price: Price | None = None
    baseline: Baseline | None = None
    recorded: bool = False

    @model_validator(mode="after")
    def _is_one_kind(self) -> "Judge":
        kinds = [self.model is not None, self.baseline is not None, self.recorded]
        if sum(kinds) != 1:
            raise ValueError("a judge has exactly one of `model`, `baseline`, `recorded: true`")
        if self.model is None and self.model_fields_set - {"baseline", "recorded", "family"}:
            extra = sorted(self.model_fields_set - {"baseline", "recorded", "family"})
            raise ValueError(f"only a judge with a `model` has {', '.join(extra)}")
        return self

    @property
    def is_floor(self) -> bool:
        """Whether this is a disclosed non-LLM floor."""
        return self.baseline is not None

    def fingerprint(self, name: str, *, prompt: str = "", label_set: str = "") -> str:
        """Return the digest of what shapes this judge's answers.

        Args:
            name: The judge's name; part of a recorded judge's identity only.
            prompt: The template's text, of a judge that is asked.
            label_set: The digest of the labels that a floor was fitted on.
        """
        if self.recorded:
            return digest({"name": name, "recorded": True})
        if self.baseline is not None:
            return digest({"baseline": self.baseline, "label_set": label_set})
        return digest(
            {
                "model": self.model,
                "api_base": self.api_base,
                "parameters": self.parameters,
                "prompt": prompt,
                "evidence": self.evidence,
            }
        )


class Panel(Record):
    """Several judges whose levels one stated rule makes into one."""

    members: Annotated[tuple[Name, ...], Field(min_length=2, strict=False)]
    rule: Literal["majority"] = "majority"
    quorum: Annotated[int, Field(ge=2)] | None = None

    @model_validator(mode="after")
    def _can_meet(self) -> "Panel":
        if len(set(self.members)) < len(self.members):
            raise ValueError(f"members must differ, got {list(self.members)}")
        if self.quorum is not None and self.quorum > len(self.members):
            raise ValueError(f"a quorum of {self.quorum} needs more than the members there are")
        return self

    def fingerprint(self, members: dict[str, str]) -> str:
        """Return the digest of rule, quorum and the members' own fingerprints."""
        return digest(
            {
                "rule": self.rule,
                "quorum": self.quorum,
                "members": [members[name] for name in self.members],
            }
        )


class Judges(Record):
    """The file judges.yaml."""

    judges: dict[Name, Judge] = Field(default_factory=dict)
    panels: dict[Name, Panel] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_resolve(self) -> "Judges":
        both = sorted(set(self.judges) & set(self.panels))
        if both:
            raise FieldError("panels", f"a judge and a panel share the name {both[0]!r}")
        for name, panel in self.panels.items():
            for member in panel.members:
                if member not in self.judges:
                    raise FieldError(
                        "panels", f"panel {name!r}: member {member!r} is no judge of this file"
                    )
                if self.judges[member].is_floor:
                    raise FieldError(
                        "panels", f"panel {name!r}: member {member!r} is a floor, not a judge"
                    )
        return self
