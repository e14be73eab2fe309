#!/usr/bin/env python3
"""Draws docs/pictures/boxes-*.svg: the Gauss maps of two boxes, and the paths and contacts of scenes/boxes-*.json.

Run from the root of the source: python3 tools/draw_boxes.py. They are after figures 1, 2 and 4 to 8 of [RationalBoxes]. Times,
splits and contacts are computed here, by sampling and bisection, not by the library.
"""
import json
from math import comb, cos, pi, radians, sin, sqrt, tan

from draw_first import BLUE, DARK, GREY, INK, ORANGE, RED, Picture

UNIT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
GREEN = "#3d8b40"


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def scale(s, a):
    return tuple(s * x for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scale(1 / sqrt(dot(a, a)), a)


class View:
    """Seen from afar along a direction; `depth` is larger the nearer."""

    def __init__(self, turn, height):
        a, e = radians(turn), radians(height)
        self.right, self.up = (-sin(a), cos(a), 0), (-sin(e) * cos(a), -sin(e) * sin(a), cos(e))
        self.toward = (cos(e) * cos(a), cos(e) * sin(a), sin(e))

    def __call__(self, p):
        return dot(self.right, p), dot(self.up, p)

    def depth(self, p):
        return dot(self.toward, p)


# ---- boxes at a time


def bernstein(c, t):
    n = len(c) - 1
    terms = [scale(comb(n, k) * t**k * (1 - t) ** (n - k), x) for k, x in enumerate(c)]
    return tuple(map(sum, zip(*terms)))


def axes_of(q):
    """The axes of the body times |q|^2."""
    w, x, y, z = q
    return ((w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z))


class Box:
    def __init__(self, half, axes=UNIT, at=(0, 0, 0)):
        self.half, self.axes, self.at = half, axes, at

    def corner(self, signs):
        p = self.at
        for s, h, a in zip(signs, self.half, self.axes):
            p = add(p, scale(s * h, a))
        return p

    def face(self, k, side):
        i, j = (k + 1) % 3, (k + 2) % 3
        corners = []
        for si, sj in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            signs = [side] * 3
            signs[i], signs[j] = si, sj
            corners.append(self.corner(signs))
        return corners

    def edges(self):
        for k in range(3):
            for s in (-1, 1):
                for r in (-1, 1):
                    ends = []
                    for e in (-1, 1):
                        signs = [e] * 3
                        signs[(k + 1) % 3], signs[(k + 2) % 3] = s, r
                        ends.append(self.corner(signs))
                    yield k, ((k + 1) % 3, s), ((k + 2) % 3, r), ends

    def draw(self, p, view, color, opacity=0.25, hidden=True, width=1.2):
        front = {(k, s) for k in range(3) for s in (-1, 1) if s * view.depth(self.axes[k]) > 0}
        for _, f, g, ends in self.edges():
            if hidden and f not in front and g not in front:
                p.line(map(view, ends), color, 0.6 * width, "2 3")
        for k, s in front:
            p.area(list(map(view, self.face(k, s))), color, opacity)
        for _, f, g, ends in self.edges():
            if f in front or g in front:
                p.line(map(view, ends), color, width)


class Scene:
    def __init__(self, name):
        with open(f"scenes/{name}.json", encoding="utf-8") as file:
            a, b = json.load(file)["bodies"]
        self.a = Box(a["mesh"]["box"])
        self.half, self.q, self.p = b["mesh"]["box"], b["motion"]["rotation"], b["motion"]["translation"]

    def b(self, t):
        q = bernstein(self.q, t)
        return Box(self.half, [scale(1 / dot(q, q), a) for a in axes_of(q)], bernstein(self.p, t))

    def apart(self, t):
        """The largest separation along fifteen axes, and that axis: its name and direction from A to B."""
        b, best = self.b(t), (-1e9, None, None)
        named = [(("A", i), UNIT[i]) for i in range(3)] + [(("B", j), b.axes[j]) for j in range(3)]
        named += [(("E", i, j), cross(UNIT[i], b.axes[j])) for i in range(3) for j in range(3)]
        for name, n in named:
            if dot(n, n) > 1e-12:
                n = unit(n)
                n = n if dot(n, b.at) > 0 else scale(-1, n)
                reach = sum(h * abs(dot(n, a)) for box in (self.a, b) for h, a in zip(box.half, box.axes))
                best = max(best, (dot(n, b.at) - reach, name, n))
        return best

    def contact_times(self):
        steps, found = 400, []
        for k in range(steps):
            low, high = k / steps, (k + 1) / steps
            before = self.apart(low)[0] > 0
            if before != (self.apart(high)[0] > 0):
                for _ in range(50):
                    middle = (low + high) / 2
                    low, high = (middle, high) if (self.apart(middle)[0] > 0) == before else (low, middle)
                found.append((low + high) / 2)
        return found

    def splits(self):
        """Zeros of the nine products on the whole line, t = sin/cos."""
        n, steps = len(self.q) - 1, 2880

        def products(k):
            angle = pi * (k / steps - 0.5)
            s, c = sin(angle), cos(angle)
            q = tuple(map(sum, zip(*[scale(comb(n, i) * s**i * (c - s) ** (n - i), x) for i, x in enumerate(self.q)])))
            return [x for a in axes_of(q) for x in a]

        found, before = [], products(0)
        for k in range(1, steps + 1 if n > 0 else 1):
            here = products(k)
            found += [tan(pi * ((k - y / (y - x)) / steps - 0.5))
                      for x, y in zip(before, here) if x * y < 0]
            before = here
        return sorted(found)

    def spheres_apart(self, low, high):
        reach = sum(sqrt(dot(h, h)) for h in (self.a.half, self.half))
        return all(dot(p, p) > reach**2 for p in (bernstein(self.p, low + (high - low) * k / 200) for k in range(201)))


# ---- the Gauss maps


def great_circle(normal):
    u = unit(cross(normal, (0.3, 0.5, 0.8)))
    w = cross(normal, u)
    return [add(scale(cos(2 * pi * k / 240), u), scale(sin(2 * pi * k / 240), w)) for k in range(241)]


def draw_circle(p, view, normal, color):
    """The far half dashed."""
    points = great_circle(normal)
    for near in (False, True):
        run = []
        for x in points + [None]:
            if x is not None and (view.depth(x) >= -1e-9) == near:
                run.append(view(x))
            elif run:
                p.line(run, color, 1.8 if near else 0.8, "" if near else "2 3")
                run = []


def draw_maps(p, view, boxes):
    p.line([(cos(2 * pi * k / 120), sin(2 * pi * k / 120)) for k in range(121)], "#b9bdc1", 1)
    for axes, color in boxes:
        for n in axes:
            draw_circle(p, view, n, color)


def near_ends(view, axes):
    """The three points of a map that can be seen, with their names."""
    for k, n in enumerate(axes):
        n = n if view.depth(n) > 0 else scale(-1, n)
        yield k, n


def draw_gauss():
    p = Picture(940, 372)
    view = View(32, 27)
    b = [unit(a) for a in axes_of((0.86, 0.3, -0.22, 0.16))]
    span = ((-1.25, 1.25), (-1.25, 1.25))
    box = Box((0.62, 0.5, 0.42))
    p.panel(20, 294, "A box and its faces", "figure 1 (a) of the paper", span)
    box.draw(p, view, BLUE)
    for k in range(3):
        tip = scale(box.half[k] + 0.34, UNIT[k])
        p.arrow(view(scale(box.half[k], UNIT[k])), view(tip), DARK)
        x, y = view(scale(1.3 * (box.half[k] + 0.3), UNIT[k]))
        aside = -0.24 if k == 0 else 0  # past the corner that is in the way
        p.text(x + aside, y - 0.03, f"a{k + 1}", size=13, color=DARK, anchor="middle")
    p.note(30, 360, "faces: points; edges: arcs; vertices: octants", color="#555")

    p.panel(324, 294, "Its Gauss map", "figure 1 (b): 6 points, 12 arcs, 8 octants", span)
    draw_maps(p, view, [(UNIT, BLUE)])
    for k, n in near_ends(view, UNIT):
        p.dot(*view(n), BLUE, 5)
        x, y = view(n)
        right, up = ((0.06, 0.07), (0.19, -0.03), (-0.05, 0.15))[k]  # clear of the arcs, and of the rim
        p.text(x + right, y + up, f"a{k + 1}", size=13, color=DARK)

    p.panel(628, 294, "Both maps: compatible pairs", "figure 2 (b): A blue, B orange; 15 of 30 in front", span)
    draw_maps(p, view, [(UNIT, BLUE), (b, ORANGE)])
    for i in range(3):
        for j in range(3):
            x = unit(cross(UNIT[i], b[j]))
            p.dot(*view(x if view.depth(x) > 0 else scale(-1, x)), GREEN, 4)
    for _, n in near_ends(view, UNIT):
        p.dot(*view(n), BLUE, 5.5)
    for _, n in near_ends(view, b):
        p.dot(*view(n), ORANGE, 5.5)
    for x, color, text in ((330, BLUE, "3 FV: a face of A, an octant of B"), (540, ORANGE, "3 VF: an octant of A, a face of B"),
                           (748, GREEN, "9 EE: two arcs that cross")):
        p.lines.append(f'<circle cx="{x}" cy="356" r="5" fill="{color}"/>')
        p.note(x + 9, 360, text, color="#555")
    p.write("boxes-gauss.svg")


# ---- paths


def fit(points, width, height, margin=0.06):
    """Spans with one scale that hold all points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    size = max((max(xs) - min(xs)) / width, (max(ys) - min(ys)) / height) * (1 + 2 * margin)
    cx, cy = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return ((cx - size * width / 2, cx + size * width / 2), (cy - size * height / 2, cy + size * height / 2))


def corners(box):
    return [box.corner((x, y, z)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def panel(p, left, width, title, subtitle, view, boxes, margin=0.06):
    height = p.height - p.top - 34 - p.strip
    spans = fit([view(c) for box in boxes for c in corners(box)], width, height, margin)
    whole = p.height
    p.height -= p.strip
    p.panel(left, width, title, subtitle, spans)
    p.height = whole


def draw_path(p, view, scene, times):
    path = [view(bernstein(scene.p, k / 120)) for k in range(121)]
    shown = sorted([(view.depth(scene.b(t).at), scene.b(t)) for t in times] + [(0, None)], key=lambda x: x[0])
    for _, box in shown:
        if box is None:
            scene.a.draw(p, view, BLUE, 0.3)
        else:
            box.draw(p, view, ORANGE, 0.12, False, 0.9)
    p.line(path, INK, 1.3, "4 3")
    for t, inward in ((0, 0.02), (1, 0.98)):
        end, near = (view(bernstein(scene.p, x)) for x in (t, inward))
        p.dot(*end, INK, 3)
        away = (end[0] - near[0], end[1] - near[1])
        reach = max(sqrt(sum((u - v) ** 2 for u, v in zip(view(c), end))) for c in corners(scene.b(t)))
        wide = p.x1 - p.x0
        x, y = add(end, scale((reach + 0.055 * wide) / sqrt(dot(away, away)), away))
        p.text(x, y - 0.01 * wide, f"t = {t}", size=12, anchor="middle")


def draw_boxes(p, view, scene, t):
    for box, color in sorted(((scene.a, BLUE), (scene.b(t), ORANGE)), key=lambda x: view.depth(x[0].at)):
        box.draw(p, view, color, 0.3)


def draw_contact(p, view, scene, t):
    _, name, n = scene.apart(t)
    b = scene.b(t)
    draw_boxes(p, view, scene, t)
    for box, toward, axis in ((scene.a, 1, name[1] if name[0] == "E" else None), (b, -1, name[2] if name[0] == "E" else None)):
        signs = [1 if toward * dot(n, a) > 0 else -1 for a in box.axes]
        if axis is not None:
            low, high = list(signs), list(signs)
            low[axis], high[axis] = -1, 1
            p.line([view(box.corner(low)), view(box.corner(high))], RED, 2.8)
        elif (name[0] == "A") == (box is b):
            p.dot(*view(box.corner(signs)), RED, 5)


STRIP = (-0.18, 1.18)


def draw_strip(p, scene, left, width, contacts):
    """The homogeneous intervals along time."""
    y, high = p.height - 62, 20

    def x(t):
        return left + width * (min(max(t, STRIP[0]), STRIP[1]) - STRIP[0]) / (STRIP[1] - STRIP[0])

    def block(low, up, color, edge="#fff", top=y, tall=high):
        p.lines.append(f'<rect x="{x(low):.1f}" y="{top}" width="{x(up) - x(low):.1f}" height="{tall}" fill="{color}" stroke="{edge}"/>')

    splits = scene.splits()
    inside = [0] + [t for t in splits if 0 < t < 1] + [1]
    block(STRIP[0], 0, "#eceef0")
    block(1, STRIP[1], "#eceef0")
    for count, at in ((sum(t <= 0 for t in splits), STRIP[0] / 2), (sum(t >= 1 for t in splits), 1 - STRIP[0] / 2)):
        if count > 0:
            p.note(x(at), y + 14.5, str(count), anchor="middle", color="#555")
    dropped = 0
    for low, up in zip(inside, inside[1:]):
        far = scene.spheres_apart(low, up)
        dropped += far
        block(low, up, "#c9d3db" if far else "#9ccf9e")
    for low, up in zip(contacts[::2], contacts[1::2]):
        block(low, up, RED, RED, y + high + 3, 5)
    outside = len(splits) + 2 - len(inside)
    left_over = len(inside) - 1 - dropped
    for t in (0, 1):
        p.note(x(t), y + high + 22, f"t = {t}", anchor="middle", color="#555")
    for k, t in enumerate(contacts):
        p.note(x(t), y + high + 22, f"{'enters' if k % 2 == 0 else 'leaves'} {t:.4f}", anchor="middle", color=RED)
    total = len(splits) + 1
    p.note(left, y - 8, f"{total} homogeneous interval{'s' if total > 1 else ''}: {outside} outside of [0, 1] (light), "
           f"{dropped} dropped by the spheres (grey), {left_over} left (green)", size=12.5)


def draw_scene(name, view, samples, views, title):
    scene = Scene(name)
    contacts = scene.contact_times()
    p = Picture(940, 480)
    p.strip = 70
    times = [k / (samples - 1) for k in range(samples)]
    poses = [scene.a] + [scene.b(t) for t in times]
    panel(p, 20, 400 if contacts else 440, title, "A blue; B orange, on its path", view, poses, 0.14)
    draw_path(p, view, scene, times)
    if not contacts:
        gap, t = min((scene.apart(k / 1000)[0], k / 1000) for k in range(1001))
        panel(p, 480, 440, "Nearest", f"t = {t:.3f}, at least {gap:.2f} apart", views[0], [scene.a, scene.b(t)], 0.1)
        draw_boxes(p, views[0], scene, t)
    for k, t in enumerate(contacts):
        kind = {"A": "a face of A", "B": "a face of B", "E": "edge on edge"}[scene.apart(t)[1][0]]
        panel(p, 430 + 250 * k, 240, f"{'Entry' if k == 0 else 'Exit'}: {kind}", f"t = {t:.4f}", views[k],
              [scene.a, scene.b(t)], 0.04)
        draw_contact(p, views[k], scene, t)
    draw_strip(p, scene, 20, 900, contacts)
    p.write(f"{name}.svg")


def main():
    draw_gauss()
    draw_scene("boxes-linear", View(-60, 25), 9, [View(-60, 25), View(120, 25)], "A line (figures 4 and 5)")
    draw_scene("boxes-edges", View(-20, 15), 11, [View(150, 25), View(-80, 35)], "Degree 2 (figures 6 and 7)")
    draw_scene("boxes-clear", View(-60, 35), 15, [View(-15, 15)], "Degree 4, clear (figure 8)")


if __name__ == "__main__":
    main()
