"""Charts: dots and bars of kappas, biases and histories; shape and words say what colour says.

Loading the library takes a second: `figures` imports this where the first chart is drawn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from workbench.app.components.statuses import MARKS, STATUSES
from workbench.domain.policy import Trust

Rows = Sequence[Mapping[str, object]]

_BLUE = "#3B8EC8"
"""Between Okabe and Ito's two blues, of which one fades on white and the other on black."""
_RULE = "#8C8C8C"
_ROW = 30
_LEAST = -0.2
"""Where the axis of kappas begins: charts stay comparable unless a figure is below."""
_MARGIN = 10
"""Pixels for the half of the last number that stands beyond the axis."""


def kappa_chart(rows: Rows, bars: Trust, scaled: Rows | None = None) -> Any:
    """Return one line a judge: kappa, interval and bound beside the bars, people and a floor.

    Args:
        rows: As `depicting.marks` gives them.
        bars: The policy's.
        scaled: Rows that have to find room on the same scale; None: these alone.
    """
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    y = _lines("judge", rows)
    colour = alt.Color(
        "status:N", legend=None, scale=_scale([MARKS[one].paint for one in STATUSES])
    )
    shape = alt.Shape("status:N", legend=None, scale=_scale([MARKS[one].shape for one in STATUSES]))
    told = [
        alt.Tooltip("judge:N"),
        alt.Tooltip("status:N"),
        *(alt.Tooltip(f"{name}:Q", format=".2f") for name in ("kappa", "low", "high", "bound")),
        alt.Tooltip("people:Q", format=".2f"),
        alt.Tooltip("n:Q"),
    ]
    x = _x("kappa:Q", scaled or rows, (bars.minimum_lower_bound, bars.minimum_kappa))
    return alt.layer(
        _bars(bars),
        base.mark_rule(strokeWidth=3).encode(x="low:Q", x2="high:Q", y=y, color=colour),
        base.mark_tick(thickness=3, height=16).encode(x="bound:Q", y=y, color=colour),
        _floor(base, y),
        base.mark_point(shape="circle", size=130, filled=False, strokeWidth=2, opacity=1).encode(
            x="people:Q", y=y, color=alt.value(_BLUE)
        ),
        base.mark_point(size=110, filled=True, opacity=1).encode(
            x=x, y=y, color=colour, shape=shape, tooltip=told
        ),
    ).properties(height=alt.Step(_ROW), padding={"right": _MARGIN})


def interval_chart(rows: Rows, across: str, title: str) -> Any:
    """Return values with their intervals around a line at 0.

    Args:
        rows: With `value`, `low`, `high` and the field named by `across`.
        across: What each line is.
        title: Of the axis.
    """
    drawn = [dict(row) for row in rows if row["value"] is not None]
    base = alt.Chart(alt.InlineData(values=drawn))
    y = _lines(across, drawn)
    nothing = alt.Chart(alt.InlineData(values=[{"at": 0.0}]))
    return alt.layer(
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


def _lines(across: str, rows: Rows) -> alt.Y:
    """Return an axis with one line a row, in the order of the rows.

    The order is named: without it, lines whose interval is not defined would go to the end.
    """
    order = [str(row[across]) for row in rows]
    # Flushed, the first and last name would stand beside their lines and not on them.
    axis = alt.Axis(labelLimit=170, labelFlush=False, ticks=False)
    return alt.Y(f"{across}:N", sort=order, title=None, axis=axis)


def _floor(base: Any, y: Any) -> Any:
    """Return the mark of the best floor on the line of every judge."""
    floor = MARKS["floor"]
    return base.mark_point(shape=floor.shape, size=90, filled=True, opacity=1).encode(
        x="floor:Q",
        y=y,
        color=alt.value(floor.paint),
        tooltip=[
            alt.Tooltip("floor_name:N", title="best floor"),
            alt.Tooltip("floor:Q", title="kappa", format=".2f"),
            alt.Tooltip("floor_n:Q", title="n"),
        ],
    )


def _scale(values: Sequence[str]) -> alt.Scale:
    return alt.Scale(domain=list(STATUSES), range=list(values))


def _x(field: str, rows: Rows, bars: Sequence[float]) -> alt.X:
    """Return an axis from -0.2, or lower where a figure is, up to perfect agreement."""
    lows = [row[name] for row in rows for name in ("low", "kappa", "bound", "people", "floor")]
    least = min([_LEAST, *(low for low in lows if isinstance(low, float))])
    ticks = sorted({0.0, 1.0, *bars, *([round(least, 1)] if least < _LEAST else [])})
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
