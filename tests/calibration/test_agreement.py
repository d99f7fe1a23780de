import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from workbench.calibration.agreement import (
    Weights,
    constant_sides,
    disagreement,
    kappas,
    rare_ratings,
    shares,
    weighted_kappa,
)
from workbench.calibration.tables import Floats
from workbench.errors import DataError, UndefinedStatisticError

WEIGHTS: list[Weights] = ["none", "linear", "quadratic"]


@st.composite
def tables(draw: st.DrawFn, most: int = 6) -> Floats:
    """Tables of counts on two to five levels for which kappa is defined."""
    n_levels = draw(st.integers(2, 5))
    cells = draw(st.lists(st.integers(0, most), min_size=n_levels**2, max_size=n_levels**2))
    table = np.array(cells, dtype=np.float64).reshape(n_levels, n_levels)
    assume(np.count_nonzero(table.sum(axis=0) + table.sum(axis=1)) > 1)
    return table


def _rows(table: Floats) -> tuple[list[int], list[int]]:
    """The ratings that a table counts."""
    first, second = np.nonzero(table)
    times = table[first, second].astype(int)
    return np.repeat(first, times).tolist(), np.repeat(second, times).tolist()


def test_kappa_weights_span_the_whole_scale_when_a_level_is_unused() -> None:
    table = np.zeros((4, 4))
    for people, judge in zip([1, 3, 4, 1], [1, 4, 3, 1], strict=True):
        table[people - 1, judge - 1] += 1

    # By hand: sum(w O) = 2 and sum(w E) = 13.5 with w = (i - j)² on 1..4.
    assert weighted_kappa(table) == pytest.approx(1 - 2 / 13.5)


@pytest.mark.parametrize(
    ("weights", "published"), [("none", 0.9315), ("linear", 0.9412), ("quadratic", 0.9541)]
)
def test_kappa_of_artstein_and_poesio_table_4(weights: Weights, published: float) -> None:
    # Artstein and Poesio (2008), as in scikit-learn's test_cohen_kappa.
    table = np.array([[46.0, 0, 0], [4, 40, 0], [0, 0, 10]])

    assert weighted_kappa(table, weights) == pytest.approx(published, abs=5e-5)


def test_kappa_of_artstein_and_poesio_table_1() -> None:
    # Artstein and Poesio (2008), Table 1: .348.
    assert weighted_kappa(np.array([[20.0, 20], [10, 50]]), "none") == pytest.approx(8 / 23)


@given(tables(), st.sampled_from(WEIGHTS))
def test_kappa_equals_scikit_learn_over_the_full_scale(table: Floats, weights: Weights) -> None:
    people, judge = _rows(table)

    expected = cohen_kappa_score(
        people,
        judge,
        labels=range(len(table)),
        weights=None if weights == "none" else weights,
    )

    assert weighted_kappa(table, weights) == pytest.approx(expected, abs=1e-12)


@given(tables(), st.sampled_from(WEIGHTS))
def test_kappa_is_symmetric_in_its_raters(table: Floats, weights: Weights) -> None:
    assert weighted_kappa(table, weights) == pytest.approx(weighted_kappa(table.T, weights))


@given(tables(), st.sampled_from(WEIGHTS))
def test_kappa_does_not_change_when_the_scale_is_turned_round(
    table: Floats, weights: Weights
) -> None:
    assert weighted_kappa(table[::-1, ::-1], weights) == pytest.approx(
        weighted_kappa(table, weights)
    )


@given(tables(), st.data())
def test_unweighted_kappa_does_not_care_what_levels_are_called(
    table: Floats, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(table))))

    renamed = table[np.ix_(order, order)]

    assert weighted_kappa(renamed, "none") == pytest.approx(weighted_kappa(table, "none"))


@given(tables(), st.integers(0, 5))
def test_a_level_nobody_uses_leaves_unweighted_kappa_alone(table: Floats, where: int) -> None:
    at = min(where, len(table))

    wider = np.insert(np.insert(table, at, 0, axis=0), at, 0, axis=1)

    assert weighted_kappa(wider, "none") == pytest.approx(weighted_kappa(table, "none"))


@given(tables(), st.sampled_from(WEIGHTS))
def test_kappa_is_one_only_where_every_rating_agrees(table: Floats, weights: Weights) -> None:
    diagonal = np.diag(np.diag(table) + 1)

    assert weighted_kappa(diagonal, weights) == 1.0
    assert (weighted_kappa(table, weights) == 1.0) == (table.trace() == table.sum())


@given(tables(), st.sampled_from(WEIGHTS))
def test_kappa_stays_within_its_scale(table: Floats, weights: Weights) -> None:
    assert -1 - 1e-12 <= weighted_kappa(table, weights) <= 1


@given(st.lists(tables(), min_size=1, max_size=4), st.sampled_from(WEIGHTS))
def test_a_stack_of_tables_gives_what_each_gives_alone(
    several: list[Floats], weights: Weights
) -> None:
    stack = np.stack([np.pad(table, (0, 5 - len(table))) for table in several])

    assert kappas(stack, weights) == pytest.approx(
        [weighted_kappa(table, weights) for table in stack]
    )


@pytest.mark.parametrize("table", [np.zeros((4, 4)), np.diag([0.0, 0, 10, 0])])
def test_kappa_of_nothing_or_of_one_level_is_undefined(table: Floats) -> None:
    with pytest.raises(UndefinedStatisticError, match="two levels"):
        weighted_kappa(table)


def test_weights_come_from_one_shared_table_that_nobody_can_change() -> None:
    with pytest.raises(ValueError, match="read-only"):
        disagreement(4, "linear")[0, 0] = 1


def test_the_chance_that_raters_agree_comes_from_their_margins() -> None:
    # METHODS.md: margins .10/.25/.40/.25 agree exactly 29.5 %, within one 74.5 %.
    margin = np.array([0.10, 0.25, 0.40, 0.25])

    found = shares(np.outer(margin, margin))

    assert found.exact == pytest.approx(0.295)
    assert found.exact_by_chance == pytest.approx(0.295)
    assert found.adjacent == pytest.approx(0.745)
    assert found.adjacent_by_chance == pytest.approx(0.745)
    assert found.adjacent_adjusted == pytest.approx(0, abs=1e-12)


def test_adjacent_agreement_is_adjusted_for_chance() -> None:
    # By hand: adjacent 3/4; margins (1/2, 0, 0, 1/2) and (1/4, 1/4, 0, 1/2) give 1/2 by chance.
    table = np.array([[1.0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]])
    table[3, 3], table[3, 0] = 1, 1

    found = shares(table)

    by_chance = (0.5 * 0.5 + 0.5 * 0.25) + 0.5 * 0.25
    assert found.adjacent == 0.75
    assert found.adjacent_by_chance == pytest.approx(by_chance)
    assert found.adjacent_adjusted == pytest.approx((0.75 - by_chance) / (1 - by_chance))


def test_adjacent_agreement_that_chance_makes_certain_is_not_adjusted() -> None:
    assert shares(np.array([[3.0, 1], [1, 3]])).adjacent_adjusted is None


def test_nominal_levels_have_no_neighbours() -> None:
    found = shares(np.eye(3), nominal=True)

    assert (found.exact, found.adjacent, found.adjacent_by_chance) == (1.0, None, None)


def test_agreement_of_nothing_is_undefined() -> None:
    with pytest.raises(UndefinedStatisticError):
        shares(np.zeros((4, 4)))


def test_a_rater_with_one_level_is_named_with_it() -> None:
    judge_says_three = np.zeros((4, 4))
    judge_says_three[:, 2] = [1, 2, 3, 4]

    found = constant_sides(judge_says_three)

    assert found
    assert (found.people, found.judge) == (None, 2)
    assert not constant_sides(np.eye(4))


def test_seven_rare_ratings_of_250_are_too_few_to_judge_by() -> None:
    # METHODS.md: 118/5/2/0 agrees 94.4 % with kappa -.023.
    table = np.array([[118.0, 5], [2, 0]])

    assert weighted_kappa(table) == pytest.approx(-0.0232, abs=5e-4)
    assert rare_ratings(table) == 7


@pytest.mark.parametrize("table", [[[40.0, 9], [6, 45]], [[80.0, 10], [5, 5]], [[27.0, 0], [1, 1]]])
def test_a_smaller_class_of_some_size_is_not_called_rare(table: list[list[float]]) -> None:
    assert rare_ratings(np.array(table)) is None


def test_an_unknown_weighting_is_refused_by_name() -> None:
    with pytest.raises(DataError, match="'none', 'linear', 'quadratic'"):
        disagreement(4, "quadratik")  # type: ignore[arg-type]  # what a policy file may say
