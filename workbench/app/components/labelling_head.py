"""Above the form: how labels are gathered, how far they are, what is revised."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.app import state
from workbench.app.components import keyboard, safe
from workbench.app.components.desk import desk
from workbench.app.components.going_back import went_back
from workbench.app.components.labelling_dialogs import opens
from workbench.domain.level import Level
from workbench.workflows.depicting import worded
from workbench.workflows.labelling import Progress
from workbench.workflows.opening import opened

_MODE = state.widget("mode")
_WHOLE = "whole transcripts"
_AROUND, _CHARACTER, _WIDEST = 48, 7, 320
"""Pixels: what the box takes around its text, a character of it, and the most it is given."""


def head(labeller: str, progress: Progress) -> DeltaGenerator:
    """Draw one line above the form: what is labelled, how far it is, what the last key did.

    Returns:
        Where to say what is known of the transcript in hand.
    """
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", key=state.widget("head")
    ):
        st.title("Label", anchor=False, width="content")
        _mode()
        _in_full(progress)
        opens("My labels", "mine", keyboard.MINE)
        if _may_see_others(labeller):
            opens("Show other ratings", "others")
        place = st.container(horizontal_alignment="right", gap=None, key=state.widget("said"))
        with place:
            if not went_back(labeller):  # else the bar says it, in the room that this takes
                _report(progress)
    return place


def _report(progress: Progress) -> None:
    """Say what the last key did, and how far it is."""
    if said := state.SAID.get():
        st.text(safe.shown(said))
    if far := _in_short(progress):
        st.caption(far, width="content")


def _may_see_others(labeller: str) -> bool:
    """Whether the policy shows other ratings of what this labeller has just saved."""
    task = state.SUBMITTED.get()
    if task is None or task.labeller != labeller:
        return False
    return opened(state.root()).policy.labelling.reveal == "after_submit"


def _mode() -> None:
    """Let people work through whole transcripts, or one dimension at a time: less halo."""
    dimensions = desk(state.root()).dimensions()
    before = state.MODE.get()
    options = [_WHOLE, *dimensions]
    longest = max(len(_as_option(one)) for one in options)
    st.selectbox(
        "Label",
        options,
        index=options.index(before) if before in options else 0,
        format_func=_as_option,
        key=_MODE,
        on_change=_change_mode,
        label_visibility="collapsed",
        width=min(_AROUND + _CHARACTER * longest, _WIDEST),
    )


def _as_option(name: str) -> str:
    return name if name == _WHOLE else f"only {safe.shown(worded(name))}"


def _change_mode() -> None:
    chosen = state.typed(_MODE)
    state.MODE.set(None if chosen in ("", _WHOLE) else chosen)
    state.leave_form()
    st.rerun()


def _in_short(progress: Progress) -> str:
    """Return the progress in one line; what is zero says nothing and is left out."""
    apart = f" ({progress.mine_apart} kept apart)" if progress.mine_apart else ""
    mine = [
        f"{progress.mine_done} done{apart}" if progress.mine_done else "",
        f"up to {progress.mine_left} left" if progress.mine_left else "",
        _estimate(progress),
    ]
    own = ", ".join(filter(None, mine))
    counted = safe.escaped(_subject())
    team = f"{progress.team_done} of {progress.team_needed} readings" if progress.team_done else ""
    return " · ".join(filter(None, (own and f"{counted}: {own}", team and f"Team: {team}")))


def _subject() -> str:
    """Return what is counted: another choice beside the title counts something else."""
    mode = state.MODE.get()
    name = _WHOLE if mode is None else worded(mode)
    return name[:1].upper() + name[1:]


def _explained(progress: Progress) -> str:
    """Return what the line counts, in sentences."""
    said = [
        f"{_subject()}: what is done, left and timed is counted for this choice alone. Your other "
        "labels are kept."
    ]
    if progress.mine_left:
        said.append(
            f"Up to {_counted(progress.mine_left)} left for you: others may take some of them."
        )
    if progress.mine_apart:
        said.append(
            f"Kept apart: {progress.mine_apart} of the {progress.mine_done} that you have done. "
            "You had seen what others gave, so these do not count for trust."
        )
    if progress.team_needed:
        people = "1 person" if progress.overlap == 1 else f"{progress.overlap} people"
        said.append(
            f"A reading is one transcript labelled by one person. {progress.team_needed} are "
            f"wanted ({_counted(progress.team_needed // progress.overlap)}, {people} each), "
            f"{progress.team_done} are done."
        )
    return " ".join(said)


def _counted(transcripts: int) -> str:
    return "1 transcript" if transcripts == 1 else f"{transcripts} transcripts"


def _estimate(progress: Progress) -> str:
    """Return what is left as time; from others' time or from too few of one's own it is not."""
    minutes = progress.minutes_left if progress.mine_left else None
    return "" if minutes is None else f"about {_duration(minutes)}"


def _in_full(progress: Progress) -> None:
    """Draw what an estimate rests on and which levels are rare."""
    fold = st.popover("Progress", key=state.widget("progress"), on_change="rerun")
    if not fold.open:
        return
    with fold:
        each = progress.seconds_each
        if each is None:
            st.text(
                "No estimate yet: it is made from your own time alone, once you have labelled "
                f"{_more(progress.untimed)} here."
            )
        else:
            st.text(
                "Half of the transcripts that you labelled here took you less than "
                f"{_duration(each / 60)}; the time that is left for you is told from that."
            )
        if explained := _explained(progress):
            st.text(explained)
        if progress.rare:
            st.text(
                "Levels that you have given least often. Where a level is rare, agreement on it "
                "is uncertain. Do not change what you give for that."
            )
            safe.text("\n".join(_given(*one) for one in progress.rare))


def _given(dimension: str, level: Level, times: int) -> str:
    return f"{worded(dimension)}, level {level}: {'once' if times == 1 else f'{times} times'}"


def _more(transcripts: int) -> str:
    return "1 more transcript" if transcripts == 1 else f"{transcripts} more transcripts"


def _duration(minutes: float) -> str:
    """Return a time as people say it."""
    if minutes < 1:
        return f"{max(round(minutes * 60), 1)} s"
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"
