"""`workbench import`: a report for people or machines, and exit code 2 where it was refused."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workbench.cli.main import BROKEN, cli
from workbench.errors import DataError

Run = Callable[..., Result]
ROW = {"transcript_id": "t1", "dimension": "tone", "labeller": "a", "score": 3}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `workbench -C <an empty workspace> import ...`."""
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "workbench.yaml").touch()

    def run(*arguments: str | Path, catch: bool = False) -> Result:
        words = ["-C", str(root), "import", *map(str, arguments)]
        return CliRunner().invoke(cli, words, catch_exceptions=catch)

    return run


def written(path: Path, rows: Sequence[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_people_are_shown_what_was_read_and_what_was_made_of_it(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "people.jsonl", [ROW, ROW, {**ROW, "score": 0}])

    result = run("labels", path, "--scale", "1-4", "--not-applicable", "0", "--without-transcripts")

    assert result.exit_code == 0
    assert result.stdout == (
        "labels: 3 read, 2 imported, 1 duplicate, 1 not applicable\n"
        "  draft rubrics, anchors to be written: rubrics/tone.yaml\n"
        "  note the transcripts are assumed a random sample; --sampled says otherwise\n"
    )
    assert result.stderr == ""


def test_a_refused_import_says_why_and_ends_with_2(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "people.jsonl", [ROW, {**ROW, "score": 9, "mood": "bad"}])

    result = run("labels", path, "--scale", "1-4", "--without-transcripts")

    assert result.exit_code == BROKEN
    assert "labels: 2 read, 0 imported, 1 skipped" in result.stdout
    assert "  skipped people.jsonl:2: 9 is not a level of 1-4" in result.stdout
    assert result.stderr == (
        "refused, nothing was written: 1 skipped (--allow-loss imports the rest)\n"
    )
    assert (
        run("labels", path, "--scale", "1-4", "--without-transcripts", "--allow-loss").exit_code
        == 0
    )


def test_machines_get_the_whole_report(run: Run, tmp_path: Path) -> None:
    rows = [{**ROW, "transcript_id": f"t{n}", "score": 9} for n in range(30)]

    result = run(
        "labels",
        written(tmp_path / "p.jsonl", rows),
        "--scale=1-4",
        "--without-transcripts",
        "--json",
    )

    report = json.loads(result.stdout)
    assert result.exit_code == BROKEN
    assert (report["schema"], report["refused"], report["read"]) == ("workbench.import/1", True, 30)
    assert report["skipped"][29] == {
        "file": "p.jsonl",
        "line": 30,
        "message": "9 is not a level of 1-4",
    }


def test_people_are_shown_ten_of_many(run: Run, tmp_path: Path) -> None:
    rows = [{**ROW, "transcript_id": f"t{n}", "score": 9} for n in range(30)]

    result = run(
        "labels", written(tmp_path / "p.jsonl", rows), "--scale=1-4", "--without-transcripts"
    )

    assert result.stdout.count("is not a level") == 10
    assert "  skipped … and 20 more (--json lists all)" in result.stdout


def test_verdicts_in_error_are_counted_by_kind_and_their_judge_is_named(
    run: Run, tmp_path: Path
) -> None:
    judge = {"transcript_id": "t1", "dimension": "tone", "judge": "j/1", "score": 3.5}

    result = run(
        "verdicts",
        written(tmp_path / "j.jsonl", [judge]),
        "--scale=1-4",
        "--without-transcripts",
    )

    assert "  in error, of no level and in no mean: 1 fractional" in result.stdout
    assert "  new recorded judges in judges.yaml: j/1" in result.stdout


def test_columns_and_a_labeller_make_a_wide_file_readable(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text('conversation;"Tone, 1-4";Clarity\n0042;3;4\n', encoding="utf-8")

    result = run(
        "labels",
        path,
        "--columns",
        'transcript=conversation,"tone=Tone, 1-4",clarity=Clarity',
        "--labeller=Zoë",
        "--scale=1-4",
        "--without-transcripts",
    )

    assert result.exit_code == 0
    assert "2 read, 2 imported" in result.stdout


@pytest.mark.parametrize(
    ("what", "option"),
    [
        ("labels", ["--judge", "j"]),
        ("verdicts", ["--labeller", "a"]),
        ("verdicts", ["--sampled", "random"]),
        ("transcripts", ["--scale", "1-4"]),
        ("rubrics", ["--without-transcripts"]),
        ("labels", ["--collection", "c"]),
    ],
)
def test_an_option_that_does_not_fit_is_refused(
    run: Run, tmp_path: Path, what: str, option: list[str]
) -> None:
    result = run(what, written(tmp_path / "p.jsonl", [ROW]), *option, catch=True)

    assert result.exit_code == BROKEN
    assert f"{option[0]} goes with" in result.stderr


def test_a_column_map_that_is_none_is_an_error(run: Run, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="--columns level: must be like"):
        run("labels", written(tmp_path / "p.jsonl", [ROW]), "--columns", "level")


def test_an_unknown_kind_of_record_is_an_error(run: Run, tmp_path: Path) -> None:
    assert run("opinions", written(tmp_path / "p.jsonl", [ROW]), catch=True).exit_code == BROKEN


def test_a_kind_that_is_misspelt_is_answered_with_the_nearest(run: Run, tmp_path: Path) -> None:
    result = run("label", written(tmp_path / "p.jsonl", [ROW]), catch=True)

    assert result.exit_code == BROKEN
    assert "Did you mean 'labels'?" in result.stderr


@pytest.mark.realdata
def test_the_commands_of_the_issue_work_as_written(run: Run, real_data: Path) -> None:
    chats = real_data / "llm_rubric_real"
    turns = real_data / "sgd_uss/human_labels_turn.jsonl"

    commands: list[tuple[str | Path, ...]] = [
        ("transcripts", chats / "transcripts.jsonl"),
        ("labels", chats / "human_labels.jsonl", "--scale", "1-4"),
        ("labels", chats / "human_not_applicable.jsonl", "--scale=1-4", "--not-applicable", "0"),
        ("verdicts", chats / "judge_scores.jsonl"),
    ]

    assert [run(*command).exit_code for command in commands] == [0, 0, 0, 0]
    with pytest.raises(DataError, match="turn_index"):
        run("labels", turns, "--scale", "1-5")


PROMPTFOO = """prompts: ["Answer: {{q}}"]
tests:
  - description: offers a refund
    vars: {q: Where is my money?}
    assert:
      - {type: icontains, value: refund}
      - {type: similar, value: a refund, threshold: 0.8}
"""


def test_a_promptfoo_configuration_becomes_a_suite_and_says_what_it_lacks(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "promptfooconfig.yaml"
    path.write_text(PROMPTFOO, encoding="utf-8")
    suite = tmp_path / "workspace/suites/support.yaml"

    refused = run("suites", path, "--suite", "support")
    there = suite.exists()
    allowed = run("suites", path, "--suite", "support", "--allow-loss")

    lost = "  dropped promptfooconfig.yaml:7: test 'offers a refund': similar: it scores likeness"
    assert (refused.exit_code, allowed.exit_code, there) == (BROKEN, 0, False)
    assert "suites: 1 read, 0 imported, 1 dropped contents\n" + lost in refused.stdout
    assert "  new: suites/support.yaml\n" + lost in allowed.stdout
    assert "  note promptfooconfig.yaml:1: prompts stay behind" in allowed.stdout
    assert "- {pattern: '(?ia)refund', on: answer}" in suite.read_text(encoding="utf-8")


def test_the_name_of_a_suite_goes_with_suites(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "people.jsonl", [ROW])

    assert "--suite goes with suites, not with labels" in run("labels", path, "--suite=s").stderr
