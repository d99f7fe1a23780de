"""A pytest plugin: the cases of a suite as test items, so that teams keep their runner.

Switch it on with `-p workbench.pytest` and name suites as tests are named:
`pytest -p workbench.pytest suites/support.yaml`. The workspace is the nearest folder above the
suite that holds a workbench.yaml. Judges are not asked; verdicts on record count.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from workbench.domain.run import CaseResult
from workbench.errors import DataError, WorkbenchError
from workbench.reports.source import title, troubles
from workbench.store.suites import read_suite
from workbench.store.workspace import POLICY
from workbench.workflows.scoring import Scored, Wanted, run_suite


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that names the folders of suites."""
    parser.addini(
        "workbench_suites", "Folders whose YAML files are suites.", type="args", default=["suites"]
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "SuiteCollector | None":
    """Collect a suite: a YAML file in one of the folders of suites."""
    folders = parent.config.getini("workbench_suites")
    if file_path.suffix in {".yaml", ".yml"} and file_path.parent.name in folders:
        return SuiteCollector.from_parent(parent, path=file_path)
    return None


class CaseFailedError(Exception):
    """A case did not pass."""


class SuiteCollector(pytest.File):
    """One suite; it is scored once, when its first case is asked for."""

    _scored: Scored | None = None
    _results: dict[str, list[CaseResult]]
    _folder: "TemporaryDirectory[str]"

    def collect(self) -> Iterator["CaseItem | GateItem"]:
        """Yield the cases in their order, the release bar last."""
        try:
            cases = [case.id for case in read_suite(self.path, self.path.name).cases()]
        except WorkbenchError as error:
            raise self.CollectError(str(error)) from error
        for name in cases:
            yield CaseItem.from_parent(self, name=name)
        yield GateItem.from_parent(self, name="release bar")

    def scored(self) -> Scored:
        """Return the run of this suite, made at the first call."""
        if self._scored is None:
            self._folder = TemporaryDirectory()
            self._scored = run_suite(
                _workspace(self.path),
                Wanted(suite=self.path, runs=Path(self._folder.name)),
                now=datetime.now(UTC),
            )
            self._results = {}
            for result in self._scored.run.results():
                self._results.setdefault(result.case, []).append(result)
        return self._scored

    def results(self, case: str) -> list[CaseResult]:
        """Return what every trial of a case came to."""
        self.scored()
        return self._results[case]

    def teardown(self) -> None:
        """Let go of the run."""
        if self._scored is not None:
            self._folder.cleanup()


class _Item(pytest.Item):
    """What items of a suite have in common."""

    parent: SuiteCollector

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return sentences for what is the suite's, a traceback for what is not."""
        if isinstance(excinfo.value, CaseFailedError | WorkbenchError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the item stands."""
        return self.path, None, f"{self.path.name}: {self.name}"


class CaseItem(_Item):
    """One case; all its trials must pass."""

    def runtest(self) -> None:
        """Raise what keeps the case from passing."""
        lines = [
            f"{result.verdict} {title(result)}: {why}"
            for result in self.parent.results(self.name)
            if result.verdict != "PASS"
            for why in troubles(result) or ["no reason was recorded"]
        ]
        if lines:
            raise CaseFailedError("\n".join(lines))


class GateItem(_Item):
    """What the suite as a whole comes to."""

    def runtest(self) -> None:
        """Raise the reasons where the verdict is not PASS."""
        gate = self.parent.scored().run.manifest.gate
        if gate.verdict != "PASS":
            reasons = "\n".join(f"  {reason.text}" for reason in gate.reasons)
            raise CaseFailedError(f"{gate.verdict}\n{reasons}")


def _workspace(suite: Path) -> Path:
    for folder in suite.parents:
        if (folder / POLICY).is_file():
            return folder
    raise DataError(f"{suite}: no folder above it is a workspace, which holds a {POLICY}")
