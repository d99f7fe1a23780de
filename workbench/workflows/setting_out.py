"""Set out: confusions, cases, revisions and old against new, as plain rows and sentences."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from workbench.calibration.confusions import Confusion, Parted
from workbench.calibration.phrases import explained
from workbench.domain.level import Level
from workbench.domain.look import Look
from workbench.judges.tally import Snapshot
from workbench.workflows.asking import Asking
from workbench.workflows.depicting import worded
from workbench.workflows.estimating import Estimate
from workbench.workflows.parting import Parting
from workbench.workflows.prospect import Ahead
from workbench.workflows.redrafting import Compared
from workbench.workflows.revising import Effect, Preview

Row = dict[str, str | int | float | None]

_WHO = {"people": "people", "judge": "judge", "both": "both", None: "nobody"}
_OUTCOMES = {
    "better": "Better: the whole interval of the difference is above 0.",
    "worse": "Worse: the whole interval of the difference is below 0.",
    "unclear": "Not told apart: no interval that leaves out 0.",
}


def confusion_rows(found: Parting) -> list[Row]:
    """Return every two anchors with who parts between them, and how often."""
    rows: list[Row] = []
    for one in found.confusions:
        row: Row = {
            "Levels": between(one),
            "Who differs": _WHO[one.who],
            "People differ": _parted(one.people),
        }
        if one.judge is not None:
            row["Judge differs"] = _parted(one.judge)
        rows.append(row)
    return rows


def between(one: Confusion) -> str:
    """Return the two anchors as people say them."""
    return f"{one.lower} and {one.upper}"


def case_rows(one: Confusion, hidden: Collection[str] = ()) -> list[Row]:
    """Return the transcripts on which raters part between two anchors, without those hidden."""
    rows: list[Row] = []
    for case in (case for case in one.cases if case.transcript not in hidden):
        row: Row = {
            "Transcript": case.transcript,
            "Who differs": _WHO[case.who],
            "People's levels": _levels(case.labels),
        }
        if one.judge is not None:
            row["Judge's level"] = "no level" if case.judge is None else str(case.judge)
        rows.append(row)
    return rows


def parting_line(found: Parting) -> str:
    """Say what the confusions are of, and what showing them was."""
    line = f"Counted on {found.units} labelled transcripts of the development side"
    if found.judge is not None:
        line += f", {found.levelled} of them with a level of the judge"
    return f"{line}. {looks_line(found.certified, found.looks)}"


def looks_line(certified: int, looks: int) -> str:
    """Say whether what is shown is a look, and how many were spent so far."""
    variants = (
        "Nothing was shown so far on the labels that certify reads (k=0)."
        if not looks
        else f"On the labels that certify reads, {looks} variant{'' if looks == 1 else 's'} of "
        f"rubric text and judge {'was' if looks == 1 else 'were'} shown so far (k={looks})."
    )
    if certified:
        return (
            f"Certify reads {certified} of them too: showing a judge on them goes on the record "
            f"and makes certifying stricter. {variants}"
        )
    return f"Certify reads none of them: look as often as you like. {variants}"


def effect_line(effect: Effect, *, meaning: str) -> str:
    """Say what one bump does to labels."""
    line = f"{meaning} "
    line += (
        f"{effect.dropped} labels stop counting; the transcripts have to be labelled anew."
        if effect.dropped
        else f"{effect.kept} labels carry over and go on counting."
    )
    if effect.refused:
        line += (
            f" {effect.refused} of them say not applicable, which this text no longer allows: "
            "`workbench check` will name them."
        )
    return line


def either_way(preview: Preview) -> list[str]:
    """Say what saving does to verdicts and certificates, whichever bump is chosen."""
    lines = []
    if preview.outdated:
        lines.append(f"Verdicts of the old text no longer count: {_counted(preview.outdated)}.")
    if preview.ready:
        lines.append(
            f"Verdicts under exactly this text are there already and will count: "
            f"{_counted(preview.ready)}."
        )
    for meaning, was_trusted in (
        ("Certificates become stale", True),
        ("Certificates that granted no trust are outdated then", False),
    ):
        names = [
            f"{judge} ({status})"
            for judge, status in preview.stale
            if (status == "trusted") is was_trusted
        ]
        if names:
            lines.append(f"{meaning}, {len(names)}: {', '.join(names)}.")
    if preview.effects and not preview.stale:
        lines.append("No certificate is of this text, so this changes none.")
    return lines


def cost_line(one: Estimate) -> str:
    """Say what asking one judge would take."""
    cost = (
        "no price is known"
        if one.cost_usd is None
        else f"at most {one.cost_usd:,.4f} USD (every reply as long as it may be)"
    )
    return (
        f"{one.judge}: {one.calls} questions to ask, {one.already} answered already, about "
        f"{one.input_tokens:,} tokens in, {cost}"
    )


def progress(told: Snapshot[Any]) -> tuple[float, str]:
    """Return the share that is done, and how far it is in words."""
    done = told.done + told.failed
    words = f"{done} of {told.total} questions"
    if told.spent.known_usd:
        words += f", {told.spent.known_usd:.4f} USD"
    return (done / told.total if told.total else 1.0), words


def asked_line(found: Asking) -> str:
    """Say how asking ended; a cost that is unknown is never said to be nothing."""
    spent, new = found.ended.spent, sum(found.new.values())
    cost = f"{spent.known_usd:,.4f} USD" + (
        f" and {spent.unpriced} calls of unknown price" if spent.unpriced else ""
    )
    line = f"{new} new verdicts, {sum(found.errors.values())} of them errors; {cost}."
    left = found.ended.left + found.ended.failed
    if left:
        why = found.ended.message or found.failure or "some calls got no reply"
        line += f" {left} questions are left: {why}. What was answered is kept; ask again to go on."
    return line


def figure_rows(found: Compared) -> list[Row]:
    """Return old, new and difference with their intervals."""
    figures = found.redraft
    named = (
        ("text in the file", figures.old, ".2f"),
        ("draft", figures.new, ".2f"),
        ("difference", figures.gain, "+.2f"),
    )
    return [
        {
            "Text": name,
            "Agreement with people (kappa)": explained(one, figures.units, form),
            "Transcripts": figures.units,
        }
        for name, one, form in named
    ]


def outcome_line(found: Compared) -> str:
    """Say what the comparison shows, and on what."""
    figures = found.redraft
    if not figures.units:
        return (
            f"None of the {figures.labelled} labelled transcripts has a level under both texts "
            f"({figures.only_old} under the old one, {figures.only_new} under the draft). Ask with "
            "the draft above; with the text in the file, `workbench judge --judge NAME --split "
            "development` asks, in a terminal."
        )
    line = (
        f"{_OUTCOMES[figures.outcome]} Paired on {figures.units} of {figures.labelled} labelled "
        f"transcripts ({figures.cases} cases); {len(figures.moved)} moved."
    )
    if figures.only_old or figures.only_new:
        line += (
            f" Left out: {figures.only_old} with a level under the old text alone, "
            f"{figures.only_new} under the draft alone."
        )
    return line


def moved_rows(found: Compared, hidden: Collection[str] = ()) -> list[Row]:
    """Return the transcripts whose level is another under the draft, without those hidden."""
    return [
        {
            "Transcript": one.transcript,
            "People's levels": _levels(one.labels),
            "Text in the file": str(one.old),
            "Draft": str(one.new),
            "With the draft": "as far from people" if one.way == "as far" else f"{one.way} people",
        }
        for one in found.redraft.moved
        if one.transcript not in hidden
    ]


def ahead_rows(found: Sequence[Ahead]) -> list[Row]:
    """Return what certify would read, by dimension."""
    return [
        {
            "dimension": worded(one.rubric.dimension),
            "version": one.rubric.version,
            "risk": one.rubric.risk,
            "side": one.side or "drawn when opened",
            "transcripts": one.units,
            "variants shown so far (k)": one.k,
        }
        for one in found
    ]


def judged_lines(found: Sequence[Ahead]) -> list[str]:
    """Say of every judge on how many of the transcripts that certify would read it has a verdict.

    Sentences rather than columns: they wrap, however many judges there are.
    """
    return [_judged(name, found) for name in sorted({name for one in found for name in one.judged})]


def _judged(judge: str, found: Sequence[Ahead]) -> str:
    missing = [
        f"{worded(one.rubric.dimension)} {one.judged.get(judge, 0)} of {one.units}"
        for one in found
        if one.judged.get(judge, 0) < one.units
    ]
    return f"{judge}: {', '.join(missing) if missing else 'a verdict on every transcript'}"


def unseen_line(found: Sequence[Ahead], dimensions: Sequence[str], judges: Sequence[str]) -> str:
    """Say which pairs of a dimension and a judge nobody has looked at on the test side yet.

    Args:
        found: What certify would read.
        dimensions: Those that were chosen.
        judges: Likewise.
    """
    chosen = [one for one in found if one.rubric.dimension in dimensions]
    pairs = [(one, judge) for one in chosen for judge in judges if judge in one.judged]
    unseen = [
        f"{worded(one.rubric.dimension)} with {judge}"
        for one, judge in pairs
        if judge not in {look.judge for look in one.looks}
    ]
    if not unseen:
        return ""
    if len(unseen) == len(pairs):
        of = "this pair" if len(pairs) == 1 else "these pairs"
        return f"Nobody has looked at the test side of {of} yet."
    return f"Nobody has looked at the test side yet of: {', '.join(unseen)}."


def look_rows(looks: Sequence[Look]) -> list[Row]:
    """Return the record of looks, newest first."""
    return [
        {
            "at (UTC)": f"{one.at:%Y-%m-%d %H:%M}",
            "dimension": worded(one.dimension),
            "judge": one.judge,
            "rubric": one.rubric_version,
            "text": one.rubric_digest[:12],
            "by": one.command,
            "transcripts": one.units,
        }
        for one in sorted(looks, key=lambda look: look.at, reverse=True)
    ]


def _parted(one: Parted) -> str:
    if one.share is None:
        return "none to compare"
    return f"{one.count} of {one.of} transcripts"


def _levels(levels: Sequence[Level]) -> str:
    return ", ".join(str(level) for level in levels)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
