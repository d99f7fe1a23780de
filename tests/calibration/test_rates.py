import numpy as np
import pytest
from sklearn.metrics import recall_score

from tests.calibration.build import Row, ratings_of
from workbench.calibration.coefficients import confusion
from workbench.calibration.intervals import wilson
from workbench.calibration.rates import Rate, pass_rates, pooled_bias, severe_misses
from workbench.calibration.statistic import Reason, Statistic
from workbench.calibration.tables import Ratings, pool

FROM_THREE = np.array([False, False, True, True])
PEOPLE = [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 1, 4]
JUDGE = [1, 3, 2, 3, 3, 2, 4, 4, 4, 3, 4, 1]


def _rates(ratings: Ratings) -> tuple[Rate, Rate]:
    return pass_rates(confusion(pool(ratings)), FROM_THREE)


def test_with_one_label_a_transcript_rates_are_counts() -> None:
    passed = [level >= 3 for level in PEOPLE]
    judged = [level >= 3 for level in JUDGE]

    tpr, tnr = _rates(ratings_of([PEOPLE], judge=JUDGE))

    assert (tpr.of, tnr.of) == (7, 5)
    assert tpr.statistic.value == recall_score(passed, judged)
    assert tnr.statistic.value == recall_score(passed, judged, pos_label=False)
    assert (tpr.statistic.low, tpr.statistic.high) == wilson(5, 7)


def test_a_rate_has_a_lower_bound_on_one_side() -> None:
    tpr, _ = _rates(ratings_of([[3] * 6], judge=[3] * 6))

    # Wilson at 6 of 6: n / (n + z²), two-sided .61 and one-sided .69.
    assert tpr.statistic.low == pytest.approx(6 / (6 + 1.959964**2))
    assert tpr.statistic.lower_bound == pytest.approx(6 / (6 + 1.644854**2))
    assert tpr.to_json()["of"] == 6


def test_labels_of_a_transcript_share_its_weight_in_a_rate() -> None:
    # Passes: 2/3 of transcript 1 (judge passes), 1 of transcript 2 (judge fails).
    ratings = ratings_of([[3, 4], [4, None], [1, None]], judge=[3, 2])

    tpr, tnr = _rates(ratings)

    assert tpr.of == pytest.approx(5 / 3)
    assert tpr.statistic.value == pytest.approx((2 / 3) / (5 / 3))
    assert tnr.of == pytest.approx(1 / 3)
    assert tnr.statistic.value == 0


def test_a_rate_over_no_label_is_undefined() -> None:
    tpr, tnr = _rates(ratings_of([[1, 2]], judge=[1, 3]))

    assert tpr == Rate(statistic=Statistic.missing(Reason.CLASS_ABSENT), of=0.0)
    assert tnr.of == 2


def test_a_scale_without_a_pass_level_has_no_rates() -> None:
    ratings = ratings_of([PEOPLE], judge=JUDGE, nominal=True)

    for rate in pass_rates(confusion(pool(ratings)), None):
        assert rate.statistic.undefined is Reason.NO_CUT
    assert severe_misses(ratings, None) is None
    assert pooled_bias(pool(ratings)).undefined is Reason.NO_CUT


def test_severe_misses_are_the_bottom_transcripts_that_the_judge_passed() -> None:
    found = severe_misses(ratings_of([PEOPLE], judge=JUDGE), FROM_THREE)

    assert found is not None
    assert (found.count, found.of, found.rate) == (2, 3, 2 / 3)
    assert found.upper == wilson(2, 3, probability=0.95)[1]
    assert found.units.tolist() == [1, 10]


def test_severe_misses_weigh_by_label() -> None:
    # Transcript 1: two of three labels at the bottom, passed. Transcript 2: one of one, failed.
    ratings = ratings_of([[1, 1], [1, None], [3, None]], judge=[4, 2])

    found = severe_misses(ratings, FROM_THREE)

    assert found is not None
    assert (found.count, found.of) == pytest.approx((2 / 3, 5 / 3))
    assert found.units.tolist() == [0]


def test_a_transcript_without_a_verdict_is_no_severe_miss() -> None:
    found = severe_misses(ratings_of([[1, 1, 1]], judge=[None, 3, 1]), FROM_THREE)

    assert found is not None
    assert (found.count, found.of, found.units.tolist()) == (1, 2, [1])


@pytest.mark.parametrize("judge", [[3, 4], None])
def test_severe_misses_are_untested_where_people_put_none_at_the_bottom(judge: Row | None) -> None:
    found = severe_misses(ratings_of([[2, 3]], judge=judge), FROM_THREE)

    assert found is not None
    assert (found.count, found.of, found.rate, found.upper) == (0, 0, None, None)


def test_on_nominal_levels_every_level_that_fails_is_the_bottom() -> None:
    passes = np.array([True, False, False])
    ratings = ratings_of([[1, 2, 3, 2]], judge=[1, 1, 2, 2], n_levels=3, nominal=True)

    found = severe_misses(ratings, passes)

    assert found is not None
    assert (found.count, found.of, found.units.tolist()) == (1, 3, [1])


def test_bias_is_the_mean_difference_with_a_t_interval() -> None:
    difference = np.array(JUDGE) - np.array(PEOPLE)
    error = difference.std(ddof=1) / np.sqrt(12)

    found = pooled_bias(pool(ratings_of([PEOPLE], judge=JUDGE)))

    # t_{.975,11} = 2.2010, t_{.95,11} = 1.7959.
    assert found.value == pytest.approx(difference.mean())
    assert found.low == pytest.approx(difference.mean() - 2.200985 * error, abs=1e-5)
    assert found.high == pytest.approx(difference.mean() + 2.200985 * error, abs=1e-5)
    assert found.lower_bound == pytest.approx(difference.mean() - 1.795885 * error, abs=1e-5)


def test_bias_is_against_the_mean_of_a_transcripts_labels() -> None:
    # Transcript 1: 3 - 2 = 1 (labels 1 and 3). Transcript 2: 2 - 4 = -2.
    found = pooled_bias(pool(ratings_of([[1, 4], [3, None]], judge=[3, 2])))

    assert found == Statistic(value=-0.5, undefined=Reason.N_TOO_SMALL)


def test_a_judge_who_is_always_one_level_up_has_a_bias_of_one() -> None:
    found = pooled_bias(pool(ratings_of([[1, 2, 3] * 4], judge=[2, 3, 4] * 4)))

    assert (found.value, found.low, found.high) == pytest.approx((1, 1, 1))


def test_bias_on_nominal_levels_is_that_of_the_pass_rate() -> None:
    ratings = ratings_of([[1, 2, 3, 2]], judge=[1, 1, 1, 2], n_levels=3, nominal=True)

    found = pooled_bias(pool(ratings), np.array([True, False, False]))

    assert found.value == pytest.approx(3 / 4 - 1 / 4)


def test_bias_without_a_verdict_is_undefined() -> None:
    assert pooled_bias(pool(ratings_of([PEOPLE]))) == Statistic.missing(Reason.NO_OVERLAP)
