"""Tables: rows whose cells may hold foreign text, under a head of ours."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import streamlit as st

from workbench.app.components import safe

_WHOLE: Final = 30
"""Rows up to which a table is drawn whole; a longer one scrolls."""


def table(head: str, rows: Sequence[Mapping[str, str | int]], key: str) -> None:
    """Draw rows by the heads of their columns; nothing where there are none."""
    if rows:
        st.markdown(f"**{head}**")
        cells = [{name: _cell(value) for name, value in row.items()} for row in rows]
        height: Literal["content", "auto"] = "content" if len(rows) <= _WHOLE else "auto"
        st.dataframe(cells, hide_index=True, height=height, key=key)


def _cell(value: str | int) -> str | int:
    return safe.shown(value) if isinstance(value, str) else value
