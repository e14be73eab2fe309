#!/bin/sh
# check_no_fma.sh SHARED: no fused multiply-add is in the library, which would round differently from one machine to the
# next. A call of fma() by name is another matter: it asks for that rounding.
set -eu

code=$(objdump -d --no-show-raw-insn "$1")
found=$(echo "$code" | grep -E '\b(vf(n?m(add|sub)|maddsub|msubadd)|fn?m(add|sub|la|ls))' || true)
if [ -n "$found" ]; then
    echo "$found" | head -20
    exit 1
fi
echo "$(echo "$code" | grep -c mul) multiplications, none fused"
