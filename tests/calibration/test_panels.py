"""Panels beside their members, by hand and on simulated judges whose errors correlate."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from tests.calibration.evidences import Said, column, evidence, nominal, rubric
from tests.calibration.simulation import HUMAN, Sample, population, sample
from workbench.calibration.evidence import NO_MAJORITY, RATED, Evidence, JudgeColumn
from workbench.calibration.panels import PanelGain, panel_gain
from workbench.calibration.statistic import Reason
from workbench.calibration.tables import Levels

MEMBERS = ("a", "b", "c")


def _beside(
    people: Sequence[Sequence[int | None]], said: Mapping[str, Sequence[Said]], **fields: Any
) -> Evidence:
    judges = {name: column(one) for name, one in said.items()}
    return evidence(people, [None] * len(people[0]), judges=judges, **fields)


def _by_hand(seed: int = 7, units: int = 40) -> tuple[list[int], dict[str, list[Said]]]:
    """Return people's levels, three members that err now and then, and their majority."""
    rng = np.random.default_rng(seed)
    people = rng.integers(1, 5, units)
    errors = rng.choice([-1, 0, 0, 0, 1], (3, units))
    members = np.clip(people + errors, 1, 4)
    said: dict[str, list[Said]] = {
        name: levels.tolist() for name, levels in zip(MEMBERS, members, strict=True)
    }
    said["panel"] = [_two_of_three(*levels) for levels in members.T.tolist()]
    return people.tolist(), said


def _two_of_three(first: int, second: int, third: int) -> Said:
    if first in {second, third}:
        return first
    return second if second == third else "no_majority"


def _kappa(first: Sequence[Said], second: Sequence[Said]) -> float:
    return float(cohen_kappa_score(first, second, labels=[1, 2, 3, 4], weights="quadratic"))


def test_gain_is_the_panels_kappa_minus_the_mean_of_the_members_where_it_gave_a_level() -> None:
    people, said = _by_hand()
    kept = [unit for unit, one in enumerate(said["panel"]) if one != "no_majority"]
    theirs = {name: [levels[unit] for unit in kept] for name, levels in said.items()}
    labels = [people[unit] for unit in kept]

    found = panel_gain(_beside([people], said), "panel", MEMBERS)

    singles = [_kappa(labels, theirs[name]) for name in MEMBERS]
    assert 0 < len(kept) < 40
    assert (found.asked, found.units) == (40, len(kept))
    assert found.without_level == pytest.approx(1 - len(kept) / 40)
    assert found.kappa.value == pytest.approx(_kappa(labels, theirs["panel"]), abs=1e-12)
    assert [one.value for one in found.member_kappas] == pytest.approx(singles, abs=1e-12)
    assert found.gain.value == pytest.approx(
        _kappa(labels, theirs["panel"]) - np.mean(singles), abs=1e-12
    )


def test_the_error_of_the_gain_is_that_of_leaving_out_each_case_from_all_kappas_at_once() -> None:
    people, said = _by_hand()
    cases = [f"case {unit // 2}" for unit in range(40)]

    def gain(keep: Sequence[int]) -> float:
        given = {name: [levels[unit] for unit in keep] for name, levels in said.items()}
        found = panel_gain(_beside([[people[i] for i in keep]], given), "panel", MEMBERS)
        assert found.gain.value is not None
        return found.gain.value

    found = panel_gain(_beside([people], said, cases=cases), "panel", MEMBERS).gain

    used = sorted(
        {case for case, one in zip(cases, said["panel"], strict=True) if one != "no_majority"}
    )
    left = [gain([unit for unit in range(40) if cases[unit] != case]) for case in used]
    n = len(used)
    error = np.sqrt((n - 1) / n * ((np.array(left) - np.mean(left)) ** 2).sum())
    assert found.low is not None
    assert found.high is not None
    # The half width is t(.975, n - 1) times the error; n is 20, hence 2.0930.
    assert n == 20
    assert (found.high - found.low) / 2 == pytest.approx(2.0930 * error, rel=1e-4)


def test_labels_of_one_transcript_share_its_weight() -> None:
    people, said = _by_hand()

    twice = panel_gain(_beside([people, people], said), "panel", MEMBERS)
    once = panel_gain(_beside([people], said), "panel", MEMBERS)

    assert twice.gain.value == pytest.approx(once.gain.value)
    assert twice.gain.low == pytest.approx(once.gain.low)


def test_a_member_in_error_counts_where_it_gave_a_level() -> None:
    people, said = _by_hand()
    said["a"] = ["error", *said["a"][1:]]
    said["b"][0] = said["c"][0] = said["panel"][0] = people[0]
    kept = [unit for unit in range(1, 40) if said["panel"][unit] != "no_majority"]

    found = panel_gain(_beside([people], said), "panel", MEMBERS)

    assert found.units == len(kept) + 1
    assert found.member_kappas[0].value == pytest.approx(
        _kappa([people[unit] for unit in kept], [said["a"][unit] for unit in kept])
    )


def test_a_nominal_scale_has_an_unweighted_gain_and_no_error_correlation() -> None:
    people, said = _by_hand()
    scale = nominal("1", "2", "3", "4")

    found = panel_gain(_beside([people], said, on=scale), "panel", MEMBERS)

    kept = [unit for unit, one in enumerate(said["panel"]) if one != "no_majority"]
    plain = cohen_kappa_score(
        [people[unit] for unit in kept], [said["panel"][unit] for unit in kept]
    )
    assert found.kappa.value == pytest.approx(plain)
    assert found.gain.value is not None
    assert found.error_correlation.undefined is Reason.WEIGHTED_ON_NOMINAL
    assert found.effective_judges.undefined is Reason.WEIGHTED_ON_NOMINAL


def test_the_error_correlation_is_the_mean_over_pairs() -> None:
    people, said = _by_hand()
    errors = [np.array(said[name]) - people for name in MEMBERS]
    pairs = [np.corrcoef(first, second)[0, 1] for first, second in combinations(errors, 2)]

    found = panel_gain(_beside([people], said), "panel", MEMBERS)

    assert found.error_correlation.value == pytest.approx(np.mean(pairs))


def test_the_effective_number_is_that_of_the_design_effect() -> None:
    # By hand: a and b err by -1, 1, 1, -1 and c by 1, 1, -1, -1. Their correlations are 1, 0 and 0,
    # 1/3 on average: three judges are worth 3 / (1 + 2 * 1/3) = 1.8.
    people = [2, 2, 2, 2] * 3
    said: dict[str, Sequence[Said]] = {
        "a": [1, 3, 3, 1] * 3,
        "b": [1, 3, 3, 1] * 3,
        "c": [3, 3, 1, 1] * 3,
    }

    found = panel_gain(_beside([people], said), "panel", MEMBERS)

    assert found.error_correlation.value == pytest.approx(1 / 3)
    assert found.effective_judges.value == pytest.approx(1.8)


def test_errors_that_cancel_out_make_no_more_judges_than_there_are() -> None:
    people = [2, 2, 2, 2] * 3
    said: dict[str, Sequence[Said]] = {"a": [1, 3, 3, 1] * 3, "b": [3, 1, 1, 3] * 3}

    found = panel_gain(_beside([people], said), "panel", ("a", "b"))

    assert found.error_correlation.value == pytest.approx(-1)
    assert found.effective_judges.value == 2


@pytest.mark.parametrize(
    ("said", "gain", "correlation"),
    [
        ({}, Reason.NO_OVERLAP, Reason.NO_OVERLAP),
        ({"panel": [1, 2] * 6}, Reason.NO_OVERLAP, Reason.NO_OVERLAP),
        ({"panel": [1, 2] * 6, "a": [1, 2] * 6}, Reason.NO_OVERLAP, Reason.NO_OVERLAP),
        (
            {"panel": ["no_majority"] * 12, "a": [1, 2] * 6, "b": [2, 1] * 6},
            Reason.NO_OVERLAP,
            Reason.N_TOO_SMALL,
        ),
    ],
)
def test_a_panel_without_levels_has_no_gain(
    said: dict[str, Sequence[Said]], gain: Reason, correlation: Reason
) -> None:
    cases = [f"case {unit % 4}" for unit in range(12)]

    found = panel_gain(_beside([[1, 2, 3, 4] * 3], said, cases=cases), "panel", ("a", "b"))

    assert found.gain.value is None
    assert found.gain.undefined is gain
    assert found.error_correlation.undefined is correlation


def _undefined(people: list[int], a: list[int], b: list[int]) -> PanelGain:
    return panel_gain(_beside([people], {"panel": a, "a": a, "b": b}), "panel", ("a", "b"))


def test_what_does_not_exist_has_its_reason() -> None:
    varied, same = [1, 2, 3, 4] * 3, [2] * 12

    assert _undefined(same, same, same).gain.undefined is Reason.ALL_LABELS_SAME
    assert _undefined(varied, same, varied).gain.undefined is Reason.RATER_CONSTANT
    assert _undefined(varied, varied, varied).gain.undefined is Reason.PERFECT_AGREEMENT
    assert _undefined(varied[:8], varied[:8], varied[7::-1]).gain.undefined is Reason.N_TOO_SMALL
    assert _undefined(varied, varied, same).error_correlation.undefined is Reason.NO_SPREAD


def _columns(levels: Levels) -> JudgeColumn:
    status = np.where(levels >= 0, RATED, NO_MAJORITY).astype(np.int8)
    return JudgeColumn(
        fingerprint="a" * 64, floor=False, level=levels, status=status, kinds={}, first_errors=()
    )


def _simulated(error_correlation: float, *, units: int, seed: int = 8) -> Evidence:
    """Return three judges with kappa .60, their majority and their median."""
    drawn_from = population(HUMAN, HUMAN, 0.6)
    assert drawn_from is not None
    drawn: Sample = sample(
        np.random.default_rng(seed),
        drawn_from,
        n_units=units,
        draws=1,
        variants=3,
        error_correlation=error_correlation,
    )
    judges = np.sort(drawn.judges[0], axis=0)
    middle = judges[1]
    majority = np.where((judges[0] == middle) | (middle == judges[2]), middle, -1).astype(np.int8)
    said = dict(zip(MEMBERS, drawn.judges[0], strict=True))
    names = tuple(map(str, range(units)))
    everyone = {name: _columns(levels) for name, levels in said.items()}
    return evidence(
        [(drawn.people[0, 0] + 1).tolist()],
        [None] * units,
        on=rubric(),
        cases=names,
        judges=everyone | {"panel": _columns(majority), "median": _columns(middle)},
    )


# METHODS.md: the median of three judges with kappa .60 gets .68, .65, .63 and .60. A
# majority leaves out what they do not agree on, which is easier for the single judges as well.
@pytest.mark.parametrize(
    ("correlation", "median", "majority", "without"),
    [(0.0, 0.08, 0.05, 0.13), (0.3, 0.055, 0.04, 0.08), (0.6, 0.03, 0.025, 0.03), (0.9, 0, 0, 0)],
)
def test_a_panel_gains_as_far_as_its_members_err_apart(
    correlation: float, median: float, majority: float, without: float
) -> None:
    simulated = _simulated(correlation, units=40_000)

    by_median = panel_gain(simulated, "median", MEMBERS)
    by_majority = panel_gain(simulated, "panel", MEMBERS)

    assert by_median.gain.value == pytest.approx(median, abs=0.012)
    assert by_majority.gain.value == pytest.approx(majority, abs=0.012)
    assert by_majority.without_level == pytest.approx(without, abs=0.01)
    assert by_median.without_level == 0


def test_a_panel_whose_members_err_alike_has_no_gain_that_sixty_transcripts_would_show() -> None:
    found = panel_gain(_simulated(0.9, units=60), "panel", MEMBERS)

    assert found.gain.low is not None
    assert found.gain.high is not None
    assert found.gain.low < 0 < found.gain.high


@pytest.mark.parametrize(
    ("correlation", "table", "shown"), [(0, 3.0, 1.71), (0.3, 1.9, 1.46), (0.6, 1.4, 1.27)]
)
def test_the_effective_number_errs_low_by_the_noise_of_the_labels(
    correlation: float, table: float, shown: float
) -> None:
    # METHODS.md: one label a transcript puts the same noise into all errors.
    found = panel_gain(_simulated(correlation, units=20_000), "panel", MEMBERS)

    assert found.effective_judges.value == pytest.approx(shown, abs=0.03)
    assert shown < table
