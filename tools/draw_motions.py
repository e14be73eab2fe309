#!/usr/bin/env python3
"""Draws docs/pictures/motion-*.svg: a plate at eight times of each kind of motion, by the formulas of docs/motions.md.

Run from the root of the source: python3 tools/draw_motions.py
"""
from math import atan2, comb, cos, pi, sin, tan
from pathlib import Path

PLATE = [(-0.5, -0.25, 0), (0.3, -0.25, 0), (0.6, 0, 0), (0.3, 0.25, 0), (-0.5, 0.25, 0)]
TIMES = [i / 7 for i in range(8)]
SCALE = 52


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def scale(s, a):
    return tuple(s * x for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rotate(n, angle, v):
    """Rot(n, angle) v for a unit vector n."""
    return add(add(scale(cos(angle), v), scale(sin(angle), cross(n, v))), scale((1 - cos(angle)) * dot(n, v), n))


def project(p):
    """Seen from above and in front: x to the right, y to the back, z up."""
    return SCALE * (p[0] + 0.35 * p[1]), -SCALE * (p[2] + 0.55 * p[1])


Z = (0, 0, 1)


def screw_between(p0, p1, turn):
    """Twist form: along and across the axis z."""
    d = add(p1, scale(-1, p0))
    along = scale(dot(d, Z), Z)
    across = add(d, scale(-1, along))
    center = add(add(p0, scale(0.5, across)), scale(0.5 / tan(turn / 2), cross(Z, across)))
    return lambda t, v: add(add(center, rotate(Z, t * turn, add(add(p0, v), scale(-1, center)))), scale(t, along))


def line_between(p0, p1, angle_at):
    d = add(p1, scale(-1, p0))
    return lambda t, v: add(add(p0, scale(t, d)), rotate(Z, angle_at(t), v))


def nlerp_angle(turn):
    h = turn / 2
    return lambda t: 2 * atan2(t * sin(h), 1 - t + t * cos(h))


def keyframed(t, v):
    keys = [(0.15, (0, 0, 0), 0.0), (0.5, (2, 1.5, 0), 1.2), (0.85, (4, 0, 0), -0.6)]
    t = min(max(t, keys[0][0]), keys[-1][0])
    for (t0, p0, a0), (t1, p1, a1) in zip(keys, keys[1:]):
        if t <= t1:
            u = (t - t0) / (t1 - t0)
            place = add(scale(1 - u, p0), scale(u, p1))
            return add(place, rotate(Z, a0 + u * (a1 - a0), v))
    return None


def done_in_turn(t, v):
    """Along x, a quarter turn to the right about a point ahead, and on: a third of the time each."""
    corner = (2, -1, 0)
    x = add(v, scale(min(3 * t, 1), (2, 0, 0)))
    angle = -pi / 2 * min(max(3 * t - 1, 0), 1)
    x = add(corner, rotate(Z, angle, add(x, scale(-1, corner))))
    return add(x, scale(max(3 * t - 2, 0), (0, -1.5, 0)))


def bernstein(coefficients, t):
    n = len(coefficients) - 1
    shares = [comb(n, k) * t**k * (1 - t) ** (n - k) for k in range(n + 1)]
    return tuple(sum(s * c[i] for s, c in zip(shares, coefficients)) for i in range(len(coefficients[0])))


def rational(t, v):
    """A cubic path with a heavy control point; the quaternion (w, z) of degree 2 turns about z."""
    weights = [1, 2.5, 1, 1]
    path = [(0, 0, 0), (1, 3, 0), (3, -2, 0), (4, 1, 0)]
    x, y, z, w = bernstein([(*scale(a, p), a) for a, p in zip(weights, path)], t)
    turn = bernstein([(1, 0), (0.6, 0.6), (-0.2, 1)], t)
    return add((x / w, y / w, z / w), rotate(Z, 2 * atan2(turn[1], turn[0]), v))


# Where the corners of the plate end: it bends and grows.
ENDS = [(3.6, -1.1, 0), (4.9, -0.6, -0.2), (5.2, 0.3, 0.7), (4.6, 1.1, 1.5), (3.9, 0.7, 0.4)]


def deformed(t, v):
    return add(scale(1 - t, v), scale(t, ENDS[PLATE.index(v)]))


START, END, TURN = (0, 0, 0), (3.5, 1.5, 0), 2.6
KINDS = {
    "static": (lambda t, v: v, None),
    "translation": (lambda t, v: add(v, scale(t, (4, 1, 0.5))), None),
    "rotation": (lambda t, v: rotate(Z, 3.9 * t, add(v, (1.6, 0, 0))), (0, 0, 0)),
    "screw": (lambda t, v: add(rotate(Z, 3 * pi * t, add(v, (1.6, 0, 0))), scale(4 * t, Z)), (0, 0, 0)),
    "between-screw": (screw_between(START, END, TURN), None),
    "between-slerp": (line_between(START, END, lambda t: TURN * t), None),
    "between-nlerp": (line_between(START, END, nlerp_angle(TURN)), None),
    "spin": (lambda t, v: add(scale(t, (4, 0.8, 0)), rotate(Z, 4.5 * t, v)), None),
    "keyframes": (keyframed, None),
    "moves": (done_in_turn, None),
    "rational": (rational, None),
    "vertices": (deformed, None),
}
TRACED = {"vertices": PLATE}  # else the origin


def points(values):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in values)


def shapes_of(name, move, axis):
    """Lists of (svg text, its points)."""
    shapes = []
    if axis is not None:
        line = [project(add(axis, (0, 0, z))) for z in (-0.6, 4.6 if move(1, (0, 0, 0))[2] > 1 else 0.9)]
        shapes.append(('<polyline points="{}" stroke="#888" stroke-dasharray="6 3 1 3"/>', line))
    for t in TIMES:
        outline = [project(move(t, v)) for v in PLATE]
        style = f'fill="#2a78b5" fill-opacity="{0.12 + 0.5 * t:.2f}" stroke="#1b4f78"'
        shapes.append(('<polygon points="{}" ' + style + "/>", outline))
    for point in TRACED.get(name, [(0, 0, 0)]):
        trace = [project(move(i / 100, point)) for i in range(101)]
        shapes.append(('<polyline points="{}" stroke="#c33" stroke-width="1.2"/>', trace))
    return shapes


def draw(name, move, axis):
    shapes = shapes_of(name, move, axis)
    xs = [x for _, values in shapes for x, _ in values]
    ys = [y for _, values in shapes for _, y in values]
    box = (min(xs) - 6, min(ys) - 6, max(xs) - min(xs) + 12, max(ys) - min(ys) + 12)
    view = " ".join(f"{b:.0f}" for b in box)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{box[2]:.0f}" height="{box[3]:.0f}" '
             'fill="none" stroke-linejoin="round">']
    lines.append(f'<rect x="{box[0]:.0f}" y="{box[1]:.0f}" width="{box[2] + 1:.0f}" height="{box[3] + 1:.0f}" fill="#fff"/>')
    lines += [text.format(points(values)) for text, values in shapes]
    Path("docs/pictures").mkdir(parents=True, exist_ok=True)
    Path(f"docs/pictures/motion-{name}.svg").write_text("\n".join(lines) + "\n</svg>\n")


for kind, (motion, axis_point) in KINDS.items():
    draw(kind, motion, axis_point)
