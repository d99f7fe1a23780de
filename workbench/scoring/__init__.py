"""Scoring: what code can decide of recorded cases, and what it all comes to; pure computation."""
