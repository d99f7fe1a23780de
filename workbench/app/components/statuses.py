"""Statuses: each as its word with an icon and a colour, and what it means."""

from typing import Final

import streamlit as st

_BADGES: Final = {
    "trusted": (":material/verified:", "green"),
    "stale": (":material/history:", "violet"),
    "insufficient": (":material/hourglass_empty:", "orange"),
    "untrusted": (":material/block:", "red"),
    "floor": (":material/foundation:", "gray"),
    "refused": (":material/gpp_bad:", "red"),
}
"""Icon and colour of every status; its word always stands beside them."""
STATUSES: Final = {
    "trusted": "certify showed on the test side that it may be believed",
    "stale": "certified once, and something it rests on has changed since",
    "insufficient": "too little evidence yet, or not certified yet",
    "untrusted": "people and judge part too far; no number of labels mends it",
    "floor": "no judge: a rule without a model, which any judge has to beat",
}
"""What every status that a judge can have means."""


def badge(status: str) -> None:
    """Draw a status as its word, with an icon."""
    icon, colour = _BADGES[status]
    st.badge(status, icon=icon, color=colour)  # type: ignore[arg-type]
