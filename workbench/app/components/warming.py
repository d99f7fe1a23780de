"""Warming up: what the browser fetches for the form comes while people say who they are.

Each kind of element is fetched when it is first drawn. Without this the conversation, which is
text, would stand on the screen a second or two before the buttons and fields that answer it.
"""

import streamlit as st

from workbench.app import state


def warm_up() -> None:
    """Draw one of each where nobody sees it; the style of `attention` keeps it from being shown."""
    with st.container(key=state.widget("warming")):
        st.button("Button", key=state.widget("warming", "button"))
        st.text_input("Field", key=state.widget("warming", "field"))
        st.text_area("Note", key=state.widget("warming", "note"))
        st.expander("Fold", key=state.widget("warming", "fold"), type="compact")
