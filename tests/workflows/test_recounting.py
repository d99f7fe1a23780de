"""Recount: how often the labels that certify reads were looked at, in one line each."""

from pathlib import Path

from tests.workflows.building import Desk, filled
from workbench.workflows.prospect import prospect
from workbench.workflows.recounting import dimension_lines, pair_lines

TWO = "judges:\n  strict: {model: a/b}\n  mild: {model: a/c}\n"


def two_judges(root: Path) -> Desk:
    """Make a workspace with labels and two judges."""
    made = filled(root, 100, judges=TWO)
    made.judge([1, 2, 3, 4] * 25, judge="mild")
    return made


def pairs(root: Path) -> list[str]:
    return pair_lines(prospect(root).ahead, ("tone",), ("mild", "strict"))


def test_where_nobody_looked_there_is_nothing_to_count(tmp_path: Path) -> None:
    two_judges(tmp_path)

    assert dimension_lines(prospect(tmp_path).ahead) == []
    assert pairs(tmp_path) == []


def test_looks_are_counted_for_every_judge(tmp_path: Path) -> None:
    made = two_judges(tmp_path)
    made.certify()
    # The same variant on the same labels is no new look; another model is another variant.
    made.certify(judges=("strict",))
    made.write("judges.yaml", TWO.replace("a/b", "a/other"))
    made.judge([1, 2, 3, 4] * 25)
    made.certify(judges=("strict",))

    last = max(look.at for look in made.looks())
    assert dimension_lines(prospect(tmp_path).ahead) == [
        f"tone: 3 looks (mild 1, strict 2), the last on {last:%Y-%m-%d}"
    ]
    mild, strict = pairs(tmp_path)
    assert mild.startswith("tone with mild: opened before, 1 look, the last on 2026-01-01 ")
    assert strict == (
        f"tone with strict: opened before, 2 looks, the last on {last:%Y-%m-%d %H:%M} UTC by "
        "certify"
    )


def test_only_what_was_chosen_is_told_of_pairs(tmp_path: Path) -> None:
    made = two_judges(tmp_path)
    made.certify()

    (line,) = pair_lines(prospect(tmp_path).ahead, ("tone",), ("mild",))

    assert line.startswith("tone with mild: ")
    assert pair_lines(prospect(tmp_path).ahead, (), ("mild",)) == []
