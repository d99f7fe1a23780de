"""What judges said of one dimension over a run, added up case by case."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.domain.run import DimensionResult, DimensionSummary
from workbench.domain.unit import CRITERIA
from workbench.scoring.means import Sums

Scale = tuple[int, int]
"""Lowest and highest level."""


@dataclass(slots=True)
class DimensionTally:
    """One dimension and judge."""

    statuses: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    flagged: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    single: Sums = field(default_factory=Sums)
    """Cases without trials; those with trials are summed once all trials are there."""
    trials: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, answers: Sequence[DimensionResult], case: str | None) -> None:
        """Add the answers about one result; the case's id where it has trials."""
        total = n = 0
        for answer in answers:
            self.statuses[answer.status] += 1
            self.flagged += bool(answer.flagged)
            if answer.status == "not_scored" and answer.reason:
                self.reasons[answer.reason] += 1
            if answer.status != "rated":
                continue
            self.levels[str(answer.level)] += 1
            value = _value(answer)
            if value is not None:
                total, n = total + value, n + 1
        if not n:
            return
        if case is None:
            self.single.add(total, n)
        else:
            before = self.trials.get(case, (0, 0))
            self.trials[case] = (before[0] + total, before[1] + n)

    def merge(self, other: "DimensionTally") -> None:
        """Add what was tallied elsewhere."""
        self.statuses.update(other.statuses)
        self.levels.update(other.levels)
        self.reasons.update(other.reasons)
        self.flagged += other.flagged
        self.single.merge(other.single)
        for case, (total, n) in other.trials.items():
            before = self.trials.get(case, (0, 0))
            self.trials[case] = (before[0] + total, before[1] + n)

    def summary(self, dimension: str, judge: str | None, scale: Scale | None) -> DimensionSummary:
        """Return the dimension in figures; its mean only where its levels have an order."""
        sums = Sums()
        sums.merge(self.single)
        for total, n in self.trials.values():
            sums.add(total, n)
        scale = (0, 1) if dimension == CRITERIA else scale
        mean = sums.mean(scale) if scale is not None else None
        rated, unscored = self.statuses["rated"], self.statuses["not_scored"]
        reason = min(self.reasons) if self.reasons else mean.reason if mean else None
        return DimensionSummary(
            dimension=dimension,
            judge=judge,
            # A judge that was not asked of a case is trusted all the same.
            trusted=judge is not None or not unscored,
            reason=reason,
            n=rated,
            cases=sums.cases,
            mean=mean.value if mean else None,
            low=mean.low if mean else None,
            high=mean.high if mean else None,
            levels=dict(sorted(self.levels.items())),
            lowest=scale[0] if scale and dimension != CRITERIA else None,
            at_lowest=self.levels[str(scale[0])] if scale and dimension != CRITERIA else 0,
            errors=self.statuses["error"],
            no_majority=self.statuses["no_majority"],
            not_applicable=self.statuses["not_applicable"],
            not_scored=unscored,
            flagged=self.flagged,
        )


def _value(answer: DimensionResult) -> int | None:
    """Return a level as a number: 1 for a criterion that passes, nothing for a nominal level."""
    if answer.dimension == CRITERIA:
        return None if answer.passed is None else int(answer.passed)
    return answer.level if isinstance(answer.level, int) else None
