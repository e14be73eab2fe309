#!/bin/sh
# fuzz/coverage.sh [RUNS]: line coverage of each reader by its seeds, what fuzz/run.sh kept, and RUNS more inputs
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

low=0
printf '%-26s %7s %8s %9s\n' file lines missed covered
for name in number obj stl ply off; do
    target=$build/fuzz/fuzz_$name
    cmake --build $build -j2 --target "fuzz_$name" >/dev/null
    mkdir -p "$build/new/$name" "build/fuzz/new/$name"
    words=""
    [ ! -f "fuzz/$name.dict" ] || words=-dict=fuzz/$name.dict
    # shellcheck disable=SC2086  # no words is no argument
    LLVM_PROFILE_FILE=$build/$name.profraw "$target" -runs="$runs" -seed=1 -max_len=4096 $words "$build/new/$name" \
        "build/fuzz/new/$name" "fuzz/corpus/$name" >"$build/$name.log" 2>&1
    "$profdata" merge -o "$build/$name.profdata" "$build/$name.profraw"
    case $name in
    number) files="src/mesh/number.c" ;;
    ply) files="src/mesh/read_ply.c src/mesh/ply_header.c" ;;
    obj) files="src/mesh/read_obj.c src/mesh/reader.c src/mesh/polygons.c" ;;
    *) files="src/mesh/read_$name.c" ;;
    esac
    for file in $files; do
        "$cov" report "$target" -instr-profile="$build/$name.profdata" "$file" 2>/dev/null |
            awk -v file="$file" '$1 == "TOTAL" {
                printf "%-26s %7d %8d %8.2f%%\n", file, $8, $9, 100 * ($8 - $9) / $8; exit 10 * $9 > $8 }' || low=1
    done
done
exit $low
