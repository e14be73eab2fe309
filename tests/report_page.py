#!/usr/bin/env python3
"""The pages of toi report in a browser: every scene, positions against toi pose, the table against toi check, keys, names,
what a screen reader gets. Needs Node.js 20, the packages of apps/report and Chromium; is skipped, and says why, without them."""

import os
import shutil
import subprocess
import sys
import tempfile

import tool_support as tool


def skip(reason):
    print("report_page: skipped:", reason)
    sys.exit(tool.SKIPPED)


def find_chromium():
    for name in (os.environ.get("TOI_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name) if name else None
        if path:
            return path
    skip("there is no Chromium; `make setup` installs it, or set TOI_CHROMIUM")
    return None


def install_packages(folder):
    result = subprocess.run([os.path.join(tool.SOURCE, "tools/report_page.sh"), "--packages", folder], check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == tool.SKIPPED:
        skip(result.stdout.strip().split("\n")[-1])
    if result.returncode != 0:
        print(result.stdout)
        sys.exit(1)


def main():
    tool.need_tool()
    folder = sys.argv[1]
    chromium = find_chromium()
    install_packages(folder)
    with tempfile.TemporaryDirectory() as pages:
        result = subprocess.run(["node", os.path.join(tool.SOURCE, "tests/report/main.mjs"), *sys.argv[2:]], check=False, env=dict(
            os.environ, TOI_TOOL=tool.TOOL, TOI_SOURCE_DIR=os.path.abspath(tool.SOURCE), TOI_CHROMIUM=chromium,
            TOI_REPORT_PACKAGES=os.path.abspath(folder), TOI_REPORT_PAGES=pages))
    sys.exit(result.returncode)


if __name__ == "__main__":
    main()
