"""Outcomes: the words for what a check, a case and a suite come to."""

from typing import Final, Literal

USUAL_WEIGHT: Final = 1.0
"""Of a check that says nothing of its weight."""
CaseVerdict = Literal["PASS", "FAIL", "ERROR"]
SuiteVerdict = Literal["PASS", "FAIL", "ERROR", "INCONCLUSIVE"]
CheckStatus = Literal["pass", "fail", "error", "not_applicable"]
CheckKind = Literal[
    "field",
    "tool_required",
    "tool_forbidden",
    "tool_order",
    "max_calls",
    "min_calls",
    "must_contain",
    "must_not_contain",
    "pattern",
    "json_schema",
    "limit",
    "fact",
    "state",
    "invariant",
    "retrieval",
    "marker",
]
Stage = Literal[
    "evidence_not_retrieved",
    "evidence_not_passed_on",
    "evidence_ranked_low",
    "facts_despite_evidence",
    "tool_choice",
    "tool_arguments",
    "order_or_retry",
    "policy",
    "wording",
    "harness",
]
"""Where to look first; not the cause."""
