"""Itemise: the yes/no criteria that a suite's cases ask of transcripts in the workspace."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA, Unit
from workbench.errors import DataError
from workbench.scoring.criteria import questions
from workbench.store.catalogue import Catalogue
from workbench.store.suites import name_of, read_suite
from workbench.store.workspace import Workspace
from workbench.workflows.recordings import Recordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Itemised:
    """What a suite asks.

    Attributes:
        units: Every criterion of every transcript that it is asked of.
        left_out: Ids of cases with criteria whose transcript is not in the workspace.
    """

    units: frozenset[Unit]
    left_out: tuple[str, ...]


def itemised(root: Path, suite: Path) -> Itemised:
    """Return the criteria of a suite's cases, also of cases that a check would fail.

    Whether a judge may be believed is measured on what people labelled, and they label what they
    like; only `run` spares the judge what checks have decided.

    Raises:
        DataError: The suite cannot be read, or has no criterion that could be asked.
    """
    workspace = Workspace(root)
    file = read_suite(suite, name_of(root, suite))
    recordings, here = Recordings(workspace), Catalogue(workspace).digests()
    units: set[Unit] = set()
    left_out: list[str] = []
    for case in file.cases():
        asked = questions(case)
        names = _names(case, recordings, here) if asked else []
        units.update((name, CRITERIA, one.text) for name in names for one in asked)
        if asked and not names:
            left_out.append(case.id)
    if not units:
        why = (
            f"the transcript of none of its {len(left_out)} cases with criteria is in transcripts/"
            if left_out
            else "no case has criteria (`expect: {rubric: [...]}`)"
        )
        raise DataError(f"{file.name}: {why}, so there is nothing to ask")
    return Itemised(units=frozenset(units), left_out=tuple(left_out))


def _names(case: Case, recordings: Recordings, here: Mapping[str, str]) -> list[str]:
    """Return the transcripts of a case that a judge can read here, as the suite has them."""
    one = case.transcript
    if isinstance(one, Transcript):
        return [one.id] if here.get(one.id) == one.digest else []
    try:
        return [name for name in recordings.names(case) if name in here]
    except DataError:
        return []
