from typing import Any

import pytest

from tests.scoring.scored import check, transcript
from workbench.scoring.numbers import stated


def fact(rule: Any, reply: str) -> str:
    return check({"facts": {"f": rule}}, transcript(reply)).status


@pytest.mark.parametrize(
    "reply",
    [
        "It is 15 %.",
        "15.0 % of all",
        "We found fifteen per cent.",
        "fifteen percent",
        "Fifteen.",
        "15",
        "about 15,0 %",
    ],
)
def test_digits_and_words_are_the_same_fact(reply: str) -> None:
    assert fact({"value": 15, "unit": "%"}, reply) == "pass"


@pytest.mark.parametrize(
    "reply",
    ["150 %", "1.5 %", "It is 15 EUR.", "KX-15", "2026-03-15", "15:30", "the 15th", "v1.15"],
)
def test_what_only_looks_like_it_is_another_fact(reply: str) -> None:
    assert fact({"value": 15, "unit": "%"}, reply) == "fail"


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("Sales changed by -4 %.", "pass"),
        ("Sales changed by −4.0 %.", "pass"),
        ("Sales fell by 4 %.", "pass"),
        ("Sales saw a drop of four per cent.", "pass"),
        ("Sales were 4 % lower.", "pass"),
        ("minus four per cent", "pass"),
        ("Sales changed by 4 %.", "fail"),
        ("Sales rose by 4 %.", "fail"),
        ("Returns fell sharply; sales rose by 4 %.", "fail"),
        ("Returns fell, and sales rose by 4 %.", "fail"),
        ("Returns fell by 2 % and sales changed by 4 %.", "fail"),
        ("Sales fell to 4 %.", "fail"),
    ],
)
def test_a_negative_fact_needs_a_minus_or_a_falling_word_in_its_own_clause(
    reply: str, status: str
) -> None:
    assert fact(-4.0, reply) == status


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("Returns grew by 12.5 %.", "pass"),
        ("Returns fell by 12.5 %.", "fail"),
        ("Returns fell to 12.5 %.", "pass"),
        ("Returns are -12.5 %.", "fail"),
        ("Sales fell, but returns rose 12.5 %.", "pass"),
        ("Although sales fell by 4 %, returns rose by 12.5 %.", "pass"),
    ],
)
def test_the_wrong_direction_is_wrong(reply: str, status: str) -> None:
    assert fact(12.5, reply) == status


@pytest.mark.parametrize(
    ("unit", "reply", "status"),
    [
        ("USD", "EUR 15", "fail"),
        ("EUR", "EUR 15", "pass"),
        ("USD", "US$15", "pass"),
        ("EUR", "US$ 15", "fail"),
        ("days", "15 hours", "fail"),
        ("day", "15-day", "pass"),
        ("working days", "15 days", "pass"),
        ("days", "15 working days", "pass"),
        ("%", "15 minutes", "fail"),
        ("kg", "15 kg", "pass"),
    ],
)
def test_a_number_with_another_unit_is_another_fact(unit: str, reply: str, status: str) -> None:
    assert fact({"value": 15, "unit": unit}, reply) == status


def test_facts_are_told_apart_by_the_words_near_them() -> None:
    reply = "Sales and orders rose by 5 %, and returns rose by 7 %."

    assert fact({"value": 5, "near": "orders"}, reply) == "pass"
    assert fact({"value": 5, "near": ["sales"]}, reply) == "pass"
    assert fact({"value": 7, "near": ["sales"]}, reply) == "fail"
    assert fact({"value": 7, "near": ["returns", "refunds"]}, reply) == "pass"


@pytest.mark.parametrize(
    ("reply", "status"), [("7.24 %", "pass"), ("7.3 %", "fail"), ("seven point two", "pass")]
)
def test_a_tolerance_is_a_distance(reply: str, status: str) -> None:
    assert fact({"value": 7.2, "tolerance": 0.05}, reply) == status


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,010 and 48.90 and 2.5 million", [1010, 48.9, 2_500_000]),
        ("one hundred and five, twenty-five, two thousand three hundred", [105, 25, 2300]),
        ("€12 or 12 euros", [12, 12]),
        ("3-4 days", [3, 4]),
        ("no number at all", []),
        ("15kg, 3rd, A4", [15]),
        ("-3, +4", [3, 4]),
        ("1.234,56 and 1.234.567 and 1.234", [1234.56, 1_234_567, 1.234]),
        ("1\u202f234,5 and 1\u00a0234 and 1’234.5", [1234.5, 1234, 1234.5]),
        ("12,34,567 and 1,23,456.7", [1_234_567, 123_456.7]),
        ("1.2M, 3K, $4m, 5 m, 6 trillion, 7 mn", [1.2e6, 3e3, 4e6, 5, 6e12, 7e6]),
        ("1e6, 2.5e-3, .5, 3east", [1e6, 0.0025, 0.5, 3]),
        ("a hundred and five, a million, an hour", [105, 1e6]),
        ("15/03/2026, 15.03.26, 10.0.0.1", [10.0]),
    ],
)
def test_numbers_are_read_from_text(text: str, values: list[float]) -> None:
    assert [number.value for number in stated(text)] == values


def test_a_missing_fact_shows_the_numbers_that_were_there() -> None:
    found = check({"facts": {"rate": {"value": 7.2, "unit": "%"}}}, transcript("It fell by 3 %."))

    assert found.message == "expected the fact 7.2 %, got -3%"
    assert found.stage == "facts_despite_evidence"
