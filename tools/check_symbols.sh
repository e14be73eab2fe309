#!/bin/sh
# check_symbols.sh STATIC SHARED: the shared library exports toi_* alone, and the library has no global data that can
# be written but the handler of failed asserts.
set -eu

dynamic=$(nm -D --defined-only "$2")
all=$(nm -f sysv "$1")

exported=$(echo "$dynamic" | awk '$NF !~ /^toi_/ { print $NF }')
if [ -n "$exported" ]; then
    echo "exported, but not toi_*:" $exported
    exit 1
fi
count=$(echo "$dynamic" | grep -c ' toi_')

# .data.rel.ro holds constants with addresses in them; it is read-only once the program runs.
writable=$(echo "$all" | awk -F'|' '
    /^Symbols from / { file = $0; sub(/.*\[/, "", file); sub(/\]:$/, "", file) }
    NF == 7 {
        gsub(/ /, "", $1); gsub(/ /, "", $7)
        allowed = $7 ~ /^\.data\.rel\.ro/ || (file == "assert.c.o" && $1 == "current_handler")
        if ($7 ~ /^(\.t?data|\.t?bss|\*COM\*)/ && !allowed)
            print file ": " $1 " in " $7
    }')
if [ -n "$writable" ]; then
    echo "global data that can be written:"
    echo "$writable"
    exit 1
fi
echo "$count symbols, all toi_*"
