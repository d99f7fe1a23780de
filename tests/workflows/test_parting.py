"""Where raters part is shown on the development side; a judge beside it may be a look."""

from pathlib import Path

import pytest

from tests.workflows.building import Desk, close, desk
from workbench.errors import DataError
from workbench.workflows.bench import Bench
from workbench.workflows.parting import Parting, parting


def labelled(root: Path, size: int) -> Desk:
    made = desk(root)
    levels = [1, 2, 3, 4] * (size // 4)
    made.label(levels, labeller="A")
    made.label(close(levels, every=5), labeller="B")
    made.judge(close(levels, every=3))
    return made


def shown(made: Desk, judge: str | None = None) -> Parting:
    found = parting(made.root, "tone", judge, now=made.now())
    assert found is not None
    return found


def test_before_the_first_calibration_nothing_is_shown_and_no_side_is_drawn(tmp_path: Path) -> None:
    made = labelled(tmp_path, 40)

    assert parting(tmp_path, "tone", "strict", now=made.now()) is None
    assert not (tmp_path / "record").exists()


def test_the_test_side_stays_closed(tmp_path: Path) -> None:
    made = labelled(tmp_path, 80)
    made.calibrate()
    before = made.looks()

    found = shown(made, "strict")

    assert found.units == found.levelled == 40
    assert found.certified == found.recorded == found.looks == 0
    assert made.looks() == before == ()


def test_on_side_both_a_judge_beside_people_is_a_look_and_people_alone_are_none(
    tmp_path: Path,
) -> None:
    made = labelled(tmp_path, 20)
    bench = Bench(tmp_path)
    bench.dimension(bench.evidence([made.rubric], ())["tone"], made.now())

    alone = shown(made)
    assert (alone.units, alone.certified, alone.recorded) == (20, 20, 0)
    assert all(one.judge is None for one in alone.confusions)

    assert (shown(made, "strict").looks, len(made.looks())) == (1, 1)
    assert shown(made, "strict").recorded == 0


def test_a_dimension_without_a_rubric_is_named(tmp_path: Path) -> None:
    made = desk(tmp_path)

    with pytest.raises(DataError, match="dimension 'mood'"):
        parting(tmp_path, "mood", None, now=made.now())
