import json
import math
import re
from collections.abc import Callable

import pytest

from workbench.calibration.statistic import SENTENCES, Reason, Statistic

FACTS = {"n": 10, "level": 3, "rater": "judge 'strict'", "rare": 7, "ratings": 250}


def test_a_statistic_becomes_json_with_its_five_fields() -> None:
    found = Statistic(value=0.71, low=0.5, high=0.85, lower_bound=0.54)

    assert found.to_json() == {
        "value": 0.71,
        "low": 0.5,
        "high": 0.85,
        "lower_bound": 0.54,
        "undefined": None,
    }


def test_an_undefined_statistic_is_all_null_but_for_its_code() -> None:
    found = Statistic.missing(Reason.ALL_LABELS_SAME)

    assert json.loads(json.dumps(found.to_json(), allow_nan=False)) == {
        "value": None,
        "low": None,
        "high": None,
        "lower_bound": None,
        "undefined": "all_labels_same",
    }


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["value", "low", "high", "lower_bound"])
def test_a_number_that_is_not_finite_is_refused(field: str, number: float) -> None:
    numbers = {"value": 0.5, "low": 0.1, "high": 0.9, "lower_bound": 0.2, field: number}
    build: Callable[..., Statistic] = Statistic

    with pytest.raises(ValueError, match="finite"):
        build(**numbers)


def test_a_value_that_is_missing_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        Statistic()


def test_limits_beside_a_reason_are_refused() -> None:
    with pytest.raises(ValueError, match="limits"):
        Statistic(value=0.5, low=0.1, undefined=Reason.N_TOO_SMALL)


def test_limits_the_wrong_way_round_are_refused() -> None:
    with pytest.raises(ValueError, match="exceed"):
        Statistic(value=0.5, low=0.9, high=0.1)


def test_a_point_value_needs_neither_limits_nor_a_reason() -> None:
    assert Statistic(value=0.5).to_json()["undefined"] is None


def test_only_a_value_of_one_is_perfect() -> None:
    assert Statistic(value=1.0).perfect
    assert not Statistic(value=0.999).perfect


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_one_sentence_that_known_facts_complete(reason: Reason) -> None:
    sentence = reason.sentence(**FACTS)

    assert sentence.endswith(".")
    assert set(re.findall(r"{(\w+)}", SENTENCES[reason])) <= set(FACTS)
    assert "{" not in sentence
