from typing import Any

import pytest

from tests.scoring.scored import Json, call, check, statuses, transcript


def user(text: str, **rest: Any) -> Json:
    return {"role": "user", "content": text} | rest


def agent(text: str | None = None, *calls: Json) -> Json:
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


def holds(rule: Any, *turns: Json) -> bool:
    found = check({"invariants": [rule]}, transcript(turns=turns))
    assert found.status in ("pass", "fail"), found.message
    assert found.hard
    return found.status == "pass"


ASKED = {"use": "asked_for", "tools": ["book"]}


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ("Yes, please.", True),
        ("I don't need insurance. Please proceed.", True),
        ("Go ahead", True),
        ("That works for me", True),
        ("No, don't proceed.", False),
        ("I am not sure", False),
        ("What would it cost?", False),
        ("Are you sure?", False),
        ("Hm, is that correct?", False),
        ("Does that include breakfast, is it ok with a dog?", False),
        ("Yes. Are you sure it is free?", True),
        ("Sure, could you book it today?", True),
    ],
)
def test_an_action_needs_a_yes_in_the_customers_latest_turn(word: str, kept: bool) -> None:
    assert holds(
        ASKED, user("Book it"), agent("Shall I?"), user(word), agent(None, call("book"))
    ) is (kept)


def test_other_tools_need_no_yes_and_a_yes_lasts_until_the_customer_speaks_again() -> None:
    turns = [user("Yes"), agent(None, call("book")), agent(None, call("book")), agent("Done")]

    assert holds(ASKED, user("Hello"), agent(None, call("look_up")))
    assert holds(ASKED, *turns)
    assert not holds(ASKED, *turns, user("Thanks, and the price?"), agent(None, call("book")))
    assert not holds(ASKED, agent(None, call("book")))


def test_a_human_must_approve_each_call() -> None:
    rule = {"use": "human_approval", "tools": ["pay"]}
    approves = user("approved", name="supervisor")

    assert holds(rule, user("Yes"), approves, agent(None, call("pay")))
    assert not holds(rule, user("Yes"), agent(None, call("pay")))
    assert not holds(rule, approves, agent(None, call("pay")), agent(None, call("pay")))
    assert not holds(rule, user("not approved", name="supervisor"), agent(None, call("pay")))
    assert holds(rule | {"by": ["desk"]}, user("ok", name="desk"), agent(None, call("pay")))


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ('{"approved": true}', True),
        ('{"approved": false, "by": "lead"}', False),
        ('{"request": "approve the refund", "status": "rejected"}', False),
        ("Approved: no", False),
        ("Denied. The amount is correct, the reason is not.", False),
    ],
)
def test_a_tool_that_asks_a_human_says_yes_or_no_as_tools_do(word: str, kept: bool) -> None:
    rule = {"use": "human_approval", "tools": ["pay"]}
    says = {"role": "tool", "name": "request_approval", "content": word}

    assert holds(rule, user("x"), says, agent(None, call("pay"))) is kept


def test_a_question_is_not_asked_again_once_it_was_answered() -> None:
    rule = "no_repeated_question"
    first, again = (
        agent("What is your order number?"),
        agent("Could you tell me your order number?"),
    )

    assert not holds(rule, first, user("KX-1"), again)
    assert holds(rule, first, user("Why do you ask?"), again)
    assert holds(rule, first, user("KX-1"), agent("What colour is the grinder?"))


@pytest.mark.parametrize(
    "question",
    [
        "Would you like to proceed with the cancellation? Please confirm.",
        "Shall I send a replacement for this order?",
        "I need your user id. Could you please provide these details?",
    ],
)
def test_an_offer_is_made_again_of_another_thing_and_a_request_points_elsewhere(
    question: str,
) -> None:
    turns = agent(f"KX-1: {question}"), user("Yes, please."), agent(f"KX-2: {question}")

    assert holds("no_repeated_question", *turns)


def test_the_last_answer_is_not_empty() -> None:
    assert holds("no_empty_answer", user("x"), agent("y"), user("bye"))
    assert holds("no_empty_answer", user("x"), agent(None, call("transfer")))
    assert not holds("no_empty_answer", user("x"), agent("  "))
    assert not holds("no_empty_answer", user("x"))


def test_one_call_at_a_time_and_none_beside_a_reply() -> None:
    two = agent(None, call("a"), call("b"))
    beside = agent("One moment.", call("a"))

    assert not holds("one_call_at_a_time", user("x"), two)
    assert holds("one_call_at_a_time", user("x"), beside, beside)
    assert not holds("no_call_beside_reply", user("x"), beside)
    assert holds("no_call_beside_reply", user("x"), two, agent("Done."))


def test_a_broken_rule_names_the_turns() -> None:
    found = check(
        {"invariants": ["one_call_at_a_time"]},
        transcript(turns=[user("x"), agent(None, call("a"), call("b"))]),
    )

    assert (found.turns, found.where, found.stage) == ((1,), "turn 1", "policy")


def test_markers_happen_in_order_and_never() -> None:
    turns = [
        user("x"),
        agent(None, call("look")),
        agent("The total is 5."),
        agent(None, call("pay")),
    ]
    markers = {
        "happened": ["look", {"text": "total"}, "cancel"],
        "in_order": ["look", {"text": "the total"}, "pay"],
        "never": [{"tool": "pay"}, {"text": "traceback"}],
    }

    found = statuses({}, transcript(turns=turns), markers=markers)

    assert found == ["pass", "pass", "fail", "pass", "fail", "pass"]


@pytest.mark.parametrize(
    ("calls", "wanted", "status"),
    [
        (["pay"], ["pay", "pay"], "fail"),
        (["pay", "pay"], ["pay", "pay"], "pass"),
        (["pay", "look"], ["look", "pay"], "fail"),
        (["look", "pay"], ["look", "pay"], "pass"),
    ],
)
def test_each_marker_of_an_order_is_an_event_of_its_own(
    calls: list[str], wanted: list[str], status: str
) -> None:
    turns = [user("x"), agent(None, *map(call, calls))]

    assert statuses({}, transcript(turns=turns), markers={"in_order": wanted}) == [status]


def test_texts_of_one_reply_have_their_order_too() -> None:
    said = transcript("First the total, then the date.")

    def order(*texts: str) -> list[str]:
        return statuses({}, said, markers={"in_order": [{"text": text} for text in texts]})

    assert order("total", "date") == ["pass"]
    assert order("date", "total") == ["fail"]
