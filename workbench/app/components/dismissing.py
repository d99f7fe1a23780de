"""The form that dismisses flags: a reason is asked for, and no level is decided on."""

import streamlit as st

from workbench.app import state
from workbench.workflows.adjudicating import Dossier
from workbench.workflows.dismissing import Waiver


def dismissing(dossier: Dossier, adjudicator: str) -> Waiver | None:
    """Draw the way to dismiss the flags of a unit; return what is dismissed once it is sent off."""
    if not dossier.flag_ids:
        return None
    key = state.widget("dismiss", *dossier.unit[:2], len(dossier.flag_ids))
    with (
        st.popover(_label(dossier), icon=":material/flag:", key=f"{key}_open"),
        st.form(key, border=False),
    ):
        st.caption(_meaning(dossier))
        reason = st.text_area(
            "Reason (required)",
            placeholder="Why does nobody have to look at it any more?",
            key=f"{key}_reason",
        )
        sent = st.form_submit_button("Dismiss", key=f"{key}_record", type="primary")
    if not sent:
        return None
    return Waiver(flags=dossier.flag_ids, adjudicator=adjudicator, reason=reason)


def _label(dossier: Dossier) -> str:
    return "Dismiss the flag" if len(dossier.flags) == 1 else "Dismiss the flags"


def _meaning(dossier: Dossier) -> str:
    meaning = "No level is decided on. Where labels differ, it stays in the list all the same."
    if any(flag.whole for flag in dossier.flags):
        meaning += " A flag on the whole transcript is dismissed for every dimension."
    return meaning
