"""Agreement on recorded labels and verdicts that nobody of this project wrote."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.calibration.ceiling import ceiling, pairwise
from workbench.calibration.coefficients import people_kappa, pooled_alpha, pooled_kappa
from workbench.calibration.crosscheck import largest_difference
from workbench.calibration.statistic import Reason
from workbench.calibration.tables import Ratings, pool

pytestmark = pytest.mark.realdata

Line = dict[str, Any]


def _lines(path: Path, **wanted: str) -> list[Line]:
    """The records of a file whose fields have these values."""
    with path.open(encoding="utf-8") as file:
        records: list[Line] = [json.loads(line) for line in file]
    return [one for one in records if all(one[field] == value for field, value in wanted.items())]


def _ratings(
    labels: Sequence[Line],
    verdicts: Sequence[Line],
    levels: Sequence[object],
    *,
    nominal: bool = False,
) -> Ratings:
    """Ratings of the labelled transcripts; a verdict without a score is none."""
    code = {level: at for at, level in enumerate(levels)}
    unit = {name: at for at, name in enumerate(sorted({one["transcript_id"] for one in labels}))}
    rater = {name: at for at, name in enumerate(sorted({one["labeller"] for one in labels}))}
    judge = np.full(len(unit), -1, dtype=np.int8)
    for verdict in verdicts:
        if verdict["score"] is not None and verdict["transcript_id"] in unit:
            judge[unit[verdict["transcript_id"]]] = code[verdict["score"]]
    return Ratings(
        n_levels=len(levels),
        unit=np.array([unit[one["transcript_id"]] for one in labels], dtype=np.int32),
        rater=np.array([rater[one["labeller"]] for one in labels], dtype=np.int32),
        level=np.array([code[one["score"]] for one in labels], dtype=np.int8),
        cluster=np.arange(len(unit), dtype=np.int32),
        judge=judge,
        nominal=nominal,
    )


def _llm_rubric(real_data: Path, dimension: str) -> Ratings:
    folder = real_data / "llm_rubric_real"
    return _ratings(
        _lines(folder / "human_labels.jsonl", dimension=dimension),
        _lines(
            folder / "judge_scores.jsonl", dimension=dimension, judge="gpt-3.5-turbo-16k/argmax"
        ),
        (1, 2, 3, 4),
    )


@pytest.mark.parametrize(
    ("dimension", "kappa"),
    [
        ("Q0", 0.079788),
        ("Q1", -0.072237),
        ("Q2", -0.015678),
        ("Q3", 0.027683),
        ("Q6", 0.009399),
        ("Q7", -0.004832),
        ("Q8", 0.084527),
    ],
)
def test_the_recorded_judge_of_real_chats_agrees_with_people_by_chance_only(
    real_data: Path, dimension: str, kappa: float
) -> None:
    found = pooled_kappa(pool(_llm_rubric(real_data, dimension)))

    assert found.value == pytest.approx(kappa, abs=5e-7)


def test_the_interval_of_the_overall_question_is_reproduced(real_data: Path) -> None:
    found = pooled_kappa(pool(_llm_rubric(real_data, "Q0")))

    assert (found.low, found.high) == pytest.approx((-0.020789, 0.178766), abs=5e-7)
    assert found.lower_bound == pytest.approx(-0.004486, abs=5e-7)


@pytest.mark.parametrize("dimension", ["Q4", "Q5"])
def test_a_judge_that_gives_every_chat_one_level_is_found_out(
    real_data: Path, dimension: str
) -> None:
    found = pooled_kappa(pool(_llm_rubric(real_data, dimension)))

    assert (found.value, found.undefined) == (0.0, Reason.RATER_CONSTANT)


@pytest.mark.parametrize(
    ("judge", "kappa"),
    [
        ("gemini_flash", 0.717704),
        ("gemini_pro", 0.773729),
        ("gpt-4o", 0.796929),
        ("gpt-4o-mini", 0.792766),
        ("llama-31", 0.777521),
        ("mistral-v03", 0.743201),
    ],
)
def test_every_recorded_judge_of_restaurant_stars_beats_the_ceiling(
    real_data: Path, judge: str, kappa: float
) -> None:
    folder = real_data / "alttest" / "cebab_stars"
    ratings = _ratings(
        _lines(folder / "human_labels.jsonl"),
        _lines(folder / "judge_scores.jsonl", judge=judge),
        (1, 2, 3, 4, 5),
    )

    found = ceiling(pool(ratings))

    assert pooled_kappa(pool(ratings)).value == pytest.approx(kappa, abs=5e-7)
    assert found.kappa.value == pytest.approx(0.678242, abs=5e-7)
    assert found.delta.low is not None
    assert found.delta.low > 0
    assert largest_difference(ratings) <= 1e-12


def test_people_agree_little_on_the_quality_of_prompts(real_data: Path) -> None:
    labels = _lines(real_data / "alttest" / "10k_prompts" / "human_labels.jsonl")

    found = people_kappa(pool(_ratings(labels, [], (1, 2, 3, 4, 5))))

    assert found.value == pytest.approx(0.247137, abs=5e-7)


def test_published_pair_kappas_of_pandalm_are_reproduced(real_data: Path) -> None:
    labels = _lines(real_data / "pandalm" / "human_labels.jsonl")

    pairs = pairwise(_ratings(labels, [], (0, 1, 2), nominal=True))

    # PandaLM's paper prints .85, .88 and .86.
    assert [pair.units for pair in pairs] == [999] * 3
    assert [pair.kappa.value for pair in pairs] == pytest.approx([0.85, 0.88, 0.86], abs=5e-3)


def test_unusable_answers_of_a_judge_are_left_out_of_its_agreement(real_data: Path) -> None:
    folder = real_data / "pandalm"
    ratings = _ratings(
        _lines(folder / "human_labels.jsonl"),
        _lines(folder / "judge_scores.jsonl", judge="gpt-3.5-turbo"),
        (0, 1, 2),
        nominal=True,
    )

    pooled = pool(ratings)

    assert pooled.n_units - pooled.judged().n_units == 25
    assert pooled_kappa(pooled).undefined is Reason.WEIGHTED_ON_NOMINAL
    assert largest_difference(ratings) <= 1e-12


ALPHAS = {
    "newsroom": {
        "Informativeness": 0.2848732349364207,
        "Relevance": 0.11512128779864284,
        "Fluency": -0.015808123685552733,
        "Coherence": 0.06497202567878013,
    },
    "recipes": {
        "grammar": 0.41512699786609375,
        "fluency": 0.43239839448968664,
        "verbosity": 0.3991422935197101,
        "structure": 0.3985577014111057,
        "success": 0.3627155704454662,
        "overall": 0.4351007794425691,
    },
}


@pytest.mark.parametrize(
    ("study", "dimension"),
    [(study, dimension) for study, alphas in ALPHAS.items() for dimension in alphas],
)
def test_published_alphas_of_sparse_raters_are_reproduced(
    real_data: Path, study: str, dimension: str
) -> None:
    labels = _lines(real_data / "judge_bench" / study / "human_labels.jsonl", dimension=dimension)

    found = pooled_alpha(pool(_ratings(labels, [], (1, 2, 3, 4, 5, 6))), with_judge=False)

    assert found.value == pytest.approx(ALPHAS[study][dimension], abs=1e-12)
