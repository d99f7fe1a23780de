"""Policy: the bars that trust has to clear, and what is asked of whom; workbench.yaml."""

import re
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints, field_validator, model_validator

from workbench.domain.lean import FieldError
from workbench.domain.record import Name, Record, Share

RedactionKind = Literal["email", "phone", "card", "iban", "ip", "key"]
PatternName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Word = Annotated[str, StringConstraints(min_length=1, pattern=r"^\S(.*\S)?$")]

OWN_WORD = "word"
"""The kind of what the own word list names."""
Coefficient = Annotated[float, Field(ge=-1, le=1)]


class SevereMisses(Record):
    """Largest share of lowest-level transcripts that a judge may pass, by the rubric's risk."""

    normal: Share = 0.25
    high: Share = 0.10


class Trust(Record):
    """When a judge may be believed on a dimension."""

    weighting: Literal["quadratic"] = "quadratic"
    """The bars below are bars on quadratic kappa (unweighted on nominal scales)."""
    minimum_kappa: Coefficient = 0.60
    minimum_lower_bound: Coefficient = 0.40
    minimum_transcripts: Annotated[int, Field(ge=20)] = 20
    """The intervals were validated from 20 transcripts on."""
    minimum_ceiling: Coefficient = 0.40
    severe_misses: SevereMisses = SevereMisses()
    errors: Share = 0.05
    no_majority: Share = 0.15
    seen_labels: Literal["warn", "refuse"] = "warn"

    def severe_limit(self, risk: str) -> float:
        """Return the limit on severe misses at a rubric's risk."""
        return self.severe_misses.high if risk == "high" else self.severe_misses.normal

    def refuses_seen_labels(self, risk: str) -> bool:
        """Whether labels that shaped the rubric's text are refused rather than warned of."""
        return self.seen_labels == "refuse" or risk == "high"


class Splits(Record):
    """How the labelled cases of a dimension are given sides at its first look."""

    both_below: Annotated[int, Field(ge=0)] = 40
    halves_from: Annotated[int, Field(ge=0)] = 80
    development_share: Annotated[float, Field(gt=0, lt=1)] = 0.40
    fresh: Annotated[int, Field(ge=20)] = 20
    """That many unseen test transcripts, and certify reads only those."""

    @model_validator(mode="after")
    def _ascends(self) -> "Splits":
        if self.both_below > self.halves_from:
            raise ValueError("`both_below` must not be above `halves_from`")
        return self


class Redaction(Record):
    """What is replaced in everything that is sent to a judge; the workspace keeps the original."""

    enabled: Literal["off"] | Annotated[tuple[RedactionKind, ...], Field(strict=False)] = "off"
    """The kinds to look for; an empty list leaves `patterns` and `words`."""
    patterns: dict[PatternName, str] = Field(default_factory=dict)
    """Regular expressions by the name of what they match, for ids of one's own."""
    words: Annotated[tuple[Word, ...], Field(strict=False)] = ()
    """Words and phrases to replace wherever they stand alone, in upper or lower case."""

    @field_validator("patterns")
    @classmethod
    def _compile(cls, patterns: dict[str, str]) -> dict[str, str]:
        """Refuse at load what would stop a run, or replace the space between all letters."""
        for name, pattern in patterns.items():
            if name == OWN_WORD or name in get_args(RedactionKind):
                raise ValueError(f"pattern {name!r}: the name is taken by a built-in kind")
            try:
                compiled = re.compile(pattern)
            except (re.error, OverflowError, RecursionError) as error:
                raise ValueError(
                    f"pattern {name!r}: must be a regular expression, got {pattern!r} ({error})"
                ) from error
            if compiled.search(""):
                raise ValueError(f"pattern {name!r}: {pattern!r} also matches nothing at all")
        return patterns

    @model_validator(mode="after")
    def _is_on_where_it_is_set(self) -> "Redaction":
        if self.enabled == "off" and (self.patterns or self.words):
            raise FieldError(
                "enabled",
                "redaction is off, so `patterns` and `words` would replace nothing: "
                "list the kinds to enable, or `[]` for those alone",
            )
        return self


class Labelling(Record):
    """How people label in the app."""

    reveal: Literal["never", "after_submit"] = "never"
    """Whether a labeller may see other ratings of a transcript once their own are all in."""
    repeats: Share = 0.0
    """Share of finished transcripts that come back unannounced, for test-retest."""
    repeat_after: Annotated[int, Field(ge=1)] = 10
    """Finished transcripts that must lie between a transcript and its repeat."""
    hide_names: bool = True
    """Whether adjudication shows labellers as A, B, C rather than by name."""


class Policy(Record):
    """The file workbench.yaml; every setting has the default that is argued for."""

    trust: Trust = Trust()
    splits: Splits = Splits()
    labellers: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    overlap: Annotated[int, Field(ge=1)] = 2
    """How many different people label each transcript."""
    labelling: Labelling = Labelling()
    evidence: Literal["required", "advisory"] = "required"
    """Whether a verdict stands without a quote that was found in the turn it cites."""
    independence: Literal["warn", "required"] = "warn"
    """What follows where judge and agent are of one model or family."""
    redaction: Redaction = Redaction()
