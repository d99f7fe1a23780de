"""No format claims a file of another: every first value has one reader at most."""

from pathlib import Path
from typing import Any

import pytest

from workbench.importers import (
    anthropic,
    inspect_log,
    label_studio,
    native,
    openai,
    plaintext,
    promptfoo,
    tau_bench,
)
from workbench.importers.source import json_head

READERS: dict[str, Any] = {
    "anthropic": anthropic,
    "inspect": inspect_log,
    "label-studio": label_studio,
    "native": native,
    "openai": openai,
    "plaintext": plaintext,
    "promptfoo": promptfoo,
    "tau-bench": tau_bench,
}
USER = {"role": "user", "content": "Hi"}
HEADS: dict[str, list[Any]] = {
    "anthropic": [{"system": "Be kind.", "messages": [USER]}],
    "inspect": [{"version": 2, "status": "success", "eval": {}, "samples": [{"messages": [USER]}]}],
    "label-studio": [[{"id": 1, "data": {"messages": [USER]}, "annotations": [{"result": []}]}]],
    "native": [{"id": "a", "turns": [USER]}, {"turns": [], "messages": [USER]}],
    "openai": [
        {"messages": [USER]},
        [{"messages": [USER]}],
        [USER],
        [{"type": "message", **USER}],
        {"object": "response", "output": [{"type": "message", **USER}]},
    ],
    "plaintext": [{"messages_display": "user: Hi"}],
    "promptfoo": [
        {"results": {"version": 3, "results": []}},
        {"prompt": {"raw": "Hi"}, "vars": {}, "testCase": {}, "response": {"output": "x"}},
    ],
    "tau-bench": [
        [{"task_id": 0, "reward": 1.0, "info": {}, "traj": [USER], "trial": 0}],
        {"info": {}, "tasks": [], "simulations": [{"messages": [USER]}]},
        {"task_id": "0", "termination_reason": "user_stop", "messages": [USER]},
    ],
}
REAL = {
    "importers/inspect/*.json": "inspect",
    "importers/promptfoo/output.json*": "promptfoo",
    "importers/plaintext_tau_retail/*.jsonl": "plaintext",
    "tau_airline/transcripts*.jsonl": "native",
    "llm_rubric_real/transcripts.jsonl": "native",
}


def _claims(head: object) -> list[str]:
    return [name for name, reader in READERS.items() if reader.recognises(head)]


@pytest.mark.parametrize(
    ("owner", "head"), [(owner, head) for owner, heads in HEADS.items() for head in heads]
)
def test_a_first_value_has_one_reader(owner: str, head: object) -> None:
    assert _claims(head) == [owner]


@pytest.mark.parametrize(
    "head", [None, 3, "x", [], {}, [[]], [None], {"id": 1}, {"level": 3, "judge": "j"}]
)
def test_what_is_no_conversation_has_none(head: object) -> None:
    assert _claims(head) == []


@pytest.mark.realdata
@pytest.mark.parametrize(("pattern", "owner"), REAL.items())
def test_a_real_file_has_one_reader(real_data: Path, pattern: str, owner: str) -> None:
    paths = sorted(real_data.glob(pattern))

    assert paths
    assert all(_claims(json_head(path)) == [owner] for path in paths)
