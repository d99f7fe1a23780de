"""Bundle trusted judges: every format that other tools run, as one archive in memory."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from workbench.domain.certificate import Certificate
from workbench.exporters.formats import FORMATS
from workbench.workflows.bench import Bench
from workbench.workflows.exporting import Gathered, LeftOut, Wanted, gathered
from workbench.workflows.trusting import standings

_READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundled:
    """A trusted judge and the formats that carry it."""

    certificate: Certificate
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeBundle:
    """Trusted judges in every format, and everything with a certificate that is left out."""

    archive: bytes | None
    """A folder a format; None where no format carries any judge."""
    bundled: tuple[Bundled, ...]
    left_out: tuple[LeftOut, ...]


def bundle(root: Path) -> JudgeBundle:
    """Make an archive of all trusted judges; certificates are recomputed from the ledgers first.

    Raises:
        DataError: The workspace cannot be read, or trusted.json is no certificate file.
    """
    bench = Bench(root)
    found = standings(bench)
    made = {to: gathered(bench, Wanted(format=to), found) for to in FORMATS} if found else {}
    carrying = {to: one for to, one in made.items() if one.pairs}
    left_out = dict.fromkeys(left for one in made.values() for left in one.left_out)
    return JudgeBundle(
        archive=_archive(carrying) if carrying else None,
        bundled=tuple(_bundled(carrying)),
        left_out=tuple(sorted(left_out, key=lambda one: (one.dimension, one.judge))),
    )


def _bundled(carrying: dict[str, Gathered]) -> Iterator[Bundled]:
    formats: dict[tuple[str, str], list[str]] = {}
    certificates: dict[tuple[str, str], Certificate] = {}
    for to, found in carrying.items():
        for pair in found.pairs:
            name = (pair.certificate.dimension, pair.certificate.judge)
            certificates[name] = pair.certificate
            formats.setdefault(name, []).append(to)
    for name in sorted(formats):
        yield Bundled(certificate=certificates[name], formats=tuple(formats[name]))


def _archive(carrying: dict[str, Gathered]) -> bytes:
    """Return the same bytes for the same files: no time of day is in them."""
    target = io.BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for to, found in carrying.items():
            for name, text in found.files(to).items():
                entry = ZipInfo(f"{to}/{name}")
                entry.external_attr = _READABLE
                archive.writestr(entry, text, ZIP_DEFLATED)
    return target.getvalue()
