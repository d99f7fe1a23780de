"""Tell: two recorded runs side by side, in parts that a page can draw, in the reports' words."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.reports import differences
from workbench.reports.naming import check_words
from workbench.scoring.compare import CasePair, Comparison
from workbench.workflows.comparing import compare_runs
from workbench.workflows.depicting import worded
from workbench.workflows.telling_runs import Cells

MOST = 200
"""Rows of a table of cases; the sentences count all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldComparison:
    """Two runs side by side in parts.

    Attributes:
        warnings: What the two were not made under alike.
        regressions: Critical cases that came out worse, by id.
        totals: What the common cases came to, in a sentence.
        changed: The cases that came out differently, one row a case.
        unpaired: The cases that only one of the runs has.
        measured: Second minus first: the pass rate, dimensions and effort, one row each.
        noise: How far two runs of one version part by chance; empty where the versions differ.
    """

    warnings: tuple[str, ...]
    regressions: tuple[str, ...]
    totals: str
    changed: tuple[Cells, ...]
    unpaired: tuple[Cells, ...]
    measured: tuple[Cells, ...]
    noise: str


def tell_comparison(root: Path, first: str, second: str) -> ToldComparison:
    """Return what the second run has over the first.

    Raises:
        DataError: A run is not there, or the two cannot be compared.
    """
    found = compare_runs(root, first, second)
    comparison = found.comparison
    changed = [pair for pair in comparison.pairs if pair.change != "same"]
    return ToldComparison(
        warnings=found.warnings,
        regressions=tuple(pair.case for pair in comparison.regressions),
        totals=differences.totals(comparison),
        changed=tuple(map(_changed, changed[:MOST])),
        unpaired=tuple(_unpaired(comparison))[:MOST],
        measured=tuple(_measured(comparison)),
        noise="" if found.noise is None else differences.noise_line(found.noise),
    )


def _changed(pair: CasePair) -> Cells:
    return {
        "Case": pair.case,
        "Change": pair.change,
        "First run": " ".join(pair.first),
        "Second run": " ".join(pair.second),
        "Severity": pair.severity,
        "Now failing": ", ".join(map(check_words, pair.checks)) or "–",
    }


def _unpaired(comparison: Comparison) -> Iterator[Cells]:
    for which, cases in (
        ("first", comparison.only_first),
        ("second", comparison.only_second),
    ):
        for one in cases:
            yield {"Case": one.case, "Only in the": which, "Verdict": " ".join(one.verdicts)}


def _measured(comparison: Comparison) -> Iterator[Cells]:
    for name, one, p in differences.measured(comparison):
        shown, _, chance = differences.row(one, p)
        yield {
            "Second minus first": worded(name) if name in comparison.dimensions else name,
            "Difference": shown,
            "Cases": one.n,
            "More than chance": chance,
        }
