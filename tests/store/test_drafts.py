"""Drafts on disk: one form each, written whole, and never mistaken for another's."""

from pathlib import Path

import pytest

from tests.store.build import workspace
from workbench.domain.draft import Answer, Draft
from workbench.errors import DataError
from workbench.store.drafts import Drafts

FORM = Draft(
    labeller="labeller A",
    transcript="t1",
    answers={"tone": Answer(status="rated", level=3, note="hm", evidence=(1, 2), seconds=4.5)},
    based_on={"tone": "some-id"},
    turn=7,
    dimension="tone",
)
BLANK = Draft(labeller="labeller A", transcript="t1")


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    return Drafts(workspace(tmp_path))


def test_a_form_comes_back_as_it_was_left_with_its_cursor(drafts: Drafts, tmp_path: Path) -> None:
    drafts.keep(FORM)

    assert Drafts(workspace(tmp_path)).like(BLANK) == FORM


def test_the_newest_form_takes_the_place_of_the_one_before(drafts: Drafts) -> None:
    drafts.keep(FORM)
    drafts.keep(FORM.model_copy(update={"turn": 9, "answers": {}}))

    found = drafts.like(BLANK)

    assert found is not None
    assert (found.turn, found.answers) == (9, {})


@pytest.mark.parametrize(
    "change",
    [{"labeller": "labeller B"}, {"transcript": "t2"}, {"repeat": 1}, {"mode": "tone"}],
)
def test_another_form_has_a_draft_of_its_own(drafts: Drafts, change: dict[str, object]) -> None:
    drafts.keep(FORM)

    assert drafts.like(BLANK.model_copy(update=change)) is None


def test_a_draft_that_was_dropped_is_gone_and_may_be_dropped_again(drafts: Drafts) -> None:
    drafts.keep(FORM)

    drafts.drop(FORM)
    drafts.drop(FORM)

    assert drafts.like(BLANK) is None


@pytest.mark.parametrize("text", ["", "{", '{"labeller": "labeller A"}', "[]"])
def test_a_damaged_draft_is_none(drafts: Drafts, tmp_path: Path, text: str) -> None:
    drafts.keep(FORM)
    (path,) = (tmp_path / ".drafts").glob("*/*.json")

    path.write_text(text, encoding="utf-8")

    assert drafts.like(BLANK) is None


def test_a_draft_copied_under_another_name_is_not_taken_for_it(
    drafts: Drafts, tmp_path: Path
) -> None:
    other = BLANK.model_copy(update={"labeller": "labeller B"})
    drafts.keep(FORM)
    drafts.keep(other)
    mine, theirs = (
        next((tmp_path / ".drafts" / name).glob("*.json")) for name in ("labeller A", "labeller B")
    )

    theirs.write_bytes(mine.read_bytes())

    assert drafts.like(other) is None


def test_names_and_ids_stay_inside_the_folder(drafts: Drafts, tmp_path: Path) -> None:
    drafts.keep(Draft(labeller="../../evil", transcript="../../../etc/passwd"))

    (path,) = tmp_path.rglob("*.json")
    assert path.parent.parent == tmp_path / ".drafts"


def test_a_draft_that_cannot_be_kept_is_said_to_be(drafts: Drafts, tmp_path: Path) -> None:
    (tmp_path / ".drafts").touch()

    with pytest.raises(DataError, match="cannot be written"):
        drafts.keep(FORM)
    with pytest.raises(DataError, match="cannot be removed"):
        drafts.drop(FORM)
