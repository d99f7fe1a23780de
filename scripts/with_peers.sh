#!/bin/sh
# Runs a command beside tools that are too heavy for the environment of the project.
#
# The tools are installed into a temporary folder, which is removed afterwards; the command finds
# each in a variable: WORKBENCH_PROMPTFOO (a command; left out where there is no npm),
# WORKBENCH_DEEPEVAL_PYTHON, WORKBENCH_PYDANTIC_EVALS_PYTHON (an interpreter that has it). What
# stands in its variable already is not installed.
#
# VENV  the environment's folder (default .venv)
#
# Example:
#     scripts/with_peers.sh promptfoo deepeval -- .venv/bin/python -m pytest -m peers tests/peers
set -eu
cd "$(dirname "$0")/.."

VENV=${VENV:-.venv}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

python_with() { # python_with FOLDER REQUIREMENT: prints the interpreter of a new environment
    echo "peers: installing $2" >&2
    "$VENV/bin/python" -m venv "$place/$1"
    "$place/$1/bin/python" -m pip install --quiet --disable-pip-version-check "$2" >&2
    echo "$place/$1/bin/python"
}

while [ "$1" != -- ]; do
    case $1 in
    promptfoo)
        release=promptfoo@0.121.20 # the newest that runs on Node 20 too
        if [ -z "${WORKBENCH_PROMPTFOO:-}" ] && command -v npm >/dev/null; then
            echo "peers: installing $release" >&2
            npm install --silent --no-audit --no-fund --prefix "$place" "$release" >&2
            WORKBENCH_PROMPTFOO=$place/node_modules/.bin/promptfoo
            export WORKBENCH_PROMPTFOO
        fi
        ;;
    deepeval)
        WORKBENCH_DEEPEVAL_PYTHON=${WORKBENCH_DEEPEVAL_PYTHON:-$(python_with deepeval deepeval==4.3.1)}
        export WORKBENCH_DEEPEVAL_PYTHON
        ;;
    pydantic-evals)
        WORKBENCH_PYDANTIC_EVALS_PYTHON=${WORKBENCH_PYDANTIC_EVALS_PYTHON:-$(python_with pydantic-evals pydantic-evals==2.62.0)}
        export WORKBENCH_PYDANTIC_EVALS_PYTHON
        ;;
    *)
        echo "peers: unknown tool $1" >&2
        exit 2
        ;;
    esac
    shift
done
shift
"$@"
