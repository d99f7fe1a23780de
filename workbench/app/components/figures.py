"""Figures: dots and bars of kappas, biases and histories; shape and words say what colour says."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import altair as alt
import streamlit as st

from workbench.app.components.statuses import STATUSES
from workbench.domain.policy import Trust

Rows = Sequence[Mapping[str, object]]

_COLOURS = ("#009E73", "#CC79A7", "#E69F00", "#D55E00", "#8C8C8C")
"""Okabe and Ito's palette, in the order of the statuses; readable on light and on dark."""
_SHAPES = ("circle", "diamond", "triangle-up", "square", "cross")
_BLUE = "#3B8EC8"
"""Between the palette's two blues, of which one fades on white and the other on black."""
_RULE = "#8C8C8C"
_ROW = 30
_LEGEND = (
    "Dots are kappa and lines its 95 % interval; the upright tick is its lower bound at 0.05/k, "
    "where k counts the variants shown so far. Dashed: the bars, kappa {kappa:.2f} and bound "
    "{bound:.2f}. The open ring is what people reach among themselves on the same transcripts."
)
_SIGNS: Final = {
    "trusted": ":material/circle:",
    "stale": ":material/diamond:",
    "insufficient": ":material/change_history:",
    "untrusted": ":material/square:",
    "floor": ":material/close:",
}


def legend(bars: Trust) -> None:
    """Say once how to read the charts of kappas."""
    st.caption(_LEGEND.format(kappa=bars.minimum_kappa, bound=bars.minimum_lower_bound))
    st.caption(
        " · ".join(f"{sign} **{status}**: {STATUSES[status]}" for status, sign in _SIGNS.items())
    )


def kappas(rows: Rows, bars: Trust, alternative: str, key: str) -> None:
    """Draw one line a judge: kappa, interval and bound beside the bars and people.

    Args:
        rows: As `depicting.marks` gives them.
        bars: The policy's.
        alternative: The same in words.
        key: Of the element.
    """
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    y = alt.Y("judge:N", sort=None, title=None, axis=alt.Axis(labelLimit=170, ticks=False))
    colour = alt.Color("status:N", legend=None, scale=_scale(_COLOURS))
    shape = alt.Shape("status:N", legend=None, scale=_scale(_SHAPES))
    told = [
        alt.Tooltip("judge:N"),
        alt.Tooltip("status:N"),
        *(alt.Tooltip(f"{name}:Q", format=".2f") for name in ("kappa", "low", "high", "bound")),
        alt.Tooltip("people:Q", format=".2f"),
        alt.Tooltip("n:Q"),
    ]
    x = _x("kappa:Q", rows, (bars.minimum_lower_bound, bars.minimum_kappa))
    chart = alt.layer(
        _bars(bars),
        base.mark_rule(strokeWidth=3).encode(x="low:Q", x2="high:Q", y=y, color=colour),
        base.mark_tick(thickness=3, height=16).encode(x="bound:Q", y=y, color=colour),
        base.mark_point(shape="circle", size=130, filled=False, strokeWidth=2, opacity=1).encode(
            x="people:Q", y=y, color=alt.value(_BLUE)
        ),
        base.mark_point(size=110, filled=True, opacity=1).encode(
            x=x, y=y, color=colour, shape=shape, tooltip=told
        ),
    ).properties(height=alt.Step(_ROW))
    st.altair_chart(chart, width="stretch", key=key, alt=alternative)


def intervals(rows: Rows, across: str, title: str, alternative: str, key: str) -> None:
    """Draw values with their intervals around a line at 0.

    Args:
        rows: With `value`, `low`, `high` and the field named by `across`.
        across: What each line is.
        title: Of the axis.
        alternative: The same in words.
        key: Of the element.
    """
    drawn = [dict(row) for row in rows if row["value"] is not None]
    base = alt.Chart(alt.InlineData(values=drawn))
    y = alt.Y(f"{across}:N", sort=None, title=None, axis=alt.Axis(labelLimit=170, ticks=False))
    nothing = alt.Chart(alt.InlineData(values=[{"at": 0.0}]))
    chart = alt.layer(
        nothing.mark_rule(strokeDash=[4, 3], color=_RULE).encode(x="at:Q"),
        base.mark_rule(strokeWidth=3, color=_BLUE).encode(x="low:Q", x2="high:Q", y=y),
        base.mark_point(size=110, filled=True, opacity=1, color=_BLUE).encode(
            x=alt.X("value:Q", title=title, scale=alt.Scale(zero=True, padding=12)),
            y=y,
            tooltip=[
                alt.Tooltip(f"{across}:N"),
                *(alt.Tooltip(f"{name}:Q", format=".2f") for name in ("value", "low", "high")),
                alt.Tooltip("n:Q"),
            ],
        ),
    ).properties(height=alt.Step(_ROW))
    st.altair_chart(chart, width="stretch", key=key, alt=alternative)


def _scale(values: Sequence[str]) -> alt.Scale:
    return alt.Scale(domain=list(STATUSES), range=list(values))


def _x(field: str, rows: Rows, bars: Sequence[float]) -> alt.X:
    """Return an axis from 0, or lower where a figure is, up to perfect agreement."""
    lows = [row[name] for row in rows for name in ("low", "kappa", "bound", "people")]
    least = min([0.0, *(low for low in lows if isinstance(low, float))])
    ticks = sorted({0.0, 1.0, *bars, *([round(least, 1)] if least < -0.2 else [])})
    return alt.X(
        field,
        title="kappa",
        scale=alt.Scale(domain=[least, 1.0]),
        axis=alt.Axis(values=ticks, format=".1f", grid=False, labelOverlap=False),
    )


def _bars(bars: Trust) -> Any:
    places = [{"at": bars.minimum_lower_bound}, {"at": bars.minimum_kappa}]
    base = alt.Chart(alt.InlineData(values=places))
    return base.mark_rule(strokeDash=[4, 3], color=_RULE).encode(x="at:Q")
