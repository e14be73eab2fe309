#!/usr/bin/env python3
"""Who may include whom, and what a folder may use; docs/style.md has the rules in words."""

import os
import re

from csource import ROOT, finish, read, source_files, without_comments

# A file of src/ includes its own folder and those before it. Folders on one line do not know each other.
ORDER = [
    ["core"],
    ["math"],
    ["data.h"],
    ["mesh"],
    ["motion"],
    ["bvh"],
    ["broad", "narrow/first", "narrow/screw", "narrow/trace", "narrow/boxes", "narrow/overlap", "narrow/deform"],
    ["world"],
]
RANK = {room: rank for rank, line in enumerate(ORDER) for room in line}

MAY_READ_SCENES = {"scene", "apps", "scenes", "bench", "fuzz"}
# Ways to search that have one public name, or none.
MEASURES_INTERNALS = {"bench/sweep.c", "bench/trace_internal.c", "bench/boxes_ask.c", "bench/polytopes.c"}
MEASURES_FACES = ("bench/overlap", "bench/meet")
PLATFORM_CODE = ("src/core/", "src/math/simd.h", "include/toi/base.h")
CONDITIONS_CHECKED = ("src/", "include/", "scene/", "apps/", "examples/", "samples/")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef)\b[ \t]*(\w*)", re.M)
NOT_EXACT = re.compile(
    r"(?<![\w.>])(sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|expm1|exp10|log|"
    r"log2|log10|log1p|pow|cbrt|hypot|erf|erfc|tgamma|lgamma)[fl]?[ \t]*\("
)
MEMORY = re.compile(r"(?<![\w.>])(malloc|calloc|realloc|free|aligned_alloc|strdup|alloca)[ \t]*\(")
OUTSIDE = re.compile(
    r"(?<![\w.>])(printf|fprintf|puts|fputs|putchar|perror|exit|abort|_Exit|getenv|setlocale|qsort|bsearch|rand|srand|"
    r"time|clock|setenv|fopen|system)[ \t]*\("
)


def room_of(path):
    """The room of a path below src/, such as core, data.h or narrow/first; None for a folder that has no rank."""
    parts = path.split("/")
    for room in ("/".join(parts[:2]), parts[0]):
        if room in RANK:
            return room
    return None


def exists(path):
    return os.path.isfile(os.path.join(ROOT, path))


def may_include(path, target):
    """Whether a file may include a quoted name; returns None or what is wrong."""
    top = path.split("/")[0]
    if target.startswith("toi/"):
        return None if exists("include/" + target) else "no such public header"
    if top == "include":
        return "a public header includes only toi/*.h"
    if top == "tests":
        return None
    if top != "src":
        if target == "scenes/model.h" and top in ("bench", "samples"):
            return None
        if (path in MEASURES_INTERNALS or path.startswith(MEASURES_FACES)) and exists("src/" + target):
            return None
        own = os.path.dirname(path)
        if target.startswith("scene/"):
            return None if top in MAY_READ_SCENES else "only scene, apps, scenes, bench and fuzz read scene files"
        if exists(own + "/" + target) or target.startswith(top + "/"):
            return None
        return "outside src/ only public headers (toi/*.h) may be included"
    if not exists("src/" + target):
        return "a header is named by its path from src/"
    own, other = room_of(path[len("src/"):]), room_of(target)
    if own is None or other is None:
        return "the folder has no place in the order of folders"
    if own != other and RANK[other] >= RANK[own]:
        return f"{own} comes before {other} or beside it"
    return None


def check_includes(path, text):
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        target = match.group(2)
        wrong = None
        if match.group(1) == '"':
            wrong = may_include(path, target)
        elif target == "fenv.h":
            wrong = "the library never depends on the rounding mode"
        elif target.startswith("toi/") and path.startswith("include/"):
            wrong = "a public header includes the others in quotes"
        elif target == "pthread.h" and path.startswith("src/") and not path.startswith("src/core/"):
            wrong = "threads are the business of src/core"
        elif target.endswith("intrin.h") and path != "src/math/simd.h":
            wrong = "only src/math/simd.h knows the machine"
        if wrong:
            yield f"{path}:{line}: #include {target}: {wrong}"


def check_conditions(path, text):
    if path.startswith(PLATFORM_CODE) or not path.startswith(CONDITIONS_CHECKED):
        return
    first = True
    for match in CONDITION.finditer(text):
        guard = first and path.endswith(".h") and match.group(1) == "ifndef" and match.group(2).endswith("_H")
        first = False
        if guard or match.group(2) == "__cplusplus":
            continue
        line = text.count("\n", 0, match.start()) + 1
        yield f"{path}:{line}: #{match.group(1)} belongs in src/core or src/math/simd.h"


def check_calls(path, code):
    if not path.startswith("src/"):
        return
    rules = [(NOT_EXACT, "is not the same on every machine; use math/trig.h")]
    if not path.startswith("src/core/"):
        rules.append((MEMORY, "goes around the allocator; use core/memory.h"))
        rules.append((OUTSIDE, "is not for a library"))
    rules.append((re.compile(r"\b(long\s+double|float_t|double_t|__float128)\b"), "differs between machines"))
    for rule, reason in rules:
        for match in rule.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: {match.group(1)} {reason}"


def main():
    problems = []
    for path in source_files(endings=(".c", ".h", ".cpp")):
        text = read(path)
        code = without_comments(text)
        problems += check_includes(path, text)
        problems += check_conditions(path, code)
        problems += check_calls(path, code)
    finish("layers", problems)


if __name__ == "__main__":
    main()
