"""Score: a suite over recorded transcripts; code first, then the judges that may be believed."""

import os
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.domain.run import Manifest, Stamp
from workbench.errors import DataError
from workbench.scoring.gate import decide
from workbench.store.case_lines import blocks, require_distinct
from workbench.store.runs import Recorded, Writing, remove_leftovers, writing
from workbench.store.suites import name_of, read_suite
from workbench.store.workspace import Workspace
from workbench.workflows.believing import Asking, Believed, believed, queue
from workbench.workflows.code_half import CodeHalf, Part, Passed, Scope
from workbench.workflows.recordings import Recordings
from workbench.workflows.stamping import run_id, stamp

Progress = Callable[[str, int], None]
"""Told what is being done, and how many results there are so far."""
_SHARE = 1 << 20
"""Bytes of cases that take a process much longer to score than to start as a copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How run was asked."""

    suite: Path
    transcripts: Path | None = None
    """A file of transcripts to score in place of the workspace's."""
    runs: Path | None = None
    """The folder that the run is recorded in, in place of the workspace's."""
    workers: int | None = 1
    """Processes that score the cases of a JSON Lines file; None: as many as pay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What scoring gave.

    Attributes:
        run: The run as it was recorded.
        remarks: What to know beside it, one sentence each.
        queued: Units that were put before people, for what contradicts there.
    """

    run: Recorded
    remarks: tuple[str, ...] = ()
    queued: int = 0


def run_suite(
    root: Path,
    wanted: Wanted,
    *,
    now: datetime,
    asking: Asking | None = None,
    progress: Progress | None = None,
) -> Scored:
    """Score a suite and record the run.

    Args:
        root: The workspace.
        wanted: The suite, and where its transcripts are.
        now: When the run was made.
        asking: How judges may be asked; without it only verdicts on record count.
        progress: Told how it goes.

    Raises:
        DataError: Suite or workspace cannot be read; nothing is recorded.
    """
    workspace = Workspace(root)
    file = read_suite(wanted.suite, name_of(root, wanted.suite))
    scope = Scope(file=file, path=wanted.suite, root=root, in_workspace=wanted.transcripts is None)
    own = CodeHalf(scope, Recordings(workspace, wanted.transcripts))
    folder = (wanted.runs or root / "runs") / run_id(file.suite.suite, now, file.digest)
    removed = remove_leftovers(folder.parent)
    with writing(folder) as run:
        passed = _checked(run, scope, _parts(scope, own, wanted.workers), progress)
        found = believed(scope, run, passed, asking)
        under = stamp(workspace, file, found.judges, passed.scored, passed.agents)
        manifest = _manifest(folder.name, now, under, found, scope)
        run.finish(manifest)
    queued = queue(workspace, found.contradictions, now)
    left = [f"removed what a run that was killed had left: runs/{name}" for name in removed]
    remarks = (*left, *filter(None, [file.hint]), *found.remarks)
    return Scored(run=Recorded(folder, manifest), remarks=remarks, queued=queued)


def _parts(scope: Scope, own: CodeHalf, workers: int | None) -> Iterator[Part]:
    """Yield the results of all cases in the order of the suite."""
    file = scope.file.cases_file
    if file is None:
        return map(own.case, scope.file.cases())
    crew = workers or _paying(file)
    if crew == 1:
        return filter(None, map(own.block, blocks(file)))
    # Loads what starts processes, which a small suite does without.
    from workbench.workflows.crew import parts_of

    return parts_of(scope, blocks(file), crew, own)


def _paying(cases: Path) -> int:
    """Return the number of processes that pay: one a core, where each has enough to do."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, cases.stat().st_size // _SHARE))


def _checked(
    run: Writing, scope: Scope, parts: Iterator[Part], progress: Progress | None
) -> Passed:
    """Write what code says of every case; return what it comes to."""
    passed = Passed()
    ids = array("q")
    for part in parts:
        run.add_lines(part.written)
        passed.append(part.passed)
        ids.extend(part.ids)
        if progress:
            progress("checking", passed.results)
    if scope.file.cases_file is not None:
        require_distinct(ids, scope.file.cases_file)
    if not passed.results:
        raise DataError(f"{scope.file.name}: has no cases")
    return passed


def _manifest(name: str, now: datetime, under: Stamp, found: Believed, scope: Scope) -> Manifest:
    place = os.path.relpath(scope.path.resolve(), scope.root.resolve())
    return Manifest(
        id=name,
        at=now,
        stamp=under,
        suite_file=Path(place).as_posix(),
        summary=found.summary,
        gate=decide(found.summary, scope.file.suite.release, found.untrusted),
    )
