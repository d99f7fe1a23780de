"""The confusion matrix: every square is its figure in words, and opens its transcripts."""

import streamlit as st

from workbench.app import state
from workbench.app.components import figures, safe
from workbench.app.components.behind import choose
from workbench.calibration.summary import Agreement
from workbench.workflows.detailing import Square, level_rows, matrix
from workbench.workflows.inspecting import Depth

_ICONS = {"agree": ":material/check:", "severe": ":material/warning:", "apart": None}
_WORDS = {
    "agree": "people and judge agree",
    "severe": "severe: the judge passes what people put at the bottom",
    "apart": "people and judge part",
}


def confusion_matrix(one: Agreement, depth: Depth) -> None:
    """Draw people's levels down, the judge's across, and the bias level by level beside them."""
    squares, bias = st.columns([3, 2], gap="large")
    with squares:
        _squares(one, depth)
    with bias:
        _level_bias(depth)


def _squares(one: Agreement, depth: Depth) -> None:
    levels = [safe.escaped(level) for level in depth.rubric.scale_levels]
    st.subheader("People down, the judge across", anchor=False)
    head = st.columns(len(levels) + 1)
    for place, level in enumerate(levels, 1):
        head[place].markdown(f"judge **{level}**")
    for level, row in zip(levels, matrix(one, depth), strict=True):
        line = st.columns(len(levels) + 1, vertical_alignment="center")
        line[0].markdown(f"people **{level}**")
        for place, square in enumerate(row, 1):
            with line[place]:
                _square(square)
    st.caption(
        f"n={one.units} transcripts, each counting 1 and shared among its labels: where people "
        "differ, each label is a fraction of it, one of two labels half of it. All squares "
        "together make n. :material/check: agreement, :material/warning: severe miss. A square "
        "opens its transcripts; a transcript that counts in two squares is listed under both."
    )


def _square(square: Square) -> None:
    st.button(
        square.weight,
        key=state.widget("square", *square.key[1:]),
        icon=_ICONS[square.kind],
        type="primary" if state.BEHIND.get() == square.key else "secondary",
        disabled=not square.transcripts,
        help=f"{_WORDS[square.kind]}; {square.counted}",
        on_click=choose,
        args=(square.key,),
        width="stretch",
    )


def _level_bias(depth: Depth) -> None:
    st.subheader("Bias, level by level", anchor=False)
    if depth.rubric.scale == "nominal":
        st.text("The levels have no order: there is no lenient or severe.")
        return
    rows = level_rows(depth)
    words = [f"level {row['level']}: {row['bias']} (n={row['n']})" for row in rows]
    # Each line says which row of the squares it is of: the two are not as high.
    rows = [{**row, "people": f"people {row['level']}"} for row in rows]
    figures.intervals(
        rows, "people", "levels above people", "; ".join(words), state.widget("level_bias")
    )
    for line in words:
        safe.text(line)
    st.caption(
        "Above 0 the judge is lenient on what people gave that level. At the ends of the scale it "
        "can only err inwards."
    )
