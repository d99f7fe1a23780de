"""The form: which dimension is in hand, its levels, what is cited for it, and a note."""

from typing import Literal

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.anchors import anchors, named, question
from workbench.app.components.answering import Answering, form_of, widget
from workbench.domain.draft import Answer
from workbench.domain.rubric import Rubric
from workbench.workflows.filling import Form
from workbench.workflows.labelling import Task

TOP = state.widget("question")
WORDS = {"not_applicable": "not applicable", "cannot_tell": "cannot tell"}


def rating_form(task: Task) -> None:
    """Draw the form as it was last kept."""
    form = form_of(task)
    acts = Answering(task)
    rubric = form.current
    answer = form.answer(rubric.dimension)
    with st.container(key=TOP, gap="xsmall"):
        if len(task.rubrics) > 1:
            _dimensions(task, form, acts)
        question(rubric)
    _own(task, rubric)
    prefix = widget(task, "level", rubric.dimension)
    anchors(rubric, answer, acts.rate, prefix=prefix)
    _without_level(task, rubric, answer, acts)
    _citations(task, rubric, answer, acts)
    st.text_area(
        "Note",
        value=answer.note or "",
        key=widget(task, "note", rubric.dimension),
        on_change=acts.note,
        placeholder=f"{keyboard.NOTE}: a note, why this level. Esc leaves it.",
        label_visibility="collapsed",
        height=68,
    )


def _dimensions(task: Task, form: Form, acts: Answering) -> None:
    """Draw every dimension with its answer, and the way to each."""
    with st.container(horizontal=True, gap="xsmall", key=state.widget("dimensions")):
        for rubric in form.rubrics:
            answer = form.answer(rubric.dimension)
            done = answer.status is not None
            st.button(
                f"{named(rubric.dimension)}: {_said(answer)}" if done else named(rubric.dimension),
                key=widget(task, "dimension", rubric.dimension),
                type="primary" if rubric is form.current else "secondary",
                on_click=acts.take,
                args=(rubric.dimension,),
            )
        for label, step, shortcut in (
            ("Previous", -1, keyboard.DIMENSION_BACK),
            ("Next", 1, keyboard.NEXT_DIMENSION),
        ):
            st.button(
                label,
                key=widget(task, "dimension_step", label),
                shortcut=shortcut,
                type="tertiary",
                on_click=acts.take,
                args=(form.beside(step),),
            )


def _own(task: Task, rubric: Rubric) -> None:
    label = task.own.get(rubric.dimension)
    if label is not None:
        said = label.level if label.status == "rated" else WORDS.get(label.status, label.status)
        st.caption(f"You saved: {safe.escaped(said)}, {label.at:%d %B %Y}")
    if task.revealed:
        st.caption(
            "You have seen other ratings of this transcript: what you change now is kept, "
            "and does not count for trust."
        )


def _without_level(task: Task, rubric: Rubric, answer: Answer, acts: Answering) -> None:
    """Draw the answers that are no level, and below them when the first of them is one."""
    choices: list[tuple[Literal["not_applicable", "cannot_tell"], str]] = []
    if rubric.allows_not_applicable:
        choices.append(("not_applicable", keyboard.NOT_APPLICABLE))
    choices.append(("cannot_tell", keyboard.CANNOT_TELL))
    with st.container(horizontal=True, gap="xsmall", key=state.widget("statuses")):
        for status, shortcut in choices:
            chosen = answer.status == status
            st.button(
                WORDS[status].capitalize(),
                key=widget(task, "status", rubric.dimension, status),
                icon=":material/check:" if chosen else None,
                type="primary" if chosen else "secondary",
                shortcut=shortcut,
                on_click=acts.settle,
                args=(rubric.dimension, status),
            )
    if rubric.allows_not_applicable and rubric.not_applicable:
        safe.text(f"Not applicable: {rubric.not_applicable}")


def _citations(task: Task, rubric: Rubric, answer: Answer, acts: Answering) -> None:
    """Draw the cited turns, and a field for more."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.text_input(
            "Cite turns by number",
            key=widget(task, "cite", rubric.dimension),
            placeholder=f"{keyboard.CITE_BY_NUMBER}: cite turns, as 3, 12",
            on_change=acts.cite_numbers,
            args=(rubric.dimension,),
            label_visibility="collapsed",
            width=190,
        )
        for turn in answer.evidence:
            st.button(
                f"Turn {turn}",
                key=widget(task, "cited", rubric.dimension, turn),
                icon=":material/close:",
                on_click=acts.uncite,
                args=(rubric.dimension, turn),
            )


def _said(answer: Answer) -> str:
    """Return an answer as few words."""
    if answer.status == "rated":
        return safe.escaped(answer.level)
    return WORDS.get(answer.status or "", "")
