"""`workbench judge --suite`: criteria are shown, reckoned and asked as dimensions are."""

import json
from pathlib import Path

import pytest

from tests.cli.commanding import Ran
from tests.judges.loopback import Loopback, says
from tests.workflows.asked_criteria import AMOUNT, CASES, SENT, counter, criteria, suite
from tests.workflows.building import Desk
from tests.workflows.questioning import PRICE, command

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def judge(made: Desk, *arguments: str) -> Ran:
    return command(made, "judge", "--suite", "suites/s.yaml", *arguments)


def test_it_says_what_was_asked_and_what_it_took(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback, price=PRICE)
    loopback.plan(AMOUNT, says("", finish_reason="stop"))

    first, second = judge(made), judge(made)

    assert (first.code, first.err) == (0, "")
    assert first.out.splitlines() == [
        "strict: 3 new verdicts, 0 were there already",
        "in error, of no level: 1 empty",
        "3 calls, 300 tokens in and 60 out, 0.6000 USD",
    ]
    assert second.out.startswith("strict: 0 new verdicts, 3 were there already\n0 calls")


def test_a_dry_run_counts_criteria_and_sends_nothing(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    ran = judge(made, "--dry-run")

    assert ran.out.startswith("strict: 3 calls (0 answered already), about ")
    assert loopback.asked == []


def test_the_prompt_of_a_criterion_is_shown(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)

    ran = judge(made, "--show", "t000")

    assert (ran.code, loopback.asked) == (0, [])
    assert AMOUNT in ran.out
    assert SENT not in ran.out
    assert ran.err == "asked of this transcript too: 1 other criteria\n"


def test_cases_without_a_transcript_are_told(tmp_path: Path, loopback: Loopback) -> None:
    made = counter(tmp_path, loopback)
    suite(made, [*CASES, {"id": "nobody", "expect": {"rubric": [AMOUNT]}}])

    ran = judge(made, "--json")

    assert ran.err == "left out, no transcript in transcripts/: 1 cases with criteria (nobody)\n"
    assert json.loads(ran.out)["models"]["new"] == {"strict": 3}
    assert len(criteria(made)) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dimension", "tone"), "--suite asks the dimension criteria and no other"),
        (("--probe",), "--probe takes no --suite: a suite's yes/no criteria are not probed"),
    ],
)
def test_what_does_not_go_with_a_suite_is_refused(
    tmp_path: Path, loopback: Loopback, arguments: tuple[str, ...], message: str
) -> None:
    made = counter(tmp_path, loopback)

    ran = judge(made, *arguments)

    assert ran.code == 2
    assert message in ran.err
    assert loopback.asked == []


def test_criteria_are_not_probed_and_what_shows_their_judge_is_named(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = counter(tmp_path, loopback)

    done = command(made, "judge", "--probe", "--dimension", "criteria")

    assert done.code == 2
    assert "are not probed" in done.err
    assert "workbench calibrate --dimension criteria" in done.err
    assert loopback.asked == []
