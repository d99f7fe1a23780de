"""Leanings of judges beside people's labels, on the side that may be learnt from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.leanings import (
    Halo,
    LengthEffect,
    Leniency,
    OwnFamily,
    halo,
    length_effect,
    leniency,
    own_family,
)
from workbench.calibration.probes import Overlap, Turns, overlap
from workbench.calibration.summary import passing
from workbench.calibration.tables import Bools
from workbench.domain.look import Look
from workbench.domain.rubric import Rubric
from workbench.judges.floors import readable
from workbench.workflows.bench import Bench
from workbench.workflows.looking import looks_by_showing

SEED = 20_250_601
"""Of the transcripts dealt out at random: the same figures at every run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leanings:
    """What people's labels show of one judge on one dimension."""

    leniency: tuple[Leniency, ...]
    own_family: OwnFamily
    length: LengthEffect
    halo: Halo
    evidence: Overlap


class Shown:
    """People's labels of the development side, beside some judges; the test side stays shut."""

    def __init__(
        self, bench: Bench, rubrics: Sequence[Rubric], judges: Sequence[str], now: datetime
    ) -> None:
        """Give sides to cases that have none where there is anything to show, on the record."""
        self._bench = bench
        self.looks: list[Look] = []
        found = bench.evidence(rubrics, judges)
        self.evidence = {name: self._side(one, now) for name, one in found.items()}
        self._cited = {name: bench.ratings.cited(name) for name in self.evidence}

    def _side(self, evidence: Evidence, now: datetime) -> Evidence:
        """Return a dimension's evidence on the development side; none before anybody judged."""
        if not any(column.usable for column in evidence.judges.values()):
            return evidence.restricted(np.zeros(evidence.n_units, dtype=bool))
        dimension = self._bench.dimension(evidence, now)
        side = dimension.sides.development(evidence) & evidence.labelled
        shown = evidence.restricted(side)
        self.looks += looks_by_showing(dimension, shown, "judge", "development", now)
        return shown

    def leanings(self, judge: str, cited: Mapping[str, Mapping[str, Turns]]) -> dict[str, Leanings]:
        """Return a judge's leanings by dimension, of those that it has a verdict on.

        Args:
            judge: A judge or panel of judges.yaml.
            cited: The turns that it cites, by dimension and transcript.
        """
        shown = {name: one for name, one in self.evidence.items() if judge in one.judges}
        halos = _halos(shown, judge)
        return {
            name: Leanings(
                leniency=leniency(one, judge, self._models(one), passing(one.rubric)),
                own_family=own_family(
                    one, judge, self._related(judge, one), np.random.default_rng(SEED)
                ),
                length=length_effect(one, judge, [self._lengths[i] for i in one.transcripts]),
                halo=halos[name],
                evidence=self._overlap(one, cited[name]),
            )
            for name, one in shown.items()
        }

    def _models(self, evidence: Evidence) -> list[str | None]:
        return [self._agent_models.get(name) for name in evidence.transcripts]

    def _related(self, judge: str, evidence: Evidence) -> Bools:
        found = evidence.judges[judge].related
        return np.zeros(evidence.n_units, dtype=bool) if found is None else found

    def _overlap(self, evidence: Evidence, cited: Mapping[str, Turns]) -> Overlap:
        people = self._cited[evidence.rubric.dimension]
        return overlap(
            [cited.get(name, frozenset()) for name in evidence.transcripts],
            [people.get(name, []) for name in evidence.transcripts],
        )

    @cached_property
    def _agent_models(self) -> dict[str, str | None]:
        return self._bench.ratings.field("agent_model")

    @cached_property
    def _lengths(self) -> dict[str, float]:
        """Characters of every transcript shown, NaN where it is not in the workspace."""
        shown = {name for one in self.evidence.values() for name in one.transcripts}
        here = self._bench.catalogue.digests().keys()
        get = self._bench.catalogue.get
        return {name: len(readable(get(name))) if name in here else np.nan for name in shown}


def _halos(shown: Mapping[str, Evidence], judge: str) -> dict[str, Halo]:
    """Return the halo of every dimension; a nominal one has no order to go with the others."""
    names = sorted({name for one in shown.values() for name in one.transcripts})
    place = {name: number for number, name in enumerate(names)}
    theirs, ours = np.full((2, len(shown), len(names)), np.nan)
    for row, one in enumerate(shown.values()):
        if one.nominal:
            continue
        at = [place[name] for name in one.transcripts]
        level = one.judges[judge].level
        theirs[row, at] = np.where(level >= 0, level, np.nan)
        ours[row, at] = one.people_means
    return dict(zip(shown, halo(theirs, ours), strict=True))
