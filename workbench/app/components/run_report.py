"""One run on the page: verdict and counts first, then tables, and the terminal's own text."""

from collections.abc import Callable, Collection, Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.workflows.telling_runs import Cells, Group, ToldRun


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
    _table("What judges gave", told.dimensions, "dimensions", run)
    for remark in told.remarks:
        safe.text(remark)
    _groups(told.groups, run, readable, read)
    _table("What it took", told.operations, "operations", run)
    with st.expander("The same as text"):
        safe.block(text)


def _table(head: str, rows: Sequence[Cells], name: str, run: str) -> None:
    if rows:
        st.markdown(f"**{head}**")
        cells = [{key: _cell(value) for key, value in row.items()} for row in rows]
        st.dataframe(cells, hide_index=True, key=state.widget(name, run))


def _cell(value: str | int) -> str | int:
    return safe.shown(value) if isinstance(value, str) else value


def _groups(
    groups: Sequence[Group], run: str, readable: Collection[str], read: Callable[[str], None]
) -> None:
    if not groups:
        return
    st.markdown("**Where to look**")
    for place, group in enumerate(groups):
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
