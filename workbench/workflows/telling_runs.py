"""Tell: one recorded run in parts that a page can draw; the words and figures are the reports'."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.outcome import SuiteVerdict
from workbench.domain.run import DimensionSummary, FailureGroup, Manifest
from workbench.reports import figures
from workbench.store.runs import find_run
from workbench.workflows.depicting import worded

Cells = Mapping[str, str | int]
"""One row of a table, by the heads of its columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Failures of one check at one stage."""

    text: str
    cases: tuple[str, ...]
    """The first of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRun:
    """One run in parts.

    Attributes:
        headline: What it was of, its verdict and its counts.
        verdict: The verdict alone.
        because: Whose verdict it is, in a sentence.
        reasons: What the release bar says against it, one sentence each.
        dimensions: What judges gave, one row a dimension.
        remarks: What is not scored and why, retrieval and trials.
        groups: Where to look.
        operations: What the cases took.
    """

    headline: str
    verdict: SuiteVerdict
    because: str
    reasons: tuple[str, ...]
    dimensions: tuple[Cells, ...]
    remarks: tuple[str, ...]
    groups: tuple[Group, ...]
    operations: tuple[Cells, ...]


def tell_run(root: Path, name: str) -> ToldRun:
    """Return a run in parts; raises DataError where there is no such run."""
    manifest = find_run(root, name).manifest
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
        dimensions=tuple(_dimension(one) for one in summary.dimensions if one.trusted),
        remarks=tuple(remarks),
        groups=tuple(map(_group, summary.failures)),
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


def _group(group: FailureGroup) -> Group:
    return Group(text=figures.group_line(group), cases=group.cases)


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
