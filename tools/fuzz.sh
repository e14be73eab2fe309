#!/bin/sh
# Builds every fuzz target and runs each, two at a time, for FUZZ_RUNS inputs (default 20000), at most FUZZ_SECONDS seconds
# (default 20), from the seeds in fuzz/corpus. What it finds goes to build/fuzz/found.
# fuzz.sh SOURCE only runs the target of that source, which is built.
set -eu
cd "$(dirname "$0")/.."

if [ $# -gt 0 ]; then
    target=$(basename "$1" .c)
    name=${target#fuzz_}
    new=build/fuzz/new/$name
    mkdir -p "$new" build/fuzz/found
    seeds=fuzz/corpus/$name
    [ -d "$seeds" ] || seeds=""
    words=""
    [ ! -f "fuzz/$name.dict" ] || words=-dict=fuzz/$name.dict
    log=build/fuzz/$name.log
    # shellcheck disable=SC2086  # no seeds or words is no argument
    if ! build/fuzz/fuzz/$target -runs="${FUZZ_RUNS:-20000}" -max_total_time="${FUZZ_SECONDS:-20}" -timeout=10 \
        -max_len=4096 -rss_limit_mb=2048 -artifact_prefix=build/fuzz/found/ -print_final_stats=1 $words "$new" $seeds >"$log" 2>&1; then
        tail -60 "$log"
        echo "fuzz: $name failed; the input is in build/fuzz/found"
        exit 1
    fi
    echo "fuzz: $name: $(awk '/number_of_executed_units/ { print $2 }' "$log") runs, nothing found"
    exit 0
fi

if ! ls fuzz/fuzz_*.c >/dev/null 2>&1; then
    echo "fuzz: skipped, there are no targets in fuzz/"
    exit 0
fi
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j2 --target fuzzers >/dev/null
printf '%s\n' fuzz/fuzz_*.c | xargs -n 1 -P 2 tools/fuzz.sh
