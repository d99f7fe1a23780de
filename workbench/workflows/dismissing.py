"""Dismiss: put flags aside with a reason, without deciding on a level."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.domain.digest import digest
from workbench.domain.dismissal import Dismissal
from workbench.domain.flag import Flag
from workbench.errors import DataError
from workbench.store.journal import read_journal, write_entries
from workbench.store.workspace import Workspace

DISMISSALS = "dismissals"
"""The name of the ledger in record/."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """Flags that an adjudicator puts aside."""

    flags: tuple[str, ...]
    """Their ids, as the adjudicator saw them: one raised since is not among them."""
    adjudicator: str | None
    reason: str


def dismissed(workspace: Workspace) -> dict[str, Dismissal]:
    """Return the dismissal of every flag that has one, by the flag's id; the first counts."""
    found: dict[str, Dismissal] = {}
    for one in read_journal(workspace.record(DISMISSALS), Dismissal).entries:
        found.setdefault(one.flag, one)
    return found


def dismiss(root: Path, waiver: Waiver, *, now: datetime) -> tuple[Dismissal, ...]:
    """Put dismissals on the record; they are on disk when this returns.

    Returns:
        One for each flag that was not dismissed before.

    Raises:
        DataError: A name or a reason is missing, there is no such flag, or somebody dismissed all
            of them since the adjudicator looked. Nothing is written then.
    """
    workspace = Workspace(root)
    _require_allowed(waiver)
    found = tuple(_dismissals(workspace, waiver, now))
    if not found:
        raise DataError(
            "flags: somebody dismissed them since you opened them; read that first, nothing was "
            "written"
        )
    write_entries(workspace.record(DISMISSALS), found)
    return found


def _require_allowed(waiver: Waiver) -> None:
    if not (waiver.adjudicator or "").strip():
        raise DataError("flags: a dismissal carries a name; say who you are first")
    if not waiver.reason.strip():
        raise DataError("flags: a dismissal needs a reason that the next reader can follow")


def _dismissals(workspace: Workspace, waiver: Waiver, now: datetime) -> Iterator[Dismissal]:
    before = dismissed(workspace)
    flags = {one.id: one for one in read_journal(workspace.record("queue"), Flag).entries}
    adjudicator = (waiver.adjudicator or "").strip()
    for name in waiver.flags:
        if name not in flags:
            raise DataError(
                f"flag {name!r}: is not in record/queue.jsonl, so there is nothing to do"
            )
        if name not in before:
            yield Dismissal(
                id=digest([name, adjudicator, "dismissed", now.isoformat()]),
                flag=name,
                transcript=flags[name].transcript,
                adjudicator=adjudicator,
                reason=waiver.reason.strip(),
                at=now,
            )
