"""Rubrics from YAML of ours and from JSON Lines of criteria with anchors."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.importers.found import Options, Remark
from workbench.importers.rubrics_file import read_jsonl, read_yaml, recognises

Read = Callable[..., Any]
ANCHORS = {"1": "bad", "2": "poor", "3": "fair", "4": "good"}
YAML = """\
# why this matters
dimension: tone
version: "2.1"
question: Is it kind?
anchors: {1: bad, 2: poor, 3: fair, 4: good}
pass_at: 3
"""


@pytest.fixture
def rubrics(tmp_path: Path) -> Callable[..., list[Rubric | Remark]]:
    """Read rubrics of a file with this text."""

    def read(importer: Any, text: str) -> list[Rubric | Remark]:
        path = tmp_path / "found.txt"
        path.write_text(text, encoding="utf-8")
        return list(importer(path, Options()))

    return read


def test_a_yaml_file_of_ours_is_the_rubric_it_was(rubrics: Callable[..., Any]) -> None:
    rubric, note = rubrics(read_yaml, YAML)

    assert rubric == Rubric(
        dimension="tone",
        version="2.1",
        question="Is it kind?",
        anchors={1: "bad", 2: "poor", 3: "fair", 4: "good"},
        pass_at=3,
    )
    assert note.kind == "note"
    assert "comments" in note.message


def test_a_criterion_with_anchors_becomes_a_rubric(rubrics: Callable[..., Any]) -> None:
    line = '{"id": "plan_0", "task": "travel", "criteria": "Is it a plan?", "anchors": %s}'

    rubric, note = rubrics(read_jsonl, line % '{"1": "no", "2": "nearly", "3": "yes"}')

    assert (rubric.dimension, rubric.question) == ("plan_0", "Is it a plan?")
    assert rubric.anchors == {1: "no", 2: "nearly", 3: "yes"}
    assert rubric.guidance == "task: travel"
    assert len(rubric.warnings()) == 1
    assert note.message == "key 'task' of 1 rubrics kept in their guidance"


def test_a_list_of_anchors_counts_from_one_and_names_make_a_nominal_scale(
    rubrics: Callable[..., Any],
) -> None:
    listed, named = rubrics(
        read_jsonl,
        '{"dimension": "a", "question": "?", "anchors": ["no", "yes"]}\n'
        '{"dimension": "b", "question": "?", "anchors": {"left": "it", "right": "that"}}',
    )

    assert listed.anchors == {1: "no", 2: "yes"}
    assert (named.scale, named.scale_levels) == ("nominal", ("left", "right"))


@pytest.mark.parametrize(
    ("importer", "text", "reason"),
    [
        (read_jsonl, '{"id": "a", "criteria": "?"}', "`anchors`"),
        (read_jsonl, '{"id": "a", "criteria": "?", "anchors": {"1": "x"}}', "at least two levels"),
        (read_jsonl, "[1]", "must be a JSON object"),
        (read_yaml, "dimension: tone", "`version`"),
        (read_yaml, "- a", "valid dictionary"),
    ],
)
def test_what_is_no_rubric_is_skipped_with_its_reason(
    rubrics: Callable[..., Any], importer: Any, text: str, reason: str
) -> None:
    (remark,) = rubrics(importer, text)

    assert remark.kind == "skipped"
    assert reason in remark.message


@pytest.mark.parametrize("text", ["a: [1", "a: 1\na: 2", "a: !!python/object:os.system 1"])
def test_what_is_no_plain_yaml_is_an_error(rubrics: Callable[..., Any], text: str) -> None:
    with pytest.raises(DataError, match="not valid YAML"):
        rubrics(read_yaml, text)


def test_a_criterion_is_recognised_by_its_anchors() -> None:
    assert recognises({"id": "a", "anchors": ANCHORS})
    assert not recognises({"id": "a", "turns": []})


@pytest.mark.realdata
def test_all_real_criteria_become_rubrics(real_data: Path) -> None:
    found = list(read_jsonl(real_data / "biggen_rubrics/rubrics.jsonl", Options()))

    rubrics = [each for each in found if isinstance(each, Rubric)]
    assert len(rubrics) == 240
    assert all(rubric.describe_scale() == "1-5" and rubric.warnings() for rubric in rubrics)
    assert all(each.kind == "note" for each in found if isinstance(each, Remark))
