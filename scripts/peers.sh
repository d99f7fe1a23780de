#!/bin/sh
# Runs exports in the tools that they are for: promptfoo, Inspect and DeepEval.
#
# promptfoo and DeepEval are installed into a temporary folder, which is removed afterwards; where
# there is no npm the test of promptfoo is skipped. Arguments go to pytest.
#
# VENV  the environment's folder (default .venv)
set -eu
cd "$(dirname "$0")/.."

VENV=${VENV:-.venv}
promptfoo=promptfoo@0.121.20  # the newest that runs on Node 20 too
deepeval=deepeval==4.3.1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

if [ -z "${WORKBENCH_PROMPTFOO:-}" ] && command -v npm >/dev/null; then
    echo "peers: installing $promptfoo" >&2
    npm install --silent --no-audit --no-fund --prefix "$place" "$promptfoo" >&2
    WORKBENCH_PROMPTFOO=$place/node_modules/.bin/promptfoo
    export WORKBENCH_PROMPTFOO
fi
if [ -z "${WORKBENCH_DEEPEVAL_PYTHON:-}" ]; then
    echo "peers: installing $deepeval" >&2
    "$VENV/bin/python" -m venv "$place/deepeval"
    "$place/deepeval/bin/python" -m pip install --quiet --disable-pip-version-check "$deepeval" >&2
    WORKBENCH_DEEPEVAL_PYTHON=$place/deepeval/bin/python
    export WORKBENCH_DEEPEVAL_PYTHON
fi
"$VENV/bin/python" -m pytest -m peers tests/peers "$@"
