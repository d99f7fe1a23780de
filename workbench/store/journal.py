"""The record of what was decided and seen: small ledgers, read whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from workbench.domain.finding import Finding
from workbench.domain.record import Record
from workbench.store import ledger, malformed

Entry = TypeVar("Entry", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal(Generic[Entry]):
    """The entries of one ledger in order, and its lines that are none."""

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]


def read_journal(path: Path, kind: type[Entry]) -> Journal[Entry]:
    """Read a ledger of record/; a missing one has no entries."""
    entries: list[Entry] = []
    findings: list[Finding] = []
    name = f"{path.parent.name}/{path.name}"
    for line in ledger.read(path):
        if not line.data.strip():
            continue
        try:
            entries.append(kind.from_line(line.data))
        except ValidationError as error:
            code, message = malformed.describe(line.data, error)
            findings.append(Finding(file=name, line=line.number, code=code, message=message))
    return Journal(entries=tuple(entries), findings=tuple(findings))


def write_entries(path: Path, entries: Sequence[Record]) -> None:
    """Append entries to a ledger of record/."""
    if entries:
        ledger.append(path, [entry.line() for entry in entries])
