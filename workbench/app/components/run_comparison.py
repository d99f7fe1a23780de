"""Two runs on the page: what got worse first, then what changed and by how much, in tables."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.safe import sentence
from workbench.app.components.tables import table
from workbench.workflows.telling_comparison import ToldComparison


def run_comparison(told: ToldComparison) -> None:
    """Draw what the second run has over the first."""
    for warning in told.warnings:
        sentence(f"Not alike: {warning}")
    for case in told.regressions:
        st.error(
            f"A critical case came out worse: {safe.escaped(case)}",
            icon=":material/trending_down:",
        )
    safe.text(f"{told.totals}.")
    table("Cases that came out differently", told.changed, state.widget("changed"))
    if not told.changed:
        st.text("No case came out differently.")
    table("Cases of one run only", told.unpaired, state.widget("unpaired"))
    table("By how much", told.measured, state.widget("measured"))
    st.caption(
        "In brackets: the 95 % interval. p is how often chance alone makes as large a difference, "
        "corrected for all that is tested here together (Holm); a difference counts as more than "
        "chance below 0.05."
    )
    if told.noise:
        safe.text(f"{told.noise[:1].upper()}{told.noise[1:]}.")
