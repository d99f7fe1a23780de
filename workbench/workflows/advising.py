"""Advice: what a plan says of a dimension and of each judge, in words; both faces say the same.

A page adds where its reader goes for it: what a command does, a page does too.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Final

from workbench.domain.policy import Policy
from workbench.store.workspace import Workspace
from workbench.workflows.outlook import JudgePlan
from workbench.workflows.planning import DimensionPlan
from workbench.workflows.relations import entries_of
from workbench.workflows.revising import Preview

_ON_PAGES: Final = (
    ("run `workbench certify`", "certify on the Certify page (or run `workbench certify`)"),
    ("(`workbench plan` lists them)", "on the Label page (`workbench plan` lists which)"),
    ("(`calibrate --explain`)", "(open the judge on the Calibrate page)"),
)
"""What a next step names, and the same with the page where it is done."""
_USE: Final = "use it: "
_EXPORTED: Final = "suites score with it, and the Export page hands it to other tools; "
_RECORDED: Final = "it counts in `workbench run` on recorded verdicts; "
_ANCHORS: Final = ("rewrite anchor", "mend the anchor", "write the anchor")


def recorded_only(root: Path) -> frozenset[str]:
    """Return the judges, and panels of such, whose verdicts are recorded: no tool can ask them."""
    judges = Workspace(root).judges
    return frozenset(
        name
        for name in (*judges.judges, *judges.panels)
        if any(entry.recorded for entry in entries_of(judges, name))
    )


def next_step(step: str, *, recorded: bool = False) -> str:
    """Say what to do next as a page says it: with the page on which it is done.

    Args:
        step: The step, or a reason that ends with one after `next: `.
        recorded: Whether it is of a judge that `recorded_only` names: it cannot be exported.
    """
    step = step.replace(_USE, f"{_USE}{_RECORDED if recorded else _EXPORTED}")
    for named, where in _ON_PAGES:
        step = step.replace(named, where)
    before, marked, last = step.rpartition("next: ")
    return f"{before}{marked}on the Rubrics page, {last}" if last.startswith(_ANCHORS) else step


def after_saving(preview: Preview, recorded: Collection[str]) -> str:
    """Say what comes next once a rubric is saved; empty where nothing was asked of a judge yet.

    Args:
        preview: What saving came to.
        recorded: The judges whose verdicts come by import.
    """
    if not preview.outdated:
        return ""
    waiting = [
        judge
        for judge, count in sorted(preview.outdated.items())
        if preview.ready.get(judge, 0) < count
    ]
    steps = []
    if any(judge not in recorded for judge in waiting):
        steps.append("`workbench judge` asks judges anew, in a terminal")
    if named := [judge for judge in waiting if judge in recorded]:
        steps.append(
            f"new verdicts of {', '.join(named)} are imported: `workbench import verdicts FILE`"
        )
    steps.append("see on the Calibrate page what the text is worth, then certify again")
    return f"Next: {'; '.join(steps)}."


def first_look(policy: Policy, labelled: int) -> str:
    """Say what is missing before a dimension is worth a first look at agreement."""
    least, apart = policy.trust.minimum_transcripts, policy.splits.both_below
    if labelled >= apart:
        return "enough labels for a first look"
    missing = max(0, least - labelled)
    first = f"label {missing} more" if missing else "nothing is missing"
    return (
        f"for a first look at agreement {first} ({least} in all); with {apart - labelled} more "
        f"({apart} in all) a test side is kept apart"
    )


def lacking(policy: Policy, one: DimensionPlan, judge: JudgePlan) -> str:
    """Say what a judge lacks on a dimension, and where the count comes from."""
    bar = policy.trust.minimum_lower_bound
    sentences = {
        "label": f"label {judge.more} more for an 80 % chance that its lower bound reaches "
        f"{bar:.2f} ({_range(judge)})",
        "enough": "enough labels: `workbench certify` decides",
        "reached": "nothing is missing: it reaches the bar on the labels that certify reads",
        "never": f"no number of labels will do at the agreement seen so far{_hope(judge)}: "
        "rewrite an anchor or change the judge",
        "unclear": "its agreement has no interval yet to count from: label more",
        "ask": f"it gave a level to {judge.rated} of the {one.labelled} labelled: ask it about "
        "the others, or import its verdicts",
        "unusable": f"it gave a level to {judge.rated} of the {one.labelled} labelled and none "
        "to the others it was asked about: mend its answers",
        "too_few": f"label {judge.more} more before anything can be said",
    }
    shown = "" if judge.side is None else f" (side {judge.side}, k={judge.variants})"
    return f"{sentences[judge.outcome]}{shown}"


def seen_labels(policy: Policy) -> str:
    """Say what labels that were looked at before the text was written ask for."""
    return (
        "the labels were looked at before this rubric text was written: "
        f"{policy.splits.fresh} fresh ones make a claim clean"
    )


def _range(judge: JudgePlan) -> str:
    """Word the range that one standard error of kappa makes."""
    if judge.most is None:
        return f"{judge.fewest} at best, at worst no number will do"
    return f"{judge.fewest} to {judge.most}"


def _hope(judge: JudgePlan) -> str:
    return "" if judge.fewest is None else f" ({judge.fewest} were it a standard error higher)"
