"""What the workbench writes into files that people edit leaves their own lines alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.domain.judge import Judges
from workbench.domain.rubric import Rubric
from workbench.store.edits import add_recorded_judges, write_rubric
from workbench.store.yamlfile import read_yaml, validated

WRITTEN = """\
# our judges
judges:
  # the first one
  strict:
    model: acme/large   # pinned
    parameters:
      stop:
        - "END"

  # what follows is for panels
panels:
  careful:
    members:
      - strict
      - strict-too
"""


def judges(path: Path) -> Judges:
    read = validated(read_yaml(path, path.name), Judges)
    assert read is not None
    return read


def test_a_new_judge_stands_below_the_last_and_every_other_line_stays(tmp_path: Path) -> None:
    path = tmp_path / "judges.yaml"
    path.write_text(WRITTEN, encoding="utf-8")

    add_recorded_judges(path, ["vendor/2025"])

    lines = path.read_text(encoding="utf-8").splitlines()
    added = "  vendor/2025: {recorded: true}"
    assert added in lines
    assert [line for line in lines if line != added] == WRITTEN.splitlines()


@pytest.mark.parametrize(
    "text", ["", "# none yet\n", "# none yet", "judges:\n", "judges: {}\n", "panels: {}\n"]
)
def test_a_file_without_judges_gets_them(tmp_path: Path, text: str) -> None:
    path = tmp_path / "judges.yaml"
    path.write_text(text, encoding="utf-8")

    add_recorded_judges(path, ["a", "b"])

    assert list(judges(path).judges) == ["a", "b"]
    assert ("# none yet" in path.read_text(encoding="utf-8")) == ("# none yet" in text)


names = st.text(st.characters(blacklist_categories=["C"]), min_size=1).filter(
    lambda text: text == text.strip() != ""
)


@given(st.lists(names, min_size=1, max_size=4, unique=True))
def test_a_judge_of_any_name_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, added: list[str]
) -> None:
    path = tmp_path_factory.mktemp("any") / "judges.yaml"
    path.write_text("judges:\n  zero: {recorded: true}\n", encoding="utf-8")

    add_recorded_judges(path, [name for name in added if name != "zero"])

    assert set(judges(path).judges) == {"zero", *added}


@given(st.lists(names, min_size=2, max_size=4), names, st.text(max_size=300))
def test_a_rubric_of_any_text_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, anchors: list[str], question: str, guidance: str
) -> None:
    path = tmp_path_factory.mktemp("any") / "rubric.yaml"
    rubric = Rubric(
        dimension="tone",
        version="1.10",
        question=question,
        anchors=dict(enumerate(anchors, 1)),
        guidance=" ".join(guidance.split()) or None,
    )

    write_rubric(path, rubric, comment="why\nit is here")

    assert validated(read_yaml(path, path.name), Rubric) == rubric


def test_a_long_anchor_is_folded_and_no_line_ends_in_a_space(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    anchors: dict[int | str, str] = {1: "word " * 60 + "end", 2: "short"}

    write_rubric(path, Rubric(dimension="a", version="1.0", question="?", anchors=anchors))

    lines = path.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 100
    assert not [line for line in lines if line.endswith(" ")]
