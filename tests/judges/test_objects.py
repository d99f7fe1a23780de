import time

import pytest

from workbench.judges.objects import shortened, take_apart


def _values(text: str) -> list[object]:
    return [found.fault.kind if found.fault else found.fields for found in take_apart(text).objects]


def test_objects_are_found_in_order_with_the_prose_around_them() -> None:
    parts = take_apart('First {"a": 1} then\n```json\n{"b": {"c": [{"d": 2}]}}\n``` done')

    assert [found.fields for found in parts.objects] == [{"a": 1}, {"b": {"c": [{"d": 2}]}}]
    assert parts.objects[0].text == '{"a": 1}'
    assert "First" in parts.prose
    assert "done" in parts.prose


@pytest.mark.parametrize("text", ["", "   ", "no brace", "a {kind of} brace :-{", "{'level': 3}"])
def test_a_brace_in_prose_opens_no_object(text: str) -> None:
    assert take_apart(text).objects == ()


def test_braces_comments_and_commas_inside_strings_are_text() -> None:
    text = r'{"a": "} // no, /* no */ {\" ,}", "b": "http://x.test//y",}'

    (found,) = take_apart(text).objects

    assert found.fields == {"a": '} // no, /* no */ {" ,}', "b": "http://x.test//y"}
    assert found.tolerated == ("trailing_comma",)


def test_comments_trailing_commas_and_raw_line_breaks_are_tolerated() -> None:
    text = '{ // one "quote"\n "a": [1, 2, ], /* {"z": 9} */ "b": "two\nlines", }'

    (found,) = take_apart(text).objects

    assert found.fields == {"a": [1, 2], "b": "two\nlines"}
    assert found.tolerated == ("comment", "trailing_comma")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": 1 "b": 2}', "malformed_object"),
        ('{"a": [1,,2]}', "malformed_object"),
        ('{"a": }', "malformed_object"),
        ('{"a": "never ends}', "malformed_object"),
        ('{"a": 1 /* never ends }', "malformed_object"),
        ('{"a": {"b": 1}', "malformed_object"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "malformed_object"),
        ('{"a": NaN}', "not_finite"),
        ('{"a": [-Infinity]}', "not_finite"),
        ('{"a": 1, "a": 2}', "contradicting_keys"),
        ('{"b": {"a": 1, "a": true}}', "contradicting_keys"),
    ],
)
def test_what_is_no_sound_json_is_found_and_refused(text: str, kind: str) -> None:
    assert _values(text) == [kind]


def test_a_key_that_stands_twice_with_one_value_is_one_key() -> None:
    assert _values('{"a": 1, "a": 1}') == [{"a": 1}]


def test_an_integer_of_any_length_is_read() -> None:
    (found,) = take_apart(f'{{"a": 1{"0" * 10_000}}}').objects

    assert found.fields == {"a": float("inf")}


def test_what_an_unclosed_object_holds_is_no_object_of_its_own() -> None:
    assert _values('{"draft": [{"level": 4}], "level": 1') == ["malformed_object"]


@pytest.mark.parametrize("tag", ["think", "thinking", "thought", "reasoning", "THINK"])
def test_reasoning_is_no_part_of_the_reply(tag: str) -> None:
    parts = take_apart(f'<{tag}>maybe {{"a": 1}}</{tag}>\n<{tag}>or {{"a": 2</{tag}> {{"a": 3}}')

    assert [found.fields for found in parts.objects] == [{"a": 3}]
    assert parts.prose == ""
    assert parts.reasoning


def test_reasoning_without_its_opening_tag_reaches_back_to_the_start() -> None:
    assert _values('maybe {"a": 1}?\n</think>\n{"a": 3}') == [{"a": 3}]


def test_reasoning_without_its_closing_tag_reaches_to_the_end() -> None:
    assert _values('<think>maybe {"a": 1}') == []


def test_a_tag_inside_a_string_is_text() -> None:
    assert _values('{"quote": "</think><think>", "a": 3}') == [{"quote": "</think><think>", "a": 3}]


@pytest.mark.parametrize(
    "unit", ['{"', "{/*", '{"a":', "<think>", "</think>", '{"a": "\\', "{ ", ",  ", "/*"]
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    started = time.perf_counter()

    take_apart(unit * 100_000)

    assert time.perf_counter() - started < 2


def test_what_a_message_shows_is_short_and_can_be_written() -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]

    assert len(shortened("x" * 1000)) < 100
    assert len(shortened(deep)) < 100
    assert shortened("half \ud800") == r"'half \ud800'"
