#!/bin/sh
# Builds the benchmark in release mode and prints its CSV; arguments go to the benchmark. With "all" first it is the
# one of all contacts, with "trace" the one of traces, with "trees" of their broad phases, with "internal" of what
# internal edges cost the route of the paper, with "boxes" of two boxes on rational motions, with
# "polytopes" of convex bodies, with "boxes_tree" of meshes on them, with "meet" of faces that meet at an instant.
set -eu
cd "$(dirname "$0")/.."

if [ ! -f bench/CMakeLists.txt ]; then
    echo "bench: there is no benchmark here yet" >&2
    exit 0
fi
program=toi_bench
case "${1:-}" in
all | trace | trees | internal | boxes | polytopes | boxes_tree | meet)
    program=toi_bench_$1
    shift
    ;;
esac
cmake --preset release -DTOI_BENCH=ON >/dev/null
cmake --build --preset release -j2 >&2
exec build/release/bench/$program "$@"
