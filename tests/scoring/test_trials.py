import pytest

from tests.scoring.test_gate import done, summary
from workbench.scoring.trials import noise_band


def test_passing_every_time_and_passing_once_are_told_apart() -> None:
    verdicts = {1: ["PASS", "PASS", "FAIL"], 2: ["PASS", "PASS", "PASS"]}
    results = [
        done(case, verdict, trial=trial)
        for case, own in verdicts.items()
        for trial, verdict in enumerate(own)
    ]

    found = summary(results)

    # pass^2 of 2 in 3: C(2,2)/C(3,2) = 1/3; pass@2: 1 - C(1,2)/C(3,2) = 1
    one, two, three = found.trial_figures
    assert one.pass_all == pytest.approx(5 / 6)
    assert one.pass_any == pytest.approx(5 / 6)
    assert two.pass_all == pytest.approx(2 / 3)
    assert two.pass_any == 1.0
    assert (three.pass_all, three.pass_any, three.cases) == (0.5, 1.0, 2)
    assert [trial.flaky for trial in found.trials] == [True, False]
    assert found.counts.cases == 2


def test_an_error_is_a_trial_that_did_not_pass() -> None:
    results = [done(1, "PASS", trial=0), done(1, "ERROR", trial=1)]

    found = summary(results)

    assert found.trial_figures[0].pass_all == 0.5
    assert not found.trials[0].flaky


def test_noise_cannot_be_measured_from_the_same_recordings() -> None:
    recorded = [done(n).changed(transcript=f"t{n}") for n in range(4)]
    again = [one.changed(transcript=f"u{one.transcript}") for one in recorded]
    changed = [again[0].changed(verdict="FAIL"), *again[1:]]

    same = noise_band(recorded, recorded)

    assert same.half_width is None
    assert same.reason == "not measurable: both runs scored the same recordings"
    assert noise_band(recorded, changed).half_width == pytest.approx(1.96 / 4)
    assert noise_band(recorded, []).half_width is None


def test_what_was_not_recorded_anew_makes_no_noise_and_hides_none() -> None:
    recorded = [done(n).changed(transcript=f"t{n}") for n in range(4)]
    two_anew = [
        recorded[0].changed(transcript="u0", verdict="FAIL"),
        recorded[1].changed(transcript="u1"),
        *recorded[2:],
    ]

    found = noise_band(recorded, two_anew)

    assert (found.changed, found.cases) == (1, 2)
    # half of what was recorded anew changed: 1.96 times the root of 0.5 / 4
    assert found.half_width == pytest.approx(1.96 * (0.5 / 4) ** 0.5)


def test_trials_that_bear_one_number_are_not_taken_for_one() -> None:
    first, second = (
        [done(1, trial=0).changed(transcript=f"{run}{n}") for n in range(2)] for run in "ab"
    )

    assert noise_band(first, second).cases == 2
