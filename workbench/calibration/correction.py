"""Correction: the mean that people would have given, from few labels and many verdicts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from workbench.calibration.intervals import LEAST_CASES, t_limits, wilson
from workbench.calibration.tables import Floats

RARE = 10
"""Labels of the rarer class below which the t interval of a rate is too narrow."""


class Method(StrEnum):
    """How a mean was corrected."""

    PPI = "ppi++"
    LABELS_WILSON = "labels_wilson"
    LABELS_T = "labels_t"


class Undefined(StrEnum):
    """Why there is no corrected mean, or no interval of it."""

    NO_LABELS = "no_labels"
    TOO_FEW_LABELS = "too_few_labels"
    LABELS_CONSTANT = "labels_constant"


SENTENCES = {
    Undefined.NO_LABELS: "Nobody labelled a transcript that the judge rated: label some at random.",
    Undefined.TOO_FEW_LABELS: f"Fewer than {LEAST_CASES} labels: an interval takes as many.",
    Undefined.LABELS_CONSTANT: "Every label is the same level: the interval would have no width.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A mean with its 95 % interval; what does not exist is None, with the reason.

    Attributes:
        value: What people would have said of all transcripts, on the mean.
        low: Lower limit.
        high: Upper limit.
        method: How it was computed.
        trust_in_judge: The weight of the judge's verdicts (lambda), from 0 to 1.
        labelled: Transcripts with both ratings.
        unlabelled: Transcripts with the judge's alone.
        undefined: Why the mean, or beside a mean its interval, does not exist.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    method: Method | None = None
    trust_in_judge: float | None = None
    labelled: int
    unlabelled: int
    undefined: Undefined | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "method": None if self.method is None else self.method.value,
            "lambda": self.trust_in_judge,
            "labelled": self.labelled,
            "unlabelled": self.unlabelled,
            "undefined": None if self.undefined is None else self.undefined.value,
        }


def corrected_mean(people: ArrayLike, judge: ArrayLike, unlabelled: ArrayLike) -> Corrected:
    """Return the mean level that people would have given, by PPI++ with a t interval.

    The labels must be a random sample of the transcripts that the mean is of.

    Args:
        people: Levels that people gave, shape (n,); where several labelled, their mean.
        judge: The judge's levels of the same transcripts, shape (n,).
        unlabelled: The judge's levels of the transcripts that nobody labelled, shape (N,).

    Source: METHODS.md, "PPI++ mean or rate"; Angelopoulos, Duchi and Zrnic (2023), PPI++.
    """
    labels, own, rest = _floats(people), _floats(judge), _floats(unlabelled)
    if len(labels) != len(own):
        raise ValueError(f"people and judge must rate the same, got {len(labels)} and {len(own)}")
    if not len(labels):
        return _missing(Undefined.NO_LABELS, labels, rest)
    if len(labels) < LEAST_CASES:
        return _missing(Undefined.TOO_FEW_LABELS, labels, rest, value=float(labels.mean()))
    return _predicted(labels, own, rest)


def corrected_rate(people: ArrayLike, judge: ArrayLike, unlabelled: ArrayLike) -> Corrected:
    """Return the rate of passes that people would have given.

    Below ten labels of the rarer class the interval of PPI++ is too narrow: then the labels
    alone speak, with Wilson's.

    Args:
        people: Whether people pass a transcript, 0 or 1, shape (n,).
        judge: Whether the judge does, shape (n,).
        unlabelled: Whether the judge passes those that nobody labelled, shape (N,).

    Source: METHODS.md, "PPI++ mean or rate".
    """
    labels, rest = _floats(people), _floats(unlabelled)
    passes = float(labels.sum())
    if not len(labels) or min(passes, len(labels) - passes) >= RARE:
        found = corrected_mean(people, judge, unlabelled)
        return found if found.value is None else _as_rate(found)
    low, high = wilson(passes, len(labels))
    return Corrected(
        value=passes / len(labels),
        low=low,
        high=high,
        method=Method.LABELS_WILSON,
        trust_in_judge=0.0,
        labelled=len(labels),
        unlabelled=len(rest),
    )


def _predicted(labels: Floats, own: Floats, rest: Floats) -> Corrected:
    n, others = len(labels), len(rest)
    weight = _weight(labels, own, others)
    errors = labels - weight * own
    value = float(errors.mean()) + (weight * float(rest.mean()) if others else 0.0)
    variance = float(errors.var(ddof=1)) / n
    if weight and others > 1:
        variance += weight**2 * float(rest.var(ddof=1)) / others
    if variance == 0.0:
        return _missing(Undefined.LABELS_CONSTANT, labels, rest, value=value)
    limits = t_limits(np.array([value]), np.array([variance**0.5]), np.array([float(n)]))
    return Corrected(
        value=value,
        low=float(limits.low[0]),
        high=float(limits.high[0]),
        method=Method.PPI if weight > 0 else Method.LABELS_T,
        trust_in_judge=weight,
        labelled=n,
        unlabelled=others,
    )


def _weight(labels: Floats, own: Floats, others: int) -> float:
    """Return lambda, which keeps a judge that says nothing from widening the interval."""
    spread = float(own.var(ddof=1))
    if not others or spread == 0.0:
        return 0.0
    shared = float(np.cov(labels, own, ddof=1)[0, 1])
    return min(1.0, max(0.0, shared / (spread * (1 + len(labels) / others))))


def _as_rate(found: Corrected) -> Corrected:
    """Keep a rate and its limits within 0 and 1."""
    value = min(1.0, max(0.0, found.value or 0.0))
    return Corrected(
        value=value,
        low=None if found.low is None else min(value, max(0.0, found.low)),
        high=None if found.high is None else max(value, min(1.0, found.high)),
        method=found.method,
        trust_in_judge=found.trust_in_judge,
        labelled=found.labelled,
        unlabelled=found.unlabelled,
        undefined=found.undefined,
    )


def _missing(
    reason: Undefined, labels: Floats, rest: Floats, *, value: float | None = None
) -> Corrected:
    return Corrected(value=value, labelled=len(labels), unlabelled=len(rest), undefined=reason)


def _floats(levels: ArrayLike) -> Floats:
    return np.asarray(levels, dtype=np.float64)
