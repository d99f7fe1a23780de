"""Keys of a case that is settled: through the conversation, and the sheet that names them all."""

from collections.abc import Callable

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard
from workbench.app.components.anchors import toggle_guidance
from workbench.app.components.conversation import unfold
from workbench.domain.rubric import Rubric
from workbench.domain.transcript import Transcript


def turn_keys(transcript: Transcript, at: Callable[[], int], go: Callable[[int], None]) -> None:
    """Draw the ways from turn to turn.

    Args:
        transcript: What is read.
        at: Tells the turn under the cursor by then; keys may outrun the screen.
        go: A callback: puts the cursor on a turn.
    """
    last = len(transcript.turns) - 1

    def step(turns: int) -> None:
        go(min(max(at() + turns, 0), last))

    with st.container(horizontal=True, gap="xsmall", key=state.widget("reading")):
        for label, shortcut, turns in (
            ("Previous turn", keyboard.TURN_BACK, -1),
            ("Next turn", keyboard.NEXT_TURN, 1),
        ):
            st.button(
                label,
                key=state.widget("turn_step", label),
                shortcut=shortcut,
                on_click=step,
                args=(turns,),
            )
        st.button(
            "Open",
            key=state.widget("open_turn"),
            shortcut=keyboard.UNFOLD,
            on_click=lambda: unfold(transcript, at()),
        )


def guidance_key(rubric: Rubric) -> None:
    """Draw out of sight what opens the guidance by its key alone."""
    if rubric.guidance:
        with st.container(key=state.widget("keys_alone")):
            st.button(
                "Guidance",
                key=state.widget("guide"),
                shortcut=keyboard.GUIDANCE,
                on_click=toggle_guidance,
                args=(rubric,),
            )


def key_sheet() -> None:
    """Draw the button that shows every key."""
    if st.button("Keys", key=state.widget("keys"), shortcut=keyboard.SHEET):
        _sheet()


@st.dialog("Keys", width="large")
def _sheet() -> None:
    columns = st.columns(len(keyboard.DECIDING_SHEETS))
    for column, (heading, keys) in zip(columns, keyboard.DECIDING_SHEETS.items(), strict=True):
        column.markdown(f"**{heading}**")
        column.markdown("\n".join(f"- `{key}` {what}" for key, what in keys.items()))
