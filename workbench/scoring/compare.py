"""Compare: whether a second version is better than a first, at what, and beyond noise or not.

Cases are paired by id, and by nothing else: what is only in one run is listed, and its figures
are never shown as a paired result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

import numpy as np

from workbench.domain.outcome import CaseVerdict
from workbench.domain.run import CaseResult, Stamp
from workbench.domain.suite import SEVERITIES, Severity
from workbench.scoring.paired import Difference, bootstrapped, holm, mcnemar, mean_difference
from workbench.scoring.stamps import StampChange, changed_stamps

Change = Literal["better", "worse", "same", "undecided"]
EFFORT: Final = ("steps", "tool_calls", "latency_ms", "input_tokens", "output_tokens", "cost_usd")


@dataclass(frozen=True, slots=True, kw_only=True)
class CasePair:
    """One case in both runs."""

    case: str
    severity: Severity
    first: tuple[CaseVerdict, ...]
    """All results, by trial."""
    second: tuple[CaseVerdict, ...]
    change: Change
    """By the share of trials that passed; undecided where errors may hide which way it went."""
    first_rate: float | None
    """The share of decided trials that passed; None where none was decided."""
    second_rate: float | None
    checks: tuple[str, ...]
    """Checks that fail in the second and did not in the first."""

    @property
    def regressed(self) -> bool:
        """Whether a critical case came out worse, or can no longer be told."""
        return self.severity == "critical" and _least(self.second) < _least(self.first)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyIn:
    """A case that one of the runs does not have."""

    case: str
    verdicts: tuple[CaseVerdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs, case by case and in sum."""

    pairs: tuple[CasePair, ...]
    only_first: tuple[OnlyIn, ...]
    only_second: tuple[OnlyIn, ...]
    same_content: tuple[tuple[str, str], ...]
    """Cases under different ids that ask the same: (first, second)."""
    wins: int
    losses: int
    undecided: int
    first_passed: int
    """Common cases of which every trial passed."""
    second_passed: int
    p: float | None
    """Exact McNemar, where every case has one result on each side."""
    pass_rate: Difference
    """Second minus first, over common cases."""
    dimensions: Mapping[str, Difference]
    effort: Mapping[str, Difference]
    adjusted: Mapping[str, float] = field(default_factory=dict)
    """p by Holm over the pass rate and the dimensions; effort is a family of its own."""
    stamps: tuple[StampChange, ...] = ()

    @property
    def regressions(self) -> tuple[CasePair, ...]:
        """Critical cases that came out worse."""
        return tuple(pair for pair in self.pairs if pair.regressed)

    @property
    def exit_code(self) -> Literal[0, 1, 3]:
        """1 on a regression of a critical case, whatever the total; 3 with nothing in common."""
        if self.regressions:
            return 1
        return 0 if self.pairs else 3


def compared(
    first: Iterable[CaseResult],
    second: Iterable[CaseResult],
    *,
    rng: np.random.Generator,
    stamps: tuple[Stamp, Stamp] | None = None,
) -> Comparison:
    """Return what the second run has over the first.

    Args:
        first: Results of the version that is there.
        second: Results of the version that may follow it.
        rng: Source of the bootstrap's draws.
        stamps: What each was made under.
    """
    one, two = _by_case(first), _by_case(second)
    common = sorted(one.keys() & two.keys())
    pairs = tuple(_pair(case, one[case], two[case]) for case in common)
    wins = sum(pair.change == "better" for pair in pairs)
    losses = sum(pair.change == "worse" for pair in pairs)
    single = all(len(one[case]) == len(two[case]) == 1 for case in common)
    rates = [
        pair.second_rate - pair.first_rate
        for pair in pairs
        if pair.change != "undecided"
        and pair.first_rate is not None
        and pair.second_rate is not None
    ]
    rate = bootstrapped(rates, rng)
    p = mcnemar(wins, losses) if single else None
    dimensions = _dimensions(one, two, common)
    effort = _effort(one, two, common)
    return Comparison(
        pairs=pairs,
        only_first=_only(one, two),
        only_second=_only(two, one),
        same_content=_same_content(one, two),
        wins=wins,
        losses=losses,
        undecided=sum(pair.change == "undecided" for pair in pairs),
        first_passed=sum(_least(pair.first) == 1 for pair in pairs),
        second_passed=sum(_least(pair.second) == 1 for pair in pairs),
        p=p,
        pass_rate=rate,
        dimensions=dimensions,
        effort=effort,
        adjusted=_adjusted(p if single else rate.p, dimensions, effort),
        stamps=changed_stamps(*stamps) if stamps else (),
    )


def _by_case(results: Iterable[CaseResult]) -> dict[str, list[CaseResult]]:
    found: dict[str, list[CaseResult]] = {}
    for result in results:
        found.setdefault(result.case, []).append(result)
    for own in found.values():
        own.sort(key=lambda result: (result.trial is not None, result.trial or 0))
    return found


def _pair(case: str, one: Sequence[CaseResult], two: Sequence[CaseResult]) -> CasePair:
    before, after = (tuple(result.verdict for result in side) for side in (one, two))
    failing = {check.name for result in one for check in result.failed}
    return CasePair(
        case=case,
        severity=max(one[0].severity, two[0].severity, key=SEVERITIES.index),
        first=before,
        second=after,
        change=_change(before, after),
        first_rate=_rate(before),
        second_rate=_rate(after),
        checks=tuple(sorted({check.name for result in two for check in result.failed} - failing)),
    )


def _rate(verdicts: Sequence[CaseVerdict]) -> float | None:
    decided = len(verdicts) - verdicts.count("ERROR")
    return verdicts.count("PASS") / decided if decided else None


def _least(verdicts: Sequence[CaseVerdict]) -> Fraction:
    """Return the share of trials that passed were every error a failure."""
    return Fraction(verdicts.count("PASS"), len(verdicts))


def _most(verdicts: Sequence[CaseVerdict]) -> Fraction:
    """Return the share of trials that passed were every error a pass."""
    return 1 - Fraction(verdicts.count("FAIL"), len(verdicts))


def _change(before: Sequence[CaseVerdict], after: Sequence[CaseVerdict]) -> Change:
    if _least(after) > _most(before):
        return "better"
    if _most(after) < _least(before):
        return "worse"
    return "undecided" if "ERROR" in (*before, *after) else "same"


def _only(
    one: Mapping[str, Sequence[CaseResult]], other: Mapping[str, Sequence[CaseResult]]
) -> tuple[OnlyIn, ...]:
    return tuple(
        OnlyIn(case=case, verdicts=tuple(result.verdict for result in one[case]))
        for case in sorted(one.keys() - other.keys())
    )


def _same_content(
    one: Mapping[str, Sequence[CaseResult]], two: Mapping[str, Sequence[CaseResult]]
) -> tuple[tuple[str, str], ...]:
    """Return cases of one run only whose content is that of one case of the other only."""
    by_content = [_contents(one, one.keys() - two.keys()), _contents(two, two.keys() - one.keys())]
    return tuple(
        sorted(
            (by_content[0][content][0], by_content[1][content][0])
            for content in by_content[0].keys() & by_content[1].keys()
            if len(by_content[0][content]) == len(by_content[1][content]) == 1
        )
    )


def _contents(
    results: Mapping[str, Sequence[CaseResult]], cases: Iterable[str]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for case in cases:
        content = results[case][0].case_digest
        if content is not None:
            found.setdefault(content, []).append(case)
    return found


def _dimensions(
    one: Mapping[str, Sequence[CaseResult]],
    two: Mapping[str, Sequence[CaseResult]],
    common: Sequence[str],
) -> dict[str, Difference]:
    names = sorted(
        {
            answer.dimension
            for case in common
            for result in one[case]
            for answer in result.dimensions
        }
    )
    found = {}
    for name in names:
        pairs = [(_level(one[case], name), _level(two[case], name)) for case in common]
        found[name] = mean_difference(
            [after - before for before, after in pairs if before is not None and after is not None]
        )
    return found


def _level(results: Sequence[CaseResult], dimension: str) -> float | None:
    """Return the mean level of a case over its trials and criteria; None without one."""
    levels = [
        float(answer.level) if isinstance(answer.level, int) else float(bool(answer.passed))
        for result in results
        for answer in result.dimensions
        if answer.dimension == dimension
        and answer.status == "rated"
        and (isinstance(answer.level, int) or answer.passed is not None)
    ]
    return sum(levels) / len(levels) if levels else None


def _effort(
    one: Mapping[str, Sequence[CaseResult]],
    two: Mapping[str, Sequence[CaseResult]],
    common: Sequence[str],
) -> dict[str, Difference]:
    found = {}
    for figure in EFFORT:
        pairs = [(_spent(one[case], figure), _spent(two[case], figure)) for case in common]
        both = [
            after - before for before, after in pairs if before is not None and after is not None
        ]
        if both:
            found[figure] = mean_difference(both)
    return found


def _spent(results: Sequence[CaseResult], figure: str) -> float | None:
    """Return the mean of a figure over a case's trials; None where one did not record it."""
    values = [getattr(result.effort, figure) for result in results]
    return None if None in values else sum(values) / len(values)


def _adjusted(
    p: float | None, dimensions: Mapping[str, Difference], effort: Mapping[str, Difference]
) -> dict[str, float]:
    quality: dict[str, float | None] = {"pass_rate": p}
    quality |= {name: one.p for name, one in dimensions.items()}
    return holm(quality) | holm({f"effort.{name}": one.p for name, one in effort.items()})
