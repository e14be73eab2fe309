#!/bin/sh
# Builds the tool and asks it when two linked rings on a screw motion first touch.
set -eu
cd "$(dirname "$0")/.."

scene=scenes/linked-tori.json
cmake --preset release >/dev/null
cmake --build --preset release -j2
tool=$(find build/release -type f -name toi -perm -u+x | head -1)
if [ -z "$tool" ] || [ ! -f "$scene" ]; then
    echo "demo: the library is built; there is no ${tool:+scene $scene}${tool:-command line tool} here yet"
    exit 0
fi
echo
echo "\$ toi check $scene"
status=0
"$tool" check "$scene" || status=$?
page=build/demo.html
"$tool" report "$scene" --links -o "$page"
echo
echo "The tool is $tool; more to look at: scenes/README.md"
echo "The motion and the contact, as a page to open in a browser: $PWD/$page"
# 0 is clear and 1 is contact: both are answers.
if [ "$status" -gt 1 ]; then
    exit "$status"
fi
