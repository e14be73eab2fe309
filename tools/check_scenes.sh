#!/bin/sh
# check_scenes.sh GENERATOR CLOTH: the committed scenes and meshes are, byte for byte, what the generator and the sample
# of that name write.
set -eu

generator=$1
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/meshes"
"$generator" "$work"
"$source/tools/cloth_scenes.sh" "$2" "$work" > "$work/log"

status=0
for room in . meshes; do
    for file in "$work/$room"/*.json "$work/$room"/*.obj; do
        [ -f "$file" ] || continue
        name=$room/$(basename "$file")
        cmp "$file" "$source/scenes/$name" || status=1
    done
    for file in "$source/scenes/$room"/*.json "$source/scenes/$room"/*.obj; do
        [ -f "$file" ] || continue
        if [ ! -f "$work/$room/$(basename "$file")" ]; then
            echo "$file is not written by the generator"
            status=1
        fi
    done
done
if [ "$status" -ne 0 ]; then
    echo "write them again: toi_scenes scenes; tools/cloth_scenes.sh cloth scenes"
fi
exit "$status"
