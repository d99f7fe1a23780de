"""Redraft: ask a judge with a text that is not saved yet, and set old against new.

The verdicts are ordinary lines under the draft's digest: saved with exactly that text, they count.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from workbench.calibration.redraft import Redraft, redraft
from workbench.domain.judge import Judges
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.judges.tally import Snapshot
from workbench.store.ratings import FOREVER
from workbench.workflows.asking import Asking, ask
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.convening import convene
from workbench.workflows.docket import Job, Wanted
from workbench.workflows.estimating import Estimate, estimate
from workbench.workflows.looking import looks_by_showing, spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A text and who is to be asked with it."""

    draft: Rubric
    judge: str
    """A judge with a model, or a panel of such."""
    most_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Askable:
    """Who of judges.yaml can be asked with another text."""

    names: tuple[str, ...]
    recorded: tuple[str, ...]
    """Those who cannot: their verdicts come by import, or those of a member do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Old text against new.

    Attributes:
        redraft: The figures, on the development side.
        certified: How many of its transcripts certify reads too, because they are on side `both`.
        looks: k, the variants shown so far on the labels that certify reads.
        recorded: How many looks this comparison added.
    """

    redraft: Redraft
    certified: int
    looks: int
    recorded: int


def askable(root: Path) -> Askable:
    """Return who can be asked; floors read no rubric and are in neither list."""
    judges = Bench(root).workspace.judges
    names = sorted(
        {*judges.panels, *(name for name, one in judges.judges.items() if not one.is_floor)}
    )
    recorded = tuple(name for name in names if _recorded(judges, name))
    return Askable(names=tuple(name for name in names if name not in recorded), recorded=recorded)


def cost(root: Path, trial: Trial) -> list[Estimate]:
    """Return what asking would take, by judge; nothing is sent.

    Raises:
        DataError: The judge cannot be asked, or no sides are drawn yet.
    """
    bench = _bench(root, trial)
    return estimate(bench, _wanted(trial))


def ask_with_draft(
    root: Path,
    trial: Trial,
    *,
    clock: Callable[[], datetime],
    rng: np.random.Generator,
    progress: Callable[[Snapshot[Job]], None] | None = None,
) -> Asking:
    """Ask about the labelled transcripts of the development side what has no answer yet.

    Raises:
        DataError: The judge cannot be asked, or no sides are drawn yet.
        CallFailedError: A key is missing; nothing was sent.
    """
    bench = _bench(root, trial)
    asked = ask(bench, _wanted(trial), clock=clock, rng=rng, progress=progress)
    if trial.judge in bench.workspace.judges.panels:
        convene(bench, (trial.judge,), {trial.draft.dimension: trial.draft}, clock=clock)
    return asked


def compare(root: Path, trial: Trial, *, now: datetime) -> Compared:
    """Set the judge under the draft beside the judge under the text of the file.

    The test side stays closed. Labels that certify reads too, those of side `both`, are looked at
    on the record.

    Raises:
        DataError: The judge is unknown, or no sides are drawn yet.
    """
    bench = Bench(root)
    dimension, names = trial.draft.dimension, bench.judge_names((trial.judge,))
    rubric = bench.workspace.rubrics[dimension].rubric
    # In this order: what is read of labels below is of the evidence last read.
    new = bench.evidence([trial.draft], names)[dimension]
    old = bench.evidence([rubric], names)[dimension]
    found, _ = bench.dimension_as_of(old, FOREVER)
    _require_sides(dimension, found.sides.placed)
    rounds, side = bench.rounds(found), found.sides.development(old)
    before, after = old.restricted(side), new.restricted(side)
    looks = [
        look
        for evidence in (before, after)
        for look in looks_by_showing(found, evidence, "judge", "development", now)
    ]
    return Compared(
        redraft=redraft(before, after, trial.judge),
        certified=int((found.sides.test(before, rounds) & before.labelled).sum()),
        looks=spent(found, rounds, looks),
        recorded=bench.record_looks(looks),
    )


def _wanted(trial: Trial) -> Wanted:
    asked = Asked(judges=(trial.judge,), dimensions=(trial.draft.dimension,))
    return Wanted(asked=asked, split="development", most_usd=trial.most_usd)


def _bench(root: Path, trial: Trial) -> Bench:
    """Return the workspace as it would be with the draft in its file."""
    bench = Bench(root)
    bench.judge_names((trial.judge,))
    judges = bench.workspace.judges
    if _recorded(judges, trial.judge) or bench.is_floor(trial.judge):
        raise DataError(
            f"judge {trial.judge!r}: cannot be asked with another text: it has no `model`, or a "
            "member of the panel has none"
        )
    _require_sides(trial.draft.dimension, bench.sides(trial.draft.dimension).placed)
    bench.workspace.exchange(trial.draft)
    return bench


def _recorded(judges: Judges, name: str) -> bool:
    members = judges.panels[name].members if name in judges.panels else (name,)
    return any(judges.judges[member].recorded for member in members)


def _require_sides(dimension: str, placed: object) -> None:
    if not placed:
        raise DataError(
            f"dimension {dimension!r}: no sides are drawn yet; the first calibration draws them"
        )
