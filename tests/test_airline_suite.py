"""A suite of an airline's hard rules over 100 real conversations, beside the reward on record.

Source and licence of the set (tau-bench, airline): data/README.md of the shared folder. The reward
compares the bookings at the end with those that the task's author made, and what had to be said.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.airline_rules import CHANGES
from workbench.cli.main import cli
from workbench.domain.run import CaseResult

pytestmark = pytest.mark.realdata

Table = tuple[int, int, int, int]
"""Broken and reward 0, broken and reward 1, held and reward 0, held and reward 1."""

SUITE = f"""\
suite: airline
version: 1
clock: 2024-05-15T15:00:00-05:00
defaults:
  # The recordings were cut off at 30 steps.
  max_steps: 29
  invariants:
    - {{use: asked_for, name: explicit yes, tools: [{", ".join(CHANGES)}]}}
    - {{use: one_call_at_a_time, name: one call}}
    - {{use: no_call_beside_reply, name: no call beside a reply}}
    - {{use: no_repeated_question, name: nothing asked twice}}
    - {{use: tests.airline_rules:no_change_is_tried_again_unaltered, name: no retry}}
    - {{use: tests.airline_rules:basic_economy_keeps_its_flights, name: basic economy}}
    - {{use: tests.airline_rules:cancelled_only_what_may_be, name: cancelled what may be}}
    - {{use: tests.airline_rules:booked_within_limits, name: booking limits}}
    - {{use: tests.airline_rules:nothing_else_is_changed, name: nothing else}}
cases: airline.jsonl
"""


def case_of(line: str) -> dict[str, Any]:
    """Return the case of one transcript: what its task's author would have done and said."""
    transcript = json.loads(line)
    required = [
        {"name": action["name"], "arguments": action["kwargs"], "match": "exact"}
        for action in transcript["metadata"]["expected_actions"]
        if action["name"] in CHANGES
    ]
    said = transcript["metadata"]["expected_outputs"]
    return {
        "id": transcript["id"].removeprefix("airline-gpt4o-"),
        "transcript": transcript["id"],
        "expect": {
            "tools": {"required": required},
            "facts": {text: float(text) for text in said},
        },
    }


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, real_data: Path) -> dict[str, CaseResult]:
    """Every result of the suite, by case, run through the command line."""
    root = tmp_path_factory.mktemp("airline") / "W"
    files = sorted((real_data / "tau_airline").glob("transcripts_trial*.jsonl"))
    ran(0, "init", str(root), "--bare")
    ran(0, "-C", str(root), "import", "transcripts", *map(str, files))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    cases = [json.dumps(case_of(line)) for line in lines]
    (root / "suites").mkdir(exist_ok=True)
    (root / "suites/airline.jsonl").write_text("\n".join(cases) + "\n", encoding="utf-8")
    (root / "suites/airline.yaml").write_text(SUITE, encoding="utf-8")
    # Broken invariants: nothing that anybody would let out.
    ran(1, "-C", str(root), "run", "suites/airline.yaml", "--offline")
    (file,) = root.glob("runs/*/results.jsonl")
    read = [CaseResult.from_line(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {result.case: result for result in read}


@pytest.fixture(scope="module")
def rewards(real_data: Path) -> dict[str, int]:
    """The reward on record, by case."""
    lines = (real_data / "tau_airline/outcomes.jsonl").read_text(encoding="utf-8").splitlines()
    found = map(json.loads, lines)
    return {
        one["transcript_id"].removeprefix("airline-gpt4o-"): int(one["reward"]) for one in found
    }


def ran(code: int, *arguments: str) -> None:
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == code, done.output


def broken(results: Mapping[str, CaseResult], *checks: str) -> set[str]:
    """Return the cases in which one of these checks failed."""
    return {
        name
        for name, result in results.items()
        if any(check.name.startswith(checks) for check in result.failed)
    }


def table(rewards: Mapping[str, int], cases: set[str]) -> Table:
    counts = Counter((name in cases, reward) for name, reward in rewards.items())
    return counts[True, 0], counts[True, 1], counts[False, 0], counts[False, 1]


def test_all_hundred_are_scored_and_none_is_an_error(results: Mapping[str, CaseResult]) -> None:
    statuses = Counter(check.status for result in results.values() for check in result.checks)

    assert len(results) == 100
    assert {result.verdict for result in results.values()} == {"PASS", "FAIL"}
    assert set(statuses) == {"pass", "fail"}


# Read off by hand. The yes: of 121 calls that change bookings, 31 follow something else; they lie
# in 15 conversations. In ten of the 14 with reward 0 the change that nobody agreed to is the one
# that is wrong (a bag too many, a reservation that may not be cancelled, a certificate that is not
# due); in 03-trial0, 14-trial1, 19-trial1 and 25-trial1 it is another. Two calls in one turn were
# never made, and 42 calls stand beside a reply.
@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("explicit yes", (14, 1, 43, 42)),
        ("one call", (0, 0, 57, 43)),
        ("no call beside a reply", (18, 11, 39, 32)),
        # Asked again are only offers, of other flights or after a detour.
        ("nothing asked twice", (0, 0, 57, 43)),
        ("max_steps", (3, 0, 54, 43)),
        ("no retry", (4, 0, 53, 43)),
        ("basic economy", (3, 0, 54, 43)),
        ("cancelled what may be", (7, 2, 50, 41)),
        ("booking limits", (1, 0, 56, 43)),
    ],
)
def test_each_rule_stands_beside_the_reward_as_read_by_hand(
    results: Mapping[str, CaseResult], rewards: Mapping[str, int], check: str, expected: Table
) -> None:
    assert table(rewards, broken(results, check)) == expected


@pytest.mark.parametrize(
    ("check", "cases"),
    [
        # The yes came one turn earlier, with only the way to pay still open, and the call that
        # followed was refused: bookings are as they should be, and the rule reads the last turn.
        ("explicit yes", {"task20-trial1"}),
        # The task has a basic economy reservation upgraded to economy and then cancelled, without
        # insurance. By the policy it may not be: here the reward is wrong.
        ("cancelled what may be", {"task34-trial0", "task34-trial1"}),
        # Calls that only look, think or hand over, and in 30-trial1 two that the customer had
        # agreed to: a matter of form, which bookings do not show.
        (
            "no call beside a reply",
            {
                *("task12-trial1", "task30-trial1", "task34-trial0", "task35-trial1"),
                *("task36-trial0", "task37-trial1", "task40-trial0", "task40-trial1"),
                *("task41-trial1", "task49-trial0", "task49-trial1"),
            },
        ),
    ],
)
def test_a_broken_rule_that_was_rewarded_has_a_known_reason(
    results: Mapping[str, CaseResult], rewards: Mapping[str, int], check: str, cases: set[str]
) -> None:
    assert {name for name in broken(results, check) if rewards[name]} == cases


def test_what_should_have_come_out_decides_the_reward_but_for_one(
    results: Mapping[str, CaseResult], rewards: Mapping[str, int]
) -> None:
    wrong = broken(results, "tools.required", "nothing else", "facts", "max_steps")

    assert table(rewards, wrong) == (57, 1, 0, 42)
    # Each flight has its origin and destination beside what is asked for. The tool ignores them
    # and the booking is the same; arguments inside a list are compared whole.
    (difference,) = (name for name in wrong if rewards[name])
    assert difference == "task05-trial1"


def test_a_budget_tells_what_outcomes_cannot(
    results: Mapping[str, CaseResult], rewards: Mapping[str, int]
) -> None:
    wrong = broken(results, "tools.required", "nothing else", "facts")

    # Everything was changed and said as it should be when the recording was cut off at its 30th
    # step, and what is cut off is not rewarded.
    assert {name for name in rewards if name not in wrong and not rewards[name]} == {
        "task02-trial1"
    }
    (limit,) = (check for check in results["task02-trial1"].failed if check.kind == "limit")
    assert (limit.expected, limit.got) == ("at most 29 steps", "30")


def test_a_number_that_had_to_be_said_is_found_among_others(
    results: Mapping[str, CaseResult],
) -> None:
    # As "$23,553" in 02-trial1, and never in 02-trial0. In 44-trial1 the agent took the customer's
    # word for being a gold member and said 6.
    assert broken(results, "facts.23553") == {"task02-trial0"}
    assert broken(results, "facts.4") == {"task44-trial1"}
