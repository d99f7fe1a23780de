from typing import Any

import pytest
from pydantic import ValidationError

from tests.scoring.scored import case, check, outcome, result, statuses, transcript
from workbench.domain.transcript import Transcript
from workbench.scoring.compiling import Resources


def field(path: str, expected: Any, value: Any) -> str:
    return check({"fields": {path: expected}}, outcome(value)).status


@pytest.mark.parametrize(("path", "value"), [("blocked", False), ("count", 0), ("note", "")])
def test_false_zero_and_empty_are_values(path: str, value: object) -> None:
    assert field(path, value, {"blocked": False, "count": 0, "note": ""}) == "pass"


@pytest.mark.parametrize(
    ("path", "rule", "status"),
    [
        ("a", {"absent": False}, "pass"),
        ("a", {"equals": None}, "pass"),
        ("b", {"absent": False}, "fail"),
        ("b", {"absent": True}, "pass"),
        ("b", {"equals": None}, "fail"),
        ("b", {"equals": 1, "not": True}, "fail"),
        ("a", {"equals": 1, "not": True}, "pass"),
    ],
)
def test_a_missing_key_is_not_null_and_passes_no_negation(
    path: str, rule: dict[str, Any], status: str
) -> None:
    assert field(path, rule, {"a": None}) == status


def test_a_number_beyond_what_a_float_holds_is_another_number() -> None:
    said = transcript('{"n": 1' + "0" * 400 + "}")

    assert check({"fields": {"n": {"number": 1, "tolerance": 5}}}, said).status == "fail"


def test_digits_in_text_are_no_number_and_the_message_names_the_types() -> None:
    found = check({"fields": {"qty": 3}}, outcome({"qty": "3"}))
    other = check({"fields": {"qty": "3"}}, outcome({"qty": 3}))

    assert found.message == 'expected number 3, got text "3" at qty'
    assert other.message == 'expected text "3", got number 3 at qty'
    assert {found.status, other.status} == {"fail"}


def test_the_message_says_what_was_expected_and_what_was_got() -> None:
    found = check({"fields": {"blocked": 0}}, outcome({"blocked": 1}))

    assert (found.expected, found.got, found.where) == ("0", "1", "blocked")
    assert found.message == "expected 0, got 1 at blocked"


def test_a_path_reads_the_text_inside_and_without_one_the_check_sees_the_json_text() -> None:
    recorded = transcript(None, outcome={"value": "Short text"})
    pattern = r"^[\s\S]{1,12}$"

    inside = check({"patterns": [{"pattern": pattern, "path": "value"}]}, recorded)
    without = check({"patterns": [pattern]}, recorded)

    assert inside.status == "pass"
    assert without.status == "fail"
    assert '{"value": "Short text"}' in str(without.got)


def test_text_is_alike_in_upper_and_lower_case_and_in_every_form_of_a_letter() -> None:
    assert field("id", "kx-2041", {"id": "KX-2041"}) == "pass"
    assert field("name", "CAFÉ", {"name": "cafe\u0301"}) == "pass"
    assert field("name", "STRASSE", {"name": "Straße"}) == "pass"
    assert field("id", {"equals": "kx", "case_sensitive": True}, {"id": "KX"}) == "fail"


@pytest.mark.parametrize(
    ("expected", "got"), [(50, 50.0), ([1, "A"], [1.0, "a"]), ({"x": [None]}, {"x": [None]})]
)
def test_equal_numbers_lists_and_objects_are_the_same(expected: Any, got: Any) -> None:
    assert field("v", {"equals": expected}, {"v": got}) == "pass"


@pytest.mark.parametrize(("expected", "got"), [(1, True), (True, 1), (0, False), ("true", True)])
def test_booleans_are_neither_numbers_nor_text(expected: Any, got: Any) -> None:
    assert field("v", expected, {"v": got}) == "fail"


@pytest.mark.parametrize("path", ["items.0.id", "items[0].id", "items.-1.id"])
def test_paths_reach_into_lists(path: str) -> None:
    assert field(path, "A", {"items": [{"id": "a"}]}) == "pass"
    assert field("items.1.id", {"absent": True}, {"items": [{"id": "a"}]}) == "pass"


@pytest.mark.parametrize(
    ("rule", "value", "status"),
    [
        ({"contains": "grind"}, "Hand Grinder", "pass"),
        ({"contains": "b"}, ["A", "B"], "pass"),
        ({"contains": "1"}, 1, "fail"),
        ({"one_of": ["low", "high"]}, "HIGH", "pass"),
        ({"one_of": []}, "x", "fail"),
        ({"matches": r"^KX-\d+$"}, "KX-2041", "pass"),
        ({"matches": r"\d"}, 7, "fail"),
        ({"number": 12.5, "tolerance": 0.1}, 12.45, "pass"),
        ({"number": 12.5, "tolerance": 0.1}, 12.7, "fail"),
        ({"number": 0.3}, 0.1 + 0.2, "pass"),
        ({"number": 12}, "12", "fail"),
        ({"at_least": 0}, 0, "pass"),
        ({"at_least": 0, "at_most": 1}, 2, "fail"),
        ({"length": 2}, [1, 2], "pass"),
        ({"length": {"at_least": 1}}, "", "fail"),
        ({"length": 1}, 5, "fail"),
    ],
)
def test_every_operator(rule: dict[str, Any], value: Any, status: str) -> None:
    assert field("v", rule, {"v": value}) == status


def test_bare_text_of_a_free_text_field_is_a_part_of_it() -> None:
    free = Resources(free_text=frozenset({"product"}))
    recorded = outcome({"product": "Hand GRINDER, walnut", "order": "KX-1 or so"})
    expect = {"fields": {"product": "grinder", "order": "KX-1"}}

    product, order = result(expect, recorded, free).checks

    assert (product.status, order.status) == ("pass", "fail")


def test_a_free_text_field_that_must_be_null_must_be_null() -> None:
    free = Resources(free_text=frozenset({"note"}))

    assert result({"fields": {"note": None}}, outcome({"note": "x"}), free).verdict == "FAIL"
    assert result({"fields": {"note": None}}, outcome({"note": None}), free).verdict == "PASS"


def test_an_answer_that_is_json_is_the_outcome_where_none_was_recorded() -> None:
    assert statuses({"fields": {"a": 1}}, transcript('{"a": 1}')) == ["pass"]
    assert statuses({"fields": {"a": 1}}, transcript("no json")) == ["fail"]


def test_a_mapping_that_says_nothing_known_is_refused() -> None:
    with pytest.raises(ValidationError, match="eqals"):
        case({"fields": {"a": {"eqals": 1}}})
    with pytest.raises(ValidationError, match="must say what is expected"):
        case({"fields": {"a": {"name": "x"}}})


def test_a_check_has_the_name_it_was_given_and_can_be_negated() -> None:
    rule = {"equals": "billing", "not": True, "name": "not billing"}

    found = check({"fields": {"category": rule}}, outcome({"category": "Billing"}))

    assert (found.name, found.status, found.negated) == ("not billing", "fail", True)
    assert found.message == "expected that it does not hold, and it does"


def test_state_that_was_not_recorded_is_an_error_and_not_a_failure() -> None:
    without: Transcript = transcript("Done.")

    found = check({"state": {"order.status": "cancelled"}}, without)
    held = check(
        {"state": {"order.status": "cancelled"}},
        transcript("Done.", final_state={"order": {"status": "cancelled"}}),
    )

    assert (found.status, found.stage) == ("error", "harness")
    assert "no final state was recorded" in str(found.message)
    assert held.status == "pass"


@pytest.mark.parametrize(
    "said",
    [
        '```json\n{"total": 4}\n```',
        '```\n{"total": 4}\n```\n',
        'Here it is:\n\n```JSON\r\n{\n  "total": 4\n}\n```\nAnything else?',
        '```python\ntotal = 4\n```\n```json\n{"total": 4}\n```',
    ],
)
def test_json_in_a_fence_is_the_outcome(said: str) -> None:
    rules = {"fields": {"total": 4}, "json_schema": {"schema": {"required": ["total"]}}}

    assert statuses(rules, transcript(said)) == ["pass", "pass"]
    assert statuses(rules, outcome(said)) == ["pass", "pass"]


@pytest.mark.parametrize(
    "said",
    [
        '```json\n{"total": 4}\n```\n```json\n{"total": 5}\n```',
        '```json\n{"total": 4,}\n```',
        '```python\n{"total": 4}\n```',
        'In line: ```{"total": 4}```',
    ],
)
def test_which_json_was_meant_is_not_guessed(said: str) -> None:
    assert check({"fields": {"total": 4}}, transcript(said)).status == "fail"
    assert check({"fields": {"total": 4}}, outcome(said)).status == "fail"


def test_a_schema_can_want_json_without_a_fence() -> None:
    rule = {"json_schema": {"schema": {"type": "object"}, "fenced": False}}

    assert check(rule, outcome('{"total": 4}')).status == "pass"
    assert check(rule, outcome('```json\n{"total": 4}\n```')).status == "fail"
    assert check(rule, transcript('```json\n{"total": 4}\n```')).status == "fail"


@pytest.mark.parametrize("path", ['"a.b".c', "'a.b'.c", '["a.b"].c'])
def test_a_key_that_holds_a_dot_is_named_in_quotes(path: str) -> None:
    assert field(path, 1, {"a.b": {"c": 1}, "a": {"b": {"c": 2}}}) == "pass"
    assert field("a.b.c", 2, {"a.b": {"c": 1}, "a": {"b": {"c": 2}}}) == "pass"


@pytest.mark.parametrize("rule", [1, {"number": 1}])
def test_a_path_that_misses_a_key_with_a_dot_says_how_to_name_it(rule: object) -> None:
    found = check({"fields": {"x.a.b.c": rule}}, outcome({"x": {"a.b": {"c": 1}}}))

    assert found.message is not None
    assert "write it in quotes, 'x.\"a.b\".c'" in found.message
    assert "quotes" not in str(check({"fields": {"x.a": rule}}, outcome({"x": {}})).message)
