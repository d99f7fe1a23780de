"""The router: frames every page and runs the chosen one."""

from pathlib import Path

import streamlit as st

from workbench.errors import WorkbenchError

_ICON = Path(__file__).parent / "icon.png"
# One width on every page: it leaves a 1280 pixel window room for a conversation and its form.
# No docstring stands here, because Streamlit draws a string that stands alone in this file.
_SIDEBAR_PIXELS = 216
PAGES = {
    "People": [
        st.Page("views/label.py", title="Label", icon=":material/edit:", default=True),
        st.Page("views/adjudicate.py", title="Adjudicate", icon=":material/balance:"),
    ],
    "Judges": [
        st.Page("views/calibrate.py", title="Calibrate", icon=":material/straighten:"),
        st.Page("views/rubrics.py", title="Rubrics", icon=":material/rule:"),
        st.Page("views/certify.py", title="Certify", icon=":material/verified:"),
    ],
    "Releases": [
        st.Page("views/runs.py", title="Runs", icon=":material/play_arrow:"),
        st.Page("views/export.py", title="Export", icon=":material/download:"),
    ],
}


def render() -> None:
    """Open the workspace, say who is here, and draw the page."""
    # Without an icon of its own, a page's named icon would be fetched from another host.
    st.set_page_config(
        page_title="Judge calibration",
        page_icon=str(_ICON),
        layout="wide",
        initial_sidebar_state=_SIDEBAR_PIXELS,
    )
    page = st.navigation(PAGES)
    # What pages compute with takes seconds to load in a new process: a sign stands there till then.
    with st.spinner("Opening the workspace …"):
        from workbench.app import state
        from workbench.app.components import safe
        from workbench.app.components.identity import sidebar
        from workbench.workflows.opening import opened
    try:
        sidebar(opened(state.root()))
        page.run()
    except WorkbenchError as error:
        safe.failure(error)


if __name__ == "__main__":
    render()
