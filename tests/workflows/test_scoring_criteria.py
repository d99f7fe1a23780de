"""A run asks its trusted judge about criteria: of cases that checks left open, and once."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.judges.loopback import Loopback, says
from tests.workflows.asked_criteria import AMOUNT, SENT, counter, criteria, suite
from tests.workflows.building import Desk, close
from tests.workflows.questioning import PRICE, entries, judges_text, levelled, lines
from workbench.domain.run import CaseResult, DimensionResult
from workbench.domain.unit import CRITERIA
from workbench.errors import GateError
from workbench.workflows.appraising import Means
from workbench.workflows.exporting import Wanted as Export
from workbench.workflows.exporting import export
from workbench.workflows.scoring import Scored, Wanted, run_suite

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own

LABELLED = "The customer asks for a refund."


def trusted(root: Path, server: Loopback, **fields: Any) -> Desk:
    """Make a workspace in which `strict` is certified on criteria, of which people labelled one."""
    made = counter(root, server, transcripts=100, **fields)
    made.label(["no", "yes"] * 50, dimension=CRITERIA, criterion=LABELLED)
    made.judge(["no", "yes"] * 50, dimension=CRITERIA, criterion=LABELLED)
    made.certify()
    assert made.certificate(dimension=CRITERIA).status == "trusted"
    return made


def means(most_usd: float | None = None) -> Means:
    return Means(clock=lambda: datetime.now(UTC), rng=np.random.default_rng(1), most_usd=most_usd)


def run(
    made: Desk, cases: Sequence[dict[str, Any]], *, most_usd: float | None = None, head: str = ""
) -> Scored:
    path = suite(made, cases, head)
    return run_suite(made.root, Wanted(suite=path), now=made.now(), asking=lambda: means(most_usd))


def results(found: Scored) -> dict[str, CaseResult]:
    return {result.case: result for result in found.run.results()}


def answers(found: Scored, case: str) -> dict[str | None, DimensionResult]:
    return {one.criterion: one for one in results(found)[case].dimensions}


def case(name: str, *rubric: object, **expect: Any) -> dict[str, Any]:
    return {"id": name, "expect": {"rubric": list(rubric), **expect}}


def test_the_trusted_judge_is_asked_and_its_answer_decides(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = trusted(tmp_path, loopback)
    loopback.plan(AMOUNT, levelled("no"))

    found = run(
        made,
        [
            case("t000", SENT),
            case("t001", SENT, AMOUNT),
            case("t002", {"criterion": AMOUNT, "not": True}),
            case("t003", {"criterion": SENT, "not": True}),
        ],
    )

    verdicts = {name: one.verdict for name, one in results(found).items()}
    assert verdicts == {"t000": "PASS", "t001": "FAIL", "t002": "PASS", "t003": "FAIL"}
    no = answers(found, "t001")[AMOUNT]
    assert (no.judge, no.level, no.passed, no.citations[0].found) == ("strict", "no", False, True)
    assert found.remarks == ()


def test_what_was_answered_is_not_asked_again(tmp_path: Path, loopback: Loopback) -> None:
    made = trusted(tmp_path, loopback)
    cases = [case("t000", SENT, AMOUNT), case("t001", SENT)]

    first = run(made, cases)
    second = run(made, cases)

    assert len(loopback.asked) == 3
    assert results(first)["t000"].dimensions == results(second)["t000"].dimensions


@pytest.mark.parametrize(
    "failing",
    [{"tools": {"forbidden": ["refund"]}}, {"must_contain": ["never said"]}],
    ids=["hard", "soft"],
)
def test_a_case_that_a_check_failed_costs_nothing(
    tmp_path: Path, loopback: Loopback, failing: dict[str, Any]
) -> None:
    made = trusted(tmp_path, loopback)

    found = run(made, [case("t000", SENT, **failing), case("t001", SENT)])

    (asked,) = loopback.asked
    assert "<t001>" in asked.prompt
    assert results(found)["t000"].verdict == "FAIL"
    assert answers(found, "t000")[SENT].status == "not_scored"


def test_an_unusable_answer_is_an_error_of_the_case_and_no_score(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = trusted(tmp_path, loopback)
    loopback.plan(AMOUNT, says("It is met."))

    found = run(made, [case("t000", AMOUNT), case("t001", SENT)])

    one = answers(found, "t000")[AMOUNT]
    assert (results(found)["t000"].verdict, results(found)["t001"].verdict) == ("ERROR", "PASS")
    assert (one.status, one.level, one.passed) == ("error", None, None)
    (figures,) = found.run.manifest.summary.dimensions
    assert (figures.dimension, figures.n, figures.errors) == (CRITERIA, 1, 1)


def test_an_untrusted_judge_is_not_asked(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    found = run(made, [case("t000", SENT)])

    assert loopback.asked == []
    one = answers(found, "t000")[SENT]
    assert one.status == "not_scored"
    assert str(one.reason).startswith("no judge is certified on it")


def test_criteria_and_dimensions_are_asked_side_by_side(tmp_path: Path, loopback: Loopback) -> None:
    made = trusted(tmp_path, loopback)
    levels = [1, 2, 3, 4] * 25
    made.label(levels)
    made.judge(close(levels))
    made.certify(dimensions=("tone",))
    loopback.plan("Is it polite?", levelled(3))

    found = run(made, [{**case("t000", SENT), "dimensions": ["tone"]}])

    said = {one.dimension: one.level for one in results(found)["t000"].dimensions}
    assert said == {CRITERIA: "yes", "tone": 3}
    assert len(loopback.asked) == 2


def test_what_a_run_may_cost_is_for_all_judges_together(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback, transcripts=100)
    # The prompts of criteria are the longer ones; each call is reckoned at 1.2 USD or less
    # before it is sent, and costs 0.20.
    both = entries(loopback, "exact", "polite", price=PRICE, parameters={"max_tokens": 20})
    made.write("judges.yaml", judges_text(both))
    levels = [1, 2, 3, 4] * 25
    made.label(levels)
    made.judge(close(levels), judge="polite")
    made.label(["no", "yes"] * 50, dimension=CRITERIA, criterion=LABELLED)
    made.judge(["no", "yes"] * 50, judge="exact", dimension=CRITERIA, criterion=LABELLED)
    made.certify()
    loopback.plan("Is it polite?", levelled(3))
    cases = [{**case(f"t{n:03}", SENT), "dimensions": ["tone"]} for n in range(30)]

    found = run(made, cases, most_usd=3.0)

    new = [one for name in ("exact", "polite") for one in lines(made, name) if one.cost_usd]
    assert 0 < sum(one.cost_usd or 0.0 for one in new) <= 3.0
    assert len(found.remarks) == 2


def test_a_judge_of_criteria_is_not_exported(tmp_path: Path, loopback: Loopback) -> None:
    made = trusted(tmp_path, loopback)

    with pytest.raises(GateError, match="criteria, strict: trusted, but its questions are the"):
        export(made.root, Export(format="python"), tmp_path / "out")


def test_the_ledger_keeps_the_criterion_of_each_answer(tmp_path: Path, loopback: Loopback) -> None:
    made = trusted(tmp_path, loopback)

    run(made, [case("t000", SENT, AMOUNT)])

    asked = {unit for unit in criteria(made) if unit[1] != LABELLED}
    assert asked == {("t000", SENT), ("t000", AMOUNT)}
