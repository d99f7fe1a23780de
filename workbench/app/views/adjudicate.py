"""Adjudicate: settle what labellers differ on, one unit at a time."""

from datetime import UTC, datetime

import streamlit as st

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.attention import attend
from workbench.app.components.conversation import Reader, conversation, turn_key
from workbench.app.components.cover import cover
from workbench.app.components.deciding import deciding
from workbench.app.components.deciding_keys import guidance_key, key_sheet, turn_keys
from workbench.app.components.deciding_style import deciding_style
from workbench.app.components.dismissing import dismissing
from workbench.app.components.dispute_list import (
    NEXT_FREE,
    dispute_list,
    filters,
    left_to_settle,
    nothing_left,
    only_at_a_price,
)
from workbench.app.components.dossier import (
    asked,
    decisions,
    heading,
    own_label,
    said,
    side_by_side,
)
from workbench.app.components.identity import invitation, labeller
from workbench.app.components.listening import listen
from workbench.domain.gold import Gold, GoldKey
from workbench.workflows.adjudicating import Dossier, Sitting, decide
from workbench.workflows.depicting import worded
from workbench.workflows.dismissing import dismiss

_TOP = state.widget("adjudication")
_ASKED = state.widget("asked")


def render() -> None:
    """Draw the list, or the unit in hand."""
    listen()
    who = labeller()
    if who is None:
        st.title("Adjudicate")
        st.info(f"{invitation()}: a decision carries a name.")
        return
    sitting = Sitting(state.root(), who)
    unit = _in_hand(sitting, who)
    if unit is None:
        st.title("Adjudicate")
        _list(sitting, who)
    else:
        _unit(sitting, unit, who)


def _in_hand(sitting: Sitting, who: str) -> GoldKey | None:
    """Return the unit that this person took in hand; another person at the tab starts anew."""
    held = state.IN_HAND.get()
    if held is None or held[1] != who or held[0][1] not in sitting.dimensions:
        return None
    return held[0]


def _list(sitting: Sitting, who: str) -> None:
    """Draw what there is to settle, and what opening a unit means."""
    st.text(
        "Where labellers differ, or where somebody or a panel asks for a second look: read what "
        "was said and settle the level that stands, with a reason."
    )
    wanted = filters(sitting.dimensions)
    total = sitting.find(wanted)
    _decided(who)
    if not total:
        nothing_left()
        return
    left_to_settle(sitting, total)
    dispute_list(sitting, total, lambda unit, place: _take(unit, who, place))


def _unit(sitting: Sitting, unit: GoldKey, who: str) -> None:
    """Draw one unit, and put its decision on the record."""
    total = sitting.find(state.QUEUE.get())
    dossier = sitting.dossier(unit, who)
    with st.container(key=_TOP):
        _steps(sitting, unit, total, who)
        _decided(who)
    attend("adjudication", _TOP, str(unit))
    deciding_style()
    heading(dossier)
    if state.IN_HAND_SHOWN.get() != (unit, who):
        if sitting.spends_label(unit):
            asked(dossier)
            only_at_a_price(sitting)
            cover(unit[0], who)
            return
        sitting.reveal(unit, who, now=datetime.now(UTC))
        state.IN_HAND_SHOWN.set((unit, who))
    side_by_side(dossier.labels, _go)
    with st.container(key=state.widget("sides")):
        left, right = st.columns(2, gap="small")
    with left:
        _conversation(dossier)
    with right, st.container():
        _form(dossier, who)


def _form(dossier: Dossier, who: str) -> None:
    """Draw what is asked and the form that answers it, in a box that scrolls on its own."""
    with st.container(height=560, key=state.widget("form"), gap="xsmall", autoscroll=False):
        with st.container(key=_ASKED, gap="xsmall"):
            asked(dossier, keyboard.GUIDANCE)
            guidance_key(dossier.rubric)
        attend("deciding", _ASKED, str(dossier.unit))
        _dismiss(dossier, who)
        own_label(dossier.labels)
        decisions(dossier)
        _decide(dossier, who)
        st.caption(
            "Judges' levels are left out here, so that what is settled is independent of them."
        )


def _steps(sitting: Sitting, unit: GoldKey, total: int, who: str) -> None:
    """Draw the way to the list, to the units around this one, and past what others settle."""
    place = sitting.place(unit)
    if place is not None:
        state.QUEUE_PLACE.set(place)
    here = state.QUEUE_PLACE.get()
    around = sitting.rows(max(here - 1, 0), 3)
    by_place = {max(here - 1, 0) + number: row for number, row in enumerate(around)}
    # Where the unit itself has left the queue, the next one stands in its place.
    steps = {"Previous": here - 1, "Next": here + 1 if place is not None else here}
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("head")
    ):
        st.title("Adjudicate", anchor=False, width="content")
        st.button(
            "List",
            icon=":material/list:",
            key=state.widget("queue_list"),
            shortcut=keyboard.RETURN,
            on_click=_leave,
        )
        st.text(f"{here + 1} of {total:,}" if place is not None else "Not in the list as filtered")
        for (word, to), shortcut in zip(
            steps.items(), (keyboard.DIMENSION_BACK, keyboard.NEXT_DIMENSION), strict=True
        ):
            row = by_place.get(to)
            st.button(
                word,
                key=state.widget("queue_step", word),
                shortcut=shortcut,
                disabled=row is None,
                on_click=_take,
                args=(row.disagreement.unit, who, to) if row else (),
            )
        after = sitting.free(steps["Next"], besides=place)
        st.button(
            NEXT_FREE,
            key=state.widget("queue_free"),
            disabled=after is None,
            on_click=_take,
            args=() if after is None else (_unit_at(sitting, after), who, after),
        )
        key_sheet()


@st.fragment
@safe.guarded
def _conversation(dossier: Dossier) -> None:
    """Draw the conversation; reading on in it draws nothing else anew."""
    transcript = dossier.transcript
    if transcript is None:
        st.info("The conversation itself is not in this workspace: its labels came without it.")
        return
    cited = {one.turn for label in dossier.labels for one in label.cited}

    def here() -> int:
        at_cursor = state.IN_HAND_TURN.get()
        first = min(cited, default=0) if at_cursor is None else at_cursor
        return min(first, len(transcript.turns) - 1)

    turn_keys(transcript, here, _go)
    turn = here()
    conversation(transcript, Reader(turn=turn, cited=dict.fromkeys(cited, ()), go=_go))
    at = f"{transcript.id} {turn} {state.MOVES.get()}"
    attend("adjudicated", turn_key(transcript, turn), at)


def _go(turn: int) -> None:
    """Put the cursor on a turn."""
    state.IN_HAND_TURN.set(turn)
    state.MOVES.set(state.MOVES.get() + 1)


@safe.guarded
def _decide(dossier: Dossier, who: str) -> None:
    """Draw the form; once it is on the record, go on to what stands next in the queue."""
    decision = deciding(dossier, who)
    if decision is None:
        return
    gold = decide(state.root(), decision, now=datetime.now(UTC))
    state.DECIDED.set((gold.key, _told(gold)))
    _go_on(who, own=_is_own(dossier))
    st.rerun()


@safe.guarded
def _dismiss(dossier: Dossier, who: str) -> None:
    """Draw the form; where nothing is left to settle then, go on to what stands next."""
    waiver = dismissing(dossier, who)
    if waiver is None:
        return
    dismiss(state.root(), waiver, now=datetime.now(UTC))
    transcript, dimension, _ = dossier.unit
    words = f"On the record: {transcript}, {worded(dimension)}: flag dismissed."
    state.DECIDED.set((dossier.unit, words))
    sitting = Sitting(state.root(), who)
    sitting.find(state.QUEUE.get())
    if sitting.place(dossier.unit) is None:
        _go_on(who, own=_is_own(dossier))
    st.rerun()


def _go_on(who: str, *, own: bool) -> None:
    """Take in hand the next that this person may settle; where there is none, show the list.

    Whoever settles what they labelled themselves has nobody else to do it: they go on in order.
    """
    sitting = Sitting(state.root(), who)
    wanted = state.QUEUE.get()
    total = sitting.find(wanted)
    here = state.QUEUE_PLACE.get() + wanted.settled
    place = sitting.free(here)
    if place is None and own and here < total:
        place = here
    if place is None:
        state.IN_HAND.clear()
        state.QUEUE_PLACE.clear()
    else:
        _open(_unit_at(sitting, place), who, place)


def _unit_at(sitting: Sitting, place: int) -> GoldKey:
    (row,) = sitting.rows(place, 1)
    return row.disagreement.unit


def _is_own(dossier: Dossier) -> bool:
    return any(label.own for label in dossier.labels)


def _told(gold: Gold) -> str:
    transcript, dimension, _ = gold.key
    return f"On the record: {transcript}, {worded(dimension)}: {said(gold.status, gold.level)}."


def _decided(who: str) -> None:
    """Say what was put on the record last, and how to come back to it."""
    last = state.DECIDED.get()
    if last is None:
        return
    unit, words = last
    told, again = st.columns([5, 1], vertical_alignment="center")
    told.success(safe.escaped(words), icon=":material/check:")
    again.button(
        "Look at it again",
        key=state.widget("queue_again"),
        help="The decision stands meanwhile. You can record another or take it back; each one "
        "stays in the record.",
        on_click=_take,
        args=(unit, who, state.QUEUE_PLACE.get()),
        width="stretch",
    )


def _take(unit: GoldKey, who: str, place: int) -> None:
    """Take a unit in hand; what was said of the last one has been read by then."""
    state.DECIDED.clear()
    _open(unit, who, place)


def _open(unit: GoldKey, who: str, place: int) -> None:
    state.IN_HAND.set((unit, who))
    state.QUEUE_PLACE.set(place)
    state.IN_HAND_TURN.clear()
    state.CHOICE.clear()


def _leave() -> None:
    for slot in (state.IN_HAND, state.DECIDED):
        slot.clear()


if __name__ == "__main__":
    render()
