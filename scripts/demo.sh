#!/bin/sh
# Runs the main job offline and prints the trust table.
#
# Works on a fresh copy of the sample workspace in .demo/ (one that somebody worked in is kept
# beside it); WORKSPACE names another, used in place.
set -eu
cd "$(dirname "$0")/.."

workspace=${WORKSPACE:-$(scripts/sample.sh fresh)}

workbench() {
    echo
    echo "$ workbench $*"
    "${VENV:-.venv}/bin/python" -m workbench -C "$workspace" "$@"
}

workbench check
[ -n "${WORKSPACE:-}" ] || workbench judge
workbench calibrate
workbench certify

echo
echo "The workspace is in $workspace. Label in it, and see where judges and people part: make app"
[ -n "${WORKSPACE:-}" ] || echo "In the sample take the seat of labeller C: the other two have labelled all of theirs."
echo "A workspace of your own: ${VENV:-.venv}/bin/workbench init DIR"
