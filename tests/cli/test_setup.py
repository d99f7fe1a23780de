"""`workbench init` and `workbench check` on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.store.build import TONE, workspace
from workbench.cli.main import cli
from workbench.errors import DataError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def test_init_says_what_it_wrote_and_what_comes_next(tmp_path: Path) -> None:
    made = run("init", tmp_path / "w")

    assert made.exit_code == 0
    assert made.stdout.splitlines()[-1] == f"wrote {tmp_path}/w/workbench.yaml"
    assert "import transcripts" in made.stderr


def test_init_counts_from_the_folder_that_is_named(tmp_path: Path) -> None:
    assert run("-C", tmp_path, "init", "w", "--bare").exit_code == 0
    assert (tmp_path / "w/workbench.yaml").is_file()


def test_a_sound_workspace_exits_0(tmp_path: Path) -> None:
    workspace(tmp_path)

    checked = run("-C", tmp_path, "check")

    assert (checked.exit_code, checked.stdout, checked.stderr) == (0, "Nothing is wrong.\n", "")


def test_warnings_exit_0_and_are_marked(tmp_path: Path) -> None:
    workspace(tmp_path, {"rubrics/tone.yaml": TONE + "  5: perfect\n"})

    checked = run("-C", tmp_path, "check")

    assert checked.exit_code == 0
    assert checked.stdout.startswith("rubrics/tone.yaml:4: warning: an odd scale (1-5)")
    assert checked.stdout.endswith("\n1 warning\n")


def test_an_error_exits_2_with_all_findings_and_their_count(tmp_path: Path) -> None:
    workspace(tmp_path, {"rubrics/tone.yaml": TONE + "5: x\nanchrs: y\n", "judges.yaml": "- a\n"})

    checked = run("-C", tmp_path, "check")

    assert checked.exit_code == 2
    assert [line.partition(": ")[0] for line in checked.stdout.splitlines()[:-1]] == [
        "judges.yaml:1",
        "rubrics/tone.yaml:9",
        "rubrics/tone.yaml:10",
    ]
    assert checked.stdout.splitlines()[-1] == "3 errors"


def test_json_says_the_same(tmp_path: Path) -> None:
    workspace(tmp_path, {"judges.yaml": "- a\n"})

    checked = run("-C", tmp_path, "check", "--json")

    assert checked.exit_code == 2
    assert json.loads(checked.stdout) == {
        "schema": "workbench.check/1",
        "errors": 1,
        "warnings": 0,
        "findings": [
            {
                "file": "judges.yaml",
                "line": 1,
                "code": "not_a_mapping",
                "severity": "error",
                "message": "must be a mapping of keys to values",
            }
        ],
    }


def test_a_folder_that_is_no_workspace_is_told_how_to_become_one(tmp_path: Path) -> None:
    checked = run("-C", tmp_path, "check")

    assert isinstance(checked.exception, DataError)
    assert "`workbench init" in str(checked.exception)


@pytest.mark.parametrize("command", ["init", "check"])
def test_help_has_an_example(command: str) -> None:
    assert "Example: workbench" in run(command, "-h").stdout
