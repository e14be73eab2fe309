#!/usr/bin/env python3
"""draw_overlap_scene.py NAME [DEGREES] < TRIANGLES: draws docs/pictures/overlap-NAME.svg from what toi_bench_overlap_write printed.

Run from the root of the source; bench/README.md says how. Bodies are drawn from back to front as seen from DEGREES around the vertical, faces that
meet others in red.
"""
import csv
import sys
from math import cos, radians, sin, sqrt

from draw_first import Picture

COLORS = ((0xE0, 0xC0, 0x98), (0x8F, 0xA9, 0xC4), (0xE3, 0xC9, 0x55), (0xDE, 0x93, 0x4E), (0x92, 0xBE, 0x93))
MET = (0xD0, 0x2E, 0x22)
AZIMUTH = radians(float(sys.argv[2]) if len(sys.argv) > 2 else -55)
HEIGHT = radians(22)
WIDTH, MARGIN = 700, 14


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


RIGHT = (cos(AZIMUTH), sin(AZIMUTH), 0)
TOWARD = (sin(AZIMUTH) * cos(HEIGHT), -cos(AZIMUTH) * cos(HEIGHT), sin(HEIGHT))
UP = cross(TOWARD, RIGHT)
LIGHT = tuple(0.5 * t + 0.3 * r + 0.8 * u for t, r, u in zip(TOWARD, RIGHT, UP))  # about 1 long


def shade(color, normal):
    """Lit from the upper front, never quite dark."""
    size = sqrt(dot(normal, normal))
    least = 0.85 if color is MET else 0.55
    light = least + (1 - least) * min(max(dot(normal, LIGHT) / size, 0), 1) if size > 0 else 1
    return "#" + "".join(f"{round(c * light):02x}" for c in color)


def read(lines):
    title = lines[0].lstrip("# ").strip()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    faces = []
    for row in rows:
        a, b, c = (tuple(float(row[p + axis]) for axis in "xyz") for p in "abc")
        normal = cross(sub(b, a), sub(c, a))
        if dot(normal, TOWARD) > 0:
            color = MET if row["met"] == "1" else COLORS[int(row["body"]) % len(COLORS)]
            faces.append((sum(dot(p, TOWARD) for p in (a, b, c)), [(dot(p, RIGHT), dot(p, UP)) for p in (a, b, c)], shade(color, normal)))
    return title, sorted(faces)


def main():
    title, faces = read(sys.stdin.read().splitlines())
    xs, ys = [x for _, corners, _ in faces for x, _ in corners], [y for _, corners, _ in faces for _, y in corners]
    unit = (WIDTH - 2 * MARGIN) / (max(xs) - min(xs))
    p = Picture(WIDTH, round((max(ys) - min(ys)) * unit + 2 * MARGIN + 22))
    p.note(MARGIN, 18, title, size=13, weight=600, color="#222")
    p.lines.append('<g stroke="#0003" stroke-width=".4">')
    for _, corners, color in faces:
        a, b, c = ((round(MARGIN + (x - min(xs)) * unit, 1), round(22 + MARGIN + (max(ys) - y) * unit, 1)) for x, y in corners)
        steps = " ".join(f"{x:.4g}" for x in (*sub(b, a), *sub(c, b)))
        p.lines.append(f'<path d="M{a[0]:g} {a[1]:g}l{steps}z" fill="{color}"/>')
    p.lines.append("</g>")
    p.write(f"overlap-{sys.argv[1]}.svg")


if __name__ == "__main__":
    main()
