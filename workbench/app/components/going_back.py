"""Going back to what one has saved: said at the top of the page, and the way to where one was."""

from collections.abc import Iterable

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.answering import form_of
from workbench.app.components.desk import desk
from workbench.domain.rating import Label
from workbench.errors import WorkbenchError
from workbench.workflows.answering import says_new
from workbench.workflows.labelling import Task


def went_back(labeller: str) -> bool:
    """Whether a labeller has gone back to a transcript, and not yet returned."""
    opened = state.OPENED.get()
    return opened is not None and opened[0] == labeller


def go_back(labeller: str, transcript: str) -> None:
    """Let a transcript come onto the screen, and remember which one is left for it."""
    was, draft = state.WAS.get(), state.DRAFT.get()
    left = () if draft is None else ((draft.transcript, draft.repeat),)
    state.leave_form()
    state.OPENED.set((labeller, transcript))
    state.WAS.set((*was, *left))


def leave(labeller: str) -> None:
    """Let go of the form; the last that was left for it and is not finished is in hand again.

    What undo takes back one after the other comes again in the order in which it was labelled.
    """
    was = list(state.WAS.get())
    state.leave_form()
    try:
        while was and not desk(state.root()).resume(labeller, was.pop(), state.MODE.get()):
            pass
    except WorkbenchError as error:
        state.TROUBLE.set(str(error))
    state.WAS.set(tuple(was))


def revising(task: Task) -> None:
    """Say that labels of this transcript are saved, which one it is, and how to return.

    To who went back, what the last key did is said in their place: the form is not to move.
    """
    is_back = went_back(task.labeller)
    if not (task.own or is_back):
        return
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("revising")
    ):
        with st.container(gap=None, key=state.widget("revised")):
            if is_back and (said := state.SAID.get()):
                safe.text(said)
            else:
                _stands(task, on_one_line=not is_back)
        if is_back:
            st.button(
                "Back to where I was",
                key=state.widget("return"),
                shortcut=keyboard.RETURN,
                on_click=_return,
                args=(task,),
            )


def _return(task: Task) -> None:
    unsaved = says_new(task, form_of(task).draft)
    first, rest = state.WAS.get()[:1], state.WAS.get()[1:]
    state.WAS.set((*rest, (task.transcript.id, task.repeat), *first))
    leave(task.labeller)
    if unsaved:
        state.SAID.set(_unsaved(task))
    st.rerun()


def _unsaved(task: Task) -> str:
    """Return what is left unsaved, and where it is found again."""
    name = task.transcript.id
    if task.taken_back:
        found = desk(state.root()).done(task.labeller)
        names = {name: None} | {one.transcript_id: None for one in found if one.taken_back}
        # One line, or the page would move; ids may be long.
        listed = " and ".join(names) if len(names) < 3 else f"{len(names)} transcripts"
        return f"Taken back: {listed}. What you gave comes again, unsaved."
    where = "open it under My labels" if task.own else "it comes again in your queue"
    return f"Not saved: what you changed on {name}; {where}, and S saves it."


def _stands(task: Task, *, on_one_line: bool) -> None:
    """Say that labels are saved; beside the report of the last key there is room for a line."""
    kept = (
        "You have seen others' ratings: a change is kept apart, your answers from before count."
        if task.revealed
        else "If you change an answer, the new one counts; the old one stays on record."
    )
    said = safe.shown(f"{task.transcript.id}: {_labelled(task)}")
    st.text(said, help=kept if task.own and on_one_line else None)
    if task.own and not on_one_line:
        st.text(kept)


def _labelled(task: Task) -> str:
    """Return when the labels were saved that are on the screen."""
    if not task.own:
        return "you went back to this."
    own, asked = len(task.own), len(task.rubrics)
    of = "this" if own == asked else f"{own} of {asked} dimensions of this"
    return f"you labelled {of} on {_newest(task.own.values())}."


def _newest(labels: Iterable[Label]) -> str:
    return f"{max(label.at for label in labels):%d %B %Y}".removeprefix("0")
