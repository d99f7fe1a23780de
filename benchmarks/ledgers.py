"""Seeded ledgers of any size, in the very shape that our own records have."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from workbench.calibration.tables import Levels
from workbench.domain.judge import Judge
from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.store.workspace import JUDGES, Workspace

SEED = 20_261_130
DIMENSIONS = 5
LABELLERS = ("Ann", "Ben")
RECORDED = ("strict", "lenient")
PER_TRANSCRIPT = DIMENSIONS * (len(LABELLERS) + len(RECORDED))

_ANCHORS: dict[int | str, str] = {1: "badly", 2: "rather badly", 3: "rather well", 4: "well"}
_MARGINALS = (0.08, 0.17, 0.35, 0.40)
"""Levels of real ratings pile up at the top of the scale."""
_FAITHFUL = 0.7
"""Share of ratings that repeat the unit's own level; the others are drawn by the marginals."""
_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def write_ledgers(root: Path, n_records: int, *, seed: int = SEED) -> int:
    """Fill an empty workspace with rubrics, recorded judges, labels and verdicts.

    Args:
        root: The workspace.
        n_records: Labels and verdicts in all, rounded down to whole transcripts.
        seed: Of the levels.

    Returns:
        How many labels and verdicts were written.
    """
    workspace = Workspace(root)
    n_transcripts = n_records // PER_TRANSCRIPT
    rng = np.random.default_rng(seed)
    rubrics = [_rubric(number) for number in range(1, DIMENSIONS + 1)]
    for rubric in rubrics:
        _write_rubric(root, rubric)
    entries = "".join(f"  {name}: {{recorded: true}}\n" for name in RECORDED)
    (root / JUDGES).write_text(f"judges:\n{entries}", encoding="utf-8")
    for rubric in rubrics:
        own = _drawn(rng, n_transcripts)
        for name in LABELLERS:
            shapes = [_label(rubric, name, level) for level in rubric.scale_levels]
            _append(workspace.labels(name), shapes, _rated(rng, own))
        for name in RECORDED:
            shapes = [_verdict(rubric, name, level) for level in rubric.scale_levels]
            _append(workspace.verdicts(name), shapes, _rated(rng, own))
    return n_transcripts * PER_TRANSCRIPT


def _rubric(number: int) -> Rubric:
    return Rubric(
        dimension=f"dimension_{number}",
        version="1.0",
        question=f"How well does the agent do on point {number}?",
        anchors=dict(_ANCHORS),
    )


def _write_rubric(root: Path, rubric: Rubric) -> None:
    anchors = "".join(f"  {level}: {text}\n" for level, text in _ANCHORS.items())
    text = (
        f'dimension: {rubric.dimension}\nversion: "{rubric.version}"\n'
        f"question: {rubric.question}\nanchors:\n{anchors}"
    )
    (root / "rubrics" / f"{rubric.dimension}.yaml").write_text(text, encoding="utf-8")


def _drawn(rng: np.random.Generator, count: int) -> Levels:
    return rng.choice(len(_MARGINALS), size=count, p=_MARGINALS).astype(np.int8)


def _rated(rng: np.random.Generator, own: Levels) -> Levels:
    """Return one rater's level codes, shape (n_transcripts,)."""
    return np.where(rng.random(len(own)) < _FAITHFUL, own, _drawn(rng, len(own)))


def _label(rubric: Rubric, labeller: str, level: int | str) -> str:
    return Label(
        id="ID",
        transcript="TRANSCRIPT",
        dimension=rubric.dimension,
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        labeller=labeller,
        status="rated",
        level=level,
        at=_AT,
    ).line()


def _verdict(rubric: Rubric, judge: str, level: int | str) -> str:
    return Verdict(
        id="ID",
        transcript="TRANSCRIPT",
        dimension=rubric.dimension,
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        judge=judge,
        judge_digest=Judge(recorded=True).fingerprint(judge, prompt=""),
        status="rated",
        level=level,
        justification="The agent answers what was asked and reads the details back.",
        at=_AT,
    ).line()


def _append(path: Path, shapes: list[str], levels: Levels) -> None:
    """Append one rater's lines on one dimension: the shape of the level with its own ids."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(_lines(path.stem, shapes, levels))


def _lines(rater: str, shapes: list[str], levels: Levels) -> Iterator[str]:
    for number, level in enumerate(levels.tolist()):
        shape = shapes[level]
        own = hashlib.sha256(f"{rater} {number} {shape}".encode()).hexdigest()
        yield (
            shape.replace('"ID"', f'"{own}"', 1).replace(
                '"TRANSCRIPT"', f'"transcript-{number:07d}"', 1
            )
            + "\n"
        )
