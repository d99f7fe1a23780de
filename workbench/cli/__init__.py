"""The command line: parse arguments, call one workflow, print; nothing else."""
