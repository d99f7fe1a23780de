"""Compare: two recorded runs head to head on their common cases."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from workbench.domain.run import CaseResult, Manifest, Stamp
from workbench.errors import DataError
from workbench.scoring.compare import Comparison, compared
from workbench.scoring.trials import NoiseBand, noise_band
from workbench.store.runs import find_run

_SEED = 20_261_130
"""Fixed, so that the same two runs always give the same interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two runs side by side."""

    first: Manifest
    second: Manifest
    comparison: Comparison
    noise: NoiseBand | None = None
    """How far two runs of one version part by chance; None where the versions differ."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the two were not made under alike."""
        return tuple(str(change) for change in self.comparison.stamps)


def compare_runs(root: Path, first: str, second: str, *, anyway: bool = False) -> Compared:
    """Return what the second run has over the first.

    Args:
        root: The workspace.
        first: The run of the version that is there: its id, its folder, or `latest`.
        second: The run of the version that may follow it.
        anyway: Compare where another suite, rubric, judge or clock makes them measure different
            things.

    Raises:
        DataError: A run is not there, or they measure different things.
    """
    one, two = find_run(root, first), find_run(root, second)
    results = (list(one.results()), list(two.results()))
    found = compared(
        *results,
        rng=np.random.default_rng(_SEED),
        stamps=(one.manifest.stamp, two.manifest.stamp),
    )
    broken = [str(change) for change in found.stamps if change.breaks]
    if broken and not anyway:
        raise DataError(
            f"runs {one.manifest.id} and {two.manifest.id}: cannot be compared, they were not made "
            f"under the same {'; '.join(broken)}; run the suite again on one of them, or compare "
            "`--anyway`"
        )
    if not found.pairs:
        hint = ""
        if found.same_content:
            pairs = ", ".join(f"{a!r} and {b!r}" for a, b in found.same_content[:3])
            hint = f"; some ask the same under another id ({pairs}): give them one id"
        raise DataError(
            f"runs {one.manifest.id} and {two.manifest.id}: have no case in common{hint}"
        )
    return Compared(
        first=one.manifest,
        second=two.manifest,
        comparison=found,
        noise=_noise(one.manifest.stamp, two.manifest.stamp, *results),
    )


def _noise(
    first: Stamp, second: Stamp, one: Sequence[CaseResult], two: Sequence[CaseResult]
) -> NoiseBand | None:
    """Return the noise where both runs scored one version; unknown versions may be two."""
    if _version(first) != _version(second):
        return None
    found = noise_band(one, two)
    if found.half_width is None or any(_version(first)):
        return found
    unknown = "not measurable: no recording says which version of the agent it is of"
    return replace(found, half_width=None, reason=unknown)


def _version(stamp: Stamp) -> tuple[str | None, str | None, str | None]:
    """Return what says which version of the agent was scored."""
    return (stamp.agent, stamp.agent_model, stamp.prompt_version)
