"""One dimension as it is rated: its guidance, and every anchor beside the level it defines."""

from collections.abc import Callable

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.keyboard import DIGITS, LEVELS
from workbench.domain.draft import Answer
from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.workflows.depicting import worded


def guidance(rubric: Rubric, shortcut: str = "") -> None:
    """Draw the guidance for those who want it, and name the key that opens it where one does."""
    if rubric.guidance:
        key = _guidance_key(rubric)
        label = f"Guidance ({shortcut})" if shortcut else "Guidance"
        fold = st.expander(label, key=key, type="compact", on_change="rerun")
        if fold.open:
            with fold:
                safe.text(rubric.guidance)


def toggle_guidance(rubric: Rubric) -> None:
    """Open or close the guidance, from a callback."""
    if rubric.guidance:
        state.toggle([_guidance_key(rubric)])
    else:
        state.TROUBLE.set(f"{worded(rubric.dimension)} has no guidance")


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
    numbered = _is_numbered(rubric)
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


def keys_without_level(rubric: Rubric) -> str:
    """Return the digits that give no level of a rubric."""
    return DIGITS[len(rubric.scale_levels) :]


def no_level(rubric: Rubric, digit: str) -> str:
    """Return why a digit gives no level, and which do."""
    keys = LEVELS[: len(rubric.scale_levels)]
    if _is_numbered(rubric):
        return f"{digit} is no level of this rubric: {keys[0]} to {keys[-1]}"
    return (
        f"The key {digit} gives no level here: {keys[0]} to {keys[-1]} do, in the order in which "
        "the levels stand"
    )


def _is_numbered(rubric: Rubric) -> bool:
    """Whether every level is what stands on its key."""
    levels = [str(level) for level in rubric.scale_levels]
    return levels == list(LEVELS[: len(levels)])


def _guidance_key(rubric: Rubric) -> str:
    return state.widget("guidance", rubric.dimension)


def named(dimension: str) -> str:
    """Return a dimension's name as a heading."""
    return safe.escaped(worded(dimension))
