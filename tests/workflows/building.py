"""Workspaces with labels and verdicts, written as the workbench writes them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from workbench.domain.certificate import Certificate
from workbench.domain.look import Look
from workbench.domain.rating import Label, Verdict
from workbench.domain.rubric import Rubric
from workbench.store import ledger
from workbench.store.journal import read_journal
from workbench.store.workspace import Workspace
from workbench.workflows.bench import Asked, Bench
from workbench.workflows.calibrating import Calibration, Measured, Wanted, calibrate
from workbench.workflows.certifying import certify
from workbench.workflows.trusting import read_trusted

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
STRICT = "judges:\n  strict: {model: some/model}\n"
Said = int | str | None
"""A level, a status, or None for nothing at all."""


def tone(version: str = "1.0", *, anchor: str = "rude", **fields: Any) -> str:
    """Return the text of the rubric of tone."""
    more = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return (
        f'dimension: tone\nversion: "{version}"\nquestion: Is it polite?\n'
        f"anchors:\n  1: {anchor}\n  2: curt\n  3: polite\n  4: warm\npass_at: 3\n{more}"
    )


def close(levels: Sequence[int], *, every: int = 7) -> list[int]:
    """Return levels that part from these by one at every so manieth."""
    return [
        level + (1 if level < 4 else -1) if number % every == 0 else level
        for number, level in enumerate(levels, 1)
    ]


@dataclass
class Desk:
    """One workspace on disk, and a clock that every entry moves on by a minute."""

    root: Path
    minutes: int = 0
    _counted: int = field(default=0)

    def write(self, name: str, text: str) -> None:
        """Write a file that people edit."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def now(self) -> datetime:
        """Return the next minute."""
        self.minutes += 1
        return NOON + timedelta(minutes=self.minutes)

    def label(
        self, levels: Sequence[Said], *, labeller: str = "ann", first: int = 0, **fields: Any
    ) -> None:
        """Give one labeller's levels of transcripts from t`first` on."""
        lines = []
        for unit in self._units(levels, first, fields):
            given = {"labeller": labeller} | unit | fields
            lines.append(Label.model_validate(given).line())
        ledger.append(Workspace(self.root).labels(labeller), lines)

    def judge(
        self, levels: Sequence[Said], *, judge: str = "strict", first: int = 0, **fields: Any
    ) -> None:
        """Give one judge's levels, under the fingerprint that it has now."""
        dimension = fields.get("dimension", "tone")
        fingerprint = Bench(self.root).fingerprint(judge, dimension)
        lines = []
        for unit in self._units(levels, first, fields):
            given = {"judge": judge, "judge_digest": fingerprint} | unit | fields
            if given["status"] == "error":
                given["error"] = {"kind": "fractional", "message": "2.5 is not a level of 1-4"}
            lines.append(Verdict.model_validate(given).line())
        ledger.append(Workspace(self.root).verdicts(judge), lines)

    def _units(
        self, levels: Sequence[Said], first: int, fields: dict[str, Any]
    ) -> list[dict[str, Any]]:
        dimension = fields.get("dimension", "tone")
        rubric = Workspace(self.root).rubrics[dimension].rubric
        at, units = self.now(), []
        for place, said in enumerate(levels):
            if said is None:
                continue
            self._counted += 1
            rated = isinstance(said, int) or said in rubric.scale_levels
            units.append(
                {
                    "id": f"r{self._counted:06}",
                    "transcript": f"t{first + place:03}",
                    "dimension": dimension,
                    "rubric_version": rubric.version,
                    "rubric_digest": rubric.digest,
                    "status": "rated" if rated else said,
                    "level": said if rated else None,
                    "at": at,
                }
            )
        return units

    def calibrate(self, **wanted: Any) -> Calibration:
        """Run calibrate a minute later."""
        return calibrate(self.root, Wanted(**wanted), now=self.now())

    def certify(self, **asked: Any) -> Calibration:
        """Run certify a minute later."""
        return certify(self.root, Asked(**asked), now=self.now())

    def looks(self) -> tuple[Look, ...]:
        """Return the record of looks."""
        return read_journal(self.root / "record" / "looks.jsonl", Look).entries

    def certificate(self, judge: str = "strict", dimension: str = "tone") -> Certificate:
        """Return what trusted.json says of one pair."""
        trusted = read_trusted(Bench(self.root))
        assert trusted is not None
        (found,) = [
            one for one in trusted.certificates if (one.dimension, one.judge) == (dimension, judge)
        ]
        return found

    @property
    def rubric(self) -> Rubric:
        """The rubric of tone."""
        return Workspace(self.root).rubrics["tone"].rubric


def desk(root: Path, *, rubric: str | None = None, judges: str = STRICT, policy: str = "") -> Desk:
    """Make a workspace with the rubric of tone and judges, and nothing said yet."""
    made = Desk(root)
    made.write("workbench.yaml", policy)
    made.write("rubrics/tone.yaml", tone() if rubric is None else rubric)
    made.write("judges.yaml", judges)
    return made


def filled(root: Path, size: int = 100, **fields: Any) -> Desk:
    """Make a workspace in which a judge deserves trust on that many transcripts."""
    made = desk(root, **fields)
    levels = [1, 2, 3, 4] * (size // 4)
    made.label(levels)
    made.judge(close(levels))
    return made


def only(found: Calibration, judge: str = "strict") -> Measured:
    """Return what was measured of one judge, where one dimension was."""
    (one,) = [one for one in found.measured if one.agreement.judge == judge]
    return one


def codes(measured: Measured) -> list[str]:
    """Return the codes of the reasons of a decision."""
    assert measured.decision is not None
    return [reason.code for reason in measured.decision.reasons]
