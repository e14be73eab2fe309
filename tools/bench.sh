#!/bin/sh
# Builds the benchmark in release mode and prints its CSV; arguments go to the benchmark.
set -eu
cd "$(dirname "$0")/.."

if [ ! -f bench/CMakeLists.txt ]; then
    echo "bench: there is no benchmark here yet" >&2
    exit 0
fi
cmake --preset release -DTOI_BENCH=ON >/dev/null
cmake --build --preset release -j2 >&2
exec build/release/bench/toi_bench "$@"
