"""JSON Schemas of every file of a workspace, made from the models that read them.

They describe the fields; rules that tie fields to each other are the models' own.
"""

import json
from pathlib import Path

from workbench.domain.assignment import Assignment
from workbench.domain.certificate import Trusted
from workbench.domain.dismissal import Dismissal
from workbench.domain.flag import Flag
from workbench.domain.gold import Gold
from workbench.domain.judge import Judges
from workbench.domain.lean import LeanRecord
from workbench.domain.look import Draw, Look
from workbench.domain.mirror import mirror
from workbench.domain.policy import Policy
from workbench.domain.probe import Planted
from workbench.domain.rating import Label, Verdict
from workbench.domain.record import Record
from workbench.domain.rubric import Rubric
from workbench.domain.run import CaseResult, Manifest
from workbench.domain.suite import Case, Suite
from workbench.domain.transcript import Transcript

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODELS: dict[str, type[Record] | type[LeanRecord]] = {
    "policy": Policy,
    "rubric": Rubric,
    "judges": Judges,
    "transcript": Transcript,
    "label": Label,
    "verdict": Verdict,
    "draw": Draw,
    "look": Look,
    "flag": Flag,
    "dismissal": Dismissal,
    "assignment": Assignment,
    "gold": Gold,
    "planted": Planted,
    "trusted": Trusted,
    "suite": Suite,
    "case": Case,
    "run": Manifest,
    "result": CaseResult,
}


def texts() -> dict[str, str]:
    """Return the text of every schema by its file name."""
    return {f"{name}.json": _text(name, model) for name, model in MODELS.items()}


def write(folder: Path) -> None:
    """Write every schema into a folder."""
    for name, text in texts().items():
        (folder / name).write_text(text, encoding="utf-8")


def _text(name: str, model: type[Record] | type[LeanRecord]) -> str:
    schema = {"$schema": DIALECT, "$id": f"urn:workbench:schema:{name}"}
    validating = mirror(model) if issubclass(model, LeanRecord) else model
    schema |= validating.model_json_schema(by_alias=True)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
