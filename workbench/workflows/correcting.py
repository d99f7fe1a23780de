"""Correct: the means of a run as people would have given them, from the labels there are."""

from collections.abc import Mapping

import numpy as np

from workbench.calibration.correction import corrected_mean
from workbench.domain.run import DimensionSummary, Summary
from workbench.workflows.appointing import Appointments
from workbench.workflows.bench import Bench

Levels = Mapping[str, Mapping[str, int]]
"""The judge's level by dimension and transcript."""


def corrected(
    bench: Bench, summary: Summary, appointments: Appointments, levels: Levels
) -> Summary:
    """Return the summary with the corrected mean of every judged dimension beside the raw one.

    Only labels that were sampled at random count, on transcripts that this run scored.
    """
    names = [one.dimension for one in summary.dimensions if one.dimension in levels]
    rubrics = [bench.workspace.rubrics[name].rubric for name in names]
    ordinal = [rubric for rubric in rubrics if rubric.scale == "ordinal"]
    evidence = bench.ratings.evidence(ordinal) if ordinal else {}
    people = {
        name: {
            transcript: float(mean) + int(found.rubric.scale_levels[0])
            for transcript, mean in zip(found.transcripts, found.people_means.tolist(), strict=True)
            if not np.isnan(mean)
        }
        for name, found in evidence.items()
    }
    dimensions = tuple(
        _with_correction(one, levels[one.dimension], people[one.dimension])
        if one.dimension in people and one.dimension in appointments.judges
        else one
        for one in summary.dimensions
    )
    return summary.changed(dimensions=dimensions)


def _with_correction(
    one: DimensionSummary, judged: Mapping[str, int], people: Mapping[str, float]
) -> DimensionSummary:
    both = sorted(judged.keys() & people.keys())
    rest = sorted(judged.keys() - people.keys())
    found = corrected_mean(
        [people[name] for name in both],
        [judged[name] for name in both],
        [judged[name] for name in rest],
    )
    return one.changed(corrected=found.to_json())
