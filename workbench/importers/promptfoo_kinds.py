"""promptfoo's types of assertion that no check here means the same as, each with the reason."""

_KINDS = {
    "it runs code, which is not taken over: write an invariant for it": (
        "javascript python ruby webhook"
    ),
    "a model grades it in promptfoo's own way: write a yes/no criterion under `rubric`": (
        "factuality model-graded-factuality model-graded-closedqa g-eval pi answer-relevance "
        "context-faithfulness context-recall context-relevance conversation-relevance "
        "search-rubric agent-rubric classifier moderation trajectory:goal-success"
    ),
    "it is about calls of tools: write what is expected under `tools`": (
        "is-valid-openai-tools-call is-valid-openai-function-call is-valid-function-call "
        "tool-call-f1 skill-used trajectory:tool-used trajectory:tool-args-match "
        "trajectory:tool-sequence trajectory:step-count"
    ),
    "it scores likeness, which no check here does": (
        "similar similar:cosine similar:dot similar:euclidean levenshtein rouge-n bleu gleu meteor"
    ),
    "it is about the run, not about what the transcript says": (
        "finish-reason guardrails perplexity perplexity-score trace-error-spans trace-span-count "
        "trace-span-duration"
    ),
    "it compares outputs, or is a person's": "select-best max-score human",
    "no check here looks for it": (
        "contains-json contains-sql contains-xml contains-html is-sql is-xml is-html is-refusal"
    ),
}
_TAKEN_OVER = (
    "contains contains-any contains-all icontains icontains-any icontains-all equals starts-with "
    "regex word-count is-json cost latency llm-rubric"
)
_REASONS = {kind: reason for reason, kinds in _KINDS.items() for kind in kinds.split()}
KINDS = (_REASONS.keys() | set(_TAKEN_OVER.split())) - {"select-best", "max-score", "human"}
"""Types that a cell of a CSV file may name."""


def reason_against(kind: str) -> str:
    """Return why a type of assertion is not taken over."""
    return _REASONS.get(kind, "it is of no type that is known here")
