"""Diagnosis: where to look first when a check fails; a place to start, not the cause."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from workbench.domain.outcome import CheckKind, Stage
from workbench.domain.run import CheckResult

USUAL: Final[Mapping[CheckKind, Stage]] = MappingProxyType(
    {
        "field": "facts_despite_evidence",
        "fact": "facts_despite_evidence",
        "state": "tool_choice",
        "tool_required": "tool_choice",
        "tool_forbidden": "tool_choice",
        "tool_order": "order_or_retry",
        "max_calls": "order_or_retry",
        "min_calls": "tool_choice",
        "must_contain": "wording",
        "must_not_contain": "wording",
        "pattern": "wording",
        "json_schema": "wording",
        "limit": "order_or_retry",
        "invariant": "policy",
        "retrieval": "evidence_not_retrieved",
        "marker": "tool_choice",
    }
)
"""Where each kind of check points when nothing else is known."""
ADVICE: Final[Mapping[Stage, str]] = MappingProxyType(
    {
        "evidence_not_retrieved": "look at retrieval: the evidence was not among what was found",
        "evidence_not_passed_on": "look at what is put in the context: what was found did not "
        "reach it",
        "evidence_ranked_low": "look at ranking: the evidence was found, too far down or among too "
        "much else",
        "facts_despite_evidence": "look at the answer: facts are wrong though nothing shows that "
        "evidence was lacking",
        "tool_choice": "look at which tools the agent chose",
        "tool_arguments": "look at the arguments of the calls",
        "order_or_retry": "look at the order of the calls, and for loops",
        "policy": "look at the agent's rules",
        "wording": "look at how the answer is put",
        "harness": "look at the harness or the recording: the check could not tell",
    }
)
"""What to do about failures of each stage, as reports word it."""
_RESTS_ON_EVIDENCE: Final = frozenset({"field", "fact", "must_contain", "pattern"})
_EVIDENCE_LACKS: Final = frozenset({"evidence_not_retrieved", "evidence_not_passed_on"})
_RESTS_ON_CALLS: Final = frozenset({"state"})


def diagnosed(checks: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    """Return the checks of one case, each failure with the stage to look at first.

    What rests on evidence points to retrieval where evidence was lacking there, and the final state
    to the calls that failed before it.
    """
    evidence = _first_stage(checks, {"retrieval"})
    calls = _first_stage(checks, {"tool_required", "tool_order", "max_calls", "tool_forbidden"})
    return tuple(
        check.changed(stage=_stage(check, evidence, calls)) if check.status == "fail" else check
        for check in checks
    )


def _stage(check: CheckResult, evidence: Stage | None, calls: Stage | None) -> Stage:
    if check.kind in _RESTS_ON_EVIDENCE and evidence in _EVIDENCE_LACKS:
        return evidence
    if check.kind in _RESTS_ON_CALLS and calls is not None:
        return calls
    return check.stage or USUAL[check.kind]


def _first_stage(checks: Sequence[CheckResult], kinds: set[str]) -> Stage | None:
    for check in checks:
        if check.kind in kinds and check.status == "fail":
            return check.stage or USUAL[check.kind]
    return None
