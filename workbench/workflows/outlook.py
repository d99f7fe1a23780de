"""Outlook: what each judge of a dimension lacks, from agreement that may be shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Literal

import numpy as np

from workbench.calibration.agreement import constant_sides
from workbench.calibration.evidence import NO_VERDICT, Evidence
from workbench.calibration.plan import (
    LabelPlan,
    Reading,
    labels_needed,
    observed_from,
    still_to_label,
)
from workbench.calibration.splits import Rounds, seen_round
from workbench.calibration.summary import Agreement, agreement
from workbench.calibration.tables import Bools
from workbench.domain.look import Look, Side
from workbench.domain.policy import Policy
from workbench.workflows.bench import Dimension
from workbench.workflows.looking import Shown, looks_at, variants

ASSURANCE = 0.8
"""The chance of reaching the bar that labels are counted for."""

Outcome = Literal["label", "enough", "reached", "never", "unclear", "ask", "unusable", "too_few"]
"""Label more; certify can decide; it reached the bar where certify reads; no number of labels will
do; no interval to count from yet; labelled transcripts lack its verdict; its verdicts have no
level; too few are labelled at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgePlan:
    """What one judge lacks on one dimension.

    Attributes:
        judge: Its name.
        outcome: What stands between it and the bar.
        rated: Labelled transcripts that it gave a level.
        side: Where the agreement is that the counts derive from; None: none was looked at.
        more: Transcripts to label; None: no number will do, or it cannot be said yet.
        fewest: The same were kappa one standard error higher.
        most: The same were kappa one standard error lower.
        variants: k, on the labels that certify reads.
    """

    judge: str
    outcome: Outcome
    rated: int
    side: Side | None = None
    more: int | None = None
    fewest: int | None = None
    most: int | None = None
    variants: int | None = None


def rated_units(evidence: Evidence, judge: str) -> Bools:
    """Return which units carry both a counted label and a level of the judge."""
    return evidence.labelled & (evidence.judges[judge].level >= 0)


def without_figures(evidence: Evidence, judge: str, policy: Policy) -> JudgePlan | None:
    """Return what a judge lacks before its agreement is worth looking at; None: it is."""
    least = policy.trust.minimum_transcripts
    rated, labelled = int(rated_units(evidence, judge).sum()), int(evidence.labelled.sum())
    if rated >= least:
        return None
    if labelled >= least:
        unasked = evidence.labelled & (evidence.judges[judge].status == NO_VERDICT)
        outcome: Outcome = "ask" if rated + int(unasked.sum()) >= least else "unusable"
        return JudgePlan(judge=judge, outcome=outcome, rated=rated)
    return JudgePlan(judge=judge, outcome="too_few", rated=rated, more=least - labelled)


@dataclass(frozen=True, kw_only=True, eq=False)
class Outlook:
    """One dimension with sides, seen from the labels that may be shown.

    The test side stays closed, but for judges whose agreement on it was shown before.
    """

    dimension: Dimension
    rounds: Rounds
    """What certify reads now."""
    policy: Policy
    at: datetime

    @cached_property
    def _certified(self) -> Evidence:
        """The labels that certify reads."""
        dimension = self.dimension
        return dimension.evidence.restricted(dimension.units("test", self.rounds))

    @cached_property
    def _development(self) -> Evidence:
        dimension = self.dimension
        return dimension.evidence.restricted(dimension.units("development", self.rounds))

    @cached_property
    def _certify_looks(self) -> dict[str, Look]:
        """The looks that certify would make now, by judge."""
        shown = Shown(command="certify", split="test", rounds=self.rounds, at=self.at)
        return {look.judge: look for look in looks_at(self._certified, shown)}

    @cached_property
    def _looks(self) -> dict[str, Look]:
        """The looks that counting from the development side makes, by judge; only on `both`."""
        first = Rounds(first=1, last=1)
        both = self._development.restricted(self.dimension.sides.test(self._development, first))
        shown = Shown(command="plan", split="development", rounds=first, at=self.at)
        return {look.judge: look for look in looks_at(both, shown)} if both.n_units else {}

    def made(self, judges: Iterable[str]) -> list[Look]:
        """Return the looks that counting for some judges was."""
        return [
            self._looks[name] for name in judges if name in self._looks and not self.was_shown(name)
        ]

    @cached_property
    def reading(self) -> Reading:
        """What certify reads now, after the looks of this command."""
        seen = max(seen_round(self.dimension.looks), 1 if self._looks else 0)
        later = Rounds(first=max(seen + 1, self.rounds.first), last=self.rounds.last)
        return Reading(
            cases=_cases(self._certified, self._certified.labelled),
            unseen=_cases(self._certified, self.dimension.sides.test(self._certified, later)),
            fresh=self.policy.splits.fresh,
        )

    def was_shown(self, judge: str) -> bool:
        """Whether the judge's agreement on the labels that certify reads was shown before."""
        look = self._certify_looks.get(judge)
        return look is not None and look.id in {known.id for known in self.dimension.looks}

    def of(self, judge: str) -> JudgePlan:
        """Return what a judge lacks."""
        shown = self.was_shown(judge)
        evidence = self._certified if shown else self._development
        k = variants(self.dimension, self.rounds, self._certify_looks.values(), also=judge)
        measured = agreement(evidence, judge, split=self._side(evidence), variants=k)
        found = JudgePlan(
            judge=judge,
            outcome="unclear",
            rated=int(rated_units(self.dimension.evidence, judge).sum()),
            side=self._side(evidence),
            variants=k,
        )
        if shown and self._reached(measured):
            return replace(found, outcome="reached", more=0)
        constant = constant_sides(measured.confusion)
        if constant.people is not None:
            return found
        if constant.judge is not None:
            return replace(found, outcome="never")
        return self._counted(found, measured)

    def _side(self, evidence: Evidence) -> Side:
        if self._certified.transcripts == self._development.transcripts:
            return "both"
        return "test" if evidence is self._certified else "development"

    def _reached(self, measured: Agreement) -> bool:
        bars, kappa = self.policy.trust, measured.kappa_primary.value
        reached = measured.bound is not None and measured.bound >= bars.minimum_lower_bound
        return reached and kappa is not None and kappa >= bars.minimum_kappa

    def _counted(self, found: JudgePlan, measured: Agreement) -> JudgePlan:
        """Count what is missing to the number of cases that the bar takes."""
        kappa, bars = measured.kappa_primary, self.policy.trust
        if kappa.perfect:
            return _with_counts(found, [self._missing(0, 0)] * 3)
        observed = observed_from(kappa, measured.cases)
        if observed is None:
            low = kappa.value is not None and kappa.value < bars.minimum_kappa
            known = low and measured.units >= bars.minimum_transcripts
            return replace(found, outcome="never") if known else found
        bar = bars.minimum_lower_bound
        together, alone = (
            labels_needed(observed, bar=bar, assurance=ASSURANCE, variants=k)
            for k in (measured.variants, self._variants_alone)
        )
        steps = (0.0, observed.error, -observed.error)
        needs = zip(_in_order(together), _in_order(alone), strict=True)
        counts = [
            None if observed.kappa + step < bars.minimum_kappa else self._missing(*need)
            for step, need in zip(steps, needs, strict=True)
        ]
        return _with_counts(found, counts)

    @property
    def _variants_alone(self) -> int:
        """The k of labels that nobody was shown yet: the judges that certify then shows."""
        judges = self.dimension.evidence.judges.values()
        return max(1, len({one.fingerprint for one in judges if one.usable and not one.floor}))

    def _missing(self, together: int | None, alone: int | None) -> int | None:
        if together is None or alone is None:
            return None
        least = self.policy.trust.minimum_transcripts
        return still_to_label(max(together, least), max(alone, least), self.reading)


def _in_order(needed: LabelPlan) -> tuple[int | None, int | None, int | None]:
    return needed.needed, needed.fewest, needed.most


def _with_counts(found: JudgePlan, counts: Sequence[int | None]) -> JudgePlan:
    more, fewest, most = counts
    outcome: Outcome = "never" if more is None else "label" if more else "enough"
    return replace(found, outcome=outcome, more=more, fewest=fewest, most=most)


def _cases(evidence: Evidence, units: Bools) -> int:
    """Return how many cases have a label among some units."""
    return len({evidence.cases[unit] for unit in np.flatnonzero(units & evidence.labelled)})
