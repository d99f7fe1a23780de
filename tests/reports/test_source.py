"""What keeps a case from passing, in sentences."""

from workbench.domain.run import CaseResult, DimensionResult
from workbench.reports.source import troubles


def test_a_judge_or_a_panel_without_a_verdict_is_told() -> None:
    failed = DimensionResult(dimension="tone", judge="strict", status="error", reason="timeout")
    parted = DimensionResult(dimension="scope", judge="careful", status="no_majority")
    result = CaseResult(case="a", verdict="ERROR", score=1.0, dimensions=(failed, parted))

    assert troubles(result) == [
        "tone: judge 'strict' gave no verdict (timeout)",
        "scope: judge 'careful' gave no verdict (no majority)",
    ]
