"""Planted faults of a workspace: read from probes/, and held against the transcripts they edit."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from workbench.domain.finding import Finding
from workbench.domain.probe import Planted
from workbench.domain.transcript import Transcript
from workbench.errors import DataError
from workbench.store import ledger, malformed
from workbench.store.catalogue import Catalogue
from workbench.store.workspace import Workspace

FOLDER = "probes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A planted fault with its twin."""

    planted: Planted
    twin: Transcript


def planted_faults(
    workspace: Workspace, catalogue: Catalogue
) -> tuple[tuple[Fault, ...], tuple[Finding, ...]]:
    """Return the planted faults that can be asked about, and what is wrong with the others."""
    faults: dict[str, Fault] = {}
    findings: list[Finding] = []
    for file, number, data in _lines(workspace):
        try:
            fault = _fault(Planted.from_line(data), workspace, catalogue)
            if fault.planted.id in faults:
                raise DataError(f"id {fault.planted.id!r}: stands on an earlier line too")
        except ValidationError as error:
            code, message = malformed.describe(data, error)
            findings.append(Finding(file=file, line=number, code=code, message=message))
        except DataError as error:
            findings.append(Finding(file=file, line=number, code="planted", message=str(error)))
        else:
            faults[fault.planted.id] = fault
    return tuple(faults.values()), tuple(findings)


def _lines(workspace: Workspace) -> Iterator[tuple[str, int, bytes]]:
    for file, path in workspace.files(FOLDER, ".jsonl").items():
        for line in ledger.read(path):
            if line.data.strip():
                yield file, line.number, line.data


def _fault(planted: Planted, workspace: Workspace, catalogue: Catalogue) -> Fault:
    """Return a planted fault with its twin; raises DataError where it cannot be one."""
    if planted.dimension not in workspace.rubrics_read[0]:
        raise DataError(f"dimension {planted.dimension!r}: has no rubric")
    original = catalogue.get(planted.of)
    twin = planted.twin(original)
    if twin.digest == original.digest:
        raise DataError(f"id {planted.id!r}: reads the same as {planted.of!r}, nothing is planted")
    return Fault(planted=planted, twin=twin)
