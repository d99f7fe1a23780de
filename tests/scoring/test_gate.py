import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.release import Release
from workbench.domain.run import CaseResult, CheckResult, DimensionResult, GateResult, Summary
from workbench.scoring.gate import decide
from workbench.scoring.tally import Tally

SCALES = {"goal": (1, 4), "safety": (1, 4)}


def level(dimension: str, value: int | None) -> DimensionResult:
    if value is None:
        return DimensionResult(dimension=dimension, judge="j", status="error", reason="timeout")
    return DimensionResult(dimension=dimension, judge="j", status="rated", level=value)


def done(
    number: int,
    verdict: Any = "PASS",
    *,
    goal: int | str | None = "none",
    severity: Any = "medium",
    checks: Sequence[CheckResult] = (),
    trial: int | None = None,
) -> CaseResult:
    dimensions = () if isinstance(goal, str) else (level("goal", goal),)
    return CaseResult(
        case=f"case-{number}",
        trial=trial,
        severity=severity,
        verdict=verdict,
        score=1.0 if verdict == "PASS" else 0.0,
        checks=tuple(checks),
        dimensions=dimensions,
    )


def summary(results: Sequence[CaseResult]) -> Summary:
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally.summary(SCALES)


def gate(
    results: Sequence[CaseResult], bar: dict[str, Any] | None = None, **untrusted: str
) -> GateResult:
    return decide(summary(results), Release.of(bar or {}), untrusted)


def codes(found: GateResult) -> list[str]:
    return [reason.code for reason in found.reasons]


def test_a_suite_that_fails_exits_with_one() -> None:
    found = gate([done(1, "FAIL"), done(2, "FAIL")])

    assert (found.verdict, found.exit_code) == ("FAIL", 1)


@pytest.mark.parametrize(("least", "exit_code"), [(0.9, 0), (0.95, 1)])
def test_nine_of_ten_reach_nine_tenths(least: float, exit_code: int) -> None:
    results = [done(number) for number in range(9)] + [done(9, "FAIL")]

    assert gate(results, {"min_pass_rate": least}).exit_code == exit_code


@pytest.mark.parametrize(("parts", "of"), [(n, m) for m in (3, 7, 10, 30) for n in range(1, m)])
def test_a_rate_reaches_itself_whatever_floating_point_does(parts: int, of: int) -> None:
    results = [done(n, "PASS" if n < parts else "FAIL") for n in range(of)]
    least = float(f"{parts / of:.3f}") if parts / of >= float(f"{parts / of:.3f}") else 0.0

    assert gate(results, {"min_pass_rate": least}).verdict == "PASS"


def test_a_failure_outweighs_an_error_and_an_error_alone_cannot_be_told() -> None:
    both = gate([done(1, "FAIL"), done(2, "ERROR"), done(3)])
    alone = gate([done(1), done(2, "ERROR")])

    assert (both.verdict, both.exit_code) == ("FAIL", 1)
    assert (alone.verdict, alone.exit_code) == ("ERROR", 3)


def test_errors_within_their_rate_are_borne_only_where_the_rest_holds() -> None:
    results = [done(number) for number in range(9)] + [done(9, "ERROR")]

    borne = gate(results, {"max_error_rate": 0.1, "min_pass_rate": 0.9})
    hidden = gate(results, {"max_error_rate": 0.1, "min_pass_rate": 0.95})
    too_many = gate(results, {"max_error_rate": 0.05, "min_pass_rate": 0.9})

    assert borne.verdict == "PASS"
    assert (hidden.verdict, codes(hidden)) == ("INCONCLUSIVE", ["pass_rate"])
    assert (too_many.verdict, codes(too_many)) == ("INCONCLUSIVE", ["errors"])


def test_a_critical_case_a_forbidden_tool_and_an_invariant_are_not_for_sale() -> None:
    lenient = {"min_pass_rate": 0.0, "max_hard_fails": 9}
    forbidden = CheckResult(name="x", kind="tool_forbidden", status="fail", hard=True)
    rule = CheckResult(name="y", kind="invariant", status="fail", hard=True)
    good = [done(number, goal=4) for number in range(20)]

    assert codes(gate([*good, done(99, "FAIL", severity="critical")], lenient)) == [
        "critical_failed"
    ]
    assert codes(gate([*good, done(99, "FAIL", checks=[forbidden])], lenient)) == ["forbidden_tool"]
    assert codes(gate([*good, done(99, "FAIL", checks=[rule])], lenient)) == ["invariant_broken"]


def test_the_critical_cases_that_failed_are_named_however_many_others_failed() -> None:
    others = [done(number, "FAIL") for number in range(400, 900)]
    critical = [done(number, "FAIL", severity="critical") for number in range(7)]

    texts = [reason.text for reason in gate([*others, *critical]).reasons]

    first = ", ".join(one.case for one in critical[:5])
    assert texts[0] == f"7 results of a critical case failed ({first}, ...); none may"


def test_a_critical_case_that_errs_is_borne_by_no_error_rate() -> None:
    borne = {"max_error_rate": 0.5, "min_pass_rate": 0.5}

    assert gate([done(1), done(2, "ERROR")], borne).verdict == "PASS"
    found = gate([done(1), done(2, "ERROR", severity="critical")], borne)

    assert (found.verdict, codes(found)) == ("INCONCLUSIVE", ["critical_undecided"])


def test_a_forbidden_tool_that_was_to_be_called_and_was_not_is_no_forbidden_call() -> None:
    broken = CheckResult(
        name="tools.forbidden.pay", kind="tool_forbidden", status="fail", hard=True, negated=True
    )

    found = gate([done(1, "FAIL", checks=[broken])], {"max_hard_fails": 1, "min_pass_rate": 0})

    assert found.verdict == "PASS"


def test_hard_failures_have_a_number_of_their_own() -> None:
    hard = CheckResult(name="x", kind="field", status="fail", hard=True)
    results = [done(1), done(2, "FAIL", checks=[hard], severity="high")]
    bar = {"min_pass_rate": 0.5}

    assert codes(gate(results, bar)) == ["hard_fails"]
    assert gate(results, bar | {"max_hard_fails": 1}).verdict == "PASS"


def test_a_mean_reaches_its_minimum_exactly_and_nought_does_not_pass() -> None:
    threes = [done(number, goal=3) for number in range(3)]
    below = [done(1, goal=3), done(2, goal=3), done(3, goal=2)]
    bar = {"dimensions": {"goal": 3}}

    assert gate(threes, bar).verdict == "PASS"
    found = gate(below, bar)
    assert found.verdict == "FAIL"
    assert found.reasons[0].text == (
        "goal: mean 2.66667 (n=3, 0 without a level); at least 3 on the mean"
    )


def test_the_lower_end_needs_an_interval() -> None:
    bar = {"dimensions": {"goal": {"minimum": 3, "on": "lower"}}}

    few = gate([done(1, goal=4)], bar)
    many = gate([done(number, goal=4 if number % 4 else 3) for number in range(40)], bar)
    wide = gate([done(number, goal=4 if number % 2 else 2) for number in range(40)], bar)
    same = gate([done(number, goal=4) for number in range(40)], bar)

    assert codes(few) == ["no_interval"]
    assert many.verdict == "PASS"
    assert codes(wide) == ["below_minimum"]
    assert same.verdict == "PASS"


def test_levels_that_are_missing_could_pull_a_mean_below_its_minimum() -> None:
    results = [done(number, goal=3) for number in range(9)] + [done(9, goal=None)]

    found = gate(results, {"dimensions": {"goal": 3}})

    assert (found.verdict, codes(found)) == ("INCONCLUSIVE", ["errors_could_decide"])
    assert gate(results, {"dimensions": {"goal": 2.8}}).verdict == "PASS"


def test_no_case_may_be_at_the_lowest_level_nor_perhaps() -> None:
    bar = {"no_lowest": ["goal"]}

    assert codes(gate([done(1, goal=1), done(2, goal=4)], bar)) == ["at_lowest"]
    assert codes(gate([done(1, goal=None), done(2, goal=4)], bar)) == ["errors_could_decide"]
    assert gate([done(1, goal=2)], bar).verdict == "PASS"


def test_a_bar_on_a_dimension_that_no_trusted_judge_rated_cannot_be_told() -> None:
    bar = {"dimensions": {"goal": 2}, "no_lowest": ["safety"]}

    found = gate([done(1, goal=4)], bar, safety="agreement 0.31 is below 0.60")

    assert (found.verdict, found.exit_code) == ("INCONCLUSIVE", 3)
    assert "agreement 0.31" in found.reasons[0].text
    assert gate([done(1)], {"dimensions": {"goal": 2}}).verdict == "INCONCLUSIVE"


def limits(found: GateResult) -> dict[str, tuple[str, str, bool | None]]:
    return {
        ": ".join(filter(None, [one.dimension, one.limit])): (one.asked, one.got, one.met)
        for one in found.limits
    }


def test_every_limit_is_told_with_what_was_asked_and_got() -> None:
    hard = CheckResult(name="x", kind="field", status="fail", hard=True)
    bar = {
        "min_pass_rate": 0.85,
        "max_error_rate": 0.1,
        "max_hard_fails": 1,
        "min_n": 15,
        "dimensions": {"goal": {"minimum": 2.75, "min_n": 2}},
        "no_lowest": ["goal"],
    }
    results = [done(number) for number in range(17)]
    results += [done(17, "FAIL", goal=3, checks=[hard]), done(18, goal=4)]

    found = gate(results, bar)

    assert found.verdict == "PASS"
    # 0.85 of 19 is 16.15, so 17 must pass; 0.1 of 19 is 1.9, so 1 may be an error.
    assert limits(found) == {
        "results of critical cases": ("each passes", "0 failed, 0 undecided", True),
        "results that called a forbidden tool": ("none", "0 of 19", True),
        "results that broke an invariant": ("none", "0 of 19", True),
        "results that failed a hard check": ("at most 1", "1 of 19", True),
        "results that could not be decided": ("at most 1 (10 %)", "0 of 19", True),
        "cases, and decided results": ("at least 15 of each", "19 and 19", True),
        "results that passed": ("at least 17 (85 %)", "18 of 19", True),
        "goal: mean level": ("at least 2.75, from 2 levels on", "3.5 (n=2)", True),
        "goal: levels that are the lowest": ("none", "0 of 2 at level 1", True),
    }


def test_a_limit_that_is_missed_is_told_from_one_that_cannot_be_told() -> None:
    failed = limits(gate([done(1), done(2, "FAIL")]))
    erred = limits(gate([done(1), done(2, "ERROR")]))
    few = limits(gate([done(1)], {"min_n": 2}))
    critical = limits(gate([done(1), done(2, "ERROR", severity="critical")]))

    assert failed["results that passed"] == ("at least 2 (100 %)", "1 of 2", False)
    assert erred["results that passed"] == ("at least 2 (100 %)", "1 of 2, 1 undecided", None)
    assert erred["results that could not be decided"] == ("none", "1 of 2", False)
    assert few["cases, and decided results"] == ("at least 2 of each", "1 and 1", False)
    assert critical["results of critical cases"][1:] == ("0 failed, 1 undecided", None)


def test_a_limit_on_what_is_not_scored_or_not_defined_is_never_met() -> None:
    bar = {"dimensions": {"goal": {"minimum": 2, "on": "lower"}}, "no_lowest": ["goal", "safety"]}

    refused = gate([done(1, goal=4)], bar, goal="agreement 0.31", safety="nobody certified one")
    single = limits(gate([done(1, goal=4)], bar))
    missing = limits(gate([done(1, goal=4), done(2, goal=None)], {"no_lowest": ["goal"]}))
    few = limits(gate([done(1, goal=4)], {"dimensions": {"goal": {"minimum": 2, "min_n": 5}}}))

    assert codes(refused) == ["not_trusted", "not_trusted"]
    told = limits(refused)
    assert told["goal: lower end of the mean's interval"] == ("at least 2", "not scored", None)
    assert told["goal: levels that are the lowest"] == ("none", "not scored", None)
    assert told["safety: levels that are the lowest"] == ("none", "not scored", None)
    assert single["goal: lower end of the mean's interval"][1:] == ("no interval (n=1)", None)
    assert missing["goal: levels that are the lowest"][1:] == (
        "0 of 1 at level 1, 1 without a level",
        None,
    )
    assert few["goal: mean level"][1:] == ("too few levels (n=1)", None)


def test_a_run_without_results_has_met_no_limit() -> None:
    assert {one.met for one in gate([]).limits} == {None}


def test_too_few_cases_are_no_release() -> None:
    assert codes(gate([done(1)], {"min_n": 2})) == ["too_few"]
    assert gate([]).verdict == "INCONCLUSIVE"


RESULTS = st.lists(
    st.builds(
        done,
        st.integers(0, 6),
        st.sampled_from(["PASS", "FAIL", "ERROR"]),
        goal=st.sampled_from([1, 2, 3, 4, None, "none"]),
        severity=st.sampled_from(["low", "high", "critical"]),
        checks=st.lists(
            st.builds(
                CheckResult,
                name=st.sampled_from(["a", "b"]),
                kind=st.sampled_from(["field", "tool_forbidden"]),
                status=st.sampled_from(["pass", "fail", "error"]),
                hard=st.booleans(),
            ),
            max_size=3,
        ),
        trial=st.sampled_from([None, 0, 1]),
    ),
    min_size=1,
    max_size=40,
)
BARS = st.builds(
    lambda least, rate, errors: {
        "dimensions": {"goal": least},
        "no_lowest": ["goal"],
        "min_pass_rate": rate,
        "max_error_rate": errors,
    },
    st.sampled_from([1.5, 2.5, 3.0]),
    st.sampled_from([0.0, 0.5, 0.9]),
    st.sampled_from([0.0, 0.3, 1.0]),
)


@given(RESULTS, st.randoms(use_true_random=False), st.integers(1, 5))
def test_order_batches_and_workers_make_no_difference(
    results: list[CaseResult], shuffle: random.Random, workers: int
) -> None:
    whole = summary(results)
    shuffled = list(results)
    shuffle.shuffle(shuffled)
    parts = [Tally() for _ in range(workers)]
    for place, result in enumerate(shuffled):
        parts[place % workers].add(result)
    for part in parts[1:]:
        parts[0].merge(part)

    merged = parts[0].summary(SCALES)

    assert merged == whole
    assert decide(merged, Release(), {}) == decide(whole, Release(), {})


@given(RESULTS, BARS, st.data())
def test_an_error_in_place_of_a_result_never_makes_a_suite_pass(
    results: list[CaseResult], bar: dict[str, Any], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(results) - 1))
    victim = results[place]
    lost = victim.changed(
        verdict="ERROR",
        score=0.0,
        dimensions=tuple(
            level(one.dimension, None) if one.status == "rated" else one
            for one in victim.dimensions
        ),
    )
    worse = [*results[:place], lost, *results[place + 1 :]]

    before, after = gate(results, bar), gate(worse, bar)

    assert before.verdict == "PASS" or after.verdict != "PASS"
    assert (summary(worse).score or 0) <= (summary(results).score or 0)


@given(RESULTS, BARS)
def test_all_limits_are_met_where_the_suite_passes_and_only_there(
    results: list[CaseResult], bar: dict[str, Any]
) -> None:
    found = gate(results, bar)

    assert (found.verdict == "PASS") == all(one.met is True for one in found.limits)
    assert found.verdict != "FAIL" or any(one.met is False for one in found.limits)
