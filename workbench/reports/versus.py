"""Two runs side by side: as text for a terminal, and as a JSON object."""

from dataclasses import asdict
from typing import IO, Any

from workbench.reports import differences
from workbench.reports.terminal import columns, plain
from workbench.scoring.compare import CasePair, Comparison
from workbench.scoring.trials import NoiseBand

SCHEMA = "workbench.comparison/1"
SHOWN = 30
_MARKS = {"better": "+", "worse": "-", "undecided": "?", "same": " "}


def write_versus(
    comparison: Comparison,
    names: tuple[str, str],
    out: IO[str],
    *,
    noise: NoiseBand | None = None,
) -> None:
    """Write what changed, case by case first, then in sum, each with its n.

    Args:
        comparison: What the second run has over the first.
        names: Their ids.
        out: Where to.
        noise: How far two runs of one version part by chance, where the two are of one.
    """
    out.write(f"first   {plain(names[0])}\nsecond  {plain(names[1])}\n\n")
    changed = [pair for pair in comparison.pairs if pair.change != "same"]
    for pair in changed[:SHOWN]:
        out.write(_pair(pair))
    if len(changed) > SHOWN:
        out.write(f"  and {len(changed) - SHOWN:,} more\n")
    if not changed:
        out.write("  no case changed\n")
    _write_only(comparison, out)
    out.write("\n")
    _write_totals(comparison, out)
    if noise is not None:
        out.write(f"{differences.noise_line(noise)}\n")
    for pair in comparison.regressions:
        out.write(f"REGRESSION of a critical case: {plain(pair.case)}\n")


def versus_json(comparison: Comparison, names: tuple[str, str]) -> dict[str, Any]:
    """Return the whole comparison as a JSON object."""
    return {
        "schema": SCHEMA,
        "first": names[0],
        "second": names[1],
        "regressions": [pair.case for pair in comparison.regressions],
        **asdict(comparison),
    }


def _pair(pair: CasePair) -> str:
    critical = " critical" if pair.severity == "critical" else ""
    checks = f", now failing: {plain(', '.join(pair.checks))}" if pair.checks else ""
    before, after = " ".join(pair.first), " ".join(pair.second)
    return f"{_MARKS[pair.change]} {plain(pair.case)}{critical}: {before} -> {after}{checks}\n"


def _write_only(comparison: Comparison, out: IO[str]) -> None:
    for which, cases in (
        ("first", comparison.only_first),
        ("second", comparison.only_second),
    ):
        for one in cases[:SHOWN]:
            out.write(f"  only in the {which}: {plain(one.case)} ({' '.join(one.verdicts)})\n")
        if len(cases) > SHOWN:
            out.write(f"  only in the {which}: {len(cases) - SHOWN:,} more\n")


def _write_totals(comparison: Comparison, out: IO[str]) -> None:
    out.write(f"{differences.totals(comparison)}\n")
    rows = [
        [plain(name), *differences.row(one, p)] for name, one, p in differences.measured(comparison)
    ]
    out.writelines(columns([["second minus first", *differences.HEADS], *rows]))
