"""The code half of a run: what checks say of every case, and what they leave for judges.

Cases come in parts, which are scored one after the other or side by side: what a part holds
depends on nothing but its cases, and parts are put together in the order of the suite.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from workbench.domain.run import CaseResult
from workbench.domain.suite import Case
from workbench.domain.transcript import Transcript
from workbench.domain.unit import CRITERIA, Unit
from workbench.errors import DataError
from workbench.scoring.case import asks, broken, case_digest, score
from workbench.scoring.compiling import Compiled, compiled
from workbench.scoring.criteria import questions
from workbench.scoring.tally import Tally
from workbench.store.case_lines import Block, hash_of
from workbench.store.suites import SuiteFile
from workbench.workflows.recordings import Recordings
from workbench.workflows.resolving import Resolver
from workbench.workflows.stamping import Agents

_HANDFUL: Final = 8
"""Cases that take each step together: a processor finds the code of a step in its nearest memory
when it does one thing several times, and no longer finds what it works on when it does it too
often. Eight take three quarters of the time of one by one; at 32 all is lost again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is scored; another process can be told it.

    Attributes:
        file: The suite.
        path: Where it stands.
        root: The workspace.
        in_workspace: Whether the transcripts are the workspace's, which judges read.
    """

    file: SuiteFile
    path: Path
    root: Path
    in_workspace: bool


@dataclass(slots=True)
class Passed:
    """What checks came to, and what they leave for judges.

    Attributes:
        open: Case and transcript of each result that names dimensions or criteria, by its place.
        units: What judges are asked about.
        scored: Id and digest of each transcript of the workspace.
    """

    tally: Tally = field(default_factory=Tally)
    open: dict[int, tuple[Case, str]] = field(default_factory=dict)
    units: set[Unit] = field(default_factory=set)
    dimensions: set[str] = field(default_factory=set)
    scored: list[tuple[str, str]] = field(default_factory=list)
    agents: Agents = field(default_factory=Agents)

    @property
    def results(self) -> int:
        """How many results there are."""
        return self.tally.counts["results"]

    def append(self, other: "Passed") -> None:
        """Add what the results that follow came to."""
        before = self.results
        self.open |= {before + place: left for place, left in other.open.items()}
        self.tally.merge(other.tally)
        self.units |= other.units
        self.dimensions |= other.dimensions
        self.scored += other.scored
        self.agents.merge(other.agents)


@dataclass(slots=True)
class Part:
    """Results that follow each other.

    Attributes:
        lines: The results as they are written.
        ids: Hashes of the ids of the cases; see `case_lines.hash_of`.
    """

    lines: list[str] = field(default_factory=list)
    passed: Passed = field(default_factory=Passed)
    ids: "array[int]" = field(default_factory=lambda: array("q"))

    @property
    def written(self) -> bytes:
        """The lines, each with its end."""
        return "".join(f"{line}\n" for line in self.lines).encode()


class CodeHalf:
    """Scores the cases of a suite by its checks.

    Args:
        scope: What is scored.
        recordings: Finds transcripts; without it only cases that hold their own are scored.
    """

    def __init__(self, scope: Scope, recordings: Recordings | None) -> None:
        self._file = scope.file
        self._in_workspace = scope.in_workspace
        self._streamed = scope.file.cases_file is not None
        self._recordings = recordings
        suite = scope.file.suite
        free_text = frozenset(suite.free_text_fields)
        self._resolver = Resolver(scope.path, scope.root, free_text, suite.rule_seconds)

    def block(self, block: Block) -> Part | None:
        """Score the cases of a block; None where one is met whose transcript is elsewhere.

        Raises:
            DataError: A line is no case, or names what is not there.
        """
        part = Part()
        for cases in _handfuls(self._file.cases_of(block)):
            if self._recordings is None and not all(_holds_transcript(case) for case in cases):
                return None
            part.ids.extend(hash_of(case.id) for case in cases)
            self._add(part, cases)
        return part

    def case(self, case: Case) -> Part:
        """Score one case; raises DataError where it names what is not there."""
        part = Part()
        self._add(part, [case])
        return part

    def _add(self, part: Part, cases: list[Case]) -> None:
        for case in cases:
            self._resolver.require(case)
        ready = [compiled(case, self._resolver.resources) for case in cases]
        found = [
            (case, result, transcript)
            for case, one in zip(cases, ready, strict=True)
            for result, transcript in self._scored(case, one)
        ]
        part.lines.extend(result.line() for _, result, _ in found)
        for case, result, transcript in found:
            if transcript is not None:
                self._note(part.passed, case, result, transcript)
            part.passed.tally.add(result)

    def _scored(
        self, case: Case, ready: Compiled
    ) -> Iterator[tuple[CaseResult, Transcript | None]]:
        if isinstance(case.transcript, Transcript):
            found = [case.transcript]
        else:
            try:
                found = self._found(case)
            except DataError as error:
                yield broken(case, str(error)), None
                return
        for number, transcript in enumerate(found):
            result = score(ready, transcript)
            changes = self._changes(case, transcript, number if len(found) > 1 else None)
            yield result.changed(**changes) if changes else result, transcript

    def _found(self, case: Case) -> list[Transcript]:
        if self._recordings is None:
            raise DataError(f"case {case.id!r}: its transcript is elsewhere")
        return self._recordings.of(case)

    def _changes(self, case: Case, transcript: Transcript, number: int | None) -> dict[str, object]:
        """Return what a result has to say beside what was found: digests, and which trial it is.

        Args:
            case: The case.
            transcript: One that it was scored on.
            number: Its place among several.
        """
        changes: dict[str, object] = {}
        if not self._streamed:
            changes["case_digest"] = case_digest(case)
        if case.transcript is not transcript:
            changes["transcript_digest"] = transcript.digest
        trial = None if number is None else number if transcript.trial is None else transcript.trial
        if trial != transcript.trial:
            changes["trial"] = trial
        return changes

    def _note(self, passed: Passed, case: Case, result: CaseResult, transcript: Transcript) -> None:
        """Note what is left for judges; goes before the result is added."""
        passed.agents.meet(transcript)
        if result.transcript_digest is not None:
            passed.scored.append((transcript.id, result.transcript_digest))
        if not case.dimensions and not case.expect.rubric:
            return
        # Of the case judges need what it asks; a transcript that it holds would stay in memory.
        slim = case.changed(transcript=transcript.id)
        passed.open[passed.results] = (slim, transcript.id)
        wanted = tuple(case.dimensions or ())
        passed.dimensions.update(wanted)
        if case.expect.rubric:
            passed.dimensions.add(CRITERIA)
        left = asks(result)
        if self._in_workspace and left.dimensions:
            passed.units.update((transcript.id, dimension, None) for dimension in wanted)
        if self._in_workspace and left.criteria:
            passed.units.update((transcript.id, CRITERIA, one.text) for one in questions(case))


def _handfuls(cases: Iterable[Case]) -> Iterator[list[Case]]:
    following = iter(cases)
    while handful := list(islice(following, _HANDFUL)):
        yield handful


def _holds_transcript(case: Case) -> bool:
    return isinstance(case.transcript, Transcript)
