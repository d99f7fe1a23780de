"""JSON for machines: the whole run as one document, written result by result."""

import json
from typing import IO

from workbench.domain.lean import LeanRecord
from workbench.reports.source import Source

SCHEMA = "workbench.report/1"


def write_json(source: Source, out: IO[str]) -> None:
    """Write a run as one JSON object; numbers that are not finite cannot occur in it."""
    run = _text(source.manifest)
    out.write(f'{{"schema": {json.dumps(SCHEMA)},\n"run": {run},\n"results": [')
    separator = "\n"
    for result in source.results():
        out.write(separator + _text(result))
        separator = ",\n"
    out.write("\n]}\n")


def _text(record: LeanRecord) -> str:
    return json.dumps(record.to_whole_json(), ensure_ascii=False, separators=(",", ":"))
