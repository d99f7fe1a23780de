#!/bin/sh
# Runs the main job offline and prints the trust table.
#
# Works on a fresh copy of the sample workspace in .demo/ (one that somebody worked in is kept
# beside it); WORKSPACE names another, used in place.
set -eu
cd "$(dirname "$0")/.."

venv=${VENV:-.venv}
workspace=${WORKSPACE:-$(scripts/sample.sh fresh)}

workbench() {
    "$venv/bin/python" -m workbench -C "$workspace" "$@"
}

# What leads up to the table is shown where it fails, in full; the exit code is that of the step.
quietly() {
    code=0
    said=$(workbench "$@" 2>&1) || code=$?
    [ "$code" -eq 0 ] || {
        printf '$ workbench %s\n%s\n' "$*" "$said" >&2
        exit "$code"
    }
}

if [ -n "${WORKSPACE:-}" ]; then
    echo "Built: the environment in $venv. Measuring the judges of $workspace ..."
    workbench check
else
    echo "Built: the environment in $venv, and in $workspace a copy of the sample. Measuring its judges ..."
    quietly check
    quietly judge
fi
quietly calibrate
echo
workbench certify --brief

echo
echo "Why the others are not, and what to do next:  $venv/bin/workbench -C $workspace certify"
echo "A workspace of your own:                      $venv/bin/workbench init DIR"
if [ -n "${WORKSPACE:-}" ]; then
    echo "Open the app on this one:                     WORKSPACE=$workspace make app"
else
    echo "Open the app; label there as labeller C:      make app"
fi
