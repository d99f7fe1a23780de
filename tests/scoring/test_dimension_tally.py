"""What judges said of a dimension adds up, and who was not asked is not distrusted."""

from workbench.domain.run import DimensionResult, DimensionSummary
from workbench.scoring.dimension_tally import DimensionTally

SCALE = (1, 4)


def summary(judge: str | None, *answers: DimensionResult) -> DimensionSummary:
    tally = DimensionTally()
    for answer in answers:
        tally.add([answer], None)
    return tally.summary("tone", judge, SCALE)


def answer(status: str, level: int | None = None, reason: str | None = None) -> DimensionResult:
    fields = {"dimension": "tone", "status": status, "level": level, "reason": reason}
    return DimensionResult.of(fields)


def test_a_judge_that_a_check_spared_one_case_is_trusted_on_the_others() -> None:
    found = summary("strict", answer("rated", 3), answer("not_scored", reason="a check decided"))

    assert (found.trusted, found.n, found.mean, found.not_scored) == (True, 1, 3.0, 1)


def test_a_dimension_that_no_judge_scores_is_not_trusted() -> None:
    found = summary(None, answer("not_scored", reason="no judge is certified on it"))

    assert (found.trusted, found.n, found.mean) == (False, 0, None)
    assert found.reason == "no judge is certified on it"
