"""Where raters part: which neighbouring anchors are taken for each other, by whom, on what."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.case_reading import offer
from workbench.domain.gold import Gold
from workbench.workflows.parting import Parting, parting, raters
from workbench.workflows.setting_out import between, case_rows, confusion_rows, parting_line
from workbench.workflows.surveying import stamp


def confusions(dimension: str) -> None:
    """Draw how often raters part between which anchors, and on which transcripts."""
    judge = st.selectbox(
        "Compare people with a judge",
        raters(state.root()),
        index=None,
        placeholder="People alone; choose a judge to see it too",
        format_func=safe.shown,
        key=state.widget("beside", dimension),
    )
    found = _parted(dimension, judge)
    if found is None:
        st.info(
            "Nothing is shown before the labels are parted into a development and a test side. The "
            "first calibration does that: open the Calibrate page when a first batch is labelled.",
            icon=":material/info:",
        )
        return
    st.caption(parting_line(found))
    if not found.units:
        st.info("No transcript of the development side has a label that counts. Label some first.")
        return
    st.dataframe(confusion_rows(found), hide_index=True, key=state.widget("confusions", dimension))
    st.caption(
        "Of two ratings of one transcript that both lie on these two levels, how many lie one on "
        "each. Whoever still has to label these transcripts should do so before reading on."
    )
    _cases(dimension, found)


def _parted(dimension: str, judge: str | None) -> Parting | None:
    """Return where raters part, found again only where a file has changed since."""
    root, kept = state.root(), state.PARTED.get()
    as_it_is = stamp(root)
    if kept is not None and kept[:3] == (as_it_is, dimension, judge):
        return kept[3]
    found = parting(root, dimension, judge, now=datetime.now(UTC))
    state.PARTED.set((as_it_is, dimension, judge, found))
    return found


def unclear(dimension: str, cases: Sequence[Gold]) -> None:
    """Draw what adjudicators marked as undecided by the anchors."""
    if not cases:
        st.caption("Adjudication has marked no case as undecided by these anchors.")
        return
    st.warning(
        f"Marked in adjudication as undecided by these anchors: {len(cases)}",
        icon=":material/help:",
    )
    for case in cases:
        safe.text(f"{case.transcript}: {case.reason}")
    names = [case.transcript for case in cases]
    offer(names, f"unclear_{dimension}", dimension=dimension, judge=None)


def _cases(dimension: str, found: Parting) -> None:
    parted = [one for one in found.confusions if one.cases]
    if not parted:
        st.success("Nobody confuses neighbouring anchors here.", icon=":material/check:")
        return
    names = [between(one) for one in parted]
    name = st.selectbox(
        "Cases between",
        names,
        format_func=safe.shown,
        key=state.widget("between", dimension),
    )
    one = parted[names.index(name) if name in names else 0]
    st.dataframe(case_rows(one), hide_index=True, key=state.widget("cases", dimension))
    cases = [case.transcript for case in one.cases]
    offer(cases, f"{dimension}_{between(one)}", dimension=dimension, judge=found.judge)
