"""How the verdicts of a panel's members become the panel's own.

- A vote is a level or "not applicable"; an error, a missing verdict and a member's own missing
  majority are none.
- Fewer votes than the quorum are an error of kind `quorum`, whatever the votes say. Without a
  quorum in judges.yaml it is the smallest majority of the members.
- An answer wins with the votes of more than half of the members, not of those who voted: two of
  two, two of three, three of four, three of five. Otherwise there is no majority, and no level.
- Votes that are not all the same are a disagreement, whether or not one answer wins.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from workbench.domain.judge import Panel
from workbench.domain.level import Level
from workbench.domain.rating import VerdictError
from workbench.domain.rubric import Rubric
from workbench.errors import DataError

Vote = tuple[Literal["rated", "not_applicable"], Level | None]


class Said(Protocol):
    """What a member said: a verdict, or as much of one as the rule needs."""

    @property
    def status(self) -> str:
        """As a verdict has it."""

    @property
    def level(self) -> Level | None:
        """The level, where the status is ``rated``."""

    @property
    def error(self) -> VerdictError | None:
        """Why there is none, where the status is ``error``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a panel says of one unit.

    Attributes:
        status: As a verdict has it.
        level: The level that won; None unless `status` is ``rated``.
        error: Why there is no outcome, where `status` is ``error``.
        disagreement: Whether two members voted differently; people should look.
        said: What every member said, in one line.
    """

    status: Literal["rated", "not_applicable", "no_majority", "error"]
    level: Level | None = None
    error: VerdictError | None = None
    disagreement: bool
    said: str


def combine(members: Mapping[str, Said | None], panel: Panel, rubric: Rubric) -> Outcome:
    """Return what a panel's rule makes of its members' verdicts on one unit.

    Args:
        members: Verdict by member; None, or no entry, where a member was not asked.
        panel: The members that count, the rule and the quorum.
        rubric: The scale that levels are on.

    Raises:
        DataError: A verdict is of somebody else, or its level is not on the scale.
    """
    _require_fitting(members, panel, rubric)
    verdicts = {name: members.get(name) for name in panel.members}
    votes = [vote for verdict in verdicts.values() if (vote := _vote(verdict))]
    said = ", ".join(f"{name}: {_said(verdict)}" for name, verdict in verdicts.items())
    disagreement = len(set(votes)) > 1
    majority = len(verdicts) // 2 + 1
    quorum = panel.quorum or majority
    if len(votes) < quorum:
        message = f"{len(votes)} of {len(verdicts)} members voted, the quorum is {quorum} ({said})"
        error = VerdictError(kind="quorum", message=message)
        return Outcome(status="error", error=error, disagreement=disagreement, said=said)
    (vote, count), *_ = Counter(votes).most_common(1)
    if count < majority:
        return Outcome(status="no_majority", disagreement=disagreement, said=said)
    status, level = vote
    return Outcome(status=status, level=level, disagreement=disagreement, said=said)


def _require_fitting(members: Mapping[str, Said | None], panel: Panel, rubric: Rubric) -> None:
    """Refuse votes of strangers and levels that the scale does not have."""
    if strangers := sorted(set(members) - set(panel.members)):
        raise DataError(f"panel: members must be {list(panel.members)}, got {strangers}")
    for name, verdict in members.items():
        if verdict and verdict.status == "rated" and verdict.level not in rubric.scale_levels:
            raise DataError(
                f"panel: the level of member {name!r} must be one of {rubric.describe_scale()}, "
                f"got {verdict.level!r}"
            )


def _vote(verdict: Said | None) -> Vote | None:
    if verdict is None or verdict.status not in {"rated", "not_applicable"}:
        return None
    return ("rated" if verdict.level is not None else "not_applicable", verdict.level)


def _said(verdict: Said | None) -> str:
    if verdict is None:
        return "no verdict"
    if verdict.error:
        return f"error ({verdict.error.kind})"
    return verdict.status.replace("_", " ") if verdict.level is None else str(verdict.level)
