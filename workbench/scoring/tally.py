"""Tally: a run's results added up one by one; order, batches and workers make no difference."""

import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from workbench.domain.outcome import Stage
from workbench.domain.run import CaseResult, CheckResult, Counts, FailureGroup, Summary
from workbench.scoring.diagnosis import USUAL
from workbench.scoring.dimension_tally import DimensionTally, Scale
from workbench.scoring.sketch import Sketch
from workbench.scoring.trials import Trials, figures, summaries

_FIRST: Final = 20
"""Cases that a group of failures names."""
_FIRST_CASES: Final = 1000
_FIGURES: Final = (
    "steps",
    "tool_calls",
    "tool_errors",
    "repeated_calls",
    "latency_ms",
    "input_tokens",
    "output_tokens",
    "cost_usd",
)
_WHOLE: Final = frozenset(_FIGURES) - {"latency_ms", "cost_usd"}
_RETRIEVAL: Final = ("recall", "precision", "hit_rate", "reciprocal_rank")
_EXACT: Final = 10**12

GroupKey = tuple[Stage, str, Literal["fail", "error"]]


@dataclass(slots=True)
class _First:
    """How many there are, and the names of the first in order of their names."""

    count: int = 0
    names: set[str] = field(default_factory=set)

    def add(self, name: str, most: int) -> None:
        self.count += 1
        self.names.add(name)
        if len(self.names) > 2 * most:
            self.names = set(heapq.nsmallest(most, self.names))

    def merge(self, other: "_First") -> None:
        self.count += other.count
        self.names |= other.names

    def first(self, most: int) -> tuple[str, ...]:
        return tuple(heapq.nsmallest(most, self.names))


@dataclass(slots=True)
class Tally:
    """What a run comes to so far; takes no more memory for a million results without trials."""

    counts: Counter[str] = field(default_factory=Counter)
    score: int = 0
    dimensions: dict[tuple[str, str], DimensionTally] = field(default_factory=dict)
    groups: dict[GroupKey, _First] = field(default_factory=dict)
    trials: dict[str, Trials] = field(default_factory=dict)
    sketches: dict[str, Sketch] = field(default_factory=dict)
    retrieval: Counter[str] = field(default_factory=Counter)
    failed: _First = field(default_factory=_First)
    erred: _First = field(default_factory=_First)
    critical: _First = field(default_factory=_First)

    def add(self, result: CaseResult) -> None:
        """Add one result."""
        counts, verdict = self.counts, result.verdict
        counts["results"] += 1
        counts[verdict] += 1
        self.score += round(result.score * _EXACT) if verdict != "ERROR" else 0
        passed = [check.status for check in result.checks].count("pass")
        counts["checks"] += len(result.checks)
        counts["checks_passed"] += passed
        if passed < len(result.checks):
            self._add_failures(result)
        if result.trial is None:
            counts["cases"] += 1
        else:
            self.trials.setdefault(result.case, Trials()).add(verdict)
        if verdict != "PASS":
            self._add_not_passed(result)
        if result.dimensions:
            self._add_dimensions(result)
        self._add_effort(result)

    def _add_not_passed(self, result: CaseResult) -> None:
        if result.verdict == "ERROR":
            self.erred.add(result.case, _FIRST_CASES)
            self.counts["critical_errors"] += result.severity == "critical"
            if result.error is not None:
                self._group("harness", "the case itself", "error", result.case)
            return
        self.failed.add(result.case, _FIRST_CASES)
        self.counts["hard_fails"] += result.failed_hard
        if result.severity == "critical":
            self.counts["critical_fails"] += 1
            self.critical.add(result.case, _FIRST)

    def _add_failures(self, result: CaseResult) -> None:
        kinds = set()
        for check in result.checks:
            if check.status == "fail":
                kinds.add(None if check.negated else check.kind)
                self._group(_stage(check), check.name, "fail", result.case)
            elif check.status == "error":
                self.counts["check_errors"] += 1
                self._group("harness", check.name, "error", result.case)
            elif check.status == "not_applicable":
                self.counts["checks"] -= 1
        self.counts["forbidden"] += "tool_forbidden" in kinds
        self.counts["invariants"] += "invariant" in kinds

    def _group(self, stage: Stage, check: str, status: Literal["fail", "error"], case: str) -> None:
        self.groups.setdefault((stage, check, status), _First()).add(case, _FIRST)

    def _add_dimensions(self, result: CaseResult) -> None:
        for name in dict.fromkeys((one.dimension, one.judge or "") for one in result.dimensions):
            own = [one for one in result.dimensions if (one.dimension, one.judge or "") == name]
            tally = self.dimensions.setdefault(name, DimensionTally())
            tally.add(own, None if result.trial is None else result.case)

    def _add_effort(self, result: CaseResult) -> None:
        effort = result.effort
        for figure in _FIGURES:
            value = getattr(effort, figure)
            if value is not None:
                sketch = self.sketches.get(figure)
                if sketch is None:
                    sketch = self.sketches[figure] = Sketch(whole=figure in _WHOLE)
                sketch.add(value)
        if result.retrieval is not None:
            self.retrieval["n"] += 1
            for figure in _RETRIEVAL:
                self.retrieval[figure] += round(getattr(result.retrieval, figure) * _EXACT)

    def merge(self, other: "Tally") -> None:
        """Add what was tallied elsewhere."""
        self.counts.update(other.counts)
        self.score += other.score
        self.retrieval.update(other.retrieval)
        self.failed.merge(other.failed)
        self.erred.merge(other.erred)
        self.critical.merge(other.critical)
        for key, group in other.groups.items():
            self.groups.setdefault(key, _First()).merge(group)
        for figure, sketch in other.sketches.items():
            self.sketches.setdefault(figure, Sketch(whole=sketch.whole)).merge(sketch)
        for name, dimension in other.dimensions.items():
            self.dimensions.setdefault(name, DimensionTally()).merge(dimension)
        for case, theirs in other.trials.items():
            own = self.trials.setdefault(case, Trials())
            own.passes += theirs.passes
            own.fails += theirs.fails
            own.errors += theirs.errors

    def summary(self, scales: Mapping[str, Scale]) -> Summary:
        """Return the run in figures.

        Args:
            scales: Lowest and highest level of every dimension with ordered levels.
        """
        results = self.counts["results"]
        n = self.retrieval["n"]
        return Summary(
            counts=self._counts(),
            score=self.score / _EXACT / results if results else None,
            dimensions=tuple(
                tally.summary(dimension, judge or None, scales.get(dimension))
                for (dimension, judge), tally in sorted(self.dimensions.items())
            ),
            failures=self._failures(),
            trials=summaries(self.trials),
            trial_figures=figures(self.trials),
            operations={
                figure: self.sketches[figure].spread()
                for figure in _FIGURES
                if figure in self.sketches
            },
            retrieval={name: self.retrieval[name] / _EXACT / n for name in _RETRIEVAL} if n else {},
            retrieval_n=n,
            failed_cases=self.failed.first(_FIRST_CASES),
            error_cases=self.erred.first(_FIRST_CASES),
            critical_failed=self.critical.first(_FIRST),
        )

    def _counts(self) -> Counts:
        counts = self.counts
        return Counts(
            results=counts["results"],
            passed=counts["PASS"],
            failed=counts["FAIL"],
            errors=counts["ERROR"],
            cases=counts["cases"] + len(self.trials),
            **{name: counts[name] for name in _PLAIN},
        )

    def _failures(self) -> tuple[FailureGroup, ...]:
        groups = sorted(self.groups.items(), key=lambda item: (-item[1].count, item[0]))
        return tuple(
            FailureGroup(
                stage=stage,
                check=check,
                status=status,
                count=found.count,
                cases=found.first(_FIRST),
            )
            for (stage, check, status), found in groups
        )


_PLAIN: Final = (
    "hard_fails",
    "critical_fails",
    "critical_errors",
    "forbidden",
    "invariants",
    "checks",
    "checks_passed",
    "check_errors",
)


def _stage(check: CheckResult) -> Stage:
    return check.stage or USUAL[check.kind]
