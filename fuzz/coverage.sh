#!/bin/sh
# fuzz/coverage.sh [RUNS]: line coverage of the readers by the seeds, what fuzz/run.sh kept, and RUNS more inputs
# (default 20000). Exits 1 where one of the files is below 90 %. Needs clang, llvm-profdata and llvm-cov.
set -eu
cd "$(dirname "$0")/.."
runs=${1:-20000}
tool() { command -v "$1" || command -v "$1-14" || echo "/usr/lib/llvm-14/bin/$1"; }
profdata=$(tool llvm-profdata)
cov=$(tool llvm-cov)
build=build/coverage
cmake --preset fuzz -B $build -DTOI_TOOL=OFF -DTOI_SANITIZE= -DTOI_ASSERTS=OFF \
    -DCMAKE_C_FLAGS="-fprofile-instr-generate -fcoverage-mapping" >/dev/null

names="number obj stl ply off"
objects=""
profiles=""
for name in $names; do
    target=$build/fuzz/fuzz_$name
    cmake --build $build -j2 --target "fuzz_$name" >/dev/null
    mkdir -p "$build/new/$name" "build/fuzz/new/$name"
    words=""
    [ ! -f "fuzz/$name.dict" ] || words=-dict=fuzz/$name.dict
    # shellcheck disable=SC2086  # no words is no argument
    LLVM_PROFILE_FILE=$build/$name.profraw "$target" -runs="$runs" -seed=1 -max_len=4096 $words "$build/new/$name" \
        "build/fuzz/new/$name" "fuzz/corpus/$name" >"$build/$name.log" 2>&1
    objects="$objects ${objects:+-object} $target"
    profiles="$profiles $build/$name.profraw"
done
# shellcheck disable=SC2086  # lists of words
"$profdata" merge -o "$build/all.profdata" $profiles

low=0
printf '%-26s %7s %8s %9s\n' file lines missed covered
for file in number reader polygons read_obj read_stl read_ply ply_header read_off; do
    # shellcheck disable=SC2086
    "$cov" report $objects -instr-profile="$build/all.profdata" "src/mesh/$file.c" 2>/dev/null |
        awk -v file="src/mesh/$file.c" '$1 == "TOTAL" {
            printf "%-26s %7d %8d %8.2f%%\n", file, $8, $9, 100 * ($8 - $9) / $8; found = 1; low = 10 * $9 > $8 }
            END { exit low || !found }' || low=1
done
exit $low
