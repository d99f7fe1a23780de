#!/bin/sh
# Makes .demo/, a copy of the sample workspace to work in, and prints its path.
#
#   scripts/sample.sh kept    only where there is none yet
#   scripts/sample.sh fresh   anew; one that somebody worked in is moved aside, never deleted
set -eu
cd "$(dirname "$0")/.."

copy=.demo

# What people write. Verdicts, looks and certificates come from commands and can be had again.
worked_in() {
    [ ! -e "$copy/.drafts" ] || return 0
    for part in workbench.yaml judges.yaml rubrics prompts labels suites record/gold.jsonl \
        record/dismissals.jsonl; do
        if [ -e "$part" ] || [ -e "$copy/$part" ]; then
            diff -rq "$part" "$copy/$part" >/dev/null 2>&1 || return 0
        fi
    done
    # Panels and suites queue what judges part on; whatever else is queued there is a person's.
    ! grep -qsv '"judge":' "$copy/record/queue.jsonl" || return 0
    return 1
}

make_room() {
    if worked_in; then
        aside=$copy.$(date +%Y%m%d-%H%M%S)
        [ ! -e "$aside" ] || aside=$aside-$$
        mv "$copy" "$aside"
        echo "sample: somebody worked in $copy; it is kept as $aside" >&2
    else
        rm -rf "$copy"
    fi
}

# Put in place in one step, so that what stands there is never half a copy.
make_copy() {
    part_copy=$copy.$$.part
    mkdir "$part_copy"
    trap 'rm -rf "$part_copy"' EXIT
    for part in workbench.yaml judges.yaml rubrics prompts transcripts labels verdicts record probes suites; do
        [ ! -e "$part" ] || cp -R "$part" "$part_copy/"
    done
    mv "$part_copy" "$copy"
}

case ${1:-} in
    kept) ;;
    fresh) [ ! -e "$copy" ] || make_room ;;
    *) echo "sample: say kept or fresh, got '${1:-}'" >&2; exit 2 ;;
esac
[ -e "$copy" ] || make_copy
echo "$copy"
