#!/bin/sh
# Builds the page of `toi report` from apps/report, in a folder outside of the tree. Needs Node.js 20 and npm.
#     tools/report_page.sh [FOLDER]           writes apps/report/page.html
#     tools/report_page.sh --packages FOLDER  only installs the npm packages, those of the tests too
#     tools/report_page.sh --check [FOLDER]   says whether that file is what the sources give; 77: cannot tell here
set -eu
cd "$(dirname "$0")/.."

job=build
case "${1:-}" in
--check | --packages)
    job=${1#--}
    shift
    ;;
esac
folder=${1:-build/report}

skip() {
    echo "report page: skipped: $1"
    exit 77
}

command -v node >/dev/null || skip "there is no Node.js"
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || skip "Node.js is $(node --version), and 20 is needed"
command -v npm >/dev/null || skip "there is no npm"

mkdir -p "$folder"
if ! cmp -s apps/report/package-lock.json "$folder/node_modules/.installed"; then
    cp apps/report/package.json apps/report/package-lock.json "$folder/"
    if ! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1); then
        cat "$folder/npm.log"
        if grep -q EUSAGE "$folder/npm.log"; then
            echo "report page: apps/report/package-lock.json does not go with package.json"
            exit 1
        fi
        skip "the npm packages cannot be installed"
    fi
    cp apps/report/package-lock.json "$folder/node_modules/.installed"
fi
[ "$job" != packages ] || exit 0
for file in package.json package-lock.json index.html vite.config.js; do
    cp "apps/report/$file" "$folder/$file"
done
rm -rf "$folder/src"
cp -r apps/report/src "$folder/src"
(cd "$folder" && node_modules/.bin/vite build --logLevel warn --outDir dist --emptyOutDir)

if [ "$job" = build ]; then
    cp "$folder/dist/index.html" apps/report/page.html
    exit 0
fi
if ! cmp "$folder/dist/index.html" apps/report/page.html; then
    echo "report page: apps/report/page.html is not what the sources give; run tools/report_page.sh"
    exit 1
fi
size=$(wc -c <apps/report/page.html)
if [ "$size" -gt 1000000 ]; then
    echo "report page: it has $size bytes, more than 1 MB"
    exit 1
fi
echo "report page: $size bytes, as the sources give it"
