#!/bin/sh
# fuzz/run.sh TARGET RUNS [SEED]: builds the target and runs it on so many inputs, from fuzz/corpus/TARGET. Inputs that
# reach new code are kept in build/fuzz/new/TARGET and start the next run; what fails goes to build/fuzz/found.
set -eu
cd "$(dirname "$0")/.."
if [ $# -lt 2 ] || [ ! -f "fuzz/fuzz_$1.c" ]; then
    echo "usage: fuzz/run.sh TARGET RUNS [SEED], TARGET one of:" fuzz/fuzz_*.c >&2
    exit 2
fi
name=$1
runs=$2
seed=${3:-1}
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j2 --target "fuzz_$name" >/dev/null
mkdir -p "build/fuzz/new/$name" build/fuzz/found
seeds=fuzz/corpus/$name
[ -d "$seeds" ] || seeds=""
words=""
[ ! -f "fuzz/$name.dict" ] || words=-dict=fuzz/$name.dict
# shellcheck disable=SC2086  # no words or seeds is no argument
exec "build/fuzz/fuzz/fuzz_$name" -runs="$runs" -seed="$seed" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix=build/fuzz/found/ -print_final_stats=1 $words "build/fuzz/new/$name" $seeds
