"""The JSON report: strict JSON that holds every result."""

import io
import json
from typing import Any

from tests.reports.running import broken, failed, passed, source
from workbench.domain.run import CaseResult, Manifest
from workbench.reports.document import SCHEMA, write_json


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is no JSON")


def test_the_document_holds_the_run_and_every_result() -> None:
    results = [passed("a", trial=1), failed("b"), broken("c")]
    run = source(results, "FAIL")
    out = io.StringIO()

    write_json(run, out)

    document = json.loads(out.getvalue(), parse_constant=refuse)
    assert document["schema"] == SCHEMA
    assert Manifest.from_line(json.dumps(document["run"])) == run.manifest
    assert [CaseResult.from_line(json.dumps(one)) for one in document["results"]] == results


def test_a_run_without_results_is_a_document_too() -> None:
    out = io.StringIO()

    write_json(source([]), out)

    assert json.loads(out.getvalue())["results"] == []
