"""Floors: disclosed baselines without an LLM, what any real judge has to beat.

A floor learns from people's labels of the development side. What it then says of a transcript
never rests on the labels of that transcript's own case: on the cases it learnt from it is
cross-fitted.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from workbench.calibration.evidence import Evidence, Indexes
from workbench.calibration.splits import lot
from workbench.calibration.tables import Bools, Floats, Levels
from workbench.domain.judge import Baseline
from workbench.domain.transcript import ToolCall, Transcript
from workbench.errors import JudgeError

FOLDS = 5
FEWEST = 10
"""Labelled cases that a floor takes: two for every fold."""

DESCRIPTIONS: Mapping[Baseline, str] = {
    "majority": "the level that people gave most often",
    "length": "a logistic regression on the logarithm of the transcript's length",
    "text": "a logistic regression on the words of the transcript (TF-IDF)",
}
_MOST_STEPS = 1000
_MOST_WORDS = 2000
"""The commonest ones; a few hundred labels cannot weigh more, and the fit slows down with each."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A transcript to rate: its id, its case and what can be read of it."""

    transcript: str
    case: str
    text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Lessons:
    """Labels to learn from; the labels of a transcript share weight 1.

    Attributes:
        texts: What can be read of each transcript.
        unit: Transcript of each label, an index into the texts, shape (n_labels,).
        level: Level code of each label, shape (n_labels,).
        share: Weight of each label, shape (n_labels,).
    """

    texts: Sequence[str]
    unit: Indexes
    level: Levels
    share: Floats

    def without(self, left_out: Bools) -> "_Lessons":
        """Leave the labels of some transcripts out; the texts stay, so that indexes hold."""
        kept = ~left_out[self.unit]
        return replace(self, unit=self.unit[kept], level=self.level[kept], share=self.share[kept])


def reads_text(baseline: Baseline) -> bool:
    """Tell whether a floor needs the conversations, or labels alone."""
    return baseline != "majority"


def readable(transcript: Transcript) -> str:
    """Return what was said and called in a conversation, as plain text."""
    said: list[str] = []
    for turn in transcript.turns:
        said += [turn.content] if turn.content else []
        said += [f"{call.name} {_arguments(call)}" for call in turn.tool_calls]
    return "\n".join(said)


def shortage(learnt: Evidence) -> str | None:
    """Say why these labels are too little to learn from; None where they suffice.

    Args:
        learnt: The labelled units that a floor may learn from.
    """
    cases = len({learnt.cases[unit] for unit in np.flatnonzero(learnt.labelled)})
    if cases < FEWEST:
        return f"people gave a level to {cases} cases, a floor takes {FEWEST}"
    if len(np.unique(learnt.level)) < 2:
        level = learnt.rubric.scale_levels[int(learnt.level[0])]
        return f"every label is {level}: there is nothing to tell apart"
    return None


def floor_levels(baseline: Baseline, learnt: Evidence, subjects: Sequence[Subject]) -> Levels:
    """Return the level code that a floor gives each subject.

    A subject whose case is among those learnt from is rated by a fit on the other folds; every
    other subject by a fit on all labels. The folds depend on the cases alone, so that no label
    can reach the verdict on its own case in any way.

    Args:
        baseline: Which floor.
        learnt: The development side of a dimension.
        subjects: What to rate; the transcripts with a level have to be among them.

    Returns:
        Codes in the rubric's order, shape (n_subjects,).

    Raises:
        JudgeError: The labels are too few or all alike.
    """
    short = shortage(learnt)
    if short is not None:
        raise JudgeError(f"dimension {learnt.rubric.dimension!r}: {short}")
    lessons = _lessons(learnt, {subject.transcript: subject.text for subject in subjects})
    fold_of = _folds(learnt)
    learnt_fold = np.array([fold_of.get(case, FOLDS) for case in learnt.cases])
    asked_fold = np.array([fold_of.get(subject.case, FOLDS) for subject in subjects])
    levels = np.zeros(len(subjects), dtype=np.int8)
    for fold in range(FOLDS + 1):  # the last stands for cases that nothing was learnt from
        asked = np.flatnonzero(asked_fold == fold)
        taught = lessons.without(learnt_fold == fold)
        levels[asked] = _fitted(baseline, taught, [subjects[i].text for i in asked.tolist()])
    return levels


def _lessons(learnt: Evidence, texts: Mapping[str, str]) -> _Lessons:
    of_unit = np.bincount(learnt.unit, minlength=learnt.n_units)
    return _Lessons(
        texts=[texts.get(name, "") for name in learnt.transcripts],
        unit=learnt.unit,
        level=learnt.level,
        share=1.0 / of_unit[learnt.unit],
    )


def _folds(learnt: Evidence) -> dict[str, int]:
    """Deal the labelled cases to folds, in the order of the digests of dimension and case."""
    dimension = learnt.rubric.dimension
    cases = {learnt.cases[unit] for unit in np.flatnonzero(learnt.labelled)}
    ordered = sorted(cases, key=lambda case: lot(dimension, case))
    return {case: number % FOLDS for number, case in enumerate(ordered)}


def _fitted(baseline: Baseline, lessons: _Lessons, asked: Sequence[str]) -> Levels:
    """Fit a floor on lessons and return the level codes it gives to what is asked."""
    if not asked:
        return np.zeros(0, dtype=np.int8)
    features = _FEATURES.get(baseline)
    if features is not None and len(np.unique(lessons.level)) > 1:
        units, place = np.unique(lessons.unit, return_inverse=True)
        found = features([lessons.texts[unit] for unit in units.tolist()], asked)
        if found is not None:
            return _regressed(lessons, found[0][place], found[1])
    return np.full(len(asked), np.bincount(lessons.level, lessons.share).argmax(), dtype=np.int8)


def _regressed(lessons: _Lessons, taught: Any, asked: Any) -> Levels:
    """Return the most probable level of each row asked, by logistic regression.

    Every level weighs the same in the fit: kappa rewards telling levels apart, and unbalanced a
    floor would give the commonest level to all, which `majority` shows already.
    """
    from sklearn.linear_model import LogisticRegression

    mass = np.bincount(lessons.level, lessons.share)
    weight = lessons.share * (mass.sum() / np.count_nonzero(mass) / mass[lessons.level])
    regression = LogisticRegression(max_iter=_MOST_STEPS)
    regression.fit(taught, lessons.level, sample_weight=weight)
    return np.asarray(regression.predict(asked), dtype=np.int8)


def _lengths(taught: Sequence[str], asked: Sequence[str]) -> tuple[Any, Any]:
    """Return logarithms of lengths in the spread of those learnt from."""
    logs = np.log1p([len(text) for text in taught])
    spread = logs.std() or 1.0
    scaled = [
        ((np.log1p([len(text) for text in texts]) - logs.mean()) / spread)[:, np.newaxis]
        for texts in (taught, asked)
    ]
    return scaled[0], scaled[1]


def _words(taught: Sequence[str], asked: Sequence[str]) -> tuple[Any, Any] | None:
    """Return TF-IDF weights over the vocabulary learnt from; None where that has no word."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectoriser = TfidfVectorizer(sublinear_tf=True, max_features=_MOST_WORDS)
    analyse = vectoriser.build_analyzer()
    if not any(analyse(text) for text in taught):
        return None
    return vectoriser.fit_transform(taught), vectoriser.transform(asked)


_FEATURES: Mapping[Baseline, Callable[[Sequence[str], Sequence[str]], tuple[Any, Any] | None]] = {
    "length": _lengths,
    "text": _words,
}


def _arguments(call: ToolCall) -> str:
    if call.arguments_raw is not None or call.arguments is None:
        return call.arguments_raw or ""
    return json.dumps(call.arguments, ensure_ascii=False)
