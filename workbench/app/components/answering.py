"""What the keys of the labelling form do: change the draft, keep it, and draw what changed.

Each is a callback. An answer is given only to the dimension in hand and in the form on the screen:
a key that was typed twice, or before the screen followed, changes nothing that was not looked at.
A field that is left by a click is sent together with the click and as one of its own fragment, so
what is typed into fields draws the whole page again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NoReturn

import streamlit as st

from workbench.app import state
from workbench.app.components import conversation, keyboard, safe
from workbench.app.components.anchors import no_level, toggle_guidance
from workbench.app.components.desk import desk
from workbench.domain.digest import digest
from workbench.domain.draft import Draft
from workbench.domain.level import Level
from workbench.errors import WorkbenchError
from workbench.workflows.filling import Form, turn_numbers
from workbench.workflows.labelling import Task
from workbench.workflows.reading import mentions

CONVERSATION, FORM = "conversation", "form"
"""The fragments; each is drawn again without the other."""
BOTH = (CONVERSATION, FORM)


def widget(task: Task, name: str, *parts: object) -> str:
    """Return the key of a widget that belongs to one form: nothing typed may pass to another."""
    reading = digest([task.labeller, task.transcript.id, task.repeat, task.mode])
    return state.widget(name, reading[:12], *parts)


def form_of(task: Task) -> Form:
    """Return the form on the screen, with the notes as they are typed."""
    draft = state.DRAFT.get()
    form = Form(task.rubrics, task.draft if draft is None else draft)
    for rubric in task.rubrics:
        key = widget(task, "note", rubric.dimension)
        if state.is_drawn(key):
            form = Form(task.rubrics, form.noted(rubric.dimension, state.typed(key)))
    return form


def is_on_screen(task: Task) -> bool:
    """Whether this is still the form that the tab shows, and not one that it has left."""
    draft = state.DRAFT.get()
    return draft is not None and (draft.labeller, draft.transcript, draft.repeat) == (
        task.labeller,
        task.transcript.id,
        task.repeat,
    )


def trouble() -> None:
    """Say why the last key did not do what it should."""
    if said := state.TROUBLE.get():
        with st.container(key=state.widget("trouble")):
            st.error(safe.escaped(said), icon=":material/error:")


@dataclass(frozen=True, slots=True)
class Answering:
    """The callbacks of one task."""

    task: Task

    def rate(self, dimension: str, level: Level) -> None:
        """Give a level."""
        self._answer(dimension, lambda form: form.rated(dimension, level))

    def settle(self, dimension: str, status: Literal["not_applicable", "cannot_tell"]) -> None:
        """Answer without a level."""
        self._answer(dimension, lambda form: form.unrated(dimension, status))

    def no_level(self, dimension: str, digit: str) -> None:
        """Say of a digit that it gives no level; the form stays as it is."""
        if is_on_screen(self.task) and self._is_in_hand(dimension):
            state.OVER.clear()
            state.TROUBLE.set(no_level(form_of(self.task).current, digit))

    def guide(self) -> None:
        """Open or close the guidance on the dimension in hand."""
        toggle_guidance(form_of(self.task).current)

    def take(self, dimension: str) -> None:
        """Take a dimension in hand."""
        self._keep(lambda form: form.onto(dimension))

    def note(self) -> None:
        """Keep the notes that were typed."""
        self._keep(lambda form: form.draft)
        st.rerun()

    def go(self, turn: int) -> None:
        """Put the cursor on a turn."""
        state.MOVES.set(state.MOVES.get() + 1)
        self._keep(lambda form: form.turned(turn))

    def step(self, turns: int) -> None:
        """Move the cursor by so many turns from where it is by now; keys may outrun the screen."""
        last = len(self.task.transcript.turns) - 1
        self.go(min(max(form_of(self.task).draft.turn + turns, 0), last))

    def go_to_number(self) -> None:
        """Put the cursor on the turn whose number was typed."""
        key = widget(self.task, "number")
        typed, count = state.typed(key).strip(), len(self.task.transcript.turns)
        try:
            turns = turn_numbers(typed, count)
        except WorkbenchError:
            has = f"turns 0 to {count - 1}" if count > 1 else "turn 0 only"
            self._refuse(f"turn {typed}: this conversation has {has}", keyboard.GO)
        state.empty(key)
        for turn in turns[:1]:
            self.go(turn)
        st.rerun()

    def find(self) -> None:
        """Look for what was typed and go to the first turn in which it stands."""
        state.WORDS.set(state.typed(widget(self.task, "find")).strip())
        self.next_match(from_here=True)
        st.rerun()

    def next_match(self, *, from_here: bool = False) -> None:
        """Go to the next turn in which the words stand; after the last comes the first."""
        found = mentions(self.task.transcript, state.WORDS.get())
        here = form_of(self.task).draft.turn
        later = [turn for turn in found if turn > here or (from_here and turn == here)]
        if found:
            self._go_to_match((later or list(found))[0])

    def match_back(self) -> None:
        """Go to the turn before in which the words stand; before the first comes the last."""
        found = mentions(self.task.transcript, state.WORDS.get())
        here = form_of(self.task).draft.turn
        if found:
            self._go_to_match(([turn for turn in found if turn < here] or list(found))[-1])

    def _go_to_match(self, turn: int) -> None:
        conversation.unfold_to(self.task.transcript, turn, state.WORDS.get())
        self.go(turn)
        state.MATCH.set(state.MOVES.get())

    def unfold(self) -> None:
        """Open or close what is folded in the turn under the cursor."""
        conversation.unfold(self.task.transcript, form_of(self.task).draft.turn)

    def cite(self) -> None:
        """Cite the turn under the cursor for the dimension in hand, or take that back."""

        def toggled(form: Form) -> Draft:
            turn, dimension = form.draft.turn, form.current.dimension
            if turn in form.answer(dimension).evidence:
                return form.uncited(dimension, turn)
            return form.cited(dimension, [turn])

        self._keep(toggled)
        st.rerun(BOTH)

    def cite_numbers(self, dimension: str) -> None:
        """Cite the turns whose numbers were typed."""
        key = widget(self.task, "cite", dimension)
        try:
            turns = turn_numbers(state.typed(key), len(self.task.transcript.turns))
        except WorkbenchError as error:
            self._refuse(str(error), keyboard.CITE_BY_NUMBER)
        state.empty(key)
        self._keep(lambda form: form.cited(dimension, turns))
        st.rerun()

    def uncite(self, dimension: str, turn: int) -> None:
        """Take a citation back."""
        self._keep(lambda form: form.uncited(dimension, turn))
        st.rerun(BOTH)

    def _answer(self, dimension: str, step: Callable[[Form], Draft]) -> None:
        """Give an answer, and remember which one it overwrites: that is not to go unseen."""
        if not (is_on_screen(self.task) and self._is_in_hand(dimension)):
            return
        before = form_of(self.task).answer(dimension)
        self._keep(step)
        if before.status is not None:
            state.OVER.set((dimension, before))

    def _keep(self, step: Callable[[Form], Draft]) -> None:
        """Keep what a step makes of the form, before anything shows it."""
        if not is_on_screen(self.task):
            return
        state.SAID.clear()
        state.TROUBLE.clear()
        state.OVER.clear()
        state.REFUSED.clear()
        now = datetime.now(UTC)
        form = form_of(self.task)
        since = state.SHOWN.get() or now
        timed = Form(form.rubrics, form.worked((now - since).total_seconds()))
        draft = step(timed)
        try:
            desk(state.root()).keep(draft)
        except WorkbenchError as error:
            self._refuse(str(error))
        state.DRAFT.set(draft)
        state.SHOWN.set(now)

    def _refuse(self, reason: str, field: str = "") -> NoReturn:
        """Say why a key did nothing; what was typed stays where it is.

        Args:
            reason: Why.
            field: The key of the field that takes the focus back: what is typed next corrects
                what stands there, and answers nothing.
        """
        state.TROUBLE.set(reason)
        if field:
            state.REFUSED.set((keyboard.FIELDS[field], state.DRAWS.get()))
        st.rerun()

    def _is_in_hand(self, dimension: str) -> bool:
        return form_of(self.task).current.dimension == dimension
