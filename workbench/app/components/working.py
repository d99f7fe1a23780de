"""At work: what is being worked out stands on the page at once, and goes when it is done.

A spinner of Streamlit's shows after half a second only.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from workbench.workflows.calibrating import Progress


@contextmanager
def working(what: str) -> Iterator[Progress]:
    """Draw what is being worked out while it is; yields what tells each step of it.

    Args:
        what: A sentence of ours, without its full stop.
    """
    place = st.empty()
    sign = place.status(f"{what} …", type="compact")

    def told(step: str, done: int, of: int) -> None:
        counted = f" ({done + 1} of {of})" if of else ""
        sign.update(label=f"{what}: {step}{counted} …")

    try:
        yield told
    finally:
        place.empty()
