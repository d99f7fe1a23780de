"""Above the form: how labels are gathered, how far they are, and the way back to one's own."""

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.desk import desk
from workbench.app.components.labelling_dialogs import opens
from workbench.workflows.depicting import worded
from workbench.workflows.labelling import Progress
from workbench.workflows.opening import opened

_MODE = state.widget("mode")
_HISTORY = state.widget("history")
_HISTORY_PAGE = 10
_WHOLE = "whole transcripts"


def head(labeller: str, progress: Progress) -> None:
    """Draw one line above the form: what is labelled, how far it is, what the last key did."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("head")
    ):
        st.title("Label", anchor=False, width="content")
        _mode()
        _in_full(progress)
        _history(labeller)
        if _may_see_others(labeller):
            opens("Show other ratings", "others")
        with st.container(horizontal_alignment="right", gap=None, key=state.widget("said")):
            if said := state.SAID.get():
                st.text(safe.shown(said))
            if far := _in_short(progress):
                st.caption(far, width="content")


def _may_see_others(labeller: str) -> bool:
    """Whether the policy shows other ratings of what this labeller has just saved."""
    task = state.SUBMITTED.get()
    if task is None or task.labeller != labeller:
        return False
    return opened(state.root()).policy.labelling.reveal == "after_submit"


def _mode() -> None:
    """Let people work through whole transcripts, or one dimension at a time: less halo."""
    dimensions = desk(state.root()).dimensions()
    before = state.MODE.get()
    options = [_WHOLE, *dimensions]
    st.selectbox(
        "Label",
        options,
        index=options.index(before) if before in options else 0,
        format_func=lambda name: name if name == _WHOLE else f"only {safe.shown(worded(name))}",
        key=_MODE,
        on_change=_change_mode,
        label_visibility="collapsed",
        width=190,
    )


def _change_mode() -> None:
    chosen = state.typed(_MODE)
    state.MODE.set(None if chosen in ("", _WHOLE) else chosen)
    state.leave_form()
    st.rerun()


def _in_short(progress: Progress) -> str:
    """Return the progress in one line; what is zero says nothing and is left out."""
    minutes = progress.minutes_left
    parts = [
        f"{progress.mine_done} done" if progress.mine_done else "",
        f"{progress.mine_left} left at most" if progress.mine_left else "",
        f"about {_duration(minutes)} at your pace" if minutes else "",
        f"team: {progress.team_done} of {progress.team_needed}" if progress.team_done else "",
    ]
    return " · ".join(filter(None, parts))


def _in_full(progress: Progress) -> None:
    """Draw what an estimate rests on and which levels are rare."""
    fold = st.popover("Progress", key=state.widget("progress"), on_change="rerun")
    if not fold.open:
        return
    with fold:
        each = progress.seconds_each
        if each is None:
            st.text("How long you need is known after your first transcripts.")
        else:
            st.text(
                "Half of the transcripts that you were timed on took you less than "
                f"{_duration(each / 60)}."
            )
        if progress.mine_left:
            st.text(f"Others may take some of the {progress.mine_left} left.")
        if progress.rare:
            st.text("Levels that you have given least often:")
            st.dataframe(
                {
                    "Dimension": [worded(dimension) for dimension, _, _ in progress.rare],
                    "Level": [str(level) for _, level, _ in progress.rare],
                    "Your labels": [count for _, _, count in progress.rare],
                },
                hide_index=True,
                key=state.widget("rare"),
            )


def _history(labeller: str) -> None:
    """Draw the labeller's own transcripts, to go back to."""
    fold = st.popover("My labels", key=_HISTORY, on_change="rerun")
    if not fold.open:
        return
    with fold:
        page = state.HISTORY.get()
        found = desk(state.root()).done(labeller, page * _HISTORY_PAGE, _HISTORY_PAGE + 1)
        if not found:
            st.text("Nothing is saved yet under your name.")
        for one in found[:_HISTORY_PAGE]:
            st.button(
                f"{safe.escaped(one.transcript_id)}, {one.at:%d %b %H:%M}"
                f"{'' if one.complete else ', not all dimensions'}",
                key=state.widget("history", one.transcript_id),
                on_click=_go_back,
                args=(labeller, one.transcript_id),
                width="stretch",
            )
        _turn_pages(page, more=len(found) > _HISTORY_PAGE)


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
    state.fold(_HISTORY)
    state.leave_form()
    state.OPENED.set((labeller, transcript))
    st.rerun()


def _duration(minutes: float) -> str:
    """Return a time as people say it."""
    if minutes < 1:
        return f"{max(round(minutes * 60), 1)} s"
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
