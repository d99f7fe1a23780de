"""Export trusted judges: those alone, each with its claim, and the others refused by name."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.certificate import Certificate
from workbench.domain.digest import digest
from workbench.domain.unit import CRITERIA
from workbench.errors import GateError
from workbench.exporters.formats import FORMATS, export_files
from workbench.exporters.pair import Pair, Seat
from workbench.judges.prompt import SYSTEM, form
from workbench.store.folder import require_vacant, write_folder
from workbench.workflows.bench import ALL, Asked, Bench
from workbench.workflows.examining import evidence_of, template_of
from workbench.workflows.trusting import RENEW, Standing, read_trusted, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How export was asked."""

    format: str
    asked: Asked = ALL
    """What is named has to be exported: a judge or a dimension somewhere, both together there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A pair with a certificate that was not exported."""

    dimension: str
    judge: str
    status: str
    reason: str

    def __str__(self) -> str:
        """The pair, its status and the reason, in one line."""
        return f"{self.dimension}, {self.judge}: {self.status}, {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What export wrote."""

    format: str
    directory: Path
    files: tuple[str, ...]
    certificates: tuple[Certificate, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What one format takes of the certificates, and what it does not."""

    pairs: tuple[Pair, ...]
    left_out: tuple[LeftOut, ...]

    def files(self, to: str) -> dict[str, str]:
        """Return the files of the format, text by path."""
        return export_files(to, self.pairs, [str(one) for one in self.left_out])


def export(root: Path, wanted: Wanted, directory: Path) -> Exported:
    """Write the trusted judges that were asked for to a folder, in another tool's format.

    Certificates are recomputed from the ledgers before anything is written.

    Raises:
        DataError: The workspace or the folder cannot be used, or a name is unknown.
        GateError: What was asked for is not trusted, or cannot be exported; nothing is written.
    """
    require_vacant(directory)
    bench = Bench(root)
    _require_known(bench, wanted.asked)
    _require_trusted(bench)
    found = gathered(bench, wanted, standings(bench))
    _require_asked(wanted.asked, found)
    files = found.files(wanted.format)
    write_folder(directory, files)
    return Exported(
        format=wanted.format,
        directory=directory,
        files=tuple(files),
        certificates=tuple(pair.certificate for pair in found.pairs),
        left_out=found.left_out,
    )


def gathered(bench: Bench, wanted: Wanted, found: Sequence[Standing]) -> Gathered:
    """Sort certificates, as they stand now, into what a format takes and what is left out."""
    trusted = _trusted_digest(bench)
    made = [
        _pair(bench, standing, trusted, wanted.format)
        for standing in found
        if wanted.asked.covers(standing.certificate.dimension, standing.certificate.judge)
    ]
    return Gathered(
        pairs=tuple(one for one in made if isinstance(one, Pair)),
        left_out=tuple(one for one in made if isinstance(one, LeftOut)),
    )


def _require_known(bench: Bench, asked: Asked) -> None:
    bench.judge_names(asked.judges)
    bench.rubrics(asked.dimensions)


def _require_trusted(bench: Bench) -> None:
    if read_trusted(bench) is None:
        raise GateError("trusted.json: there is none; run `workbench certify` first")


def _trusted_digest(bench: Bench) -> str:
    return digest(json.loads(bench.workspace.trusted.read_bytes()))


def _pair(bench: Bench, standing: Standing, trusted: str, to: str) -> Pair | LeftOut:
    """Return what is exported of a certificate, or why nothing is."""
    certificate = standing.certificate
    reason = _untrusted(standing) or _not_askable(bench, certificate)
    if reason is None:
        pair = _made(bench, certificate, trusted)
        refused = FORMATS[to].refusal(pair)
        if refused is None:
            return pair
        reason = f"but not for {to}: {refused}"
    return LeftOut(
        dimension=certificate.dimension,
        judge=certificate.judge,
        status="refused" if standing.refused else certificate.status,
        reason=reason,
    )


def _untrusted(standing: Standing) -> str | None:
    certificate = standing.certificate
    if standing.refused is not None:
        return f"{standing.refused}; {RENEW}"
    if certificate.status == "trusted":
        return None
    first = certificate.reasons[0].text if certificate.reasons else certificate.claim
    return f"{first}; next: {certificate.next}"


def _not_askable(bench: Bench, certificate: Certificate) -> str | None:
    """Return why a trusted judge cannot be asked anywhere else, None where it can."""
    judges = bench.workspace.judges
    if certificate.dimension == CRITERIA:
        return "but its questions are the criteria of a suite, which only `workbench run` asks"
    recorded = [name for name in _seats(bench, certificate.judge) if judges.judges[name].recorded]
    if recorded:
        named = "it" if recorded == [certificate.judge] else ", ".join(recorded)
        return f"but {named} has recorded verdicts and no `model`: there is nobody to ask"
    if bench.workspace.rubrics[certificate.dimension].rubric.draft:
        return "but its rubric is a draft: write the anchors, then certify"
    return None


def _seats(bench: Bench, judge: str) -> tuple[str, ...]:
    panels = bench.workspace.judges.panels
    return panels[judge].members if judge in panels else (judge,)


def _made(bench: Bench, certificate: Certificate, trusted: str) -> Pair:
    workspace = bench.workspace
    rubric = workspace.rubrics[certificate.dimension].rubric
    seats = []
    for name in _seats(bench, certificate.judge):
        entry = workspace.judges.judges[name]
        template = template_of(workspace, entry, rubric.dimension)
        evidence = evidence_of(workspace, entry)
        seats.append(
            Seat(
                name=name,
                entry=entry,
                template=template.text,
                system=SYSTEM,
                form=form(rubric, template, evidence),
                evidence=evidence,
            )
        )
    return Pair(
        rubric=rubric,
        certificate=certificate,
        seats=tuple(seats),
        panel=workspace.judges.panels.get(certificate.judge),
        redaction=workspace.policy.redaction,
        trusted_digest=trusted,
    )


def _require_asked(asked: Asked, found: Gathered) -> None:
    """Refuse where something that was named is not exported, with every reason."""
    exported = {(pair.certificate.dimension, pair.certificate.judge) for pair in found.pairs}
    missing = [
        _named(dimension, judge)
        for dimension, judge in _named_pairs(asked)
        if not any(dimension in (None, one) and judge in (None, other) for one, other in exported)
    ]
    if not missing and exported:
        return
    reasons = [str(one) for one in found.left_out] or [
        "there is no certificate; run `workbench certify`"
    ]
    subject = ", ".join(missing) or "no judge"
    raise GateError(f"{subject} not exported:\n  " + "\n  ".join(reasons))


def _named_pairs(asked: Asked) -> Iterable[tuple[str | None, str | None]]:
    if asked.judges and asked.dimensions:
        return [(dimension, judge) for dimension in asked.dimensions for judge in asked.judges]
    return [
        *((dimension, None) for dimension in asked.dimensions),
        *((None, judge) for judge in asked.judges),
    ]


def _named(dimension: str | None, judge: str | None) -> str:
    named = [f"dimension {dimension!r}"] if dimension is not None else []
    return ", ".join([*named, *([f"judge {judge!r}"] if judge is not None else [])])
