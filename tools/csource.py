"""What check_layers.py and check_caps.py share: the C files of the repository, and their text without comments."""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ["include", "src", "scene", "apps", "scenes", "bench", "examples", "samples", "fuzz", "tests"]

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def source_files(rooms=None, endings=(".c", ".h")):
    """Paths relative to the root, sorted, with forward slashes."""
    found = []
    for room in rooms or ROOMS:
        for folder, _, names in os.walk(os.path.join(ROOT, room)):
            for name in names:
                if name.endswith(endings):
                    found.append(os.path.relpath(os.path.join(folder, name), ROOT).replace(os.sep, "/"))
    return sorted(found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def without_comments(text):
    """The text with comments and the inside of literals blanked; lines keep their numbers."""

    def blank(match):
        piece = match.group(0)
        if piece[0] in "\"'":
            return piece[0] + " " * (len(piece) - 2) + piece[0]
        return re.sub(r"[^\n]", " ", piece)

    return TOKEN.sub(blank, text)


def finish(name, problems):
    """Prints the problems and leaves with 1 where there are any."""
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print(f"{name}: {len(problems)} problems", file=sys.stderr)
        sys.exit(1)
    print(f"{name}: ok")
