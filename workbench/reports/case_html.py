"""One case in HTML: what was found, and the transcript with the turns marked that decided it."""

import json
from collections import defaultdict
from collections.abc import Mapping
from html import escape
from typing import Any

from workbench.domain.run import CaseResult, CheckResult, DimensionResult
from workbench.domain.transcript import ToolCall, Transcript, Turn
from workbench.reports.figures import STAGES
from workbench.reports.source import said, title

_LONGEST = 20_000
"""Characters of one turn that are written; a report is opened by mail clients too."""
_WORDS = {"PASS": "passed", "FAIL": "failed", "ERROR": "could not be decided"}


def case_html(result: CaseResult, transcript: Transcript | None) -> str:
    """Return a case as a block that opens; everything in it is escaped."""
    marks = _marks(result)
    verdict = result.verdict
    parts = [
        f'<details class="case {verdict.lower()}"><summary><b class="verdict">{verdict}</b> '
        f'<span class="name">{escape(title(result))}</span> '
        f'<span class="quiet">{escape(_headline(result))}</span></summary>',
        _error(result),
        _checks(result),
        _dimensions(result),
        _conversation(transcript, marks) if transcript else _gone(result),
        "</details>\n",
    ]
    return "".join(parts)


def _headline(result: CaseResult) -> str:
    passed = sum(check.status == "pass" for check in result.checks)
    severity = "" if result.severity == "medium" else f", severity {result.severity}"
    return f"{_WORDS[result.verdict]}, {passed} of {len(result.checks)} checks{severity}"


def _error(result: CaseResult) -> str:
    return f'<p class="trouble">{escape(result.error)}</p>' if result.error else ""


def _checks(result: CaseResult) -> str:
    rows = "".join(_check(check) for check in result.checks if check.status != "pass")
    passed = [check.name for check in result.checks if check.status == "pass"]
    listed = f'<p class="quiet">Passed: {escape(", ".join(passed))}</p>' if passed else ""
    if not rows:
        return listed
    head = "<tr><th>check</th><th></th><th>what it found</th><th>where to look</th></tr>"
    return f"<table>{head}{rows}</table>{listed}"


def _check(check: CheckResult) -> str:
    hard = ", hard" if check.hard else ""
    stage = STAGES[check.stage] if check.stage else ""
    turns = ", ".join(f"turn {turn}" for turn in check.turns)
    where = ", ".join(filter(None, [stage, turns]))
    return (
        f"<tr><td>{escape(check.name)}</td><td>{escape(check.status)}{hard}</td>"
        f"<td>{escape(said(check))}</td><td>{escape(where)}</td></tr>"
    )


def _dimensions(result: CaseResult) -> str:
    if not result.dimensions:
        return ""
    rows = "".join(_dimension(one) for one in result.dimensions)
    head = "<tr><th>dimension</th><th>judge</th><th>level</th><th>why</th></tr>"
    return f"<table>{head}{rows}</table>"


def _dimension(one: DimensionResult) -> str:
    name = one.dimension if one.criterion is None else one.criterion
    level = str(one.level) if one.status == "rated" else one.status.replace("_", " ")
    why = "; ".join(filter(None, [one.justification, one.reason, *one.flagged]))
    return (
        f"<tr><td>{escape(name)}</td><td>{escape(one.judge or '–')}</td>"
        f"<td>{escape(level)}</td><td>{escape(why)}</td></tr>"
    )


def _marks(result: CaseResult) -> Mapping[int, list[str]]:
    """Return why a turn is marked: the checks and judges that point at it."""
    marks: dict[int, list[str]] = defaultdict(list)
    for check in result.checks:
        for turn in check.turns:
            marks[turn].append(check.name)
    for one in result.dimensions:
        for citation in one.citations:
            unfound = ", quote not found" if citation.found is False else ""
            marks[citation.turn].append(f"{one.dimension}: {citation.quote or 'cited'}{unfound}")
    return marks


def _gone(result: CaseResult) -> str:
    if result.transcript is None:
        return ""
    where = "is not in the workspace as it was scored"
    if result.transcript_digest is None:
        where = "stood in the suite, which is not there as it was scored"
    return f'<p class="quiet">Transcript {escape(result.transcript)} {where}.</p>'


def _conversation(transcript: Transcript, marks: Mapping[int, list[str]]) -> str:
    turns = "".join(_turn(turn, marks.get(turn.index, [])) for turn in transcript.turns)
    outcome = ""
    if transcript.outcome is not None:
        outcome = f"<p>Outcome</p><pre>{escape(_json(transcript.outcome))}</pre>"
    return f'<div class="conversation">{turns}{outcome}</div>'


def _turn(turn: Turn, marks: list[str]) -> str:
    why = "".join(f'<p class="mark">marked by {escape(mark)}</p>' for mark in marks)
    text = turn.content or ""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} … ({len(text) - _LONGEST:,} more characters)"
    body = f"<pre>{escape(text)}</pre>" if text else ""
    calls = "".join(_call(call) for call in turn.tool_calls)
    empty = "" if body or calls else '<p class="quiet">(empty)</p>'
    failed = " (error)" if turn.is_error else ""
    name = f" {escape(turn.name)}" if turn.name else ""
    return (
        f'<div class="turn {turn.role}{" marked" if marks else ""}">'
        f'<p class="who">{turn.index} · {turn.role}{name}{failed}</p>'
        f"{why}{body}{calls}{empty}</div>"
    )


def _call(call: ToolCall) -> str:
    arguments = call.arguments_raw if call.arguments is None else _json(call.arguments)
    return f'<pre class="call">{escape(call.name)} {escape(arguments or "")}</pre>'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
