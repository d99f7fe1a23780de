"""The stand-ins for our records say what the real ones say."""

import json
from typing import Any

import pytest

from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.exporters import records

ANCHORS = {1: "rude", 2: "curt", 3: "polite", 4: "warm"}
RUBRICS: list[dict[str, Any]] = [
    {"anchors": ANCHORS},
    {"anchors": ANCHORS, "pass_at": 2, "not_applicable": "Nobody speaks."},
    {"anchors": dict(reversed(ANCHORS.items()))},
    {"anchors": {0: "no", 1: "so so", 2: "yes"}},
    {"anchors": {-1: "no", 0: "yes"}, "risk": "high"},
    {"scale": "nominal", "anchors": {"refund": "a", "3": "b"}},
    {"scale": "nominal", "anchors": {"refund": "a", "3": "b"}, "pass_levels": ("3",)},
]
RAW: list[object] = [
    None, True, False, 0, 1, 3, 4, 5, -1, 3.0, 3.5, float("inf"), "3", " 3 ", "+3", "3.0", "3.",
    "3.5", "003", "1e0", "³", "٣", "9" * 20, "", "refund", "Refund", "refund ", [3], {"a": 1},
]  # fmt: skip
TURN = {"index": 0, "role": "user", "content": "Hello"}
TURNS: list[Any] = [
    [TURN],
    [TURN, {"index": 1, "role": "assistant", "tool_calls": [{"name": "look"}]}],
    [TURN, {"index": 1, "role": "tool", "tool_call_id": "c1", "is_error": True}],
    [{"index": 0, "role": "assistant", "tool_calls": [{"name": "f", "arguments": {"a": [1]}}]}],
    [{"index": 0, "role": "assistant", "tool_calls": [{"name": "f", "arguments_raw": "{"}]}],
    [{**TURN, "at": "2026-01-01T12:00:00Z"}],
    [],
    None,
    "Hello",
    ["Hello"],
    [{**TURN, "index": 1}],
    [{**TURN, "index": "0"}],
    [{**TURN, "index": False}],
    [{**TURN, "role": "bot"}],
    [{**TURN, "content": ["Hello"]}],
    [{**TURN, "text": "Hello"}],
    [{**TURN, "is_error": "no"}],
    [{"index": 0, "content": "Hello"}],
    [{**TURN, "tool_calls": "look"}],
    [{**TURN, "tool_calls": [{"arguments": {}}]}],
    [{**TURN, "tool_calls": [{"name": 3}]}],
    [{**TURN, "tool_calls": [{"name": "f", "result": "x"}]}],
]


def both(fields: dict[str, Any]) -> tuple[Rubric, records.Rubric]:
    named = {"dimension": "tone", "version": "1.0", "question": "Is it polite?"} | fields
    return Rubric.model_validate(named), records.Rubric(**named)


@pytest.mark.parametrize("fields", RUBRICS)
def test_a_rubric_has_the_same_scale(fields: dict[str, Any]) -> None:
    real, stand_in = both(fields)

    assert stand_in.scale_levels == real.scale_levels
    assert stand_in.passing == real.passing
    assert stand_in.allows_not_applicable == real.allows_not_applicable
    assert stand_in.describe_scale() == real.describe_scale()


@pytest.mark.parametrize("fields", RUBRICS)
def test_a_rubric_reads_the_same_levels(fields: dict[str, Any]) -> None:
    real, stand_in = both(fields)

    assert [repr(stand_in.level_of(raw)) for raw in RAW] == [
        repr(real.level_of(raw)) for raw in RAW
    ]


@pytest.mark.parametrize("turns", TURNS)
def test_a_transcript_is_taken_or_refused_alike(turns: object) -> None:
    line = json.dumps({"id": "t1", "turns": turns})

    try:
        real = Transcript.from_line(line)
    except ValueError:
        with pytest.raises(ValueError, match="turns"):
            records.Transcript.from_line(line)
        return
    stand_in = records.Transcript.from_line(line)

    assert [turn.content for turn in stand_in.turns] == [turn.content for turn in real.turns]
    assert [
        (call.name, call.arguments, call.arguments_invalid)
        for turn in stand_in.turns
        for call in turn.tool_calls
    ] == [
        (call.name, call.arguments, call.arguments_invalid)
        for turn in real.turns
        for call in turn.tool_calls
    ]
