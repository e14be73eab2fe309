#!/usr/bin/env python3
"""The commands when memory runs out: each call for memory in turn, or many of them spread over a long run, fails once, or fails
and all after it. Then either nothing is lost, or one line says what is wrong and nothing is written."""

import os
import sys
import tempfile

import tool_support as tool
from tool_support import expect, run

FIRST = 40  # calls that fail in turn
SPREAD = 60 # of the others
FEWEST = 20
OUT_OF_MEMORY = 5


def scene(name):
    return os.path.join(tool.SOURCE, "scenes", f"{name}.json")


COMMANDS = [
    ["report", scene("crate"), "--samples", "2", "-o", "page.html"],
    ["report", scene("tori"), "--all", "--samples", "2", "--overlaps", "2", "-o", "page.html"],
    ["report", scene("twist"), "--samples", "2", "--gltf", "f.glb"],
    ["report", scene("gripper"), "--ply", "f.ply"],
    ["report", scene("gripper"), "--svg", "f.svg"],
    ["check", scene("gripper"), "--links", "--json", "--samples", "4"],
    ["check", scene("spinning-rod"), "--all"],
    ["check", scene("cloths"), "--csv"],
    ["screen", scene("tori"), "-o", "f.svg"],
    ["overlap", scene("tori"), "--time", "0.5", "--segments", "--json"],
    ["trace", scene("crate"), "--mover", "crate", "--json"],
    ["boxes", scene("boxes-linear"), "--json"],
    ["contacts", scene("crate"), "--time", "0.5", "--within", "10", "--json"],
    ["pose", scene("crate"), "--time", "0.5", "--vertices", "--json"],
    ["info", os.path.join(tool.SOURCE, "scenes/meshes/stairs.obj"), "--json"],
    ["primitives", os.path.join(tool.SOURCE, "examples/queries.csv"), "--json"],
]


def attempt(command, library, **env):
    """The finished process, and the files it left with what is in them."""
    with tempfile.TemporaryDirectory() as folder:
        result = run(*command, cwd=folder, env={"LD_PRELOAD": library, **env})
        files = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
    return result, files


def count_calls(command, library):
    with tempfile.NamedTemporaryFile("r") as count:
        wanted = attempt(command, library, TOI_FAIL_COUNT=count.name)
        return wanted, int(count.read() or 0)


def check_command(command, library):
    (wanted, files), calls = count_calls(command, library)
    name = " ".join(os.path.basename(word) for word in command)
    expect(wanted.returncode in (0, 1, 4) and calls > FEWEST, f"{name}: works, and calls for memory: {wanted.stderr} {calls}")
    step = max(1, (calls - FIRST) // SPREAD)
    told = 0
    for at in [*range(1, FIRST + 1), *range(FIRST + 1, calls + 1, step)]:
        after = {"TOI_FAIL_AFTER": "1"} if at % 2 else {}
        result, left = attempt(command, library, TOI_FAIL_AT=str(at), **after)
        if result.returncode == OUT_OF_MEMORY:
            told += 1
            lines = result.stderr.strip().split("\n")
            expect(len(lines) == 1 and "memory" in lines[0] and result.stdout == "" and left == {},
                   f"{name}: call {at} of {calls}: one line, and nothing is written: {result.stderr!r} {list(left)}")
        else:
            same = (result.returncode, result.stdout, result.stderr, left) == (wanted.returncode, wanted.stdout, wanted.stderr, files)
            expect(same, f"{name}: call {at} of {calls}: is as without: {result.returncode} {result.stderr!r}")
    expect(told > FEWEST / 2, f"{name}: memory ran out: {told} times")


def main():
    tool.need_tool()
    library = os.environ.get("TOI_FAILING_MALLOC", "")
    if os.environ.get("TOI_SANITIZED") or not os.path.exists(library):
        print("tool_memory: skipped: calls for memory are not ours here")
        sys.exit(tool.SKIPPED)
    for command in COMMANDS:
        check_command(command, library)
    tool.finish("tool_memory")


if __name__ == "__main__":
    main()
