"""How chat messages become turns; the numbers are those of the field cases."""

import json
from typing import Any

import pytest

from workbench.errors import DataError
from workbench.importers.messages import converse


def _assistant_calling(*calls: dict[str, Any], content: Any = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def _call(name: str, arguments: Any, call_id: str = "c1") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": function}


def test_null_content_beside_a_call_is_a_turn_with_a_call_and_no_text() -> None:  # case 154
    said = converse(
        [
            {"role": "user", "content": "Refund?"},
            _assistant_calling(_call("get_order", '{"id": 7}')),
            {"role": "tool", "tool_call_id": "c1", "content": "{}"},
        ]
    )

    assert [turn.role for turn in said.turns] == ["user", "assistant", "tool"]
    (call,) = said.turns[1].tool_calls
    assert said.turns[1].content is None
    assert (call.id, call.name, call.arguments) == ("c1", "get_order", {"id": 7})
    assert said.turns[2].tool_call_id == "c1"
    assert said.notes == ()
    assert said.kept == {}


def test_parts_are_text_with_markers_and_stay_whole_beside_it() -> None:  # case 155
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    parts = [{"type": "text", "text": "See photo"}, image, "plain string part"]

    said = converse([{"role": "user", "content": parts}])

    assert said.turns[0].content == "See photo\n[image]\nplain string part"
    assert said.kept == {"0": {"content": parts}}


def test_plain_text_parts_leave_nothing_to_keep() -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]

    said = converse([{"role": "user", "content": parts}])

    assert said.turns[0].content == "one\ntwo"
    assert said.kept == {}


@pytest.mark.parametrize("result", ["42", "[1,2]", "not json", ""])
def test_a_result_that_is_no_object_stays_as_it_came(result: str) -> None:  # case 156
    said = converse(
        [
            _assistant_calling(_call("list_ids", "[1,2]")),
            {"role": "tool", "tool_call_id": "c1", "content": result},
        ]
    )

    assert said.turns[0].tool_calls[0].arguments == [1, 2]
    assert said.turns[1].content == result
    assert said.notes == ()


def test_arguments_that_are_not_json_are_kept_as_text_and_named() -> None:  # case 157
    raw = '{"command": "view", "range": \\n[1, 20]\\n}'

    said = converse([_assistant_calling(_call("edit", raw))])

    (call,) = said.turns[0].tool_calls
    assert (call.name, call.arguments, call.arguments_raw) == ("edit", None, raw)
    assert call.arguments_invalid
    assert said.notes == ("turn 0: the arguments of edit are not JSON; kept as text",)


def test_arguments_may_come_as_an_object() -> None:
    said = converse([_assistant_calling({"id": "a", "name": "look", "arguments": {"q": 1}})])

    (call,) = said.turns[0].tool_calls
    assert (call.arguments, call.arguments_raw) == ({"q": 1}, None)


def test_a_lone_surrogate_in_arguments_does_not_reach_the_turn() -> None:
    said = converse([_assistant_calling(_call("say", '{"text": "bad \\udc00"}'))])

    assert said.turns[0].tool_calls[0].arguments == {"text": "bad \ufffd"}


def test_the_older_function_call_is_a_call_without_an_id() -> None:
    older = {"name": "find", "arguments": "{}"}

    said = converse(
        [
            {"role": "assistant", "content": None, "function_call": older},
            {"role": "function", "name": "find", "content": "3"},
        ]
    )

    assert said.turns[0].tool_calls[0].name == "find"
    assert (said.turns[1].role, said.turns[1].name) == ("tool", "find")
    assert said.kept == {"1": {"role": "function"}}


def test_results_inside_a_user_message_are_turns_of_the_tool() -> None:
    said = converse(
        [
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "t1",
                        "content": "gone",
                        "is_error": True,
                    },
                    {"type": "tool_result", "tool_use_id": "t2"},
                    {"type": "text", "text": "And now?"},
                ],
            }
        ]
    )

    assert [(turn.role, turn.content) for turn in said.turns] == [
        ("tool", "gone"),
        ("tool", None),
        ("user", "And now?"),
    ]
    assert [turn.tool_call_id for turn in said.turns] == ["t1", "t2", None]
    assert [turn.is_error for turn in said.turns] == [True, False, False]
    assert said.kept == {}


def test_thinking_is_kept_beside_the_turn_and_named() -> None:
    parts = [
        {"type": "thinking", "thinking": "He is cross.", "signature": "x"},
        {"type": "text", "text": "Sorry."},
        {"type": "tool_use", "id": "t1", "name": "look", "input": {"order": 7}},
    ]

    said = converse([{"role": "assistant", "content": parts}])

    assert said.turns[0].content == "Sorry."
    assert said.turns[0].tool_calls[0].arguments == {"order": 7}
    assert said.kept == {"0": {"content": parts}}
    assert said.notes == ("turn 0: thinking kept in metadata, raters do not read it",)


def test_a_tool_that_the_provider_ran_answers_between_what_was_said() -> None:
    parts = [
        {"type": "text", "text": "Let me look."},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "hit"}]},
        {"type": "text", "text": "Found it."},
    ]

    said = converse([{"role": "assistant", "content": parts}])

    assert [turn.role for turn in said.turns] == ["assistant", "tool", "assistant"]
    assert said.turns[0].tool_calls[0].name == "web_search"
    assert said.turns[1].tool_call_id == "s1"
    assert said.turns[2].content == "Found it."
    assert said.kept["1"] == {"content": [parts[2]]}


def test_a_call_that_holds_its_result_is_answered_by_a_turn_of_its_own() -> None:
    part = {"type": "tool_use", "id": "m1", "name": "sum", "arguments": "[1,2]", "result": "3"}

    said = converse([{"role": "assistant", "content": [part]}])

    assert [(turn.role, turn.content) for turn in said.turns] == [
        ("assistant", None),
        ("tool", "3"),
    ]
    assert said.turns[1].tool_call_id == "m1"


def test_a_refusal_and_a_spoken_answer_are_what_was_said() -> None:
    spoken = {"id": "a1", "transcript": "Hello.", "data": "UklG"}

    said = converse(
        [
            {"role": "assistant", "content": None, "refusal": "I cannot."},
            {"role": "assistant", "content": None, "audio": spoken},
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
        ]
    )

    assert [turn.content for turn in said.turns] == ["I cannot.", "Hello.\n[audio]", "No."]
    assert said.kept["1"] == {"audio": spoken}


def test_an_unknown_role_is_named_and_its_words_stay() -> None:
    said = converse([{"role": "critic", "content": "Too long."}, {"role": "user", "content": "?"}])

    first = said.turns[0]
    assert (first.role, first.name, first.content) == ("system", "critic", "Too long.")
    assert said.notes == ("turn 0: role 'critic' is unknown, read as system",)


def test_a_developer_speaks_as_the_system() -> None:
    said = converse([{"role": "developer", "content": "Be brief."}])

    assert said.turns[0].role == "system"
    assert said.kept == {"0": {"role": "developer"}}
    assert said.notes == ()


def test_nothing_said_and_nothing_called_is_named() -> None:
    said = converse([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": None}])

    assert said.notes == ("turn 1: no content recorded",)
    assert said.has_content


def test_fields_that_a_turn_has_no_place_for_are_kept_under_its_index() -> None:
    message = {
        "role": "user",
        "content": "Hi",
        "name": "eve",
        "timestamp": "2025-01-02T03:04:05Z",
        "weight": 0,
        "tags": [],
    }

    said = converse([message])

    assert said.turns[0].name == "eve"
    assert said.turns[0].at is not None
    assert said.kept == {"0": {"weight": 0}}


def test_a_time_without_its_zone_is_kept_and_not_guessed() -> None:
    said = converse([{"role": "user", "content": "Hi", "timestamp": "2025-01-02T03:04:05"}])

    assert said.turns[0].at is None
    assert said.kept == {"0": {"timestamp": "2025-01-02T03:04:05"}}


def test_content_that_is_an_object_is_shown_as_json() -> None:
    said = converse([{"role": "tool", "tool_call_id": "c", "content": {"total": 3}}])

    assert json.loads(said.turns[0].content or "") == {"total": 3}


def test_a_call_without_a_name_is_kept_whole() -> None:
    call = {"id": "c", "type": "function", "function": {"arguments": "{}"}}

    said = converse([_assistant_calling(call)])

    assert said.turns[0].tool_calls[0].name == "unnamed"
    assert said.kept == {"0": {"tool_calls": [call]}}


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        (["hello"], "message 0: must be an object, got str"),
        ([{"content": "hello"}], "message 0: says no role"),
    ],
)
def test_a_message_that_is_none_says_why(messages: list[Any], why: str) -> None:
    with pytest.raises(DataError, match=why):
        converse(messages)
