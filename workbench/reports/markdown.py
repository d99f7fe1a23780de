"""Markdown for a pull request: the verdict, why, and the first failures, as one comment."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import IO

from workbench.domain.run import CaseResult, Manifest, Summary
from workbench.reports import figures
from workbench.reports.source import Source, title, troubles

SHOWN = 20
"""Failures that are written out; the rest are counted."""
_LONGEST = 300
_SIGNS = {"PASS": "✅", "FAIL": "❌", "ERROR": "⚠️", "INCONCLUSIVE": "❔"}
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def write_markdown(source: Source, out: IO[str]) -> None:
    """Write a run as one comment; foreign text stands in code spans, where nothing is rendered."""
    manifest = source.manifest
    verdict = manifest.gate.verdict
    stamp = manifest.stamp
    out.write(f"## {_SIGNS[verdict]} {verdict}: {code(stamp.suite)}\n\n")
    out.write(f"{figures.counted(manifest.summary.counts)}.\n\n")
    out.write(f"{figures.because(manifest)}\n\n")
    for reason in manifest.gate.reasons:
        out.write(f"- {code(reason.text)}\n")
    _write_limits(manifest, out)
    _write_dimensions(manifest.summary, out)
    _write_failures(source, out)
    _write_operations(manifest.summary, out)
    agent = " ".join(filter(None, [stamp.agent_model, stamp.prompt_version]))
    out.write(
        f"\n<sub>Run {code(manifest.id)}, suite version {code(stamp.suite_version)}, "
        f"agent {code(agent or 'not recorded')}, workbench {code(stamp.workbench)}</sub>\n"
    )


def code(text: str) -> str:
    """Return foreign text as a code span on one line, which fits into a table cell too."""
    line = _CONTROLS.sub(" ", text).strip() or " "
    if len(line) > _LONGEST:
        line = line[: _LONGEST - 1] + "…"
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{line.replace('|', chr(92) + '|')}{pad}{fence}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _write_limits(manifest: Manifest, out: IO[str]) -> None:
    rows = [[*map(code, cells), met] for *cells, met in figures.limit_rows(manifest)]
    if rows:
        out.write("\n### Release bar\n\n")
        out.write(_table(figures.LIMITS, rows))


def _write_dimensions(summary: Summary, out: IO[str]) -> None:
    scored = [one for one in summary.dimensions if one.trusted]
    if scored:
        out.write("\n### Judged\n\n")
        rows = [
            [
                code(one.dimension),
                code(one.judge or "–"),
                figures.interval(one.mean, one.low, one.high),
                figures.corrected(one),
                str(one.n),
                figures.left_out(one),
            ]
            for one in scored
        ]
        head = ["dimension", "judge", "mean", "as people would", "n", "left out"]
        out.write(_table(head, rows))
    for one in figures.not_scored(summary):
        out.write(f"\nNot scored: {code(one.dimension)}, {code(one.reason or 'not trusted')}\n")
    lines = filter(None, [figures.retrieval(summary), *figures.trials(summary)])
    out.writelines(f"\n{code(line)}\n" for line in lines)


def _write_failures(source: Source, out: IO[str]) -> None:
    counts = source.manifest.summary.counts
    total = counts.failed + counts.errors
    if not total:
        return
    out.write("\n### Where to look\n\n")
    for group in source.manifest.summary.failures:
        out.write(f"- {code(figures.group_line(group))}\n")
    bad = (result for result in source.results() if result.verdict != "PASS")
    rows = [_row(result) for result in islice(bad, SHOWN)]
    out.write("\n" + _table(["case", "", "why"], rows))
    if total > len(rows):
        out.write(f"\nand {total - len(rows):,} more\n")


def _row(result: CaseResult) -> list[str]:
    first, *more = troubles(result) or ["no reason was recorded"]
    rest = f" (and {len(more)} more)" if more else ""
    return [code(title(result)), result.verdict, code(first) + rest]


def _write_operations(summary: Summary, out: IO[str]) -> None:
    rows = [
        [
            figures.OPERATIONS.get(name, name),
            figures.number(spread.total),
            figures.number(spread.p50),
            figures.number(spread.p95),
            str(spread.n),
        ]
        for name, spread in summary.operations.items()
    ]
    if rows:
        out.write("\n### Operations\n\n")
        out.write(_table(["", "total", "median", "95th percentile", "n"], rows))
