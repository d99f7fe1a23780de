"""Undo: what a submit wrote is taken back, and the label that stood before it stands again.

A ledger is only ever added to, so that a correction is taken back by two lines: one that withdraws
it, and one that says the earlier label again. Who reads the newest line finds the earlier label,
and who reads them all finds what was done.
"""

from collections.abc import Mapping
from datetime import datetime

from workbench.domain.digest import digest
from workbench.domain.draft import Draft
from workbench.domain.rating import Label
from workbench.store.person import AGAIN_AFTER
from workbench.workflows.answering import answer_of


def withdrawn(label: Label, at: datetime) -> Label:
    """Return the line that takes a label back."""
    emptied = {"level": None, "note": None, "evidence": (), "seconds": None, "source": None}
    identity = digest([label.id, "withdrawn", at.isoformat()])
    return label.model_copy(update={**emptied, "status": "withdrawn", "id": identity, "at": at})


def said_again(label: Label, taken_back: datetime) -> Label:
    """Return the line that lets a label stand again once its correction is taken back.

    It keeps all that was said, and what it was said of; an imported label stays an imported one.
    """
    at = taken_back + AGAIN_AFTER
    identity = digest([label.id, "said again", at.isoformat()])
    return label.model_copy(update={"id": identity, "at": at})


def restored(draft: Draft, labels: Mapping[str, Label], again: Mapping[str, Label]) -> Draft:
    """Return the form as undo leaves it.

    Args:
        draft: The form over what stood until now.
        labels: What is taken back, by dimension: the form is filled in with it.
        again: What stands in its place, where something does: the form shows that instead.
    """
    given = {name: answer_of(label, seconds=label.seconds or 0.0) for name, label in labels.items()}
    stand = {name: answer_of(label) for name, label in again.items()}
    based_on = {name: kept for name, kept in draft.based_on.items() if name not in labels}
    based_on |= {name: label.id for name, label in again.items()}
    answers = {**draft.answers, **given, **stand}
    return draft.model_copy(update={"answers": answers, "based_on": based_on})
