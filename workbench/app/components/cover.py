"""The cover over what others say of a transcript that somebody here may still label."""

from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.workflows.covering import reveal


def cover(transcript: str, asking: str) -> None:
    """Draw the cover, and a button that takes it away and puts that on the record."""
    st.warning(
        "You have not labelled this transcript. Once you have read what others say of it, a "
        "label of yours is kept apart and does not count for trust.",
        icon=":material/visibility_off:",
    )
    st.button(
        "Show it all the same",
        key=state.widget("uncover", transcript),
        on_click=_uncover,
        args=(transcript, asking),
    )


@safe.guarded
def _uncover(transcript: str, asking: str) -> None:
    reveal(state.root(), transcript, asking, now=datetime.now(UTC))
