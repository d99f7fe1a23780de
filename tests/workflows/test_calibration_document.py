"""What calibrate and certify print: for machines, and for a tired person."""

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.workflows.building import Desk, Said, close, desk, filled, tone
from workbench.cli.main import cli

LEVELS = [1, 2, 3, 4]


def run(root: Path, *arguments: str) -> Any:
    """Run a command and return the JSON it prints, in which NaN is no number."""

    def refuse(constant: str) -> NoReturn:
        pytest.fail(f"{constant} in JSON")

    done = CliRunner().invoke(cli, ["-C", str(root), *arguments, "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    return json.loads(done.stdout, parse_constant=refuse)


STATISTIC = {"value", "low", "high", "lower_bound", "undefined"}
AGREEMENT = {
    "dimension", "judge", "split", "units", "pairs", "labellers", "levels", "kappa",
    "kappa_linear", "kappa_quadratic", "alpha", "exact_agreement", "adjacent_agreement",
    "exact_by_chance", "adjacent_by_chance", "bias", "tpr", "tnr", "severe_misses", "confusion",
    "ceiling", "per_labeller", "errors", "not_applicable", "cannot_tell", "no_majority",
    "variants_tried", "status", "reasons", "next",
}  # fmt: skip


def test_the_json_has_every_field_of_its_schema(tmp_path: Path) -> None:
    made = filled(tmp_path, 36)
    made.label(close(LEVELS * 9, every=5), labeller="ben")

    found = run(tmp_path, "calibrate", "--verify")

    assert found["schema"] == "workbench.calibration/1"
    (one,), (people,) = found["agreements"], found["people"]
    assert one.keys() >= AGREEMENT
    for name in ("kappa", "kappa_linear", "kappa_quadratic", "alpha", "bias"):
        assert one[name].keys() == STATISTIC
    assert one["tpr"].keys() == one["tnr"].keys() == STATISTIC | {"of"}
    assert one["severe_misses"].keys() == {"count", "of", "rate", "upper", "transcripts"}
    assert one["ceiling"].keys() == {"units", "kappa_quadratic", "delta"}
    assert one["errors"].keys() == {"count", "of", "kinds"}
    assert one["per_labeller"][0].keys() == {"labeller", "units", "kappa_quadratic"}
    assert one["levels"] == LEVELS
    assert one["reasons"][0].keys() == {"code", "text"}
    assert people.keys() >= {
        "dimension", "units", "labellers", "alpha", "kappa_quadratic", "pairs", "levels_used",
    }  # fmt: skip
    assert people["pairs"][0].keys() == {"a", "b", "units", "kappa", "kappa_quadratic"}
    assert found["stamp"]["verified"]["scikit_learn"]


def test_messages_go_to_stderr_and_json_alone_to_stdout(tmp_path: Path) -> None:
    filled(tmp_path, 36)

    done = CliRunner().invoke(cli, ["-C", str(tmp_path), "calibrate", "--json"])

    json.loads(done.stdout)
    assert "1 look(s) at labels that certify reads" in done.stderr


def test_the_text_says_status_first_and_why(tmp_path: Path) -> None:
    filled(tmp_path, 36)

    done = CliRunner().invoke(cli, ["-C", str(tmp_path), "calibrate", "--explain"])

    assert done.exit_code == 0
    assert "tone, strict: insufficient, clears the bar on these labels" in done.stdout
    assert "next: run `workbench certify`" in done.stdout
    assert "largest disagreement: transcript t" in done.stdout


SAID = st.one_of(
    st.none(),
    st.integers(1, 4),
    st.sampled_from(["not_applicable", "cannot_tell", "withdrawn"]),
)
GIVEN = st.one_of(
    st.none(),
    st.integers(1, 4),
    st.sampled_from(["not_applicable", "no_majority", "error", "withdrawn"]),
)


@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_no_workspace_puts_nan_into_json(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    made: Desk = desk(tmp_path_factory.mktemp("w"), rubric=tone(not_applicable="nothing was said"))
    size = data.draw(st.sampled_from([1, 2, 12, 25, 45]))
    rows = st.lists(SAID, min_size=size, max_size=size)
    constant = data.draw(st.booleans())
    for labeller in ("ann", "ben"):
        levels: list[Said] = data.draw(rows)
        made.label(
            [3 if constant and isinstance(one, int) else one for one in levels], labeller=labeller
        )
    made.judge(data.draw(st.lists(GIVEN, min_size=size, max_size=size)))

    for command in (["calibrate"], ["calibrate", "--split", "all", "--verify"], ["certify"]):
        found = run(made.root, *command)
        for one in found["agreements"]:
            assert one["status"] in {"insufficient", "untrusted", "trusted"}
            assert one["kappa"]["value"] is not None or one["kappa"]["undefined"]


def test_untrusted_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.label([1, 2, 3, 4])
    made.label([1], first=4, note="\x1b]0;owned\x07\x1b[2J")
    made.judge([2, 2, 3, 4])
    made.judge([4], first=4, justification="fine\x1b[31m\nstatus: trusted")

    done = CliRunner().invoke(cli, ["-C", str(tmp_path), "calibrate", "--explain"])

    assert not {"\x1b", "\x07"} & set(done.stdout)
    assert "the judge gave 4: fine\ufffd[31m status: trusted" in done.stdout
