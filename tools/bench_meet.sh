#!/bin/sh
# Builds toi_bench_meet in release mode beside the libraries that are installed, and runs it; arguments go to it.
set -eu
cd "$(dirname "$0")/.."

cmake --preset release -DTOI_BENCH=ON -DTOI_BENCH_PEERS=ON >/dev/null
cmake --build --preset release -j2 --target toi_bench_meet >&2
exec build/release/bench/toi_bench_meet "$@"
