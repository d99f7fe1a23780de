"""Rewriting one text of a rubric file leaves every other byte of it alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store.rubric_edits import Place, file_digest, rewrite_rubric, rewritten
from workbench.store.yamlfile import read_yaml, validated

WRITTEN = """\
# what we mean by tone
dimension: tone
version: '2.1'   # bump when the text changes

question: >-
  Is the agent polite,
  whatever the user says?

# the anchors were agreed on in March
anchors:
    1: rude        # curses count
    2: "curt"
    # three and four were one level once
    3: |-
        polite
        and patient
    4: >
        warm,
        and means it

pass_at: 3
guidance: read the whole conversation
  before you decide
# the end
"""
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1).filter(
    lambda text: text == text.strip() != ""
)


def rubric(path: Path) -> Rubric:
    found = read_yaml(path, path.name)
    read = validated(found, Rubric)
    assert read is not None, found.findings
    return read


def changed_lines(before: str, after: str) -> tuple[set[str], set[str]]:
    old, new = before.splitlines(), after.splitlines()
    return {line for line in old if line not in new}, {line for line in new if line not in old}


def test_a_new_anchor_changes_its_own_line_and_no_other() -> None:
    after = rewritten(WRITTEN, ("anchors", 2), "curt, but not cold", "tone.yaml")

    assert changed_lines(WRITTEN, after) == (
        {'    2: "curt"'},
        {'    2: "curt, but not cold"'},
    )


def test_a_comment_beside_an_anchor_stays_beside_it() -> None:
    after = rewritten(WRITTEN, ("anchors", 1), "rude " * 40 + "indeed", "tone.yaml")

    (line,) = [line for line in after.splitlines() if line.startswith("    1:")]
    assert line.endswith("indeed        # curses count")


def test_a_folded_text_stays_folded_and_the_comment_below_stays() -> None:
    after = rewritten(WRITTEN, ("question",), "word " * 40 + "end?", "tone.yaml")

    assert "question: >-\n  word word" in after
    assert "end?\n\n# the anchors were agreed on in March\nanchors:\n    1: rude" in after
    assert max(map(len, after.splitlines())) <= 100


def test_a_version_keeps_its_quotes() -> None:
    after = rewritten(WRITTEN, ("version",), "2.2", "tone.yaml")

    assert "version: '2.2'   # bump when the text changes\n" in after


def test_a_field_that_was_not_there_comes_last_and_a_field_taken_out_is_gone() -> None:
    longer = rewritten(WRITTEN, ("not_applicable",), "nobody speaks", "tone.yaml")
    back = rewritten(longer, ("not_applicable",), None, "tone.yaml")

    assert "  before you decide\nnot_applicable: nobody speaks\n# the end\n" in longer
    assert back == WRITTEN


@pytest.mark.parametrize(
    ("text", "place", "added"),
    [
        ('{"dimension": "tone", "anchors": {"1": "a", "2": "b"}}', ("anchors", "2"), "c"),
        ("dimension: tone\nanchors: {1: a, 2: b}\n", ("anchors", 2), "it: {is} # so, [well]"),
        ("dimension: &t tone\nquestion: *t\n", ("question",), "polite?"),
        ("dimension: tone\nquestion: a", ("guidance",), "in a file without a last line end"),
        ("{dimension: tone}\n", ("guidance",), "in braces"),
    ],
)
def test_other_ways_of_writing_yaml_are_rewritten_too(
    text: str, place: Place, added: str, tmp_path: Path
) -> None:
    path = tmp_path / "tone.yaml"
    path.write_text(rewritten(text, place, added, path.name), encoding="utf-8")

    node = read_yaml(path, path.name).tree
    for step in place:
        node = node[step]
    assert node == added
    assert read_yaml(path, path.name).tree["dimension"] == "tone"


def test_line_ends_and_the_mark_of_another_system_stay() -> None:
    foreign = "\ufeff" + WRITTEN.replace("\n", "\r\n")

    after = rewritten(foreign, ("question",), "word " * 40 + "end?", "tone.yaml")

    assert after.startswith("\ufeff# what")
    assert "\n" not in after.replace("\r\n", "")


@given(st.sampled_from([1, 2, 3, 4]), TEXT)
def test_an_edit_of_one_anchor_changes_that_value_alone(
    tmp_path_factory: pytest.TempPathFactory, level: int, text: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "tone.yaml"
    path.write_text(WRITTEN, encoding="utf-8")
    before = rubric(path)

    rewrite_rubric(path, {("anchors", level): text}, read=file_digest(path))

    after = rubric(path)
    assert after.anchors == {**(before.anchors or {}), level: text}
    assert after == before.model_copy(update={"anchors": after.anchors})
    comments = [line.partition("#")[2] for line in WRITTEN.splitlines() if "#" in line]
    written = path.read_text(encoding="utf-8")
    assert all(f"#{comment}" in written for comment in comments)
    gone, _ = changed_lines(WRITTEN, written)
    assert len(gone) <= 3


@given(TEXT, TEXT)
def test_any_text_with_paragraphs_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, first: str, second: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "tone.yaml"
    path.write_text(WRITTEN, encoding="utf-8")
    text = f"{first}\n\n  {second}\n\tlast"
    places: list[Place] = [("question",), ("anchors", 3), ("guidance",), ("not_applicable",)]

    rewrite_rubric(path, dict.fromkeys(places, text), read=file_digest(path))

    read = rubric(path)
    assert (read.question, read.guidance, read.not_applicable) == (text, text, text)
    assert read.anchors is not None
    assert read.anchors[3] == text


def test_a_file_that_somebody_changed_meanwhile_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tone.yaml"
    path.write_text(WRITTEN, encoding="utf-8")
    read = file_digest(path)
    theirs = WRITTEN.replace("curt", "cold")
    path.write_text(theirs, encoding="utf-8")

    with pytest.raises(DataError, match=r"tone\.yaml: was changed by somebody else"):
        rewrite_rubric(path, {("anchors", 2): "short"}, read=read)

    assert path.read_text(encoding="utf-8") == theirs


def test_a_file_that_is_gone_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"tone\.yaml: cannot be read"):
        rewrite_rubric(tmp_path / "tone.yaml", {("question",): "?"}, read="0" * 64)
