"""Revise a rubric: read its file, change its texts, say what saving does, and save."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from workbench.calibration.evidence import Evidence
from workbench.domain.certificate import Status
from workbench.domain.level import Level
from workbench.domain.rubric import Rubric
from workbench.errors import DataError
from workbench.store.rubric_edits import Place, file_digest, rewrite_rubric
from workbench.store.rubric_texts import texts_rated
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Bench
from workbench.workflows.trusting import read_trusted

Bump = Literal["minor", "major"]
Risk = Literal["normal", "high"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A rubric as its file said when it was read."""

    file: str
    rubric: Rubric
    digest: str
    """Of the file: saving refuses where it is another by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The texts of a rubric that people change; empty ones are none."""

    question: str
    anchors: Mapping[Level, str]
    not_applicable: str = ""
    guidance: str = ""
    risk: Risk = "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of a rubric that is not saved yet."""

    sheet: Sheet
    """As it was when the change was begun."""
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What saving with one bump does.

    Attributes:
        version: The version that the file gets.
        kept: Labels that go on counting.
        dropped: Labels that no longer count.
        refused: Labels that go on counting and say "not applicable", which the text rules out.
    """

    version: str
    kept: int
    dropped: int
    refused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What saving a wording comes to.

    Attributes:
        changed: What would be written: fields, and anchors by their level.
        draft: The rubric that saving as minor would make, what judges can be asked with before it
            is saved; None where they would be asked the same as before.
        effects: What each bump does; empty where the digest stays and the version may too.
        outdated: Verdicts on labelled transcripts that are of the old text, by judge.
        ready: Verdicts on them that were given under the new text already, by judge.
        stale: Certificates that it makes stale: judge and status.
    """

    changed: tuple[str, ...]
    draft: Rubric | None
    effects: Mapping[Bump, Effect]
    outdated: Mapping[str, int]
    ready: Mapping[str, int]
    stale: tuple[tuple[str, Status], ...]


def sheets(root: Path) -> dict[str, Sheet]:
    """Read the rubrics by dimension; raises DataError naming the first fault of any file."""
    workspace = Workspace(root)
    # The digests first: a file that changes in between is refused at saving, not overwritten.
    digests = {
        name: file_digest(path)
        for name, path in workspace.files("rubrics", ".yaml", ".yml").items()
    }
    return {
        name: Sheet(file=found.file, rubric=found.rubric, digest=digests[found.file])
        for name, found in sorted(workspace.rubrics.items())
        if found.file in digests
    }


def wording_of(rubric: Rubric) -> Wording:
    """Return a rubric's texts as they are edited."""
    return Wording(
        question=rubric.question,
        anchors=dict(rubric.anchors or {}),
        not_applicable=rubric.not_applicable or "",
        guidance=rubric.guidance or "",
        risk=rubric.risk,
    )


def revised(sheet: Sheet, wording: Wording) -> Rubric:
    """Return the rubric with other texts, under the version that it has.

    Raises:
        DataError: The texts make no rubric; the message names the anchor or field.
    """
    rubric = sheet.rubric
    if rubric.draft:
        raise DataError(
            f"{sheet.file}: is a draft with `levels`; write `anchors` in their place in an editor"
        )
    changed = {
        "question": _tidied(wording.question, rubric.question),
        "anchors": {level: _anchor(sheet, level, wording) for level in (rubric.anchors or {})},
        "not_applicable": _tidied(wording.not_applicable, rubric.not_applicable) or None,
        "guidance": _tidied(wording.guidance, rubric.guidance) or None,
        "risk": wording.risk,
    }
    fields = {name: getattr(rubric, name) for name in rubric.model_fields_set}
    try:
        return Rubric.model_validate({**fields, **changed})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the rubric"
        message = first["msg"].removeprefix("Value error, ")
        raise DataError(f"{sheet.file}: {where}: {message}") from error


def _anchor(sheet: Sheet, level: Level, wording: Wording) -> str:
    text = _tidied(wording.anchors.get(level, ""), (sheet.rubric.anchors or {})[level])
    if not text:
        raise DataError(
            f"{sheet.file}: anchor {level} is empty: say what a transcript at level {level} is like"
        )
    return text


def _tidied(text: str, before: str | None) -> str:
    """Return a text without the space around it; where that is all that changed, the old one."""
    before = before or ""
    return before if text.strip() == before.strip() else text.strip()


def preview(root: Path, sheet: Sheet, wording: Wording) -> Preview:
    """Say what saving would change in the file, and what each bump would do to what there is.

    Raises:
        DataError: The texts make no rubric.
    """
    rubric = revised(sheet, wording)
    bench = Bench(root)
    names = bench.judge_names()
    changed = _named(_changes(sheet.rubric, rubric))
    stale = _stale(bench, sheet.rubric, rubric)
    if rubric.digest == sheet.rubric.digest:
        return Preview(changed=changed, draft=None, effects={}, outdated={}, ready={}, stale=stale)
    before = bench.evidence([sheet.rubric], names)[rubric.dimension]
    after = bench.evidence([rubric], names)[rubric.dimension]
    effects = _effects(bench, sheet, rubric, before)
    return Preview(
        changed=changed,
        draft=rubric.model_copy(update={"version": effects["minor"].version}),
        effects=effects,
        outdated=_verdicts(before),
        ready=_verdicts(after),
        stale=stale,
    )


def save(root: Path, sheet: Sheet, wording: Wording, bump: Bump | None) -> Rubric:
    """Write the texts that changed into the file, and the version that goes with them.

    Raises:
        DataError: The texts make no rubric, nothing was changed, nobody said what the change
            means, or the file is another than was read; it is then as it was.
    """
    rubric = revised(sheet, wording)
    changes = _changes(sheet.rubric, rubric)
    if not changes:
        raise DataError(f"{sheet.file}: nothing was changed, so there is nothing to save")
    if rubric.digest != sheet.rubric.digest:
        if bump is None:
            raise DataError(
                f"{sheet.file}: say whether the meaning changed (major) or the wording (minor)"
            )
        changes["version",] = _next_version(Bench(root), sheet, rubric, bump)
    rewrite_rubric(root / sheet.file, changes, read=sheet.digest)
    return Workspace(root).rubrics[rubric.dimension].rubric


def _changes(old: Rubric, new: Rubric) -> dict[Place, str | None]:
    """Return the texts that differ by where they stand."""
    changes: dict[Place, str | None] = {}
    for field in ("question", "not_applicable", "guidance", "risk"):
        if getattr(old, field) != getattr(new, field):
            changes[field,] = getattr(new, field)
    for level, text in (new.anchors or {}).items():
        if (old.anchors or {})[level] != text:
            changes["anchors", level] = text
    return changes


def _named(changes: Mapping[Place, str | None]) -> tuple[str, ...]:
    return tuple(
        f"anchor {place[1]}" if place[0] == "anchors" else str(place[0]).replace("_", " ")
        for place in changes
    )


def _next_version(bench: Bench, sheet: Sheet, rubric: Rubric, bump: Bump) -> str:
    """Return the next version that no other text was ever rated under: drafts leave theirs."""
    rated = texts_rated(bench.workspace, bench.ratings, rubric.dimension)
    major, minor = map(int, sheet.rubric.version.split("."))
    if bump == "major":
        taken = {version.partition(".")[0] for version in rated}
        return next(f"{n}.0" for n in count(major + 1) if str(n) not in taken)
    versions = (f"{major}.{n}" for n in count(minor + 1))
    return next(one for one in versions if rated.get(one, set()) <= {rubric.digest})


def _effects(bench: Bench, sheet: Sheet, rubric: Rubric, evidence: Evidence) -> dict[Bump, Effect]:
    outside = len(evidence.not_applicable)
    labels = len(evidence.level) + outside + len(evidence.cannot_tell) + len(evidence.not_random)
    minor = Effect(
        version=_next_version(bench, sheet, rubric, "minor"),
        kept=labels,
        dropped=0,
        refused=0 if rubric.allows_not_applicable else outside,
    )
    version = _next_version(bench, sheet, rubric, "major")
    return {
        "minor": minor,
        "major": replace(minor, version=version, kept=0, dropped=labels, refused=0),
    }


def _verdicts(evidence: Evidence) -> dict[str, int]:
    """Count each judge's verdicts; floors read no text."""
    found = {name: one for name, one in evidence.judges.items() if not one.floor}
    counts = {name: int((one.status >= 0).sum()) for name, one in found.items()}
    return {name: counted for name, counted in sorted(counts.items()) if counted}


def _stale(bench: Bench, old: Rubric, new: Rubric) -> tuple[tuple[str, Status], ...]:
    """Return the certificates that are of the old text and would not be of the new."""
    if (old.digest, old.risk) == (new.digest, new.risk):
        return ()
    trusted = read_trusted(bench)
    return tuple(
        (one.judge, one.status)
        for one in (trusted.certificates if trusted else ())
        if (one.dimension, one.rubric_digest, one.risk) == (old.dimension, old.digest, old.risk)
    )
