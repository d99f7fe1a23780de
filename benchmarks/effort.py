"""How much a run of the benchmark does: in full, or just enough to see that it works."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The sizes of everything that is measured."""

    repeats: int
    """Pairs of one run each; the median of their ratios counts."""
    slow_pairs: int
    """Pairs against a rival that takes minutes."""
    cells: int
    resampled_cells: int
    """How many cells the library resamples; its time is scaled to all of them."""
    resamples: int
    alpha_raters: int
    alpha_units: int
    records: tuple[int, ...]
    """Labels and verdicts in all, ascending."""
    judge_waves: int
    """Calls that follow each other in each place of those in flight."""
    page_transcripts: tuple[int, int]
    """Transcripts of the small and the large workspace that people label in."""
    page_turns: tuple[int, int]
    """Turns of a short and a long transcript."""
    page_rounds: int
    """Transcripts that are labelled on each page; every press of a key is one pair."""
    cases: tuple[int, int]
    """Few and many recorded cases that code checks."""
    rival_cases: tuple[int, int]
    """The same for harnesses that take ten times as long."""
    slow_rival_cases: tuple[int, int]
    """The same for one that takes a hundred times as long."""
    whole_cases: int
    """Recorded cases that the whole process is timed on."""
    streamed_cases: tuple[int, int]
    """Few and ten times as many recorded cases, whose memory is compared."""


FULL = Effort(
    repeats=5,
    slow_pairs=3,
    cells=90,
    resampled_cells=2,
    resamples=2_000,
    alpha_raters=20,
    alpha_units=1_000_000,
    records=(10_000, 100_000, 1_000_000),
    judge_waves=10,
    page_transcripts=(100, 10_000),
    page_turns=(20, 200),
    page_rounds=20,
    cases=(20_000, 40_000),
    rival_cases=(2_000, 4_000),
    slow_rival_cases=(200, 1_000),
    whole_cases=2_000,
    streamed_cases=(100_000, 1_000_000),
)
TINY = Effort(
    repeats=1,
    slow_pairs=1,
    cells=4,
    resampled_cells=2,
    resamples=5,
    alpha_raters=3,
    alpha_units=500,
    records=(40, 80),
    judge_waves=2,
    page_transcripts=(6, 12),
    page_turns=(2, 40),
    page_rounds=1,
    cases=(20, 40),
    rival_cases=(20, 40),
    slow_rival_cases=(5, 10),
    whole_cases=20,
    streamed_cases=(30, 300),
)
