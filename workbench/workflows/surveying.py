"""Survey: the trust table as a page shows it, measured once for what the files hold."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.domain.look import Split
from workbench.domain.policy import Policy
from workbench.domain.rubric import Rubric
from workbench.store import stamp as files
from workbench.store.stamp import Stamp
from workbench.store.workspace import JUDGES, POLICY, Workspace
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.calibrating import Calibration, Measured, Progress, Wanted, calibrate
from workbench.workflows.planning import Plan, plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Early:
    """A dimension that nobody looked at yet, with too few labels to keep a test side apart.

    Its first look gives all of them the side `both`, for good: labels that come later go to the
    test side. So nothing of it is measured unasked.
    """

    dimension: str
    labelled: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Survey:
    """What there is to show of a workspace.

    Attributes:
        calibration: The figures; None where nothing is measured.
        plan: What each judge lacks; None likewise.
        early: Dimensions that wait for somebody to ask for their first look.
        both: Dimensions shown on labels that certify reads too.
        labelled: Whether anybody labelled anything.
        looks_recorded: Looks that this survey put on the record.
        split: Which labels are shown.
        policy: The bars.
        stamp: What the files were.
    """

    calibration: Calibration | None
    plan: Plan | None
    early: tuple[Early, ...]
    both: frozenset[str]
    labelled: bool
    looks_recorded: int
    split: Split
    policy: Policy
    stamp: Stamp

    def measured(self, dimension: str, judge: str) -> Measured | None:
        """Return what was measured of one judge on one dimension."""
        for one in self.calibration.measured if self.calibration else ():
            if (one.agreement.rubric.dimension, one.agreement.judge) == (dimension, judge):
                return one
        return None


def stamp(root: Path) -> Stamp:
    """Return what the files are now; a survey with another stamp is out of date."""
    workspace = Workspace(root)
    return _inputs(workspace) + _record(workspace)


def survey(
    root: Path,
    split: Split,
    *,
    now: datetime,
    first: Collection[str] = (),
    progress: Progress | None = None,
) -> Survey:
    """Measure every judge, and say what each lacks; looks go on the record as calibrate's do.

    Args:
        root: The workspace.
        split: `development`, or `all`: then the test side is looked at too.
        now: The time of any draw or look.
        first: Dimensions to take the first look at although their labels are few.
        progress: Told what is being worked out.

    Raises:
        DataError: The workspace cannot be read.
    """
    told = progress or _untold
    told("reading labels", 0, 0)
    bench = Bench(root)
    before = _inputs(bench.workspace)
    rubrics = bench.rubrics()
    early = tuple(one for one in _early(bench, rubrics) if one.dimension not in first)
    waiting = {one.dimension for one in early}
    asked = Asked(dimensions=tuple({one.dimension for one in rubrics} - waiting))
    found = planned = None
    if asked.dimensions:
        found = calibrate(root, Wanted(asked=asked, split=split), now=now, progress=told)
        told("what each judge lacks", 0, 0)
        planned = plan(root, asked, now=now, count=0)
    return Survey(
        calibration=found,
        plan=planned,
        early=early,
        both=_both(Bench(root), asked.dimensions),
        labelled=bool(early) or any(one.units for one in (found.people if found else ())),
        looks_recorded=sum(one.looks_recorded for one in (found, planned) if one is not None),
        split=split,
        policy=bench.workspace.policy,
        # What was appended while this was measured must show as a change; what it wrote must not.
        stamp=before + _record(bench.workspace),
    )


def _untold(step: str, done: int, of: int) -> None:
    """Tell nobody."""


def _inputs(workspace: Workspace) -> Stamp:
    """Return the stamp of what is measured from."""
    edited = [workspace.root / name for name in (POLICY, JUDGES)]
    edited += workspace.files("rubrics", ".yaml", ".yml").values()
    judges = workspace.judges.judges.values()
    edited += [workspace.inside(judge.prompt) for judge in judges if judge.prompt]
    ledgers = [
        path
        for folder in ("labels", "verdicts", "transcripts")
        for path in workspace.files(folder, ".jsonl", ".parquet").values()
    ]
    return files.stamp([*edited, *ledgers, workspace.record("gold"), workspace.trusted])


def _record(workspace: Workspace) -> Stamp:
    """Return the stamp of what measuring itself writes to."""
    return files.stamp([workspace.record("looks"), workspace.record("splits")])


def _early(bench: Bench, rubrics: Sequence[Rubric]) -> list[Early]:
    evidence = bench.evidence(rubrics, ())
    labelled = {name: int(one.labelled.sum()) for name, one in evidence.items()}
    return [
        Early(dimension=name, labelled=count)
        for name, count in labelled.items()
        if 0 < count < bench.workspace.policy.splits.both_below and not bench.sides(name).placed
    ]


def _both(bench: Bench, dimensions: Sequence[str]) -> frozenset[str]:
    """Return the dimensions of which calibrate and certify read the same labels."""
    return frozenset(
        name
        for name in dimensions
        if any(place.side == "both" for place in bench.sides(name).placed.values())
    )
