"""promptfoo results: conversations and people's ratings."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import DataError
from workbench.importers import promptfoo
from workbench.importers.found import Options

Read = Callable[..., Any]


def _row(**changed: Any) -> dict[str, Any]:
    return {
        "id": "row-1",
        "prompt": {"raw": "Say hello", "label": "{{greeting}}"},
        "vars": {"greeting": "Say hello"},
        "provider": {"id": "openai:x", "label": "mine"},
        "response": {
            "output": "Hello",
            "tokenUsage": {"prompt": 4, "completion": 1},
            "raw": "Hello",
        },
        "success": True,
        "score": 0.2,
        "namedScores": {"polite": 1},
        "failureReason": 0,
        "latencyMs": 12,
        "cost": 0.5,
        "testIdx": 0,
        "testCase": {"description": "greets", "metadata": {"tier": "gold"}},
        **changed,
    }


def _rated(*components: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return _row(gradingResult={"pass": True, "componentResults": list(components)}, **changed)


def _thumb(passed: bool, score: float, **more: Any) -> dict[str, Any]:
    return {"pass": passed, "score": score, "assertion": {"type": "human"}, **more}


def _document(*rows: Any) -> dict[str, Any]:
    return {"evalId": "e", "results": {"version": 3, "results": list(rows)}, "config": {}}


def test_a_row_is_prompt_and_output_with_all_its_scores(read: Read) -> None:
    transcript = read(promptfoo.read_transcripts, _document(_row())).transcript

    assert [(turn.role, turn.content) for turn in transcript.turns] == [
        ("user", "Say hello"),
        ("assistant", "Hello"),
    ]
    assert (transcript.agent.name, transcript.agent.model) == ("mine", "openai:x")
    assert (transcript.usage.input_tokens, transcript.usage.cost_usd) == (4, 0.5)
    assert transcript.metadata["tier"] == "gold"
    assert transcript.metadata["vars"] == {"greeting": "Say hello"}
    assert transcript.metadata["namedScores"] == {"polite": 1}


def test_pass_and_score_that_contradict_are_both_kept(read: Read) -> None:
    transcript = read(promptfoo.read_transcripts, _document(_row())).transcript

    assert (transcript.metadata["success"], transcript.metadata["score"]) == (True, 0.2)


def test_a_prompt_that_is_a_chat_is_read_as_one(read: Read) -> None:
    chat = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi"}]

    transcript = read(
        promptfoo.read_transcripts, _row(prompt={"raw": json.dumps(chat)}), _row()
    ).transcripts[0]

    assert [turn.role for turn in transcript.turns] == ["system", "user", "assistant"]


def test_an_output_of_calls_is_calls_and_one_that_is_an_object_is_json(read: Read) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}

    called, told = read(
        promptfoo.read_transcripts,
        _row(response={"output": [call]}),
        _row(response={"output": {"answer": 1}}),
    ).transcripts

    assert called.turns[1].tool_calls[0].name == "look"
    assert told.turns[1].content == '{"answer": 1}'


def test_a_row_that_failed_is_not_evaluable_and_says_that_nothing_came(read: Read) -> None:
    found = read(
        promptfoo.read_transcripts, _row(response=None, failureReason=2, error="429"), _row()
    )

    failed = found.transcripts[0]
    assert failed.termination.evaluable is False
    assert failed.metadata["error"] == "429"
    assert found.said("note") == ["row-1: no output recorded"]


def test_repeats_of_one_test_are_one_case(read: Read) -> None:
    first, again, other = read(
        promptfoo.read_transcripts, _row(), _row(testIdx=5), _row(vars={"greeting": "Bye"})
    ).transcripts

    assert first.case == again.case
    assert first.case != other.case


def test_what_a_person_rated_is_a_row_with_the_score_and_the_words(read: Read) -> None:
    machine = {"pass": True, "score": 1, "assertion": {"type": "contains"}}
    named = {"type": "human", "metric": "tone"}

    found = read(
        promptfoo.read_ratings,
        _document(
            _rated(machine, _thumb(False, 0, comment="rude"), id="a"),
            _rated({"pass": True, "score": 1, "assertion": named}, id="b"),
            _row(id="c"),
        ),
    )

    assert [(row.line, row.transcript, row.dimension, row.raw, row.note) for row in found.rows] == [
        (1, "a", "human", 0, "rude"),
        (2, "b", "tone", 1, None),
    ]
    assert all(row.rater is None for row in found.rows)


def test_a_thumb_that_contradicts_its_score_keeps_both_and_says_so(read: Read) -> None:
    document = _document(_rated(_thumb(True, 0.3, comment="fine"), id="a"))

    by_score = read(promptfoo.read_ratings, document)
    by_thumb = read(promptfoo.read_ratings, document, options=Options(columns={"level": "pass"}))

    assert (by_score.rows[0].raw, by_score.rows[0].note) == (0.3, "fine (pass True, score 0.3)")
    assert by_thumb.rows[0].raw == 1
    assert not isinstance(by_thumb.rows[0].raw, bool)  # a level is an integer or a name
    assert by_score.said("note") == ["a: rated pass True with score 0.3, both are kept"]


def test_a_rated_row_without_an_id_is_skipped_with_its_place(read: Read) -> None:
    found = read(promptfoo.read_ratings, _document(_row(), _rated(_thumb(True, 1), id=None)))

    assert [(each.line, each.message) for each in found.remarks if each.kind == "skipped"] == [
        (2, "the rated row has no id")
    ]


def test_ratings_by_people_are_not_passed_off_as_a_judges(read: Read) -> None:
    with pytest.raises(DataError, match="import labels"):
        read(promptfoo.read_ratings, _document(), options=Options(raters="judge"))


def test_it_recognises_its_own_only() -> None:
    assert promptfoo.recognises(_document())
    assert promptfoo.recognises(_row())
    assert not promptfoo.recognises({"prompt": "x", "vars": {}})
    assert not promptfoo.recognises({"results": []})
    assert not promptfoo.recognises([])


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["output.json", "output.jsonl"])
def test_the_real_results_land_whole(real_data: Path, read_file: Read, name: str) -> None:
    path = real_data / "importers/promptfoo" / name

    found = read_file(promptfoo.read_transcripts, path)

    first, second = found.transcripts
    assert first.turns[0].content == first.turns[1].content
    assert (first.metadata["success"], first.metadata["score"]) == (False, 0.5)
    assert second.metadata["namedScores"] == {"mentions_cancel": 1, "length": 1}
    assert first.termination is None  # a failed assertion is no failed run
    assert found.said("dropped") == found.said("skipped") == []
    assert read_file(promptfoo.read_ratings, path).said("note")[-1] == (
        "no row holds a rating by a person"
    )
