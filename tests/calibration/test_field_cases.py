"""What users of other agreement tools met, each with the fact of its public thread."""

import json
import time
from itertools import permutations

import numpy as np
import pytest

from tests.calibration.build import codes_of, ratings_of
from workbench.calibration.agreement import Weights, disagreement, shares
from workbench.calibration.alpha import alpha_of_codes
from workbench.calibration.ceiling import pairwise, per_labeller
from workbench.calibration.coefficients import confusion, pooled_alpha, pooled_kappa
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Levels, Ratings, pool
from workbench.errors import DataError


def _table(people: list[int], judge: list[int], n_levels: int = 4) -> Ratings:
    return ratings_of([people], judge=judge, n_levels=n_levels)


def test_two_identical_constant_raters_have_no_kappa_and_full_agreement() -> None:
    # scikit-learn 14256: expected agreement is 1, so the formula is 0/0 and gave nan.
    pooled = pool(_table([4] * 5, [4] * 5))

    found = pooled_kappa(pooled)

    assert found == Statistic.missing(Reason.ALL_LABELS_SAME)
    assert shares(confusion(pooled)).exact == 1.0
    assert "NaN" not in json.dumps(found.to_json())


def test_one_item_on_which_both_agree_divides_nothing_by_zero() -> None:
    # nltk 2940: a single item with full agreement raised ZeroDivisionError.
    pooled = pool(ratings_of([[3], [3]], judge=[3]))

    assert pooled_kappa(pooled).undefined is Reason.ALL_LABELS_SAME
    assert pooled_alpha(pooled).undefined is Reason.ALL_LABELS_SAME
    assert pooled.judged().n_units == 1


def test_alpha_of_two_crossed_units_is_minus_a_half() -> None:
    # fast-krippendorff 27: -0.5 was reported as a bug; negative values are legitimate.
    found = pooled_alpha(pool(ratings_of([[1, 2], [2, 1]], n_levels=2, nominal=True)))

    assert found.value == -0.5
    assert found.undefined is Reason.N_TOO_SMALL


def test_a_single_rater_is_told_that_it_takes_two() -> None:
    # fast-krippendorff 26: one rater gave an invalid-divide warning.
    found = pooled_alpha(pool(ratings_of([[1, 2, 3, 4, 1]])))

    assert found.undefined is Reason.ONE_RATER
    assert "At least two raters" in found.undefined.sentence()


def test_a_judge_that_always_passes_has_90_percent_agreement_and_kappa_zero() -> None:
    # langwatch 6131: accuracy misleads, chance-corrected agreement must read 0.
    pooled = pool(_table([2] * 9 + [1], [2] * 10, n_levels=2))

    found = pooled_kappa(pooled, "none")

    assert found == Statistic(value=0.0, undefined=Reason.RATER_CONSTANT)
    assert shares(confusion(pooled)).exact == pytest.approx(0.9)


def test_raters_who_never_agree_are_not_at_minus_one() -> None:
    # Metrics 33: -1 was expected for eleven disagreements; the margins bound kappa from below.
    first = [level + 1 for level in [0, 3, 2, 4, 0, 2, 0, 4, 3, 0, 2]]
    second = [level + 1 for level in [2, 1, 3, 2, 3, 4, 2, 1, 4, 3, 1]]

    found = pooled_kappa(pool(_table(first, second, n_levels=5)), "none")

    assert found.value == pytest.approx(-0.18627, abs=5e-6)


def test_a_missing_label_is_not_a_category() -> None:
    # nltk 2865: None counted as a label and gave 0.33 where all given labels agree.
    found = pooled_alpha(
        pool(ratings_of([[1, 1, 2], [1, 1, None], [None, 1, 2]], n_levels=2, nominal=True))
    )

    assert found.value == 1.0


def test_a_missing_verdict_counts_in_neither_half_of_kappa() -> None:
    # dkpro-statistics 6: observed agreement skipped incomplete items, expected agreement did not.
    pooled = pool(ratings_of([[1, 2, 3, 4, 2, 1]], judge=[1, 2, 3, 3, None, None]))

    assert pooled_kappa(pooled, "none").value == pytest.approx(2 / 3)
    assert pooled.judged().n_units == 4
    assert pooled.n_units - pooled.judged().n_units == 2


@pytest.mark.parametrize(
    ("metric", "expected"), [("nominal", 0.7434), ("ordinal", 0.8154), ("interval", 0.8491)]
)
def test_ordinal_alpha_is_that_of_the_textbook(metric: str, expected: float) -> None:
    # fast-krippendorff 4: the ordinal metric gave 0.789 for this example.
    none = None
    codes = codes_of(
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, none, none, none],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, none, 3],
            [none, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, none],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, none],
        ]
    )

    found = {
        "nominal": alpha_of_codes(codes, 5, "nominal"),
        "ordinal": alpha_of_codes(codes, 5, "ordinal"),
        "interval": alpha_of_codes(codes, 5, "interval"),
    }

    assert found[metric] == pytest.approx(expected, abs=5e-5)


def test_what_only_others_labelled_is_not_part_of_a_comparison() -> None:
    # webanno 124: positions labelled only by others stayed in the counts of two compared users.
    first, other = per_labeller(
        ratings_of([[1, 2, 3, None], [None, None, None, 4]], judge=[1, 2, 3, None])
    )

    assert (first.units, other.units) == (3, 0)
    assert other.kappa.value is None


@pytest.mark.parametrize(
    ("weights", "expected"), [("none", 0.6667), ("linear", 0.8000), ("quadratic", 0.9000)]
)
def test_a_level_the_judge_never_uses_is_an_empty_column(weights: Weights, expected: float) -> None:
    # skll 24: weights and counts had different shapes where the judge never hit a category.
    pooled = pool(_table([1, 2, 3, 4, 3, 2, 1, 4], [1, 2, 2, 4, 2, 2, 1, 4]))

    assert pooled_kappa(pooled, weights).value == pytest.approx(expected, abs=5e-5)
    assert confusion(pooled).shape == (4, 4)
    assert not confusion(pooled)[:, 2].any()


@pytest.mark.parametrize(
    ("weights", "expected"), [("none", 0.6190), ("linear", 0.6279), ("quadratic", 0.6893)]
)
def test_kappa_of_an_example_that_was_printed_wrong(weights: Weights, expected: float) -> None:
    # tensorflow/addons 404: a docstring example for weighted kappa had to be corrected.
    pooled = pool(_table([4, 4, 3, 4, 2, 4, 1, 1], [4, 4, 3, 4, 4, 2, 1, 1]))

    assert pooled_kappa(pooled, weights).value == pytest.approx(expected, abs=5e-5)


def _alpha_of_all_pairs(codes: Levels) -> float:
    """Ordinal alpha as defined: mean distance within units over that of any two ratings."""
    counts = np.bincount(codes.ravel(), minlength=4)
    midrank = np.cumsum(counts) - counts / 2
    rank = midrank[codes]
    within = np.mean([(a - b) ** 2 for unit in rank.T for a, b in permutations(unit, 2)])
    ratings = rank.ravel()
    overall = ((ratings[:, None] - ratings) ** 2).sum() / (ratings.size * (ratings.size - 1))
    return float(1 - within / overall)


def test_alpha_of_fifty_thousand_ratings_is_fast_and_that_of_all_pairs() -> None:
    # inspect_ai 4035: a loop over every pair of ratings hung on big runs.
    codes = np.random.default_rng(4035).integers(0, 4, (5, 10_000)).astype(np.int8)

    started = time.perf_counter()
    alpha_of_codes(codes, 4)

    assert time.perf_counter() - started < 2
    assert alpha_of_codes(codes[:, :200], 4) == pytest.approx(_alpha_of_all_pairs(codes[:, :200]))


def test_a_misspelt_weighting_is_refused_and_the_allowed_ones_are_named() -> None:
    # pycm 302: a wrong weights argument printed a warning and gave back plain kappa.
    with pytest.raises(DataError, match=r"'none', 'linear', 'quadratic'.*'quadratik'"):
        disagreement(4, "quadratik")  # type: ignore[arg-type]  # what a file may say


@pytest.mark.parametrize(
    ("weights", "expected"), [("none", 0.5000), ("linear", 0.5789), ("quadratic", 0.6667)]
)
def test_every_weighting_is_asked_for_by_its_name(weights: Weights, expected: float) -> None:
    # jasp-issues 2175: users of weighted kappa need to know which weights are shown.
    pooled = pool(_table([1, 1, 2, 3, 4, 4, 2, 3], [1, 2, 2, 3, 4, 2, 2, 4]))

    assert pooled_kappa(pooled, weights).value == pytest.approx(expected, abs=5e-5)


def test_a_label_that_is_entered_many_times_is_refused() -> None:
    # nltk 2302: every coder had 20 labels on each item and kappa was 1.016.
    with pytest.raises(DataError, match="once, got twice"):
        Ratings(
            n_levels=4,
            unit=np.array([6, 6, 6, 6], dtype=np.int32),
            rater=np.zeros(4, dtype=np.int32),
            level=np.array([2, 2, 2, 3], dtype=np.int8),
            cluster=np.arange(7, dtype=np.int32),
            judge=None,
        )


def test_two_different_labels_are_never_one() -> None:
    # dkpro-statistics 50: labels whose hash codes coincide, Aa and BB, were taken as equal.
    level = {"Aa": 1, "BB": 2}
    rows = [[level[name] for name in row.split()] for row in ("Aa BB Aa BB", "BB BB Aa Aa")]

    (pair,) = pairwise(ratings_of(rows, n_levels=2, nominal=True))

    assert pair.kappa.value == 0.0
