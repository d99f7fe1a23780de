from typing import Any

import pytest
from pydantic import ValidationError

from tests.scoring.scored import Json, call, case, check, result, statuses, transcript
from workbench.scoring.case import asks


def required(tools: list[Any], calls: list[Json]) -> list[str]:
    return statuses({"tools": {"required": tools}}, transcript("Done.", calls=calls))


def test_two_equal_calls_are_two() -> None:
    search = call("search", q="x")

    assert required([search, search], [search, search]) == ["pass", "pass"]
    assert required([search, search], [search]) == ["pass", "fail"]


def test_a_call_too_many_is_no_better_and_max_calls_fails_it() -> None:
    recorded = transcript("Done.", calls=[call("weather_check")] * 3)

    found = result({"tools": {"required": ["weather_check"]}}, recorded)
    limited = check({"tools": {"max_calls": {"weather_check": 1}}}, recorded)

    assert (found.score, found.effort.repeated_calls) == (1.0, 2)
    assert limited.message == "expected at most 1 call of weather_check, got 3 calls"


def test_one_place_asked_for_twice_does_not_stand_for_two_places() -> None:
    york, shanghai = call("weather", city="New York"), call("weather", city="Shanghai")
    recorded = transcript("Done.", calls=[shanghai, shanghai])

    first, second = result({"tools": {"required": [york, shanghai]}}, recorded).checks

    assert (first.status, second.status) == ("fail", "pass")
    assert 'city: "Shanghai" in place of "New York"' in str(first.message)
    assert first.stage == "tool_arguments"
    assert required([call("a"), call("b")], [call("b"), call("a")]) == ["pass", "pass"]


def test_a_loose_expectation_leaves_the_exact_call_to_the_strict_one() -> None:
    loose, strict = {"name": "s"}, call("s", q="x")

    assert required([loose, strict], [call("s", q="x"), call("s", q="y")]) == ["pass", "pass"]


def test_numbers_in_arguments_count_by_value_and_text_is_no_number() -> None:
    refund = call("refund", amount=50)

    assert required([refund], [call("refund", amount=50.0)]) == ["pass"]
    found = check(
        {"tools": {"required": [refund]}},
        transcript("Done.", calls=[call("refund", amount="50")]),
    )
    assert found.status == "fail"
    assert 'amount: text "50" in place of number 50' in str(found.message)


def test_arguments_in_text_are_read_and_count_letter_by_letter() -> None:
    raw = {"name": "get", "arguments": '{"id": "A1"}'}

    assert required([call("get", id="A1")], [raw]) == ["pass"]
    assert required([call("get", id="a1")], [raw]) == ["fail"]
    assert required([call("get", id="A1")], [{"name": "get", "arguments_raw": "{broken"}]) == [
        "fail"
    ]


def test_the_match_is_a_subset_unless_it_is_exact() -> None:
    made = [call("search", topic="visa", limit=5)]
    exact = call("search", topic="visa") | {"match": "exact"}

    assert required([call("search", topic="visa")], made) == ["pass"]
    assert required([exact], made) == ["fail"]


def test_a_missing_hand_off_fails_the_case_whatever_is_said_and_no_judge_is_asked() -> None:
    recorded = transcript("I have transferred you to a colleague.")

    found = result({"tools": {"required": ["transfer_to_human"]}}, recorded, severity="high")

    assert (found.verdict, found.score) == ("FAIL", 0.0)
    assert not asks(found).dimensions
    assert not asks(found).criteria


def test_a_forbidden_call_is_hard_at_any_severity() -> None:
    recorded = transcript("Done.", calls=[call("waive_fine")])

    found = result({"tools": {"forbidden": ["waive_fine"]}}, recorded, severity="low")

    assert (found.verdict, found.score, found.failed_hard) == ("FAIL", 0.0, True)
    assert not asks(found).dimensions


def test_a_forbidden_call_may_be_one_with_certain_arguments() -> None:
    rule = {"name": "refund", "arguments": {"amount": 500}}

    assert statuses(
        {"tools": {"forbidden": [rule]}}, transcript("x", calls=[call("refund", amount=5)])
    ) == ["pass"]


def test_no_calls_allowed_forbids_the_tool() -> None:
    recorded = transcript("Done.", calls=[call("pay")])

    found = check({"tools": {"max_calls": {"pay": 0}}}, recorded)

    assert (found.status, found.kind, found.hard) == ("fail", "tool_forbidden", True)


@pytest.mark.parametrize(
    ("rule", "statuses_"),
    [({"max_calls": 2}, "pass"), ({"max_calls": 1}, "fail"), ({"min_calls": {"b": 1}}, "pass")],
)
def test_calls_are_counted_by_tool_or_all_together(rule: dict[str, Any], statuses_: str) -> None:
    recorded = transcript("Done.", calls=[call("a"), call("b")])

    assert check({"tools": rule}, recorded).status == statuses_


def test_order_is_a_subsequence() -> None:
    recorded = transcript("x", calls=[call("a"), call("x"), call("b")])

    assert check({"tools": {"order": ["a", "b"]}}, recorded).status == "pass"
    wrong = check({"tools": {"order": ["b", "a"]}}, recorded)
    assert (wrong.status, wrong.stage) == ("fail", "order_or_retry")
    assert "a is not called after b" in str(wrong.got)


def test_calls_of_a_simulated_user_are_not_the_agents() -> None:
    turns: list[Json] = [
        {"role": "user", "content": None, "tool_calls": [call("pay")]},
        {"role": "assistant", "content": "Thanks."},
    ]
    recorded = transcript(turns=turns)

    assert statuses({"tools": {"forbidden": ["pay"], "required": ["pay"]}}, recorded) == [
        "fail",
        "pass",
    ]


def test_a_call_can_be_titled_and_negated() -> None:
    rule = {"name": "refund", "not": True, "title": "no refund"}

    found = check({"tools": {"required": [rule]}}, transcript("x", calls=[call("refund")]))

    assert (found.name, found.status) == ("no refund", "fail")


def test_an_unknown_key_of_tools_is_refused() -> None:
    with pytest.raises(ValidationError, match="forbiden"):
        case({"tools": {"forbiden": ["x"]}})
