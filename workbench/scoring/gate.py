"""Gate: what a suite comes to. Hard gates first; then the release bar; levels buy nothing back.

An error is never a pass: wherever errors might hide what fails, the answer is that it cannot be
told, so that no error ever turns a suite into a PASS.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from workbench.domain.outcome import SuiteVerdict
from workbench.domain.release import DimensionBar, Release
from workbench.domain.run import (
    Counts,
    DimensionSummary,
    GateLimit,
    GateReason,
    GateResult,
    Summary,
)

_ORDER: tuple[SuiteVerdict, ...] = ("FAIL", "ERROR", "INCONCLUSIVE", "PASS")
"""Where several hold, the first is the verdict."""
_NOTHING = "not scored"
_NAMED = 5
"""Cases that a reason names."""


_MISSED = frozenset({"errors", "too_few"})
"""Reasons that leave a verdict open although their own limit is missed for certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One limit that a run was held to, and what is to be said against the run there."""

    limit: GateLimit
    reasons: tuple[GateReason, ...]


def decide(summary: Summary, release: Release, untrusted: Mapping[str, str]) -> GateResult:
    """Return the verdict of a suite with every reason, and every limit that it was held to.

    All limits are met where the verdict is PASS, and only there.

    Args:
        summary: What the run comes to.
        release: The bars.
        untrusted: Why no judge is believed, by dimension; every dimension that a bar names and
            no judge rated is one of them.
    """
    counts = summary.counts
    held = [
        *_hard_gates(summary, release),
        _errors(counts, release),
        _enough(counts, release),
        _pass_rate(counts, release),
        *_dimensions(summary, release, untrusted),
    ]
    # Two limits on one dimension that is not scored have one reason.
    reasons = dict.fromkeys(reason for one in held for reason in one.reasons)
    said = {reason.verdict for reason in reasons}
    verdict = next((one for one in _ORDER if one in said), _ORDER[-1])
    limits = tuple(_told(one.limit, counts) for one in held)
    return GateResult(verdict=verdict, reasons=tuple(reasons), limits=limits)


def _told(limit: GateLimit, counts: Counts) -> GateLimit:
    """Return a limit, which a run without results has not met."""
    return limit if counts.results else limit.changed(met=None)


def _held(
    what: str, asked: str, got: str, reasons: Iterable[GateReason], dimension: str | None = None
) -> _Held:
    """Return a limit, which is met where there is nothing to say against it."""
    found = tuple(reasons)
    missed = any(one.verdict == "FAIL" or one.code in _MISSED for one in found)
    met = False if missed else (None if found else True)
    limit = GateLimit(limit=what, dimension=dimension, asked=asked, got=got, met=met)
    return _Held(limit=limit, reasons=found)


def _hard_gates(summary: Summary, release: Release) -> Iterator[_Held]:
    counts = summary.counts
    yield _critical(counts, summary.critical_failed)
    for code, count, what in (
        ("forbidden_tool", counts.forbidden, "called a forbidden tool"),
        ("invariant_broken", counts.invariants, "broke an invariant"),
    ):
        text = f"{_results(count)} {what}; none may"
        reasons = [_reason(code, "FAIL", text)] if count else []
        yield _held(f"results that {what}", "none", _of_all(count, counts), reasons)
    count, most = counts.hard_fails, release.max_hard_fails
    text = f"{_results(count)} failed a hard check, at most {most} may"
    reasons = [_reason("hard_fails", "FAIL", text)] if count > most else []
    asked = f"at most {most}" if most else "none"
    yield _held("results that failed a hard check", asked, _of_all(count, counts), reasons)


def _critical(counts: Counts, names: Sequence[str]) -> _Held:
    failed, open_ = counts.critical_fails, counts.critical_errors
    reasons = []
    if failed:
        text = f"{_results(failed)} of a critical case failed{_named(names)}; none may"
        reasons.append(_reason("critical_failed", "FAIL", text))
    if open_:
        text = f"{_results(open_)} of a critical case could not be decided; each must pass"
        reasons.append(_reason("critical_undecided", "INCONCLUSIVE", text))
    got = f"{failed} failed, {open_} undecided"
    return _held("results of critical cases", "each passes", got, reasons)


def _named(names: Sequence[str]) -> str:
    """Return the cases to look at first, in brackets; nothing where a run did not keep them."""
    if not names:
        return ""
    more = ", ..." if len(names) > _NAMED else ""
    return f" ({', '.join(names[:_NAMED])}{more})"


def _errors(counts: Counts, release: Release) -> _Held:
    total, most = counts.results, _exact(release.max_error_rate)
    reasons = []
    if counts.errors and Fraction(counts.errors, total) > most:
        rate = f"{counts.errors} of {total} results are errors"
        text = f"{rate}, a share of at most {release.max_error_rate:g} may be"
        reasons.append(_reason("errors", "INCONCLUSIVE" if most else "ERROR", text))
    asked = f"at most {math.floor(most * total)} ({_share(most)})" if most else "none"
    what = "results that could not be decided"
    return _held(what, asked, f"{counts.errors} of {total}", reasons)


def _enough(counts: Counts, release: Release) -> _Held:
    decided, least = counts.passed + counts.failed, release.min_n
    reasons = []
    if counts.cases < least or not decided:
        text = f"{counts.cases} cases ({decided} results decided), at least {least} needed"
        reasons.append(_reason("too_few", "INCONCLUSIVE", text))
    elif decided < least:
        text = f"{decided} results were decided, at least {least} needed"
        reasons.append(_reason("too_few", "INCONCLUSIVE", text))
    got = f"{counts.cases} and {decided}"
    return _held("cases, and decided results", f"at least {max(least, 1)} of each", got, reasons)


def _pass_rate(counts: Counts, release: Release) -> _Held:
    total, least = counts.results, _exact(release.min_pass_rate)
    reasons = []
    if counts.passed < least * total:
        # Were every error a pass, would it reach the bar then?
        could = counts.passed + counts.errors >= least * total
        text = f"{counts.passed} of {total} results passed ({counts.errors} errors)"
        text = f"{text}, a share of at least {release.min_pass_rate:g} must"
        reasons.append(_reason("pass_rate", "INCONCLUSIVE" if could else "FAIL", text))
    asked = f"at least {math.ceil(least * total)} ({_share(least)})"
    return _held("results that passed", asked, _of_all(counts.passed, counts), reasons)


def _dimensions(
    summary: Summary, release: Release, untrusted: Mapping[str, str]
) -> Iterator[_Held]:
    rated = {one.dimension: one for one in summary.dimensions if one.trusted}
    for name in release.named:
        one = None if name in untrusted else rated.get(name)
        why = untrusted.get(name, "no judge rated it in this run")
        text = f"{name}: there is a bar on it and it is not scored ({why})"
        refused = [_reason("not_trusted", "INCONCLUSIVE", text)]
        if name in release.dimensions:
            bar = release.dimensions[name]
            got, reasons = (_got(one, bar), _minimum(one, bar)) if one else (_NOTHING, refused)
            what = "mean level" if bar.on == "mean" else "lower end of the mean's interval"
            yield _held(what, _asked(bar), got, reasons, name)
        if name in release.no_lowest:
            got, reasons = (_got_lowest(one), _lowest(one)) if one else (_NOTHING, refused)
            yield _held("levels that are the lowest", "none", got, reasons, name)


def _asked(bar: DimensionBar) -> str:
    levels = f", from {bar.min_n} levels on" if bar.min_n > 1 else ""
    return f"at least {bar.minimum:g}{levels}"


def _got(one: DimensionSummary, bar: DimensionBar) -> str:
    rest = f"n={one.n}{_missing(one)}"
    if one.mean is None or one.n < bar.min_n:
        return f"too few levels ({rest})"
    if bar.on == "mean":
        return f"{_shown(one.mean)} ({rest})"
    if one.low is None:
        return f"no interval ({rest})"
    return f"{_shown(one.low)} (mean {_shown(one.mean)}, {rest})"


def _missing(one: DimensionSummary) -> str:
    return f", {_unknown(one)} without a level" if _unknown(one) else ""


def _got_lowest(one: DimensionSummary) -> str:
    if one.lowest is None:
        return "levels without an order"
    return f"{one.at_lowest} of {one.n} at level {one.lowest}{_missing(one)}"


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


def _share(limit: Fraction) -> str:
    return f"{float(limit * 100):g} %"


def _of_all(count: int, counts: Counts) -> str:
    """Return a count beside all results, with those that could be it and are not decided."""
    undecided = f", {counts.errors} undecided" if counts.errors else ""
    return f"{count} of {counts.results}{undecided}"


def _shown(value: float | None) -> str:
    return "none" if value is None else f"{value:.6g}"


def _results(count: int) -> str:
    return f"{count} result{'' if count == 1 else 's'}"


def _reason(code: str, verdict: SuiteVerdict, text: str) -> GateReason:
    return GateReason(code=code, verdict=verdict, text=text)
