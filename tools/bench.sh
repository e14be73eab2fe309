#!/bin/sh
# Builds the benchmark in release mode and prints its CSV; arguments go to the benchmark. With "all" first it is the
# one of all contacts, with "trace" the one of traces, with "trees" of their broad phases, with "internal" of what
# internal edges cost the route of the paper, with "boxes" of two boxes on rational motions, with
# "polytopes" of convex bodies, with "boxes_tree" of meshes on them, with "meet" of faces that meet at an instant,
# with "primitives" of straight vertex paths, with "deform" of meshes on them.
# "overlap", "overlap_levels" and "overlap_growth" are of the experiments of Kitamura et al.; "overlap_paper FOLDER"
# writes the results of all three there; "overlap_share" is of crowds, of shares of a pair and of scattered faces.
set -eu
cd "$(dirname "$0")/.."

if [ ! -f bench/CMakeLists.txt ]; then
    echo "bench: there is no benchmark here yet" >&2
    exit 0
fi
program=toi_bench
targets=all
case "${1:-}" in
all | trace | trees | internal | boxes | polytopes | boxes_tree | meet | primitives | deform | overlap | overlap_levels | overlap_growth | overlap_share)
    program=toi_bench_$1
    shift
    ;;
overlap_paper)
    folder=${2:?the folder of the results, from the root of the source}
    program=
    targets="toi_bench_overlap toi_bench_overlap_levels toi_bench_overlap_growth"
    ;;
esac
cmake --preset release -DTOI_BENCH=ON >/dev/null
cmake --build --preset release -j2 --target $targets >&2
if [ -z "$program" ]; then
    build/release/bench/toi_bench_overlap --repeat 5 -o "$folder/overlap.csv" --cycles "$folder/overlap-cycles.csv"
    build/release/bench/toi_bench_overlap_levels --repeat 5 -o "$folder/overlap-levels.csv"
    exec build/release/bench/toi_bench_overlap_growth --repeat 5 -o "$folder/overlap-growth.csv"
fi
exec build/release/bench/$program "$@"
