#!/bin/sh
# Checks that .clang-format has nothing to change; with --fix it makes the changes.
set -eu
cd "$(dirname "$0")/.."

mode="--dry-run -Werror"
if [ "${1:-}" = --fix ]; then
    mode="-i"
fi
# shellcheck disable=SC2086  # two words
find include src tests scene apps scenes bench examples fuzz samples -name '*.[ch]' 2>/dev/null | sort |
    xargs -r clang-format --style=file $mode
echo "format: ok"
