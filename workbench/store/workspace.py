"""A workspace: the folder's layout, and the files in it that people edit.

What reads a file is loaded with its first use: checks alone need none of it.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from workbench.domain.finding import Finding
from workbench.domain.names import file_stem
from workbench.errors import DataError
from workbench.store.yamlfile import read_yaml, validated

if TYPE_CHECKING:
    from workbench.domain.judge import Judges
    from workbench.domain.policy import Policy
    from workbench.domain.record import Record
    from workbench.domain.rubric import Rubric
    from workbench.store.query import Engine

POLICY = "workbench.yaml"
JUDGES = "judges.yaml"

Read = TypeVar("Read", bound="Record")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class RubricFile:
    """A rubric and the file that it stands in."""

    file: str
    rubric: "Rubric"


class Workspace:
    """One folder of plain files; reads each of them at most once."""

    def __init__(self, root: Path) -> None:
        """Take a folder that holds a workbench.yaml.

        Raises:
            DataError: The folder is no workspace.
        """
        self.root = root
        if not (root / POLICY).is_file():
            raise DataError(
                f"{root}: is no workspace, it holds no {POLICY}; "
                f"`workbench init {root}` makes one, `workbench -C DIR` names another"
            )

    @cached_property
    def policy_read(self) -> "tuple[Policy, tuple[Finding, ...]]":
        """The policy, or the default one where the file has faults, and those faults."""
        from workbench.domain.policy import Policy

        read, findings = self._edited(POLICY, Policy)
        return read or Policy(), findings

    @cached_property
    def judges_read(self) -> "tuple[Judges, tuple[Finding, ...]]":
        """The judges and panels, none where the file has faults or is absent."""
        from workbench.domain.judge import Judges

        if not (self.root / JUDGES).exists():
            return Judges(), ()
        read, findings = self._edited(JUDGES, Judges)
        return read or Judges(), findings

    @cached_property
    def rubrics_read(self) -> tuple[dict[str, RubricFile], tuple[Finding, ...]]:
        """The rubrics by dimension, and the faults of all rubric files."""
        from workbench.domain.rubric import Rubric

        rubrics: dict[str, RubricFile] = {}
        findings: list[Finding] = []
        for path in sorted((self.root / "rubrics").glob("*.y*ml")):
            name = self.relative(path)
            rubric, faults = self._edited(name, Rubric)
            findings += faults
            if rubric is None:
                continue
            if rubric.dimension in rubrics:
                findings.append(_second_rubric(name, rubric, rubrics[rubric.dimension].file))
                continue
            rubrics[rubric.dimension] = RubricFile(name, rubric)
            findings += [
                Finding(
                    file=name,
                    line=self.line_in(name, "anchors"),
                    code="odd_scale",
                    message=text,
                    severity="warning",
                )
                for text in rubric.warnings()
            ]
        return rubrics, tuple(findings)

    @property
    def policy(self) -> "Policy":
        """The policy; raises DataError naming its first fault."""
        return _sound(self.policy_read)

    @property
    def judges(self) -> "Judges":
        """The judges and panels; raises DataError naming the file's first fault."""
        return _sound(self.judges_read)

    @property
    def rubrics(self) -> dict[str, RubricFile]:
        """The rubrics by dimension; raises DataError naming the first fault of any."""
        return _sound(self.rubrics_read)

    def forget(self) -> None:
        """Read the edited files anew at the next use, after one of them was written."""
        for name in ("policy_read", "judges_read", "rubrics_read"):
            self.__dict__.pop(name, None)

    def exchange(self, rubric: "Rubric") -> None:
        """Take a text for what the file of its dimension says; the file stays as it is."""
        self.rubrics[rubric.dimension] = RubricFile(self.rubrics[rubric.dimension].file, rubric)

    def relative(self, path: Path) -> str:
        """Return a path as messages show it."""
        relative = path.relative_to(self.root).as_posix()
        return relative.encode("utf-8", "backslashreplace").decode("utf-8")

    def inside(self, relative: str) -> Path:
        """Return a path that a file of the workspace names.

        Raises:
            DataError: It leads out of the workspace.
        """
        path = (self.root / relative).resolve()
        if not path.is_relative_to(self.root.resolve()):
            raise DataError(f"path {relative!r}: must stay inside the workspace")
        return path

    def line_in(self, name: str, *path: str) -> int:
        """Return the line of a key in one of the files that people edit."""
        return read_yaml(self.root / name, name).line_of(path)

    def labels(self, labeller: str) -> Path:
        """Return the ledger of one labeller."""
        return self.root / "labels" / f"{file_stem(labeller)}.jsonl"

    def verdicts(self, judge: str) -> Path:
        """Return the ledger of one judge."""
        return self.root / "verdicts" / f"{file_stem(judge)}.jsonl"

    def probed(self, judge: str) -> Path:
        """Return what one judge answered to probes, apart from the ledger that counts."""
        return self.root / "probes" / "verdicts" / f"{file_stem(judge)}.jsonl"

    def claims(self, judge: str) -> Path:
        """Return where runs that ask a judge tell each other what they are asking."""
        return self.scratch / "claims" / file_stem(judge)

    def collection(self, name: str) -> Path:
        """Return the file of one collection of transcripts."""
        return self.root / "transcripts" / f"{file_stem(name)}.jsonl"

    def record(self, name: str) -> Path:
        """Return one of the ledgers of what was decided and seen."""
        return self.root / "record" / f"{name}.jsonl"

    @property
    def trusted(self) -> Path:
        """What certify granted, with its proof."""
        return self.root / "trusted.json"

    @property
    def drafts(self) -> Path:
        """Half-filled labelling forms; they are no labels."""
        return self.root / ".drafts"

    @property
    def scratch(self) -> Path:
        """Rebuildable indexes only."""
        return self.root / ".workbench"

    def files(self, folder: str, *suffixes: str) -> dict[str, Path]:
        """Return the files of one folder by their relative names."""
        place = self.root / folder
        try:
            return {
                self.relative(path): path
                for path in (sorted(place.iterdir()) if place.is_dir() else ())
                if path.suffix in suffixes and path.is_file()
            }
        except OSError as error:
            raise DataError(f"{place}: cannot be read ({error.strerror})") from error

    @cached_property
    def engine(self) -> "Engine":
        """DuckDB over this workspace; connected at its first use."""
        from workbench.store.query import Engine

        try:
            self.scratch.mkdir(exist_ok=True)
        except OSError as error:
            raise DataError(f"{self.scratch}: cannot be written ({error.strerror})") from error
        return Engine(self.root, self.scratch)

    def _edited(self, name: str, model: type[Read]) -> tuple[Read | None, tuple[Finding, ...]]:
        file = read_yaml(self.root / name, name)
        read = validated(file, model)
        return read, tuple(file.findings)


def _second_rubric(name: str, rubric: "Rubric", first: str) -> Finding:
    return Finding(
        file=name,
        line=1,
        code="duplicate_dimension",
        message=f"dimension {rubric.dimension!r} has a rubric in {first} already",
    )


def _sound(read: tuple[Value, tuple[Finding, ...]]) -> Value:
    value, findings = read
    for finding in findings:
        if finding.severity == "error":
            raise DataError(f"{finding} (`workbench check` lists all)")
    return value
