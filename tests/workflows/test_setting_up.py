"""`init` makes a workspace that `check` finds nothing wrong with, and changes nothing there is."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.store.build import write
from workbench.domain.policy import Labelling, Policy, Redaction, Splits, Trust
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store.workspace import Workspace
from workbench.store.yamlfile import read_yaml, validated
from workbench.workflows.checking import check
from workbench.workflows.setting_up import init

DIMENSIONS = {
    "communication_quality",
    "elicitation_efficiency",
    "goal_completion",
    "groundedness",
    "safety_and_scope",
}


def test_a_new_workspace_has_five_rubrics_and_no_finding(tmp_path: Path) -> None:
    init(tmp_path / "w")

    place = Workspace(tmp_path / "w")
    assert set(place.rubrics) == DIMENSIONS
    assert check(place) == ()


def test_a_bare_workspace_has_no_rubric_and_no_finding(tmp_path: Path) -> None:
    init(tmp_path, bare=True)

    assert Workspace(tmp_path).rubrics == {}
    assert check(Workspace(tmp_path)) == ()


def test_the_settings_are_the_defaults_and_each_stands_there(tmp_path: Path) -> None:
    init(tmp_path, bare=True)
    written = read_yaml(tmp_path / "workbench.yaml", "workbench.yaml")

    policy = validated(written, Policy)

    assert policy == Policy()
    assert set(written.tree) == set(Policy.model_fields)
    assert set(written.tree["trust"]) == set(Trust.model_fields)
    assert set(written.tree["splits"]) == set(Splits.model_fields)
    assert set(written.tree["redaction"]) == set(Redaction.model_fields)
    assert set(written.tree["labelling"]) == set(Labelling.model_fields)


def test_every_setting_of_a_group_has_its_reason_above_it(tmp_path: Path) -> None:
    init(tmp_path, bare=True)
    lines = (tmp_path / "workbench.yaml").read_text(encoding="utf-8").splitlines()

    settings = [n for n, line in enumerate(lines) if re.match("  [a-z_]+:", line)]

    groups = (Trust, Splits, Labelling, Redaction)
    assert len(settings) == sum(len(group.model_fields) for group in groups)
    assert [lines[n] for n in settings if not lines[n - 1].startswith("  #")] == []


def test_floors_are_there_to_be_asked_from_the_start(tmp_path: Path) -> None:
    init(tmp_path, bare=True)

    judges = Workspace(tmp_path).judges.judges

    assert {judge.baseline for judge in judges.values()} == {"majority", "length", "text"}


def test_the_examples_in_judges_are_valid_once_they_are_live(tmp_path: Path) -> None:
    init(tmp_path, bare=True)
    path = tmp_path / "judges.yaml"
    head, _, floors = path.read_text(encoding="utf-8").partition("judges:\n")
    judge = [line[2:] for line in head.splitlines() if line.startswith("#   ")]
    live = "\n".join(
        [
            "judges:",
            *(f"  {line.strip()}" if i == 0 else line for i, line in enumerate(judge)),
            floors,
        ]
    )
    panel = live.replace("# panels:", "panels:").replace("#   careful", "  careful")
    write(
        path,
        panel.replace("strict, second, third", "strict, strict-2")
        .replace("quorum: 3", "quorum: 2")
        .replace("judges:\n", "judges:\n  strict-2: {model: some/model}\n"),
    )

    judges = Workspace(tmp_path).judges

    assert {"strict", "floor-text"} < set(judges.judges)
    assert set(judges.panels) == {"careful"}


def test_starter_rubrics_ask_what_the_sample_asks_and_leave_guidance_to_their_owner(
    tmp_path: Path, project_root: Path
) -> None:
    init(tmp_path)

    for path in (project_root / "rubrics").glob("*.yaml"):
        sample = validated(read_yaml(path, path.name), Rubric)
        starter = Workspace(tmp_path).rubrics[path.stem].rubric
        assert sample is not None
        assert sample.guidance is not None
        assert starter.guidance is None
        assert starter == sample.model_copy(update={"guidance": None})


def test_what_is_in_the_folder_stays_as_it_was(tmp_path: Path) -> None:
    write(tmp_path / ".gitignore", "mine\n")
    write(tmp_path / "rubrics/groundedness.yaml", "mine: too\n")

    made = init(tmp_path)

    assert set(made.kept) == {".gitignore", "rubrics/groundedness.yaml"}
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == "mine\n"
    assert (tmp_path / "rubrics/groundedness.yaml").read_text(encoding="utf-8") == "mine: too\n"
    assert "workbench.yaml" in made.written


def test_a_workspace_is_not_made_a_second_time(tmp_path: Path) -> None:
    init(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}

    with pytest.raises(DataError, match="is a workspace already"):
        init(tmp_path)

    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_an_init_that_was_cut_short_can_be_run_again(tmp_path: Path) -> None:
    init(tmp_path)
    (tmp_path / "workbench.yaml").unlink()

    assert init(tmp_path).written == ("workbench.yaml",)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    write(tmp_path / "file", "")

    with pytest.raises(DataError, match=r"file/w.*: cannot be made"):
        init(tmp_path / "file" / "w")


def test_git_ignores_what_can_be_rebuilt_and_merges_ledgers_by_union(tmp_path: Path) -> None:
    init(tmp_path)

    ignored = (tmp_path / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {"runs/", ".drafts/", ".workbench/"} <= set(ignored)
    attributes = (tmp_path / ".gitattributes").read_text(encoding="utf-8")
    ledgers = ("labels", "verdicts", "record", "probes/verdicts")
    for folder in ledgers:
        assert f"{folder}/*.jsonl" in attributes
    assert attributes.count("merge=union") == len(ledgers)


def test_the_wheel_brings_the_starter_files(tmp_path: Path, project_root: Path) -> None:
    pytest.importorskip("hatchling")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=project_root,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")

    made = subprocess.run(
        [sys.executable, "-m", "workbench", "init", "w"],
        cwd=tmp_path / "installed",
        check=True,
        capture_output=True,
        text=True,
    )

    assert made.stdout.count("rubrics/") == 5
    assert (tmp_path / "installed/w/rubrics/groundedness.yaml").is_file()
    assert (tmp_path / "installed/w/judges.yaml").is_file()
    assert (tmp_path / "installed/workbench/judges/templates/default.md").is_file()
