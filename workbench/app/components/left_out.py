"""What a list leaves out because whoever reads it may still label or correct it."""

from collections.abc import Collection

import streamlit as st

from workbench.app import state
from workbench.app.components.cover import covered_of
from workbench.app.components.identity import labeller


def left_out(dimension: str, transcripts: Collection[str], where: str) -> frozenset[str]:
    """Return which transcripts a list must leave out; where there are any, say so and offer them.

    Whoever has neither a name nor said that they label nothing is asked for it once a page.

    Args:
        dimension: What they were rated on.
        transcripts: What would be listed.
        where: What they are listed for; part of the key.
    """
    asking = labeller()
    if asking is not None:
        return covered_of(dimension, transcripts, asking, where)
    if state.BYSTANDER.get():
        return frozenset()
    st.caption("The transcripts are listed here once you have said, above, who reads.")
    return frozenset(transcripts)
