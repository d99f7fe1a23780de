"""Session state: what one browser tab remembers, by typed name; nobody else touches the store.

Durable values live under `d_`, widgets under `w_`: a widget's value vanishes when it is not drawn.
"""

import sys
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Generic, TypeVar

import streamlit as st

from workbench.domain.disagreement import Wanted
from workbench.domain.draft import Answer, Draft
from workbench.domain.gold import GoldKey, GoldStatus
from workbench.domain.level import Level
from workbench.domain.look import Split
from workbench.workflows.bundling import JudgeBundle
from workbench.workflows.calibrating import Calibration
from workbench.workflows.detailing import Key
from workbench.workflows.estimating import Estimate
from workbench.workflows.handing_over import Unseen
from workbench.workflows.inspecting import Cell, Depth
from workbench.workflows.labelling import Task
from workbench.workflows.parting import Parting
from workbench.workflows.prospect import Prospect
from workbench.workflows.redrafting import Compared, Trial
from workbench.workflows.revising import Edit, Preview
from workbench.workflows.surveying import Survey
from workbench.workflows.tabulating import LabelFiles

Value = TypeVar("Value")


class Slot(Generic[Value]):
    """One durable value of a tab; reading it before it was set gives the default."""

    def __init__(self, name: str, default: Value) -> None:
        self._key = f"d_{name}"
        self._default = default

    def get(self) -> Value:
        """Return the value."""
        value: Value = st.session_state.get(self._key, self._default)
        return value

    def set(self, value: Value) -> None:
        """Remember a value."""
        st.session_state[self._key] = value

    def clear(self) -> None:
        """Forget the value."""
        st.session_state.pop(self._key, None)


LABELLER: Slot[str | None] = Slot("labeller", None)
"""Who sits at this tab."""
SEATED: Slot[str | None] = Slot("seated", None)
"""For whom the labelling page was drawn last."""
MODE: Slot[str | None] = Slot("mode", None)
"""The dimension that is worked through the queue; None labels whole transcripts."""
DRAFT: Slot[Draft | None] = Slot("draft", None)
"""The form on the screen, as it was last kept."""
EARLIER: Slot[bool] = Slot("earlier", False)
"""Whether the form on the screen came with answers that were not saved."""
SHOWN: Slot[datetime | None] = Slot("shown", None)
"""When the form last changed under the labeller's hands."""
OPENED: Slot[tuple[str, str] | None] = Slot("opened", None)
"""Labeller and transcript that they went back to by choice."""
WAS: Slot[tuple[tuple[str, int], ...]] = Slot("was", ())
"""The transcripts that they left to go back, each with its repeat; the last one comes next."""
SUBMITTED: Slot[Task | None] = Slot("submitted", None)
"""What was saved last."""
PASSED: Slot[str] = Slot("passed", "")
"""What was done since the last save that Undo does not take back, as in "skip t1"."""
SAID: Slot[str] = Slot("said", "")
"""What came of the last key, in words."""
TROUBLE: Slot[str] = Slot("trouble", "")
"""Why the last key did not do what it should."""
OVER: Slot[tuple[str, Answer] | None] = Slot("over", None)
"""The dimension to which the last key gave an answer over another, and that other."""
REFUSED: Slot[tuple[str, int] | None] = Slot("refused", None)
"""What the key of a field begins with whose text was refused, and which refusal it was."""
MOVES: Slot[int] = Slot("moves", 0)
"""How often the cursor was put on a turn."""
DRAWS: Slot[int] = Slot("draws", 0)
"""How often something was drawn that the browser waits for."""
WORDS: Slot[str] = Slot("words", "")
"""What is searched for in the transcript."""
MATCH: Slot[int] = Slot("match", 0)
"""Which putting of the cursor brought the words last into view."""
HISTORY: Slot[int] = Slot("history", 0)
"""Which page of their own history the labeller looks at."""
ASKED: Slot[str] = Slot("asked", "")
"""Which dialog of the labelling page is open."""

QUEUE: Slot[Wanted] = Slot("queue", Wanted())
"""Which units adjudication asks for."""
QUEUE_PLACE: Slot[int] = Slot("queue_place", 0)
"""Where in that queue the unit in hand stands, or the list begins."""
IN_HAND: Slot[tuple[GoldKey, str] | None] = Slot("in_hand", None)
"""The unit that is being adjudicated, and by whom; None shows the list."""
IN_HAND_SHOWN: Slot[tuple[GoldKey, str] | None] = Slot("in_hand_shown", None)
"""The unit whose labels were last shown, and to whom: that it was is on the record."""
IN_HAND_TURN: Slot[int | None] = Slot("in_hand_turn", None)
"""The turn under the cursor in the transcript that is being adjudicated; None: the first cited."""
CHOICE: Slot[tuple[str, GoldStatus, Level | None] | None] = Slot("choice", None)
"""The answer that is chosen in the form of a decision and not recorded yet, and in which form."""
DECIDED: Slot[tuple[GoldKey, str] | None] = Slot("decided", None)
"""The unit that was decided on last, and what is said of it."""

TO_BE_SEEN: Slot[tuple[str, Unseen] | None] = Slot("to_be_seen", None)
"""Who asked for labels as files, and of how many transcripts they have not seen others' yet."""
LEFT_CLOSED: Slot[bool] = Slot("left_closed", default=False)
"""Whether they have said of the files on the page to leave out what they have still to label."""
LABEL_FILES: Slot[tuple[LabelFiles, datetime] | None] = Slot("label_files", None)
"""Labels as files, and when they were prepared."""
JUDGE_BUNDLE: Slot[tuple[JudgeBundle, datetime] | None] = Slot("judge_bundle", None)
"""Trusted judges as an archive, and when it was prepared."""

SPLIT: Slot[Split] = Slot("split", "development")
"""Which labels the trust table is of."""
FIRST: Slot[tuple[str, ...]] = Slot("first", ())
"""Dimensions whose first look was asked for although their labels are few."""
SURVEY: Slot[Survey | None] = Slot("survey", None)
"""The trust table as it was last measured."""
CELL: Slot[Cell | None] = Slot("cell", None)
"""The cell of the trust table that is open."""
DEPTH: Slot[tuple[Survey, Cell, Depth] | None] = Slot("depth", None)
"""What is behind a cell, and the trust table that it was opened from."""
BEHIND: Slot[Key | None] = Slot("behind", None)
"""Which of its transcripts are listed."""
AT: Slot[tuple[str, int]] = Slot("at", ("", 0))
"""The transcript read there, and the turn under the cursor."""
BYSTANDER: Slot[bool] = Slot("bystander", default=False)
"""Whether somebody without a name has said that they label none of these transcripts."""
ARRIVAL: Slot[tuple[str, str] | None] = Slot("arrival", None)
"""The key of what was opened last and is to be seen, and when that was."""

EDITS: Slot[Mapping[str, Edit]] = Slot("edits", MappingProxyType({}))
"""Changes of rubrics that are not saved yet, by dimension."""
EDITION: Slot[int] = Slot("edition", 0)
"""How often the fields of a rubric were filled anew; part of their keys."""
SAVED: Slot[tuple[str, str] | None] = Slot("saved", None)
"""What the last save of a rubric did, and what comes next."""
CASE: Slot[tuple[str, str, str | None] | None] = Slot("case", None)
"""The case that is read beside a rubric: dimension, transcript, and a judge or none."""
READ: Slot[int] = Slot("read", 0)
"""The turn under the cursor of that case."""
COSTED: Slot[tuple[Trial, tuple[Estimate, ...]] | None] = Slot("costed", None)
"""What asking with a draft would take, and with which."""
COMPARED: Slot[tuple[Trial, Compared] | None] = Slot("compared", None)
"""Old text against new, and which."""
PROSPECT: Slot[Prospect | None] = Slot("prospect", None)
"""What certify would read, and what stands certified."""
PARTED: Slot[tuple[object, str, str | None, Parting | None] | None] = Slot("parted", None)
"""Where raters part on a dimension beside a judge, and what the files were when that was found."""
PREVIEWED: Slot[tuple[object, Edit, Preview] | None] = Slot("previewed", None)
"""What saving a change comes to, and what the files were when that was found."""
CERTIFIED: Slot[Calibration | None] = Slot("certified", None)
"""What the last opening of the test side gave."""

RUN_AWAITED: Slot[bool] = Slot("run_awaited", default=False)
"""Whether a run was begun at this tab that it has not opened yet."""
RUN_READ: Slot[tuple[str, int]] = Slot("run_read", ("", 0))
"""The run and case that is read, and the turn under the cursor."""


def root() -> Path:
    """Return the workspace that the app was started on: the first argument, else this folder."""
    return Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()


def leave_form() -> None:
    """Let go of the labelling form on the screen, and of what was said about it."""
    for slot in (DRAFT, OPENED, WAS, SHOWN, WORDS, SAID, TROUBLE, OVER, REFUSED, ASKED):
        slot.clear()


def widget(name: str, *parts: object) -> str:
    """Return the key of a widget: its name and what it belongs to."""
    return "_".join(("w", name, *map(str, parts)))


def toggle(keys: Iterable[str]) -> None:
    """Open what these widgets fold; close it where all of it stands open."""
    folds = tuple(keys)
    opens = not all(st.session_state.get(key) for key in folds)
    for key in folds:
        st.session_state[key] = opens


def unfold(keys: Iterable[str]) -> None:
    """Open what these widgets fold, from a callback."""
    for key in keys:
        st.session_state[key] = True


def is_drawn(key: str) -> bool:
    """Whether a widget stands on the page."""
    return key in st.session_state


def typed(key: str) -> str:
    """Return the text that stands in a field; empty where it is not drawn."""
    return str(st.session_state.get(key) or "")


def chosen_row(key: str) -> int | None:
    """Return the row that was chosen in a table; None where none is."""
    rows = st.session_state[key].selection.rows
    return int(rows[0]) if rows else None


def picked(key: str) -> int | None:
    """Return the place of the option that was picked; None where none is."""
    place = st.session_state[key]
    return None if place is None else int(place)


def choose(key: str, option: str | int) -> None:
    """Have a selectbox that is drawn after this show an option of its own."""
    st.session_state[key] = option


def choose_all(key: str, options: Iterable[str]) -> None:
    """Have a field in which several may be chosen show these, from a callback."""
    st.session_state[key] = list(options)


def empty(key: str) -> None:
    """Take the text out of a field, from a callback."""
    st.session_state[key] = ""
