#!/usr/bin/env python3
"""Draws docs/why.svg: why samples and a test of the end of a step miss a contact, and what a certificate is instead.

The scene is scenes/half-turn.json. With the paths of the tools it is measured anew and docs/why.json is written:

    python3 tools/draw_why.py build/release/apps/toi/toi build/release/scenes/toi_sample

and without, docs/why.json is drawn. The gap comes from toi_sample, which measures every two triangles; the links come
from `toi check --links`; what a fixed axis sees is computed here.
"""

import json
import os
import subprocess
import sys
from math import cos, sin

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCENE = "scenes/half-turn.json"
SAMPLES = 200
GHOSTS = 12

BLUE, DARK, RED, ORANGE, GREY = "#2a78b5", "#1b4f78", "#c0392b", "#d98324", "#8a8f94"
WIDTH, HEIGHT, GAP, TOP = 310, 226, 30, 44  # of a panel


def rod_height(angle, half, height):
    """Lowest point of the turned rod."""
    return height - abs(half[0] * sin(angle)) - abs(half[2] * cos(angle))


def read_scene():
    """Half sizes of rod and plate, the height of the centre, the turn: of the one scene that is drawn."""
    with open(os.path.join(ROOT, SCENE), encoding="utf-8") as file:
        scene = json.load(file)
    halves = []
    for body in scene["bodies"]:
        with open(os.path.join(ROOT, "scenes", body["mesh"]), encoding="utf-8") as file:
            points = [[float(x) for x in line.split()[1:]] for line in file if line.startswith("v ")]
        halves.append([max(p[k] for p in points) for k in range(3)])
    motion = scene["bodies"][0]["motion"]
    return halves[0], halves[1], motion["point"][2], motion["angle"]


def separation(direction, t):
    """How far the plate lies beyond the rod along a direction from rod to plate; the directions here are vertical."""
    rod, plate, height, turn = read_scene()
    angle = turn * t
    ends = [(sx * rod[0] * cos(angle) + sz * rod[2] * sin(angle), height - sx * rod[0] * sin(angle) + sz * rod[2] * cos(angle))
            for sx in (-1, 1) for sz in (-1, 1)]
    far = max(direction[0] * x + direction[2] * z for x, z in ends) + abs(direction[1]) * rod[1]
    return -sum(abs(d) * h for d, h in zip(direction, plate)) - far


def measure(tool, sampler):
    rows = subprocess.run([sampler, SCENE, str(SAMPLES), "--csv", "rod", "plate"], cwd=ROOT, stdout=subprocess.PIPE,
                          text=True, check=True).stdout.split()[1:]
    gaps = [[float(x) for x in row.split(",")] for row in rows]
    result = subprocess.run([tool, "check", SCENE, "--links", "--json"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    pair = json.loads(result.stdout)["pairs"][0]
    axis = [0, 0, -1]  # from rod to plate at the end of the step
    data = {
        "scene": SCENE,
        "gap": [[t, round(g, 6)] for t, g in gaps],
        "end_axis": axis,
        "along_end_axis": [[t, round(separation(axis, t), 6)] for t, _ in gaps],
        "links": [{key: link[key] for key in ("from", "to", "direction", "turn")} for link in pair["links"]],
        "t_free": pair["t_free"], "t_hit": pair["t_hit"], "gap_at_hit": pair["gap"],
    }
    with open(os.path.join(ROOT, "docs/why.json"), "w", encoding="utf-8") as file:
        lines = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
        file.write("{" + lines + "}\n")


class Picture:
    """SVG lines, in panels whose axes are set one after the other."""

    def __init__(self):
        self.lines = []

    def panel(self, index, title, subtitle, spans):
        self.left = 20 + index * (WIDTH + GAP)
        (self.x0, self.x1), (self.y0, self.y1) = spans
        self.text_at(self.left, 18, title, size=14, weight="600", color="#222")
        self.text_at(self.left, 35, subtitle, size=11.5, color="#555")
        self.lines.append(f'<rect x="{self.left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="#fff" stroke="#d5d8db"/>')

    def at(self, x, y):
        return (self.left + WIDTH * (x - self.x0) / (self.x1 - self.x0), TOP + HEIGHT * (self.y1 - y) / (self.y1 - self.y0))

    def text_at(self, x, y, text, size=11, color="#333", weight="400", anchor="start"):
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" font-weight="{weight}" '
                          f'text-anchor="{anchor}">{text}</text>')

    def text(self, x, y, text, **more):
        px, py = self.at(x, y)
        self.text_at(px, py, text, **more)

    def line(self, points, color, width=1.5, dash=None):
        path = " ".join("%.1f,%.1f" % self.at(x, y) for x, y in points)
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"{extra}/>')

    def area(self, points, color, opacity, edge="none"):
        path = " ".join("%.1f,%.1f" % self.at(x, y) for x, y in points)
        self.lines.append(f'<polygon points="{path}" fill="{color}" fill-opacity="{opacity}" stroke="{edge}"/>')

    def dot(self, x, y, color, radius=4):
        px, py = self.at(x, y)
        self.lines.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius}" fill="{color}" stroke="#fff"/>')

    def write(self, name):
        width, height = 3 * WIDTH + 2 * GAP + 40, TOP + HEIGHT + 34
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                'font-family="Helvetica, Arial, sans-serif" stroke-linejoin="round">')
        with open(os.path.join(ROOT, name), "w", encoding="utf-8") as file:
            file.write("\n".join([head, f'<rect width="{width}" height="{height}" fill="#fff"/>', *self.lines, "</svg>", ""]))


def ticks(picture, values, y, form):
    for value in values:
        picture.line([(value, y), (value, y + 0.015 * (picture.y1 - picture.y0))], GREY, 1)
        px, _ = picture.at(value, y)
        picture.text_at(px, TOP + HEIGHT + 14, form % value, color="#555", anchor="middle")


def draw_samples(picture):
    rod, plate, height, turn = read_scene()
    picture.panel(0, "Samples at 60 Hz see nothing", "1800 turns a minute: a step is half a turn",
                  ((-2.35, 2.35), (-1.3, -1.3 + 4.7 * HEIGHT / WIDTH)))

    def outline(t):
        a = turn * t
        return [(x * cos(a) + z * sin(a), height - x * sin(a) + z * cos(a))
                for x, z in ((-rod[0], -rod[2]), (rod[0], -rod[2]), (rod[0], rod[2]), (-rod[0], rod[2]))]

    for i in range(1, GHOSTS):
        t = i / GHOSTS
        crossing = rod_height(turn * t, rod, height) < plate[2]
        picture.area(outline(t), RED if crossing else BLUE, 0.28)
    picture.area([(-2.35, -plate[2]), (2.35, -plate[2]), (2.35, plate[2]), (-2.35, plate[2])], "#444", 0.9)
    picture.area(outline(0), BLUE, 1, DARK)
    picture.text(-2.2, 0.62, "t = 0", color=DARK)
    picture.text(2.2, 0.62, "t = 1", color=DARK, anchor="end")
    picture.text(-2.2, -0.2, "plate", color="#444")
    picture.text(2.2, -1.18, "what happens in between", color=RED, anchor="end")
    picture.text_at(picture.left, TOP + HEIGHT + 14, "side view, metres; both samples: 0.47 apart", color="#555")


def draw_axis(picture, data):
    picture.panel(1, "The axis of the end says: apart", "the bodies keep apart along it, before and after",
                  ((-0.04, 1.04), (-1.2, 0.72)))
    begin, end = data["t_hit"], 1 - data["t_hit"]
    picture.area([(begin, -1.2), (end, -1.2), (end, 0.72), (begin, 0.72)], RED, 0.08)
    picture.line([(-0.04, 0), (1.04, 0)], GREY, 1)
    picture.line(data["along_end_axis"], ORANGE, 2)
    picture.line(data["gap"], BLUE, 2)
    for t, value in (data["along_end_axis"][0], data["along_end_axis"][-1]):
        picture.dot(t, value, ORANGE)
    picture.text(0.5, 0.55, "in contact", color=RED, anchor="middle")
    picture.text(0.5, 0.06, "distance", color=DARK, anchor="middle")
    picture.text(0.5, -0.72, "separation along", color=ORANGE, anchor="middle")
    picture.text(0.5, -0.84, "the axis of t = 1", color=ORANGE, anchor="middle")
    picture.text(0.03, 0.55, "+0.47", color=ORANGE)
    picture.text(0.97, 0.55, "+0.47", color=ORANGE, anchor="end")
    ticks(picture, [0, 0.25, 0.5, 0.75, 1], -1.2, "%g")


def parabola(link):
    """What the link proves of the separation: value and slope at its start, bent down so that it ends at 0."""
    step = 1e-7
    start = separation(link["direction"], link["from"])
    slope = (separation(link["direction"], link["from"] + step) - start) / step
    length = link["to"] - link["from"]
    bend = (start + slope * length) / length**2
    return [(link["from"] + length * i / 24, start + slope * length * i / 24 - bend * (length * i / 24)**2) for i in range(25)]


def draw_links(picture, data):
    picture.panel(2, "Links prove every instant", f"{len(data['links'])} of them, up to the contact",
                  ((-0.004, 0.116), (-0.06, 0.52)))
    picture.line([(-0.004, 0), (0.116, 0)], GREY, 1)
    for i, link in enumerate(data["links"]):
        curve = parabola(link)
        picture.area([(link["from"], 0), *curve, (link["to"], 0)], BLUE, 0.22 if i % 2 == 0 else 0.4)
        picture.line(curve, DARK, 1.2)
    picture.line([(t, separation([0, 0, -1], t)) for t in (data["t_hit"] * i / 100 for i in range(101))], GREY, 1.5, "4 3")
    picture.dot(data["t_hit"], 0, RED)
    picture.text(0.052, 0.255, "distance", color="#666")
    picture.text(0.02, 0.12, "proved", color=DARK)
    picture.text(0.0575, 0.47, "links, from 0 to", color="#333")
    for i, link in enumerate(data["links"]):
        picture.text(0.064, 0.435 - 0.034 * i, f"{link['to']:.10f}", color="#333")
    picture.text(0.112, 0.03, "contact", color=RED, anchor="end")
    ticks(picture, [0, 0.02, 0.04, 0.06, 0.08, 0.1], -0.06, "%g")


def main():
    if len(sys.argv) == 3:
        measure(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    with open(os.path.join(ROOT, "docs/why.json"), encoding="utf-8") as file:
        data = json.load(file)
    picture = Picture()
    draw_samples(picture)
    draw_axis(picture, data)
    draw_links(picture, data)
    picture.write("docs/why.svg")


if __name__ == "__main__":
    main()
