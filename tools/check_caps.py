#!/usr/bin/env python3
"""Caps on C files: length of functions, files and lines, nesting, number of parameters, and a first comment."""

import re

from csource import ROOMS, finish, read, source_files, without_comments

FUNCTION_LINES = 60
FILE_LINES = 400
LINE_LENGTH = 110
NESTING = 3
PARAMETERS = 6

CONTROL = re.compile(r"\b(if|for|while|switch)\s*$")
BLOCK_BEFORE = re.compile(r"(\belse|\bdo|[;{}:])$")


def matching_open(code, close):
    """Position of the parenthesis that the one at `close` belongs to."""
    depth = 0
    for i in range(close, -1, -1):
        depth += {")": 1, "(": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return 0


def brace_kind(code, at, depth):
    """What a brace opens: function, block, or data (an initialiser, a type, a compound literal)."""
    before = code[max(0, at - 4000):at].rstrip()
    if before.endswith(")"):
        opening = matching_open(before, len(before) - 1)
        if depth == 0:
            return "function"
        return "block" if CONTROL.search(before[:opening]) else "data"
    if depth > 0 and BLOCK_BEFORE.search(before):
        return "block"
    return "data"


def parameter_count(code, brace):
    before = code[:brace].rstrip()
    opening = matching_open(before, len(before) - 1)
    depth, commas = 0, 0
    for c in before[opening:]:
        depth += {"(": 1, ")": -1}.get(c, 0)
        commas += c == "," and depth == 1
    return commas + 1


def function_start(code, brace):
    """Position where the declaration of the function that opens at `brace` begins."""
    start = max(code.rfind(c, 0, brace) for c in ";}#")
    start = 0 if start < 0 else start + 1
    if start > 0 and code[start - 1] == "#":
        start = code.find("\n", start)
    return start + len(code[start:brace]) - len(code[start:brace].lstrip())


def function_name(code, brace):
    before = code[:brace].rstrip()
    match = re.search(r"(\w+)\s*$", before[:matching_open(before, len(before) - 1)])
    return match.group(1) if match else "?"


def line_of(code, at):
    return code.count("\n", 0, at) + 1


def blank_directives(code):
    """Preprocessor lines, with their continuations, become empty."""
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), code, flags=re.M)


class Scan:
    """One walk over the braces of a file."""

    def __init__(self, path, code):
        self.path = path
        self.code = code
        self.problems = []
        self.open = []  # (kind, position) of the braces that are open

    def run(self):
        code = re.sub(r'extern\s*"[^"]*"\s*\{', lambda m: re.sub(r"\S", " ", m.group(0)), self.code)
        for match in re.finditer(r"[{}]", code):
            at = match.start()
            if match.group(0) == "{":
                self.enter(code, at)
            elif self.open:
                self.leave(code, at)
        return self

    def enter(self, code, at):
        depth = len(self.open)
        kind = brace_kind(code, at, depth)
        if self.open and self.open[-1][0] == "data":
            kind = "data"
        if kind == "function":
            count = parameter_count(code, at)
            if count > PARAMETERS:
                self.report(code, at, f"{function_name(code, at)} has {count} parameters, at most {PARAMETERS}")
        self.open.append((kind, at))
        nesting = sum(kind == "block" for kind, _ in self.open)
        if kind == "block" and nesting == NESTING + 1:
            self.report(code, at, f"nested {nesting} deep, at most {NESTING}")

    def leave(self, code, at):
        kind, start = self.open.pop()
        if kind == "function":
            first = function_start(code, start)
            count = line_of(code, at) - line_of(code, first) + 1
            if count > FUNCTION_LINES:
                name = function_name(code, start)
                self.report(code, first, f"{name} has {count} lines, at most {FUNCTION_LINES}")

    def report(self, code, at, what):
        self.problems.append(f"{self.path}:{line_of(code, at)}: {what}")


def check_file(path):
    text = read(path)
    lines = text.splitlines()
    if not lines or not lines[0].startswith("//"):
        yield f"{path}:1: a file opens with a // comment that says what it does"
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LENGTH:
            yield f"{path}:{number}: {len(line)} columns, at most {LINE_LENGTH}"
    scan = Scan(path, blank_directives(without_comments(text))).run()
    yield from scan.problems
    yield from check_length(path, lines)


def check_length(path, lines):
    if len(lines) > FILE_LINES:
        yield f"{path}:1: {len(lines)} lines, at most {FILE_LINES}"


def main():
    problems = []
    for path in source_files():
        problems += check_file(path)
    for path in source_files(ROOMS + ["tools"], (".py", ".cpp", ".sh")):
        problems += check_length(path, read(path).splitlines())
    finish("caps", problems)


if __name__ == "__main__":
    main()
