"""A labeller's own transcripts, newest first, to go back to."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.attention import attend
from workbench.app.components.desk import desk
from workbench.app.components.going_back import go_back

_PAGE = 10


@st.dialog("My labels", on_dismiss=state.ASKED.clear)
@safe.guarded
def own_labels(labeller: str) -> None:
    """List them page by page; Tab goes through them and Enter goes back to one."""
    page = state.HISTORY.get()
    found = desk(state.root()).done(labeller, page * _PAGE, _PAGE + 1)
    if not found:
        st.text("Nothing is saved yet under your name.")
        return
    st.text("Choose one to see what you said of it, and to change it.")
    for one in found[:_PAGE]:
        st.button(
            f"{safe.escaped(one.transcript_id)}, {one.at:%d %b %H:%M}"
            f"{'' if one.complete else ', not all dimensions'}",
            key=state.widget("history", one.transcript_id),
            on_click=_go_back,
            args=(labeller, one.transcript_id),
            width="stretch",
        )
    attend("dialog", state.widget("history", found[0].transcript_id), f"history {page}")
    if page > 0 or len(found) > _PAGE:
        _turn_pages(page, more=len(found) > _PAGE)


def _turn_pages(page: int, *, more: bool) -> None:
    with st.container(horizontal=True):
        for label, target, there in (
            ("Newer", page - 1, page > 0),
            ("Older", page + 1, more),
        ):
            st.button(
                label,
                key=state.widget("history_page", label),
                disabled=not there,
                on_click=state.HISTORY.set,
                args=(target,),
            )


def _go_back(labeller: str, transcript: str) -> None:
    on_screen = state.DRAFT.get()
    state.ASKED.clear()
    if on_screen is None or on_screen.transcript != transcript:
        go_back(labeller, transcript)
    st.rerun()
