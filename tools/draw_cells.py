#!/usr/bin/env python3
"""Draws docs/pictures/overlap-octree.svg and overlap-join.svg: both ways to find the faces of two bodies that may meet, in the plane.

Run from the root of the source: python3 tools/draw_cells.py. Bodies are closed lines and faces their edges; regions, cells and cuts are
computed as the library does in space.
"""
from math import cos, pi, sin

from draw_first import BLUE, GREY, INK, ORANGE, RED, Picture

GREEN = "#3a8f3d"
LEVEL, FEW = 5, 16  # of the smallest squares; pairs of boxes that are looked at and not cut
WORLD = (0.0, 0.0, 8.0, 8.0)


def body(center, radius, waves, depth, count, turn):
    points = []
    for k in range(count):
        angle = 2 * pi * k / count + turn
        r = radius * (1 + depth * cos(waves * angle))
        points.append((center[0] + r * cos(angle), center[1] + r * sin(angle)))
    return [(points[k - 1], points[k]) for k in range(count)]


A = body((3.1, 3.2), 2.1, 3, 0.16, 52, 0.1)
B = body((5.0, 4.5), 1.9, 5, 0.14, 52, 0.5)


def box_of(points):
    return (min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points))


def box_of_all(faces):
    return box_of([p for face in faces for p in face])


def common(a, b):
    return (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))


def meets(a, b):
    c = common(a, b)
    return c[0] <= c[2] and c[1] <= c[3]


def edge_meets(face, box):
    """An edge and a box, by clipping."""
    low, high = 0.0, 1.0
    for k in range(2):
        p, d = face[0][k], face[1][k] - face[0][k]
        if d == 0:
            if not box[k] <= p <= box[2 + k]:
                return False
            continue
        s, t = sorted(((box[k] - p) / d, (box[2 + k] - p) / d))
        low, high = max(low, s), min(high, t)
    return low <= high


def cross(face, other):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    (a, b), (c, d) = face, other
    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def rectangle(p, box, edge, width=1.2, dash="", fill="none", opacity=1.0):
    corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    if fill != "none":
        p.area(corners, fill, opacity)
    p.line([*corners, corners[0]], edge, width, dash)


def edges(p, faces, color, width):
    for face in faces:
        p.line(face, color, width)


def cells(box, level, a, b):
    """(box, is a voxel) of all cells in which both bodies have faces."""
    a, b = ([f for f in faces if edge_meets(f, box)] for faces in (a, b))
    if not a or not b:
        return
    yield box, level == 0, a, b
    if level > 0:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        for part in ((box[0], box[1], x, y), (x, box[1], box[2], y), (box[0], y, x, box[3]), (x, y, box[2], box[3])):
            yield from cells(part, level - 1, a, b)


def panel(p, left, width, title, subtitle, view):
    """A square one, whatever its span."""
    p.panel(left, width, title, subtitle, ((view[0], view[2]), (view[1], view[3])))


def draw_octree():
    region = common(box_of_all(A), box_of_all(B))
    in_a, in_b = ([f for f in faces if edge_meets(f, region)] for faces in (A, B))
    found = list(cells(WORLD, LEVEL, in_a, in_b))
    p = Picture(940, 358)
    panel(p, 20, 280, "1, 2: the overlap region", "of both boxes, and the faces that meet it", WORLD)
    rectangle(p, box_of_all(A), BLUE, 1, "4 3")
    rectangle(p, box_of_all(B), ORANGE, 1, "4 3")
    rectangle(p, region, GREEN, 1.4, fill=GREEN, opacity=0.12)
    edges(p, A, "#b8d0e3", 1.5)
    edges(p, B, "#ecd3b4", 1.5)
    edges(p, in_a, BLUE, 2.4)
    edges(p, in_b, ORANGE, 2.4)
    panel(p, 330, 280, f"3: the octree, here to level {LEVEL}", "cells in which both bodies have faces", WORLD)
    for box, voxel, _, _ in found:
        rectangle(p, box, GREEN if voxel else "#9aa0a5", 0.9, fill=GREEN if voxel else "none", opacity=0.35)
    edges(p, in_a, BLUE, 1.6)
    edges(p, in_b, ORANGE, 1.6)
    pairs = {(f, g) for _, voxel, a, b in found if voxel for f in a for g in b}
    met = [(f, g) for f, g in pairs if cross(f, g)]
    around = box_of([q for pair in met for face in pair for q in face])
    half, x, y = max(around[2] - around[0], around[3] - around[1]) / 2 + 0.15, (around[0] + around[2]) / 2, (around[1] + around[3]) / 2
    zoom = (x - half, y - half, x + half, y + half)
    panel(p, 640, 280, "4: pairs in a voxel", f"{len(pairs)} pairs, each once; {len(met)} of them meet (red)", zoom)
    clip_start(p)
    for box, voxel, _, _ in found:
        if voxel:
            rectangle(p, box, GREEN, 0.9, fill=GREEN, opacity=0.25)
    edges(p, in_a, "#b8d0e3", 1.5)
    edges(p, in_b, "#ecd3b4", 1.5)
    for f, g in pairs:
        edges(p, [f], BLUE, 2)
        edges(p, [g], ORANGE, 2)
    for f, g in met:
        edges(p, [f, g], RED, 3)
    clip_end(p)
    p.note(20, 346, f"{len(A) + len(B)} faces, {len(in_a) + len(in_b)} in the region, {sum(v for _, v, _, _ in found)} voxels "
           f"of {len(found)} cells", color="#555")
    p.write("overlap-octree.svg")


def clip_start(p):
    p.lines.append(f'<clipPath id="panel"><rect x="{p.left}" y="{p.top}" width="{p.panel_width}" height="{p.panel_height}"/></clipPath>'
                   '<g clip-path="url(#panel)">')


def clip_end(p):
    p.lines.append("</g>")


def clipped_boxes(faces, region):
    boxes = [box_of(f) for f in faces]
    return [common(b, region) for b in boxes if meets(b, region)]


def join(a, b, cell, parts, cuts):
    """Cuts at the middle of the longest side of what both have in common."""
    if len(a) * len(b) <= FEW:
        parts.append((a, b, cell))
        return
    around = [(min(x[0] for x in s), min(x[1] for x in s), max(x[2] for x in s), max(x[3] for x in s)) for s in (a, b)]
    here = common(common(*around), cell)
    axis = 0 if here[2] - here[0] >= here[3] - here[1] else 1
    at = (here[axis] + here[2 + axis]) / 2
    cuts.append((axis, at, here))
    for side in (0, 1):
        half = list(cell)
        half[2 * (1 - side) + axis] = at
        keep = [[x for x in s if meets(x, here) and (x[axis] < at if side == 0 else x[2 + axis] >= at)] for s in (a, b)]
        if keep[0] and keep[1]:
            join(*keep, tuple(half), parts, cuts)


def draw_join():
    region = common(box_of_all(A), box_of_all(B))
    a, b = clipped_boxes(A, region), clipped_boxes(B, region)
    parts, cuts = [], []
    join(a, b, region, parts, cuts)
    size = max(region[2] - region[0], region[3] - region[1]) / 2 + 0.12
    x, y = (region[0] + region[2]) / 2, (region[1] + region[3]) / 2
    view = (x - size, y - size, x + size, y + size)
    p = Picture(940, 358)
    panel(p, 20, 280, "1 to 3: boxes in the region", f"{len(a)} and {len(b)} of {len(A)} and {len(B)}, clipped to it", view)
    rectangle(p, region, GREEN, 1.4, fill=GREEN, opacity=0.08)
    for boxes, color in ((a, BLUE), (b, ORANGE)):
        for box in boxes:
            rectangle(p, box, color, 1, fill=color, opacity=0.18)
    panel(p, 330, 280, "5: cut until pairs are few", f"{len(cuts)} cuts, where pairs are more than {FEW}", view)
    for box, color in [(x, BLUE) for x in a] + [(x, ORANGE) for x in b]:
        rectangle(p, box, color, 0.6)
    for k, (axis, at, here) in enumerate(cuts):
        ends = [(at, here[1]), (at, here[3])] if axis == 0 else [(here[0], at), (here[2], at)]
        p.line(ends, INK, 1.7, "" if k == 0 else "5 3")
    for one, two, cell in parts:
        rectangle(p, cell, GREY, 0.7)
    panel(p, 640, 280, "6: each pair in one part", "where both lower sides meet (dots)", view)
    hits = 0
    for box, color in [(x, BLUE) for x in a] + [(x, ORANGE) for x in b]:
        rectangle(p, box, color, 0.4)
    for one, two, cell in parts:
        rectangle(p, cell, GREY, 0.8)
        for f in one:
            for g in two:
                if meets(f, g):
                    c = common(f, g)
                    owned = cell[0] <= c[0] < cell[2] and cell[1] <= c[1] < cell[3]
                    hits += owned
                    if owned:
                        rectangle(p, c, RED, 0.8, fill=RED, opacity=0.25)
                        p.dot(c[0], c[1], RED, 3)
    p.note(20, 346, f"{len(a) * len(b)} pairs of boxes; {sum(len(one) * len(two) for one, two, _ in parts)} looked at; {hits} meet",
           color="#555")
    p.write("overlap-join.svg")


if __name__ == "__main__":
    draw_octree()
    draw_join()
