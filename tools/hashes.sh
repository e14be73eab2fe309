#!/bin/sh
# Builds the library by gcc and clang at -O0 and -O3 and compares what tests/hash_results.c prints: equal bits everywhere.
set -eu
cd "$(dirname "$0")/.."

program=tests/hash_results.c
if [ ! -f "$program" ]; then
    echo "hashes: skipped, there is no $program"
    exit 0
fi
flags="-std=gnu17 -ffp-contract=off -Wno-psabi -Iinclude -Isrc -Itests"
first=""
for cc in gcc clang; do
    for level in -O0 -O3; do
        build=build/hash-$cc$level
        cmake -S . -B "$build" -DCMAKE_C_COMPILER=$cc -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=$level \
            -DTOI_TESTS=OFF -DTOI_TOOL=OFF >/dev/null
        cmake --build "$build" --target toi -j2 >/dev/null
        # shellcheck disable=SC2086  # a list of flags
        $cc $level $flags "$program" "$build/src/libtoi.a" -lm -pthread -o "$build/hash_results"
        "$build/hash_results" >"$build/hashes.txt"
        if [ -z "$first" ]; then
            first=$build
            cat "$build/hashes.txt"
        fi
        echo "hashes: $cc $level: $(cksum <"$build/hashes.txt")"
        cmp "$first/hashes.txt" "$build/hashes.txt"
    done
done
echo "hashes: equal"
