"""Anthropic messages."""

from collections.abc import Callable
from typing import Any

from workbench.importers import anthropic, openai

Read = Callable[..., Any]

DOCUMENT = {
    "id": "msg-run-1",
    "model": "claude-x",
    "system": [{"type": "text", "text": "You are a clerk."}],
    "messages": [
        {"role": "user", "content": "Cancel order 7."},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Check first."},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "tu1", "name": "get_order", "input": {"id": 7}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "tu1",
                    "is_error": True,
                    "content": [
                        {"type": "text", "text": "not found"},
                        {"type": "image", "source": {"type": "base64", "data": "AAAA"}},
                    ],
                }
            ],
        },
        {"role": "assistant", "content": "There is no order 7."},
    ],
    "usage": {"input_tokens": 11, "output_tokens": 3, "cache_read_input_tokens": 2},
}


def test_tool_results_are_no_turns_of_the_user(read: Read) -> None:
    transcript = read(anthropic.read_transcripts, DOCUMENT).transcript

    assert [turn.role for turn in transcript.turns] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    result = transcript.turns[3]
    assert (result.content, result.tool_call_id, result.is_error) == (
        "not found\n[image]",
        "tu1",
        True,
    )
    assert transcript.orphan_results == ()
    assert transcript.unanswered_calls == ()


def test_nothing_of_it_is_lost(read: Read) -> None:
    found = read(anthropic.read_transcripts, DOCUMENT)

    transcript = found.transcript
    messages: Any = DOCUMENT["messages"]
    assert transcript.turns[2].tool_calls[0].arguments == {"id": 7}
    assert transcript.metadata["turns"]["2"] == {"content": messages[1]["content"]}
    assert transcript.metadata["turns"]["3"] == {"content": messages[2]["content"]}
    assert transcript.metadata["usage"]["cache_read_input_tokens"] == 2
    assert found.said("dropped") == []
    assert found.said("note") == [
        "msg-run-1: turn 2: thinking kept in metadata, raters do not read it"
    ]


def test_it_recognises_its_own_and_leaves_a_plain_chat_to_openai() -> None:
    plain = {"messages": [{"role": "user", "content": "Hi"}]}

    assert anthropic.recognises(DOCUMENT)
    assert anthropic.recognises([DOCUMENT])
    assert anthropic.recognises(DOCUMENT["messages"])
    assert anthropic.recognises({**plain, "system": "Be kind."})
    assert not anthropic.recognises(plain)
    assert not openai.recognises(DOCUMENT)
