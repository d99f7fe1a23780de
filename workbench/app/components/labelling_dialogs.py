"""What the labelling page asks or shows in front of itself: skip, flag, keys, labels.

A dialog stays open over redraws, until it is answered or left.
"""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.answering import form_of, widget
from workbench.app.components.attention import attend
from workbench.app.components.desk import desk
from workbench.app.components.going_back import leave
from workbench.app.components.own_labels import own_labels
from workbench.workflows.depicting import worded
from workbench.workflows.labelling import Task

_WHOLE = "the whole conversation"
Dialog = Literal["skip", "flag", "keys", "others", "mine"]


def opens(label: str, dialog: Dialog, shortcut: str | None = None) -> None:
    """Draw the button that opens a dialog."""
    st.button(
        label,
        key=state.widget("ask", dialog),
        shortcut=shortcut,
        on_click=_open,
        args=(dialog,),
    )


def dialogs(labeller: str, task: Task | None) -> None:
    """Draw the dialog that is open."""
    asked, saved = state.ASKED.get(), state.SUBMITTED.get()
    if asked == "skip" and task is not None:
        _skip(task)
    elif asked == "flag" and task is not None:
        _flag(task)
    elif asked == "keys":
        _keys()
    elif asked == "others" and saved is not None:
        _others(saved)
    elif asked == "mine":
        own_labels(labeller)


def _open(dialog: Dialog) -> None:
    state.HISTORY.clear()
    state.ASKED.set(dialog)
    st.rerun()


@st.dialog("Skip this transcript", on_dismiss=state.ASKED.clear)
@safe.guarded
def _skip(task: Task) -> None:
    """Ask why, then give the transcript back."""

    def skip(reason: str) -> None:
        desk(state.root()).skip(task, reason)
        leave(task.labeller)
        state.SAID.set(f"Skipped: {task.transcript.id}")
        state.PASSED.set(f"skip {task.transcript.id}")

    st.caption("It leaves your queue, and others may still label it. Esc goes back to it.")
    _reasoned(task, "Why can it not be labelled?", "Skip", skip)


@st.dialog("Flag for a second look", on_dismiss=state.ASKED.clear)
@safe.guarded
def _flag(task: Task) -> None:
    """Ask what is wrong, then put the transcript into the queue of adjudication."""

    def flag(reason: str) -> None:
        whole = about == _WHOLE
        desk(state.root()).flag(task, reason, None if whole else dimension)
        of = about if whole else f"for {about}"
        state.SAID.set(f"Flagged: {task.transcript.id}, {of}")
        state.PASSED.set(f"flag {task.transcript.id}")

    dimension = form_of(task).current.dimension
    about = st.radio(
        "What is it about?",
        [safe.shown(worded(dimension)), _WHOLE],
        key=widget(task, "flag_about", dimension),
        horizontal=True,
    )
    st.caption("It is listed on the Adjudicate page, and you go on labelling it. Esc goes back.")
    _reasoned(task, "What should somebody look at?", "Flag", flag)


def _reasoned(task: Task, question: str, label: str, act: Callable[[str], None]) -> None:
    """Ask for a reason and act on it; without one nothing happens."""
    field = widget(task, "reason_text", label)
    with st.form(widget(task, "reason", label), border=False):
        reason = st.text_input(question, key=field).strip()
        sent = st.form_submit_button(label, key=widget(task, "reason_sent", label), type="primary")
    attend("dialog", field, label)
    if not sent:
        return
    if not reason:
        st.error("Write a sentence first: somebody else will read it.")
        return
    act(reason)
    state.ASKED.clear()
    st.rerun()


@st.dialog("Keys", width="large", on_dismiss=state.ASKED.clear)
def _keys() -> None:
    """Show every key and what it does."""
    columns = st.columns(len(keyboard.SHEETS))
    for column, (heading, keys) in zip(columns, keyboard.SHEETS.items(), strict=True):
        column.markdown(f"**{heading}**")
        column.markdown("\n".join(f"- `{key}` {what}" for key, what in keys.items()))


@st.dialog("Other ratings of what you just saved", width="large", on_dismiss=state.ASKED.clear)
@safe.guarded
def _others(task: Task) -> None:
    """Show who says what; from now on a changed label is kept apart."""
    rows = desk(state.root()).others(task)
    safe.text(task.transcript.id)
    if not rows:
        st.text("Nobody else has rated it yet.")
        return
    st.text("If you change a label of it now, it is kept and does not count for trust.")
    st.dataframe(
        {
            "Dimension": [worded(row.dimension) for row in rows],
            "Rater": [row.rater for row in rows],
            "Kind": [row.kind for row in rows],
            "Level": [row.status if row.level is None else str(row.level) for row in rows],
            "Said": [row.said or "" for row in rows],
            "Turns": [", ".join(map(str, row.evidence)) for row in rows],
        },
        hide_index=True,
        key=state.widget("other_ratings"),
    )
