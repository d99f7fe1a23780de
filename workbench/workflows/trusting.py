"""Trust in use: trusted.json is recomputed from the ledgers before anything relies on it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from workbench.calibration.evidence import Evidence
from workbench.domain.certificate import Certificate, Reason, Status, Trusted
from workbench.errors import DataError, GateError
from workbench.workflows.bench import Bench
from workbench.workflows.granting import Opened, bars_json, grant, opened

RENEW = "run `workbench certify` again"
STATUSES = frozenset({"trusted", "insufficient", "untrusted", "stale"})
TRUSTED = frozenset({"trusted"})
_CLOSE = 1e-9
"""Figures recomputed on another machine may differ in their last digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A certificate as it stands now."""

    certificate: Certificate
    """With status `stale` where what it was made under has changed."""
    decided: Status
    """The status that certify gave it, whatever has changed since."""
    refused: str | None = None
    """Why it is not believed at all: it does not say what the ledgers give."""


def read_trusted(bench: Bench) -> Trusted | None:
    """Read trusted.json; None where certify never ran.

    Raises:
        DataError: The file is no certificate file.
    """
    path = bench.workspace.trusted
    if not path.exists():
        return None
    try:
        return Trusted.model_validate_json(path.read_bytes())
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read ({error.strerror})") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "the file"
        raise DataError(
            f"{path.name}: {where}: {first['msg']}: it was edited or damaged; delete it and {RENEW}"
        ) from error


def standings(bench: Bench, *, claimed: frozenset[str] = STATUSES) -> list[Standing]:
    """Recompute certificates from the ledgers as they were when they were made.

    New labels alone change nothing: they only offer renewal. A changed rubric text, judge
    fingerprint, bar, corrected label or returned model makes it stale; a certificate that does
    not say what the ledgers give is refused.

    Args:
        bench: The workspace.
        claimed: Only certificates that say one of these statuses.
    """
    trusted = read_trusted(bench)
    if trusted is None:
        return []
    found = []
    asked = [one for one in trusted.certificates if one.status in claimed]
    for at in sorted({certificate.at for certificate in asked}):
        group = [one for one in asked if one.at == at]
        evidence = _evidence_as_of(bench, group, at)
        found += [_standing(bench, certificate, evidence) for certificate in group]
    return sorted(found, key=lambda one: (one.certificate.dimension, one.certificate.judge))


def granted(bench: Bench) -> list[Certificate]:
    """Return the certificates that may be relied on.

    Raises:
        GateError: One that says trusted is stale, edited, or not what the ledgers give.
    """
    found = standings(bench, claimed=TRUSTED)
    for one in found:
        name = f"trusted.json: {one.certificate.dimension}, judge {one.certificate.judge!r}"
        if one.refused is not None:
            raise GateError(f"{name}: {one.refused}; {RENEW}")
        if one.certificate.status == "stale":
            raise GateError(f"{name} is stale: {one.certificate.reasons[0].text}; {RENEW}")
    return [one.certificate for one in found]


def _evidence_as_of(
    bench: Bench, group: Sequence[Certificate], at: datetime
) -> dict[str, Evidence]:
    judges = bench.workspace.judges
    known = {*judges.judges, *judges.panels}
    rubrics = bench.workspace.rubrics
    dimensions = sorted({one.dimension for one in group} & rubrics.keys())
    names = sorted({one.judge for one in group} & known)
    return bench.evidence([rubrics[name].rubric for name in dimensions], names, as_of=at)


def _standing(bench: Bench, certificate: Certificate, evidence: dict[str, Evidence]) -> Standing:
    found = evidence.get(certificate.dimension)
    reason = _changed(bench, certificate, found)
    if reason is not None or found is None:
        return _stale(certificate, reason)
    dimension, made = bench.dimension_as_of(found, certificate.at)
    side = opened(bench, dimension, certificate.at)
    reason = _moved(bench, certificate, side)
    if reason is not None:
        return _stale(certificate, reason)
    proof = grant(bench, side, certificate.judge, made, certificate.checked).certificate
    if proof is None:
        refused: str | None = "it is of a floor, and floors are never trusted"
    else:
        # A version that moves without the text, which the digest binds, changes nothing.
        proof = proof.model_copy(update={"rubric_version": certificate.rubric_version})
        refused = _difference(certificate.to_json(), proof.to_json(), "")
    return Standing(certificate=certificate, decided=certificate.status, refused=refused)


def _stale(certificate: Certificate, reason: Reason | None) -> Standing:
    reasons = (*filter(None, [reason]), *certificate.reasons)
    return Standing(
        certificate=certificate.model_copy(
            update={"status": "stale", "reasons": reasons, "next": RENEW}
        ),
        decided=certificate.status,
    )


def _changed(bench: Bench, certificate: Certificate, evidence: Evidence | None) -> Reason | None:
    """Return what it was made under that is another now."""
    if evidence is None or evidence.rubric.digest != certificate.rubric_digest:
        return Reason(code="rubric_changed", text="the rubric's text has changed since")
    if not evidence.rubric.counts(certificate.rubric_version):
        return Reason(
            code="rubric_changed",
            text=f"the rubric is version {evidence.rubric.version} since, where labels made under "
            f"{certificate.rubric_version} no longer count",
        )
    column = evidence.judges.get(certificate.judge)
    if column is None or column.fingerprint != certificate.judge_digest:
        return Reason(code="judge_changed", text="the judge is another since, or is gone")
    if evidence.rubric.risk != certificate.risk:
        return Reason(code="risk_changed", text="the rubric's risk has changed since")
    if certificate.policy != bars_json(bench):
        return Reason(code="policy_changed", text="the bars in workbench.yaml have changed since")
    return None


def _moved(bench: Bench, certificate: Certificate, side: Opened) -> Reason | None:
    """Return what changed in the ledgers below it."""
    dimension, judge, at = certificate.dimension, certificate.judge, certificate.at
    digest, read = certificate.judge_digest, set(side.shown.transcripts)
    corrected = bench.ratings.corrected(dimension, at) & read
    if corrected:
        named = ", ".join(sorted(corrected)[:3])
        return Reason(code="label_corrected", text=f"labels it rests on were corrected ({named})")
    if side.labels.digest != certificate.labels.digest:
        text = "the ledgers now hold other labels for the time when it was made"
        return Reason(code="labels_changed", text=text)
    if bench.ratings.replaced(dimension, judge, digest, at) & read:
        return Reason(code="verdict_replaced", text="the judge was asked again since")
    new = bench.ratings.returned(dimension, judge, digest, at) - set(certificate.models)
    if new and certificate.models:
        return Reason(
            code="model_changed", text=f"the provider now answers with {', '.join(sorted(new))}"
        )
    return None


def _difference(said: Any, given: Any, where: str) -> str | None:
    """Return the first place where two JSON values differ."""
    if isinstance(said, dict) and isinstance(given, dict):
        for key in sorted({*said, *given}):
            found = _difference(said.get(key), given.get(key), f"{where}.{key}".lstrip("."))
            if found:
                return found
        return None
    if isinstance(said, list) and isinstance(given, list) and len(said) == len(given):
        pairs = zip(said, given, strict=True)
        return next(
            filter(None, (_difference(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(pairs))),
            None,
        )
    if isinstance(said, float) and isinstance(given, float | int):
        same = math.isclose(said, given, rel_tol=_CLOSE, abs_tol=_CLOSE)
    else:
        same = said == given
    return None if same else f"{where} says {said!r}, the ledgers give {given!r}"
