#!/bin/sh
# Builds the library by gcc and clang at -O0 and -O3 and compares what the programs tests/hash_*.c print: equal bits everywhere.
set -eu
cd "$(dirname "$0")/.."

flags="-std=gnu17 -ffp-contract=off -Wno-psabi -Iinclude -Isrc -Itests"
first=""
for cc in gcc clang; do
    for level in -O0 -O3; do
        build=build/hash-$cc$level
        cmake -S . -B "$build" -DCMAKE_C_COMPILER=$cc -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=$level \
            -DTOI_TESTS=OFF -DTOI_TOOL=OFF >/dev/null
        cmake --build "$build" --target toi -j2 >/dev/null
        : >"$build/hashes.txt"
        for program in tests/hash_*.c; do
            # shellcheck disable=SC2086  # a list of flags
            $cc $level $flags "$program" "$build/src/libtoi.a" -lm -pthread -o "$build/hash"
            "$build/hash" >>"$build/hashes.txt"
        done
        if [ -z "$first" ]; then
            first=$build
            cat "$build/hashes.txt"
        fi
        echo "hashes: $cc $level: $(cksum <"$build/hashes.txt")"
        cmp "$first/hashes.txt" "$build/hashes.txt"
    done
done
echo "hashes: equal"
