import time

import pytest

from tests.scoring.scored import case, check, result, statuses, transcript
from workbench.errors import DataError
from workbench.scoring.compiling import Resources, compiled


def test_a_pattern_that_takes_too_long_is_an_error_of_its_check_and_the_others_go_on() -> None:
    recorded = transcript("a" * 60 + "b")
    started = time.process_time()

    slow, nested, quick = result({"patterns": ["(?:a|aa)+$", "(a+)+$", "^a"]}, recorded).checks

    assert time.process_time() - started < 10
    assert (slow.status, slow.stage) == ("error", "harness")
    assert "took longer than 1 s" in str(slow.message)
    assert nested.status in ("fail", "error")
    assert quick.status == "pass"


def test_a_pattern_that_is_none_stops_the_suite_and_is_no_failure() -> None:
    with pytest.raises(DataError, match=r"case 'c': pattern '\[unclosed' must be a regular"):
        compiled(case({"patterns": ["[unclosed"]}), Resources())


def test_a_dot_stops_at_the_end_of_a_line_unless_the_pattern_says_otherwise() -> None:
    recorded = transcript("HOME\nWorkbox")

    assert statuses({"patterns": ["HOME.*Workbox", "(?s)HOME.*Workbox"]}, recorded) == [
        "fail",
        "pass",
    ]


def test_the_mode_is_search_unless_said_and_the_message_names_it() -> None:
    recorded = transcript("foo1\r\nfoo2\r\n")

    search = check({"patterns": [".*foo2.*"]}, recorded)
    whole = check({"patterns": [{"pattern": ".*foo2.*", "mode": "fullmatch"}]}, recorded)
    dotted = check({"patterns": [{"pattern": "(?s).*foo2.*", "mode": "fullmatch"}]}, recorded)

    assert (search.status, whole.status, dotted.status) == ("pass", "fail", "pass")
    assert "(fullmatch)" in str(whole.message)


@pytest.mark.parametrize(
    ("reply", "whole", "plain"),
    [
        ("The total is 100 USD", "fail", "pass"),
        ("10, as agreed", "pass", "pass"),
        ("1,010", "fail", "pass"),
        ("10.5 USD", "fail", "pass"),
        ("It is 10.", "pass", "pass"),
        ("USD 10", "pass", "pass"),
    ],
)
def test_a_whole_token_is_not_found_in_a_longer_number(reply: str, whole: str, plain: str) -> None:
    recorded = transcript(reply)

    assert check({"must_contain": [{"text": "10", "whole": True}]}, recorded).status == whole
    assert check({"must_contain": ["10"]}, recorded).status == plain


def test_text_is_found_in_upper_or_lower_case_in_any_reply() -> None:
    recorded = transcript("Your Hand Grinder ships.", "Bye.")

    assert check({"must_contain": ["hand grinder"]}, recorded).status == "pass"
    assert check({"must_contain": [{"text": "hand", "case_sensitive": True}]}, recorded).status == (
        "fail"
    )
    assert check({"must_contain": [{"text": "grinder", "on": "answer"}]}, recorded).status == "fail"


def test_what_must_not_be_said_is_shown_with_its_turn() -> None:
    found = check({"must_not_contain": ["traceback"]}, transcript("Hello", "a Traceback (most"))

    assert (found.status, found.turns, found.where) == ("fail", (2,), "turn 2")
    assert "Traceback" in str(found.got)


def test_a_customers_words_are_not_the_agents() -> None:
    turns = [{"role": "user", "content": "secret"}, {"role": "assistant", "content": "ok"}]

    assert check({"must_contain": ["secret"]}, transcript(turns=turns)).status == "fail"
    assert check({"must_not_contain": ["secret"]}, transcript(turns=turns)).status == "pass"


def test_a_negated_text_check_fails_where_there_was_no_text_to_look_at() -> None:
    silent = transcript(turns=[{"role": "user", "content": "x"}])

    assert check({"must_contain": [{"text": "y", "not": True}]}, silent).status == "fail"
