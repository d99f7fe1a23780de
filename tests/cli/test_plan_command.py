"""`workbench plan` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from tests.store.build import put, transcript
from tests.workflows.building import Desk, close, desk
from workbench.cli.main import cli
from workbench.store.workspace import Workspace

LEVELS = [1, 2, 3, 4]


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["-C", str(root), "plan", *arguments])


def place(root: Path, conversations: int = 60) -> Desk:
    made = desk(root)
    names = [f"t{number:03}" for number in range(conversations)]
    put(Workspace(root), "transcripts/web.jsonl", [transcript(name) for name in names])
    return made


def contrary(size: int) -> list[int]:
    """Return levels of a judge that says the opposite at one of every ten."""
    return [5 - one if n % 10 == 1 else one for n, one in enumerate((LEVELS * size)[:size])]


def test_before_any_label_it_says_what_a_first_look_takes(tmp_path: Path) -> None:
    place(tmp_path)

    told = run(tmp_path, "--count", "2").stdout.splitlines()

    assert told[:3] == [
        "tone: 0 labelled, 60 not yet",
        "  for a first look at agreement label 20 more (20 in all); with 40 more (40 in all) a "
        "test side is kept apart",
        "  label these 2 next, drawn at random; label all of them, whatever they look like:",
    ]
    assert told[3].startswith("    web: t0")


def test_it_says_how_many_labels_a_judge_lacks_and_that_counting_was_a_look(
    tmp_path: Path,
) -> None:
    made = place(tmp_path)
    made.label(LEVELS * 6)
    made.judge(contrary(24))

    planned = run(tmp_path)

    assert planned.exit_code == 0
    assert planned.stdout.splitlines()[:3] == [
        "tone: 24 labelled, 36 not yet",
        "  strict: label 66 more for an 80 % chance that its lower bound reaches 0.40 "
        "(0 to 245) (side both, k=1)",
        "  label these 60 next, drawn at random; label all of them, whatever they look like:",
    ]
    assert "1 look(s) at labels that certify reads were put on the record" in planned.stderr


def test_it_says_where_no_number_of_labels_will_do(tmp_path: Path) -> None:
    made = place(tmp_path)
    made.label(LEVELS * 25)
    made.judge([3] * 100)

    assert "strict: no number of labels will do" in run(tmp_path).stdout


def test_it_says_where_nothing_is_missing(tmp_path: Path) -> None:
    made = place(tmp_path)
    made.label(LEVELS * 25)
    made.judge(close(LEVELS * 25))

    assert "strict: enough labels: `workbench certify` decides" in run(tmp_path).stdout
    made.certify()
    assert "strict: nothing is missing" in run(tmp_path).stdout


def test_no_agreement_is_printed(tmp_path: Path) -> None:
    made = place(tmp_path)
    made.label(LEVELS * 25)
    made.judge(contrary(100))

    planned = run(tmp_path, "--json").stdout

    assert "kappa" not in planned.replace("minimum_kappa", "")


def test_json_names_every_transcript(tmp_path: Path) -> None:
    place(tmp_path, 60)

    document = json.loads(run(tmp_path, "--count", "60", "--json").stdout)

    assert document["schema"] == "workbench.plan/1"
    (dimension,) = document["dimensions"]
    assert dimension["more"] == 40
    assert {one["transcript"] for one in dimension["next"]} == {f"t{n:03}" for n in range(60)}
    assert dimension["next"][0].keys() == {"transcript", "collection", "labellers"}


def test_too_few_conversations_are_told(tmp_path: Path) -> None:
    place(tmp_path, 10)

    assert "only 10 unlabelled transcripts are left" in run(tmp_path).stdout


def test_without_a_rubric_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "workbench.yaml").touch()

    assert "There is no rubric yet" in run(tmp_path).stdout
