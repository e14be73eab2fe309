#!/usr/bin/env python3
"""check_readme.py PROGRAM...: what README.md quotes is true.

A fenced block marked `c` whose first line is `// examples/NAME.c` is that file, and a fenced block `text` that opens with
`$ examples/NAME` shows what the program NAME prints. A block that opens with `$ toi ...` shows what the tool prints, run in
the root of the repository; numbers of seconds are not compared. Each program is given by its path.
"""

import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SECONDS = re.compile(r"\b[0-9.]+ (?:m|u|µ)?s\b")


def same(quoted, real):
    return SECONDS.sub("TIME", quoted).strip() == SECONDS.sub("TIME", real).strip()


def check_source(text):
    name, _, body = text.partition("\n")
    path = os.path.join(ROOT, name.lstrip("/ ").strip())
    if not name.startswith("// examples/"):
        return None
    with open(path, encoding="utf-8") as file:
        real = file.read()
    return same(body, real[real.index("#include"):]) or f"{name.strip()} is not quoted as it is"


def check_output(text, programs):
    line, _, body = text.partition("\n")
    words = shlex.split(line[2:])
    program = programs.get(os.path.basename(words[0]))
    if program is None:
        return None
    result = subprocess.run([program, *words[1:]], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, timeout=120)
    return same(body, result.stdout) or f"`{line}` prints\n{result.stdout}and not\n{body}"


def main():
    programs = {os.path.basename(path): os.path.abspath(path) for path in sys.argv[1:]}
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    compared, problems = 0, []
    for match in BLOCK.finditer(text):
        body = match.group(2)
        result = None
        if body.startswith("// "):
            result = check_source(body)
        elif body.startswith("$ "):
            result = check_output(body, programs)
        compared += result is not None
        if isinstance(result, str):
            problems.append(result)
    for problem in problems:
        print("README.md:", problem)
    print(f"README.md: {compared} quotations, {len(problems)} wrong")
    sys.exit(1 if problems or compared == 0 else 0)


if __name__ == "__main__":
    main()
