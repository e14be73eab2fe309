#!/bin/sh
# Builds the benchmark in release mode and prints its CSV; arguments go to the benchmark. With "all" first it is the
# one of all contacts.
set -eu
cd "$(dirname "$0")/.."

if [ ! -f bench/CMakeLists.txt ]; then
    echo "bench: there is no benchmark here yet" >&2
    exit 0
fi
program=toi_bench
if [ "${1:-}" = all ]; then
    program=toi_bench_all
    shift
fi
cmake --preset release -DTOI_BENCH=ON >/dev/null
cmake --build --preset release -j2 >&2
exec build/release/bench/$program "$@"
