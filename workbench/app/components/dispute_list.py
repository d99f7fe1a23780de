"""The queue of adjudication as a list: filtered, paged, no levels; the reader's own come last."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from workbench.app import state
from workbench.app.components import safe
from workbench.app.components.dossier import said
from workbench.domain.disagreement import Left, Wanted, Which
from workbench.domain.gold import GoldKey
from workbench.workflows.adjudicating import Row, Sitting
from workbench.workflows.depicting import worded

PAGE: Final = 50
NEXT_FREE: Final = "Next I may settle"
TABLE = state.widget("queue_table")
_WHICH = state.widget("queue_which")
_COLUMNS = (
    "Labels",
    "Labellers",
    "Flagged",
    "Dimension",
    "Transcript",
    "Your own label",
    "Decided",
)
_NARROW = st.column_config.NumberColumn(width="small")
_NARROW_TEXT = st.column_config.TextColumn(width="small")
_WIDE = st.column_config.TextColumn(width="medium")
_SHOWN: Final[dict[Which, str]] = {
    "open": "Labels differ, or flagged",
    "differing": "Labels differ",
    "flagged": "Flagged",
    "all": "Everything labelled or flagged",
}

Open = Callable[[GoldKey, int], None]
"""A callback: takes a unit in hand, and its place in the queue."""


def filters(dimensions: Sequence[str]) -> Wanted:
    """Draw what is asked for, and remember it."""
    before = state.QUEUE.get()
    which, dimension, settled = st.columns([2, 2, 1], vertical_alignment="bottom")
    chosen = which.selectbox(
        "Show",
        list(_SHOWN),
        index=0 if state.is_drawn(_WHICH) else list(_SHOWN).index(before.which),
        format_func=_SHOWN.__getitem__,
        key=_WHICH,
    )
    name = dimension.selectbox(
        "Dimension",
        dimensions,
        index=dimensions.index(before.dimension) if before.dimension in dimensions else None,
        placeholder="All dimensions",
        format_func=lambda name: safe.shown(worded(name)),
        key=state.widget("queue_dimension"),
    )
    decided = settled.toggle(
        "Decided ones too", value=before.settled, key=state.widget("queue_settled")
    )
    wanted = Wanted(which=chosen, dimension=name, settled=decided)
    if wanted != before:
        state.QUEUE.set(wanted)
        state.QUEUE_PLACE.clear()
    return wanted


def nothing_left() -> None:
    """Say why the list is empty, and where what it lists comes from."""
    st.info(
        "Nothing here is left to settle. A transcript is listed with a dimension once two "
        "people gave it different levels on the Label page, or once it is flagged."
    )
    st.page_link("views/label.py", label="Go to Label", icon=":material/edit:")


def left_to_settle(sitting: Sitting, total: int) -> None:
    """Say how much is left to whoever reads and what it costs them, and offer what is flagged."""
    left = sitting.left()
    with st.container(horizontal=True, vertical_alignment="center"):
        _whose(left)
        _flagged(sitting, total)
    spared = sitting.sparing()
    if 0 < spared < left.free:
        st.text(
            f"Of the {left.free:,} you could still label {left.free - spared:,}: “{NEXT_FREE}” "
            "comes to them last."
        )
    only_at_a_price(sitting)
    st.caption(
        ":material/visibility: What you open shows what others said of it. You are asked first "
        "where you could still label that transcript: a label after that does not count for trust."
    )


def only_at_a_price(sitting: Sitting) -> None:
    """Say so where nothing is left to the reader but what costs them a blind label."""
    if sitting.left().free and not sitting.sparing():
        st.info(
            "You could still label every transcript that is left to you here. Label first, on the "
            "Label page, those on which your label is to count."
        )


def _whose(left: Left) -> None:
    """Say how much is left to whoever reads, and how much others have to settle."""
    if not left.free and not left.own:
        return
    total = left.free + left.own
    if not left.own:
        st.text(f"{total:,} left to settle, none of them labelled by you.")
    elif left.free:
        st.text(
            f"{total:,} left to settle: {left.free:,} by you; {left.own:,} by somebody else, "
            "because you labelled them yourself."
        )
    else:
        st.info(
            f"{total:,} left to settle, by somebody else: you labelled each of them yourself. "
            "Where there is nobody else, open one from the list."
        )


def _flagged(sitting: Sitting, total: int) -> None:
    """Offer what is flagged alone, since it stands below all that differs, and the way back."""
    wanted = state.QUEUE.get()
    flagged = sitting.flagged()
    if wanted.which == "flagged":
        _offer("Show also where labels differ", "open")
    elif wanted.which != "differing" and 0 < flagged < total:
        _offer(f"{flagged:,} flagged: show them", "flagged")


def _offer(label: str, which: Which) -> None:
    st.button(
        label,
        key=state.widget("queue_flagged"),
        type="tertiary",
        icon=":material/flag:",
        on_click=_show,
        args=(which,),
    )


def _show(which: Which) -> None:
    state.choose(_WHICH, which)
    state.QUEUE.set(replace(state.QUEUE.get(), which=which))
    state.QUEUE_PLACE.clear()


def dispute_list(sitting: Sitting, total: int, take: Open) -> None:
    """Draw one page of the queue; a row that is chosen opens."""
    place = min(state.QUEUE_PLACE.get(), total - 1)
    first = place - place % PAGE
    rows = sitting.rows(first, PAGE)
    _head(sitting, rows, first, total, take)
    key = f"{TABLE}_{first}_{total}"
    st.dataframe(
        [_cells(row) for row in rows],
        hide_index=True,
        column_config={"Labellers": _NARROW, "Flagged": _WIDE, "Your own label": _NARROW_TEXT},
        column_order=_COLUMNS if state.QUEUE.get().settled else _COLUMNS[:-1],
        key=key,
        on_select=lambda: _take_chosen(key, rows, first, take),
        selection_mode="single-row",
        alt="What is left to settle, largest disagreements first, those with your own label last",
    )
    st.caption(
        "One line is one transcript on one dimension: the largest disagreements first, those that "
        "you labelled yourself last. Tick a line to open it; click a column's head to sort by it."
    )


def _head(sitting: Sitting, rows: Sequence[Row], first: int, total: int, take: Open) -> None:
    """Draw where the page stands, how to turn it, and a way to open a line by keyboard."""
    begin, pick, back, on = st.columns([2, 4, 1, 1], vertical_alignment="bottom")
    with begin:
        _begin(sitting, first, take)
    key = state.widget("queue_pick", first, total)
    pick.selectbox(
        f"Transcript and dimension, {first + 1} to {first + len(rows)} of {total:,}",
        range(len(rows)),
        index=None,
        placeholder="Open one of them",
        format_func=lambda place: _line(rows[place]),
        key=key,
        on_change=lambda: _take_picked(key, rows, first, take),
    )
    for column, word, start in ((back, "Back", first - PAGE), (on, "More", first + PAGE)):
        column.button(
            word,
            key=state.widget("queue_turn", word),
            disabled=not 0 <= start < total,
            on_click=state.QUEUE_PLACE.set,
            args=(start,),
            width="stretch",
        )


def _begin(sitting: Sitting, first: int, take: Open) -> None:
    """Draw what opens the largest disagreement, from this page on, that the reader may settle.

    What costs them a blind label comes last.
    """
    place = sitting.free(first)
    row = None if place is None else sitting.rows(place, 1)[0]
    st.button(
        NEXT_FREE,
        key=state.widget("queue_begin"),
        type="primary",
        disabled=row is None,
        on_click=take,
        args=() if row is None else (row.disagreement.unit, place),
        width="stretch",
    )


def _take_chosen(key: str, rows: Sequence[Row], first: int, take: Open) -> None:
    _take(state.chosen_row(key), rows, first, take)


def _take_picked(key: str, rows: Sequence[Row], first: int, take: Open) -> None:
    _take(state.picked(key), rows, first, take)


def _take(place: int | None, rows: Sequence[Row], first: int, take: Open) -> None:
    if place is not None:
        take(rows[place].disagreement.unit, first + place)


def _cells(row: Row) -> dict[str, object]:
    transcript, dimension, criterion = row.disagreement.unit
    name = worded(dimension)
    return {
        "Labels": row.apart,
        "Labellers": len(row.disagreement.given),
        "Dimension": name if criterion is None else f"{name}: {criterion}",
        "Transcript": transcript,
        "Flagged": "; ".join(row.reasons),
        "Your own label": "among them" if row.disagreement.own else "",
        "Decided": _decided(row),
    }


def _decided(row: Row) -> str:
    if row.gold is not None:
        return said(row.gold.status, row.gold.level)
    return "flag dismissed" if row.dismissed else ""


def _line(row: Row) -> str:
    transcript, dimension, _ = row.disagreement.unit
    return safe.shown(" · ".join([transcript, worded(dimension), row.apart]))
