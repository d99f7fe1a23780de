"""Figures: charts with the same in words, and how they are read."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from workbench.app.components.statuses import STATUSES, badge, meanings
from workbench.domain.policy import Trust

Rows = Sequence[Mapping[str, object]]

_READING: Final = (
    "**Point**: kappa; shape and colour say the status, as the badges do. **Line**: its 95 % "
    "interval. **Upright tick**: its lower bound at 0.05/k, where k counts the variants shown so "
    "far.",
    "**Open ring**: what people reach among themselves on the same transcripts.",
    "**✚ on the line of a judge**: the best floor there. Each floor has a line of its own too.",
    "**Dashed**: the bars, kappa {kappa:.2f} and lower bound {bound:.2f}.",
    "**Test side**: the claim of a judge that is trusted or stale is what certify showed on other "
    "labels. Its numbers are not those beside it, nor those of the chart.",
)


def legend(bars: Trust, key: str) -> None:
    """Draw the sign of every status in one line, and behind a button how charts are read.

    Args:
        bars: The policy's.
        key: Of the button.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for status in STATUSES:
            badge(status)
        button = st.popover("How to read this", icon=":material/legend_toggle:", key=key)
    with button, st.container(gap="xsmall"):
        for words in _READING:
            st.markdown(
                words.format(kappa=bars.minimum_kappa, bound=bars.minimum_lower_bound),
            )
        meanings()


def kappas(
    rows: Rows, bars: Trust, alternative: str, key: str, *, scaled: Rows | None = None
) -> None:
    """Draw one line a judge: kappa, interval and bound beside the bars, people and a floor.

    Args:
        rows: As `depicting.marks` gives them.
        bars: The policy's.
        alternative: The same in words.
        key: Of the element.
        scaled: Rows that have to find room on the same scale; None: these alone.
    """
    # Loading the library takes a second: the page says before it what is being worked out.
    from workbench.app.components.charts import kappa_chart

    chart = kappa_chart(rows, bars, scaled)
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
    from workbench.app.components.charts import interval_chart

    chart = interval_chart(rows, across, title)
    st.altair_chart(chart, width="stretch", key=key, alt=alternative)
