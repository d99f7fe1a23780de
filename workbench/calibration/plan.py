"""How many labels it takes to show that a judge clears the bar."""

import math
from dataclasses import dataclass

import numpy as np

from workbench.calibration.intervals import CONFIDENCE, t_quantile
from workbench.calibration.statistic import Statistic
from workbench.errors import DataError


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPlan:
    """How many labelled cases in all would show the bar, if kappa stays what it is.

    Attributes:
        needed: Cases in all, those labelled already included; None: no number of labels will
            do, kappa must rise.
        fewest: The same were kappa one standard error higher; None likewise.
        most: The same were kappa one standard error lower; None likewise.
    """

    needed: int | None
    fewest: int | None
    most: int | None

    @property
    def attainable(self) -> bool:
        """Whether labelling more can do it at all."""
        return self.needed is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What is known of a judge so far.

    Attributes:
        kappa: Observed kappa, above -1 and below 1.
        error: Its jackknife standard error.
        n_cases: Cases it was computed from, at least 2.
    """

    kappa: float
    error: float
    n_cases: int

    def __post_init__(self) -> None:
        """Refuse what the formula cannot take."""
        if not -1 < self.kappa < 1:
            raise DataError(f"plan: kappa must be inside -1..1, got {self.kappa}")
        if not (math.isfinite(self.error) and self.error >= 0):
            raise DataError(f"plan: error must be finite and not negative, got {self.error}")
        if self.n_cases < 2:
            raise DataError(f"plan: n_cases must be at least 2, got {self.n_cases}")


def labels_needed(
    observed: Observed, *, bar: float, assurance: float = 0.8, variants: int = 1
) -> LabelPlan:
    """Return how many labelled cases it takes for the lower bound to reach the bar.

    The standard error on Fisher's z scale shrinks with 1/sqrt(n) and hardly depends on kappa,
    so the range holds it and moves kappa alone.

    Args:
        observed: What the labels so far show.
        bar: Where the lower bound has to be.
        assurance: Wanted chance of getting there, from 0.5 up to below 1.
        variants: How many judge variants share the labels: the bound is at 0.05/k.

    Raises:
        DataError: The assurance or the number of variants is out of range.

    Source: METHODS.md, "Label planner",
    n ((t_{1-.05/k} + t_assurance) s / (1 - kappa²))² / (atanh kappa - atanh bar)².
    """
    if not 0.5 <= assurance < 1:
        raise DataError(f"plan: assurance must be 0.5..1, got {assurance}")
    if variants < 1:
        raise DataError(f"plan: variants must be at least 1, got {variants}")
    freedom = np.array([observed.n_cases - 1.0])
    quantiles = t_quantile(1 - (1 - CONFIDENCE) / variants, freedom)
    reach = float((quantiles + t_quantile(assurance, freedom))[0])
    spread = reach * observed.error / (1 - observed.kappa**2)

    def cases(kappa: float) -> int | None:
        """Return the cases that a kappa needs; one at or above 1 has no distance to go."""
        if kappa <= bar:
            return None
        gap = math.atanh(min(kappa, math.nextafter(1, 0))) - math.atanh(bar)
        return max(2, math.ceil(observed.n_cases * (spread / gap) ** 2))

    return LabelPlan(
        needed=cases(observed.kappa),
        fewest=cases(observed.kappa + observed.error),
        most=cases(observed.kappa - observed.error),
    )


def observed_from(kappa: Statistic, n_cases: int) -> Observed | None:
    """Return what a reported kappa tells the planner, None where it has no interval.

    The jackknife error is read back from the interval, which is symmetric on Fisher's z scale.
    """
    if kappa.value is None or kappa.low is None or abs(kappa.value) >= 1 or kappa.low <= -1:
        return None
    reach = float(t_quantile((1 + CONFIDENCE) / 2, np.array([n_cases - 1.0]))[0])
    # The lower half: an upper limit may have been rounded to 1, which has no z.
    spread = math.atanh(kappa.value) - math.atanh(kappa.low)
    error = spread / reach * (1 - kappa.value**2)
    return Observed(kappa=kappa.value, error=error, n_cases=n_cases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The labelled cases that certify reads now, as far as they matter for reading more.

    Attributes:
        cases: How many there are.
        unseen: How many of them no agreement was shown on.
        fresh: That many unseen, and certify reads only those.
    """

    cases: int
    unseen: int
    fresh: int


def still_to_label(needed: int, alone: int, reading: Reading) -> int:
    """Return how many more cases it takes until certify reads what it needs; 0: it does.

    Args:
        needed: Cases in all, at the k of the labels that it reads now.
        alone: Cases in all where it reads unseen ones only and k starts again.
        reading: What it reads now.
    """
    more = max(0, needed - reading.cases)
    if reading.unseen == reading.cases or reading.unseen + more < reading.fresh:
        return more
    return max(alone, reading.fresh) - reading.unseen
