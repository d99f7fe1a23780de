"""A flag is put aside with a reason; what people differ on waits all the same."""

from pathlib import Path
from typing import Any

import pytest

from tests.workflows.building import Desk, desk
from workbench.domain.disagreement import Wanted
from workbench.domain.dismissal import Dismissal
from workbench.domain.flag import Flag
from workbench.domain.gold import GoldKey
from workbench.errors import DataError
from workbench.store.journal import read_journal, write_entries
from workbench.store.workspace import Workspace
from workbench.workflows.adjudicating import Dossier, Sitting
from workbench.workflows.checking import check
from workbench.workflows.dismissing import Waiver, dismiss

AGREED: GoldKey = ("t001", "tone", None)


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """Return a workspace where two people give t000 4 and 1, and t001 3 and 3."""
    made = desk(tmp_path)
    made.label([4, 3])
    made.label([1, 3], labeller="ben")
    return made


def flag(made: Desk, name: str, number: int, dimension: str | None = "tone") -> None:
    one = Flag(
        id=name,
        transcript=f"t{number:03}",
        dimension=dimension,
        labeller="ann",
        reason="flagged",
        note="odd",
        at=made.now(),
    )
    write_entries(Workspace(made.root).record("queue"), [one])


def dismissed(made: Desk, *names: str, **fields: Any) -> tuple[Dismissal, ...]:
    given = {"adjudicator": "cem", "reason": "Read it: nothing is odd."} | fields
    return dismiss(made.root, Waiver(flags=names, **given), now=made.now())


def queue(made: Desk, wanted: Wanted | None = None) -> list[str]:
    sitting = Sitting(made.root)
    sitting.find(wanted or Wanted())
    return [row.disagreement.unit[0] for row in sitting.rows()]


def read(made: Desk, unit: GoldKey = AGREED) -> Dossier:
    return Sitting(made.root).dossier(unit, "cem")


def lines(made: Desk) -> tuple[Dismissal, ...]:
    return read_journal(made.root / "record" / "dismissals.jsonl", Dismissal).entries


def test_a_flag_that_was_dismissed_no_longer_queues(made: Desk) -> None:
    flag(made, "f1", 1)
    assert queue(made) == ["t000", "t001"]

    dismissed(made, "f1")

    assert queue(made) == ["t000"]
    assert queue(made, Wanted(which="flagged")) == []
    dossier = read(made)
    assert (dossier.flags, dossier.flag_ids, dossier.gold) == ((), (), None)
    assert [one.reason for one in dossier.dismissals] == ["Read it: nothing is odd."]


def test_where_people_differ_the_unit_stays_in_the_queue(made: Desk) -> None:
    flag(made, "f0", 0)

    dismissed(made, "f0")

    assert queue(made) == ["t000"]


def test_a_flag_that_is_raised_later_queues_again(made: Desk) -> None:
    flag(made, "f1", 1)
    dismissed(made, "f1")

    flag(made, "f2", 1)

    assert queue(made) == ["t000", "t001"]
    assert read(made).flag_ids == ("f2",)


def test_a_flag_on_the_whole_transcript_is_dismissed_for_every_dimension(made: Desk) -> None:
    made.write(
        "rubrics/mood.yaml", (made.root / "rubrics/tone.yaml").read_text().replace("tone", "mood")
    )
    flag(made, "f1", 1, dimension=None)
    assert queue(made, Wanted(which="flagged")) == ["t001", "t001"]

    dismissed(made, "f1")

    assert queue(made, Wanted(which="flagged")) == []


def test_what_was_dismissed_is_found_among_the_decided(made: Desk) -> None:
    flag(made, "f1", 1)
    dismissed(made, "f1")
    sitting = Sitting(made.root)
    sitting.find(Wanted(which="flagged", settled=True))

    (row,) = sitting.rows()

    assert (row.disagreement.unit, row.dismissed, row.reasons) == (AGREED, True, ())


def test_the_flag_stays_in_its_own_ledger_and_the_workspace_is_sound(made: Desk) -> None:
    flag(made, "f1", 1)
    before = (made.root / "record" / "queue.jsonl").read_bytes()

    dismissed(made, "f1")

    assert (made.root / "record" / "queue.jsonl").read_bytes() == before
    assert not [one for one in check(Workspace(made.root)) if "record/" in one.file]


def test_a_line_that_is_no_dismissal_is_named_by_check(made: Desk) -> None:
    made.write("record/dismissals.jsonl", '{"id": "d1"}\n')

    found = [one for one in check(Workspace(made.root)) if "dismissals" in one.file]

    assert [(one.file, one.line) for one in found] == [("record/dismissals.jsonl", 1)]
    assert queue(made) == ["t000"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"adjudicator": None}, "carries a name"),
        ({"adjudicator": " "}, "carries a name"),
        ({"reason": " \n"}, "needs a reason"),
    ],
)
def test_half_a_dismissal_is_refused_and_not_written(
    made: Desk, fields: dict[str, Any], message: str
) -> None:
    flag(made, "f1", 1)

    with pytest.raises(DataError, match=message):
        dismissed(made, "f1", **fields)

    assert lines(made) == ()


def test_a_flag_that_is_not_there_is_refused_by_name(made: Desk) -> None:
    with pytest.raises(DataError, match=r"flag 'f9': is not in record/queue\.jsonl"):
        dismissed(made, "f9")


def test_what_somebody_dismissed_meanwhile_is_not_dismissed_twice(made: Desk) -> None:
    flag(made, "f1", 1)
    dismissed(made, "f1", adjudicator="ben")

    with pytest.raises(DataError, match="dismissed them since"):
        dismissed(made, "f1")

    assert [one.adjudicator for one in lines(made)] == ["ben"]
