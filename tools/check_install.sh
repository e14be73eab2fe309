#!/bin/sh
# check_install.sh BUILD: installs a finished build into a folder of its own, then builds and runs the first example by
# find_package and by pkg-config, from outside this repository.
set -eu

build=$1
source=$(cd "$(dirname "$0")/.." && pwd)
example=$source/examples/first_contact.c
if [ ! -f "$example" ]; then
    echo "skipped: there is no examples/first_contact.c"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$prefix" >"$work/log"

mkdir "$work/app"
cp "$example" "$work/app/"
cat >"$work/app/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES C)
find_package(toi 0.1 REQUIRED)
add_executable(app first_contact.c)
target_link_libraries(app PRIVATE toi::toi)
END
cmake -S "$work/app" -B "$work/app/build" -DCMAKE_PREFIX_PATH="$prefix" >>"$work/log"
cmake --build "$work/app/build" >>"$work/log"
"$work/app/build/app" >"$work/by-find-package"

libs=$(dirname "$(find "$prefix" -name toi.pc)")
flags=$(PKG_CONFIG_PATH=$libs pkg-config --cflags --libs toi)
# shellcheck disable=SC2086  # a list of flags
cc -std=c17 "$example" $flags -o "$work/by-hand"
LD_LIBRARY_PATH=$(dirname "$libs") "$work/by-hand" >"$work/by-pkg-config"

cmp "$work/by-find-package" "$work/by-pkg-config"
cat "$work/by-pkg-config"
