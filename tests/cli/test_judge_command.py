"""`workbench judge` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from tests.workflows.building import Desk, desk
from workbench.cli.main import cli

JUDGES = """\
judges:
  floor-majority: {baseline: majority}
  floor-text: {baseline: text}
"""


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["-C", str(root), "judge", *arguments])


def labelled(root: Path, count: int = 20) -> Desk:
    made = desk(root, judges=JUDGES)
    made.label(([1, 2, 3, 3] * 5)[:count])
    return made


def test_it_says_what_was_asked_and_what_was_not(tmp_path: Path) -> None:
    labelled(tmp_path)

    asked = run(tmp_path)

    assert asked.exit_code == 0
    assert asked.stdout.splitlines() == [
        "tone, floor-majority: 20 new verdicts, 0 were there already",
        "tone, floor-text: not asked, the baseline 'text' reads conversations, and 20 of the 20 "
        "it would learn from are not in this workspace (t000, t001, t002, …): import them",
    ]


def test_json_holds_the_counts_and_the_reasons(tmp_path: Path) -> None:
    labelled(tmp_path)

    document = json.loads(run(tmp_path, "--judge", "floor-majority", "--json").stdout)

    assert document["schema"] == "workbench.judge/1"
    assert document["answers"] == [
        {
            "dimension": "tone",
            "judge": "floor-majority",
            "new": 20,
            "already": 0,
            "unread": 0,
            "refused": None,
        }
    ]


def test_where_no_floor_could_be_asked_it_exits_3(tmp_path: Path) -> None:
    labelled(tmp_path, 4)

    assert run(tmp_path).exit_code == 3


def test_where_nothing_is_labelled_it_says_so(tmp_path: Path) -> None:
    desk(tmp_path, judges=JUDGES)

    asked = run(tmp_path)

    assert (asked.exit_code, asked.stdout) == (0, "No dimension has a label yet.\n")
