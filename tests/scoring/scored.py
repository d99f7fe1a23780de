"""Builds cases and transcripts for the tests of scoring."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from workbench.domain.run import CaseResult, CheckResult
from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.scoring.case import score
from workbench.scoring.compiling import Resources, compiled

Json = dict[str, Any]


def call(name: str, **arguments: Any) -> Json:
    return {"name": name, "arguments": arguments}


def transcript(
    *replies: str | None,
    calls: Sequence[Json] = (),
    turns: Sequence[Json] | None = None,
    **rest: Any,
) -> Transcript:
    """A customer's word, one turn with the calls, and the replies."""
    if turns is None:
        turns = [{"role": "user", "content": "Please."}]
        turns += [{"role": "assistant", "tool_calls": list(calls)}] if calls else []
        turns += [{"role": "assistant", "content": reply} for reply in replies]
    numbered = [turn | {"index": index} for index, turn in enumerate(turns)]
    return Transcript.from_line(json.dumps({"id": "t", "turns": numbered} | rest))


def outcome(value: Any) -> Transcript:
    return transcript("Done.", outcome=value)


def case(expect: Mapping[str, Any], **rest: Any) -> Case:
    return Case.of({"id": "c", "expect": dict(expect)} | rest)


def result(
    expect: Mapping[str, Any],
    of: Transcript,
    resources: Resources | None = None,
    **rest: Any,
) -> CaseResult:
    return score(compiled(case(expect, **rest), resources or Resources()), of)


def check(expect: Mapping[str, Any], of: Transcript, **rest: Any) -> CheckResult:
    """The one check of a case."""
    (found,) = result(expect, of, **rest).checks
    return found


def statuses(expect: Mapping[str, Any], of: Transcript, **rest: Any) -> list[str]:
    return [found.status for found in result(expect, of, **rest).checks]
