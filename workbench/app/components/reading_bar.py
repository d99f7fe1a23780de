"""Moving through a conversation: from turn to turn, to a number, to words."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard
from workbench.app.components.answering import Answering, widget
from workbench.workflows.labelling import Task
from workbench.workflows.reading import mentions

_NAMED = 12
"""Turns that are named of those in which words stand: more would not fit on a line."""


def reading_bar(task: Task) -> None:
    """Draw the ways through the conversation."""
    acts = Answering(task)
    last = len(task.transcript.turns) - 1
    with st.container(horizontal=True, gap="xsmall", key=state.widget("reading")):
        _step(task, "Previous turn", keyboard.TURN_BACK, -1, acts)
        _step(task, "Next turn", keyboard.NEXT_TURN, 1, acts)
        st.button("Cite", key=widget(task, "cite_here"), shortcut=keyboard.CITE, on_click=acts.cite)
        st.button("Open", key=widget(task, "open"), shortcut=keyboard.UNFOLD, on_click=acts.unfold)
        st.text_input(
            "Go to turn",
            key=widget(task, "number"),
            placeholder=f"{keyboard.GO}: 0-{last}",
            on_change=acts.go_to_number,
            label_visibility="collapsed",
            width=70,
        )
        st.text_input(
            "Find words",
            value=state.WORDS.get(),
            key=widget(task, "find"),
            placeholder=f"{keyboard.FIND}: find",
            on_change=acts.find,
            label_visibility="collapsed",
            width=95,
        )
    _matches(task, acts)


def _step(task: Task, label: str, shortcut: str, turns: int, acts: Answering) -> None:
    st.button(
        label,
        key=widget(task, "turn_step", label),
        shortcut=shortcut,
        on_click=acts.step,
        args=(turns,),
    )


def _matches(task: Task, acts: Answering) -> None:
    """Name the turns in which the words stand, and draw the way to the next."""
    if not state.WORDS.get():
        return
    found = mentions(task.transcript, state.WORDS.get())
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("matches")
    ):
        st.button(
            "Next match",
            key=widget(task, "next_match"),
            shortcut=keyboard.NEXT_MATCH,
            disabled=not found,
            on_click=acts.next_match,
        )
        st.text(_named(found))


def _named(turns: Sequence[int]) -> str:
    """Return where words stand; of many turns the first."""
    if not turns:
        return "Found in no turn."
    first = ", ".join(map(str, turns[:_NAMED]))
    rest = f" and {len(turns) - _NAMED} more" if len(turns) > _NAMED else ""
    return f"Found in turn{'s' if len(turns) > 1 else ''} {first}{rest}."
