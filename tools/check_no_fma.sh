#!/bin/sh
# check_no_fma.sh SHARED: no fused multiply-add is in the library, which would round differently from one machine to the
# next. A call of fma() by name is another matter: it asks for that rounding.
set -eu

found=$(objdump -d --no-show-raw-insn "$1" | grep -E '\b(vf(n?m(add|sub)|maddsub|msubadd)|fn?m(add|sub|la|ls))' || true)
if [ -n "$found" ]; then
    echo "$found" | head -20
    exit 1
fi
echo "$(objdump -d --no-show-raw-insn "$1" | grep -c mul) multiplications, none fused"
