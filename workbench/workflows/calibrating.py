"""Calibrate: measure each judge against people, per dimension, on the side meant for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from workbench.calibration.evidence import Evidence
from workbench.calibration.gold import GoldAgreement, against_gold
from workbench.calibration.grounds import Ground, out_of_date
from workbench.calibration.panels import PanelGain, panel_gain
from workbench.calibration.slices import Slice, slices
from workbench.calibration.splits import Rounds
from workbench.calibration.summary import (
    Agreement,
    People,
    agreement,
    largest_disagreement,
    people,
)
from workbench.calibration.trust import Decision, decide
from workbench.domain.certificate import Certificate, Checked, Reason, Trusted
from workbench.domain.finding import Finding
from workbench.domain.look import Look, Split
from workbench.errors import DataError
from workbench.store.ratings import Example
from workbench.workflows.bench import ALL, Asked, Bench, Dimension
from workbench.workflows.crosschecking import crosschecked
from workbench.workflows.granting import not_granted, without_trust
from workbench.workflows.looking import looks_by_showing, variants
from workbench.workflows.trusting import RENEW, TRUSTED, Standing, read_trusted, standings

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done and how much there is."""

N_TOO_SMALL = "n_too_small"
CERTIFY = "`workbench certify`"
NOT_GRANTED = "not_granted"
"""The first reason where certify has decided without granting trust."""

Standings = Mapping[tuple[str, str], Standing]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """One (dimension, judge) with what is decided of it."""

    agreement: Agreement
    decision: Decision | None
    """None for a floor: it is never trusted."""
    example: Example | None = None
    slices: tuple[Slice, ...] = ()
    panel: PanelGain | None = None
    """Of a panel whose members are shown too."""
    gold: GoldAgreement | None = None
    """Where any unit shown has gold; it decides nothing."""

    @property
    def status(self) -> str:
        """The status as tables show it."""
        return self.decision.status if self.decision else "floor"

    @property
    def floor_step(self) -> Ground | None:
        """What to do about a floor none of whose levels count any more; None for a judge."""
        return out_of_date(self.agreement) if self.decision is None else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """What calibrate or certify has to report."""

    split: Split
    people: tuple[People, ...]
    measured: tuple[Measured, ...]
    at: datetime
    looks_recorded: int = 0
    """New looks at labels that certify reads."""
    checked: Checked | None = None
    stepped_over: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How calibrate was asked."""

    asked: Asked = ALL
    split: Split = "development"
    by: str | None = None
    explain: bool = False
    verify: bool = False


def calibrate(
    root: Path, wanted: Wanted, *, now: datetime, progress: Progress | None = None
) -> Calibration:
    """Measure judges against people; a look at labels that certify reads goes on the record.

    Raises:
        DataError: The workspace cannot be read, or something was asked for that is not there.
        GateError: `verify` was asked for and another implementation disagrees.
    """
    bench = Bench(root)
    rubrics = bench.rubrics(wanted.asked.dimensions)
    names = _with_members(bench, wanted.asked.judges)
    found = standings(bench, claimed=TRUSTED)
    certified = {(one.certificate.dimension, one.certificate.judge): one for one in found}
    read = read_trusted(bench)
    refused: dict[tuple[str, str], Decision] = {}
    evidence = bench.evidence(rubrics, names)
    shown: list[Evidence] = []
    looks: list[Look] = []
    measured: list[Measured] = []
    for number, rubric in enumerate(rubrics):
        if progress:
            progress("measuring", number, len(rubrics))
        dimension = bench.dimension(evidence[rubric.dimension], now)
        chosen = dimension.units(wanted.split, bench.rounds(dimension))
        shown.append(dimension.evidence.restricted(chosen))
        refused |= _refused(bench, dimension, read)
        looks += looks_by_showing(dimension, shown[-1], "calibrate", wanted.split, now)
        measured += _measured(bench, dimension, shown[-1], looks, wanted)
    recorded = bench.record_looks(looks)
    return Calibration(
        split=wanted.split,
        people=tuple(people(one) for one in shown),
        measured=tuple(_as_certified(one, certified, refused) for one in measured),
        at=now,
        looks_recorded=recorded,
        checked=crosschecked(shown) if wanted.verify else None,
        stepped_over=bench.stepped_over,
        remarks=tuple(_refusal(one) for one in found if one.refused is not None),
    )


def _measured(
    bench: Bench, dimension: Dimension, shown: Evidence, looks: list[Look], wanted: Wanted
) -> list[Measured]:
    """Measure every judge of one dimension on the side asked for."""
    rounds = bench.rounds(dimension)
    seen = bench.labels_seen(dimension, rounds)
    kept = _kept_for_proof(dimension, wanted.split, rounds)
    values = _field(bench, wanted.by)
    measured = []
    for judge in sorted(shown.judges):
        made = [look for look in looks if look.dimension == dimension.rubric.dimension]
        k = variants(dimension, rounds, made, also=judge)
        one = agreement(shown, judge, split=wanted.split, variants=k)
        measured.append(
            Measured(
                agreement=one,
                decision=None if one.floor else _decided(bench, one, seen=seen, kept=kept),
                example=_example(bench, shown, judge) if wanted.explain else None,
                slices=slices(shown, judge, [values.get(name) for name in shown.transcripts])
                if wanted.by
                else (),
                panel=_panel(bench, shown, judge),
                gold=against_gold(shown, judge),
            )
        )
    return measured


def _with_members(bench: Bench, asked: Sequence[str]) -> list[str]:
    """Return the judges asked for, and the members of panels: a gain shows both."""
    panels = bench.workspace.judges.panels
    members = {member for name in asked if name in panels for member in panels[name].members}
    return bench.judge_names(sorted({*asked, *members}))


def _panel(bench: Bench, shown: Evidence, judge: str) -> PanelGain | None:
    """Return what a panel adds to its members, where all of them gave a level."""
    panel = bench.workspace.judges.panels.get(judge)
    if panel is None:
        return None
    columns = [shown.judges.get(member) for member in panel.members]
    if not all(column is not None and column.usable for column in columns):
        return None
    return panel_gain(shown, judge, panel.members)


def _field(bench: Bench, name: str | None) -> dict[str, str | None]:
    """Return a field of every transcript; raises DataError where no transcript has it."""
    values = bench.ratings.field(name) if name else {}
    if name and not any(value is not None for value in values.values()):
        raise DataError(f"--by {name}: no transcript has that field in its metadata or agent")
    return values


def _decided(bench: Bench, measured: Agreement, *, seen: bool, kept: int) -> Decision:
    policy = bench.workspace.policy
    decision = decide(
        measured,
        policy.trust,
        labels_seen=seen,
        fresh=policy.splits.fresh,
        recorded=bench.is_recorded(measured.judge),
    )
    if decision.reasons and decision.reasons[0].code == N_TOO_SMALL and kept:
        # Labels that come later go to the other side: more of them would not help this one.
        text = f"{measured.units} transcripts of the development side are too few to decide by"
        claim = f"{text}; certify reads {kept} others"
        return replace(
            decision,
            claim=claim,
            reasons=(Reason(code=N_TOO_SMALL, text=claim), *decision.reasons[1:]),
            next=f"run {CERTIFY} when rubric and judge are settled",
        )
    return decision


def _kept_for_proof(dimension: Dimension, split: Split, rounds: Rounds) -> int:
    """Return how many labelled transcripts certify reads that this split does not show."""
    if split != "development":
        return 0
    evidence = dimension.evidence
    test = dimension.sides.test(evidence, rounds) & evidence.labelled
    return int((test & ~dimension.sides.development(evidence)).sum())


def _as_certified(
    measured: Measured, certified: Standings, refused: Mapping[tuple[str, str], Decision]
) -> Measured:
    """Say what certify has granted; calibrate grants nothing itself."""
    decision = measured.decision
    if decision is None:
        return measured
    agreement = measured.agreement
    pair = (agreement.rubric.dimension, agreement.judge)
    standing = certified.get(pair)
    if standing and not standing.refused and standing.certificate.status in {"trusted", "stale"}:
        certificate = standing.certificate
        return replace(
            measured,
            decision=Decision(
                status=certificate.status,
                reasons=certificate.reasons,
                next=certificate.next,
                claim=certificate.claim,
            ),
        )
    if pair in refused:
        said = refused[pair]
        return replace(measured, decision=replace(said, reasons=said.reasons + decision.reasons))
    if decision.status != "trusted":
        return measured
    text = "clears the bar on these labels, and only certify grants trust"
    return replace(
        measured,
        decision=Decision(
            status="insufficient",
            reasons=(Reason(code="not_certified", text=text), *decision.reasons),
            next=f"run {CERTIFY}",
            claim=text,
        ),
    )


def _refused(
    bench: Bench, dimension: Dimension, trusted: Trusted | None
) -> dict[tuple[str, str], Decision]:
    """Return what certify decided without granting trust, by dimension and judge."""
    again = {one.judge for one in not_granted(bench, dimension, trusted)}
    return {
        (one.dimension, one.judge): _as_refused(one, grown=one.judge not in again)
        for one in without_trust(bench, dimension, trusted)
    }


def _as_refused(certificate: Certificate, *, grown: bool) -> Decision:
    """Say that certify has decided: running it again on the same labels gives the same.

    Args:
        certificate: What it said.
        grown: Whether labels or verdicts have come since. Where too few were the reason, they may
            be enough now.
    """
    text = (
        f"certify read the test side on {certificate.at:%Y-%m-%d} and did not grant trust: "
        f"{certificate.status}, {certificate.claim}"
    )
    step = f"{certificate.next} (certify has read the test side and did not grant trust)"
    if grown and certificate.status == "insufficient":
        step = f"run {CERTIFY}: labels or verdicts have come since"
    return Decision(
        status=certificate.status,
        reasons=(Reason(code=NOT_GRANTED, text=text),),
        next=step,
        claim=text,
    )


def _refusal(standing: Standing) -> str:
    one = standing.certificate
    return f"trusted.json: {one.dimension}, judge {one.judge!r}: {standing.refused}; {RENEW}"


def _example(bench: Bench, shown: Evidence, judge: str) -> Example | None:
    """Return the largest disagreement in the words of those who disagree."""
    worst = largest_disagreement(shown, judge)
    if worst is None:
        return None
    return bench.ratings.example(
        shown.rubric,
        shown.transcripts[worst[0]],
        judge,
        shown.judges[judge].fingerprint,
    )
