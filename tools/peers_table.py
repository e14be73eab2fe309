#!/usr/bin/env python3
"""peers_table.py FILE.csv: what toi_bench_peers wrote, summed up a method: the table of bench/README.md."""

import csv
import statistics
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    own = {row["scene"]: float(row["median_us"]) for row in rows if row["method"] == "toi"}
    print("| method | queries | missed | false | late (by at most) | time of toi, median over the classes (smallest, largest) |")
    print("| --- | --- | --- | --- | --- | --- |")
    for method in dict.fromkeys(row["method"] for row in rows):
        mine = [row for row in rows if row["method"] == method]
        sums = {key: sum(int(row[key]) for row in mine) for key in ("count", "missed", "false", "late")}
        ratios = [float(row["median_us"]) / own[row["scene"]] for row in mine]
        late = f"{sums['late']} ({max(float(row['late_max']) for row in mine):.2g})" if sums["late"] else "0"
        print(f"| {method} | {sums['count']} | {sums['missed']} | {sums['false']} | {late} | "
              f"{statistics.median(ratios):.3g} ({min(ratios):.2g}, {max(ratios):.3g}) |")


if __name__ == "__main__":
    main()
