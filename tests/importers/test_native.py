"""Our own transcripts, also loosely written: each field has its place, or is in the metadata."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.transcript import Transcript
from workbench.importers.found import Options, Remark
from workbench.importers.native import read_transcripts

Read = Callable[..., Any]
USER = {"role": "user", "content": "Refund?"}


def turns(*given: dict[str, Any]) -> dict[str, Any]:
    return {"id": "t1", "turns": [USER, *given]}


def call(arguments: Any, **more: Any) -> dict[str, Any]:
    name = {"id": "c1", "name": "get_order", "arguments": arguments}
    return {"role": "assistant", "content": None, "tool_calls": [{**name, **more}]}


def answer(content: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": "c1", "content": content}


def lines(path: Path) -> list[Transcript | Remark]:
    return list(read_transcripts(path, Options()))


def test_a_turn_that_only_calls_a_tool_has_no_text(read: Read) -> None:
    transcript = read(read_transcripts, turns(call('{"id": 7}'), answer("{}"))).transcript

    assert [turn.content for turn in transcript.turns] == ["Refund?", None, "{}"]
    (made,) = transcript.turns[1].tool_calls
    assert (made.name, made.arguments, made.arguments_raw) == ("get_order", {"id": 7}, '{"id": 7}')


def test_a_list_of_parts_is_read_as_text_and_kept_whole(read: Read) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    parts = [{"type": "text", "text": "See photo"}, image, "plain string part"]

    transcript = read(read_transcripts, turns({"role": "user", "content": parts})).transcript

    assert transcript.turns[1].content == "See photo\n[image]\nplain string part"
    assert transcript.metadata["turns"]["1"]["content"] == parts


@pytest.mark.parametrize("content", ["42", "[1,2]", "not json", ""])
def test_a_tool_result_that_is_no_json_object_stays_the_text_it_is(
    read: Read, content: str
) -> None:
    transcript = read(read_transcripts, turns(call("[1,2]"), answer(content))).transcript

    assert transcript.turns[2].content == content
    assert transcript.turns[1].tool_calls[0].arguments == [1, 2]


def test_arguments_that_are_not_json_are_kept_as_text_with_a_note(read: Read) -> None:
    raw = '{"command": "view", "range": \\n[1, 20]\\n}'

    found = read(read_transcripts, turns(call(raw), answer("x")))

    (made,) = found.transcript.turns[1].tool_calls
    assert (made.arguments, made.arguments_raw, made.arguments_invalid) == (None, raw, True)
    (note,) = found.said("note")
    assert note == "t1: turn 1: the arguments of get_order are not JSON, kept as text"


def test_a_call_without_its_result_is_imported_and_noted(read: Read) -> None:
    two = call({}) | {"tool_calls": [{"id": "c1", "name": "a"}, {"id": "c2", "name": "b"}]}

    found = read(read_transcripts, turns(two, answer("x"), USER))

    assert [made.id for made in found.transcript.turns[1].tool_calls] == ["c1", "c2"]
    assert found.transcript.unanswered_calls == ("c2",)
    assert found.said("note") == ["t1: call 'c2' has no result"]


def test_a_result_without_its_call_is_imported_and_noted(read: Read) -> None:
    found = read(read_transcripts, turns(answer("x")))

    assert found.transcript.orphan_results == (1,)
    assert "'c1'" in found.said("note")[0]


def test_what_has_no_field_is_kept_in_the_metadata(read: Read) -> None:
    transcript = read(
        read_transcripts,
        {
            "id": "t1",
            "turns": [
                {**USER, "index": 0, "acts": ["INFORM"]},
                call({}, cost=3) | {"at": "yesterday", "name": 7},
            ],
            "metadata": {"topic": "x", "colour": "taken"},
            "colour": "red",
            "agent": {"name": "a", "version": "9"},
            "usage": {"input_tokens": -1},
            "trial": "first",
            "case": 12,
        },
    ).transcript

    assert transcript.metadata["turns"] == {
        "0": {"acts": ["INFORM"]},
        "1": {"at": "yesterday", "name": 7, "tool_calls": {"0": {"cost": 3}}},
    }
    assert transcript.metadata["colour"] == "taken"
    assert transcript.metadata["colour_"] == "red"
    assert transcript.metadata["agent"] == {"version": "9"}
    assert transcript.metadata["usage"] == {"input_tokens": -1}
    assert transcript.metadata["trial"] == "first"
    assert (transcript.case, transcript.agent.name, transcript.usage) == ("12", "a", None)


def test_what_was_moved_is_told_once_a_key(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    row = {"turns": [{**USER, "acts": []}, {**USER, "acts": ["X"]}]}
    path.write_text("".join(json.dumps({"id": n, **row}) + "\n" for n in "ab"), encoding="utf-8")

    (note,) = [each for each in lines(path) if isinstance(each, Remark)]

    assert note == Remark(line=0, kind="note", message="turn key 'acts' kept in metadata (4 times)")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"id": "t1", "turns": []}, "no content recorded"),
        ({"id": "t1"}, "must be a list of turns"),
        ({"id": "t1", "turns": [{"role": "judge"}]}, "role must be one of"),
        ({"id": "t1", "turns": ["Hi"]}, "turn 0: must be an object"),
        ({"id": ["t1"], "turns": [USER]}, "`id`"),
        ({"id": " t1", "turns": [USER]}, "`id`"),
        (turns(call({}, name=None)), "must have a name"),
        ([1], "must be a JSON object"),
    ],
)
def test_a_line_that_is_no_transcript_is_skipped_with_its_reason(
    read: Read, value: Any, reason: str
) -> None:
    found = read(read_transcripts, value)

    assert found.transcripts == []
    (said,) = found.said("skipped")
    assert reason in said


def test_a_speaker_of_another_name_is_read_by_its_role(read: Read) -> None:
    transcript = read(read_transcripts, turns({"role": "AI", "content": "Yes"})).transcript

    assert transcript.turns[1].role == "assistant"
    assert transcript.metadata["turns"]["1"] == {"role": "AI"}


def test_a_transcript_without_an_id_is_known_by_its_file_and_line(read: Read) -> None:
    found = read(read_transcripts, {"turns": [USER]})

    assert found.transcript.id == "found-1"
    assert len(found.said("note")) == 1


def test_a_bad_byte_and_a_lone_surrogate_leave_the_other_records_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    rows = [
        b'{"id": "a", "turns": [{"role": "user", "content": "x"}]}',
        b'{"id": "b", "turns": [{"role": "user", "content": "caf\xe9"}]}',
        rb'{"id": "c", "turns": [{"role": "user", "content": "bad \udc00 char"}]}',
    ]
    path.write_bytes(b"\n".join(rows))

    found = [each for each in lines(path) if isinstance(each, Transcript)]

    assert [each.turns[0].content for each in found] == ["x", "caf\ufffd", "bad \ufffd char"]
    assert all(Transcript.from_line(each.line()) == each for each in found)


FIELDS = ("content", "name", "at", "is_error", "tool_call_id", "index", "odd")
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"role": st.sampled_from(["user", "assistant", "tool"])},
            optional=dict.fromkeys(FIELDS, json_values),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_any_turn_survives_being_imported_and_imported_again(
    tmp_path_factory: pytest.TempPathFactory, given_turns: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "t.jsonl"
    path.write_text(json.dumps({"id": "t", "turns": given_turns}), encoding="utf-8")
    (first,) = [each for each in lines(path) if isinstance(each, Transcript)]

    path.write_text(first.line(), encoding="utf-8")
    (second,) = [each for each in lines(path) if isinstance(each, Transcript)]

    assert second == first


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("llm_rubric_real/transcripts.jsonl", 223),
        ("pandalm/transcripts.jsonl", 999),
        ("sgd_uss/transcripts_a.jsonl", 301),
        ("tau_airline/transcripts_trial0.jsonl", 50),
        ("judge_bench/recipes/transcripts.jsonl", 52),
    ],
)
def test_real_transcripts_all_arrive(real_data: Path, name: str, count: int) -> None:
    found = lines(real_data / name)

    assert sum(isinstance(each, Transcript) for each in found) == count
    assert {each.kind for each in found if isinstance(each, Remark)} <= {"note"}


@pytest.mark.realdata
def test_the_acts_of_real_turns_are_in_the_metadata(real_data: Path) -> None:
    first = lines(real_data / "sgd_uss/transcripts_a.jsonl")[0]

    assert isinstance(first, Transcript)
    assert first.metadata["turns"]["0"]["acts"] == ["INFORM", "INFORM_INTENT"]
