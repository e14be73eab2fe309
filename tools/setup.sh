#!/bin/sh
# Installs the Debian packages that are missing, and does nothing where all are there; with --browser also what the
# tests of the report page need but Node.js, of which Debian 12 has only an older version, and Ninja, by which .ci/run
# builds. The only script of this repository that calls the package manager.
set -eu

packages="gcc g++ clang libclang-rt-14-dev libc6-dev cmake make pkg-config libjansson-dev libcmocka-dev libflint-dev libflint-arb-dev
libgmp-dev libmpfr-dev zlib1g-dev python3 clang-format binutils"
if [ "${1:-}" = --browser ]; then
    packages="$packages chromium ninja-build"
fi

missing=""
for package in $packages; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    if [ "$state" != installed ]; then
        missing="$missing $package"
    fi
done
if [ -z "$missing" ]; then
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "Packages are missing. Run this as root, then try again:" >&2
    echo "    apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# shellcheck disable=SC2086  # a list of packages
apt-get install -y -q --no-install-recommends $missing
