from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration.build import ratings_of
from workbench.calibration.coefficients import confusion, pooled_kappa
from workbench.calibration.contributions import people_by_judge, people_by_people
from workbench.calibration.tables import Ratings, pool
from workbench.errors import DataError


def _ratings(**changed: object) -> Ratings:
    """Two labellers on two transcripts, with one field changed."""
    fields: dict[str, object] = {
        "n_levels": 4,
        "unit": np.array([0, 1, 0], dtype=np.int32),
        "rater": np.array([0, 0, 1], dtype=np.int32),
        "level": np.array([0, 3, 1], dtype=np.int8),
        "cluster": np.array([0, 1], dtype=np.int32),
        "judge": np.array([1, -1], dtype=np.int8),
    }
    build: Callable[..., Ratings] = Ratings
    return build(**(fields | changed))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n_levels", 1),
        ("n_levels", 128),
        ("unit", np.array([0, 2, 0], dtype=np.int32)),
        ("unit", np.array([0, 1], dtype=np.int32)),
        ("rater", np.array([0, -1, 1], dtype=np.int32)),
        ("level", np.array([0, 4, 1], dtype=np.int8)),
        ("level", np.array([0, -1, 1], dtype=np.int8)),
        ("cluster", np.array([0, -1], dtype=np.int32)),
        ("judge", np.array([4, 0], dtype=np.int8)),
        ("judge", np.array([1], dtype=np.int8)),
    ],
)
def test_ratings_outside_their_scale_or_shape_are_refused(field: str, value: object) -> None:
    with pytest.raises(DataError, match=field):
        _ratings(**{field: value})


def test_a_second_label_of_one_labeller_on_one_transcript_is_refused() -> None:
    with pytest.raises(DataError, match="labeller 1 must label unit 0 once"):
        _ratings(
            unit=np.array([0, 1, 0, 0], dtype=np.int32),
            rater=np.array([0, 0, 1, 1], dtype=np.int32),
            level=np.array([0, 3, 1, 2], dtype=np.int8),
        )


def test_labels_of_a_transcript_share_its_weight() -> None:
    # Transcript 1: labels 1, 1, 2 and verdict 1. Transcript 2: label 4 and verdict 3.
    ratings = ratings_of([[1, 4], [1, None], [2, None]], judge=[1, 3])

    table = confusion(pool(ratings))

    expected = np.zeros((4, 4))
    expected[0, 0], expected[1, 0], expected[3, 2] = 2 / 3, 1 / 3, 1
    assert table == pytest.approx(expected)


def test_pairs_of_a_transcript_share_its_weight_in_both_orders() -> None:
    # Labels 1, 1, 2 make six ordered pairs: two of (1, 1), two of (1, 2), two of (2, 1).
    ratings = ratings_of([[1, 4], [1, None], [2, None]])

    table = pool(ratings).shared().total(people_by_people)

    expected = np.zeros((4, 4))
    expected[:2, :2] = [[1 / 3, 1 / 3], [1 / 3, 0]]
    assert table == pytest.approx(expected)


def test_pooled_ratings_count_what_they_are_made_of() -> None:
    ratings = ratings_of(
        [[1, 4, 2, None], [1, None, 2, None]], judge=[1, None, 2, 3], cases=[0, 0, 1, 2]
    )

    pooled = pool(ratings)

    assert (pooled.n_units, pooled.n_cases, pooled.n_labels, pooled.n_raters) == (4, 3, 5, 3)
    judged = pooled.judged()
    assert (judged.n_units, judged.n_cases, judged.n_labels) == (2, 2, 4)
    shared = pooled.shared()
    assert (shared.n_units, shared.n_cases, shared.n_labels) == (2, 2, 4)


def test_transcripts_that_look_the_same_are_kept_once() -> None:
    ratings = ratings_of([[1, 2] * 500], judge=[1, 3] * 500)

    pooled = pool(ratings)

    assert len(pooled.counts) == 2
    assert pooled.n_units == 1000


def test_rows_too_wide_for_a_key_are_kept_one_by_one() -> None:
    # 100 levels with counts to 1: 2**100 keys are more than an integer holds.
    levels = [1 + index % 100 for index in range(60)]
    ratings = ratings_of([levels], judge=levels[::-1], n_levels=100)

    pooled = pool(ratings)

    assert len(pooled.counts) == 60
    assert pooled.n_units == 60


def test_blocks_add_up_to_the_whole_however_many_there_are() -> None:
    # 100 levels leave room for 13 transcripts a block.
    rng = np.random.default_rng(3)
    levels, verdicts = rng.integers(1, 101, 60).tolist(), rng.integers(1, 101, 60).tolist()
    ratings = ratings_of(
        [levels], judge=verdicts, n_levels=100, cases=sorted(rng.integers(0, 20, 60).tolist())
    )
    pooled = pool(ratings).judged()

    blocks = list(pooled.blocks(people_by_judge))

    assert len(blocks) > 3
    expected = np.zeros((100, 100))
    np.add.at(expected, (np.array(levels) - 1, np.array(verdicts) - 1), 1)
    assert sum(parts.sum(axis=0) for parts, _ in blocks) == pytest.approx(expected)
    assert pooled.total(people_by_judge) == pytest.approx(expected)


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_labels_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    levels, verdicts = rng.integers(0, 4, (2, 30)).astype(np.int8)
    cases = rng.integers(0, 12, 30).astype(np.int32)
    unit, shuffled = np.arange(30, dtype=np.int32), rng.permutation(30)
    same = {"n_levels": 4, "cluster": cases, "judge": verdicts}
    build: Callable[..., Ratings] = Ratings

    first = build(unit=unit, rater=np.zeros(30, np.int32), level=levels, **same)
    second = build(
        unit=unit[shuffled], rater=np.zeros(30, np.int32), level=levels[shuffled], **same
    )

    assert pooled_kappa(pool(first)) == pooled_kappa(pool(second))
