"""How a conversation is set: dense, and every line runs as its own script does."""

import streamlit as st

from workbench.app import state

_STYLE = """
.st-key-w_reading_style { display: none; }
.st-key-w_conversation { padding: 0.75rem; }
.st-key-w_conversation :is([data-testid="stText"], [data-testid="stText"] *) {
  unicode-bidi: plaintext; text-align: start; overflow-wrap: anywhere;
}
.st-key-w_conversation [class*="st-key-w_turn_"] { padding: 0.25rem 0.75rem; }
:where(.st-key-w_conversation [class*="st-key-w_turn_"]) { border: 1px solid transparent; }
.st-key-w_conversation [class*="st-key-w_head_"] button { min-height: 1.75rem; }
.st-key-w_conversation [class*="st-key-w_head_"] :is(button, button *) {
  justify-content: flex-start; text-align: start;
}
.st-key-w_conversation summary p {
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0;
}
"""
"""A constant: no text of anybody goes into it.

Every turn has a border, so that no text moves when another turn shows its own.
"""

_styled = st.components.v2.component("workbench_reading_style", css=_STYLE, isolate_styles=False)


def reading_style() -> None:
    """Set the conversation on this page."""
    _styled(key=state.widget("reading_style"))
