"""One module per use-case: load, compute, write; no printing and no formats."""
