"""Checks in words: every place in a suite has words, and a name of the suite's own is kept."""

from typing import get_args

import pytest

from workbench.domain.outcome import CheckKind
from workbench.domain.suite import Case
from workbench.reports.naming import check_words
from workbench.scoring.compiling import Resources, compiled

EVERYTHING = {
    "id": "c",
    "expect": {
        "fields": {"entities.order_id": "KX-1"},
        "must_contain": ["yes"],
        "must_not_contain": ["no"],
        "patterns": ["a+"],
        "max_steps": 3,
        "max_latency_ms": 100,
        "max_tokens": 100,
        "max_cost_usd": 1,
        "tools": {
            "required": [{"name": "find"}, {"name": "find"}],
            "forbidden": ["pay"],
            "order": ["find", "file"],
            "max_calls": {"find": 2},
            "min_calls": {"find": 1},
        },
        "facts": {"age": {"value": 47}},
        "state": {"refund.amount": 3},
        "invariants": [{"use": "no_empty_answer"}],
        "retrieval": {"expected": ["d1"]},
        "json_schema": {"definition": {"type": "object"}},
    },
    "markers": {
        "happened": [{"tool": "find"}],
        "in_order": [{"tool": "find"}, {"tool": "file"}],
        "never": [{"text": "refunded"}],
    },
}


def test_every_check_that_a_suite_can_ask_for_has_words() -> None:
    made = compiled(Case.of(EVERYTHING), Resources()).checks
    names = [result.name for result, _ in made]

    words = [check_words(name) for name in names]

    assert {result.kind for result, _ in made} == set(get_args(CheckKind))
    assert [name for name, word in zip(names, words, strict=True) if name == word] == []
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fields.entities.order_id", "field entities.order_id"),
        ("must_not_contain.0", "text that must not be said (1)"),
        ("tools.required.create_ticket", "required call of create_ticket"),
        ("tools.order", "order of tool calls"),
        ("max_latency_ms", "limit on latency"),
        ("markers.never.1", "what must never happen (2)"),
    ],
)
def test_a_place_in_a_suite_is_put_in_words(name: str, words: str) -> None:
    assert check_words(name) == words


@pytest.mark.parametrize(
    "name", ["asks for no card", "the case itself", "category", "fields", "patterns.first"]
)
def test_a_name_of_its_own_is_kept(name: str) -> None:
    assert check_words(name) == name
