#!/usr/bin/env python3
"""draw_growth.py [ALL.csv]: draws docs/pictures/growth-all.svg, the time of all contacts against the size of the meshes.

Run from the root of the source. The CSV is one that toi_bench_all wrote; bench/README.md says how.
"""
import csv
import sys
from math import log10
from pathlib import Path

from draw_first import BLUE, GREY, INK, ORANGE, RED, Picture

DEFAULT = "bench/results/xeon-2.1ghz-2core/all.csv"
# Name of the classes, method, label, colour, dashes, shape of the marks: told apart without colour too.
SERIES = (
    ("tori_pass", "screw", "through each other, all contacts", RED, "", "circle"),
    ("tori_pass", "screw_first", "the same, first only", ORANGE, "8 3", "square"),
    ("tori_shallow", "screw", "up to the first touch", BLUE, "2 3", "diamond"),
    ("tori_miss", "screw", "past each other", INK, "9 3 2 3", "cross"),
)


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    points = {}
    for row in rows:
        name, _, faces = row["scene"].rpartition("_")
        if faces.isdigit():
            times = (float(row["median_us"]), float(row["worst_us"]))
            points.setdefault((name, row["method"]), []).append((int(faces), *times))
    return {key: sorted(values) for key, values in points.items()}


def mark(p, x, y, shape, color):
    px, py = p.at(x, y)
    outline = {
        "square": [(-4, -4), (4, -4), (4, 4), (-4, 4)],
        "diamond": [(-5.5, 0), (0, -5.5), (5.5, 0), (0, 5.5)],
    }.get(shape)
    if shape == "circle":
        p.dot(x, y, color, 4.5)
    elif shape == "cross":
        for sign in (-1, 1):
            p.lines.append(f'<line x1="{px - 4.5:.1f}" y1="{py - 4.5 * sign:.1f}" x2="{px + 4.5:.1f}" y2="{py + 4.5 * sign:.1f}" '
                           f'stroke="{color}" stroke-width="2"/>')
    else:
        corners = " ".join(f"{px + dx:.1f},{py + dy:.1f}" for dx, dy in outline)
        p.lines.append(f'<polygon points="{corners}" fill="{color}" stroke="#fff"/>')


def name_time(power):
    return {0: "1 \u00b5s", 1: "10 \u00b5s", 2: "100 \u00b5s", 3: "1 ms", 4: "10 ms", 5: "100 ms", 6: "1 s"}[power]


def draw_axes(p, low, high):
    for power in range(low, high + 1):
        p.line([(p.x0, power), (p.x1, power)], "#d5d8db", 1)
        px, py = p.at(p.x0, power)
        p.note(px - 8, py + 4, name_time(power), anchor="end")
    for faces, text in ((300, "300"), (1000, "1000"), (10000, "10\u2009000"), (100000, "100\u2009000")):
        x = log10(faces)
        p.line([(x, p.y0), (x, p.y1)], "#d5d8db", 1)
        p.below(x, text)
    p.note(p.left + p.panel_width / 2, p.height - 2, "faces of each torus", anchor="middle")
    px, py = p.left - 58, p.top + p.panel_height / 2
    p.lines.append(f'<text transform="translate({px:.1f} {py:.1f}) rotate(-90)" font-size="11.5" fill="{INK}" '
                   'text-anchor="middle">CPU time of a query</text>')
    # A line of slope 1: time in proportion to the faces.
    start = (3.1, low + 0.2)
    p.line([start, (start[0] + 1.5, start[1] + 1.5)], GREY, 1, "1 3")
    p.text(start[0] + 0.4, start[1] + 0.1, "in proportion to the faces", color="#666")


def draw_legend(p, left, top, points):
    for i, (name, method, label, color, dash, shape) in enumerate(SERIES):
        if (name, method) not in points:
            continue
        y = top + 24 * i
        p.lines.append(f'<line x1="{left}" y1="{y}" x2="{left + 44}" y2="{y}" stroke="{color}" stroke-width="2" '
                       f'stroke-dasharray="{dash or "none"}"/>')
        across, along = (left + 22 - p.left) / p.panel_width, (y - p.top) / p.panel_height
        mark(p, p.x0 + across * (p.x1 - p.x0), p.y1 - along * (p.y1 - p.y0), shape, color)
        p.note(left + 54, y + 4, label, size=12)
    p.note(left, top + 24 * len(SERIES), "mark: median of the class; line up: worst query", color="#555")


def main():
    points = read(sys.argv[1] if len(sys.argv) > 1 else DEFAULT)
    shown = [value for name, method, *_ in SERIES for _, *times in points.get((name, method), []) for value in times]
    if not shown:
        sys.exit("no growing classes in the file")
    low, high = int(log10(min(shown)) // 1), int(-(-log10(max(shown)) // 1))
    p = Picture(920, 430)
    p.panel(90, 520, "All contacts of two tori", "by the analytic engine, on one thread; both axes logarithmic",
            ((2.35, 5.15), (low, high)))
    draw_axes(p, low, high)
    for name, method, _, color, dash, shape in SERIES:
        values = points.get((name, method), [])
        p.line([(log10(faces), log10(median)) for faces, median, _ in values], color, 2, dash)
        for faces, median, worst in values:
            p.line([(log10(faces), log10(median)), (log10(faces), log10(worst))], color, 1)
            mark(p, log10(faces), log10(median), shape, color)
    draw_legend(p, 640, 80, points)
    p.write("growth-all.svg")
    print(Path("docs/pictures/growth-all.svg").resolve())


if __name__ == "__main__":
    main()
