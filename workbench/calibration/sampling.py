"""Which transcripts to label next: at random within strata, so that the sample stays one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.calibration.splits import lot


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A transcript that people could label on one dimension."""

    transcript: str
    case: str
    stratum: str
    answers: int = 0
    """How many people have labelled it."""


def next_to_label(
    dimension: str, candidates: Sequence[Candidate], *, overlap: int
) -> list[Candidate]:
    """Return candidates in the order in which they are to be labelled.

    First those that nobody labelled, a case that has no label yet before a second transcript of
    one that has: agreement counts cases. Then those that fewer than `overlap` people labelled.
    Every beginning of the order holds the strata in proportion. Inside a stratum the order is
    that of the digests of dimension and transcript: nobody can choose it, it is the same on every
    machine, and labelling the first ones leaves the rest in their order.

    Args:
        dimension: Part of every digest.
        candidates: Labelled ones too, since they say which cases have a label.
        overlap: How many people are to label each transcript.
    """
    turns: dict[int, list[Candidate]] = defaultdict(list)
    taken = Counter(one.case for one in candidates if one.answers)
    for one in _by_lot(dimension, (one for one in candidates if not one.answers)):
        turns[taken[one.case]].append(one)
        taken[one.case] += 1
    short = _by_lot(dimension, (one for one in candidates if 0 < one.answers < overlap))
    return [one for turn in (*(turns[n] for n in sorted(turns)), short) for one in _mixed(turn)]


def _by_lot(dimension: str, candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda one: lot(dimension, one.transcript))


def _mixed(ordered: Sequence[Candidate]) -> list[Candidate]:
    """Mix the strata in proportion; each keeps its own order."""
    size, passed = Counter(one.stratum for one in ordered), Counter[str]()
    place: dict[str, float] = {}
    for one in ordered:
        place[one.transcript] = (passed[one.stratum] + 0.5) / size[one.stratum]
        passed[one.stratum] += 1
    return sorted(ordered, key=lambda one: place[one.transcript])
