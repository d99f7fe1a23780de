#!/bin/sh
# Runs the main job offline and prints the trust table.
#
# Works on a fresh copy of the sample workspace in .demo/; WORKSPACE names another, used in place.
set -eu
cd "$(dirname "$0")/.."

workspace=${WORKSPACE:-}
if [ -z "$workspace" ]; then
    workspace=.demo
    rm -rf "$workspace"
    mkdir "$workspace"
    for part in workbench.yaml judges.yaml rubrics prompts transcripts labels verdicts record probes suites; do
        [ ! -e "$part" ] || cp -R "$part" "$workspace/"
    done
fi

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
echo "The workspace is in $workspace. A workspace of your own: .venv/bin/workbench init DIR"
