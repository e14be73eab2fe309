#!/usr/bin/env python3
"""check_work.py TOI_BENCH [TOI_BENCH_ALL] [--write]: the verified queries are answered right, with the work that bench/work.csv allows.

Counts of work and the memory that all contacts take do not depend on the machine. A class may do a quarter more of each than
the committed file says, and a few more where there are few; of memory twice as much, because lists grow by doubling. With
--write the file is written anew.
"""

import csv
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.environ.get("TOI_DATA", os.path.join(ROOT, "..", "shared"))
FILE = os.path.join(ROOT, "bench", "work.csv")
COUNTS = ("steps", "nodes", "leaves", "bytes")
WRONG = ("missed", "false", "late", "undecided")
MORE, FEW = {"bytes": 2.0}, 4


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env=dict(os.environ, TOI_DATA=DATA),
                            timeout=280)
    rows = list(csv.DictReader(line for line in result.stdout.splitlines() if not line.startswith("#")))
    return rows, result.returncode


def run_first(bench):
    rows, code = run(bench, "--verified", "--repeat", "1")
    wrong = [f"{row['scene']}: {row[key]} {key}" for row in rows for key in WRONG if int(row[key])]
    return [{**row, "bytes": 0} for row in rows], wrong, code


def run_all(bench):
    rows, code = run(bench, "--quick")
    wrong = [f"all {row['scene']} {row['method']}: {row['wrong']} wrong" for row in rows if int(row["wrong"])]
    return [{**row, "scene": f"all {row['scene']} {row['method']}", "nodes": 0, "leaves": 0} for row in rows], wrong, code


def main():
    if not os.path.isfile(os.path.join(DATA, "workloads", "motion_flat.txt")):
        print("skipped: no verified queries in", DATA)
        sys.exit(77)
    benches = [argument for argument in sys.argv[1:] if argument != "--write"]
    rows, problems, code = run_first(benches[0])
    for bench in benches[1:]:
        more = run_all(bench)
        rows, problems, code = rows + more[0], problems + more[1], code or more[2]
    if "--write" in sys.argv:
        with open(FILE, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ("scene", "count", *COUNTS), extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    with open(FILE, encoding="utf-8") as file:
        allowed = {row["scene"]: row for row in csv.DictReader(file)}
    measured = {row["scene"] for row in rows}
    problems += [f"{scene} is not measured" for scene in allowed.keys() - measured
                 if len(benches) > 1 or not scene.startswith("all ")]
    for row in rows:
        limit = allowed.get(row["scene"])
        if limit is None:
            problems.append(f"{row['scene']} is not in work.csv")
            continue
        problems += [f"{row['scene']}: {row[key]} {key}, not {limit[key]}" for key in COUNTS
                     if not float(row[key]) <= MORE.get(key, 1.25) * float(limit[key]) + FEW]
    for problem in problems:
        print(problem)
    print(f"work: {len(rows)} classes, {len(problems)} problems")
    sys.exit(1 if problems or code != 0 or not rows else 0)


if __name__ == "__main__":
    main()
