"""What msgspec reads is what pydantic reads, and what it refuses pydantic explains."""

import json
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from workbench.domain import lean, record
from workbench.domain.citation import Citation
from workbench.domain.golden import GoldenCase
from workbench.domain.lean import LeanRecord
from workbench.domain.mirror import mirror
from workbench.domain.run import CaseResult, Manifest
from workbench.domain.suite import Case, Suite
from workbench.domain.transcript import Transcript, Turn

CASE: dict[str, Any] = {
    "id": "c1",
    "input": "Renew the loan.",
    "vars": {"n": 2},
    "tags": ["loans"],
    "severity": "high",
    "customer": {"turns": ["Hello"], "model": "m"},
    "markers": {"happened": ["renew", {"text": "done"}], "never": [{"tool": "waive"}]},
    "expect": {
        "fields": {"a.b": 1, "c": {"one_of": [1, None], "not": True, "name": "own", "weight": 2}},
        "tools": {
            "required": ["renew", {"name": "pay", "arguments": {"x": [1]}, "match": "exact"}],
            "order": ["find", "renew"],
            "max_calls": 4,
            "min_calls": {"renew": {"count": 1}},
        },
        "must_contain": ["done", {"text": "Done", "whole": True, "on": "answer"}],
        "patterns": ["\\d+"],
        "json_schema": {"schema": {"type": "object"}},
        "max_steps": 0,
        "facts": {"share": {"value": 0.15, "unit": "%", "near": "share"}},
        "invariants": ["no_empty_answer"],
        "retrieval": [],
        "rubric": "- is polite\n- is brief",
        "min_score": 0.5,
    },
    "dimensions": ["honesty"],
    "source": {"policy": "3"},
    "transcript": {
        "id": "t1",
        "turns": [
            {"index": 0, "role": "user", "content": "Hi", "at": "2026-01-31T09:00:00Z"},
            {"index": 1, "role": "assistant", "tool_calls": [{"name": "renew", "arguments": {}}]},
        ],
        "usage": {"input_tokens": 3, "cost_usd": 0.5},
        "outcome": {"ok": True},
    },
}
RESULT: dict[str, Any] = {
    "case": "c1",
    "verdict": "FAIL",
    "score": 0.5,
    "checks": [{"name": "fields.a", "kind": "field", "status": "fail", "turns": [1], "weight": 1}],
    "dimensions": [
        {"dimension": "d", "status": "rated", "level": 3, "citations": [{"turn": 0, "quote": "x"}]}
    ],
    "effort": {"steps": 2, "latency_ms": 12.5},
}
Document = tuple[type[LeanRecord], Any]
KINDS: list[Document] = [
    (Case, CASE),
    (Transcript, CASE["transcript"]),
    (Suite, {"suite": "s", "version": 2, "clock": "2026-01-31T09:00:00+02:00", "cases": [CASE]}),
    (
        Suite,
        {"suite": "s", "version": "2", "release": {"dimensions": {"d": 3}}, "tasks": "c.jsonl"},
    ),
    (CaseResult, RESULT),
    (GoldenCase, {"id": "g", "ground_truth": {"expected_facts": {"a": 1}}}),
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=3),
    st.sampled_from(["", " ", "a\n", "2026-01-31T09:00:00Z", "2026-01-31", "high", "- a\n- b"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=4,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where something stands in a JSON value."""
    below: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        below = enumerate(value)
    return [path] * bool(path) + [one for key, item in below for one in places(item, (*path, key))]


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    """Return a JSON value with another part at a place."""
    if not path:
        return to
    keys = dict(value) if isinstance(value, dict) else list(value)
    keys[path[0]] = changed(value[path[0]], path[1:], to)
    return keys


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A record that is valid but for one change, which may be harmless."""
    kind, value = draw(st.sampled_from(KINDS))
    path = draw(st.sampled_from(places(value)))
    if draw(st.booleans()):
        return kind, changed(value, path, draw(VALUES))
    key = draw(st.sampled_from(["name", "title", "not", "negated", "prompt", "at", "x"]))
    owner = value
    for step in path[:-1]:
        owner = owner[step]
    assume(isinstance(owner, dict))
    return kind, changed(value, path[:-1], {**owner, key: draw(VALUES)})


def read_by_msgspec(kind: type[LeanRecord], line: bytes) -> LeanRecord | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError:
        return None


def read_by_pydantic(kind: type[LeanRecord], line: bytes) -> object:
    return mirror(kind).model_validate_json(line)


@given(documents())
@example((Turn, {"index": 0, "role": "user", "at": "2026-01-31T09:00Z"}))
@example((Citation, {"turn": True}))
def test_what_msgspec_reads_pydantic_reads_as_the_same(
    given_: tuple[type[LeanRecord], Any],
) -> None:
    kind, value = given_
    line = json.dumps(value).encode()

    found = read_by_msgspec(kind, line)

    if found is not None:
        assert read_by_pydantic(kind, line) == found


@given(documents())
def test_a_value_is_read_as_its_line_is(given_: Document) -> None:
    kind, value = given_
    try:
        expected: LeanRecord | None = kind.from_line(json.dumps(value))
    except ValidationError:
        expected = None

    if expected is None:
        with pytest.raises(ValidationError):
            kind.of(value)
    else:
        assert kind.of(value) == expected


@given(documents())
def test_a_record_is_read_back_from_its_line_as_it_was(
    given_: tuple[type[LeanRecord], Any],
) -> None:
    kind, value = given_
    try:
        found = kind.from_line(json.dumps(value))
    except ValidationError:
        return

    assert kind.from_line(found.line()) == found
    assert kind.of(found.to_json()) == found
    assert kind.of(found.to_whole_json()) == found


@given(st.sampled_from(KINDS), st.data())
def test_damaged_bytes_are_read_alike_or_explained(chosen: Document, data: st.DataObject) -> None:
    kind, value = chosen
    line = bytearray(json.dumps(value, ensure_ascii=False).encode())
    place = data.draw(st.integers(0, len(line) - 1))
    line[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=2))

    found = read_by_msgspec(kind, bytes(line))

    if found is not None:
        assert read_by_pydantic(kind, bytes(line)) == found
        return
    with suppress(ValidationError):  # and nothing else
        kind.from_line(bytes(line))


@pytest.mark.parametrize("name", ["Name", "Digest", "Share", "Whole"])
def test_a_type_says_the_same_in_either_kind_of_record(name: str) -> None:
    class Holder(LeanRecord, frozen=True, kw_only=True):
        value: getattr(lean, name)  # type: ignore[valid-type]  # one of several

    schema = TypeAdapter(getattr(record, name)).json_schema()

    assert mirror(Holder).model_json_schema()["properties"]["value"] == {**schema, "title": "Value"}


def test_infinity_and_what_is_no_number_are_no_json() -> None:
    for odd in (float("nan"), float("inf")):
        with pytest.raises(ValidationError, match="finite number"):
            CaseResult.of({**RESULT, "score": odd})


def test_a_record_with_all_its_fields_names_those_at_their_default_too() -> None:
    whole = Manifest.from_line(
        '{"schema":"workbench.run/1","id":"r","at":"2026-01-31T09:00:00Z","stamp":{"suite":"s",'
        '"suite_version":"1","suite_digest":"' + "0" * 64 + '","workbench":"1"},'
        '"summary":{"counts":{}},"gate":{"verdict":"PASS"}}'
    ).to_whole_json()

    assert whole["schema"] == "workbench.run/1"
    assert whole["summary"]["counts"]["errors"] == 0
    assert whole["stamp"]["clock"] is None


def test_a_pydantic_record_holds_lean_ones_and_writes_them() -> None:
    turns = TypeAdapter(tuple[Turn, ...])

    read = turns.validate_json('[{"index": 0, "role": "user", "at": "2026-01-31T09:00:00Z"}]')

    assert read == (Turn(index=0, role="user", at=datetime(2026, 1, 31, 9, tzinfo=UTC)),)
    assert json.loads(turns.dump_json(read)) == [
        {"index": 0, "role": "user", "at": "2026-01-31T09:00:00Z"}
    ]
