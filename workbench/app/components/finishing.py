"""What ends the work on a transcript: save, undo, and the ways to skip and flag it.

Every callback draws the whole page again, also where its click came with a field that was left.
"""

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard
from workbench.app.components.answering import form_of, is_on_screen, widget
from workbench.app.components.desk import desk
from workbench.app.components.labelling_dialogs import opens
from workbench.errors import WorkbenchError
from workbench.workflows.labelling import Task


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


def _save(task: Task) -> None:
    """Write the labels; only then leave the form and say so."""
    if not is_on_screen(task):
        return
    form = form_of(task)
    try:
        labels = desk(state.root()).submit(task, form.draft)
    except WorkbenchError as error:
        state.SAID.clear()
        state.TROUBLE.set(str(error))
        missing = [rubric.dimension for rubric in form.unanswered]
        state.DRAFT.set(form.onto(missing[0]) if missing else form.draft)
    else:
        state.leave_form()
        state.SUBMITTED.set(task)
        state.SAID.set(f"Saved: {len(labels)} labels of {task.transcript.id}")
    st.rerun()


def _undo(labeller: str) -> None:
    """Take the last labels back and put their form on the screen."""
    try:
        task = desk(state.root()).undo(labeller, state.MODE.get())
    except WorkbenchError as error:
        state.TROUBLE.set(str(error))
        st.rerun()
    if task is None:
        state.SAID.set("There is nothing to undo.")
        st.rerun()
    state.leave_form()
    state.SUBMITTED.clear()
    state.OPENED.set((labeller, task.transcript.id))
    state.SAID.set(f"Taken back: {task.transcript.id}. The form is as you had left it.")
    st.rerun()
