"""Judges beside gold in what calibrate and certify report; certificates know nothing of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.workflows.building import Desk, desk, filled, only, tone
from workbench.cli.main import cli
from workbench.workflows.adjudicating import Decision, decide
from workbench.workflows.bench import Bench
from workbench.workflows.trusting import standings

GOLD = {0: 1, 1: 2, 2: 3, 3: 4}
"""By transcript; the judge says 1, 2, 4, 4."""


def settle(made: Desk, number: int, **fields: Any) -> None:
    given: dict[str, Any] = {"status": "rated", "adjudicator": "cem", "reason": "read again"}
    unit = (f"t{number:03}", "tone", fields.pop("criterion", None))
    decide(made.root, Decision(unit=unit, **given | fields), now=made.now())


def document(made: Desk, *arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["-C", str(made.root), *arguments, "--json"])
    assert done.exit_code == 0
    (one,) = json.loads(done.stdout)["agreements"]
    found: dict[str, Any] = one
    return found


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    made = desk(tmp_path)
    made.label([4, 4, 1, 1])
    made.label([1, 1, 4, 4], labeller="ben")
    made.judge([1, 2, 4, 4])
    return made


def test_calibrate_tells_the_judge_beside_gold(made: Desk) -> None:
    for number, level in GOLD.items():
        settle(made, number, level=level)

    gold = document(made, "calibrate")["gold"]

    assert gold["units"] == 4
    # By hand in tests/calibration/test_gold.py.
    assert gold["kappa_quadratic"]["value"] == pytest.approx(1 - 1 / 12)
    assert gold["kappa_quadratic"].keys() == {"value", "low", "high", "lower_bound", "undefined"}


def test_without_gold_the_entry_is_null_and_the_text_says_nothing(made: Desk) -> None:
    assert document(made, "calibrate")["gold"] is None
    assert "gold" not in CliRunner().invoke(cli, ["-C", str(made.root), "calibrate"]).stdout


def test_the_text_says_it_in_one_line(made: Desk) -> None:
    for number, level in GOLD.items():
        settle(made, number, level=level)

    text = CliRunner().invoke(cli, ["-C", str(made.root), "calibrate"]).stdout

    (line,) = [line.strip() for line in text.splitlines() if "gold" in line]
    assert line == "against gold: kappa 0.92 n_too_small (n=4)"


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "unclear"},
        {"status": "not_applicable"},
        {"level": 1, "criterion": "greets"},
    ],
)
def test_only_a_level_on_the_unit_itself_is_compared(made: Desk, fields: dict[str, Any]) -> None:
    made.write("rubrics/tone.yaml", tone(not_applicable="nothing is said"))
    made.label([4, 4])
    made.judge([1, 2])
    settle(made, 0, **fields)

    assert only(made.calibrate()).gold is None


def test_the_newest_decision_is_compared_and_one_taken_back_is_not(made: Desk) -> None:
    settle(made, 0, level=4)
    first = made.root / "record" / "gold.jsonl"
    identity = json.loads(first.read_text(encoding="utf-8"))["id"]
    settle(made, 0, status="withdrawn", replaces=identity)
    settle(made, 1, level=2)

    gold = only(made.calibrate()).gold

    assert gold is not None
    assert gold.units == 1


def test_gold_under_another_major_version_is_compared_no_more(made: Desk) -> None:
    settle(made, 0, level=1)
    made.write("rubrics/tone.yaml", tone("2.0"))
    made.label([4, 4])
    made.judge([1, 2])

    assert only(made.calibrate()).gold is None


def test_each_criterion_is_compared_with_its_own_gold(tmp_path: Path) -> None:
    made = desk(tmp_path)
    for criterion, level in {"greets": 1, "thanks": 4}.items():
        made.label([level], criterion=criterion)
        made.judge([level], criterion=criterion)
        settle(made, 0, level=level, criterion=criterion)

    gold = only(made.calibrate()).gold

    assert gold is not None
    assert (gold.units, gold.kappa.value) == (2, 1.0)


def test_gold_changes_neither_status_nor_certificate(tmp_path: Path) -> None:
    made = filled(tmp_path)
    before = only(made.certify())
    certificate = made.certificate()
    for number in range(100):
        settle(made, number, level=4 - number % 4)

    (standing,) = standings(Bench(tmp_path))
    assert standing.refused is None
    assert standing.certificate == certificate

    after = only(made.certify())
    assert after.gold is not None
    assert after.gold.kappa.value is not None
    assert after.gold.kappa.value < 0
    assert after.status == before.status == "trusted"
    assert "gold" not in made.certificate().figures
    assert made.certificate().figures == certificate.figures
