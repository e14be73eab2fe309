"""Runs the command line tool for the tests that are written in Python."""

import os
import subprocess
import sys

TOOL = os.environ.get("TOI_TOOL", "")
SOURCE = os.environ.get("TOI_SOURCE_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
DATA = os.environ.get("TOI_DATA", os.path.join(SOURCE, "..", "shared"))
SKIPPED = 77

failures = []
checks = 0


def run(*arguments, text="", env=None, stdout=subprocess.PIPE, cwd=None):
    """The finished process; what it wrote is text."""
    return subprocess.run([TOOL, *arguments], input=text, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False,
                          errors="surrogateescape", timeout=120, cwd=cwd, env=dict(os.environ, **(env or {})))


def expect(condition, what):
    """Notes a failure and goes on."""
    global checks
    checks += 1
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def one_message(result, *parts):
    """Nothing on stdout, and one line on stderr that has all parts."""
    lines = result.stderr.strip().split("\n")
    return result.stdout == "" and len(lines) == 1 and all(part in lines[0] for part in parts)


def expect_usage(cases):
    """Each command line is wrong, and a part of what is said about it is given."""
    for arguments, part in cases:
        result = run(*arguments)
        expect(result.returncode == 2 and result.stdout == "" and part in result.stderr,
               f"{arguments} is a usage error that says {part!r}: {result.returncode} {result.stderr!r}")


def need_tool():
    if not TOOL:
        print("skipped: TOI_TOOL is not set")
        sys.exit(SKIPPED)


def finish(name):
    print(f"{name}: {checks} checks, {len(failures)} failed")
    sys.exit(1 if failures else 0)
