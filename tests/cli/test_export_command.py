"""`workbench export` on the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.exporters.building import certified
from workbench.cli.exporting import export_command
from workbench.cli.main import cli
from workbench.errors import GateError
from workbench.exporters.formats import FORMATS


def test_it_offers_every_format_without_loading_one() -> None:
    (choice,) = [option for option in export_command.params if option.name == "target"]

    assert list(getattr(choice.type, "choices", ())) == list(FORMATS)


def test_it_says_what_was_written_and_why_it_may_be_believed(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace")

    ran = CliRunner().invoke(cli, ["-C", str(made.root), "export", "--to", "prompt", "out"])

    assert ran.exit_code == 0
    assert ran.stdout.splitlines() == [
        f"wrote {made.root / 'out'} for prompt, 2 files",
        "tone, strict: better than 0.40 with 95 % confidence (0.95, n=50, one variant tried)",
    ]
    assert (made.root / "out" / "judge_tone_strict.md").exists()


def test_json_names_the_files_and_the_digests(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace")
    command = ["-C", str(made.root), "export", "--to", "promptfoo", "out", "--json"]

    document = json.loads(CliRunner().invoke(cli, command).stdout)

    assert document["schema"] == "workbench.export/1"
    assert "promptfooconfig.yaml" in document["files"]
    assert document["exported"][0]["judge_digest"] == made.certificate().judge_digest
    assert document["left_out"] == []


def test_nothing_trusted_is_a_gate_that_refuses(tmp_path: Path) -> None:
    made = certified(tmp_path / "workspace", judges="judges:\n  strict: {recorded: true}\n")
    command = ["-C", str(made.root), "export", "--to", "python", "out"]

    with pytest.raises(GateError, match="there is nobody to ask"):
        CliRunner().invoke(cli, command, catch_exceptions=False)

    assert not (made.root / "out").exists()
