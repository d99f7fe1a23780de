"""Testimony: what labellers and flags say of one unit, without what would sway its adjudicator."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from workbench.domain.digest import digest
from workbench.domain.disagreement import Disagreement
from workbench.domain.flag import Flag
from workbench.domain.gold import GoldKey
from workbench.domain.transcript import Transcript
from workbench.store.disagreements import Given

_EXCERPT = 120
_BY_JUDGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no_majority": "panel {judge} found no majority",
        "disagreement": "the members of panel {judge} differ",
        "contradiction": "a check and the verdict of judge {judge} contradict each other",
        "flagged": "judge {judge} asks for a look",
    }
)
"""How a flag that judges raised is told: where it comes from, never what they gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A turn that a label points at, and how it begins."""

    turn: int
    role: str | None
    """None, as the excerpt, where the conversation has no such turn here."""
    excerpt: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Testimony:
    """One label beside the others."""

    name: str
    """`label 2` where names are hidden: a letter could be taken for the name of a labeller."""
    status: str
    level: str | None
    note: str | None
    cited: tuple[Cited, ...]
    own: bool
    """Whether it is the reader's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """Why a unit was flagged."""

    sentence: str
    note: str | None
    """None where it would tell what judges gave before people have settled the unit."""
    whole: bool
    """Whether it is about the transcript as a whole."""


def testimonies(
    labels: Iterable[Given],
    transcript: Transcript | None,
    unit: GoldKey,
    *,
    reader: str,
    hidden: bool,
) -> tuple[Testimony, ...]:
    """Return the labels of one unit side by side.

    Hidden names become numbers in an order of the unit's own: 1 of one unit is not 1 of the next.
    """
    ordered = list(labels)
    if hidden:
        ordered.sort(key=lambda one: digest([*unit, one.labeller]))
    return tuple(
        Testimony(
            name=f"label {number}" if hidden else one.labeller,
            status=one.status,
            level=one.level,
            note=one.note,
            cited=tuple(_cited(transcript, turn) for turn in one.evidence),
            own=one.labeller == reader,
        )
        for number, one in enumerate(ordered, 1)
    )


def raised(flags: Iterable[Flag], *, settled: bool, hidden: bool) -> tuple[Raised, ...]:
    """Return why a unit was flagged, each reason once; judges' notes only once it is settled."""
    found = {
        Raised(
            sentence=_sentence(flag, hidden=hidden),
            note=flag.note if settled or flag.labeller is not None else None,
            whole=flag.dimension is None,
        ): None
        for flag in flags
    }
    return tuple(found)


def sentences(flags: Iterable[Flag], *, hidden: bool) -> tuple[str, ...]:
    """Return where the flags of a unit come from, each once."""
    return tuple(dict.fromkeys(_sentence(flag, hidden=hidden) for flag in flags))


def apart(disagreement: Disagreement, *, nominal: bool) -> str:
    """Say how far the labels of a unit lie apart."""
    words = []
    if disagreement.spread and nominal:
        words.append(f"{disagreement.spread + 1} different levels")
    elif disagreement.spread:
        words.append(f"{disagreement.spread} level{'s' * (disagreement.spread > 1)} apart")
    if disagreement.mixed:
        words.append("a level against not applicable")
    if words:
        return ", ".join(words)
    return {0: "no label yet", 1: "one label"}.get(len(disagreement.given), "all agree")


def _sentence(flag: Flag, *, hidden: bool) -> str:
    if flag.labeller is not None:
        return f"{'a labeller' if hidden else flag.labeller} asks for a look"
    return _BY_JUDGES[flag.reason].format(judge=flag.judge or "(unnamed)")


def _cited(transcript: Transcript | None, turn: int) -> Cited:
    if transcript is None or turn >= len(transcript.turns):
        return Cited(turn=turn, role=None, excerpt=None)
    said = transcript.turns[turn]
    text = said.content or ", ".join(f"calls {call.name}" for call in said.tool_calls)
    cut = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}..."
    return Cited(turn=turn, role=said.role, excerpt=cut)
