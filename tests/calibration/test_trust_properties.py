"""What no evidence can do to a decision."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calibration.evidences import Said, evidence
from workbench.calibration.evidence import Evidence
from workbench.calibration.figures import agreement_json
from workbench.calibration.summary import agreement
from workbench.calibration.trust import decide
from workbench.domain.policy import Trust

BARS = Trust()
LEVELS = st.integers(1, 4)
SAID = st.one_of(LEVELS, st.sampled_from(["error", "not_applicable", "no_majority", None]))


@st.composite
def evidences(draw: st.DrawFn) -> Evidence:
    size = draw(st.integers(1, 40))
    row = st.lists(st.one_of(st.none(), LEVELS), min_size=size, max_size=size)
    people = draw(st.lists(row, min_size=1, max_size=3))
    close = draw(st.booleans())
    judge: list[Said] = draw(st.lists(SAID, min_size=size, max_size=size))
    if close:
        first = [next((row[i] for row in people if row[i]), None) for i in range(size)]
        judge = [own or said for own, said in zip(first, judge, strict=True)]
    return evidence(people, judge)


def shuffled(found: Evidence, order: Sequence[int], people: Sequence[int]) -> Evidence:
    """Give the units and the labellers other numbers."""
    place, who = np.argsort(order).astype(np.int32), np.array(people, dtype=np.int32)
    strict = found.judges["strict"]
    return replace(
        found,
        transcripts=tuple(found.transcripts[i] for i in order),
        cases=tuple(found.cases[i] for i in order),
        labellers=tuple(found.labellers[i] for i in np.argsort(people)),
        unit=place[found.unit],
        labeller=who[found.labeller],
        judges={
            "strict": replace(
                strict,
                level=strict.level[list(order)],
                status=strict.status[list(order)],
                kinds={int(place[unit]): kind for unit, kind in strict.kinds.items()},
                first_errors=tuple((int(place[unit]), said) for unit, said in strict.first_errors),
            )
        },
    )


def test_relabelling_units_and_labellers_changes_nothing() -> None:
    @given(evidences(), st.randoms())
    def holds(found: Evidence, random: Any) -> None:
        order, people = list(range(found.n_units)), list(range(len(found.labellers)))
        random.shuffle(order)
        random.shuffle(people)

        before = agreement(found, "strict", split="test", variants=2)
        after = agreement(shuffled(found, order, people), "strict", split="test", variants=2)

        assert decide(before, BARS) == decide(after, BARS)
        assert _numbers(agreement_json(before)) == pytest.approx(
            _numbers(agreement_json(after)), abs=1e-9
        )

    holds()


def _numbers(figures: Any, name: str = "") -> dict[str, float]:
    """Return every number by its path; lists that follow labellers or units go by their sum."""
    if isinstance(figures, dict):
        if "labeller" in figures:
            name = f"{name}.{figures['labeller']}"
        items = [(f"{name}.{key}", value) for key, value in figures.items()]
    elif isinstance(figures, list):
        by_name = figures and isinstance(figures[0], dict)
        items = [(name if by_name else f"{name}[{i}]", value) for i, value in enumerate(figures)]
    else:
        return {name: float(figures)} if isinstance(figures, int | float) else {}
    return {key: number for path, value in items for key, number in _numbers(value, path).items()}


@given(evidences(), st.integers(1, 6), st.integers(0, 20))
def test_more_variants_never_earn_trust(found: Evidence, k: int, more: int) -> None:
    few = decide(agreement(found, "strict", split="test", variants=k), BARS)
    many = decide(agreement(found, "strict", split="test", variants=k + more), BARS)

    assert few.status in {"trusted", many.status}
    assert many.status in {few.status, "insufficient"}


@given(evidences(), LEVELS)
def test_an_error_changes_no_figure_and_never_earns_trust(found: Evidence, level: int) -> None:
    people = [[*row, None] for row in _rows(found)]
    people[0][-1] = level
    judge = _said(found)

    without = agreement(evidence(people, [*judge, None]), "strict", split="test", variants=1)
    with_error = agreement(evidence(people, [*judge, "error"]), "strict", split="test", variants=1)

    figures, after = agreement_json(without), agreement_json(with_error)
    assert after.pop("errors")["count"] == figures.pop("errors")["count"] + 1
    assert after == figures
    trusted = decide(without, BARS).status == "trusted"
    assert trusted or decide(with_error, BARS).status != "trusted"


def _rows(found: Evidence) -> list[list[int | None]]:
    rows: list[list[int | None]] = [[None] * found.n_units for _ in found.labellers]
    for unit, labeller, level in zip(found.unit, found.labeller, found.level, strict=True):
        rows[labeller][unit] = int(level) + 1
    return rows


def _said(found: Evidence) -> list[Said]:
    strict = found.judges["strict"]
    named: dict[int, Said] = {3: "error", 1: "not_applicable", 2: "no_majority", -1: None}
    return [
        int(level) + 1 if level >= 0 else named[int(status)]
        for level, status in zip(strict.level, strict.status, strict=True)
    ]


@given(evidences(), st.integers(1, 5))
def test_every_decision_has_a_claim_a_next_step_and_the_reason_it_claims(
    found: Evidence, k: int
) -> None:
    decision = decide(agreement(found, "strict", split="test", variants=k), BARS)

    assert decision.claim
    assert decision.next
    if decision.status != "trusted":
        assert decision.claim in [reason.text for reason in decision.reasons]
