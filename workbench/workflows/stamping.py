"""Stamp: what a run was made under, so that two runs are compared knowingly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import workbench
from workbench.domain.digest import digest
from workbench.domain.run import Stamp
from workbench.domain.transcript import Transcript
from workbench.store.commit import commit_of
from workbench.store.suites import SuiteFile
from workbench.store.workspace import Workspace

if TYPE_CHECKING:
    from workbench.domain.certificate import Certificate


@dataclass(slots=True)
class Agents:
    """The agents that took part in what was scored, as they were met."""

    names: set[str] = field(default_factory=set)
    models: set[str] = field(default_factory=set)
    prompts: set[str] = field(default_factory=set)

    def meet(self, transcript: Transcript) -> None:
        """Note who took part in a transcript."""
        agent = transcript.agent
        if agent is not None:
            for met, one in (
                (self.names, agent.name),
                (self.models, agent.model),
                (self.prompts, agent.prompt_version),
            ):
                if one is not None:
                    met.add(one)

    def merge(self, other: "Agents") -> None:
        """Note who was met elsewhere."""
        self.names |= other.names
        self.models |= other.models
        self.prompts |= other.prompts


def stamp(
    workspace: Workspace,
    file: SuiteFile,
    judges: "Mapping[str, Certificate]",
    scored: Iterable[tuple[str, str]],
    agents: Agents,
) -> Stamp:
    """Return the stamp of a run.

    Args:
        workspace: The workspace.
        file: The suite.
        judges: By what the judge of each dimension was appointed.
        scored: Id and digest of every transcript of the workspace that was scored, in order; those
            that stand in the suite are under its digest.
        agents: Who took part.
    """
    data = list(scored)
    trusted = workspace.trusted
    return Stamp(
        suite=file.suite.suite,
        suite_version=file.suite.version,
        suite_digest=file.digest,
        rubrics={name: one.rubric_digest for name, one in sorted(judges.items())},
        judges={f"{one.judge} on {name}": one.judge_digest for name, one in sorted(judges.items())},
        trusted=digest(trusted.read_text(encoding="utf-8")) if trusted.exists() else None,
        transcripts=digest(sorted(map(list, data))) if data else None,
        agent=_listed(agents.names),
        agent_model=_listed(agents.models),
        prompt_version=_listed(agents.prompts),
        clock=file.suite.clock,
        workbench=workbench.__version__,
        commit=commit_of(workspace.root),
    )


def run_id(suite: str, at: datetime, suite_digest: str) -> str:
    """Return the id of a run: when, of what, and enough of its digest to tell suites apart."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in suite)
    return f"{at:%Y%m%dT%H%M%S}{at.microsecond // 1000:03d}Z-{name[:40]}-{suite_digest[:6]}"


def _listed(names: set[str]) -> str | None:
    return ", ".join(sorted(names)) or None
