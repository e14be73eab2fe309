#!/bin/sh
# check_headers.sh CC: each public header compiles alone, as C17 and as C++17, without a warning.
set -eu
cd "$(dirname "$0")/.."

cc=$1
for header in include/toi/*.h; do
    name=toi/$(basename "$header")
    echo "#include \"$name\"" | "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude -x c -fsyntax-only -
    echo "#include \"$name\"" | g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Iinclude -x c++ -fsyntax-only -
done
echo "$(ls include/toi/*.h | wc -l) headers"
