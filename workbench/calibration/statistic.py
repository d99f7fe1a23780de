"""A number with its interval, or the reason why there is none."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self


class Reason(StrEnum):
    """Why a statistic or its interval does not exist, or what to know before reading it."""

    ALL_LABELS_SAME = "all_labels_same"
    CLASS_ABSENT = "class_absent"
    JUDGE_UNINFORMATIVE = "judge_uninformative"
    NO_OVERLAP = "no_overlap"
    NO_CUT = "no_pass_levels"
    NO_SPREAD = "no_spread"
    N_TOO_SMALL = "n_too_small"
    ONE_RATER = "one_rater"
    PERFECT_AGREEMENT = "perfect_agreement"
    RARE_CLASS = "rare_class"
    RATER_CONSTANT = "rater_constant"
    RESTS_ON_ONE = "rests_on_one"
    WEIGHTED_ON_NOMINAL = "weighted_on_nominal"

    def sentence(self, **facts: object) -> str:
        """Say the reason in plain English.

        Args:
            facts: What the sentence of this reason names: ``n`` (transcripts), ``level``,
                ``rater``, ``rare`` and ``ratings``, as SENTENCES shows. Others are ignored.

        Raises:
            KeyError: A fact that the sentence names is missing.
        """
        return SENTENCES[self].format_map(facts)


SENTENCES: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.ALL_LABELS_SAME: (
            "Every rating is {level} (n={n}, agreement 100 %): label transcripts that differ."
        ),
        Reason.CLASS_ABSENT: "People gave no label of the class that this rate is over.",
        Reason.JUDGE_UNINFORMATIVE: (
            "TPR and TNR add up to 1 or less: the judge's passes say nothing about people's."
        ),
        Reason.NO_OVERLAP: "No transcript was rated by both sides: there is nothing to compare.",
        Reason.NO_CUT: "The scale names no level as a pass.",
        Reason.NO_SPREAD: (
            "A judge's errors are the same on all {n} transcripts: they cannot correlate."
        ),
        Reason.N_TOO_SMALL: "{n} transcripts are too few for an interval, which takes 10.",
        Reason.ONE_RATER: "At least two raters on one transcript are needed.",
        Reason.PERFECT_AGREEMENT: (
            "All {n} transcripts agree: the jackknife sees no spread in perfect agreement."
        ),
        Reason.RARE_CLASS: (
            "Only {rare} of {ratings} ratings are not the most used level: agreement beyond "
            "chance cannot be estimated. Label more transcripts of the rare class."
        ),
        Reason.RATER_CONSTANT: "{rater} gave {level} to all {n}: kappa is 0 by construction.",
        Reason.RESTS_ON_ONE: (
            "Without one of the {n} cases every rating is the same level: there is no interval."
        ),
        Reason.WEIGHTED_ON_NOMINAL: "The levels have no order, so kappa cannot be weighted.",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """A point value with its limits; what does not exist is None, never NaN.

    Attributes:
        value: The point value.
        low: Lower limit of the two-sided 95 % interval.
        high: Upper limit of the two-sided 95 % interval.
        lower_bound: One-sided 95 % lower bound, at 0.05/k where k variants were tried.
        undefined: Why the value, or beside a value its limits, do not exist. A point value
            for which no interval was asked has neither limits nor a reason.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    lower_bound: float | None = None
    undefined: Reason | None = None

    def __post_init__(self) -> None:
        """Refuse numbers that are not finite and parts that contradict each other."""
        limits = (self.low, self.high, self.lower_bound)
        for number in (self.value, *limits):
            if number is not None and not math.isfinite(number):
                raise ValueError(f"statistic: numbers must be finite, got {number!r}")
        if self.value is None and self.undefined is None:
            raise ValueError("statistic: a missing value must have a reason, got none")
        if (self.value is None or self.undefined) and limits != (None, None, None):
            raise ValueError(f"statistic: limits must be None when undefined, got {limits}")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"statistic: low must not exceed high, got {limits[:2]}")

    @classmethod
    def missing(cls, reason: Reason) -> Self:
        """Build the statistic that has no value, for this reason."""
        return cls(undefined=reason)

    @property
    def perfect(self) -> bool:
        """Whether agreement is perfect, which calls for the flag ``perfect_agreement``."""
        return self.value == 1.0

    def to_json(self) -> dict[str, float | str | None]:
        """Return the fields as JSON values; what does not exist is null."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "lower_bound": self.lower_bound,
            "undefined": None if self.undefined is None else self.undefined.value,
        }
