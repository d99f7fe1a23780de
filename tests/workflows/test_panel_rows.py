"""What calibrate says of a panel beside its members."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.workflows.building import Desk, Said, close, desk, only
from workbench.cli.main import cli
from workbench.workflows.bench import Asked

JUDGES = """\
judges:
  a: {recorded: true}
  b: {recorded: true}
  c: {recorded: true}
panels:
  careful: {members: [a, b, c]}
"""
LEVELS = [1, 2, 3, 4] * 9
MEMBERS = {"a": close(LEVELS, every=3), "b": close(LEVELS, every=4), "c": close(LEVELS, every=5)}


def majority() -> list[Said]:
    """Return what two of three members say, else that there is none."""
    found: list[Said] = []
    for votes in zip(*MEMBERS.values(), strict=True):
        most = max(votes, key=votes.count)
        found.append(most if votes.count(most) > 1 else "no_majority")
    return found


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    made = desk(tmp_path, judges=JUDGES)
    made.label(LEVELS)
    for name, levels in MEMBERS.items():
        made.judge(levels, judge=name)
    made.judge(majority(), judge="careful")
    return made


def document(made: Desk, *arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["-C", str(made.root), *arguments, "--json"])
    assert done.exit_code == 0
    return {one["judge"]: one for one in json.loads(done.stdout)["agreements"]}


def test_a_panel_has_its_gain_over_its_members(made: Desk) -> None:
    panel = only(made.calibrate(), "careful").panel

    assert panel is not None
    assert panel.members == ("a", "b", "c")
    assert (panel.asked, panel.units) == (36, sum(isinstance(one, int) for one in majority()))
    assert panel.gain.value is not None
    assert panel.gain.value > 0
    assert panel.gain.low is not None
    assert panel.effective_judges.value is not None


def test_json_has_it_for_panels_and_null_for_others(made: Desk) -> None:
    found = document(made, "calibrate")

    assert found["careful"]["panel"].keys() == {
        "members",
        "kappa",
        "gain",
        "without_level",
        "error_correlation",
        "effective_judges",
    }
    assert [one["judge"] for one in found["careful"]["panel"]["members"]] == ["a", "b", "c"]
    assert all(found[name]["panel"] is None for name in MEMBERS)


def test_a_certificate_holds_the_same_figures_as_ever(made: Desk) -> None:
    made.certify()

    assert "panel" not in made.certificate("careful").figures


def test_asking_for_a_panel_shows_its_members_and_counts_the_look_at_them(made: Desk) -> None:
    found = made.calibrate(asked=Asked(judges=("careful",)))

    assert [one.agreement.judge for one in found.measured] == ["a", "b", "c", "careful"]
    assert {look.judge for look in made.looks()} == {"a", "b", "c", "careful"}


def test_without_a_verdict_of_every_member_there_is_no_gain(tmp_path: Path) -> None:
    made = desk(tmp_path, judges=JUDGES)
    made.label(LEVELS)
    made.judge(MEMBERS["a"], judge="a")
    made.judge(majority(), judge="careful")

    assert only(made.calibrate(), "careful").panel is None


def test_the_text_says_it_below_the_panels_row(made: Desk) -> None:
    text = CliRunner().invoke(cli, ["-C", str(made.root), "calibrate"]).stdout

    (line,) = [line for line in text.splitlines() if "panel of" in line]
    assert "panel of a, b, c: gain over the mean member +" in line
    assert "of 36, error correlation" in line
    assert line.endswith("independent judges")
