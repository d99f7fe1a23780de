from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel

from tests.scoring.test_gate import done
from workbench.domain.run import CaseResult, CheckResult, Stamp
from workbench.scoring.compare import Comparison, compared
from workbench.scoring.paired import bootstrapped, holm, mcnemar, mean_difference
from workbench.scoring.stamps import changed_stamps


def compare(first: Sequence[CaseResult], second: Sequence[CaseResult]) -> Comparison:
    return compared(first, second, rng=np.random.default_rng(1))


def test_cases_under_new_ids_are_not_paired_and_their_likeness_is_offered() -> None:
    digests = ["a" * 64, "b" * 64, "c" * 64]
    first = [done(n).changed(case_digest=d) for n, d in enumerate(digests)]
    second = [one.changed(case=f"10{n}", verdict="FAIL") for n, one in enumerate(first)]

    found = compare(first, second)

    assert found.pairs == ()
    assert (found.pass_rate.value, found.p) == (None, None)
    assert found.same_content == (("case-0", "100"), ("case-1", "101"), ("case-2", "102"))
    assert found.exit_code == 3


def test_a_case_that_is_only_in_the_second_run_is_listed_with_its_result() -> None:
    found = compare([done(1), done(2)], [done(1), done(2), done(3, "FAIL")])

    assert [(one.case, one.verdicts) for one in found.only_second] == [("case-3", ("FAIL",))]
    assert found.only_first == ()
    assert (found.first_passed, found.second_passed) == (2, 2)


def test_one_broken_and_one_mended_case_are_not_no_change() -> None:
    critical = done(1, severity="critical")
    found = compare(
        [critical, done(2, "FAIL")],
        [critical.changed(verdict="FAIL"), done(2)],
    )

    assert (found.wins, found.losses) == (1, 1)
    assert found.pass_rate.value == 0.0
    assert [pair.case for pair in found.regressions] == ["case-1"]
    assert found.exit_code == 1


def test_a_regression_that_is_not_critical_is_shown_and_does_not_decide() -> None:
    found = compare([done(1), done(2, "FAIL")], [done(1, "FAIL"), done(2)])

    assert [pair.change for pair in found.pairs] == ["worse", "better"]
    assert found.exit_code == 0


def test_cases_are_told_apart_by_their_ids() -> None:
    found = compare([done(1), done(2, "FAIL")], [done(1), done(2)])

    assert [(pair.case, pair.first, pair.second) for pair in found.pairs] == [
        ("case-1", ("PASS",), ("PASS",)),
        ("case-2", ("FAIL",), ("PASS",)),
    ]


def test_a_critical_case_that_errs_where_it_passed_is_a_regression() -> None:
    found = compare([done(1, severity="critical")], [done(1, "ERROR", severity="critical")])

    assert found.pairs[0].change == "undecided"
    assert found.exit_code == 1


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        # the error may have been a failure like the one before
        (("PASS", "FAIL"), ("PASS", "ERROR"), "undecided"),
        (("PASS", "PASS"), ("PASS", "ERROR"), "undecided"),
        (("PASS", "ERROR"), ("PASS", "ERROR"), "undecided"),
        # whatever the error hides, two of three are more than none and none less than two
        (("FAIL", "FAIL"), ("PASS", "PASS", "ERROR"), "better"),
        (("PASS", "PASS", "ERROR"), ("FAIL", "FAIL"), "worse"),
    ],
)
def test_errors_are_neither_wins_nor_losses(before: Any, after: Any, change: str) -> None:
    first, second = (
        [done(1, verdict, trial=n) for n, verdict in enumerate(side)] for side in (before, after)
    )

    found = compare(first, second)

    assert found.pairs[0].change == change
    assert found.pass_rate.n == (change != "undecided")
    assert found.first_passed == (set(before) == {"PASS"})
    assert found.second_passed == (set(after) == {"PASS"})


@pytest.mark.parametrize(("after", "exit_code"), [("FAIL", 1), ("ERROR", 1), ("PASS", 0)])
def test_a_critical_case_with_one_trial_less_that_passes_is_a_regression(
    after: str, exit_code: int
) -> None:
    first = [done(1, trial=n, severity="critical") for n in range(2)]
    second = [first[0], done(1, after, trial=1, severity="critical")]

    assert compare(first, second).exit_code == exit_code


def test_a_case_stays_critical_where_the_second_suite_no_longer_calls_it_so() -> None:
    found = compare([done(1, severity="critical")], [done(1, "FAIL", severity="low")])

    assert found.pairs[0].severity == "critical"
    assert found.exit_code == 1


def test_all_trials_stand_beside_each_other_and_new_failures_are_named() -> None:
    broken = CheckResult(name="max_steps", kind="limit", status="fail")
    first = [done(1, "PASS", trial=1), done(1, "FAIL", trial=0)]
    second = [done(1, "FAIL", trial=0, checks=[broken]), done(1, "FAIL", trial=1)]

    (pair,) = compare(first, second).pairs

    assert (pair.first, pair.second) == (("FAIL", "PASS"), ("FAIL", "FAIL"))
    assert (pair.first_rate, pair.second_rate, pair.change) == (0.5, 0.0, "worse")
    assert pair.checks == ("max_steps",)


@pytest.mark.parametrize(("wins", "losses"), [(1, 9), (5, 5), (0, 4), (30, 12)])
def test_mcnemar_is_the_exact_binomial_test(wins: int, losses: int) -> None:
    assert mcnemar(wins, losses) == pytest.approx(binomtest(wins, wins + losses).pvalue)
    assert mcnemar(0, 0) is None


def test_means_of_a_dimension_are_compared_case_by_case() -> None:
    rng = np.random.default_rng(3)
    before, after = rng.integers(1, 5, 30), rng.integers(2, 5, 30)
    first = [done(n, goal=int(level)) for n, level in enumerate(before)]
    second = [done(n, goal=int(level)) for n, level in enumerate(after)]

    found = compare(first, second).dimensions["goal"]

    other = ttest_rel(after, before)
    assert found.value == pytest.approx(float((after - before).mean()))
    assert found.p == pytest.approx(float(other.pvalue))
    limits = other.confidence_interval()
    assert found.low == pytest.approx(limits.low)
    assert found.high == pytest.approx(limits.high)


def test_few_or_equal_pairs_have_no_interval_and_say_so() -> None:
    assert "too few" in str(mean_difference([1.0]).reason)
    assert mean_difference([0.0] * 20).reason == "every case changed by the same"
    assert bootstrapped([0.0] * 20, np.random.default_rng(1)).reason == "no case changed"
    assert mean_difference([]).value is None


def test_the_bootstrap_is_that_of_its_seed_and_holds_the_mean() -> None:
    changes = [1.0] * 12 + [-1.0] * 3 + [0.0] * 15

    one, two = (bootstrapped(changes, np.random.default_rng(7)) for _ in range(2))

    assert one == two
    assert one.low is not None
    assert one.high is not None
    assert one.low < 0.3 < one.high
    # by signs: as likely as 12 or more of 15 heads, both ways
    assert one.p == pytest.approx(binomtest(12, 15).pvalue, abs=0.01)


def test_holm_adjusts_what_was_tested() -> None:
    # by hand: 0.01 * 3, 0.02 * 2, then no smaller than the last
    assert holm({"a": 0.02, "b": 0.01, "c": 0.03, "d": None}) == pytest.approx(
        {"b": 0.03, "a": 0.04, "c": 0.04}
    )


def stamp(**changed: Any) -> Stamp:
    whole = {"suite": "s", "suite_version": "1", "suite_digest": "a" * 64, "workbench": "1.0"}
    return Stamp.of(whole | changed)


def test_every_stamp_that_differs_is_named() -> None:
    first = stamp(rubrics={"goal": "a" * 64}, prompt_version="1")
    second = stamp(suite_version="2", rubrics={"goal": "b" * 64}, prompt_version="2")

    found = changed_stamps(first, second)

    assert [(one.stamp, one.breaks) for one in found] == [
        ("suite_version", False),
        ("rubric goal", True),
    ]
    assert str(found[1]) == f"rubric goal: {'a' * 12} in the first, {'b' * 12} in the second"
    assert changed_stamps(first, first) == ()
