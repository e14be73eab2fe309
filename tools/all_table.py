#!/usr/bin/env python3
"""The table of times in docs/methods/screw.md, from the CSV of toi_bench_all: median and worst of each class in microseconds."""

import csv
import sys

ROWS = [
    ("cubes, all; those that meet", "cube", "cube_hit"),
    ("cars", "car", "car_hit"),
    ("rods", "rod", "rod_hit"),
    ("tori of 300 faces", "torus", "torus_hit"),
    ("three contacts in passing (figure 13), 300 faces", "tori_three_300", None),
    ("the same, 1000 faces; 6000", "tori_three_1000", "tori_three_6000"),
    ("tori interlocked, no contact; contact", "tori_linked_miss", "tori_linked_hit"),
    ("tori that stop just after the first touch, 10^3; 10^4 faces", "tori_shallow_1000", "tori_shallow_10000"),
    ("the same, 10^5", "tori_shallow_100000", None),
    ("tori that pass through each other, 10^3; 10^4", "tori_pass_1000", "tori_pass_10000"),
    ("the same, 10^5", "tori_pass_100000", None),
    ("a screw in its hole, matched; pushed half a pitch", "hole_matched", "hole_pushed"),
]
METHODS = ["screw", "screw_first", "screen_06", "screen_12", "screen_24", "robust_12"]


def three(text):
    """Three digits, no exponent."""
    number = float(text)
    digits = 0 if number >= 99.5 else (1 if number >= 9.95 else 2)
    return f"{number:,.{digits}f}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = {(r["scene"], r["method"]): r for r in csv.DictReader(line for line in file if not line.startswith("#"))}
    print("| | all contacts | first only | screen, 6 pixels | 12 | 24 | robust, 12 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, *scenes in ROWS:
        cells = []
        for method in METHODS:
            found = [rows[scene, method]["median_us"] for scene in scenes if scene and (scene, method) in rows]
            cells.append("; ".join(three(x) for x in found))
        print("| " + " | ".join([name] + cells) + " |")


if __name__ == "__main__":
    main()
