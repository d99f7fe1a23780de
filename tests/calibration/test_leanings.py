"""A judge's leanings beside people's labels, against scipy and by hand."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from tests.calibration.evidences import evidence, nominal
from workbench.calibration.leanings import (
    halo,
    length_effect,
    leniency,
    own_family,
)
from workbench.calibration.statistic import Reason

PEOPLE = [1, 2, 3, 4, 2, 3, 1, 4, 2, 3, 2, 3]
LENIENT = [2, 3, 4, 4, 3, 3, 2, 4, 2, 4, 2, 3]
LENGTHS = [90, 120, 300, 40, 80, 20, 70, 10, 30, 250, 15, 25]


def test_leniency_is_the_mean_excess_over_people_by_agent_model() -> None:
    models = ["a"] * 10 + ["b", None]

    found = leniency(evidence([PEOPLE], LENIENT), "strict", models)

    assert [(one.model, one.units) for one in found] == [("a", 10), ("b", 1), (None, 1)]
    assert found[0].bias.value == pytest.approx(0.6)
    assert found[0].bias.low is not None
    assert (found[1].bias.value, found[1].bias.undefined) == (0.0, Reason.N_TOO_SMALL)


def test_a_model_on_which_nobody_compared_anything_has_no_row() -> None:
    found = leniency(evidence([[1, None, 2]], [1, 2, "error"]), "strict", ["a", "b", "c"])

    assert [one.model for one in found] == ["a"]


def test_own_family_is_set_against_all_others_and_chance() -> None:
    related = np.arange(12) < 6
    judge = np.where(related & (np.array(PEOPLE) < 4), np.array(PEOPLE) + 1, PEOPLE).tolist()

    found = own_family(evidence([PEOPLE], judge), "strict", related, np.random.default_rng(1))

    assert (found.related, found.others) == (6, 6)
    assert found.difference.value == pytest.approx(5 / 6)
    assert found.chance is not None
    assert found.chance == pytest.approx(14 / 924, abs=0.01)  # of C(12, 6) ways to deal


@pytest.mark.parametrize("own", [True, False])
def test_without_another_kind_there_is_no_preference(own: bool) -> None:
    related = np.full(12, own)

    found = own_family(evidence([PEOPLE], LENIENT), "strict", related, np.random.default_rng(1))

    assert (found.difference.undefined, found.chance) == (Reason.NO_OVERLAP, None)


def test_the_length_effect_is_spearmans_correlation_ties_and_all() -> None:
    found = length_effect(evidence([PEOPLE], LENIENT), "strict", LENGTHS)

    errors = np.array(LENIENT) - np.array(PEOPLE)
    expected = spearmanr(errors, LENGTHS).statistic
    assert found.units == 12
    assert found.correlation.value == pytest.approx(expected, abs=1e-12)
    assert found.correlation.low is not None
    assert found.correlation.low < expected


def test_length_leaves_out_what_is_not_here() -> None:
    lengths = [float("nan"), *LENGTHS[1:]]

    found = length_effect(evidence([PEOPLE], LENIENT), "strict", lengths)

    assert found.units == 11


def test_errors_that_are_all_the_same_go_with_nothing() -> None:
    found = length_effect(evidence([PEOPLE], PEOPLE), "strict", LENGTHS)

    assert found.correlation.undefined == Reason.NO_SPREAD


def test_cases_and_not_transcripts_are_the_sample() -> None:
    cases = [f"case {unit // 2}" for unit in range(12)]

    found = length_effect(evidence([PEOPLE], LENIENT, cases=cases), "strict", LENGTHS)

    assert found.correlation.undefined == Reason.N_TOO_SMALL


def test_names_are_neither_long_nor_lenient_towards_kin() -> None:
    shown = evidence([[1, 2, 1]], [1, 2, 2], on=nominal("refund", "other"))
    related = np.array([True, False, False])

    found = own_family(shown, "strict", related, np.random.default_rng(1))

    assert found.difference.undefined == Reason.WEIGHTED_ON_NOMINAL
    assert length_effect(shown, "strict", [1, 2, 3]).correlation.undefined == (
        Reason.WEIGHTED_ON_NOMINAL
    )


def test_one_impression_for_all_dimensions_is_a_halo() -> None:
    rng = np.random.default_rng(3)
    people = rng.integers(0, 4, (3, 200)).astype(float)
    judge = np.tile(people.mean(axis=0).round(), (3, 1))

    found = halo(judge, people)

    for one in found:
        assert (one.others, one.units) == (2, 200)
        assert one.judge.value == pytest.approx(1.0)
        assert one.people.value == pytest.approx(0.0, abs=0.2)


def test_halo_compares_both_on_the_same_transcripts() -> None:
    rng = np.random.default_rng(4)
    judge, people = rng.integers(0, 4, (2, 2, 30)).astype(float)
    judge[0, :5], people[1, 5:10] = np.nan, np.nan

    found = halo(judge, people)[0]

    kept = slice(10, 30)
    assert found.units == 20
    assert found.judge.value == pytest.approx(np.corrcoef(judge[:, kept])[0, 1])
    assert found.people.value == pytest.approx(np.corrcoef(people[:, kept])[0, 1])


@pytest.mark.parametrize(
    ("units", "constant", "reason"),
    [(0, False, Reason.NO_OVERLAP), (9, False, Reason.N_TOO_SMALL), (20, True, Reason.NO_SPREAD)],
)
def test_a_halo_that_nothing_shows_says_why(units: int, constant: bool, reason: Reason) -> None:
    rng = np.random.default_rng(5)
    judge, people = rng.integers(0, 4, (2, 2, 20)).astype(float)
    judge[:, units:] = np.nan
    if constant:
        judge[1] = 2.0

    found = halo(judge, people)[0]

    assert (found.others, found.judge.undefined, found.people.undefined) == (0, reason, reason)
