"""Policy: the bars that trust has to clear, and how labels are gathered; workbench.yaml."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from workbench.domain.record import Name, Record, Share

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


class Policy(Record):
    """The file workbench.yaml; every setting has the default that is argued for."""

    trust: Trust = Trust()
    splits: Splits = Splits()
    labellers: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    overlap: Annotated[int, Field(ge=1)] = 2
    """How many different people label each transcript."""
