"""Check a workspace: everything that is wrong with it, in one go, each with file and line."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import PurePosixPath

from workbench.domain.assignment import Assignment
from workbench.domain.dismissal import Dismissal
from workbench.domain.finding import Finding, Severity
from workbench.domain.flag import Flag
from workbench.domain.gold import Gold
from workbench.domain.judge import Judge
from workbench.domain.look import Draw, Look
from workbench.domain.names import file_stem, name_of
from workbench.domain.record import Record
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store import ledger
from workbench.store.catalogue import Catalogue
from workbench.store.faults import MOST_OF_A_KIND, Faults, RaterInFile
from workbench.store.journal import read_journal
from workbench.store.ratings import Ratings
from workbench.store.runs import leftovers
from workbench.store.suites import read_suite
from workbench.store.workspace import JUDGES, RubricFile, Workspace
from workbench.workflows.examining import template_of
from workbench.workflows.planting import planted_faults
from workbench.workflows.vouching import trust_findings

_FAULT = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<told>.+)")
"""How a fault of a suite is told."""
_JOURNALS: dict[str, type[Record]] = {
    "looks": Look,
    "splits": Draw,
    "queue": Flag,
    "assignments": Assignment,
    "gold": Gold,
    "dismissals": Dismissal,
}


def check(workspace: Workspace) -> tuple[Finding, ...]:
    """Return every finding about a workspace, by file and line.

    Raises:
        DataError: A ledger cannot be read or the index cannot be written.
    """
    catalogue = Catalogue(workspace)
    ratings = Ratings(workspace, catalogue)
    rubrics, _ = workspace.rubrics_read
    faults = Faults(
        workspace.engine,
        ratings.tables,
        [found.rubric for found in rubrics.values()],
        unread=_unread(workspace),
    )
    return tuple(
        sorted(
            {
                *_edited_files(workspace),
                *_gathered([*catalogue.findings, *ratings.findings]),
                *_ratings(workspace, faults),
                *_changed_texts(workspace, faults),
                *_journals(workspace),
                *planted_faults(workspace, catalogue)[1],
                *trust_findings(workspace),
                *_killed_runs(workspace),
                *_suites(workspace),
            }
        )
    )


def _edited_files(workspace: Workspace) -> Iterator[Finding]:
    """Yield what is wrong with policy, judges and rubrics by themselves."""
    yield from workspace.policy_read[1]
    yield from workspace.judges_read[1]
    rubrics, findings = workspace.rubrics_read
    yield from findings
    for found in rubrics.values():
        yield from _rubric_name(workspace, found)
        yield from _draft(workspace, found)
    asked = [found.rubric.dimension for found in rubrics.values() if not found.rubric.draft]
    for name, judge in workspace.judges_read[0].judges.items():
        yield from _prompts(workspace, name, judge, asked)


def _suites(workspace: Workspace) -> Iterator[Finding]:
    """Yield what is wrong with suites; cases in JSON Lines are read by the run that scores them."""
    for path in sorted((workspace.root / "suites").glob("*.y*ml")):
        name = workspace.relative(path)
        try:
            read_suite(path, name)
        except DataError as error:
            faults = [found for line in str(error).split("\n") if (found := _FAULT.match(line))]
            for found in faults:
                yield Finding(
                    file=found["file"], line=int(found["line"]), code="suite", message=found["told"]
                )
            if not faults:
                yield Finding(file=name, line=0, code="suite", message=str(error))


def _unread(workspace: Workspace) -> set[str]:
    """Return the dimensions that a rubric file with faults stands for, by its name."""
    return {
        name_of(PurePosixPath(finding.file).stem)
        for finding in workspace.rubrics_read[1]
        if finding.severity == "error"
    } - workspace.rubrics_read[0].keys()


def _rubric_name(workspace: Workspace, found: RubricFile) -> Iterator[Finding]:
    dimension = found.rubric.dimension
    stem = _stem(dimension)
    if stem != _composed(PurePosixPath(found.file).stem):
        yield Finding(
            file=found.file,
            line=workspace.line_in(found.file, "dimension"),
            code="file_name",
            message=f"holds the rubric of {dimension!r}: call it {stem}.yaml to find it again",
            severity="warning",
        )


def _draft(workspace: Workspace, found: RubricFile) -> Iterator[Finding]:
    if found.rubric.draft:
        yield Finding(
            file=found.file,
            line=workspace.line_in(found.file, "draft"),
            code="draft",
            message=f"{found.rubric.dimension!r} is a draft, it has levels and no anchors: nobody "
            "labels it in the app and no judge is asked about it; write the question and an anchor "
            "for each level in place of `levels`, then take `draft` out",
            severity="warning",
        )


def _prompts(
    workspace: Workspace, name: str, judge: Judge, dimensions: Sequence[str]
) -> Iterator[Finding]:
    """Yield the templates of a judge that cannot be read or filled."""
    if judge.prompt is None:
        return
    line = workspace.line_in(JUDGES, "judges", name, "prompt")
    problems = set()
    for dimension in dimensions or ("any",):
        try:
            template_of(workspace, judge, dimension)
        except DataError as error:
            problems.add(str(error))
    for problem in sorted(problems):
        message = f"`judges.{name}.prompt`: {problem}"
        yield Finding(file=JUDGES, line=line, code="prompt", message=message)


def _ratings(workspace: Workspace, faults: Faults) -> Iterator[Finding]:
    """Yield what is wrong with labels, verdicts and transcripts taken together."""
    yield from faults.findings()
    for found in faults.raters():
        yield from _ledger_name(found)
        yield from _known_rater(workspace, found)


def _ledger_name(found: RaterInFile) -> Iterator[Finding]:
    try:
        stem = file_stem(found.rater)
    except DataError as error:
        yield _about(found, "name", str(error))
        return
    path = PurePosixPath(found.file)
    if stem != _composed(path.stem):
        own = path.with_name(f"{stem}.jsonl")
        yield _about(found, "file_name", f"{_counted(found)} of {found.rater!r} belong in {own}")


def _known_rater(workspace: Workspace, found: RaterInFile) -> Iterator[Finding]:
    if found.kind == "label":
        roster = workspace.policy.labellers if not workspace.policy_read[1] else ()
        if roster and found.rater not in roster:
            message = f"{_counted(found)} of {found.rater!r}, who is not among `labellers`"
            yield _about(found, "unknown_labeller", message, severity="warning")
        return
    judges, faults = workspace.judges_read
    if not faults and found.rater not in judges.judges and found.rater not in judges.panels:
        message = (
            f"{_counted(found)} of judge {found.rater!r}, which {JUDGES} does not name: add it, "
            "with `recorded: true` where it is not asked from here"
        )
        yield _about(found, "unknown_judge", message)


def _about(found: RaterInFile, code: str, message: str, *, severity: Severity = "error") -> Finding:
    return Finding(file=found.file, line=found.line, code=code, message=message, severity=severity)


def _counted(found: RaterInFile) -> str:
    return f"{found.count} {found.kind}{'' if found.count == 1 else 's'}"


def _changed_texts(workspace: Workspace, faults: Faults) -> Iterator[Finding]:
    """Yield the rubrics whose version promises a text that they no longer have."""
    rubrics, _ = workspace.rubrics_read
    made = {
        changed.dimension: (f"{changed.count} labels or verdicts", changed.first)
        for changed in faults.changed_texts()
    }
    for look in read_journal(workspace.record("looks"), Look).entries:
        found = rubrics.get(look.dimension)
        if found and _same_version_other_text(look, found.rubric):
            made.setdefault(look.dimension, ("a look at its agreement", "record/looks.jsonl"))
    for dimension, (what, first) in made.items():
        found = rubrics[dimension]
        wording, meaning = _next_versions(found.rubric.version)
        yield Finding(
            file=found.file,
            line=workspace.line_in(found.file, "version"),
            code="changed_text",
            message=f"the text changed under version {found.rubric.version}, which {what} "
            f"({first}) name with the text before: set version: "
            f'"{wording}" if only the wording changed, "{meaning}" if the meaning did',
        )


def _same_version_other_text(look: Look, rubric: Rubric) -> bool:
    return look.rubric_version == rubric.version and look.rubric_digest != rubric.digest


def _next_versions(version: str) -> tuple[str, str]:
    major, _, minor = version.partition(".")
    return f"{major}.{int(minor) + 1}", f"{int(major) + 1}.0"


def _journals(workspace: Workspace) -> Iterator[Finding]:
    for name, path in workspace.files("record", ".jsonl").items():
        kind = _JOURNALS.get(path.stem)
        if kind is not None:
            yield from _gathered(read_journal(path, kind).findings)
            continue
        for line in ledger.read(path):
            if line.data.strip() and not _is_object(line.data):
                yield Finding(
                    file=name, line=line.number, code="malformed", message="not a JSON object"
                )


def _killed_runs(workspace: Workspace) -> Iterator[Finding]:
    for path in leftovers(workspace.root / "runs"):
        yield Finding(
            file=workspace.relative(path),
            line=0,
            code="unfinished_run",
            message="was left by a run that was killed, and is no run: the next `workbench run` "
            "removes it",
            severity="warning",
        )


def _is_object(data: bytes) -> bool:
    try:
        return isinstance(json.loads(data), dict)
    except ValueError:
        return False


def _gathered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings, of more than twenty of one kind in one file only the first, counted."""

    def kind(finding: Finding) -> tuple[str, str]:
        return (finding.file, finding.code)

    for _, group in groupby(sorted(findings, key=lambda one: (*kind(one), one.line)), kind):
        same = list(group)
        if len(same) <= MOST_OF_A_KIND:
            yield from same
        else:
            message = f"{same[0].message} ({len(same)} lines like it in this file)"
            yield replace(same[0], message=message)


def _stem(name: str) -> str:
    try:
        return file_stem(name)
    except DataError:
        return ""


def _composed(stem: str) -> str:
    """Undo what some file systems make of a name: letters taken apart from their accents."""
    return unicodedata.normalize("NFC", stem)
