"""Planted faults: a level must fall where the fault is, and nowhere else."""

from pathlib import Path
from typing import Any

import pytest

from tests.judges.loopback import Loopback
from tests.workflows.building import tone
from tests.workflows.questioning import (
    asking,
    conversation,
    levelled,
    office,
)
from tests.workflows.trials import PLANTED, plant, probing, rated, tried
from workbench.store.workspace import Workspace
from workbench.workflows.checking import check

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def test_a_planted_fault_lowers_its_own_dimension(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, level=3)
    plant(made)
    loopback.plan("<FAULT>", levelled(1))

    found = tried(probing(made))

    assert (found.planted.fell.count, found.planted.fell.of) == (1, 1)
    assert found.unnoticed == ()


def test_a_judge_that_overlooks_a_fault_is_told_by_its_name(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, level=3)
    plant(made)

    found = tried(probing(made))

    assert (found.planted.fell.count, found.planted.fell.of) == (0, 1)
    assert found.unnoticed == ("t000 tone",)


def test_a_fault_that_lowers_every_dimension_is_not_specific(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback)
    made.write("rubrics/depth.yaml", tone().replace("tone", "depth", 1))
    asking(made)
    plant(made)
    plant(made, of="t001", dimension="depth")
    loopback.plan("<FAULT>", levelled(1))

    found = probing(made)

    for dimension in ("tone", "depth"):
        told = tried(found, dimension).planted
        assert (told.fell.count, told.fell.of) == (1, 1)
        assert (told.stayed.count, told.stayed.of) == (0, 1)


def test_a_twin_that_was_edited_is_asked_about_anew(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, level=3)
    plant(made)
    probing(made)
    text = (made.root / PLANTED).read_text(encoding="utf-8")
    made.write(PLANTED, text.replace("<FAULT>", "Ha."))
    loopback.plan("Ha.", levelled(1))

    assert tried(probing(made)).planted.fell.count == 1


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"of": "t999"}, "transcript 't999': is not in this workspace"),
        ({"dimension": "shade"}, "dimension 'shade': has no rubric"),
        ({"transcript": {"turns": []}}, "turns"),
        (
            {"transcript": {"turns": conversation("t000").to_json()["turns"]}},
            "reads the same as 't000', nothing is planted",
        ),
    ],
)
def test_a_fault_that_is_none_is_named_with_its_line(
    tmp_path: Path, loopback: Loopback, fields: dict[str, Any], told: str
) -> None:
    made = rated(tmp_path, loopback)
    plant(made, of="t001")
    plant(made, **fields)

    found = probing(made)

    (finding,) = found.stepped_over
    assert (finding.file, finding.line) == (PLANTED, 2)
    assert told in finding.message
    assert found.planted == 1
    assert finding in check(Workspace(made.root))
