"""Judge: who of judges.yaml is asked how; floors first, then models, then panels of them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from workbench.domain.unit import CRITERIA
from workbench.errors import DataError
from workbench.judges.tally import Snapshot
from workbench.workflows.askable import askable_judges
from workbench.workflows.asking import Asking, ask
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.convening import Convened, convene
from workbench.workflows.docket import Job, Wanted
from workbench.workflows.flooring import Flooring, ask_floors


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The judges asked for, by how they are asked."""

    floors: tuple[str, ...]
    models: tuple[str, ...]
    """Those of panels included."""
    panels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """What judge has to report; None where nobody of a kind was asked for."""

    floors: Flooring | None
    models: Asking | None
    panels: tuple[Convened, ...]


def chosen(bench: Bench, asked: Asked) -> Chosen:
    """Return who is asked.

    Raises:
        DataError: A recorded judge was named, or there is nobody to ask.
    """
    judges = bench.workspace.judges
    names = bench.judge_names(asked.judges)
    single = asked.dimensions == (CRITERIA,)
    for name in asked.judges:
        if name in judges.judges and judges.judges[name].recorded:
            raise DataError(
                f"judge {name!r}: is recorded; its verdicts come by `workbench import verdicts`"
            )
        if single and bench.is_floor(name):
            raise DataError(
                f"judge {name!r}: is a floor, which rates whole transcripts and no single criteria"
            )
    found = Chosen(
        floors=() if single else tuple(name for name in names if bench.is_floor(name)),
        models=tuple(askable_judges(bench, names)),
        panels=tuple(name for name in names if name in judges.panels),
    )
    if not (found.floors or found.models or found.panels):
        raise DataError(
            "judges.yaml: names nobody to ask; add a judge under `judges`, for example "
            "`strict: {model: provider/model-name}` or `floor-text: {baseline: text}`"
        )
    return found


def judge(
    root: Path,
    wanted: Wanted,
    *,
    clock: Callable[[], datetime],
    rng: np.random.Generator,
    progress: Callable[[Snapshot[Job]], None] | None = None,
) -> Judging:
    """Ask everyone asked for about what has no answer yet.

    Raises:
        DataError: The workspace cannot be read, or somebody cannot be asked.
        CallFailedError: A key is missing; nothing was sent.
    """
    bench = Bench(root)
    who = chosen(bench, wanted.asked)
    floors = models = None
    if who.floors:
        asked = Asked(judges=who.floors, dimensions=wanted.asked.dimensions)
        floors = ask_floors(root, asked, now=clock())
    if who.models:
        models = ask(bench, wanted.of(who.models), clock=clock, rng=rng, progress=progress)
    rubrics = wanted.rubrics(bench) if who.panels else {}
    return Judging(
        floors=floors,
        models=models,
        panels=tuple(convene(bench, who.panels, rubrics, clock=clock)),
    )
