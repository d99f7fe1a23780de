"""Trials: what several recordings of one case say together."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.domain.run import CaseResult, TrialFigures, TrialSummary


@dataclass(slots=True)
class Trials:
    """How often one case came to what."""

    passes: int = 0
    fails: int = 0
    errors: int = 0

    @property
    def decided(self) -> int:
        """Trials that came to pass or fail."""
        return self.passes + self.fails

    @property
    def flaky(self) -> bool:
        """Whether trials of the case differ."""
        return bool(self.passes and self.fails)

    def add(self, verdict: str) -> None:
        """Count one trial."""
        if verdict == "PASS":
            self.passes += 1
        elif verdict == "FAIL":
            self.fails += 1
        else:
            self.errors += 1


def summaries(trials: Mapping[str, Trials]) -> tuple[TrialSummary, ...]:
    """Return the trials of each case, by its id."""
    return tuple(
        TrialSummary(
            case=case,
            passes=one.passes,
            fails=one.fails,
            errors=one.errors,
            flaky=one.flaky,
        )
        for case, one in sorted(trials.items())
    )


def figures(trials: Mapping[str, Trials]) -> tuple[TrialFigures, ...]:
    """Return pass^k and pass@k for every k that a case has trials for.

    Both are the unbiased estimates over all ways to draw k of a case's trials, averaged over
    the cases that have so many. An error is a trial that did not pass.

    Source: Yao et al. (2024), tau-bench; Chen et al. (2021), Codex.
    """
    counted = [(one.passes, one.decided + one.errors) for one in trials.values()]
    most = max((n for _, n in counted), default=0)
    found = []
    for k in range(1, most + 1):
        enough = [(passes, n) for passes, n in counted if n >= k]
        every = [math.comb(passes, k) / math.comb(n, k) for passes, n in enough]
        some = [1 - math.comb(n - passes, k) / math.comb(n, k) for passes, n in enough]
        found.append(
            TrialFigures(
                k=k,
                cases=len(enough),
                pass_all=math.fsum(every) / len(enough),
                pass_any=math.fsum(some) / len(enough),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoiseBand:
    """How far the pass rate of one version moves between runs, or why that cannot be told."""

    cases: int
    """Results whose conversation was held anew in the second run."""
    changed: int
    """Those of them that came out differently."""
    half_width: float | None
    """A difference of pass rates up to here is what two runs of one version differ by."""
    reason: str | None = None


def noise_band(first: Sequence[CaseResult], second: Sequence[CaseResult]) -> NoiseBand:
    """Return the noise between two runs of one version over their common cases and trials.

    Only what was recorded anew can have changed, so that the share of changes is taken over it.
    The half width is 1.96 standard errors of the difference that chance alone makes over all
    common results: the square root of that share over how many there are.
    """
    one, two = _by_trial(first), _by_trial(second)
    common = one.keys() & two.keys()
    anew = [key for key in common if not _same_recording(one[key], two[key])]
    changed = sum(one[key].verdict != two[key].verdict for key in anew)
    if anew:
        half_width = 1.96 * math.sqrt(changed / len(anew) / len(common))
        return NoiseBand(cases=len(anew), changed=changed, half_width=half_width)
    reason = "not measurable: both runs scored the same recordings"
    if not common:
        reason = "not measurable: the runs have no case in common"
    return NoiseBand(cases=0, changed=0, half_width=None, reason=reason)


def _by_trial(results: Sequence[CaseResult]) -> dict[tuple[str, int | None, int], CaseResult]:
    """Return results by case, trial and place among those that bear the same number."""
    seen: Counter[tuple[str, int | None]] = Counter()
    found = {}
    for result in results:
        trial = (result.case, result.trial)
        found[(*trial, seen[trial])] = result
        seen[trial] += 1
    return found


def _same_recording(one: CaseResult, two: CaseResult) -> bool:
    if one.transcript_digest is None or two.transcript_digest is None:
        return one.transcript == two.transcript
    return one.transcript_digest == two.transcript_digest
