"""Retrieval: whether the evidence that an answer needs was found, and was passed on."""

from collections.abc import Sequence
from typing import Any, Literal

from workbench.domain.expectation import RetrievalExpectation
from workbench.domain.outcome import Stage
from workbench.domain.run import RetrievalFigures
from workbench.domain.transcript import Transcript
from workbench.scoring.checks import Look, Miss, NotApplicableError, UncheckableError
from workbench.scoring.reading import Reading

_ID_KEYS = ("id", "document_id", "doc_id", "chunk_id", "source", "url")
MINIMA = ("recall", "precision", "hit_rate", "reciprocal_rank")
_FOUND = frozenset({"recall", "hit_rate"})
"""What falls short for want of evidence; the others also where evidence is there, and not first."""


def figures(wanted: RetrievalExpectation, transcript: Transcript) -> RetrievalFigures | None:
    """Return how well retrieval did; None where it was not required.

    Duplicates count once, at their first rank. Required and nothing retrieved is 0 throughout.

    Raises:
        UncheckableError: No retrieval was recorded, or an item has no id.
    """
    expected = {str(one) for one in wanted.expected}
    if not expected:
        return None
    found = retrieved(wanted, transcript)
    ranks = [rank for rank, one in enumerate(found, start=1) if one in expected]
    return RetrievalFigures(
        on=wanted.on,
        at=len(found),
        recall=len(ranks) / len(expected),
        precision=len(ranks) / len(found) if found else 0.0,
        hit_rate=1.0 if ranks else 0.0,
        reciprocal_rank=1 / ranks[0] if ranks else 0.0,
    )


def retrieved(wanted: RetrievalExpectation, transcript: Transcript) -> list[str]:
    """Return the ids that were read, best first, each once.

    Raises:
        UncheckableError: No retrieval was recorded, or an item has no id.
    """
    if transcript.retrieval is None:
        raise UncheckableError("no retrieval was recorded, so it cannot be checked")
    items: Sequence[Any] = getattr(transcript.retrieval, wanted.on)
    distinct = list(dict.fromkeys(_id_of(item) for item in items))
    return distinct[: wanted.at]


def _id_of(item: Any) -> str:
    if isinstance(item, str | int) and not isinstance(item, bool):
        return str(item)
    if isinstance(item, dict):
        for key in _ID_KEYS:
            if isinstance(item.get(key), str | int):
                return str(item[key])
    raise UncheckableError(f"a retrieved item has no id, in any of {', '.join(_ID_KEYS)}")


def retrieval_look(wanted: RetrievalExpectation) -> Look:
    """Return the look for the evidence; without a minimum all of it must be there."""
    minima = {name: getattr(wanted, f"min_{name}") for name in MINIMA}
    if all(least is None for least in minima.values()):
        minima["recall"] = 1.0

    def look(reading: Reading) -> Miss | None:
        found = figures(wanted, reading.transcript)
        if found is None:
            raise NotApplicableError("retrieval is not required of this case")
        short = [
            (name, least, getattr(found, name))
            for name, least in minima.items()
            if least is not None and getattr(found, name) < least
        ]
        if not short:
            return None
        return _short(wanted, reading.transcript, short)

    return look


def _short(
    wanted: RetrievalExpectation, transcript: Transcript, short: list[tuple[str, float, float]]
) -> Miss:
    read = retrieved(wanted, transcript)
    lacking = [str(one) for one in wanted.expected if str(one) not in read]
    cut = f"@{wanted.at}" if wanted.at else ""
    expected = ", ".join(f"{name}{cut} of at least {least:g}" for name, least, _ in short)
    got = ", ".join(f"{name} {value:.3g}" for name, _, value in short)
    without = f" (not there: {', '.join(dict.fromkeys(lacking))})" if lacking else ""
    misses = not _FOUND.isdisjoint(name for name, _, _ in short) or len(lacking) == len(
        wanted.expected
    )
    stage = _stage(wanted, transcript, lacking) if misses else "evidence_ranked_low"
    return Miss(expected, f"{got}{without}", where=wanted.on, stage=stage)


def _stage(wanted: RetrievalExpectation, transcript: Transcript, lacking: list[str]) -> Stage:
    """Say whether what is lacking was not found, not passed on, or is there and ranked low."""
    if all(one in _all_of(wanted, transcript, wanted.on) for one in lacking):
        return "evidence_ranked_low"
    if wanted.on == "candidates":
        return "evidence_not_retrieved"
    found = _all_of(wanted, transcript, "candidates")
    passed_over = any(one in found for one in lacking)
    return "evidence_not_passed_on" if passed_over else "evidence_not_retrieved"


def _all_of(
    wanted: RetrievalExpectation, transcript: Transcript, on: Literal["candidates", "context"]
) -> list[str]:
    return retrieved(wanted.changed(on=on, at=None), transcript)
