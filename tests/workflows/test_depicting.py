"""Depict: what charts draw, and what the same says in words."""

from pathlib import Path

import pytest

from tests.workflows.test_flooring import ask, place
from workbench.workflows.depicting import best_floor, in_shares, marks, marks_line


@pytest.mark.parametrize(
    "words",
    [
        "the judge passes 1.7 of the 3.5 transcripts that people gave level 1",
        "the judge passes 2 of the 3.5 transcripts that people gave level 1",
        "people and judge part there in 3.3 of 12",
        "10.5 of 14",
    ],
)
def test_transcripts_counted_in_fractions_are_told(words: str) -> None:
    assert in_shares(words)


@pytest.mark.parametrize(
    "words",
    [
        "2 of 26 verdicts are errors, the limit is 5%",
        "kappa 0.43 is below 0.60 (n=24): no number of labels will do",
        "better than 0.40 with 95 % confidence (0.70, n=26, 3 variants tried)",
        "the judge passes 0 of the 2 transcripts that people put at the bottom",
        "0.12 of what they reach",
    ],
)
def test_whole_transcripts_and_other_figures_are_none(words: str) -> None:
    assert not in_shares(words)


def test_the_best_floor_stands_on_the_line_of_every_judge_and_on_no_floors(
    tmp_path: Path,
) -> None:
    made = place(tmp_path)
    made.judge([1, 2, 3, 4] * 25)
    ask(made, "floor-majority", "floor-text")
    cells = made.calibrate().measured

    best = best_floor(cells)

    assert best is not None
    assert best.judge == "floor-text"
    drawn = {str(row["judge"]): row for row in marks(cells)}
    assert drawn["strict"]["floor"] == best.kappa_primary.value
    assert (drawn["strict"]["floor_name"], drawn["strict"]["floor_n"]) == ("floor-text", 50)
    assert drawn["floor-text"]["floor"] is None


def test_the_words_of_a_chart_say_status_and_n_of_every_cell_and_the_best_floor(
    tmp_path: Path,
) -> None:
    made = place(tmp_path)
    made.judge([1, 2, 3, 4] * 25)
    ask(made, "floor-majority", "floor-text")

    *each, last = marks_line(made.calibrate().measured).split("; ")

    assert len(each) == 3
    assert all("n=50" in words for words in each)
    assert any(words.startswith("strict, insufficient: kappa 1.00") for words in each)
    assert any(words.startswith("floor-majority, floor: kappa ") for words in each)
    assert last.startswith("best floor: floor-text, kappa ")
    assert last.endswith("n=50")


def test_without_floors_none_is_the_best(tmp_path: Path) -> None:
    made = place(tmp_path)
    made.judge([1, 2, 3, 4] * 25)
    cells = made.calibrate().measured

    assert best_floor(cells) is None
    assert "best floor" not in marks_line(cells)
    assert all(row["floor"] is None for row in marks(cells))
