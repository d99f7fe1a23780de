"""Gate: what a suite comes to. Hard gates first; then the release bar; levels buy nothing back.

An error is never a pass: wherever errors might hide what fails, the answer is that it cannot be
told, so that no error ever turns a suite into a PASS.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from workbench.domain.outcome import SuiteVerdict
from workbench.domain.release import DimensionBar, Release
from workbench.domain.run import DimensionSummary, GateReason, GateResult, Summary

_ORDER: tuple[SuiteVerdict, ...] = ("FAIL", "ERROR", "INCONCLUSIVE", "PASS")
"""Where several hold, the first is the verdict."""


def decide(summary: Summary, release: Release, untrusted: Mapping[str, str]) -> GateResult:
    """Return the verdict of a suite with every reason, and the limits that were used.

    Args:
        summary: What the run comes to.
        release: The bars.
        untrusted: Why no judge is believed, by dimension; every dimension that a bar names and
            no judge rated is one of them.
    """
    reasons = [
        *_hard_gates(summary, release),
        *_cases(summary, release),
        *_dimensions(summary, release, untrusted),
    ]
    said = {reason.verdict for reason in reasons}
    verdict = next((one for one in _ORDER if one in said), _ORDER[-1])
    return GateResult(verdict=verdict, reasons=tuple(reasons))


def _hard_gates(summary: Summary, release: Release) -> Iterator[GateReason]:
    counts = summary.counts
    for code, count, what in (
        ("critical_failed", counts.critical_fails, "of a critical case failed"),
        ("forbidden_tool", counts.forbidden, "called a forbidden tool"),
        ("invariant_broken", counts.invariants, "broke an invariant"),
    ):
        if count:
            yield _reason(code, "FAIL", f"{_results(count)} {what}; none may")
    if counts.critical_errors:
        text = f"{_results(counts.critical_errors)} of a critical case could not be decided; "
        yield _reason("critical_undecided", "INCONCLUSIVE", f"{text}each must pass")
    if counts.hard_fails > release.max_hard_fails:
        text = f"{_results(counts.hard_fails)} failed a hard check, "
        yield _reason("hard_fails", "FAIL", f"{text}at most {release.max_hard_fails} may")


def _cases(summary: Summary, release: Release) -> Iterator[GateReason]:
    counts = summary.counts
    total, least = counts.results, _exact(release.min_pass_rate)
    if counts.errors and Fraction(counts.errors, total) > _exact(release.max_error_rate):
        rate = f"{counts.errors} of {total} results are errors"
        text = f"{rate}, a share of at most {release.max_error_rate:g} may be"
        yield _reason("errors", "ERROR" if not release.max_error_rate else "INCONCLUSIVE", text)
    decided = counts.passed + counts.failed
    if counts.cases < release.min_n or not decided:
        text = f"{counts.cases} cases ({decided} results decided), at least {release.min_n} needed"
        yield _reason("too_few", "INCONCLUSIVE", text)
    elif decided < release.min_n:
        text = f"{decided} results were decided, at least {release.min_n} needed"
        yield _reason("too_few", "INCONCLUSIVE", text)
    if counts.passed < least * total:
        # Were every error a pass, would it reach the bar then?
        could = counts.passed + counts.errors >= least * total
        text = f"{counts.passed} of {total} results passed ({counts.errors} errors)"
        text = f"{text}, a share of at least {release.min_pass_rate:g} must"
        yield _reason("pass_rate", "INCONCLUSIVE" if could else "FAIL", text)


def _dimensions(
    summary: Summary, release: Release, untrusted: Mapping[str, str]
) -> Iterator[GateReason]:
    rated = {one.dimension: one for one in summary.dimensions if one.trusted}
    for dimension in release.named:
        if dimension in untrusted or dimension not in rated:
            why = untrusted.get(dimension, "no judge rated it in this run")
            text = f"{dimension}: there is a bar on it and it is not scored ({why})"
            yield _reason("not_trusted", "INCONCLUSIVE", text)
            continue
        one = rated[dimension]
        if dimension in release.dimensions:
            yield from _minimum(one, release.dimensions[dimension])
        if dimension in release.no_lowest:
            yield from _lowest(one)


def _minimum(one: DimensionSummary, bar: DimensionBar) -> Iterator[GateReason]:
    name = one.dimension
    shown = f"mean {_shown(one.mean)} (n={one.n}, {_unknown(one)} without a level)"
    wanted = f"at least {bar.minimum:g} on the {bar.on}"
    if one.mean is None or one.n < bar.min_n:
        text = f"{name}: {one.n} levels, at least {max(bar.min_n, 1)} needed"
        yield _reason("too_few_levels", "INCONCLUSIVE", text)
        return
    if bar.on == "lower":
        if one.low is None:
            yield _reason("no_interval", "INCONCLUSIVE", f"{name}: {shown}, {one.reason}")
            return
        shown = f"{shown}, lower end {_shown(one.low)}"
    value = _exact_mean(one) if bar.on == "mean" else Fraction(one.low or 0.0)
    if value < _exact(bar.minimum):
        yield _reason("below_minimum", "FAIL", f"{name}: {shown}; {wanted}")
    elif value - _pulled_down(one) < _exact(bar.minimum):
        text = f"{name}: {shown}; {wanted}, and what has no level could pull it below"
        yield _reason("errors_could_decide", "INCONCLUSIVE", text)


def _lowest(one: DimensionSummary) -> Iterator[GateReason]:
    if one.lowest is None:
        text = f"{one.dimension}: its levels have no order, so none is the lowest"
        yield _reason("no_lowest_level", "INCONCLUSIVE", text)
    elif one.at_lowest:
        text = f"{one.dimension}: {_results(one.at_lowest)} at level {one.lowest}, none may be"
        yield _reason("at_lowest", "FAIL", text)
    elif _unknown(one):
        text = f"{one.dimension}: {_unknown(one)} without a level, which could be the lowest"
        yield _reason("errors_could_decide", "INCONCLUSIVE", text)


def _unknown(one: DimensionSummary) -> int:
    """Return how many answers are missing: errors and panels that parted."""
    return one.errors + one.no_majority


def _exact_mean(one: DimensionSummary) -> Fraction:
    """Return the mean without rounding, so that 9 of 10 is 0.9."""
    levels = [(int(level), count) for level, count in one.levels.items() if _is_whole(level)]
    if one.lowest is None or not levels:
        return Fraction(one.mean or 0.0).limit_denominator(10**9)
    return Fraction(sum(level * count for level, count in levels), sum(n for _, n in levels))


def _pulled_down(one: DimensionSummary) -> Fraction:
    """Return how far the mean would fall if everything without a level were at the lowest."""
    missing = _unknown(one)
    if not missing:
        return Fraction(0)
    mean = _exact_mean(one)
    lowest = one.lowest if isinstance(one.lowest, int) else 0
    return (mean - lowest) * Fraction(missing, one.n + missing)


def _is_whole(level: str) -> bool:
    return level.removeprefix("-").isdecimal()


def _exact(limit: float) -> Fraction:
    """Return a limit as it was written: 0.9 is nine tenths."""
    return Fraction(repr(limit))


def _shown(value: float | None) -> str:
    return "none" if value is None else f"{value:.6g}"


def _results(count: int) -> str:
    return f"{count} result{'' if count == 1 else 's'}"


def _reason(code: str, verdict: SuiteVerdict, text: str) -> GateReason:
    return GateReason(code=code, verdict=verdict, text=text)
