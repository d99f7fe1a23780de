"""The decision of certify on one dimension, the same when it is made and when it is proved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from workbench.calibration.evidence import Evidence
from workbench.calibration.figures import agreement_json
from workbench.calibration.splits import Rounds
from workbench.calibration.summary import Agreement, People, agreement, people
from workbench.calibration.tables import Bools
from workbench.calibration.trust import Decision, decide
from workbench.domain.certificate import Certificate, Checked, LabelSet, Trusted
from workbench.domain.digest import digest
from workbench.domain.look import Look
from workbench.workflows.bench import Bench, Dimension
from workbench.workflows.looking import Shown, looks_at, variants

STALE_WHEN = (
    "the rubric's question, scale, anchors, pass level or not-applicable rule changes",
    "the judge's model, parameters, prompt, address or panel changes",
    "a label it rests on is corrected or taken back",
    "the provider answers with another model",
    "the bars in workbench.yaml change",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Opened:
    """One dimension with its test side open."""

    dimension: Dimension
    rounds: Rounds
    shown: Evidence
    """Restricted to the labels that certify reads."""
    looks: tuple[Look, ...]
    """The looks that opening it makes."""
    labels: LabelSet
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Granted:
    """What certify decided of one judge; no certificate for a floor."""

    agreement: Agreement
    decision: Decision | None
    certificate: Certificate | None


def opened(bench: Bench, dimension: Dimension, at: datetime) -> Opened:
    """Open the test side of a dimension; the evidence must be the one last read."""
    rounds = bench.rounds(dimension)
    chosen = dimension.units("test", rounds)
    shown = dimension.evidence.restricted(chosen)
    label_set, count = bench.label_set(dimension.rubric.dimension, chosen)
    cases = sorted({shown.cases[unit] for unit in np.flatnonzero(shown.labelled)})
    return Opened(
        dimension=dimension,
        rounds=rounds,
        shown=shown,
        looks=tuple(looks_at(shown, Shown(command="certify", split="test", rounds=rounds, at=at))),
        labels=LabelSet(
            digest=label_set,
            count=count,
            first_round=rounds.first,
            last_round=rounds.last,
            cases_digest=digest(cases),
        ),
        at=at,
    )


def grant(
    bench: Bench, side: Opened, judge: str, shown: Sequence[Look], checked: Checked
) -> Granted:
    """Decide on one judge.

    Args:
        bench: The workspace.
        side: The dimension's test side.
        judge: A judge with a column in it.
        shown: All looks that the command makes at this dimension; k counts them.
        checked: That other implementations gave the same figures.
    """
    policy = bench.workspace.policy
    k = variants(side.dimension, side.rounds, shown)
    measured = agreement(side.shown, judge, split="test", variants=k)
    if measured.floor:
        return Granted(agreement=measured, decision=None, certificate=None)
    seen = bench.labels_seen(side.dimension, side.rounds)
    decision = decide(
        measured,
        policy.trust,
        labels_seen=seen,
        fresh=policy.splits.fresh,
        recorded=bench.is_recorded(judge),
    )
    rubric = side.dimension.rubric
    return Granted(
        agreement=measured,
        decision=decision,
        certificate=Certificate(
            dimension=rubric.dimension,
            judge=judge,
            status=decision.status,
            claim=decision.claim,
            reasons=decision.reasons,
            next=decision.next,
            risk=rubric.risk,
            rubric_version=rubric.version,
            rubric_digest=rubric.digest,
            judge_digest=measured.fingerprint,
            labels=side.labels,
            variants_tried=k,
            models=measured.models,
            figures=agreement_json(measured),
            policy=bars_json(bench),
            checked=checked,
            stale_when=STALE_WHEN,
            at=side.at,
        ),
    )


def not_granted(bench: Bench, dimension: Dimension, trusted: Trusted | None) -> list[Certificate]:
    """Return certificates without trust that certify would give again: nothing changed since.

    The dimension's evidence must be of what was last read.
    """
    name = dimension.rubric.dimension
    refused = without_trust(bench, dimension, trusted)
    if not refused:
        return []
    chosen = _of_test(bench, dimension)
    labels, _ = bench.label_set(name, chosen)
    chosen = chosen & dimension.evidence.labelled
    columns = dimension.evidence.judges
    return [
        one
        for one in refused
        if one.labels.digest == labels
        and one.figures["errors"]["of"] == int((columns[one.judge].status[chosen] >= 0).sum())
    ]


def without_trust(bench: Bench, dimension: Dimension, trusted: Trusted | None) -> list[Certificate]:
    """Return certificates without trust that stand: labels and verdicts came since, at the most."""
    name, rubric, columns = dimension.rubric.dimension, dimension.rubric, dimension.evidence.judges
    said = [
        one
        for one in (trusted.certificates if trusted else ())
        if one.dimension == name and one.status in {"insufficient", "untrusted"}
    ]
    if not said:
        return []
    read = set(dimension.evidence.restricted(_of_test(bench, dimension)).transcripts)
    return [
        one
        for one in said
        if one.judge in columns
        and (one.rubric_digest, one.judge_digest) == (rubric.digest, columns[one.judge].fingerprint)
        and one.policy == bars_json(bench)
        and not bench.ratings.replaced(name, one.judge, one.judge_digest, one.at) & read
        and not bench.ratings.corrected(name, one.at) & read
    ]


def _of_test(bench: Bench, dimension: Dimension) -> Bools:
    return dimension.units("test", bench.rounds(dimension))


def bars_json(bench: Bench) -> dict[str, Any]:
    """Return every bar of the policy, also those at their default: a default may change."""
    return bench.workspace.policy.trust.model_dump(mode="json")


def people_of(side: Opened) -> People:
    """Return people's own agreement on the labels that certify reads."""
    return people(side.shown)
