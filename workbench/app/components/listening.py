"""Listening: the script of the keys is in the browser before the first form that they answer.

A form that comes with its own script is seen before that script runs, and a key in between is lost.
"""

import streamlit as st

from workbench.app import state
from workbench.app.components.attention import FIELDS_BY_KEY, SCRIPT

_STYLE = """
.st-key-w_listening { display: none; }
"""
_listen = st.components.v2.component(
    "workbench_listening", css=_STYLE, js=SCRIPT, isolate_styles=False
)


def listen() -> None:
    """Have the keys heard from the next form on.

    What it is drawn with never changes: no key that waits for an answer takes it for one.
    """
    data = {"fields": FIELDS_BY_KEY, "box": "listening", "draw": 0}
    _listen(key=state.widget("listening"), data=data)
