"""One run on the page: verdict and counts first, then tables, and the terminal's own text."""

from collections.abc import Callable, Collection, Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.tables import table
from workbench.workflows.telling_runs import Group, ToldRun


def run_report(
    told: ToldRun,
    text: str,
    run: str,
    *,
    readable: Collection[str],
    read: Callable[[str], None],
) -> None:
    """Draw a run.

    Args:
        told: The run in parts.
        text: The same as the command line prints it.
        run: Its id; part of keys.
        readable: The cases that can be opened, by name.
        read: A callback: opens a case by its name.
    """
    st.markdown(f"**{safe.escaped(told.headline)}**")
    safe.text(told.because)
    for reason in told.reasons:
        safe.text(f"• {reason}")
    table("The release bar, limit by limit", told.limits, state.widget("limits", run))
    table("What judges gave", told.dimensions, state.widget("dimensions", run))
    for remark in told.remarks:
        safe.text(remark)
    _groups(told.groups, run, readable, read)
    table("What it took", told.operations, state.widget("operations", run))
    with st.expander("The same as text"):
        safe.block(text)


def _groups(
    groups: Sequence[Group], run: str, readable: Collection[str], read: Callable[[str], None]
) -> None:
    if not groups:
        return
    st.markdown("**Where to look**")
    for place, group in enumerate(groups):
        with st.container(gap="xxsmall"):
            with st.container(horizontal=True, vertical_alignment="center"):
                safe.text(group.text)
                first = next((case for case in group.cases if case in readable), None)
                if first is not None:
                    st.button(
                        "Read a case",
                        key=state.widget("group", run, place),
                        type="tertiary",
                        icon=":material/article:",
                        on_click=read,
                        args=(first,),
                    )
            if group.example:
                st.caption(safe.escaped(group.example))
