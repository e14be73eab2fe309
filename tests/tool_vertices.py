#!/usr/bin/env python3
"""Bodies that deform in the command line tool: `toi pose` shows them, `toi check` finds their first contact, and other
commands say that they do not take them."""

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
COMMANDS = (("check", "--all", "--method", "screen"), ("check", "--all", "--relative-screw"), ("check", "--json", "--links"), ("boxes",), ("trace", "--mover", "box"), ("trace", "--mover", "cloth"),
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
            words = ("--all", "--links", "--method", "--relative-screw", *(("screen",) if "--method" in command else ()))
            name = " ".join((command[0], *(word for word in command[1:] if word in words)))
            place = f"bodies[{bodies.index(CLOTH)}].motion (body \"cloth\"): deforms; `toi {name}` does not take deforming " \
                    "bodies; `toi check`, `toi overlap` and `toi pose` do"
            expect(result.returncode == 3 and one_message(result, place), f"{command}: {result.returncode} {result.stderr}")


FLAT = [[-1, -1, 0], [1, -1, 0], [0, 1, 0]]
PLATE = {"name": "plate", "mesh": {"vertices": FLAT, "faces": [[0, 1, 2]]},
         "motion": {"kind": "vertices", "to": [[x, y, 4] for x, y, _ in FLAT]}}
PIN = {"name": "pin", "mesh": {"vertices": [[0, 0, 1], [0.1, 0, 2], [0, 0.1, 2]], "faces": [[0, 1, 2]]},
       "motion": {"kind": "spin", "center": [0, 0, 0], "by": [0, 0, 0], "axis": [0, 0, 1], "angle": 7}}
WINGS = {"name": "wings", "self": True,
         "mesh": {"vertices": [[-1, 0, 0], [-1, 1, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 1, 0]],
                  "faces": [[0, 2, 3, 1], [2, 4, 5, 3], [4, 6, 7, 5]]},
         "motion": {"kind": "vertices", "to": [[1, 0, 1], [1, 1, 1], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1],
                                               [0, 1, 1]]}}


def check_step():
    text = scene(PLATE, PIN)
    value = json.loads(run("check", "-", "--json", "--max-step", "--safety", "0.5", "--separation", "0.2", text=text).stdout)
    expect(0.2 - 1e-6 < value["pairs"][0]["t_hit"] <= 0.2 and value["max_step"] == 0.5 * value["pairs"][0]["t_free"],
           "a separation and a safety")
    lines = run("check", "-", "--max-step", text=text).stdout.splitlines()
    expect(len(lines) == 2 and lines[0].startswith("plate - pin: contact at t = 0.25, pin vertex 0 on plate face 0"),
           f"words: {lines}")
    expect(lines[1].startswith("largest safe step: 0.22") and lines[1].endswith("(0.9 of the time that is proved clear)"),
           f"words: {lines}")
    far = dict(PIN, motion={"kind": "static", "pose": {"position": [0, 0, 9]}})
    result = run("check", "-", "--json", "--max-step", text=scene(PLATE, far))
    value = json.loads(result.stdout)
    expect(result.returncode == 0 and value["max_step"] == 1, "clear: the whole step is safe")
    value = json.loads(run("check", "-", "--json", text=text).stdout)
    expect("max_step" not in value, "only where it is asked for")


def check_contacts():
    text = scene(PLATE, PIN)
    result = run("check", "-", "--json", "--max-step", text=text)
    value = json.loads(result.stdout)
    pair = value["pairs"][0]
    expect(result.returncode == 1 and value["answer"] == "contact", "the plate meets the pin")
    expect(0.25 - 1e-6 < pair["t_hit"] <= 0.25 and pair["certified"] and pair["start"] == "free", f"time {pair['t_hit']}")
    expect(value["max_step"] == 0.9 * pair["t_free"], "nine tenths of the way are safe")
    contact = pair["contacts"][0]
    expect(contact["kind"] == "FV" and contact["a"] == {"face": 0} and contact["b"] == {"vertex": 0}, "what touches")
    expect(contact["normal"][2] > 0.999, "up from the plate to the pin")
    one, two = (run("check", "-", "--json", "--threads", n, text=text).stdout for n in "12")
    expect(one == two, "threads do not show")


def check_self():
    text = scene(WINGS, PIN)
    value = json.loads(run("check", "-", "--json", text=text).stdout)
    pairs = {(pair["a"], pair["b"]): pair for pair in value["pairs"]}
    expect(("wings", "wings") in pairs and len(pairs) == 2, f"the pairs {list(pairs)}")
    itself = pairs["wings", "wings"]
    expect(itself["answer"] == "contact" and abs(itself["t_hit"] - 0.75) < 1e-6, f"folds on itself at {itself['t_hit']}")
    lines = run("check", "-", text=text).stdout.splitlines()
    expect(lines[0].startswith("wings - itself: contact at t = 0.75, wings vertex 0 on wings face 2"), f"words: {lines}")
    rows = list(csv.DictReader(io.StringIO(run("check", "-", "--csv", text=text).stdout)))
    expect([row["a"] + row["b"] for row in rows] == ["wingswings", "wingspin"], "rows")
    alone = dict(WINGS)
    alone.pop("self")
    value = json.loads(run("check", "-", "--json", text=scene(alone, PIN)).stdout)
    expect(len(value["pairs"]) == 1, "not asked for itself")
    only = json.dumps({"toi": 1, "bodies": [WINGS, PIN], "only": [["wings", "pin"]]})
    expect(len(json.loads(run("check", "-", "--json", text=only).stdout)["pairs"]) == 1, "not with a list of pairs")
    solid = run("check", "-", "--solid", text=text)
    expect(solid.returncode == 3 and "open" in solid.stderr, f"solid needs closed meshes: {solid.stderr}")


def check_all():
    text = scene(PLATE, PIN)
    first = json.loads(run("check", "-", "--json", text=text).stdout)["pairs"][0]
    result = run("check", "-", "--json", "--all", text=text)
    pair = json.loads(result.stdout)["pairs"][0]
    expect(result.returncode == 1 and pair["method"] == "paths" and pair["certified"], "the method has a name of its own")
    expect(all(pair[key] == first[key] for key in ("answer", "start", "t_free", "t_hit", "gap")), "the answer is that of the first contact")
    expect(pair["t_complete"] == 1 and pair["model_error"] == 0 and pair["contacts_found"] == len(pair["contacts"]) == 3,
           f"three corners pass the plate: {pair['contacts_found']}")
    for contact, corner, time in zip(pair["contacts"], (0, 1, 2), (0.25, 0.5, 0.5)):
        expect(contact["kind"] == "FV" and contact["a"] == {"face": 0} and contact["b"]["vertex"] == corner, f"corner {corner}")
        expect(time - 1e-6 < contact["time"] <= time and contact["entering"] is True, f"corner {corner} at {contact['time']}")
        expect(contact["properness"] is None and contact["time_error"] is None and 0 <= contact["gap"] < 1e-8, "what is not known is null")
        expect(abs(contact["approach"] - 4) < 1e-6 and contact["point_a"] == contact["point"], "speed, and the point in the frame of A")
        expect("sustained" not in contact and "tangent" not in contact and "until" not in contact, "what is not told is not there")
    lines = run("check", "-", "--all", text=text).stdout.splitlines()
    expect(lines[0] == "plate - pin: contact at t = 0.25 (certified)" and lines[1].split() == ["time", "kind", "plate", "pin", "point"],
           f"words: {lines[:2]}")
    expect(lines[-1].split(" in ")[0] == "  3 pairs of features" and "nan" not in "".join(lines), f"words: {lines[-1]}")
    rows = list(csv.DictReader(io.StringIO(run("check", "-", "--all", "--csv", text=text).stdout)))
    expect(len(rows) == 3 and rows[0]["method"] == "paths" and rows[0]["properness"] == rows[0]["time_error"] == rows[0]["until"] == "",
           "rows without what is not known")
    one, two = (run("check", "-", "--all", "--json", "--threads", n, text=scene(WINGS, PIN)).stdout for n in "12")
    expect(one == two and json.loads(one)["pairs"][0]["groups"] == 1, "threads do not show, and a body with itself")
    ball = dict(BALL, motion={"kind": "static", "pose": {"position": [0, 0, 40]}})
    result = run("check", "-", "--all", text=scene(PLATE, ball))
    expect(result.returncode == 3 and one_message(result, "bodies[1].mesh.sphere", 'as "plate" does', "ignore"), f"a ball: {result.stderr}")
    alone = json.dumps({"toi": 1, "bodies": [PLATE, ball, PIN], "ignore": [["ball", "plate"]]})
    expect(run("check", "-", "--all", text=alone).returncode == 1, "a ball that is not asked with what deforms")
    result = run("check", "-", "--all", "--max-steps", "30", text=text)
    expect(result.returncode == 1 and "more may come after t = 0.5" in result.stdout,
           f"a limit: {result.stdout}")


def scaled(body, k):
    """The body with all lengths times 2^k."""
    def times(value):
        return [times(part) for part in value] if isinstance(value, list) else math.ldexp(value, k)
    out = json.loads(json.dumps(body))
    out["mesh"]["vertices"] = times(out["mesh"]["vertices"])
    for key in ("to", "by", "center"):
        if key in out["motion"]:
            out["motion"][key] = times(out["motion"][key])
    return out


def check_scales():
    for command in (("check", "-", "--json"), ("check", "-", "--json", "--all")):
        pairs = json.loads(run(*command, text=scene(WINGS, PIN)).stdout)["pairs"]
        for k in (-950, -300, 300, 1000):
            other = json.loads(run(*command, text=scene(scaled(WINGS, k), scaled(PIN, k))).stdout)["pairs"]
            for x, y in zip(pairs, other):
                same = all(x[key] == y[key] for key in ("answer", "start", "t_free", "t_hit"))
                names = [[(c["time"], c["kind"], c["a"], c["b"], c.get("group")) for c in pair["contacts"]] for pair in (x, y)]
                expect(same and names[0] == names[1], f"{command} times 2^{k}: {x['a']} and {x['b']}")


def main():
    tool.need_tool()
    check_pose()
    check_other_bodies()
    check_files()
    check_refused()
    check_contacts()
    check_step()
    check_self()
    check_all()
    check_scales()
    tool.finish("vertices")


if __name__ == "__main__":
    main()
