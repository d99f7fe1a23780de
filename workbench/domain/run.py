"""Runs: what scoring one suite recorded; runs/<id>/results.jsonl holds one case result a line."""

from typing import Any, Literal

from msgspec import field

from workbench.domain.citation import Citation
from workbench.domain.lean import Amount, Digest, LeanRecord, Moment, Name, TurnIndex, Whole
from workbench.domain.level import Level
from workbench.domain.outcome import (
    USUAL_WEIGHT,
    CaseVerdict,
    CheckKind,
    CheckStatus,
    Stage,
    SuiteVerdict,
)
from workbench.domain.suite import Severity


class CheckResult(LeanRecord, frozen=True, kw_only=True):
    """What one check found; one that passed says no more than that."""

    name: Name
    kind: CheckKind
    status: CheckStatus
    hard: bool = False
    """Its failure fails the case, whatever else holds, and no judge is asked."""
    negated: bool = False
    weight: Amount = USUAL_WEIGHT
    expected: str | None = None
    got: str | None = None
    where: str | None = None
    """The path or the turn that it looked at."""
    message: str | None = None
    """The sentence that says it all, or why the check could not tell."""
    turns: tuple[TurnIndex, ...] = ()
    """The turns to look at."""
    stage: Stage | None = None


class DimensionResult(LeanRecord, frozen=True, kw_only=True):
    """What one judge said of one case on a dimension, or why nothing is said."""

    dimension: Name
    criterion: str | None = None
    """The yes/no question, under the dimension `criteria`."""
    judge: Name | None = None
    status: Literal["rated", "not_applicable", "no_majority", "error", "not_scored"]
    level: Level | None = None
    passed: bool | None = None
    """Whether the level is what the case asks for; absent where it asks for none."""
    reason: str | None = None
    """Why there is no level."""
    justification: str | None = None
    citations: tuple[Citation, ...] = ()
    verdict: Name | None = None
    """The id of the verdict that this was read from."""
    flagged: tuple[str, ...] = ()
    """Why people should look: a disagreement, a quote that is not found, a contradiction."""


class RetrievalFigures(LeanRecord, frozen=True, kw_only=True):
    """How well retrieval did on one case."""

    on: Literal["candidates", "context"]
    at: Whole
    """How many different items were read."""
    recall: float
    precision: float
    hit_rate: float
    reciprocal_rank: float


class Effort(LeanRecord, frozen=True, kw_only=True):
    """What a case took; a figure that was not recorded is absent."""

    steps: Whole | None = None
    tool_calls: Whole | None = None
    tool_errors: Whole | None = None
    repeated_calls: Whole | None = None
    """Calls that are equal to an earlier one, tool and arguments."""
    latency_ms: Amount | None = None
    input_tokens: Whole | None = None
    output_tokens: Whole | None = None
    cost_usd: Amount | None = None


class CaseResult(LeanRecord, frozen=True, kw_only=True):
    """Everything that is known of one case, or of one trial of it."""

    case: Name
    trial: int | None = None
    transcript: Name | None = None
    transcript_digest: Digest | None = None
    severity: Severity = "medium"
    verdict: CaseVerdict
    score: float
    """The share of the checks' weight that passed; 0 where a hard check failed."""
    checks: tuple[CheckResult, ...] = ()
    dimensions: tuple[DimensionResult, ...] = ()
    retrieval: RetrievalFigures | None = None
    effort: Effort = Effort()
    tags: tuple[Name, ...] = ()
    error: str | None = None
    """Why the harness could not look at the case at all."""
    case_digest: Digest | None = None
    """Over what the case asks, without its id."""

    @property
    def failed(self) -> tuple[CheckResult, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.status == "fail")

    @property
    def failed_hard(self) -> bool:
        """Whether a hard check failed."""
        return any(check.hard and check.status == "fail" for check in self.checks)


class Stamp(LeanRecord, frozen=True, kw_only=True):
    """What a result was made under; where two runs differ here, they may not be comparable."""

    suite: Name
    suite_version: Name
    suite_digest: Digest
    rubrics: dict[Name, Digest] = field(default_factory=dict)
    """Digests by dimension."""
    judges: dict[Name, Digest] = field(default_factory=dict)
    """Fingerprints by judge."""
    trusted: Digest | None = None
    """Over trusted.json."""
    transcripts: Digest | None = None
    """Over what was scored: the data."""
    agent: str | None = None
    agent_model: str | None = None
    prompt_version: str | None = None
    clock: Moment | None = None
    workbench: str
    commit: str | None = None
    """The git commit of the workspace, with `+` where it had changes."""


class DimensionSummary(LeanRecord, frozen=True, kw_only=True):
    """One dimension over a run."""

    dimension: Name
    judge: Name | None = None
    trusted: bool = True
    reason: str | None = None
    """Why it is not scored, or why there is no interval."""
    n: Whole = 0
    """Levels that the mean rests on."""
    cases: Whole = 0
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    levels: dict[str, Whole] = field(default_factory=dict)
    lowest: Level | None = None
    """The lowest level of its scale."""
    at_lowest: Whole = 0
    errors: Whole = 0
    no_majority: Whole = 0
    not_applicable: Whole = 0
    not_scored: Whole = 0
    flagged: Whole = 0
    corrected: dict[str, Any] | None = None
    """What people would have said, as `calibration.correction` puts it."""


class FailureGroup(LeanRecord, frozen=True, kw_only=True):
    """Failures and errors of one check at one stage."""

    stage: Stage
    check: Name
    status: Literal["fail", "error"]
    count: Whole
    cases: tuple[Name, ...] = ()
    """The first of them."""


class TrialSummary(LeanRecord, frozen=True, kw_only=True):
    """All trials of one case."""

    case: Name
    passes: Whole
    fails: Whole
    errors: Whole
    flaky: bool


class TrialFigures(LeanRecord, frozen=True, kw_only=True):
    """pass^k and pass@k over the cases with at least k trials."""

    k: Whole
    cases: Whole
    pass_all: float
    """pass^k: the chance that k trials of a case all pass."""
    pass_any: float
    """pass@k: the chance that one of k trials passes."""


class Spread(LeanRecord, frozen=True, kw_only=True):
    """One figure of operations over a run."""

    n: Whole
    """Results that recorded it."""
    total: float
    mean: float
    p50: float
    p95: float


class Counts(LeanRecord, frozen=True, kw_only=True):
    """How many results are what."""

    results: Whole = 0
    passed: Whole = 0
    failed: Whole = 0
    errors: Whole = 0
    hard_fails: Whole = 0
    """Results that failed a hard check."""
    critical_fails: Whole = 0
    """Critical results that did not pass; errors are not among them."""
    critical_errors: Whole = 0
    """Critical results that could not be decided."""
    forbidden: Whole = 0
    """Results in which a forbidden tool was called."""
    invariants: Whole = 0
    """Results in which an invariant broke."""
    cases: Whole = 0
    checks: Whole = 0
    checks_passed: Whole = 0
    check_errors: Whole = 0


class Summary(LeanRecord, frozen=True, kw_only=True):
    """A run in figures; every one with its n, and never without its errors."""

    counts: Counts
    score: float | None = None
    """Mean score of the results; an error counts as 0."""
    dimensions: tuple[DimensionSummary, ...] = ()
    failures: tuple[FailureGroup, ...] = ()
    trials: tuple[TrialSummary, ...] = ()
    trial_figures: tuple[TrialFigures, ...] = ()
    operations: dict[Name, Spread] = field(default_factory=dict)
    retrieval: dict[Name, float] = field(default_factory=dict)
    retrieval_n: Whole = 0
    failed_cases: tuple[Name, ...] = ()
    """The first of them."""
    error_cases: tuple[Name, ...] = ()
    critical_failed: tuple[Name, ...] = ()
    """The first critical cases that failed, which none may."""


class GateReason(LeanRecord, frozen=True, kw_only=True):
    """One thing that a gate has to say."""

    code: Name
    verdict: SuiteVerdict
    """What the suite would be for this reason alone."""
    text: str


class GateLimit(LeanRecord, frozen=True, kw_only=True):
    """One limit that a run was held to: what was asked, and what it got."""

    limit: str
    """What is limited, in plain words."""
    dimension: Name | None = None
    """The dimension that it is on; absent where it is on results or cases."""
    asked: str
    got: str
    """What the run has, or why it has nothing to hold against the limit."""
    met: bool | None
    """None where that cannot be told: nothing was scored, or errors may hide what fails."""


class GateResult(LeanRecord, frozen=True, kw_only=True):
    """What a suite comes to, and why."""

    verdict: SuiteVerdict
    reasons: tuple[GateReason, ...] = ()
    limits: tuple[GateLimit, ...] = ()
    """Every limit, met or not; none in runs of versions that did not record them."""

    @property
    def exit_code(self) -> Literal[0, 1, 3]:
        """The exit code that the verdict stands for."""
        codes: dict[str, Literal[0, 1, 3]] = {"PASS": 0, "FAIL": 1}
        return codes.get(self.verdict, 3)


class Manifest(LeanRecord, frozen=True, kw_only=True):
    """The file runs/<id>/run.json: what was run, and what it came to."""

    schema_: Literal["workbench.run/1"] = field(default="workbench.run/1", name="schema")
    id: Name
    at: Moment
    stamp: Stamp
    suite_file: str | None = None
    """Where the suite stood, from the workspace."""
    summary: Summary
    gate: GateResult
