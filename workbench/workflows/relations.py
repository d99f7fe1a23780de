"""Relations: on which transcripts a judge grades an agent of its own model or family."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.domain.judge import Judge, Judges
from workbench.judges.independence import related


def entries_of(judges: Judges, name: str) -> list[Judge]:
    """Return a judge's entry, of a panel those of its members."""
    members = judges.panels[name].members if name in judges.panels else (name,)
    return [judges.judges[member] for member in members if member in judges.judges]


def with_relations(
    evidence: Evidence, judges: Judges, agent_models: Mapping[str, str | None]
) -> Evidence:
    """Return the evidence with each judge's column told where judge and agent are related.

    Args:
        evidence: One dimension.
        judges: The file judges.yaml.
        agent_models: The model behind the agent, by transcript.
    """
    columns = dict(evidence.judges)
    models = [agent_models.get(name) for name in evidence.transcripts]
    for name, column in columns.items():
        entries = [entry for entry in entries_of(judges, name) if entry.model is not None]
        if not entries:
            continue
        found = (any(related(entry, model) for entry in entries) for model in models)
        columns[name] = replace(column, related=np.fromiter(found, bool, len(models)))
    return replace(evidence, judges=columns)
