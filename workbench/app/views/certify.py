"""Certify: open the test side, knowingly; the only thing that grants trust."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.arrival import arrival
from workbench.app.components.certificates import DIMENSIONS, JUDGES, certificates, outcome
from workbench.app.components.glossary import glossary
from workbench.app.components.safe import sentence
from workbench.app.components.working import working
from workbench.workflows.bench import Asked
from workbench.workflows.certifying import certify
from workbench.workflows.depicting import worded
from workbench.workflows.prospect import Ahead, Prospect, prospect
from workbench.workflows.recounting import dimension_lines, pair_lines
from workbench.workflows.setting_out import ahead_rows, judged_lines, look_rows, unseen_line
from workbench.workflows.surveying import stamp

_WARNING = (
    "Certifying opens the test side: labels that were kept unseen so that they can prove a judge. "
    "Each variant (one rubric text with one judge) that is shown on them is counted for good; the "
    "count is called k, and the higher it is, the more a judge has to show. Settle rubric and "
    "judge on the development side first; what is chosen here by looking again and again proves "
    "nothing."
)


def render() -> None:
    """Draw what was seen so far, the one button that opens, and what stands certified."""
    st.title("Certify")
    st.warning(_WARNING, icon=":material/warning:")
    found = _prospect()
    if not found.ahead:
        st.info(
            "There is nothing to certify yet. Label transcripts on the Label page, and ask or "
            "import judges: `workbench judge`, `workbench import verdicts`."
        )
        return
    _looked_at(found.ahead)
    st.subheader("What it would read, and the record of looks", anchor=False)
    glossary()
    _record(found.ahead)
    st.subheader("Open the test side", anchor=False)
    _opening(found.ahead)
    _outcome()
    st.subheader("Certificates", anchor=False)
    _certificates(found)


def _prospect() -> Prospect:
    """Return what there is to know, found again only where a file has changed since."""
    root, kept = state.root(), state.PROSPECT.get()
    if kept is not None and kept.stamp == stamp(root):
        return kept
    with working("Reading the record of looks, and recomputing the certificates"):
        found = prospect(root)
    state.PROSPECT.set(found)
    return found


def _looked_at(found: Sequence[Ahead]) -> None:
    """Say first of all whether and how often the test side was opened before."""
    lines = dimension_lines(found)
    if not lines:
        safe.text("Nobody has looked at the test side of any dimension yet.")
        return
    st.markdown("**Looks at the test side so far**")
    _lines(lines)


def _record(found: Sequence[Ahead]) -> None:
    st.dataframe(ahead_rows(found), hide_index=True, key=state.widget("ahead"))
    st.caption(
        "Risk high: mistakes are costly, so that fewer severe misses are allowed. k: the variants "
        "shown so far on these labels; the lower bound is taken at 0.05/k. Showing the same "
        "variant on the same labels again is no new look."
    )
    _judged(found)
    if any(one.side == "both" for one in found):
        st.caption(
            "Side both: there are too few labels to keep any apart, so that calibrating looks at "
            "the same ones, and every variant shown there counts in k too."
        )
    looks = [look for one in found for look in one.looks]
    if not looks:
        return
    with st.expander(f"The record of looks ({len(looks)})", key=state.widget("looks")):
        st.dataframe(look_rows(looks), hide_index=True, key=state.widget("look_rows"))


def _judged(found: Sequence[Ahead]) -> None:
    lines = judged_lines(found)
    if not lines:
        sentence(
            "No judge has a verdict on these transcripts: `workbench judge` asks judges, "
            "`workbench import verdicts` reads recorded ones."
        )
        return
    st.markdown("**Verdicts on these transcripts**")
    _lines(lines)


def _lines(lines: Sequence[str]) -> None:
    """Draw lines that belong together close to each other."""
    with st.container(gap="xxsmall"):
        for line in lines:
            safe.text(line)


def _opening(found: Sequence[Ahead]) -> None:
    """Have dimensions and judges chosen and confirmed, then certify."""
    dimensions = st.multiselect(
        "Dimensions",
        [one.rubric.dimension for one in found],
        format_func=lambda name: safe.shown(worded(name)),
        key=DIMENSIONS,
    )
    judges = st.multiselect(
        "Judges",
        sorted({judge for one in found for judge in one.judged}),
        format_func=safe.shown,
        key=JUDGES,
        help="Only those chosen are shown on the test side, and only they count in k.",
    )
    arrival(DIMENSIONS)
    chosen = bool(dimensions and judges)
    before = state.CERTIFIED.get()
    confirmed = st.checkbox(
        "I have settled rubric and judge, and want to open the test side of what I chose.",
        key=state.widget("confirm", "first" if before is None else before.at.timestamp()),
        disabled=not chosen,
    )
    if not chosen:
        st.caption("Choose at least one dimension and one judge.")
    else:
        unseen = unseen_line(found, dimensions, judges)
        _lines([*pair_lines(found, dimensions, judges), *([unseen] if unseen else [])])
    if st.button(
        "Open the test side and certify",
        key=state.widget("certify"),
        type="primary",
        icon=":material/lock_open:",
        disabled=not (chosen and confirmed),
    ):
        state.CERTIFIED.clear()
        asked = Asked(judges=tuple(judges), dimensions=tuple(dimensions))
        with working("Opening the test side") as told:
            done = certify(state.root(), asked, now=datetime.now(UTC), progress=told)
        state.CERTIFIED.set(done)
        st.rerun()


def _outcome() -> None:
    found = state.CERTIFIED.get()
    if found is not None:
        st.subheader("What it gave", anchor=False)
        outcome(found)


def _certificates(found: Prospect) -> None:
    if not found.certificates:
        st.caption("Nothing was certified yet: trusted.json is written when the test side opens.")
        return
    st.caption(
        "Each was worked out again just now from the labels and verdicts in this workspace. "
        "Refused: what comes out is not what the certificate says, so that it was edited or "
        "damaged, and nothing relies on it. Stale: it granted trust, and something that it rests "
        "on has changed since. One that granted none keeps its status, and says what has changed."
    )
    certificates(
        found.certificates,
        {(one.rubric.dimension, judge) for one in found.ahead for judge in one.judged},
    )


if __name__ == "__main__":
    render()
