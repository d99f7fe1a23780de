"""Moving through a conversation: from turn to turn, to a number, to words."""

from collections.abc import Sequence

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard
from workbench.app.components.answering import Answering, form_of, widget
from workbench.workflows.labelling import Task
from workbench.workflows.reading import mentions

_NAMED = 12
"""Turns that are named of those in which words stand: more would not fit on a line."""


def reading_bar(task: Task) -> None:
    """Draw the ways through the conversation."""
    acts = Answering(task)
    with st.container(horizontal=True, gap="xsmall", key=state.widget("reading")):
        _step(task, "Previous turn", keyboard.TURN_BACK, -1, acts)
        _step(task, "Next turn", keyboard.NEXT_TURN, 1, acts)
        st.button("Cite", key=widget(task, "cite_here"), shortcut=keyboard.CITE, on_click=acts.cite)
        st.button("Open", key=widget(task, "open"), shortcut=keyboard.UNFOLD, on_click=acts.unfold)
        st.text_input(
            "Go to turn",
            key=widget(task, "number"),
            placeholder=f"Turn ({keyboard.GO})",
            on_change=acts.go_to_number,
            label_visibility="collapsed",
            width=66,
        )
        st.text_input(
            "Find words",
            value=state.WORDS.get(),
            key=widget(task, "find"),
            placeholder=f"Find ({keyboard.FIND}), Enter",
            on_change=acts.find,
            label_visibility="collapsed",
            width=114,
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
        for label, name, shortcut, act in (
            ("Next match", "next_match", keyboard.NEXT_MATCH, acts.next_match),
            ("Previous", "match_back", keyboard.MATCH_BACK, acts.match_back),
        ):
            st.button(
                label,
                key=widget(task, name),
                shortcut=shortcut,
                disabled=not found,
                on_click=act,
            )
        st.text(_named(found, form_of(task).draft.turn))


def _named(turns: Sequence[int], here: int) -> str:
    """Return where words stand, and which of these one is at; of many turns the first."""
    if not turns:
        return "Found in no turn."
    first = ", ".join(map(str, turns[:_NAMED]))
    rest = f" and {len(turns) - _NAMED} more" if len(turns) > _NAMED else ""
    at = f"Turn {here}: {turns.index(here) + 1} of {len(turns)}. " if here in turns else ""
    return f"{at}Found in turn{'s' if len(turns) > 1 else ''} {first}{rest}."
