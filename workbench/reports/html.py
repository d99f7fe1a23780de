"""HTML: a run in one file that needs no network, in three layers: quality, failures, operations."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import islice
from typing import IO, Literal

from workbench.domain.run import CaseResult, DimensionSummary, Manifest, Summary
from workbench.reports import figures
from workbench.reports.case_html import case_html
from workbench.reports.plots import dot_and_bar, level_bars, shares
from workbench.reports.source import SHOWN, Source
from workbench.reports.style import STYLE


def write_html(source: Source, out: IO[str]) -> None:
    """Write a run as one page without script; it may load nothing, from anywhere."""
    manifest = source.manifest
    suite = escape(manifest.stamp.suite)
    out.write(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{suite}: {manifest.gate.verdict}</title><style>{STYLE}</style></head><body>\n"
    )
    _write_head(source, out)
    _write_quality(manifest.summary, out)
    _write_failures(source, out)
    _write_operations(manifest.summary, out)
    _write_passes(source, out)
    _write_stamp(source, out)
    out.write("</body></html>\n")


def _write_head(source: Source, out: IO[str]) -> None:
    manifest = source.manifest
    counts, verdict = manifest.summary.counts, manifest.gate.verdict
    words = figures.counted(counts)
    parts = [("pass", counts.passed), ("fail", counts.failed), ("error", counts.errors)]
    out.write(f'<h1><b class="badge {verdict.lower()}">{verdict}</b> ')
    out.write(f"{escape(manifest.stamp.suite)}</h1>\n<p>{escape(words)}</p>")
    out.write(shares(parts, words=words))
    out.write(f"<p>{escape(figures.because(manifest))}</p>\n")
    reasons = "".join(f"<li>{escape(reason.text)}</li>" for reason in manifest.gate.reasons)
    out.write(f"<ul>{reasons}</ul>\n" if reasons else "")
    _write_limits(manifest, out)


def _write_limits(manifest: Manifest, out: IO[str]) -> None:
    rows = "".join(_row("td", row) for row in figures.limit_rows(manifest))
    if rows:
        out.write(f"<h2>Release bar</h2>\n<table>{_row('th', figures.LIMITS)}{rows}</table>\n")


def _row(cell: Literal["td", "th"], texts: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(text)}</{cell}>' for text in texts)}</tr>"


def _write_quality(summary: Summary, out: IO[str]) -> None:
    out.write("<h2>Quality</h2>\n")
    scored = [one for one in summary.dimensions if one.trusted]
    if scored:
        head = (
            "<tr><th>dimension</th><th>judge</th><th>mean</th><th></th><th>as people would</th>"
            "<th>levels</th><th>n</th><th>left out</th></tr>"
        )
        out.write(f"<table>{head}{''.join(map(_dimension, scored))}</table>\n")
    for one in figures.not_scored(summary):
        reason = escape(one.reason or "not trusted")
        out.write(f"<p>Not scored: <b>{escape(one.dimension)}</b>, {reason}</p>\n")
    if not summary.dimensions:
        out.write('<p class="quiet">No dimension was judged; checks alone decided.</p>\n')
    found = figures.retrieval(summary)
    out.write(f"<p>{escape(found)}</p>\n" if found else "")
    _write_trials(summary, out)


def _dimension(one: DimensionSummary) -> str:
    plot = ""
    known = [int(level) for level in one.levels if level.lstrip("-").isdigit()]
    if one.mean is not None and known:
        words = f"{one.dimension}: mean {figures.interval(one.mean, one.low, one.high)}"
        scale = (float(min(known)), float(max(known)))
        plot = dot_and_bar(one.mean, one.low, one.high, scale=scale, words=words)
    bars = level_bars(one.levels, words=f"{one.dimension}: {figures.levels(one)}")
    return (
        f"<tr><td>{escape(one.dimension)}</td><td>{escape(one.judge or '–')}</td>"
        f"<td>{figures.interval(one.mean, one.low, one.high)}</td><td>{plot}</td>"
        f"<td>{figures.corrected(one)}</td><td>{bars}</td><td>{one.n}</td>"
        f"<td>{escape(figures.left_out(one))}</td></tr>"
    )


def _write_trials(summary: Summary, out: IO[str]) -> None:
    if not summary.trial_figures:
        return
    rows = "".join(
        f"<tr><td>{one.k}</td><td>{one.pass_all:.3f}</td><td>{one.pass_any:.3f}</td>"
        f"<td>{one.cases}</td></tr>"
        for one in summary.trial_figures
    )
    out.write("<h3>Trials</h3><table><tr><th>k</th><th>all k pass</th><th>one of k passes</th>")
    out.write(f"<th>cases</th></tr>{rows}</table>\n")
    names = figures.flaky(summary)
    out.write(f"<p>Flaky: {escape(names)}</p>\n" if names else "")


def _write_failures(source: Source, out: IO[str]) -> None:
    summary = source.manifest.summary
    total = summary.counts.failed + summary.counts.errors
    out.write("<h2>Failures</h2>\n")
    if not total:
        out.write('<p class="quiet">None.</p>\n')
        return
    out.write("<ul>")
    for group in summary.failures:
        names = escape(", ".join(group.cases))
        out.write(f"<li>{escape(figures.group_line(group))} <span>{names}</span></li>")
    out.write("</ul>\n")
    _write_cases(source, (one for one in source.results() if one.verdict != "PASS"), total, out)


def _write_passes(source: Source, out: IO[str]) -> None:
    passed = source.manifest.summary.counts.passed
    if passed:
        out.write("<h2>Passed</h2>\n")
        results = (one for one in source.results() if one.verdict == "PASS")
        _write_cases(source, results, passed, out)


def _write_cases(source: Source, results: Iterator[CaseResult], total: int, out: IO[str]) -> None:
    for result in islice(results, SHOWN):
        out.write(case_html(result, source.scored(result)))
    if total > SHOWN:
        out.write(f"<p>and {total - SHOWN:,} more, all of them in the run's results</p>\n")


def _write_operations(summary: Summary, out: IO[str]) -> None:
    out.write("<h2>Operations</h2>\n")
    rows = "".join(
        f"<tr><td>{escape(figures.OPERATIONS.get(name, name))}</td>"
        f"<td>{figures.number(one.total)}</td><td>{figures.number(one.mean)}</td>"
        f"<td>{figures.number(one.p50)}</td><td>{figures.number(one.p95)}</td><td>{one.n}</td></tr>"
        for name, one in summary.operations.items()
    )
    if not rows:
        out.write('<p class="quiet">Nothing was recorded.</p>\n')
        return
    head = "<th></th><th>total</th><th>mean</th><th>median</th><th>95th percentile</th><th>n</th>"
    out.write(f"<table><tr>{head}</tr>{rows}</table>\n")


def _write_stamp(source: Source, out: IO[str]) -> None:
    manifest = source.manifest
    facts = {"run": manifest.id, "at": manifest.at.isoformat(), **manifest.stamp.to_json()}
    rows = "".join(
        f"<tr><td>{escape(key)}</td><td>{escape(_flat(value))}</td></tr>"
        for key, value in facts.items()
    )
    out.write(f'<h2>Made under</h2>\n<table class="stamp">{rows}</table>\n')


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items())
    return str(value)
