"""JSON for machines: the whole run as one document, written result by result."""

import json
from typing import IO

from workbench.reports.source import Source

SCHEMA = "workbench.report/1"


def write_json(source: Source, out: IO[str]) -> None:
    """Write a run as one JSON object; numbers that are not finite cannot occur in it."""
    run = source.manifest.model_dump_json(by_alias=True)
    out.write(f'{{"schema": {json.dumps(SCHEMA)},\n"run": {run},\n"results": [')
    separator = "\n"
    for result in source.results():
        out.write(separator + result.model_dump_json())
        separator = ",\n"
    out.write("\n]}\n")
