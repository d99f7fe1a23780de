"""Statuses: each as its word with a sign and a colour, the same in badges and in charts."""

from dataclasses import dataclass
from typing import Final

import streamlit as st


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """How a status is drawn: the sign beside its word, and the same shape as a point of a chart.

    Attributes:
        sign: A character that no font draws as a coloured picture.
        shape: Its name among the points of charts.
        colour: Of the badge.
        paint: Of the point: the same hue, as strong on light as on dark.
    """

    sign: str
    shape: str
    colour: str
    paint: str


MARKS: Final = {
    "trusted": Mark(sign="●", shape="circle", colour="green", paint="#009E73"),
    "stale": Mark(sign="◆", shape="diamond", colour="violet", paint="#9B72D9"),
    "insufficient": Mark(sign="▲", shape="triangle-up", colour="orange", paint="#E69F00"),
    "untrusted": Mark(sign="■", shape="square", colour="red", paint="#D55E00"),
    "floor": Mark(sign="✚", shape="cross", colour="gray", paint="#8C8C8C"),
    "refused": Mark(sign="✖", shape="cross", colour="red", paint="#D55E00"),
}
"""Sign and colour of every status; its word always stands beside them. The paints are Okabe and
Ito's where their palette has the hue of the badge."""
STATUSES: Final = {
    "trusted": "certify showed on the test side that it may be believed",
    "stale": "certified once, and something it rests on has changed since",
    "insufficient": "too little evidence yet, or certify has not read the test side yet",
    "untrusted": "people and judge part too far; no number of labels mends it",
    "floor": "no judge: a rule without a model, which any judge has to beat",
}
"""What every status that a judge can have means."""


def badge(status: str) -> None:
    """Draw a status as its sign and its word."""
    mark = MARKS[status]
    st.badge(f"{mark.sign} {status}", color=mark.colour)  # type: ignore[arg-type]


def meanings() -> None:
    """Say what every status means, one a line."""
    for status, meaning in STATUSES.items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            badge(status)
            st.markdown(meaning, width="content")
