#!/bin/sh
# Writes both locks from pyproject.toml; they carry hashes and name no index.
#
#   scripts/lock.sh               keeps every pin that still fits
#   scripts/lock.sh --upgrade     moves every pin to the newest release
set -eu
cd "$(dirname "$0")/.."

command -v uv >/dev/null || {
    echo "lock: uv is needed to write the locks (installing from them needs only pip)" >&2
    exit 2
}

# What builds the package is locked too, so that installing it downloads nothing unlocked.
build_requirements() {
    uv run --quiet --no-project --python '>=3.11' python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print("\n".join(tomllib.load(file)["build-system"]["requires"]))'
}

compile_lock() {
    build_requirements | uv pip compile pyproject.toml - --quiet --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-header --no-annotate "$@"
}

compile_lock --extra dev --extra inspect --output-file requirements-dev.lock "$@" >/dev/null
compile_lock --constraints requirements-dev.lock --output-file requirements.lock "$@" >/dev/null
