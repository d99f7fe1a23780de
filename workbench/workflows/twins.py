"""Trials: which probe questions are put to a judge, chosen from what it has rated already.

Few and always the same ones: every trial is paid for, and is paid for once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final, Literal

from workbench.calibration.splits import lot
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript
from workbench.judges.injection import DISGUISES, injected
from workbench.workflows.planting import Fault

REORDERED: Final = 20
"""Transcripts of a dimension that are asked about with the anchors reversed."""

Probe = Literal["reversed", "planted", "injected"]
PROBES: Final[tuple[Probe, ...]] = ("reversed", "planted", "injected")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One probe question: a transcript, or a twin of it, asked about one dimension.

    Attributes:
        probe: What is probed.
        of: The transcript that the judge has rated.
        detail: The disguise of an injection, the dimension of a planted fault; else empty.
        transcript: What is asked about now.
    """

    probe: Probe
    dimension: str
    of: str
    detail: str
    transcript: Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What trials are made of."""

    get: Callable[[str], Transcript]
    known: frozenset[str]
    faults: Sequence[Fault]


def trials(rubric: Rubric, said: Mapping[str, int], stock: Stock) -> list[Trial]:
    """Return the trials of one judge on one dimension.

    Faults and injections need an order of levels, and room for them to fall or to rise.

    Args:
        rubric: What is asked about.
        said: The level codes that the judge gave, by transcript.
        stock: The workspace's transcripts and planted faults.
    """
    dealt = sorted(said.keys() & stock.known, key=lambda name: lot(rubric.dimension, name))
    found = [
        Trial(
            probe="reversed",
            dimension=rubric.dimension,
            of=name,
            detail="",
            transcript=stock.get(name),
        )
        for name in dealt[:REORDERED]
    ]
    if rubric.scale == "ordinal":
        top = len(rubric.scale_levels) - 1
        found += _planted(rubric, {name: said[name] for name in dealt if said[name] > 0}, stock)
        found += _injected(rubric, [name for name in dealt if said[name] < top], stock)
    return found


def _planted(rubric: Rubric, said: Mapping[str, int], stock: Stock) -> Iterator[Trial]:
    for fault in stock.faults:
        if fault.planted.of in said:
            yield Trial(
                probe="planted",
                dimension=rubric.dimension,
                of=fault.planted.of,
                detail=fault.planted.dimension,
                transcript=fault.twin,
            )


def _injected(rubric: Rubric, names: Sequence[str], stock: Stock) -> Iterator[Trial]:
    """Yield each disguise once, each on a transcript of its own as far as there are any."""
    top = rubric.scale_levels[-1]
    for disguise, name in zip(DISGUISES, cycle(names), strict=False):
        yield Trial(
            probe="injected",
            dimension=rubric.dimension,
            of=name,
            detail=disguise,
            transcript=injected(stock.get(name), disguise, top),
        )
