#!/bin/sh
# Fails on a .pth file that no one expects: Python runs each at every start.
#
#   scripts/check_pth.sh ENVIRONMENT
set -eu

expected() {
    case $(basename "$1") in
        # The editable install of this project: a path, never code.
        _judge_calibration_workbench.pth | _editable_impl_judge_calibration_workbench.pth)
            ! grep -Eq '^import[[:space:]]' "$1" ;;
        # Written by some releases of uv.
        _virtualenv.pth) [ "$(cat "$1")" = "import _virtualenv" ] ;;
        *) false ;;
    esac
}

[ -d "$1" ] || { echo "check_pth: no such environment: $1" >&2; exit 2; }
find "$1" -name '*.pth' | {
    status=0
    while IFS= read -r file; do
        expected "$file" || { echo "unexpected .pth file: $file" >&2; status=1; }
    done
    exit "$status"
}
