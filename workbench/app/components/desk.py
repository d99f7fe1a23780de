"""The desk that all tabs of this process share."""

from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from workbench.workflows.labelling import Desk


@st.cache_resource(show_spinner="Opening the workspace …")
def desk(root: Path) -> Desk:
    """Return the desk of a workspace; it follows the files, so it is never out of date.

    The first reading of all ledgers belongs to the opening: a sign stands there while it lasts.
    """
    opened = Desk(root, lambda: datetime.now(UTC))
    opened.dimensions()
    return opened
