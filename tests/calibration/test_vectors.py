"""The reference vectors of the statistics that the product has, to 1e-10."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.calibration.build import ratings_of
from workbench.calibration.agreement import weighted_kappa
from workbench.calibration.alpha import alpha_of_codes
from workbench.calibration.coefficients import confusion, jackknife_kappa, pooled_alpha
from workbench.calibration.prevalence import gwet_ac, paired_counts
from workbench.calibration.rates import pass_rates
from workbench.calibration.tables import Floats, Levels, pool

pytestmark = pytest.mark.realdata

Vector = dict[str, Any]

PASSES = np.array([False, True])


@pytest.fixture(scope="module")
def vectors(real_data: Path) -> list[Vector]:
    """All reference vectors, beside the folder of real data."""
    text = (real_data.parent / "vectors" / "agreement.json").read_text(encoding="utf-8")
    found: list[Vector] = json.loads(text)["vectors"]
    return found


def _codes(vector: Vector) -> Levels:
    """Level codes of raters x units, in the order of the vector's categories."""
    code = {level: at for at, level in enumerate(vector["params"]["categories"])} | {None: -1}
    return np.array([[code[level] for level in row] for row in vector["data"]["raters"]]).astype(
        np.int8
    )


def _units(vector: Vector) -> tuple[Floats, Floats]:
    """Raters at each level, units x levels, and how often each unit counts."""
    data = vector["data"]
    if "table" in data:
        return paired_counts(np.array(data["table"], dtype=np.float64))
    if "counts" in data:
        counts = np.array(data["counts"], dtype=np.float64)
    else:
        codes, levels = _codes(vector), np.arange(len(vector["params"]["categories"]))
        counts = np.asarray((codes[:, :, None] == levels).sum(axis=0, dtype=np.float64))
    return counts, np.ones(len(counts))


def _kappa(vector: Vector) -> float:
    table = np.array(vector["data"]["table"], dtype=np.float64)
    assert len(table) == vector["params"]["n_categories"]
    return weighted_kappa(table, vector["params"]["weights"] or "none")


def _alpha(vector: Vector) -> float:
    n_levels = len(vector["params"]["categories"])
    return alpha_of_codes(_codes(vector), n_levels, vector["params"]["level"])


def _ac(vector: Vector) -> float:
    """The vectors say ``unweighted`` for ``none``."""
    weights = vector["params"]["weights"]
    counts, times = _units(vector)
    return gwet_ac(counts, "none" if weights == "unweighted" else weights, times=times)


def _pass_rate(which: int) -> Callable[[Vector], float]:
    def computed(vector: Vector) -> float:
        people, judge = ([v + 1 for v in vector["data"][side]] for side in ("human", "judge"))
        table = confusion(pool(ratings_of([people], judge=judge, n_levels=2)))
        value = pass_rates(table, PASSES)[which].statistic.value
        assert value is not None
        return value

    return computed


COMPUTED: dict[str, Callable[[Vector], float]] = {
    "cohen_kappa": _kappa,
    "krippendorff_alpha": _alpha,
    "gwet_ac1": _ac,
    "gwet_ac2": _ac,
    "tpr": _pass_rate(0),
    "tnr": _pass_rate(1),
}


def test_every_vector_of_a_statistic_we_have_is_reproduced(vectors: list[Vector]) -> None:
    checked: Counter[str] = Counter()

    for vector in vectors:
        name = vector["statistic"]
        # Gwet's own ordinal weights are in no part of the product.
        if name not in COMPUTED or vector["params"].get("weights") == "ordinal_gwet":
            continue
        found = COMPUTED[name](vector)
        assert found == pytest.approx(vector["expected"], abs=1e-10), vector["id"]
        checked[name] += 1

    assert checked["cohen_kappa"] == 27
    assert checked["krippendorff_alpha"] == 20
    assert min(checked[name] for name in COMPUTED) > 0


def test_every_undefined_vector_carries_its_reason(vectors: list[Vector]) -> None:
    undefined = [vector for vector in vectors if vector["kind"] == "undefined"]

    for vector in undefined:
        first, second = vector["data"]["raters"]
        for ratings in (ratings_of([first, second]), ratings_of([first], judge=second)):
            found = pooled_alpha(pool(ratings))
            assert (found.value, found.undefined) == (None, vector["reason"]), vector["id"]

    assert len(undefined) == 3


def test_whole_tables_give_the_same_kappa_in_a_stack(vectors: list[Vector]) -> None:
    tables = [
        vector
        for vector in vectors
        if vector["statistic"] == "cohen_kappa"
        and vector["params"]["n_categories"] == 4
        and vector["params"]["weights"] == "quadratic"
    ]

    found = jackknife_kappa(np.array([vector["data"]["table"] for vector in tables]))

    assert [one.value for one in found] == pytest.approx(
        [vector["expected"] for vector in tables], abs=1e-10
    )
