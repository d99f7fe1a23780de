"""The form: which dimension is in hand, its levels, what is cited for it, and a note."""

from typing import Literal

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.anchors import anchors, guidance, keys_without_level, named
from workbench.app.components.answering import Answering, form_of, widget
from workbench.domain.draft import Answer
from workbench.domain.rubric import Rubric
from workbench.workflows.depicting import worded
from workbench.workflows.filling import Form
from workbench.workflows.labelling import Task

TOP = state.widget("question")
_BRIEF = 40
"""As many characters of a flag's note as leave the levels in sight."""
WORDS = {"not_applicable": "not applicable", "cannot_tell": "cannot tell"}


def rating_form(task: Task) -> None:
    """Draw the form as it was last kept."""
    form = form_of(task)
    acts = Answering(task)
    rubric = form.current
    answer = form.answer(rubric.dimension)
    _revealed(task)
    with st.container(key=TOP, gap="xsmall"):
        _dimensions(task, form, acts)
        _heading(task, form, acts)
        safe.text(rubric.question)
        with st.container(
            horizontal=True, vertical_alignment="top", gap="xsmall", key=state.widget("about")
        ):
            guidance(rubric, keyboard.GUIDANCE)
            _own(task, rubric)
            _remarks(task, form)
    prefix = widget(task, "level", rubric.dimension)
    anchors(rubric, answer, acts.rate, prefix=prefix)
    with st.container(horizontal=True, gap="xsmall", key=state.widget("statuses")):
        _without_level(task, rubric, answer, acts)
        _citations(task, rubric, answer, acts)
    if rubric.allows_not_applicable and rubric.not_applicable:
        safe.text(f"Not applicable: {rubric.not_applicable}")
    _keys_alone(task, rubric, acts)
    st.text_area(
        "Note",
        value=answer.note or "",
        key=widget(task, "note", rubric.dimension),
        on_change=acts.note,
        placeholder=f"{keyboard.NOTE}: a note on {_plain(rubric)}, why this level. Esc leaves it.",
        label_visibility="collapsed",
        height=68,
    )


def _dimensions(task: Task, form: Form, acts: Answering) -> None:
    """Draw every dimension with its answer, and say when nothing is open."""
    with st.container(horizontal=True, gap="xsmall", key=state.widget("dimensions")):
        for rubric in form.rubrics if len(form.rubrics) > 1 else ():
            answer = form.answer(rubric.dimension)
            done = answer.status is not None
            st.button(
                f"{named(rubric.dimension)}: {_said(answer)}" if done else named(rubric.dimension),
                key=widget(task, "dimension", rubric.dimension),
                type="primary" if rubric is form.current else "secondary",
                on_click=acts.take,
                args=(rubric.dimension,),
            )
        if said := _state_of(task, form):
            st.caption(said, width="content")


def _state_of(task: Task, form: Form) -> str:
    """Return whose answers these are where they came with the form, and what saves them."""
    if task.taken_back and state.EARLIER.get():
        return f"You took these answers back; {keyboard.SAVE} saves them again."
    if state.EARLIER.get():
        return f"Your answers from before, not saved yet; {keyboard.SAVE} saves them."
    return "" if form.unanswered else f"All answered: {keyboard.SAVE} saves."


def _heading(task: Task, form: Form, acts: Answering) -> None:
    """Name the dimension in hand, and draw the way to those beside it."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("heading")
    ):
        st.subheader(named(form.current.dimension), anchor=False, width="stretch")
        for label, step, shortcut in (
            ("Previous dimension", -1, keyboard.DIMENSION_BACK),
            ("Next dimension", 1, keyboard.NEXT_DIMENSION),
        ):
            if len(form.rubrics) == 1:
                continue
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
        st.caption(f"You saved: {safe.escaped(said)}", width="content")


def _remarks(task: Task, form: Form) -> None:
    """Say what the last key overwrote, and that the transcript is flagged."""
    if state.OVER.get() is None and not task.flags:
        return
    with st.container(gap=None, key=state.widget("remarks")):
        _overwritten(form)
        _flagged(task)


def _flagged(task: Task) -> None:
    """Say that the labeller flagged this transcript, why, and where it waits."""
    if not task.flags:
        return
    newest = task.flags[-1]
    of = f" for {named(newest.dimension)}" if newest.dimension and len(task.rubrics) > 1 else ""
    more = f" (and {len(task.flags) - 1} more)" if len(task.flags) > 1 else ""
    st.caption(
        f":material/flag: You flagged this{of}: {safe.escaped(_in_brief(newest.note))}{more} · "
        "on the Adjudicate page until settled"
    )


def _overwritten(form: Form) -> None:
    """Say what the last key gave in place of which answer."""
    over = state.OVER.get()
    if over is None:
        return
    dimension, before = over
    was, now = _said(before), _said(form.answer(dimension))
    told = f"is now {now}, was {was}; not saved yet" if now != was else f"was {now} already"
    st.markdown(f"**{named(dimension)} {told}.**")


def _keys_alone(task: Task, rubric: Rubric, acts: Answering) -> None:
    """Draw out of sight what is reached by keys alone; a digit that gives no level says so."""
    with st.container(key=state.widget("keys_alone")):
        st.button(
            "Guidance", key=widget(task, "guide"), shortcut=keyboard.GUIDANCE, on_click=acts.guide
        )
        for digit in keys_without_level(rubric):
            st.button(
                f"No level: {digit}",
                key=widget(task, "no_level", rubric.dimension, digit),
                shortcut=digit,
                on_click=acts.no_level,
                args=(rubric.dimension, digit),
            )


def _revealed(task: Task) -> None:
    """Say before the first key what the labels of somebody count who has seen others'."""
    if not task.revealed:
        return
    counts = (
        "what you change now is kept apart and does not count for trust; what you saved before "
        "you saw that still counts."
        if task.own
        else f"your labels are kept apart and do not count for trust; {keyboard.SKIP} skips it."
    )
    st.markdown(f":orange-background[You have seen what others said of this one: {counts}]")


def _without_level(task: Task, rubric: Rubric, answer: Answer, acts: Answering) -> None:
    """Draw the answers that are no level."""
    choices: list[tuple[Literal["not_applicable", "cannot_tell"], str]] = []
    if rubric.allows_not_applicable:
        choices.append(("not_applicable", keyboard.NOT_APPLICABLE))
    choices.append(("cannot_tell", keyboard.CANNOT_TELL))
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


def _citations(task: Task, rubric: Rubric, answer: Answer, acts: Answering) -> None:
    """Draw the cited turns, and a field for more."""
    st.text_input(
        f"Cite turns by number for {_plain(rubric)}",
        key=widget(task, "cite", rubric.dimension),
        placeholder=f"Cite for {_plain(rubric)} ({keyboard.CITE_BY_NUMBER})",
        on_change=acts.cite_numbers,
        args=(rubric.dimension,),
        label_visibility="collapsed",
        width=240,
    )
    for turn in answer.evidence:
        st.button(
            f"Turn {turn}",
            key=widget(task, "cited", rubric.dimension, turn),
            icon=":material/close:",
            on_click=acts.uncite,
            args=(rubric.dimension, turn),
        )


def _plain(rubric: Rubric) -> str:
    """Return the name of a dimension for a field, which draws no markup."""
    return safe.shown(worded(rubric.dimension))


def _in_brief(note: str) -> str:
    """Return the beginning of a note, on a line."""
    line = " ".join(note.split())
    return line if len(line) <= _BRIEF else line[:_BRIEF].rstrip() + "…"


def _said(answer: Answer) -> str:
    """Return an answer as few words."""
    if answer.status == "rated":
        return safe.escaped(answer.level)
    return WORDS.get(answer.status or "", "")
