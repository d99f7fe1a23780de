"""What ends the work on a transcript: save, undo, and the ways to skip and flag it.

Every callback draws the whole page again, also where its click came with a field that was left.
"""

from collections.abc import Sequence
from typing import NoReturn

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard
from workbench.app.components.answering import form_of, is_on_screen, widget
from workbench.app.components.desk import desk
from workbench.app.components.going_back import go_back, leave
from workbench.app.components.labelling_dialogs import opens
from workbench.domain.draft import Draft
from workbench.errors import WorkbenchError
from workbench.workflows.depicting import worded
from workbench.workflows.labelling import Submitted, Task


def finishing(task: Task) -> None:
    """Draw the keys that end the work on a transcript."""
    with st.container(horizontal=True, gap="xsmall", key=state.widget("finishing")):
        st.button(
            "Save and next",
            key=widget(task, "save"),
            type="primary",
            shortcut=keyboard.SAVE,
            on_click=_save,
            args=(task,),
        )
        undo(task.labeller)
        opens("Skip", "skip", keyboard.SKIP)
        opens("Flag", "flag", keyboard.FLAG)
        opens("Keys", "keys", keyboard.SHEET)


def undo(labeller: str) -> None:
    """Draw the key that takes back what was saved last."""
    st.button(
        "Undo", key=state.widget("undo"), shortcut=keyboard.UNDO, on_click=_undo, args=(labeller,)
    )


def afterwards(labeller: str, *, undoable: bool) -> None:
    """Draw the keys that are left where there is nothing to label."""
    with st.container(horizontal=True, gap="xsmall", key=state.widget("finishing")):
        if undoable:
            undo(labeller)
        opens("Keys", "keys", keyboard.SHEET)


def _save(task: Task) -> None:
    """Write the labels; only then leave the form and say so."""
    if not is_on_screen(task):
        return
    form = form_of(task)
    missing = [rubric.dimension for rubric in form.unanswered]
    if missing:
        _refuse(f"Still open: {_listed(missing)}", form.onto(missing[0]))
    try:
        submitted = desk(state.root()).submit(task, form.draft)
    except WorkbenchError as error:
        _refuse(str(error), form.draft)
    leave(task.labeller)
    state.SUBMITTED.set(task)
    state.PASSED.clear()
    state.SAID.set(_saved(task.transcript.id, submitted))
    st.rerun()


def _refuse(reason: str, draft: Draft) -> NoReturn:
    """Say why nothing was saved; the form stays as it is filled in."""
    state.SAID.clear()
    state.TROUBLE.set(reason)
    state.DRAFT.set(draft)
    st.rerun()


def _saved(transcript: str, submitted: Submitted) -> str:
    """Return what came of a save: what was written, what said the same before, what counts."""
    total, written = len(submitted.labels), submitted.written
    if not written:
        return f"Nothing new to save: {_labels(total)} of {transcript} as before"
    rest = f", {total - written} as before" if written < total else ""
    apart = sum(label.after_reveal for label in submitted.labels)
    kept = ", kept apart: you had seen what others gave" if apart else ""
    return f"Saved: {_labels(written)} of {transcript}{rest}{kept}"


def _labels(count: int) -> str:
    return f"{count} labels" if count != 1 else "1 label"


def _undo(labeller: str) -> None:
    """Take the last labels back and put their form on the screen.

    Right after a skip or a flag it is that which people mean to take back: they are told that it
    stays, and only the next Undo touches the labels that were saved before it.
    """
    if passed := state.PASSED.get():
        state.PASSED.clear()
        state.TROUBLE.clear()
        state.SAID.set(_stays(passed, labeller))
        st.rerun()
    try:
        undone = desk(state.root()).undo(labeller, state.MODE.get())
    except WorkbenchError as error:
        state.TROUBLE.set(str(error))
        st.rerun()
    if undone is None:
        state.SAID.set("There is nothing to undo.")
        st.rerun()
    transcript = undone.task.transcript.id
    go_back(labeller, transcript)
    state.SUBMITTED.clear()
    state.SAID.set(f"Taken back: {transcript}. {_stands(undone.again)}")
    st.rerun()


def _stays(passed: str, labeller: str) -> str:
    """Return what Undo does not take back, and what it would take back next."""
    undoable = desk(state.root()).progress(labeller, state.MODE.get()).undoable
    then = (
        f"{keyboard.UNDO} once more takes back your last save."
        if undoable
        else "Nothing is saved that could be taken back."
    )
    return f"Your last step was to {passed}, which is not taken back here. {then}"


def _listed(dimensions: Sequence[str]) -> str:
    """Return names of dimensions; an "and" before the last would run into one that has its own."""
    return ", ".join(map(worded, dimensions))


def _stands(again: Sequence[str]) -> str:
    """Return what holds now that something was taken back."""
    if not again:
        return "All your answers are in the form again."
    return f"What you had saved before stands again: {_listed(again)}."
