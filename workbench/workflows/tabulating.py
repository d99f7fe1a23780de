"""Labels as files to hand over: those that count, where people differ, and every line if asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.disagreement import Disagreement, Wanted
from workbench.domain.finding import Finding
from workbench.domain.gold import GoldKey
from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.exporters import delimited, workbook
from workbench.exporters.sheet import Cell, Column, Sheet
from workbench.store.disagreements import Disagreements
from workbench.store.label_lines import LabelLine, label_lines
from workbench.workflows.bench import Bench

_UNIT = (
    Column(name="transcript", meaning="The transcript's id, as text."),
    Column(name="dimension", meaning="What was rated."),
    Column(name="criterion", meaning="The yes/no criterion of a suite; empty elsewhere."),
)
_LABEL = (
    *_UNIT,
    Column(name="labeller", meaning="Who labelled."),
    Column(name="status", meaning="rated, not_applicable or cannot_tell."),
    Column(name="level", meaning="The level; empty unless rated."),
    Column(name="note", meaning="The labeller's note."),
    Column(name="evidence", meaning="The turns cited, counted from 0."),
    Column(
        name="sampled",
        meaning="How the transcript came to be labelled: random, flagged or chosen; "
        "empty where an import did not say.",
    ),
    Column(name="seconds", meaning="Time spent; empty where it is not known."),
    Column(name="at", meaning="When the label was given, in UTC."),
)
_HISTORY = (
    *_LABEL,
    Column(name="repeat", meaning="0; above it, a hidden repeat for test-retest."),
    Column(name="after_reveal", meaning="yes where other ratings had been shown before."),
    Column(name="rubric_version", meaning="The version of the rubric that it was made under."),
    Column(name="counts", meaning="yes where the label counts: it stands in labels too."),
    Column(name="id", meaning="The label's id in its ledger."),
)
_DISAGREEMENT = (
    *_UNIT,
    Column(
        name="spread",
        meaning="Highest level less lowest; on a nominal scale the number of levels less one.",
    ),
    Column(
        name="mixed",
        meaning="yes where somebody gave a level and somebody else said not applicable.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """One file that is ready to be handed over."""

    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelFiles:
    """Labels and disagreements in every form, and how many there are."""

    labels: int
    labellers: int
    transcripts: int
    disagreements: int
    files: tuple[File, ...]
    """None where nobody has labelled anything that counts."""
    reader: str | None
    """For whom they were made."""
    left_out: int
    """Transcripts of which others' labels are not in the files."""
    stepped_over: tuple[Finding, ...]
    """Lines of the ledgers that are no record; none of them is in the files."""


def label_files(
    root: Path,
    *,
    history: bool = False,
    reader: str | None = None,
    closed: frozenset[str] = frozenset(),
) -> LabelFiles:
    """Write the labels that count, and the units on which they differ, as CSV and Excel.

    Args:
        root: The workspace.
        history: Add every line that was ever written, corrections and repeats too.
        reader: For whom they are.
        closed: Transcripts of which the reader must not see what others say.

    Raises:
        DataError: The workspace cannot be read, or Excel has no room for that much.
    """
    bench = Bench(root)
    rubrics = {rubric.dimension: rubric for rubric in bench.rubrics()}
    written = label_lines(bench.workspace, bench.ratings, list(rubrics.values()))
    lines = [one for one in written if one.labeller == reader or one.transcript not in closed]
    counting = list({_key(line): line for line in lines if line.counts}.values())
    differing = [
        one for one in _differing(bench, list(rubrics.values())) if one.unit[0] not in closed
    ]
    sheets = [_labels(counting, rubrics), _disagreements(differing, counting, rubrics)]
    if history:
        sheets.append(_history(lines, rubrics))
    return LabelFiles(
        labels=len(counting),
        labellers=len({line.labeller for line in counting}),
        transcripts=len({line.transcript for line in counting}),
        disagreements=len(differing),
        files=_files(sheets) if counting else (),
        reader=reader,
        left_out=len(closed & {one.transcript for one in written if one.labeller != reader}),
        stepped_over=bench.ratings.labels.findings,
    )


def _files(sheets: Sequence[Sheet]) -> tuple[File, ...]:
    single = [
        File(
            name=f"{sheet.name}.csv",
            media_type=delimited.MEDIA_TYPE,
            data=delimited.csv_bytes(sheet),
        )
        for sheet in sheets
    ]
    book = File(name="labels.xlsx", media_type=workbook.MEDIA_TYPE, data=workbook.workbook(sheets))
    return (book, *single)


def _labels(lines: Iterable[LabelLine], rubrics: Mapping[str, Rubric]) -> Sheet:
    return Sheet(
        name="labels",
        about="One label that counts: the newest of its labeller on its unit, under the rubric "
        "in force, given before other ratings were shown.",
        columns=_LABEL,
        rows=[_label_cells(line, rubrics) for line in lines],
    )


def _history(lines: Iterable[LabelLine], rubrics: Mapping[str, Rubric]) -> Sheet:
    return Sheet(
        name="history",
        about="One line of a ledger: labels that count, and what was corrected, withdrawn, "
        "repeated or given after other ratings were shown.",
        columns=_HISTORY,
        rows=[
            (
                *_label_cells(line, rubrics),
                line.repeat,
                _yes(line.after_reveal),
                line.rubric_version,
                _yes(line.counts),
                line.id,
            )
            for line in lines
        ],
    )


def _differing(bench: Bench, rubrics: Sequence[Rubric]) -> tuple[Disagreement, ...]:
    """Return the units that people differ on, as adjudication has them, settled or not."""
    found = Disagreements(bench.workspace.engine, bench.ratings, rubrics)
    found.find(Wanted(which="differing", settled=True), (), ())
    return found.page()


def _disagreements(
    differing: Iterable[Disagreement], lines: Iterable[LabelLine], rubrics: Mapping[str, Rubric]
) -> Sheet:
    said: dict[GoldKey, dict[str, Level]] = {one.unit: {} for one in differing}
    for line in lines:
        unit = (line.transcript, line.dimension, line.criterion)
        if unit in said:
            level = _level(line, rubrics)
            said[unit][line.labeller] = line.status if level is None else level
    names = sorted({name for each in said.values() for name in each})
    columns = [Column(name=f"by {name}", meaning="What this labeller said.") for name in names]
    return Sheet(
        name="disagreements",
        about="One transcript and dimension on which people gave different answers, the widest "
        "spread first.",
        columns=(*_DISAGREEMENT, *columns),
        rows=[
            (*one.unit, one.spread, _yes(one.mixed), *map(said[one.unit].get, names))
            for one in differing
        ],
    )


def _label_cells(line: LabelLine, rubrics: Mapping[str, Rubric]) -> tuple[Cell, ...]:
    return (
        line.transcript,
        line.dimension,
        line.criterion,
        line.labeller,
        line.status,
        _level(line, rubrics),
        line.note,
        " ".join(map(str, line.evidence)) or None,
        line.sampled,
        line.seconds,
        line.at.isoformat(),
    )


def _level(line: LabelLine, rubrics: Mapping[str, Rubric]) -> Level | None:
    """Return the level as its scale has it: a number where it is ordinal."""
    rubric = rubrics.get(line.dimension)
    level = rubric.level_of(line.level) if rubric else None
    return line.level if level is None else level


def _key(line: LabelLine) -> tuple[str, str, str | None, str]:
    return (line.transcript, line.dimension, line.criterion, line.labeller)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
