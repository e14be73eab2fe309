#!/usr/bin/env python3
"""The contract of `toi overlap`: options, exit codes, the shapes of its outputs, refusals, answers in closed form, and the
scenes whose faces are known to meet."""

import csv
import io
import json
import math
import os

import tool_support as tool
from tool_scenes import ROUND
from tool_support import expect, expect_usage, one_message, run


def box(name, half, position, **more):
    return {"name": name, "mesh": {"box": half}, "motion": {"kind": "static", "pose": {"position": position}}, **more}


# The top of the floor and the bottom of the crate lie in one plane: faces 5 and 4, and the sides of the crate.
FLOOR = box("floor, \"oak\"", [10, 10, 1], [0, 0, -1])
CRATE = box("crate", [1, 1, 1], [0, 0, 1])
FAR = box("far", [1, 1, 1], [50, 0, 0])
# A strip of three squares, folded so that the last one cuts the first.
STRIP = {"name": "strip", "self": True, "motion": {"kind": "static"}, "mesh": {
    "vertices": [[0, 0, 0], [0, 4, 0], [3, 0, 0], [3, 4, 0], [3, 0, 2], [3, 4, 2], [1, 1, -1], [1, 3, -1]],
    "faces": [[0, 2, 3, 1], [2, 4, 5, 3], [4, 6, 7, 5]]}}
RAISED = box("crate", [1, 1, 1], [0, 0, 1.25])
METHODS = ("tree", "join", "octree", "all")


def scene(*bodies, **more):
    return json.dumps({"toi": 1, "bodies": bodies, **more})


def ask(text, *options, time=0, code=None):
    result = run("overlap", "-", "--time", str(time), "--json", *options, text=text)
    value = json.loads(result.stdout) if result.stdout else None
    expect(value is not None, f"no output: {result.stderr}")
    right = code if code is not None else int(bool(value["pairs"]))
    expect(result.returncode == right, f"exit {result.returncode}, not {right}: {result.stderr}")
    expect(value["toi_result"] == 1 and value["time"] == time, f"{value}")
    return value["pairs"]


def check_usage():
    expect_usage([
        (["overlap"], "needs SCENE"), (["overlap", "a"], "needs --time T"), (["overlap", "a", "--time", "2"], "from 0"),
        (["overlap", "a", "--time", "0", "--within", "-1"], "positive or zero"),
        (["overlap", "a", "--time", "0", "--within", "4e307"], "at most 2^1010"),
        (["overlap", "a", "--time", "0", "--method", "magic"], "tree, join, octree and all"),
        (["overlap", "a", "--time", "0", "--level", "6"], "needs --method octree"),
        (["overlap", "a", "--time", "0", "--method", "octree", "--level", "21"], "from 1 to 20"),
        (["overlap", "a", "--time", "0", "--method", "octree", "--within", "1"], "does not go with"),
        (["overlap", "a", "--time", "0", "--json", "--csv"], "exclude each other"),
        (["overlap", "a", "b", "--time", "0"], "too much"), (["overlap", "a", "--solid"], "does not take"),
        (["overlp", "a"], "did you mean \"overlap\"?"),
    ])
    text = run("overlap", "--help").stdout
    for part in ("--time T", "--within D", "--segments", "--method NAME", "--level N", "--threads N", "Exit status"):
        expect(part in text, f"the help has {part}")


def check_refusals():
    result = run("overlap", "-", "--time", "0", text=json.dumps(ROUND))
    expect(result.returncode == 3 and one_message(result, "`toi overlap` takes meshes and boxes"), f"round: {result.stderr!r}")
    result = run("overlap", "missing.json", "--time", "0")
    expect(result.returncode == 3 and "missing.json" in result.stderr, f"missing: {result.stderr!r}")


def check_answers():
    touching = scene(FLOOR, CRATE, FAR)
    for options in [()] + [("--method", name) for name in METHODS] + [("--threads", "3")]:
        pairs = ask(touching, *options)
        expect(len(pairs) == 1 and pairs[0]["a"] == FLOOR["name"] and pairs[0]["b"] == "crate", f"{options}: {pairs}")
        # The bottom of the crate lies in the top of the floor, and its four sides stand on it.
        expect(pairs[0]["faces"] == [[5, 0], [5, 1], [5, 2], [5, 3], [5, 4]], f"{options}: {pairs}")
        expect(ask(scene(FLOOR, FAR), *options) == [], f"{options}: nothing is near")
        folded = ask(scene(STRIP), *options)
        expect(len(folded) == 1 and folded[0]["a"] == folded[0]["b"] == "strip", f"{options}: {folded}")
        expect(folded[0]["faces"] == [[0, 2]], f"{options}: {folded}")
    expect(ask(scene(FLOOR, CRATE, ignore=[["crate", FLOOR["name"]]])) == [], "a pair to ignore")
    expect(len(ask(scene(FLOOR, CRATE, FAR, only=[["crate", FLOOR["name"]]]))) == 1, "only this pair")


def check_within():
    """A crate above the floor by 1/4: its bottom and its four sides are within that, and not within less."""
    above = scene(FLOOR, RAISED)
    for options in [()] + [("--method", name) for name in ("tree", "join", "all")]:
        expect(ask(above, *options) == [], "nothing meets")
        expect(ask(above, "--within", "0.2499", *options) == [], "nothing is within less")
        near = ask(above, "--within", "0.25", *options)
        expect(len(near) == 1 and near[0]["faces"] == [[5, 0], [5, 1], [5, 2], [5, 3], [5, 4]], f"{options}: {near}")
    result = run("overlap", "-", "--time", "0", "--within", "0.25", text=above)
    expect("5 pairs of faces are within 0.25" in result.stdout, result.stdout)


def points(segments):
    """A segment has no direction."""
    return [sorted(map(tuple, segment)) for segment in segments]


def check_crossing():
    """Boxes from -1 to 1 and from (0, 0, -1/2) to (2, 2, 3/2): six edges of the common box, from corner to corner."""
    crossing = scene(box("a", [1, 1, 1], [0, 0, 0]), box("b", [1, 1, 1], [1, 1, 0.5]))
    low, half = -0.5, math.sqrt(0.5)
    for options in [()] + [("--method", name) for name in METHODS] + [("--threads", "2")]:
        pair = ask(crossing, "--segments", *options)[0]
        expect(pair["faces"] == [[1, 2], [1, 4], [3, 0], [3, 4], [5, 0], [5, 2]], f"{pair}")
        expect(points(pair["segments"]) == [
            [(1, 0, low), (1, 0, 1)], [(1, 0, low), (1, 1, low)], [(0, 1, low), (0, 1, 1)], [(0, 1, low), (1, 1, low)],
            [(0, 0, 1), (0, 1, 1)], [(0, 0, 1), (1, 0, 1)]], f"{options}: {pair}")
        # Halfway between the way out of a and the way into b.
        expect([[round(x / half) for x in n] for n in pair["normals"]] ==
               [[1, 1, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0, 1, 1]], f"{pair}")
        expect(all(abs(math.hypot(*n) - 1) < 1e-15 for n in pair["normals"]), f"{pair}")
        expect("segments" not in ask(crossing, *options)[0], "not asked")


def check_touching_segments():
    # The edge of the crate lies on the top of the floor: its two faces there meet it in the edge.
    edge = {"name": "wedge", "mesh": {"vertices": [[0, -1, 0], [0, 1, 0], [1, 0, 1], [-1, 0, 1]],
                                      "faces": [[0, 1, 3], [0, 2, 1]]}, "motion": {"kind": "static"}}
    pair = ask(scene(FLOOR, edge), "--segments")[0]
    expect(pair["faces"] == [[5, 0], [5, 1]] and points(pair["segments"]) == 2 * [[(0, -1, 0), (0, 1, 0)]], f"{pair}")
    # The crate stands on the floor: the bottom in its diagonal, walls in their lower edges, and a corner is a point.
    pair = ask(scene(FLOOR, CRATE), "--segments")[0]
    expect(points(pair["segments"])[:4] == [[(-1, -1, 0), (-1, 1, 0)], [(1, -1, 0), (1, 1, 0)], [(-1, -1, 0), (1, -1, 0)],
                                            [(-1, 1, 0), (1, 1, 0)]], f"{pair}")
    expect(math.dist(*pair["segments"][4]) == math.sqrt(8) and pair["normals"][4] == [0, 0, 1], f"{pair}")
    point = {"name": "dart", "mesh": {"vertices": [[3, 3, 0], [4, 3, 1], [3, 4, 1]], "faces": [[0, 1, 2]]},
             "motion": {"kind": "static"}}
    pair = ask(scene(FLOOR, point), "--segments")[0]
    expect(pair["segments"] == [[[3, 3, 0], [3, 3, 0]]], f"{pair}")


def check_polygons():
    """An arch, not convex and of several triangles, meets a plane across both legs: one segment from side to side."""
    arch = {"name": "arch", "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [1, 0, 3], [3, 0, 3], [3, 0, 0], [4, 0, 0], [4, 0, 4], [0, 0, 4]],
                                     "faces": [[0, 1, 2, 3, 4, 5, 6, 7]]}, "motion": {"kind": "static"}}
    for height, ends in ((1, [(0, 0, 1), (4, 0, 1)]), (3.5, [(0, 0, 3.5), (4, 0, 3.5)]), (4, [(0, 0, 4), (4, 0, 4)])):
        sheet = {"name": "sheet", "motion": {"kind": "static", "pose": {"position": [0, 0, height]}},
                 "mesh": {"vertices": [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [0, 12, 0], [-9, 9, 0]], "faces": [[0, 1, 2, 3, 4]]}}
        for name in METHODS:
            pair = ask(scene(arch, sheet), "--segments", "--method", name)[0]
            expect(pair["faces"] == [[0, 0]] and points(pair["segments"]) == [ends], f"{height}, {name}: {pair}")
    # A comb of 40 teeth meets it once a tooth: from the first to the last.
    teeth = [[2 * i + dx, 0, z] for i in range(40) for dx, z in ((0, -1), (0, 1), (1, 1), (1, -1))]
    comb = {"name": "comb", "mesh": {"vertices": [[79, 0, -2], [0, 0, -2]] + teeth, "faces": [list(range(162))]},
            "motion": {"kind": "static"}}
    sheet = {"name": "sheet", "mesh": {"vertices": [[-99, -99, 0], [99, -99, 0], [99, 99, 0], [-99, 99, 0]],
                                       "faces": [[0, 1, 2, 3]]}, "motion": {"kind": "static"}}
    for name in METHODS:
        pair = ask(scene(comb, sheet), "--segments", "--method", name)[0]
        expect(pair["faces"] == [[0, 0]] and points(pair["segments"]) == [[(0, 0, 0), (79, 0, 0)]], f"{name}: {pair}")
    # The body that meets itself: the last square of the strip cuts the first along a line across.
    pair = ask(scene(STRIP), "--segments")[0]
    (p, q), = points(pair["segments"])
    expect(p[2] == q[2] == 0 and abs(p[0] - q[0]) < 1e-15 and abs(p[0] - 5 / 3) < 1e-15, f"{pair}")


def check_closest():
    for name in ("tree", "join", "all"):
        pair = ask(scene(FLOOR, RAISED), "--within", "0.25", "--segments", "--method", name)[0]
        for (p, q), normal in zip(pair["segments"], pair["normals"]):
            expect(p[:2] == q[:2] and p[2] == 0 and q[2] == 0.25 and normal == [0, 0, 1], f"{name}: {pair}")
        pair = ask(scene(RAISED, FLOOR), "--within", "0.25", "--segments", "--method", name)[0]
        for (p, q), normal in zip(pair["segments"], pair["normals"]):
            expect(p[:2] == q[:2] and p[2] == 0.25 and q[2] == 0 and normal == [0, 0, -1], f"{name}: {pair}")
    # Faces that meet keep where they do, whatever else is near.
    meet = ask(scene(FLOOR, CRATE), "--segments")[0]
    near = ask(scene(FLOOR, CRATE), "--segments", "--within", "0.5")[0]
    for key in ("segments", "normals"):
        got = dict(zip(map(tuple, near["faces"]), near[key]))
        expect(all(got[tuple(f)] == v for f, v in zip(meet["faces"], meet[key])), f"{key}: {near}")


def check_deforming():
    """A roof comes down on the floor by its ridge: at the start and at the end it is as bodies at rest are there."""
    up = [[0, -2, 3], [0, 2, 3], [2, -2, 2], [2, 2, 2], [-2, -2, 2], [-2, 2, 2], [0, 0, 9]]
    down = [[0, -2, -1], [0, 2, -1], [2, -2, 2], [2, 2, 2], [-2, -2, 2], [-2, 2, 2], [0, 0, -9]]  # no face has the last
    faces = [[0, 2, 3, 1], [0, 1, 5, 4]]
    pose = {"position": [0.5, 0.25, 0], "quaternion": [1, 0, 0, 0.5]}

    def roof(vertices, **motion):
        return {"name": "roof", "mesh": {"vertices": vertices, "faces": faces}, "motion": {"pose": pose, **motion}}

    falls, rests = roof(up, kind="vertices", to=down), roof(up, kind="vertices", to=up)
    for name in METHODS:
        for options in (["--segments", "--method", name],) + ((["--segments", "--within", "2.5", "--method", name],)
                                                              if name != "octree" else ()):
            start, end = (ask(scene(FLOOR, roof(v, kind="static")), *options) for v in (up, down))
            expect(ask(scene(FLOOR, falls), *options) == start, f"{options}: the start")
            expect(ask(scene(FLOOR, falls), *options, time=1) == end, f"{options}: the end")
            expect(ask(scene(FLOOR, rests), *options, time=0.375) == start, f"{options}: to stay")
            expect(end and end[0]["faces"][-2:] == [[5, 0], [5, 1]], f"{options}: {end}")
    # The ridge is on the floor at 3/4, and is what meets: from end to end.
    pair = ask(scene(FLOOR, falls), "--segments", time=0.75)[0]
    expect(pair["faces"] == [[5, 0], [5, 1]], f"{pair}")
    expect(all(abs(math.dist(p, q) - 4) < 1e-14 and p[2] == q[2] == 0 for p, q in pair["segments"]), f"{pair}")
    expect(ask(scene(FLOOR, falls), time=0.7499) == [], "above the floor")


def check_forms():
    text = scene(FLOOR, CRATE)
    result = run("overlap", "-", "--time", "0", "--csv", text=text)
    rows = list(csv.reader(io.StringIO(result.stdout)))
    expect(rows[0] == ["a", "b", "face_a", "face_b"] and rows[1] == [FLOOR["name"], "crate", "5", "0"], f"{rows}")
    result = run("overlap", "-", "--time", "0", "--csv", "--segments", text=text)
    rows = list(csv.reader(io.StringIO(result.stdout)))
    expect(rows[0][4:] == ["p_x", "p_y", "p_z", "q_x", "q_y", "q_z", "normal_x", "normal_y", "normal_z"], f"{rows[0]}")
    pair = ask(text, "--segments")[0]
    expect([[float(x) for x in row[4:]] for row in rows[1:]] ==
           [[*p, *q, *n] for (p, q), n in zip(pair["segments"], pair["normals"])], f"{rows}")
    result = run("overlap", "-", "--time", "0", "--segments", text=text)
    expect(all(word in result.stdout.split("\n")[1] for word in ("from", "to", "normal")), result.stdout)
    result = run("overlap", "-", "--time", "0", text=text)
    expect("5 pairs of faces meet" in result.stdout and result.stdout.split()[-4:] == ["face", "5", "face", "4"], result.stdout)
    result = run("overlap", "-", "--time", "0", text=scene(FLOOR, FAR))
    expect(result.returncode == 0 and result.stdout == "no faces meet at t = 0\n", result.stdout)
    result = run("overlap", "-", "--time", "0", "--quiet", text=text)
    expect(result.returncode == 1 and result.stdout == "" and result.stderr == "", "quiet")


def face_count(path, time, method):
    pairs = json.loads(run("overlap", path, "--time", repr(time), "--json", "--method", method).stdout)["pairs"]
    return sum(len(pair["faces"]) for pair in pairs)


def check_meeting(name, path, meet):
    """Faces that are known to meet from a time on: none before it, some at it, of the two bodies alone; and how many
    pairs meet at some other time."""
    start = meet["from"]
    for method in METHODS[:3]:
        for time, code in ((0.0, 0), (start - 1e-6, 0), (start + 1e-6, 1)):
            result = run("overlap", path, "--time", repr(time), "--quiet", "--method", method)
            expect(result.returncode == code, f"{name} at {time} by {method}: {result.returncode} {result.stderr}")
    pairs = json.loads(run("overlap", path, "--time", repr(start + 1e-6), "--json").stdout)["pairs"]
    expect([[pair["a"], pair["b"]] for pair in pairs] == [meet["bodies"]], f"{name}: {meet['bodies']} meet first: {pairs}")
    for method in METHODS if "faces" in meet else ():
        count = face_count(path, meet["time"], method)
        expect(count == meet["faces"], f"{name} at {meet['time']} by {method}: {count} pairs of faces, not {meet['faces']}")


def check_scenes():
    folder = os.path.join(tool.SOURCE, "scenes")
    seen = 0
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".json"):
            continue
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            expected = json.load(file)["extras"]["expected"]
        if "meet" in expected:
            seen += 1
            check_meeting(name, path, expected["meet"])
    expect(seen >= 5, f"{seen} scenes have faces that meet")


def check_workloads():
    """Every pair of faces of resting pairs that others decided too."""
    folder = os.path.join(tool.DATA, "workloads", "instant")
    if not os.path.isdir(folder):
        print(f"skipped: no data {folder}")
        return
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            right = sorted(json.load(file)["extras"]["expected_face_pairs"])
        for method in METHODS[:3]:
            result = run("overlap", path, "--time", "0", "--json", "--method", method)
            pairs = json.loads(result.stdout)["pairs"]
            expect((pairs[0]["faces"] if pairs else []) == right, f"{name} by {method}")


def main():
    tool.need_tool()
    check_usage()
    check_refusals()
    check_answers()
    check_within()
    check_crossing()
    check_touching_segments()
    check_polygons()
    check_closest()
    check_deforming()
    check_forms()
    check_scenes()
    check_workloads()
    tool.finish("overlap")


if __name__ == "__main__":
    main()
