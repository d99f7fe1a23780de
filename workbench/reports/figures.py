"""Figures of a run as every report words them: no mean without its n, no rate without errors."""

from collections.abc import Iterable

from workbench.domain.run import (
    Counts,
    DimensionSummary,
    FailureGroup,
    GateLimit,
    Manifest,
    Summary,
)
from workbench.reports.naming import check_words

STAGES = {
    "evidence_not_retrieved": "evidence not retrieved",
    "evidence_not_passed_on": "evidence not passed on",
    "evidence_ranked_low": "evidence found, ranked low",
    "facts_despite_evidence": "facts wrong despite evidence",
    "tool_choice": "tool choice",
    "tool_arguments": "tool arguments",
    "order_or_retry": "order or retry loop",
    "policy": "policy",
    "wording": "wording",
    "harness": "harness",
}
"""Where to look first, in words."""
OPERATIONS = {
    "latency_ms": "latency, ms",
    "input_tokens": "input tokens",
    "output_tokens": "output tokens",
    "cost_usd": "cost, USD",
    "steps": "steps",
    "tool_calls": "tool calls",
    "tool_errors": "tool errors",
    "repeated_calls": "repeated calls",
}


def number(value: float | None) -> str:
    """Return a figure with as many digits as people read; a dash where there is none."""
    if value is None:
        return "–"
    if value == int(value) and abs(value) < 1e9:
        return f"{int(value):,}"
    return f"{value:,.4f}" if abs(value) < 1 else f"{value:,.2f}"


def counted(counts: Counts) -> str:
    """Return what the results came to, errors always said."""
    return (
        f"{counts.passed:,} of {counts.results:,} passed, {counts.failed:,} failed, "
        f"{counts.errors:,} could not be decided"
    )


def because(manifest: Manifest) -> str:
    """Return whose verdict a run has, in one sentence: cases may fail and the bar still be met."""
    if manifest.gate.verdict == "PASS":
        return (
            "The verdict comes from the suite's release bar, not from single cases: every limit "
            "that it sets is met."
        )
    return "The verdict comes from the suite's release bar:"


LIMITS = ("limit", "asked", "got", "met")
"""The heads of the table of limits."""


def limit_row(one: GateLimit, dimension: str) -> tuple[str, str, str, str]:
    """Return one limit of the release bar as a row under `LIMITS`.

    Args:
        one: The limit.
        dimension: How the dimension that it is on is named; empty where it is on none.
    """
    what = f"{dimension}: {one.limit}" if dimension else one.limit
    return (what, one.asked, one.got, _met(one))


def limit_rows(manifest: Manifest) -> list[tuple[str, str, str, str]]:
    """Return every limit of the release bar; none where the run did not record them."""
    return [limit_row(one, one.dimension or "") for one in manifest.gate.limits]


def _met(one: GateLimit) -> str:
    if one.met is None:
        return "cannot be told"
    return "yes" if one.met else "no"


def trials(summary: Summary) -> list[str]:
    """Return what repeated trials came to, one sentence a k and one for the cases that differ.

    One trial alone says what the counts say already.
    """
    found = [
        f"Trials: the chance that {one.k} trials of a case all pass is {one.pass_all:.3f}, that "
        f"at least one of them does {one.pass_any:.3f} "
        f"({one.cases} case{'' if one.cases == 1 else 's'})"
        for one in summary.trial_figures
        if one.k > 1
    ]
    names = flaky(summary)
    return [*found, f"Flaky: {names}"] if names else found


def retrieval(summary: Summary) -> str:
    """Return how well evidence was retrieved, with its n; empty where none was required."""
    if not summary.retrieval:
        return ""
    said = ", ".join(
        f"{name.replace('_', ' ')} {value:.3f}" for name, value in summary.retrieval.items()
    )
    return f"Retrieval: {said} (n={summary.retrieval_n})"


def flaky(summary: Summary) -> str:
    """Return the cases whose trials differ, each with how many passed; empty where none does."""
    return ", ".join(
        f"{one.case} ({one.passes} of {one.passes + one.fails + one.errors} passed)"
        for one in summary.trials
        if one.flaky
    )


def interval(mean: float | None, low: float | None, high: float | None) -> str:
    """Return a mean with its interval."""
    if mean is None:
        return "–"
    ends = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
    return f"{mean:.2f}{ends}"


def corrected(one: DimensionSummary) -> str:
    """Return the mean as people would have given it, with its interval."""
    found = one.corrected or {}
    value = found.get("value")
    if not isinstance(value, int | float):
        return "–"
    return interval(value, found.get("low"), found.get("high"))


def left_out(one: DimensionSummary) -> str:
    """Return what the mean of a dimension does not contain."""
    parts = (
        (one.errors, "errors"),
        (one.no_majority, "without a majority"),
        (one.not_applicable, "not applicable"),
        (one.not_scored, "not scored"),
        (one.flagged, "flagged"),
    )
    return ", ".join(f"{count} {name}" for count, name in parts if count) or "nothing"


def levels(one: DimensionSummary) -> str:
    """Return how often each level was given."""
    return ", ".join(f"{level}: {count}" for level, count in one.levels.items()) or "none"


def group_line(group: FailureGroup) -> str:
    """Return one group of failures: where to look, at which check, how many."""
    verb = "failed" if group.status == "fail" else "could not tell"
    results = f"{group.count} result{'' if group.count == 1 else 's'}"
    return f"{STAGES[group.stage]}: {check_words(group.check)} {verb} in {results}"


def not_scored(summary: Summary) -> Iterable[DimensionSummary]:
    """Return the dimensions that no judge may score, each with its reason."""
    return [one for one in summary.dimensions if not one.trusted]
