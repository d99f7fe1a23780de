#!/bin/sh
# Builds the environment, or brings it up to date; costs nothing when it already is.
#
#   scripts/setup.sh run    what the workbench needs (requirements.lock)
#   scripts/setup.sh dev    that, and what tests and checks need (requirements-dev.lock)
#
# VENV     the environment's folder (default .venv)
# PACKAGE  a built wheel to install in place of this checkout
# PYTHON   the interpreter to try first
set -eu
cd "$(dirname "$0")/.."

level=${1:-run}
VENV=${VENV:-.venv}
PACKAGE=${PACKAGE:-}
case $level in
    run) lock=requirements.lock ;;
    dev) lock=requirements-dev.lock ;;
    *) echo "setup: the level must be run or dev, got '$level'" >&2; exit 2 ;;
esac
uv=$(command -v uv || true)

fail() {
    echo "setup: $1" >&2
    exit 2
}

# Prints the path of the first interpreter that is new enough; a version manager's stub may not run.
find_python() {
    for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            "$candidate" -c 'import sys; print(sys.executable)'
            return
        fi
    done
}

# An environment whose interpreter is gone, or that was moved, has to be built anew.
usable() {
    "$VENV/bin/python" -c '' 2>/dev/null || return 1
    [ ! -f "$VENV/.location" ] || [ "$(cat "$VENV/.location")" = "$(cd "$VENV" && pwd)" ]
}

create() {
    python=$(find_python)
    if [ -n "$uv" ]; then
        "$uv" venv --quiet --clear --python "${python:-3.12}" "$VENV"
    elif [ -z "$python" ]; then
        fail "Python 3.11 or newer is needed; install it with: apt-get install python3 python3-venv"
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        fail "$python cannot build environments; install what it lacks with: apt-get install python3-venv"
    else
        "$python" -m venv --clear "$VENV"
        without_setuptools
    fi
    (cd "$VENV" && pwd) >"$VENV/.location"
}

# Python 3.11 brings a setuptools with pip that no lock names and nothing here uses.
without_setuptools() {
    "$VENV/bin/python" -m pip uninstall --quiet --yes setuptools 2>/dev/null || true
}

install() {
    if [ -n "$uv" ]; then
        "$uv" pip install --quiet --python "$VENV/bin/python" "$@"
    else
        if ! "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
            "$VENV/bin/python" -m ensurepip >/dev/null
            without_setuptools
        fi
        PIP_ROOT_USER_ACTION=ignore "$VENV/bin/python" -m pip install \
            -qq --no-compile --disable-pip-version-check --no-input "$@"
    fi
}

# The one thing that decides whether there is anything to do.
state="$(pwd) $PACKAGE $(cat pyproject.toml requirements.lock requirements-dev.lock scripts/setup.sh | cksum)"
current() {
    [ "$(cat "$VENV/.installed-$1" 2>/dev/null)" = "$state" ]
}

if usable; then
    if current dev || current "$level"; then
        exit 0
    fi
else
    create
fi
echo "setup: installing $lock into $VENV with ${uv:-pip}" >&2
# What another checkout or level installed into it before is no longer what is there.
rm -f "$VENV/.installed-run" "$VENV/.installed-dev"
# Wheels only: building somebody's sdist would download build tools that no lock names.
install --require-hashes --only-binary :all: -r "$lock"
if [ -n "$PACKAGE" ]; then
    install --no-index --no-deps "$PACKAGE"
else
    install --no-index --no-deps --no-build-isolation -e .
fi
echo "$state" >"$VENV/.installed-$level"
