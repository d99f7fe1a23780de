"""Conversations shown as text, in which the calls are gone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.importers import plaintext

Read = Callable[..., Any]

SHOWN = "user: Hi\nthere\nassistant: None\ntool: {}\nassistant: Done: yes\n"


def test_the_lost_calls_are_counted_and_said_to_be_dropped(read: Read) -> None:
    found = read(plaintext.read_transcripts, {"id": "a", "messages_display": SHOWN})

    assert [(turn.role, turn.content) for turn in found.transcript.turns] == [
        ("user", "Hi\nthere"),
        ("assistant", None),
        ("tool", "{}"),
        ("assistant", "Done: yes"),
    ]
    assert found.said("dropped") == [
        "a: 1 tool calls are known by their results only, names and arguments are gone"
    ]


def test_talk_without_tools_has_lost_nothing(read: Read) -> None:
    found = read(plaintext.read_transcripts, {"id": "a", "messages_display": "user: Hi"})

    assert found.said("dropped") == []


def test_text_that_begins_with_no_speaker_is_skipped(read: Read) -> None:
    found = read(plaintext.read_transcripts, {"messages_display": "Once upon a time"})

    assert found.said("skipped") == [
        "`messages_display` must begin with a speaker, such as `user:`"
    ]


def test_it_recognises_its_own_only() -> None:
    assert plaintext.recognises({"messages_display": SHOWN})
    assert plaintext.recognises([{"messages_display": SHOWN}])
    assert not plaintext.recognises({"messages": []})
    assert not plaintext.recognises([])


@pytest.mark.realdata
def test_all_lines_of_the_retail_examples_say_what_they_lost(
    real_data: Path, read_file: Read
) -> None:
    path = real_data / "importers/plaintext_tau_retail/few_shot_retail_first25.jsonl"

    found = read_file(plaintext.read_transcripts, path)

    turns = [turn for transcript in found.transcripts for turn in transcript.turns]
    assert len(found.transcripts) == len(found.said("dropped")) == 25
    # Counted in the file with grep: lines that begin with `tool:`, and `assistant: None`.
    assert sum(turn.role == "tool" for turn in turns) == 146
    assert sum(turn.role == "assistant" and turn.content is None for turn in turns) == 137
