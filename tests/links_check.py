#!/usr/bin/env python3
"""A stranger checks proofs: with the scene and the output of `toi check --json --links` alone.

Poses are computed here from the formulas of docs/motions.md, not by the library. At SAMPLES times of every link the
triangles it names must lie on two sides of its direction; and every two triangles must be covered at every time up to
t_free. Sampling cannot prove, but a certificate that is cut, mixed up or numbered wrongly does not pass.
"""

import json
import math
import os

import tool_support as tool
from tool_support import expect, run

SAMPLES = 9
KNOWN = ("static", "translation", "rotation", "screw")
MOST_TRIANGLE_PAIRS = 40000
IDENTITY = {"position": [0, 0, 0], "quaternion": [1, 0, 0, 0]}


def rotate(axis, angle, v):
    """Rodrigues; axis of any length."""
    length = math.sqrt(sum(c * c for c in axis))
    if length == 0:
        return v
    n = [c / length for c in axis]
    s, c = math.sin(angle), math.cos(angle)
    dot = sum(p * q for p, q in zip(n, v))
    cross = [n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]]
    return [v[i] * c + cross[i] * s + n[i] * dot * (1 - c) for i in range(3)]


def by_quaternion(q, v):
    norm = math.sqrt(sum(c * c for c in q))
    w, axis = q[0] / norm, [c / norm for c in q[1:]]
    length = math.sqrt(sum(c * c for c in axis))
    return rotate(axis, 2 * math.atan2(length, w), v)


def posed(body, t):
    """World points of the vertices of a body at time t."""
    motion = body["motion"]
    pose = dict(IDENTITY, **motion.get("pose", {}))
    points = []
    for vertex in body["mesh"]["vertices"]:
        x = [p + q for p, q in zip(by_quaternion(pose["quaternion"], vertex), pose["position"])]
        if motion["kind"] == "translation":
            x = [p + t * q for p, q in zip(x, motion["by"])]
        elif motion["kind"] != "static":
            axis, point = motion["axis"], motion["point"]
            length = math.sqrt(sum(c * c for c in axis))
            turned = rotate(axis, motion["angle"] * t, [p - q for p, q in zip(x, point)])
            climb = motion.get("advance", 0) * t / length
            x = [p + q + climb * n for p, q, n in zip(turned, point, axis)]
        points.append(x)
    return points


def extent(points, triangles, span, direction):
    used = {corner for triangle in triangles[span[0]:span[1]] for corner in triangle[1:]}
    values = [sum(p * q for p, q in zip(points[i], direction)) for i in used]
    return min(values), max(values)


def check_links(what, bodies, triangles, pair):
    a, b = bodies[pair["a"]], bodies[pair["b"]]
    worst = math.inf
    for link in pair["links"]:
        for i in range(SAMPLES):
            t = link["from"] + (link["to"] - link["from"]) * i / (SAMPLES - 1)
            turn = link["turn"]
            rate = math.sqrt(sum(c * c for c in turn))
            direction = rotate(turn, rate * (t - link["from"]), link["direction"])
            low = extent(posed(a, t), triangles[pair["a"]], link["a"], direction)[1]
            high = extent(posed(b, t), triangles[pair["b"]], link["b"], direction)[0]
            worst = min(worst, high - low)
    expect(worst >= 0.0 or not pair["links"], f"{what}: a link whose triangles are not apart, {worst}")


def check_cover(what, triangles, pair):
    count_a, count_b = len(triangles[pair["a"]]), len(triangles[pair["b"]])
    reached = [[0.0] * count_b for _ in range(count_a)]
    for link in sorted(pair["links"], key=lambda link: link["from"]):
        for i in range(*link["a"]):
            for j in range(*link["b"]):
                if link["from"] <= reached[i][j]:
                    reached[i][j] = max(reached[i][j], link["to"])
    least = min(min(row) for row in reached)
    expect(least >= pair["t_free"], f"{what}: two triangles are covered up to {least} only, not {pair['t_free']}")


def check_scene(path):
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    bodies = {body["name"]: body for body in scene["bodies"]}
    plain = all(b["motion"].get("kind") in KNOWN and "vertices" in b["mesh"] for b in bodies.values())
    if not plain or "expected_error" in scene.get("extras", {}):
        return 0
    value = json.loads(run("check", path, "--json", "--links").stdout)
    triangles = {name: mesh["triangles"] for mesh in value["triangles"] for name in mesh["bodies"]}
    checked = 0
    for name, body in bodies.items():
        for triangle in triangles[name]:
            face = body["mesh"]["faces"][triangle[0]]
            expect(set(triangle[1:]) <= set(face), f"{path}: triangle {triangle} is not of face {face}")
    for pair in value["pairs"]:
        size = len(triangles[pair["a"]]) * len(triangles[pair["b"]])
        # Two bodies at rest may be apart by less than rounding: then exact predicates at the start are the proof.
        rest = pair["gap"] == 0 and all(bodies[pair[k]]["motion"]["kind"] == "static" for k in "ab")
        if rest or pair["start"] != "free" or pair["method"] != "first" or size > MOST_TRIANGLE_PAIRS:
            continue
        checked += 1
        what = f"{os.path.basename(path)} {pair['a']} - {pair['b']}"
        expect(pair["links_complete"], f"{what}: links are missing")
        check_links(what, bodies, triangles, pair)
        check_cover(what, triangles, pair)
    return checked


def main():
    tool.need_tool()
    folder = os.path.join(tool.DATA, "cases")
    if not os.path.isdir(folder):
        print("skipped: no data", folder)
        tool.finish("links")
    checked = sum(check_scene(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".json"))
    expect(checked >= 15, f"{checked} certificates, at least 15")
    print(f"{checked} certificates")
    tool.finish("links")


if __name__ == "__main__":
    main()
