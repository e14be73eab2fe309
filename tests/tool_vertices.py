#!/usr/bin/env python3
"""Bodies that deform in the command line tool: `toi pose` shows them, the other commands say that they do not take them."""

import csv
import io
import json
import math
import os
import tempfile

import tool_support as tool
from tool_support import expect, one_message, run

# Half a turn about z takes (x, y, z) to (-x, -y, z).
POSE = {"position": [0, 0, 8], "quaternion": [0, 0, 0, 1]}
START = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 5]]
END = [[0, 0, 1], [1, 0, 0], [0, 3, 0], [6, 5, 5]]  # the last belongs to no face
CLOTH = {"name": "cloth", "scale": 2, "mesh": {"vertices": START, "faces": [[0, 1, 2]]},
         "motion": {"kind": "vertices", "pose": POSE, "to": END}}
BOX = {"name": "box", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "static"}}
BALL = {"name": "ball", "mesh": {"sphere": 1}, "motion": {"kind": "static"}}
COMMANDS = (("check",), ("check", "--all"), ("boxes",), ("trace", "--mover", "box"), ("trace", "--mover", "cloth"),
            ("contacts", "--time", "0", "--within", "1"), ("screen", "-o", "screen.svg"))


def scene(*bodies):
    return json.dumps({"toi": 1, "bodies": bodies})


def placed(time):
    """Where the vertices are: exact here, as all numbers are short."""
    out = []
    for a, b in zip(START, END):
        x, y, z = (2 * ((1 - time) * p + time * q) for p, q in zip(a, b))
        out.append([-x, -y, z + 8])
    return out


def check_pose():
    text = scene(CLOTH, BOX)
    for time in (0, 0.25, 0.5, 1):
        value = json.loads(run("pose", "-", "--time", str(time), "--vertices", "--json", text=text).stdout)
        cloth, box = value["bodies"]
        expect(set(value) == {"toi_result", "time", "bodies"} and set(cloth) == {"name", "position", "quaternion", "vertices"},
               "the shape is that of any pose")
        expect(cloth["position"] == [0, 0, 8] and cloth["quaternion"] == [0, 0, 0, 1], f"the pose at {time} is the given one")
        expect(cloth["vertices"] == placed(time), f"at {time} vertices are at {cloth['vertices']}, not {placed(time)}")
        expect(box["vertices"][7] == [1, 1, 1], "a box at rest beside it")
        rows = list(csv.DictReader(io.StringIO(
            run("pose", "-", "--time", str(time), "--vertices", "--csv", text=text).stdout)))
        found = [[float(row[k]) for k in "xyz"] for row in rows if row["name"] == "cloth"]
        expect(found == placed(time) and len(rows) == 12, f"rows at {time}")
    value = json.loads(run("pose", "-", "--time", "0.5", "--json", text=text).stdout)
    expect("vertices" not in value["bodies"][0], "no vertices unless asked")
    lines = run("pose", "-", "--time", "0.5", text=text).stdout.splitlines()
    expect(len(lines) == 2 and lines[0].endswith(", deforms") and not lines[1].endswith("deforms"), f"words: {lines}")
    lines = run("pose", "-", "--time", "0.5", "--vertices", text=text).stdout.splitlines()
    expect(len(lines) == 14 and lines[3] == "  vertex 2: 0 -4 8", f"words with vertices: {lines}")


def check_other_bodies():
    text = scene(BALL, CLOTH)
    value = json.loads(run("pose", "-", "--time", "0", "--vertices", "--json", text=text).stdout)
    expect(value["bodies"][0]["vertices"] == [] and len(value["bodies"][1]["vertices"]) == 4, "a ball has no vertices")
    alone = json.loads(run("pose", "-", "--time", "0", "--vertices", "--json", text=scene(BALL)).stdout)
    expect(alone["bodies"][0]["vertices"] == [], "a ball alone")
    far = json.loads(json.dumps(CLOTH))
    far["motion"]["to"][1] = [math.ldexp(1, 1022), 0, 0]
    value = json.loads(run("pose", "-", "--time", "0.5", "--vertices", "--json", text=scene(far)).stdout)
    expect(value["bodies"][0]["vertices"][1][0] == -math.ldexp(1, 1022), "an end that is far away")


def check_files():
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        put("start.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\n")
        put("end.off", "OFF\n4 1 0\n0 0 1\n1 0 0\n0 3 0\n9 9 8\n3 0 1 2\n")
        put("few.obj", "v 0 0 1\nv 1 0 0\nv 0 3 0\nf 1 2 3\n")
        path = os.path.join(folder, "scene.json")
        body = {"name": "cloth", "mesh": "start.obj", "motion": {"kind": "vertices", "to": "end.off"}}
        put("scene.json", scene(body))
        value = json.loads(run("pose", path, "--time", "0.5", "--vertices", "--json").stdout)
        expect(value["bodies"][0]["vertices"] == [[0, 0, 0.5], [1, 0, 0], [0, 2, 0], [9, 9, 8.5]], "a mesh file of ends")
        for name, part in (("few.obj", "has 3 vertices, and the mesh has 4"), ("end.stl", "STL"), ("none.obj", "none.obj"),
                           ("end.step", "unknown ending")):
            body["motion"]["to"] = name
            put("scene.json", scene(body))
            result = run("pose", path, "--time", "0.5")
            expect(result.returncode == 3 and one_message(result, "bodies[0].motion.to", "cloth", part),
                   f"{name}: {result.stderr}")


def check_refused():
    for bodies in ((BOX, CLOTH), (CLOTH, BOX)):
        for command in COMMANDS:
            result = run(command[0], "-", *command[1:], text=scene(*bodies))
            name = "check --all" if "--all" in command else command[0]
            place = f"bodies[{bodies.index(CLOTH)}].motion (body \"cloth\"): deforms; `toi {name}` does not take deforming " \
                    "bodies yet; `toi overlap` and `toi pose` do"
            expect(result.returncode == 3 and one_message(result, place), f"{command}: {result.returncode} {result.stderr}")


def main():
    tool.need_tool()
    check_pose()
    check_other_bodies()
    check_files()
    check_refused()
    tool.finish("vertices")


if __name__ == "__main__":
    main()
