#!/usr/bin/env python3
"""check_work.py TOI_BENCH [--write]: the verified queries are answered right, with the work that bench/work.csv allows.

Counts of work do not depend on the machine. A class may do a quarter more of each than the committed file says, and a few
more where there are few. With --write the file is written anew.
"""

import csv
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.environ.get("TOI_DATA", os.path.join(ROOT, "..", "shared"))
FILE = os.path.join(ROOT, "bench", "work.csv")
COUNTS = ("steps", "nodes", "leaves")
MORE, FEW = 1.25, 4


def run_bench(bench):
    result = subprocess.run([bench, "--verified", "--repeat", "1"], stdout=subprocess.PIPE, text=True, check=False,
                            env=dict(os.environ, TOI_DATA=DATA), timeout=280)
    rows = list(csv.DictReader(line for line in result.stdout.splitlines() if not line.startswith("#")))
    return rows, result.returncode


def main():
    if not os.path.isfile(os.path.join(DATA, "workloads", "motion_flat.txt")):
        print("skipped: no verified queries in", DATA)
        sys.exit(77)
    rows, code = run_bench(sys.argv[1])
    if "--write" in sys.argv:
        with open(FILE, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, ("scene", "count", *COUNTS), extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    with open(FILE, encoding="utf-8") as file:
        allowed = {row["scene"]: row for row in csv.DictReader(file)}
    problems = [f"{scene} is not measured" for scene in allowed.keys() - {row["scene"] for row in rows}]
    for row in rows:
        limit = allowed.get(row["scene"])
        if limit is None:
            problems.append(f"{row['scene']} is not in work.csv")
            continue
        problems += [f"{row['scene']}: {row[key]} {key}, not {limit[key]}" for key in COUNTS
                     if not float(row[key]) <= MORE * float(limit[key]) + FEW]
        problems += [f"{row['scene']}: {row[key]} {key}" for key in ("missed", "false", "late", "undecided") if int(row[key])]
    for problem in problems:
        print(problem)
    print(f"work: {len(rows)} classes, {len(problems)} problems")
    sys.exit(1 if problems or code != 0 or not rows else 0)


if __name__ == "__main__":
    main()
