"""One dimension as it is rated: its guidance, and every anchor beside the level it defines."""

from collections.abc import Callable

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.keyboard import LEVELS
from workbench.domain.draft import Answer
from workbench.domain.rubric import Level, Rubric
from workbench.workflows.depicting import worded


def guidance(rubric: Rubric) -> None:
    """Draw the guidance for those who want it."""
    if rubric.guidance:
        key = state.widget("guidance", rubric.dimension)
        fold = st.expander("Guidance", key=key, type="compact", on_change="rerun")
        if fold.open:
            with fold:
                safe.text(rubric.guidance)


def anchors(
    rubric: Rubric, answer: Answer, choose: Callable[[str, Level], None], *, prefix: str
) -> None:
    """Draw the levels; nothing is chosen before the labeller chooses.

    Args:
        rubric: The dimension.
        answer: What stands in the form.
        choose: A callback, told the dimension and the level.
        prefix: What the keys of the buttons begin with.
    """
    texts = rubric.anchors or {}
    levels = rubric.scale_levels
    numbered = [str(level) for level in levels] == list(LEVELS[: len(levels)])
    with st.container(key=state.widget("numbered" if numbered else "named"), gap="xsmall"):
        for place, level in enumerate(levels):
            chosen = answer.level == level
            button, text = st.columns([1, 8] if numbered else [2, 5], gap="xsmall")
            button.button(
                safe.escaped(level),
                key=f"{prefix}_{place + 1}",
                icon=":material/check:" if chosen else None,
                type="primary" if chosen else "secondary",
                shortcut=LEVELS[place : place + 1] or None,
                on_click=choose,
                args=(rubric.dimension, level),
                width="stretch",
            )
            with text:
                safe.text(texts.get(level, ""))


def named(dimension: str) -> str:
    """Return a dimension's name as a heading."""
    return safe.escaped(worded(dimension))
