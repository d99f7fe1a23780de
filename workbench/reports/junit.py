"""JUnit XML: a run as CI servers read it, written case by case in constant memory."""

import re
from datetime import UTC
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from workbench.domain.run import CaseResult, DimensionSummary, GateResult, Stamp
from workbench.reports.source import Source, title, troubles

_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""
_GATE = "release bar"
"""The test case that stands for what the suite as a whole came to."""


def write_junit(source: Source, out: IO[str]) -> None:
    """Write a run as one test suite, each case a test case, the release bar the last one.

    A case that failed is a failure, one that could not be decided an error. A dimension that is
    not scored is a test case that was skipped. The release bar fails with FAIL and is in error
    where nothing could be concluded.
    """
    manifest = source.manifest
    counts, stamp = manifest.summary.counts, manifest.stamp
    verdict = manifest.gate.verdict
    unscored = [one for one in manifest.summary.dimensions if not one.trusted]
    totals = (
        f'tests="{counts.results + len(unscored) + 1}" '
        f'failures="{counts.failed + (verdict == "FAIL")}" '
        f'errors="{counts.errors + (verdict in ("ERROR", "INCONCLUSIVE"))}" '
        f'skipped="{len(unscored)}"'
    )
    at = manifest.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    name = _attribute(stamp.suite)
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    out.write(
        f'<testsuite id="0" package={name} name={name} hostname="localhost" timestamp="{at}" '
        f'{totals} time="{_total_seconds(source)}">\n<properties>\n'
    )
    for key, value in _stamped(manifest.id, stamp):
        out.write(f"<property name={_attribute(key)} value={_attribute(value)}/>\n")
    out.write("</properties>\n")
    for result in source.results():
        out.write(_case(stamp.suite, result))
    for dimension in unscored:
        out.write(_unscored(stamp.suite, dimension))
    out.write(_gate(stamp.suite, manifest.gate))
    out.write("<system-out/>\n<system-err/>\n</testsuite>\n</testsuites>\n")


def _case(suite: str, result: CaseResult) -> str:
    seconds = (result.effort.latency_ms or 0.0) / 1000
    head = (
        f"<testcase classname={_attribute(suite)} name={_attribute(title(result))} "
        f'time="{seconds:.3f}"'
    )
    if result.verdict == "PASS":
        return f"{head}/>\n"
    element = "failure" if result.verdict == "FAIL" else "error"
    return f"{head}>{_trouble(element, _kind(result), troubles(result))}</testcase>\n"


def _kind(result: CaseResult) -> str:
    """Return what the first thing is that keeps a case from passing: a kind of check, a judge."""
    if result.error:
        return "harness"
    open_ = (check.kind for check in result.checks if check.status in ("fail", "error"))
    return next(open_, "judge")


def _unscored(suite: str, dimension: DimensionSummary) -> str:
    reason = _attribute(dimension.reason or "no reason was recorded")
    name = _attribute(f"{dimension.dimension} (not scored)")
    return (
        f'<testcase classname={_attribute(suite)} name={name} time="0">'
        f"<skipped message={reason}/></testcase>\n"
    )


def _gate(suite: str, gate: GateResult) -> str:
    head = f'<testcase classname={_attribute(suite)} name="{_GATE}" time="0"'
    if gate.verdict == "PASS":
        return f"{head}/>\n"
    element = "failure" if gate.verdict == "FAIL" else "error"
    decisive = sorted(gate.reasons, key=lambda reason: reason.verdict != gate.verdict)
    first, *more = [reason.text for reason in decisive] or ["no reason was recorded"]
    sentences = [f"{gate.verdict}: {first}", *more]
    return f"{head}>{_trouble(element, _GATE, sentences)}</testcase>\n"


def _trouble(element: str, kind: str, sentences: list[str]) -> str:
    """Return what is amiss: in short, as servers list it, and below it in full."""
    short = sentences[0] if sentences else "no reason was recorded"
    if len(sentences) > 1:
        short = f"{short} (and {len(sentences) - 1} more)"
    text = escape(_allowed("\n".join(sentences)), {"\r": "&#13;"})
    return f"<{element} type={_attribute(kind)} message={_attribute(short)}>{text}</{element}>"


def _stamped(run: str, stamp: Stamp) -> list[tuple[str, str]]:
    """Return the stamp as names and values, what is not known left out."""
    found = [("run", run)]
    for key, value in stamp.to_json().items():
        if isinstance(value, dict):
            found += [(f"{key}.{name}", str(one)) for name, one in value.items()]
        else:
            found.append((key, str(value)))
    return found


def _total_seconds(source: Source) -> str:
    latency = source.manifest.summary.operations.get("latency_ms")
    return f"{latency.total / 1000:.3f}" if latency else "0"


def _attribute(text: str) -> str:
    return quoteattr(_allowed(text), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _allowed(text: str) -> str:
    """Return text with what XML cannot hold shown as its code point."""
    return _FORBIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)
