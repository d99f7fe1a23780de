#!/bin/sh
# Opens the app on a copy of the sample workspace, kept from one time to the next.
#
# WORKSPACE names another workspace, used in place. Arguments go to `workbench app`.
set -eu
cd "$(dirname "$0")/.."

workspace=${WORKSPACE:-$(scripts/sample.sh kept)}
exec "${VENV:-.venv}/bin/python" -m workbench -C "$workspace" app "$@"
