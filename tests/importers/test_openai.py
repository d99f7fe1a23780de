"""OpenAI chats and Responses items."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.importers import anthropic, openai
from workbench.importers.found import Options, Remark

Read = Callable[..., Any]

CHAT = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}]}


def test_a_document_is_one_chat_with_all_it_says(read: Read) -> None:
    document = {
        **CHAT,
        "id": "chat-7",
        "model": "gpt-x",
        "case": 12,
        "trial": 2,
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
        "metadata": {"team": "west"},
        "tools": [{"type": "function"}],
    }

    transcript = read(openai.read_transcripts, document).transcript

    assert (transcript.id, transcript.case, transcript.trial) == ("chat-7", "12", 2)
    assert transcript.agent.model == "gpt-x"
    assert (transcript.usage.input_tokens, transcript.usage.output_tokens) == (5, 2)
    assert transcript.metadata["team"] == "west"
    assert transcript.metadata["tools"] == [{"type": "function"}]
    assert transcript.source.format == "openai"
    assert len(transcript.source.sha256) == 64


def test_a_chat_without_an_id_is_named_after_its_file_and_place(read: Read) -> None:
    found = read(openai.read_transcripts, CHAT, CHAT)

    assert [transcript.id for transcript in found.transcripts] == ["found-1", "found-2"]
    assert found.said("note") == [
        "found-1: named after its file and place, the record has no id",
        "found-2: named after its file and place, the record has no id",
    ]


@pytest.mark.parametrize("document", [CHAT["messages"], [CHAT]])
def test_a_list_of_messages_and_a_list_of_chats_are_read_too(read: Read, document: Any) -> None:
    assert len(read(openai.read_transcripts, document).transcript.turns) == 2


def test_one_bad_record_does_not_stop_the_others(read: Read) -> None:
    bad = {"id": "b", "messages": [{"content": "no role"}]}

    found = read(
        openai.read_transcripts, {**CHAT, "id": "a"}, bad, {"id": "c"}, {**CHAT, "id": "d"}
    )

    assert [transcript.id for transcript in found.transcripts] == ["a", "d"]
    assert [(remark.line, remark.message) for remark in found.remarks] == [
        (2, "message 0: says no role"),
        (3, "must be an object with a list of `messages`"),
    ]
    assert {remark.kind for remark in found.remarks} == {"skipped"}


def test_lines_are_read_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    line = b'{"messages":[{"role":"user","content":"1"}]}\r\n'
    path.write_bytes(b"\xef\xbb\xbf" + line + line)

    found = list(openai.read_transcripts(path, Options()))

    assert [type(each).__name__ for each in found].count("Transcript") == 2


def test_a_document_is_read_even_where_its_name_says_lines(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({**CHAT, "id": "a"}, indent=2), encoding="utf-8")

    (transcript,) = openai.read_transcripts(path, Options())

    assert not isinstance(transcript, Remark)
    assert len(transcript.turns) == 2


def test_a_first_line_that_is_broken_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "chats.jsonl"
    path.write_text('{"id": "a", "mess\n' + json.dumps({**CHAT, "id": "b"}), encoding="utf-8")

    broken, transcript = openai.read_transcripts(path, Options())

    assert isinstance(broken, Remark)
    assert (broken.line, broken.kind) == (1, "skipped")
    assert not isinstance(transcript, Remark)


def test_an_empty_chat_is_a_note_and_no_transcript(read: Read) -> None:
    silent = {"id": "b", "messages": [{"role": "assistant", "content": None}]}

    found = read(openai.read_transcripts, {"id": "a", "messages": []}, silent)

    assert found.transcripts == []
    assert found.said("note") == [
        "a: no content recorded, nothing to import",
        "b: no content recorded, nothing to import",
    ]


def test_calls_and_results_pair_by_id_and_the_lonely_are_named(read: Read) -> None:  # case 158
    calls = [{"id": name, "function": {"name": "look", "arguments": "{}"}} for name in ("c1", "c2")]
    messages = [
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        {"role": "tool", "tool_call_id": "zz", "content": "whose?"},
        {"role": "user", "content": "Well?"},
    ]

    found = read(openai.read_transcripts, {"id": "t", "messages": messages})

    assert found.transcript.unanswered_calls == ("c2",)
    assert found.transcript.orphan_results == (2,)
    assert len(found.transcript.turns[0].tool_calls) == 2
    assert found.said("note") == [
        "t: turn 2: a tool result for call 'zz', which no earlier turn made",
        "t: call 'c2' has no result",
    ]


def test_a_responses_call_without_its_output_is_a_call_without_result(read: Read) -> None:
    items = [  # case 160
        {"type": "function_call", "call_id": "c9", "name": "search", "arguments": "{}"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Here you go"}],
        },
    ]

    found = read(openai.read_transcripts, items)

    assert [turn.role for turn in found.transcript.turns] == ["assistant", "assistant"]
    assert found.transcript.turns[1].content == "Here you go"
    assert found.transcript.unanswered_calls == ("c9",)


def test_a_stored_response_is_read_from_instructions_to_output(read: Read) -> None:
    response = {
        "id": "resp_1",
        "object": "response",
        "model": "gpt-y",
        "instructions": "Be kind.",
        "input": "Where is my order?",
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": []},
            {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "c1",
                "name": "f",
                "arguments": "{}",
            },
            {"type": "function_call_output", "call_id": "c1", "output": "sent"},
            {
                "type": "web_search_call",
                "id": "ws_1",
                "action": {"query": "q"},
                "status": "completed",
            },
            {"type": "message", "role": "assistant", "content": "On its way."},
        ],
        "usage": {"input_tokens": 9, "output_tokens": 4},
        "temperature": 1.0,
    }

    found = read(openai.read_transcripts, response)

    turns = found.transcript.turns
    assert [turn.role for turn in turns] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "assistant",
    ]
    assert (turns[3].tool_call_id, turns[3].content) == ("c1", "sent")
    assert (turns[4].tool_calls[0].name, turns[4].tool_calls[0].arguments) == (
        "web_search",
        {"query": "q"},
    )
    assert found.transcript.metadata["turns"]["2"]["reasoning"][0]["id"] == "rs_1"
    assert found.transcript.metadata["temperature"] == 1.0
    assert "resp_1: turn 2: thinking kept in metadata, raters do not read it" in found.said("note")


def test_a_call_that_the_provider_answered_itself_has_its_result(read: Read) -> None:
    call = {"type": "mcp_call", "id": "m1", "name": "roll", "arguments": "{}", "output": "4"}
    failed = {"type": "mcp_call", "id": "m2", "name": "roll", "arguments": "{}", "error": "down"}

    transcript = read(openai.read_transcripts, {"id": "r", "items": [call, failed]}).transcript

    assert [(turn.role, turn.content, turn.is_error) for turn in transcript.turns] == [
        ("assistant", None, False),
        ("tool", "4", False),
        ("assistant", None, False),
        ("tool", "down", True),
    ]
    assert transcript.unanswered_calls == ()
    assert transcript.metadata["turns"]["0"]["item"] == call


def test_a_lone_surrogate_and_a_line_separator_survive(tmp_path: Path) -> None:  # cases 166, 167
    path = tmp_path / "odd.jsonl"
    line = '{"id":"%s","messages":[{"role":"assistant","content":"%s"}]}\n'
    path.write_text(line % ("a", "bad \\udc00 char") + line % ("b", "x\u2028y"), encoding="utf-8")

    found = list(openai.read_transcripts(path, Options()))

    said = [each.turns[0].content for each in found if not isinstance(each, Remark)]
    assert said == ["bad \ufffd char", "x\u2028y"]


def test_a_bad_byte_is_named_with_its_line(tmp_path: Path) -> None:  # case 170
    path = tmp_path / "odd.jsonl"
    line = b'{"messages":[{"role":"user","content":"caf%b"}]}\n'
    path.write_bytes(line % b"e" + line % b"\xe9" + line % b"e")

    found = list(openai.read_transcripts(path, Options()))

    assert len([each for each in found if not isinstance(each, Remark)]) == 3
    assert any(
        isinstance(each, Remark) and each.line == 2 and "0xE9" in each.message for each in found
    )


def test_it_recognises_its_own_and_leaves_others_theirs() -> None:
    item = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    tool_use = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    with_blocks = {"messages": [{"role": "assistant", "content": [tool_use]}]}

    for own in (CHAT, [CHAT], CHAT["messages"], [item], {"output": [item]}, {"items": [item]}):
        assert openai.recognises(own)
        assert not anthropic.recognises(own)
    others: tuple[object, ...] = (
        with_blocks,
        {**CHAT, "system": "Be kind."},
        {**CHAT, "task_id": 1, "reward_info": {}},
        {"id": "x", "turns": []},
        {"output": "text"},
        [],
        {},
        None,
        3,
    )
    for other in others:
        assert not openai.recognises(other)
