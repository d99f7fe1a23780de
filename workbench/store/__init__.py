"""The workspace's files: plain text is the truth, DuckDB the engine over it."""
