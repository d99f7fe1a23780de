"""Gold takes people's place where it stands: one settled level a transcript beside the judge's."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.calibration.evidences import Said, evidence, nominal
from workbench.calibration.evidence import Evidence
from workbench.calibration.figures import agreement_json, gold_json
from workbench.calibration.gold import against_gold
from workbench.calibration.statistic import Reason
from workbench.calibration.summary import agreement
from workbench.domain.rubric import Rubric


def settled(
    gold: Sequence[int | None], judge: Sequence[Said], *, on: Rubric | None = None
) -> Evidence:
    """Return evidence in which one person says 1 of everything, and gold what is given."""
    codes = [-1 if level is None else level - 1 for level in gold]
    people = [[1] * len(judge)]
    return evidence(people, judge, on=on, gold=np.array(codes, dtype=np.int8))


def test_kappa_is_that_of_gold_and_judge_whatever_people_said() -> None:
    found = against_gold(settled([1, 2, 3, 4, None], [1, 2, 4, 4, 1]), "strict")

    # By hand, w = (i-j)^2 on 1..4: sum wO = 1; judge at 1, 2, 4, 4: sum wE = (14 + 6 + 28)/4 = 12.
    assert found is not None
    assert found.units == 4
    assert found.kappa.value == pytest.approx(1 - 1 / 12)
    assert found.kappa.undefined is Reason.N_TOO_SMALL


def test_on_a_nominal_scale_kappa_is_unweighted() -> None:
    scale = nominal("a", "b", "c")

    found = against_gold(settled([1, 1, 2, 2], [1, 2, 2, 2], on=scale), "strict")

    # By hand: 3 of 4 equal, by chance (2 x 1 + 2 x 3)/16 = 1/2.
    assert found is not None
    assert found.kappa.value == pytest.approx(0.5)
    figures = gold_json(scale, found)
    assert figures["kappa"]["value"] == pytest.approx(0.5)
    assert figures["kappa_quadratic"]["undefined"] == "weighted_on_nominal"


def test_with_enough_gold_there_is_an_interval() -> None:
    found = against_gold(settled([1, 2, 3, 4] * 5, [1, 2, 4, 4] * 5), "strict")

    assert found is not None
    assert found.kappa.low is not None
    assert found.kappa.high is not None
    assert found.kappa.low < 1 - 1 / 12 < found.kappa.high


@pytest.mark.parametrize("gold", [None, np.array([-1, -1], dtype=np.int8)])
def test_without_gold_there_is_no_figure(gold: object) -> None:
    assert against_gold(evidence([[1, 2]], [1, 2], gold=gold), "strict") is None


def test_gold_where_the_judge_gave_no_level_leaves_nothing_to_compare() -> None:
    found = against_gold(settled([1, 4], ["error", None]), "strict")

    assert found is not None
    assert found.units == 0
    assert found.kappa.value is None
    assert found.kappa.undefined is not None


def test_gold_goes_with_its_unit_when_only_some_are_shown() -> None:
    whole = settled([1, 2, 3, 4], [1, 2, 4, 4])

    shown = whole.restricted(np.array([True, True, False, True]))

    found = against_gold(shown, "strict")
    assert found is not None
    assert (found.units, found.kappa.value) == (3, 1.0)


def test_gold_moves_no_figure_that_trust_is_decided_by() -> None:
    people, judge = [[1, 2, 3, 4] * 5], [1, 2, 4, 4] * 5
    gold = np.array([3, 2, 1, 0] * 5, dtype=np.int8)

    without = agreement(evidence(people, judge), "strict", split="test", variants=1)
    beside = agreement(evidence(people, judge, gold=gold), "strict", split="test", variants=1)

    assert agreement_json(beside) == agreement_json(without)
