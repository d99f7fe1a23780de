"""A run as text for a terminal: the verdict last, where the eye ends up."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import IO

from workbench.domain.run import CaseResult, Manifest, Summary
from workbench.reports import figures
from workbench.reports.source import Source, title, troubles

SHOWN = 20
"""Cases that are written out."""
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


def write_text(source: Source, out: IO[str]) -> None:
    """Write quality, failures and operations, then what the suite comes to."""
    summary = source.manifest.summary
    _write_quality(summary, out)
    _write_failures(source, out)
    _write_operations(summary, out)
    manifest = source.manifest
    _write_limits(manifest, out)
    out.write(f"{plain(manifest.stamp.suite)} {plain(manifest.stamp.suite_version)}: ")
    out.write(f"{manifest.gate.verdict}. {figures.counted(summary.counts)}.\n")
    out.write(f"{figures.because(manifest)}\n")
    for reason in manifest.gate.reasons:
        out.write(f"  {plain(reason.text)}\n")


def plain(text: str) -> str:
    """Return foreign text on one line, without what would steer the terminal."""
    return _CONTROLS.sub(" ", text).strip()


def columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Return rows as lines, their cells in columns."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells).rstrip()}\n"


def _write_quality(summary: Summary, out: IO[str]) -> None:
    scored = [one for one in summary.dimensions if one.trusted]
    if scored:
        rows = [["dimension", "judge", "mean", "as people would", "n", "left out"]]
        rows += [
            [
                plain(one.dimension),
                plain(one.judge or "–"),
                figures.interval(one.mean, one.low, one.high),
                figures.corrected(one),
                str(one.n),
                figures.left_out(one),
            ]
            for one in scored
        ]
        out.write("Judged\n")
        out.writelines(columns(rows))
        out.write("\n")
    for one in figures.not_scored(summary):
        out.write(f"Not scored: {plain(one.dimension)}: {plain(one.reason or 'not trusted')}\n")
    lines = filter(None, [figures.retrieval(summary), *figures.trials(summary)])
    out.writelines(f"{plain(line)}\n" for line in lines)


def _write_failures(source: Source, out: IO[str]) -> None:
    summary = source.manifest.summary
    total = summary.counts.failed + summary.counts.errors
    if not total:
        return
    out.write("Where to look\n")
    for group in summary.failures:
        out.write(f"  {plain(figures.group_line(group))}\n")
    out.write("\nFailed or undecided\n")
    bad = (result for result in source.results() if result.verdict != "PASS")
    for result in islice(bad, SHOWN):
        out.writelines(_case(result))
    if total > SHOWN:
        out.write(f"  and {total - SHOWN:,} more\n")
    out.write("\n")


def _case(result: CaseResult) -> list[str]:
    lines = [f"  {result.verdict:5} {plain(title(result))}\n"]
    return lines + [f"        {plain(why)}\n" for why in troubles(result)]


def _write_operations(summary: Summary, out: IO[str]) -> None:
    if not summary.operations:
        return
    rows = [["operations", "total", "median", "95th percentile", "n"]]
    rows += [
        [
            figures.OPERATIONS.get(name, name),
            figures.number(one.total),
            figures.number(one.p50),
            figures.number(one.p95),
            str(one.n),
        ]
        for name, one in summary.operations.items()
    ]
    out.writelines(columns(rows))
    out.write("\n")


def _write_limits(manifest: Manifest, out: IO[str]) -> None:
    rows = figures.limit_rows(manifest)
    if rows:
        out.write("Release bar\n")
        out.writelines(columns([[plain(cell) for cell in row] for row in (figures.LIMITS, *rows)]))
        out.write("\n")
