#!/usr/bin/env python3
"""Draws frames of a scene of keyframes as one SVG, the pictures of docs/samples.md.

    python3 tools/draw_samples.py SCENE -o FILE.svg --seconds 0.9 1.2 6 --view 0.9 -0.35 --centre 0 0 1 --width 6

Each frame is the scene at a time, seen in parallel projection from a direction: turned about the upright axis and from
above, both in radians. Faces are sorted by the depth of their middles, far ones first, and shaded by how they face the
light; bodies that never move are grey. Faces that others cover wholly are left out. In a scene with extras.lit,
which lists faces of each body, these are red, and every body has a colour.
"""
import argparse
import json
from array import array
from math import ceil, cos, sin, sqrt
from pathlib import Path

COLOURS = ["#c96f4a", "#b8603d", "#d58a5e", "#a95a3c"]
STILL, MARKED = "#b9bec4", "#3f6f9f"
FIGURES, LIT = ["#cdb8a0", "#9fabba", "#eec95a", "#e6944a", "#87b38f"], "#e02a1c"  # of scenes that say which faces are lit
LIGHT = (-0.35, -0.55, 0.76)
TENTHS = 10  # coordinates are written in tenths of a pixel
SAMPLES = 4  # what is covered is told by so many samples a pixel, each way
SMALL = 40  # samples


def pose_at(motion, t):
    """Position and quaternion at the last key that is not after t."""
    if motion["kind"] == "static":
        return motion["pose"]
    keys = [key for key in motion["keys"] if key["t"] <= t + 1e-12]
    return keys[-1] if keys else motion["keys"][0]


def rotation(q):
    """Rows of the matrix of a quaternion."""
    w, x, y, z = q
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def posed(body, t):
    """Corners of a body in the world."""
    pose = pose_at(body["motion"], t)
    rows = rotation(pose["quaternion"])
    return [tuple(dot(row, v) + p for row, p in zip(rows, pose["position"])) for v in body["mesh"]["vertices"]]


def normal_of(points):
    """Newell's normal, of unit length."""
    n = [0.0, 0.0, 0.0]
    for p, q in zip(points, points[1:] + points[:1]):
        n[0] += (p[1] - q[1]) * (p[2] + q[2])
        n[1] += (p[2] - q[2]) * (p[0] + q[0])
        n[2] += (p[0] - q[0]) * (p[1] + q[1])
    length = sqrt(dot(n, n)) or 1.0
    return tuple(x / length for x in n)


def shade(colour, brightness):
    """A colour made darker or lighter."""
    parts = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{max(0, min(255, round(p * brightness))):02x}" for p in parts)


class View:
    """A parallel projection: `right` and `up` on the page, `away` from the eye."""

    def __init__(self, turn, tilt, centre, scale):
        self.right = (cos(turn), sin(turn), 0.0)
        self.away = (-sin(turn) * cos(tilt), cos(turn) * cos(tilt), sin(tilt))
        self.up = (sin(turn) * sin(tilt), -cos(turn) * sin(tilt), cos(tilt))
        self.centre, self.scale = centre, scale

    def place(self, point):
        offset = [p - c for p, c in zip(point, self.centre)]
        return dot(self.right, offset) * self.scale, -dot(self.up, offset) * self.scale


def colours_of(scene, index, moving):
    """The colour of a body, and the faces of it that are lit."""
    name, lit = scene["bodies"][index]["name"], scene["extras"].get("lit")
    if lit is not None:
        return FIGURES[index % len(FIGURES)], set(lit[name])
    return MARKED if name.startswith("shot") else COLOURS[index % len(COLOURS)] if moving else STILL, ()


def faces_of(scene, t, view, moving):
    """(depth, colour, points on the page) of the faces that are seen of what moves, or of what does not."""
    for index, body in enumerate(scene["bodies"]):
        if (body["motion"]["kind"] != "static") != moving:
            continue
        colour, lit = colours_of(scene, index, moving)
        corners = posed(body, t)
        sheet = len(body["mesh"]["faces"]) == 1
        for number, face in enumerate(body["mesh"]["faces"]):
            points = [corners[i] for i in face]
            n = normal_of(points)
            if dot(n, view.away) > 0:
                if not sheet:
                    continue
                n = tuple(-x for x in n)
            depth = sum(dot(view.away, p) for p in points) / len(points)
            own = LIT if number in lit else colour
            yield -depth, shade(own, 0.75 + 0.3 * dot(n, LIGHT)), [view.place(p) for p in points]


def spans(points, size):
    """(row, from, to) of the samples that a polygon covers, by crossings of each row; its parts may be concave."""
    places = [(x * SAMPLES, y * SAMPLES) for x, y in points]
    lowest, highest = min(y for _, y in places), max(y for _, y in places)
    for row in range(max(0, ceil(lowest - 0.5)), min(size[1] * SAMPLES, ceil(highest - 0.5))):
        level, crossings = row + 0.5, []
        for (x0, y0), (x1, y1) in zip(places, places[1:] + places[:1]):
            if (y0 <= level) != (y1 <= level):
                crossings.append(x0 + (level - y0) * (x1 - x0) / (y1 - y0))
        crossings.sort()
        for left, right in zip(crossings[::2], crossings[1::2]):
            begin, end = max(0, ceil(left - 0.5)), min(size[0] * SAMPLES, ceil(right - 0.5))
            if begin < end:
                yield row, begin, end


def visible(polygons, size):
    """Those of the (colour, points) that are seen, where each is painted over those before it.

    What shows but one sample wide is between two others, under their outlines; of what is small all counts."""
    width = size[0] * SAMPLES
    owner = [array("i", [-1]) * width for _ in range(size[1] * SAMPLES)]
    small, edge_on = set(), set()
    for i, (_, points) in enumerate(polygons):
        covered = list(spans(points, size))
        for row, begin, end in covered:
            owner[row][begin:end] = array("i", [i]) * (end - begin)
        if sum(end - begin for _, begin, end in covered) < SMALL:
            small.add(i)
        if not covered and all(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in points):
            edge_on.add(i)
    seen = edge_on | small & set().union(*owner)
    for row, below in zip(owner, owner[1:]):
        seen.update(i for i, j, k, m in zip(row, row[1:], below, below[1:]) if i == j == k == m)
    return [polygon for i, polygon in enumerate(polygons) if i in seen]


def path_of(points):
    """The outline in whole tenths of a pixel, relative after the first point."""
    places = [(round(x * TENTHS), round(y * TENTHS)) for x, y in points]
    steps = [f"{q[0] - p[0]} {q[1] - p[1]}" for p, q in zip(places, places[1:])]
    return f"M{places[0][0]} {places[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def frame(scene, times, view, size):
    """The faces of one frame: first what never moves, then the rest at each of the times."""
    width, height = size
    groups = [sorted(faces_of(scene, times[0], view, False))]
    groups += [sorted(faces_of(scene, t, view, True)) for t in times]
    polygons = [(colour, [(x + width / 2, y + height / 2) for x, y in points])
                for group in groups for _, colour, points in group]
    return [f'<path d="{path_of(points)}" fill="{colour}"/>' for colour, points in visible(polygons, size)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene")
    parser.add_argument("-o", required=True)
    parser.add_argument("--seconds", type=float, nargs="+", required=True)
    parser.add_argument("--view", type=float, nargs=2, default=(0.6, -0.3), help="turn and tilt in radians")
    parser.add_argument("--centre", type=float, nargs=3, default=(0, 0, 1))
    parser.add_argument("--width", type=float, default=6, help="of what a frame shows, in units of the scene")
    parser.add_argument("--hide", nargs="*", default=[], help="bodies that are left out")
    parser.add_argument("--trail", action="store_true", help="all times in one frame")
    parser.add_argument("--size", type=int, nargs=2, default=(280, 220), help="of a frame, in pixels")
    options = parser.parse_args()

    scene = json.loads(Path(options.scene).read_text(encoding="utf-8"))
    view = View(*options.view, options.centre, options.size[0] / options.width)
    width, height = options.size
    scene["bodies"] = [body for body in scene["bodies"] if body["name"] not in options.hide]
    frames = [options.seconds] if options.trail else [[seconds] for seconds in options.seconds]
    total = len(frames) * (width + 8) - 8
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height + 20}" '
             'font-family="sans-serif" stroke="#43484d" stroke-width="4" stroke-linejoin="round">']
    for i, times in enumerate(frames):
        lines.append(f'<svg x="{i * (width + 8)}" width="{width}" height="{height}" '
                     f'viewBox="0 0 {width * TENTHS} {height * TENTHS}">')
        lines.append('<rect width="100%" height="100%" fill="#f4f5f6" stroke="none"/>')
        lines += frame(scene, [t / scene["extras"].get("seconds", 1) for t in times], view, options.size)
        lines.append('</svg>')
        note = f"{times[0]:g} s" if len(times) == 1 else f"{times[0]:g} to {times[-1]:g} s"
        note = f"cycle {scene['extras']['cycle']}" if "cycle" in scene["extras"] else note
        lines.append(f'<text x="{i * (width + 8)}" y="{height + 15}" font-size="12" fill="#333" stroke="none">'
                     f'{note}</text>')
    lines.append("</svg>")
    Path(options.o).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
