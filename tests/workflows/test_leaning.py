"""What probes read from the ledgers: repeats, and leanings beside people on the side allowed."""

from pathlib import Path

import pytest

from tests.judges.loopback import Loopback
from tests.workflows.building import desk
from tests.workflows.questioning import (
    asking,
    conversations,
    judges_text,
    levelled,
    office,
)
from tests.workflows.trials import leanings, one, probing, rated
from workbench.errors import DataError

pytestmark = pytest.mark.filterwarnings("ignore:.* TypedDict .* qualifier")  # litellm's own


def test_repeats_are_read_from_the_ledger(tmp_path: Path, loopback: Loopback) -> None:
    made = office(tmp_path, loopback, transcripts=6)
    loopback.plan("<t000>", levelled(3), levelled(4), levelled(2))
    loopback.plan("<t001>", levelled(1))
    asking(made, repeats=3)

    found = one(probing(made)).consistency

    assert (found.repeats, found.units) == (3, 6)
    assert (found.equal.count, found.equal.of) == (5, 6)
    assert found.kappa.value is not None
    assert found.kappa.value < 1


def test_without_repeats_there_is_no_consistency(tmp_path: Path, loopback: Loopback) -> None:
    found = one(probing(rated(tmp_path, loopback)))

    assert (found.rated, found.consistency.repeats, found.consistency.units) == (4, 1, 0)


def test_the_test_side_stays_shut(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback, transcripts=40)
    made.label([1, 2, 3, 4] * 10)

    found = probing(made)

    assert leanings(found).length.units == 16
    assert sum(each.units for each in leanings(found).leniency) == 16
    assert found.looks_recorded == 0


def test_labels_that_certify_reads_too_are_looked_at_on_the_record(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = rated(tmp_path, loopback, transcripts=12)
    made.label([1, 2, 3, 4] * 3)

    first, second = probing(made), probing(made)

    assert leanings(first).length.units == 12
    assert (first.looks_recorded, second.looks_recorded) == (1, 0)
    assert [look.command for look in made.looks()] == ["judge"]


def test_leanings_are_told_by_agent_and_towards_its_own_family(
    tmp_path: Path, loopback: Loopback
) -> None:
    made = office(tmp_path, loopback, transcripts=0, family="small")
    conversations(made, 6, agent={"model": "house/small-1"})
    conversations(made, 6, first=6, agent={"model": "house/big"}, amount=99)
    asking(made)
    made.label([1, 2, 2, 1, 2, 3, 3, 3, 3, 3, 2, 3])

    found = leanings(probing(made))

    assert {(each.model, each.units) for each in found.leniency} == {
        ("house/small-1", 6),
        ("house/big", 6),
    }
    assert (found.own_family.related, found.own_family.others) == (6, 6)
    assert found.own_family.difference.value == pytest.approx(7 / 6 - 1 / 6)


def test_cited_turns_are_set_against_those_of_people(tmp_path: Path, loopback: Loopback) -> None:
    made = rated(tmp_path, loopback)
    made.label([1, 2, 3, 4], evidence=(0, 1))
    made.label([1, 2, 3, 4], labeller="ben", evidence=(0,))

    found = leanings(probing(made)).evidence

    assert (found.units, found.shared) == (4, 4)
    assert found.judge.value == pytest.approx(0.75)
    assert found.people.value == pytest.approx(0.5)


def test_recorded_judges_and_panels_are_read_and_not_asked(
    tmp_path: Path, loopback: Loopback
) -> None:
    judges = {"vendor": {"recorded": True}, "second": {"recorded": True}}
    made = desk(tmp_path, judges=judges_text(judges, both={"members": ["vendor", "second"]}))
    for judge in ("vendor", "second", "both"):
        made.judge([1, 2, 3, 4], judge=judge)
    made.label([1, 2, 3, 3])

    found = probing(made)

    assert [(each.judge, each.kind) for each in found.probed] == [
        ("both", "panel"),
        ("second", "recorded"),
        ("vendor", "recorded"),
    ]
    assert all(each.tried is None and each.leanings is not None for each in found.probed)
    assert found.ended is None
    assert loopback.asked == []


def test_a_floor_is_not_probed(tmp_path: Path) -> None:
    made = desk(tmp_path, judges="judges:\n  floor: {baseline: length}\n")

    with pytest.raises(DataError, match="judge 'floor': is a floor"):
        probing(made, "floor")
    with pytest.raises(DataError, match="names no judge to probe"):
        probing(made)
