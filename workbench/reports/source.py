"""What every report is made of: a run's manifest, its results one by one, and its transcripts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.domain.run import CaseResult, CheckResult, Manifest
from workbench.domain.transcript import Transcript

SHOWN = 300
"""Cases of each kind that a report writes out: failures first, the rest are counted."""


def _nowhere(_case: str) -> None:
    """Find no transcript."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One recorded run.

    Attributes:
        manifest: What was run and what it came to.
        results: Reads the results anew, in the order of the suite; they may not fit into memory.
        transcript: Finds a transcript by id; None where it is not there any more.
        inline: Finds the transcript that stands in the suite by its case; None where the suite is
            not there as it was scored. Asked of what did not pass first, each in their order.
    """

    manifest: Manifest
    results: Callable[[], Iterator[CaseResult]]
    transcript: Callable[[str], Transcript | None]
    inline: Callable[[str], Transcript | None] = _nowhere

    def scored(self, result: CaseResult) -> Transcript | None:
        """Return the transcript that a result is about; None where only another has its id.

        A result without a digest is about a transcript that stands in the suite.
        """
        if result.transcript is None:
            return None
        if result.transcript_digest is None:
            return self.inline(result.case)
        found = self.transcript(result.transcript)
        return found if found and found.digest == result.transcript_digest else None


def title(result: CaseResult) -> str:
    """Return how a case is named, with its trial where it has several."""
    return result.case if result.trial is None else f"{result.case} (trial {result.trial})"


def said(check: CheckResult, called: Callable[[str], str] = str) -> str:
    """Return what a check that did not pass has to say, in one sentence.

    Args:
        check: Its result.
        called: Returns how a check is called, by its name: its place in the suite.
    """
    told = check.message or "; ".join(
        f"{word} {text}"
        for word, text in (("expected", check.expected), ("got", check.got))
        if text is not None
    )
    where = f" (at {check.where})" if check.where and check.where not in told else ""
    return f"{called(check.name)}: {told or check.status}{where}"


def troubles(result: CaseResult, called: Callable[[str], str] = str) -> list[str]:
    """Return everything that keeps a case from passing, one sentence each.

    Args:
        result: What came of the case.
        called: As for `said`.
    """
    found = [result.error] if result.error else []
    found += [said(check, called) for check in result.checks if check.status in ("fail", "error")]
    for one in result.dimensions:
        name = one.dimension if one.criterion is None else f"{one.dimension}: {one.criterion}"
        if one.passed is False:
            reason = f": {one.justification}" if one.justification else ""
            found.append(f"{name}: judge {one.judge!r} gave {one.level}{reason}")
        elif one.status in ("error", "no_majority"):
            why = one.reason or one.status.replace("_", " ")
            found.append(f"{name}: judge {one.judge!r} gave no verdict ({why})")
    return found
