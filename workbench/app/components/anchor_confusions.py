"""Where raters part: which neighbouring anchors are taken for each other, by whom, on what."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.case_reading import offer
from workbench.app.components.left_out import left_out
from workbench.domain.gold import Gold
from workbench.workflows.parting import Parting, parting, raters
from workbench.workflows.setting_out import between, case_rows, confusion_rows, parting_line
from workbench.workflows.surveying import stamp

_COLUMNS = {
    "Levels": "two neighbouring levels, which are taken for each other where raters differ.",
    "Who differs": "people among themselves, the judge from a person, or both.",
    "People differ": (
        "of the transcripts that two people rated on these two levels, those where one gave the "
        "lower and the other the higher."
    ),
    "Judge differs": (
        "of the transcripts that a person and the judge rated on these two levels, those where one "
        "gave the lower and the other the higher."
    ),
}
"""What each column of the table says, in a sentence."""


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
            "Nothing is shown yet: some of the labels have to be set aside first, as a test side "
            "that stays closed while the wording is worked on. The first calibration does that: "
            "open the Calibrate page once a first batch is labelled.",
            icon=":material/info:",
        )
        return
    if not found.units:
        st.info(
            "No transcript of the development side has a label that counts under this version. "
            "Label some on the Label page first."
        )
        return
    st.caption(parting_line(found))
    rows = confusion_rows(found)
    st.dataframe(
        rows,
        hide_index=True,
        column_config={name: st.column_config.Column(help=says) for name, says in _COLUMNS.items()},
        key=state.widget("confusions", dimension),
    )
    st.caption("  \n".join(f"**{name}**: {_COLUMNS[name]}" for name in rows[0] if name in _COLUMNS))
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
    hidden = left_out(dimension, {case.transcript for case in cases}, f"unclear_{dimension}")
    listed = [case for case in cases if case.transcript not in hidden]
    for case in listed:
        safe.text(f"{case.transcript}: {case.reason}")
    if not listed:
        return
    names = [case.transcript for case in listed]
    offer(names, f"unclear_{dimension}", dimension=dimension, judge=None)


def _cases(dimension: str, found: Parting) -> None:
    parted = [one for one in found.confusions if one.cases]
    if not parted:
        st.success("Nobody confuses neighbouring anchors here.", icon=":material/check:")
        return
    names = [between(one) for one in parted]
    name = st.selectbox(
        "List the transcripts that fall between levels",
        names,
        format_func=safe.shown,
        key=state.widget("between", dimension),
    )
    one = parted[names.index(name) if name in names else 0]
    where = f"{dimension}_{between(one)}"
    hidden = left_out(dimension, {case.transcript for case in one.cases}, where)
    rows = case_rows(one, hidden)
    if not rows:
        return
    st.dataframe(rows, hide_index=True, key=state.widget("cases", dimension))
    listed = [case.transcript for case in one.cases if case.transcript not in hidden]
    offer(listed, where, dimension=dimension, judge=found.judge)
