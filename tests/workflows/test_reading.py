"""Reading a conversation: pages, folds, what answers what, and what is said where."""

import json
from typing import Any

import pytest

from workbench.domain.transcript import Transcript
from workbench.workflows.reading import (
    PAGE,
    arguments_of,
    folded,
    is_empty,
    laid_out,
    mentions,
    page_around,
    result_of,
    stand_in,
)


def talk(*turns: dict[str, Any]) -> Transcript:
    numbered = [{"index": index} | turn for index, turn in enumerate(turns)]
    return Transcript.from_line(json.dumps({"id": "t1", "turns": numbered}))


def called(name: str = "lookup", **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "tool_calls": [{"id": "c1", "name": name} | fields]}


def answered(text: str = "found") -> dict[str, Any]:
    return {"role": "tool", "content": text, "tool_call_id": "c1"}


@pytest.mark.parametrize(
    ("turn", "count", "first", "last"),
    [(0, 3, 0, 2), (PAGE - 1, 50, 0, PAGE - 1), (PAGE, 50, PAGE, 2 * PAGE - 1), (49, 50, 40, 49)],
)
def test_a_page_holds_the_turn_and_stays_the_same_all_over_it(
    turn: int, count: int, first: int, last: int
) -> None:
    page = page_around(turn, count)

    assert (page[0], page[-1]) == (first, last)
    assert all(page_around(other, count) == page for other in page)


@pytest.mark.parametrize("said", [None, "", " \n\t", "\u200b\u200e"])
def test_a_turn_that_shows_nothing_is_empty(said: str | None) -> None:
    assert is_empty(talk({"role": "user", "content": said}).turns[0])


def test_a_turn_that_calls_a_tool_is_not_empty() -> None:
    assert not is_empty(talk(called()).turns[0])


def test_a_short_text_has_no_fold() -> None:
    text = "One line.\nAnother."

    assert folded(text) == len(text)
    assert folded("") == 0


def test_a_long_text_is_folded_between_words() -> None:
    text = "word " * 1000

    end = folded(text, characters=103)

    assert text[:end] == "word " * 20


def test_a_text_without_spaces_is_folded_all_the_same() -> None:
    assert folded("x" * 5000, characters=100) == 100


def test_many_short_lines_are_folded_at_a_line() -> None:
    text = "a\n" * 100

    assert text[: folded(text, lines=6)] == "a\n" * 6


def test_a_result_is_the_first_later_turn_that_names_the_call() -> None:
    one = talk(answered("too early"), called(), answered("found"), answered("again"))

    found = result_of(one, one.turns[1], one.turns[1].tool_calls[0])

    assert found is not None
    assert found.content == "found"


def test_a_call_that_nothing_answers_has_no_result() -> None:
    one = talk(called(), called(id=None))

    assert result_of(one, one.turns[0], one.turns[0].tool_calls[0]) is None
    assert result_of(one, one.turns[1], one.turns[1].tool_calls[0]) is None


def test_arguments_that_are_no_json_are_shown_as_they_came() -> None:
    one = talk(called(arguments_raw='{"order": '), called(arguments={"name": "Zoë"}), called())

    read = [arguments_of(turn.tool_calls[0]) for turn in one.turns]

    assert read == ['{"order": ', '{\n  "name": "Zoë"\n}', ""]


def test_words_are_found_wherever_a_reader_may_see_them_in_any_case_and_spacing() -> None:
    one = talk(
        {"role": "user", "content": "My  ORDER\nnumber"},
        called(arguments={"what": "my order number"}),
        answered("my order number"),
        called(name="my order number"),
        {"role": "user", "content": "no"},
    )

    assert mentions(one, " my order  number ") == (0, 1, 2, 3)


def test_words_stand_in_a_text_one_after_the_other_in_any_case_and_spacing() -> None:
    assert stand_in("My  ORDER\nnumber", " my order ")
    assert not stand_in("order my", "my order")
    assert not stand_in("my order", "  ")


def test_arguments_that_are_absent_are_no_text() -> None:
    assert mentions(talk(called()), "null") == ()


def test_nothing_sought_is_found_nowhere() -> None:
    assert mentions(talk({"role": "user", "content": "Hello"}), "  ") == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"a":1.10,"b":[]}', '{\n  "a": 1.10,\n  "b": []\n}'),
        ('[1e3, {"x": "a, {b}: \\"c"}]', '[\n  1e3,\n  {\n    "x": "a, {b}: \\"c"\n  }\n]'),
        ('{"a": 1, "a": null}', '{\n  "a": 1,\n  "a": null\n}'),
    ],
)
def test_a_json_result_is_set_a_value_a_line_and_every_value_stands_as_written(
    text: str, shown: str
) -> None:
    assert laid_out(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "found",
        "12",
        '"{}"',
        '{"a": 1',
        '{"a": 1} and more',
        "[" * 20_000,
        f"[{'1,' * 30_000}1]",
    ],
    ids=["empty", "words", "number", "string", "cut off", "followed", "too deep", "too long"],
)
def test_what_is_no_json_object_or_is_too_long_to_set_stands_as_it_came(text: str) -> None:
    assert laid_out(text) == text


def test_json_that_its_indents_would_blow_up_stands_as_it_came() -> None:
    text = "[" * 500 + "1" + "]" * 500

    assert laid_out(text) == text
