#!/usr/bin/env python3
"""A table of a result of toi_bench_meet: a row a workload on one thread, toi beside the fastest library that is right."""

import csv
import sys


def read(path):
    """Rows by workload, in their order."""
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        workloads = {}
        for row in rows:
            if row["threads"] == "1":
                workloads.setdefault(row["workload"], []).append(row)
        return workloads


def number(text):
    """A time in microseconds as people write it."""
    value = float(text)
    return f"{value / 1000:.3g} ms" if value >= 1000 else f"{value:.3g}"


def target(row, name):
    return f"{number(row[name + '_us'])} {row[name]}" if row[name] else ""


def line(workload, rows):
    ours = rows[0]
    fastest = [row for row in rows if row["fastest_right_peer"] == "yes"]
    wrong = sorted(row["contender"] for row in rows if row["verdict"] == "wrong")
    peer = fastest[0] if fastest else None
    cells = [
        workload,
        number(ours["median_us"]) + ("" if ours["verdict"] == "right" else " WRONG"),
        f"{peer['contender']} {number(peer['median_us'])}" if peer else "not measured",
        f"{float(peer['ratio']):.3g}" if peer else "",
        ", ".join(wrong),
        target(ours, "must"),
        target(ours, "stretch"),
    ]
    return "| " + " | ".join(cells) + " |"


def table(path):
    head = ["| workload | toi, us | fastest right peer, us | over toi | wrong | must | stretch |",
            "| --- | --- | --- | --- | --- | --- | --- |"]
    return "\n".join(head + [line(workload, rows) for workload, rows in read(path).items()])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FILE.csv")
    print(table(sys.argv[1]))
