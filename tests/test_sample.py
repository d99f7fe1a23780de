"""`make app` and `make demo` share one copy of the sample, and nobody's work in it is lost."""

import shutil
import subprocess
from pathlib import Path

import pytest

SAMPLE = {
    "workbench.yaml": "overlap: 2\n",
    "rubrics/tone.yaml": "dimension: tone\n",
    "labels/labeller A.jsonl": "{}\n",
    "transcripts/support.jsonl": "{}\n",
}


@pytest.fixture
def checkout(tmp_path: Path, project_root: Path) -> Path:
    """A checkout with a sample of a few lines and the script that copies it."""
    for name, text in SAMPLE.items():
        write(tmp_path / name, text)
    (tmp_path / "scripts").mkdir()
    shutil.copy(project_root / "scripts/sample.sh", tmp_path / "scripts")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def sample(checkout: Path, how: str) -> "subprocess.CompletedProcess[str]":
    command = [str(checkout / "scripts/sample.sh"), how]
    return subprocess.run(
        command, cwd=checkout / "scripts", capture_output=True, text=True, check=False
    )


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def set_aside(checkout: Path) -> list[Path]:
    return list(checkout.glob(".demo.*"))


@pytest.mark.parametrize("how", ["kept", "fresh"])
def test_where_there_is_no_copy_one_is_made_and_named(checkout: Path, how: str) -> None:
    made = sample(checkout, how)

    assert (made.returncode, made.stdout, made.stderr) == (0, ".demo\n", "")
    assert contents(checkout / ".demo") == SAMPLE
    assert set_aside(checkout) == []


def test_the_app_finds_what_was_labelled_the_last_time(checkout: Path) -> None:
    sample(checkout, "kept")
    write(checkout / ".demo/labels/me.jsonl", "mine\n")

    again = sample(checkout, "kept")

    assert again.returncode == 0
    assert contents(checkout / ".demo")["labels/me.jsonl"] == "mine\n"


def test_a_copy_in_which_only_commands_wrote_is_made_anew(checkout: Path) -> None:
    sample(checkout, "fresh")
    write(checkout / ".demo/trusted.json", "{}")
    write(checkout / ".demo/verdicts/floor.jsonl", "{}\n")
    write(checkout / ".demo/record/looks.jsonl", "{}\n")
    write(checkout / ".demo/record/assignments.jsonl", "{}\n")
    write(checkout / ".demo/record/queue.jsonl", '{"judge":"strict","reason":"contradiction"}\n')

    again = sample(checkout, "fresh")

    assert (again.returncode, again.stderr) == (0, "")
    assert contents(checkout / ".demo") == SAMPLE
    assert set_aside(checkout) == []


@pytest.mark.parametrize(
    "name",
    [
        "labels/me.jsonl",
        "labels/labeller A.jsonl",
        "rubrics/tone.yaml",
        "rubrics/mine.yaml",
        "workbench.yaml",
        "judges.yaml",
        "prompts/mine.md",
        ".drafts/me/1.json",
        "record/gold.jsonl",
        "record/dismissals.jsonl",
        "record/queue.jsonl",
    ],
)
def test_a_copy_that_somebody_worked_in_is_kept_beside_the_fresh_one(
    checkout: Path, name: str
) -> None:
    sample(checkout, "fresh")
    write(checkout / ".demo" / name, "mine\n")

    again = sample(checkout, "fresh")

    (aside,) = set_aside(checkout)
    assert contents(aside)[name] == "mine\n"
    assert contents(checkout / ".demo") == SAMPLE
    assert again.stdout == ".demo\n"
    assert again.stderr == f"sample: somebody worked in .demo; it is kept as {aside.name}\n"


def test_work_that_was_set_aside_is_not_overwritten_by_more_of_it(checkout: Path) -> None:
    for number in range(3):
        sample(checkout, "fresh")
        write(checkout / ".demo/labels/me.jsonl", f"{number}\n")
    sample(checkout, "fresh")

    kept = sorted(contents(aside)["labels/me.jsonl"] for aside in set_aside(checkout))
    assert kept == ["0\n", "1\n", "2\n"]


def test_it_asks_what_is_wanted(checkout: Path) -> None:
    made = sample(checkout, "")

    assert (made.returncode, made.stdout) == (2, "")
    assert "kept or fresh" in made.stderr
    assert not (checkout / ".demo").exists()


def test_git_ignores_every_copy(project_root: Path) -> None:
    ignored = (project_root / ".gitignore").read_text(encoding="utf-8").splitlines()

    assert {"/.demo/", "/.demo.*/"} <= set(ignored)
