"""Runs for the tests of reports."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from workbench.domain.run import (
    CaseResult,
    CheckResult,
    Counts,
    GateLimit,
    GateReason,
    GateResult,
    Manifest,
    Stamp,
    Summary,
)
from workbench.domain.transcript import Transcript
from workbench.reports.source import Source

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
STAMP = Stamp(suite="triage", suite_version="3", suite_digest="a" * 64, workbench="0.1.0")


def passed(case: str, **more: Any) -> CaseResult:
    return CaseResult(case=case, verdict="PASS", score=1.0, **more)


def failed(case: str, message: str = "expected 'a', got 'b'", **more: Any) -> CaseResult:
    check = CheckResult(name="category", kind="field", status="fail", message=message)
    return CaseResult(case=case, verdict="FAIL", score=0.0, checks=(check,), **more)


def broken(case: str, error: str = "its transcript is not in the workspace") -> CaseResult:
    return CaseResult(case=case, verdict="ERROR", score=0.0, error=error)


def source(
    results: Sequence[CaseResult],
    verdict: str = "PASS",
    reasons: Sequence[GateReason] = (),
    transcripts: Sequence[Transcript] = (),
    limits: Sequence[GateLimit] = (),
    **more: Any,
) -> Source:
    tally = [result.verdict for result in results]
    counts = Counts(
        results=len(tally),
        passed=tally.count("PASS"),
        failed=tally.count("FAIL"),
        errors=tally.count("ERROR"),
        cases=len({result.case for result in results}),
    )
    manifest = Manifest.of(
        {
            "schema": "workbench.run/1",
            "id": "20261130T090000Z-triage",
            "at": AT,
            "stamp": more.pop("stamp", STAMP),
            "summary": Summary(counts=counts, **more),
            "gate": GateResult.of(
                {"verdict": verdict, "reasons": tuple(reasons), "limits": tuple(limits)}
            ),
        }
    )
    known = {transcript.id: transcript for transcript in transcripts}
    return Source(manifest=manifest, results=lambda: iter(results), transcript=known.get)
