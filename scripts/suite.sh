#!/bin/sh
# Runs the sample's suite offline, on recorded conversations and verdicts, and writes a report.
#
# Works on the copy of the sample workspace in .demo/, kept from one time to the next; WORKSPACE
# names another, used in place. The exit code is the suite's.
set -eu
cd "$(dirname "$0")/.."

workspace=${WORKSPACE:-$(scripts/sample.sh kept)}
# A copy from before there were suites is no reason to throw away what was labelled in it.
[ -n "${WORKSPACE:-}" ] || [ -e "$workspace/suites" ] || cp -R suites "$workspace/"

workbench() {
    echo
    echo "$ workbench $*"
    "${VENV:-.venv}/bin/python" -m workbench -C "$workspace" "$@"
}

[ -e "$workspace/trusted.json" ] || workbench certify

rm -f "$workspace/report.html"
code=0
workbench run "$workspace/suites/support.yaml" --offline --report "$workspace/report.html" || code=$?

# Absent where the suite itself is broken.
[ ! -e "$workspace/report.html" ] || echo "The report is $workspace/report.html"
exit "$code"
