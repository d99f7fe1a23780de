"""How a case is set: the form stands beside the conversation, and long labels scroll above both."""

import streamlit as st

from workbench.app import state

_STYLE = """
.st-key-w_deciding_style { display: none; }
.st-key-w_unit h3 { font-size: 1.1rem; padding: 0; }
.st-key-w_steps button { min-height: 2.25rem; padding: 0 0.6rem; }
[data-testid="stLayoutWrapper"]:has(> .st-key-w_labels) { flex: none; }
.st-key-w_labels {
  max-height: min(11rem, 30dvh); overflow-y: auto; padding-bottom: 1rem;
  border-bottom: 1px solid rgb(128 128 128 / 40%);
  mask-image: linear-gradient(
    to bottom, #000 calc(100% - 1rem), transparent calc(100% - 1px), #000
  );
}
.st-key-w_labels > * { flex: none; }
.st-key-w_labels [data-testid="stText"] { font-size: 0.875rem; line-height: 1.35; }
.st-key-w_labels button { min-height: 1.5rem; padding: 0; }
.st-key-w_form [data-testid="InputInstructions"] { display: none; }
.st-key-w_form [data-testid="stForm"] { padding: 0.5rem 0.75rem; }
"""
"""A constant: no text of anybody goes into it."""

_styled = st.components.v2.component("workbench_deciding_style", css=_STYLE, isolate_styles=False)


def deciding_style() -> None:
    """Set the case on this page."""
    _styled(key=state.widget("deciding_style"))
