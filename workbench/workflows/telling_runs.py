"""Tell: one recorded run in parts that a page can draw; the words and figures are the reports'."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from workbench.domain.outcome import SuiteVerdict
from workbench.domain.run import DimensionSummary, GateLimit, Manifest
from workbench.reports import figures
from workbench.reports.source import title
from workbench.store.runs import Recorded, find_run
from workbench.workflows.depicting import worded

Cells = Mapping[str, str | int]
"""One row of a table, by the heads of its columns."""
_READ = 200
"""Results that did not pass in which an example of each failure is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Failures of one check at one stage."""

    text: str
    cases: tuple[str, ...]
    """The first of them."""
    example: str
    """What was found in the first of them; empty where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRun:
    """One run in parts.

    Attributes:
        headline: What it was of, its verdict and its counts.
        verdict: The verdict alone.
        because: Whose verdict it is, in a sentence.
        reasons: What the release bar says against it, one sentence each.
        limits: Every limit of the release bar, one row each; none in runs that did not record them.
        dimensions: What judges gave, one row a dimension.
        remarks: What is not scored and why, retrieval and trials.
        groups: Where to look.
        operations: What the cases took.
    """

    headline: str
    verdict: SuiteVerdict
    because: str
    reasons: tuple[str, ...]
    limits: tuple[Cells, ...]
    dimensions: tuple[Cells, ...]
    remarks: tuple[str, ...]
    groups: tuple[Group, ...]
    operations: tuple[Cells, ...]


def tell_run(root: Path, name: str) -> ToldRun:
    """Return a run in parts; raises DataError where there is no such run."""
    run = find_run(root, name)
    manifest = run.manifest
    summary = manifest.summary
    remarks = [
        f"Not scored: {worded(one.dimension)}: {one.reason or 'not trusted'}"
        for one in figures.not_scored(summary)
    ]
    remarks += filter(None, [figures.retrieval(summary), *figures.trials(summary)])
    return ToldRun(
        headline=_headline(manifest),
        verdict=manifest.gate.verdict,
        because=figures.because(manifest),
        reasons=tuple(reason.text for reason in manifest.gate.reasons),
        limits=tuple(map(_limit, manifest.gate.limits)),
        dimensions=tuple(_dimension(one) for one in summary.dimensions if one.trusted),
        remarks=tuple(remarks),
        groups=tuple(_groups(run)),
        operations=tuple(_operations(manifest)),
    )


def _headline(manifest: Manifest) -> str:
    stamp = manifest.stamp
    counts = figures.counted(manifest.summary.counts)
    return f"{stamp.suite} {stamp.suite_version}: {manifest.gate.verdict}. {counts}."


def _dimension(one: DimensionSummary) -> Cells:
    return {
        "Dimension": worded(one.dimension),
        "Judge": one.judge or "–",
        "Mean": figures.interval(one.mean, one.low, one.high),
        "As people would": figures.corrected(one),
        "Conversations": one.n,
        "Left out": figures.left_out(one),
    }


def _limit(one: GateLimit) -> Cells:
    what, asked, got, met = figures.limit_row(one, worded(one.dimension or ""))
    return {"Limit": what, "Asked": asked, "Got": got, "Met": met}


def _groups(run: Recorded) -> list[Group]:
    found = _examples(run)
    return [
        Group(
            text=figures.group_line(group),
            cases=group.cases,
            example=found.get((group.check, group.status), ""),
        )
        for group in run.manifest.summary.failures
    ]


def _examples(run: Recorded) -> dict[tuple[str, str], str]:
    """Return what the first result says of each check that failed or could not tell."""
    found: dict[tuple[str, str], str] = {}
    bad = (result for result in run.results() if result.verdict != "PASS")
    for result in islice(bad, _READ):
        for check in result.checks:
            if check.message and check.status in ("fail", "error"):
                where = (check.name, check.status)
                found.setdefault(where, f"{title(result)}: {check.message}")
    return found


def _operations(manifest: Manifest) -> list[Cells]:
    return [
        {
            "Operations": figures.OPERATIONS.get(name, name),
            "Total": figures.number(one.total),
            "Median": figures.number(one.p50),
            "95th percentile": figures.number(one.p95),
            "Recorded in": one.n,
        }
        for name, one in manifest.summary.operations.items()
    ]
