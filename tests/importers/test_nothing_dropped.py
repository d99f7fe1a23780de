"""Every text of a source record stands somewhere in its transcript."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.importers import anthropic, inspect_log, openai, promptfoo, tau_bench

Read = Callable[..., Any]

_GRAMMAR = ("role", "type")
"""Keys whose values the shape of a turn says in its own way."""

CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "look", "arguments": '{"a": 1}'},
    "note": "n1",
}
CHAT: dict[str, Any] = {
    "id": "x1",
    "case": {"odd": "n2"},
    "trial": "n3",
    "metadata": "n4",
    "colour": "n5",
    "messages": [
        {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "n6"}}]},
        {"role": "assistant", "content": "n7", "tool_calls": [CALL], "reasoning_content": "n8"},
        {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "n9"}]},
    ],
}
BLOCKS: dict[str, Any] = {
    "id": "x2",
    "system": "n1",
    "messages": [
        {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "n2"}]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "n3", "content": "n4", "cache": {"k": "n5"}},
                {"type": "document", "title": "n6", "source": {"data": "n7"}},
            ],
        },
    ],
}
ITEMS: dict[str, Any] = {
    "id": "x3",
    "input": [{"role": "user", "content": "n1"}],
    "output": [
        {"type": "reasoning", "summary": [{"text": "n2"}]},
        {"type": "code_interpreter_call", "id": "n3", "code": "n4", "outputs": [{"logs": "n5"}]},
        {"type": "custom_tool_call", "call_id": "n6", "name": "n7", "input": "n8"},
        {"type": "function_call", "id": "k1", "call_id": "k2", "name": "k3", "arguments": "{}"},
        {"type": "message", "id": "k4", "role": "assistant", "content": "k5", "status": "k6"},
        {"type": "mcp_list_tools_call_output", "call_id": "n9", "output": "m1", "error": "m2"},
        {"type": "reasoning", "encrypted_content": "m3"},
    ],
}
SIMULATION: dict[str, Any] = {
    "id": "x4",
    "task_id": "n1",
    "termination_reason": "n2",
    "review": {"errors": ["n3"]},
    "messages": [
        {"role": "user", "content": "n4", "timestamp": "n5", "tool_calls": [{**CALL, "id": "n6"}]}
    ],
}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in _GRAMMAR or not isinstance(item, str):
                yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str) and value:
        yield value


@pytest.mark.parametrize(
    ("importer", "record"),
    [
        (openai, CHAT),
        (openai, ITEMS),
        (anthropic, BLOCKS),
        (tau_bench, SIMULATION),
    ],
)
def test_every_text_of_a_record_is_kept(read: Read, importer: Any, record: Any) -> None:
    found = read(importer.read_transcripts, record)

    assert set(_texts(record)) - set(_texts(found.transcript.to_json())) == set()
    assert found.said("dropped") == found.said("skipped") == []


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("importer", "pattern", "records"),
    [
        (inspect_log, "importers/inspect/*.json", lambda document: document["samples"]),
        (promptfoo, "importers/promptfoo/*.json", lambda document: document["results"]["results"]),
    ],
)
def test_every_text_of_a_real_record_is_kept(
    real_data: Path, read_file: Read, importer: Any, pattern: str, records: Callable[[Any], Any]
) -> None:
    for path in sorted(real_data.glob(pattern)):
        found = read_file(importer.read_transcripts, path)

        sources = records(json.loads(path.read_text(encoding="utf-8")))
        for source, transcript in zip(sources, found.transcripts, strict=True):
            assert set(_texts(source)) - set(_texts(transcript.to_json())) == set()
