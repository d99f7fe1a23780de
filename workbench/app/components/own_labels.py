"""A labeller's own transcripts, newest first, to go back to: labelled, taken back, skipped."""

from datetime import UTC

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.attention import attend
from workbench.app.components.desk import desk
from workbench.app.components.going_back import go_back
from workbench.app.components.walking import WALKED, walking
from workbench.workflows.depicting import worded
from workbench.workflows.labelling import Done
from workbench.workflows.tasks import Given

_PAGE = 10
_WIDTHS = (6, 5, 2)


@st.dialog("My labels", width="large", on_dismiss=state.ASKED.clear)
@safe.guarded
def own_labels(labeller: str) -> None:
    """List them page by page; the arrow keys go through them and Enter goes back to one."""
    page = state.HISTORY.get()
    found = desk(state.root()).done(labeller, page * _PAGE, _PAGE + 1)
    if not found:
        st.text("Nothing is saved, taken back or skipped yet under your name.")
        return
    st.text(
        "Choose one to see what you said of it, and to change it; one that you took back or "
        "skipped is yours to label again. The keys ↓ and ↑ go through the list, Enter opens one."
    )
    with st.container(key=WALKED, gap="xsmall"):
        for column, heading in zip(
            st.columns(_WIDTHS), ("How it begins", "What you gave", "When (UTC)"), strict=True
        ):
            column.caption(heading)
        for one in found[:_PAGE]:
            _row(labeller, one)
        walking()
        attend("dialog", state.widget("history", found[0].transcript_id), f"history {page}")
        if page > 0 or len(found) > _PAGE:
            _turn_pages(page, more=len(found) > _PAGE)


def _row(labeller: str, one: Done) -> None:
    """Draw how the conversation begins as the button that opens it, and beside it what was said."""
    words, given, when = st.columns(_WIDTHS, vertical_alignment="center")
    words.button(
        safe.escaped(one.first_words or one.transcript_id),
        key=state.widget("history", one.transcript_id),
        on_click=_go_back,
        args=(labeller, one.transcript_id),
        width="stretch",
    )
    given.text(safe.shown(_given(one)))
    when.text(f"{one.at.astimezone(UTC):%d %b %H:%M}".removeprefix("0"))


def _given(one: Done) -> str:
    """Return what the labeller gave, in words: the levels, and why it was skipped."""
    levels = ", ".join(f"{worded(given.dimension)} {_answer(given)}" for given in one.given)
    if one.taken_back and one.skipped is None:
        return "Taken back, not saved" + (f" (saved: {levels})" if levels else "")
    if one.skipped is not None:
        return f"Skipped: {one.skipped}" + (f" ({levels})" if levels else "")
    return levels if one.complete else f"{levels}; not all dimensions".removeprefix("; ")


def _answer(given: Given) -> str:
    return worded(given.status) if given.level is None else str(given.level)


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
