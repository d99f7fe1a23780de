"""Dismissals: flags that ask for no look any more, and why; record/dismissals.jsonl."""

from pydantic import AwareDatetime

from workbench.domain.record import Name, Record


class Dismissal(Record):
    """One flag that somebody read and put aside; the flag stays in its own ledger.

    It says nothing of a level: where people differ on the unit it waits to be settled as before,
    and a flag that is raised later asks for a look again.
    """

    id: Name
    flag: Name
    """The id of the flag. One about a whole transcript is dismissed for all dimensions."""
    transcript: Name
    adjudicator: Name
    """Who dismissed it."""
    reason: str
    at: AwareDatetime
