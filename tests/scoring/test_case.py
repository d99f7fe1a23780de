import asyncio
from typing import Any

import pytest

from tests.scoring.scored import call, case, check, outcome, result, statuses, transcript
from workbench.domain.run import CaseResult, DimensionResult
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.scoring.case import asks, broken, case_digest, judged, passes
from workbench.scoring.compiling import Resources, compiled, needs

WEIGHTED = {
    "fields": {"a": {"equals": 1, "weight": 2}},
    "must_contain": ["done"],
}


@pytest.mark.parametrize(("least", "verdict"), [(0.5, "FAIL"), (0.3, "PASS"), (0.0, "PASS")])
def test_weights_make_a_score_that_a_case_may_set_a_bar_on(least: float, verdict: str) -> None:
    found = result(WEIGHTED | {"min_score": least}, outcome({"a": 2}))

    assert found.score == pytest.approx(1 / 3)
    assert found.verdict == verdict


def test_without_a_bar_any_failure_fails_and_a_hard_one_is_never_made_up_for() -> None:
    forbidden = {"tools": {"forbidden": ["pay"]}, "must_contain": ["done"], "min_score": 0.1}

    assert result(WEIGHTED, outcome({"a": 2})).verdict == "FAIL"
    assert result(forbidden, transcript("Done.", calls=[call("pay")])).verdict == "FAIL"


def test_a_check_that_raises_is_its_own_error_beside_the_others() -> None:
    def explodes(_: Any) -> bool:
        raise RuntimeError("boom")

    resources = Resources(functions={"rules:explodes": explodes})
    expect = {"invariants": ["rules:explodes"], "must_contain": ["done"]}

    found = result(expect, transcript("Done."), resources)

    assert [one.status for one in found.checks] == ["pass", "error"]
    assert found.checks[1].message == "the check raised RuntimeError: boom"
    assert (found.verdict, found.score) == ("ERROR", 0.5)


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (SystemExit(0), "SystemExit: 0"),
        (pytest.fail.Exception("no fee"), "Failed: no fee"),
        (asyncio.CancelledError("late"), "CancelledError: late"),
    ],
)
def test_whatever_a_rule_raises_is_an_error_of_that_check(raised: BaseException, told: str) -> None:
    def leaves(_: Any) -> bool:
        raise raised

    (found,) = result(
        {"invariants": ["rules:leaves"]},
        transcript("Done."),
        Resources(functions={"rules:leaves": leaves}),
    ).checks

    assert (found.status, found.message) == ("error", f"the check raised {told}")


def test_a_run_that_is_interrupted_in_a_rule_ends() -> None:
    def interrupted(_: Any) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        result(
            {"invariants": ["rules:interrupted"]},
            transcript("Done."),
            Resources(functions={"rules:interrupted": interrupted}),
        )


@pytest.mark.parametrize(
    ("expect", "of"),
    [
        ({"fields": {"a": "x"}}, transcript('{"a": "\\ud83d"}')),
        (
            {"tools": {"required": [call("pay", text="x")]}},
            transcript(calls=[{"name": "pay", "arguments_raw": '{"text": "\\ud83d"}'}]),
        ),
    ],
)
def test_half_a_character_in_what_the_agent_wrote_is_shown_and_can_be_recorded(
    expect: Any, of: Transcript
) -> None:
    found = result(expect, of)

    assert "\\ud83d" in str(found.checks[0].message)
    assert CaseResult.from_line(found.line()) == found


def test_a_failure_outweighs_an_error() -> None:
    expect = {"max_cost_usd": 1, "must_contain": ["never said"]}

    assert result(expect, transcript("Done.")).verdict == "FAIL"


@pytest.mark.parametrize("figure", ["latency_ms", "tokens", "cost_usd"])
def test_a_budget_whose_figure_was_not_recorded_is_an_error(figure: str) -> None:
    found = check({f"max_{figure}": 10}, transcript("Done.", usage={"input_tokens": 3}))

    assert (found.status, found.stage) == ("error", "harness")
    assert "was not recorded" in str(found.message)


def test_budgets_hold_up_to_their_limit() -> None:
    usage = {"input_tokens": 3, "output_tokens": 4, "latency_ms": 10.5, "cost_usd": 0.0}
    recorded = transcript("a", "b", usage=usage)
    expect = {"max_steps": 2, "max_tokens": 7, "max_latency_ms": 10.4, "max_cost_usd": 0}

    assert dict(zip(expect, statuses(expect, recorded), strict=True)) == {
        "max_steps": "pass",
        "max_tokens": "fail",  # in the order that checks are made: steps, latency, tokens, cost
        "max_latency_ms": "pass",
        "max_cost_usd": "pass",
    }


def test_an_authors_rule_is_broken_by_false_or_by_a_sentence() -> None:
    resources = Resources(
        functions={"m:no": lambda _: False, "m:said": lambda _: "order 7", "m:odd": lambda _: 3}
    )
    expect = {"invariants": ["m:no", "m:said", "m:odd"]}

    found = result(expect, transcript("x"), resources)

    assert [one.status for one in found.checks] == ["fail", "fail", "error"]
    assert found.failed_hard
    assert "order 7" in str(found.checks[1].message)


def test_what_a_case_needs_from_outside_is_named_and_missed() -> None:
    wanted = case({"invariants": ["m:f", "no_empty_answer"], "json_schema": "out.json"})

    assert needs(wanted).functions == {"m:f"}
    assert needs(wanted).schemas == {"out.json"}
    with pytest.raises(DataError, match="'m:f': the function was not found"):
        compiled(wanted, Resources())
    with pytest.raises(DataError, match="is none of asked_for"):
        compiled(case({"invariants": ["no_such"]}), Resources())


def test_a_schema_names_what_breaks_it_and_where() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["id"]}
    resources = Resources(schemas={"out.json": schema})

    (found,) = result({"json_schema": "out.json"}, outcome({"n": "x"}), resources).checks

    assert found.status == "fail"
    assert "'id' is a required property" in str(found.got)
    assert "n: 'x' is not of type 'integer'" in str(found.got)
    with pytest.raises(DataError, match="is no JSON Schema"):
        compiled(case({"json_schema": {"schema": {"type": "nothing"}}}), Resources())


def test_a_schema_fetches_nothing(network_attempts: list[str]) -> None:
    schema = {"$ref": "https://example.invalid/schema.json"}

    found = check({"json_schema": {"schema": schema}}, outcome({}))

    assert found.status == "error"
    assert not network_attempts


def test_a_schema_that_refers_elsewhere_cannot_be_checked_and_says_what_to_do() -> None:
    found = check({"json_schema": {"schema": {"$ref": "http://a.example/s.json"}}}, outcome({}))

    assert found.status == "error"
    assert "'http://a.example/s.json', which the schema does not hold" in str(found.message)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "pattern": "^(a|aa)+$"}, "a" * 60 + "b"),
        ({"patternProperties": {"^(a|aa)+$": {}}}, {"a" * 60 + "b": 1}),
    ],
)
def test_patterns_of_a_schema_run_under_the_time_limit(schema: Any, value: Any) -> None:
    found = check({"json_schema": {"schema": schema, "path": "x"}}, outcome({"x": value}))

    assert found.status == "error"
    assert "took longer than 1 s" in str(found.message)


@pytest.mark.parametrize(
    ("value", "status"), [("ab", "pass"), ("b", "fail"), ({"ab": 1}, "pass"), ({"ab": "1"}, "fail")]
)
def test_patterns_of_a_schema_are_searched_for(value: Any, status: str) -> None:
    schema = {"pattern": "^a", "patternProperties": {"^a": {"type": "integer"}}}

    assert check(
        {"json_schema": {"schema": schema, "path": "x"}}, outcome({"x": value})
    ).status == (status)


def rated(dimension: str, level: int | str, **rest: Any) -> DimensionResult:
    return DimensionResult(dimension=dimension, judge="strict", status="rated", level=level, **rest)


def test_judges_fail_a_case_and_never_make_one_pass() -> None:
    good, bad = result({}, transcript("x")), result({"must_contain": ["y"]}, transcript("x"))
    top = rated("safety", 4, passed=True)

    assert judged(good, [top]).verdict == "PASS"
    assert judged(good, [rated("safety", 1, passed=False)]).verdict == "FAIL"
    assert judged(bad, [top]).verdict == "FAIL"


def test_a_criterion_without_an_answer_leaves_the_case_undecided() -> None:
    good = result({"rubric": ["Is polite"]}, transcript("x"))
    error = DimensionResult(
        dimension="criteria", criterion="Is polite", status="error", reason="timeout"
    )
    untrusted = error.changed(status="not_scored")

    assert judged(good, [error]).verdict == "ERROR"
    assert judged(good, [untrusted]).verdict == "PASS"


def test_a_prohibited_behaviour_passes_on_no() -> None:
    wanted = case({"rubric": [{"criterion": "Guesses", "not": True}, "Asks"]}, dimensions={"s": 3})

    assert passes(wanted, rated("criteria", "no", criterion="Guesses")) is True
    assert passes(wanted, rated("criteria", "yes", criterion="Guesses")) is False
    assert passes(wanted, rated("criteria", "yes", criterion="Asks")) is True
    assert passes(wanted, rated("s", 2)) is False
    assert passes(wanted, rated("other", 1)) is None


def test_any_failed_check_makes_criteria_moot_and_only_a_hard_one_the_dimensions() -> None:
    soft = result({"must_contain": ["y"]}, transcript("x"))

    assert asks(soft).dimensions
    assert not asks(soft).criteria


def test_a_result_reads_back_from_its_line() -> None:
    expect = {"fields": {"a": 1, "b": 2}, "tools": {"forbidden": ["pay"]}}
    found = result(expect, outcome({"a": 1}), tags=["x"])

    assert CaseResult.from_line(found.line()) == found
    assert CaseResult.from_line(broken(case({}), "no transcript").line()).verdict == "ERROR"


def test_cases_that_ask_the_same_have_one_digest_whatever_their_ids() -> None:
    one = case({"must_contain": ["x"]}, id="1", input="hi")
    same = case({"must_contain": ["x"]}, id="101", input="hi")
    other = case({"must_contain": ["y"]}, id="1", input="hi")

    assert case_digest(one) == case_digest(same) != case_digest(other)
