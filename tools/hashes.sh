#!/bin/sh
# Builds the library by gcc and clang at -O0 (with its asserts) and -O3 and compares what the programs tests/hash_*.c print:
# equal bits everywhere. Each build is in build/hash-COMPILER-LEVEL; where .ci/run has made one already, it is used.
# hashes.sh BUILD COMPILER LEVEL SOURCE only runs the program of that source with the library of that build, which is made.
set -eu
cd "$(dirname "$0")/.."

if [ $# -gt 0 ]; then
    build=$1 cc=$2 level=$3 source=$4
    program=$build/$(basename "$source" .c)
    $cc "$level" -std=gnu17 -ffp-contract=off -Wno-psabi -Iinclude -Isrc -Itests "$source" "$build/src/libtoi_static.a" \
        -lm -pthread -o "$program"
    "$program" >"$program.txt"
    exit 0
fi

first=""
for cc in gcc clang; do
    for level in -O0 -O3; do
        case $level in
        -O0) settings="-DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DTOI_ASSERTS=ON" ;;
        -O3) settings="-DCMAKE_BUILD_TYPE=Release" ;;
        esac
        build=build/hash-$cc$level
        # shellcheck disable=SC2086  # a list of settings
        cmake -S . -B "$build" -DCMAKE_C_COMPILER=$cc $settings -DTOI_TESTS=OFF -DTOI_TOOL=OFF >/dev/null
        cmake --build "$build" --target toi_static -j2 >/dev/null
        rm -f "$build"/hash_*.txt
        printf '%s\n' tests/hash_*.c | xargs -n 1 -P 2 tools/hashes.sh "$build" $cc $level
        cat "$build"/hash_*.txt >"$build/hashes.txt"
        if [ -z "$first" ]; then
            first=$build
            cat "$build/hashes.txt"
        fi
        echo "hashes: $cc $level: $(cksum <"$build/hashes.txt")"
        cmp "$first/hashes.txt" "$build/hashes.txt"
    done
done
echo "hashes: equal"
