"""Label: one transcript at a time, blind, by keyboard."""

from collections.abc import Iterator
from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.answering import CONVERSATION, FORM, Answering, form_of, trouble
from workbench.app.components.attention import all_drawn, attend, seat
from workbench.app.components.conversation import Reader, conversation, turn_key
from workbench.app.components.desk import desk
from workbench.app.components.finishing import afterwards, finishing
from workbench.app.components.found_words import found_words
from workbench.app.components.going_back import revising
from workbench.app.components.identity import invitation, labeller
from workbench.app.components.labelling_dialogs import dialogs
from workbench.app.components.labelling_head import head
from workbench.app.components.rating_form import TOP, rating_form
from workbench.app.components.reading_bar import reading_bar
from workbench.app.components.warming import warm_up
from workbench.errors import WorkbenchError
from workbench.workflows.answering import says_new
from workbench.workflows.depicting import worded
from workbench.workflows.filling import is_same_form
from workbench.workflows.labelling import Progress, Task


def render() -> None:
    """Draw the transcript in hand beside its form."""
    who = labeller()
    seat(who, state.MODE.get())
    if not desk(state.root()).dimensions():
        st.title("Label")
        st.info(
            "There is no rubric to label by. Write one in rubrics/; those of `workbench init` show "
            "how."
        )
        st.stop()
    if who is None:
        st.title("Label")
        st.info(f"{invitation()}. Your labels are kept under that name.")
        warm_up()
        all_drawn()
        st.stop()
    _seat(who)
    progress = desk(state.root()).progress(who, state.MODE.get())
    said = head(who, progress)
    task = _in_hand(who)
    if task is None:
        _nothing_left(who, progress)
    else:
        with said:
            revising(task)
        _beside_each_other(task)
    dialogs(who, task)
    all_drawn()


def _seat(who: str) -> None:
    """Forget what this tab knows of whoever sat here before."""
    if state.SEATED.get() != who:
        state.leave_form()
        state.SUBMITTED.clear()
        state.PASSED.clear()
        state.HISTORY.clear()
        state.SEATED.set(who)


def _beside_each_other(task: Task) -> None:
    """Draw both sides, and below the form what ends the work on it."""
    _take_up(task)
    with st.container(key=state.widget("sides")):
        left, right = st.columns(2, gap="small")
    with left:
        _conversation(task)
    with right:
        _form(task)
        finishing(task)


@st.fragment(key=CONVERSATION)
@safe.guarded
def _conversation(task: Task) -> None:
    """Draw the left side; the right side stays as it is."""
    form = form_of(task)
    turn = min(form.draft.turn, len(task.transcript.turns) - 1)
    cited: dict[int, list[str]] = {}
    for dimension, answer in form.draft.answers.items():
        for one in answer.evidence:
            cited.setdefault(one, []).append(worded(dimension))
    reading_bar(task)
    conversation(task.transcript, Reader(turn=turn, cited=cited, go=Answering(task).go))
    here = turn_key(task.transcript, turn)
    attend(CONVERSATION, here, f"{turn} {state.MOVES.get()}")
    found_words(here)


@st.fragment(key=FORM)
@safe.guarded
def _form(task: Task) -> None:
    """Draw the right side; the left side stays as it is."""
    with st.container(height=560, key=state.widget("form"), gap="xsmall", autoscroll=False):
        rating_form(task)
    trouble()
    form = form_of(task)
    attend(FORM, TOP, f"{task.transcript.id} {form.current.dimension}", state.REFUSED.get())


def _in_hand(who: str) -> Task | None:
    """Return what the labeller went back to, else what their queue brings."""
    opened = state.OPENED.get()
    if opened is not None and opened[0] == who:
        try:
            return desk(state.root()).open(who, opened[1], state.MODE.get())
        except WorkbenchError as error:
            state.leave_form()
            state.TROUBLE.set(str(error))
    return desk(state.root()).task(who, state.MODE.get())


def _take_up(task: Task) -> None:
    """Put the form on the screen; one that this tab was already filling in stays as it is."""
    draft = state.DRAFT.get()
    if draft is not None and is_same_form(draft, task.draft):
        return
    state.DRAFT.set(task.draft)
    state.EARLIER.set(says_new(task, task.draft))
    state.SHOWN.set(datetime.now(UTC))
    state.MOVES.set(state.MOVES.get() + 1)


def _nothing_left(who: str, progress: Progress) -> None:
    """Say why there is nothing to label, and what can be done next."""
    trouble()
    if not progress.team_needed:
        st.info("There is no transcript yet. In a terminal: workbench import FILE")
    else:
        st.success("Nothing is left for you to label here. Thank you.")
        st.text(" ".join(_next_steps(progress)))
    afterwards(who, undoable=progress.undoable)


def _next_steps(progress: Progress) -> Iterator[str]:
    """Yield what somebody can do who has nothing left to label."""
    if state.MODE.get() is not None:
        yield "Label the other dimensions: choose them above."
    if progress.mine_done:
        yield "Go back to one of yours under My labels."
    yield "Settle what labellers differ on: Adjudicate, on the left."


if __name__ == "__main__":
    render()
