#!/usr/bin/env python3
"""The contract of `toi boxes`: options, exit codes, outputs, refusals, answers in closed form, and the scenes of workloads/boxes."""

import csv
import glob
import io
import json
import math
import os

import tool_support as tool
from tool_scenes import ROUND
from tool_support import expect, expect_usage, one_message, run

CUBE = {"box": [0.5, 0.5, 0.5]}
REST = {"kind": "static"}


def passing(y=0.0, kind="translation"):
    """From x = -3 to x = 3."""
    if kind == "translation":
        return {"kind": kind, "pose": {"position": [-3, y, 0]}, "by": [6, 0, 0]}
    return {"kind": "rational", "rotation": [[1, 0, 0, 0]], "translation": [[-3, y, 0], [3, y, 0]]}


def pair(motion, other=REST, **more):
    return {"toi": 1, "bodies": [{"name": "a", "mesh": CUBE, "motion": other}, {"name": "b", "mesh": CUBE, "motion": motion, **more}]}


def ask(scene, *options, code=None):
    result = run("boxes", "-", "--json", *options, text=json.dumps(scene))
    value = json.loads(result.stdout) if result.stdout else None
    expect(value is not None, f"no output: {result.stderr}")
    right = code if code is not None else int(any(p["intervals"] for p in value["pairs"]))
    expect(result.returncode == right, f"exit {result.returncode}, not {right}: {result.stderr}")
    return value


def spans(scene, *options):
    return [[i["enter"], i["exit"]] for i in ask(scene, *options)["pairs"][0]["intervals"]]


def near(found, expected, tolerance=1e-12):
    return len(found) == len(expected) and all(abs(x - y) <= tolerance for f, e in zip(found, expected) for x, y in zip(f, e))


def check_usage():
    expect_usage([
        (["boxes"], "needs SCENE"), (["boxes", "a", "b"], "too much"), (["boxes", "a", "--tolerance", "0"], "positive"),
        (["boxes", "a", "--threads", "0"], "whole number"), (["boxes", "a", "--json", "--csv"], "exclude each other"),
        (["boxes", "a", "--solid"], "does not take"), (["check", "a", "--first"], "does not take"), (["boxes", "a", "--method", "scan"], "axes and paper"), (["boxs", "a"], "did you mean \"boxes\"?"),
    ])
    text = run("boxes", "--help").stdout
    for part in ("--first", "--method NAME", "--tolerance LENGTH", "--threads N", "--csv", "Exit status"):
        expect(part in text, f"the help has {part}")
    expect("toi boxes SCENE" in run("--help").stdout, "the help lists the command")


def refused(scene, *parts):
    result = run("boxes", "-", text=json.dumps(scene))
    expect(result.returncode == 3 and one_message(result, *parts), f"refused with {parts}: {result.returncode} {result.stderr!r}")


def check_refusals():
    refused(ROUND, "is a round shape; `toi boxes` takes boxes and closed convex meshes")
    scene = pair(REST)
    scene["bodies"][1]["mesh"] = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}
    refused(scene, "bodies[1].mesh (body \"b\"): is not closed", "takes boxes and closed convex meshes")
    for boxes, part in (([], "at least one box"), ({}, "boxes"), ([{}], "bodies[0].boxes[0].half"),
                        ([{"half": [1, 1]}], "bodies[0].boxes[0].half"), ([{"half": [1, -1, 1]}], "bodies[0].boxes[0].half[1]"),
                        ([{"half": [1, 1, 1], "quaternion": [0, 0, 0, 0]}], "near zero"),
                        ([{"half": [1, 1, 1], "place": 1}], "position"), ([{"half": [1, 1, 1], "position": [1, 2]}], "position")):
        refused({"toi": 1, "bodies": [{"name": "a", "boxes": boxes, "motion": REST}]}, "(body \"a\")", part)
    refused({"toi": 1, "bodies": [{"name": "a", "boxes": [{"half": [1, 1, 1]}], "mesh": CUBE, "motion": REST}]}, "one of them")
    refused(pair(REST, **{"mesh": {"box": [1, 0, 1]}}), "bodies[1].mesh.box[1] (body \"b\")", "a flat box stands in \"boxes\"")
    spin = {"kind": "spin", "center": [0, 0, 0], "by": [0, 0, 0], "axis": [0, 0, 1], "angle": 1e9}
    result = run("boxes", "-", text=json.dumps(pair(spin)))
    expect(result.returncode == 5 and "bodies[1] (body \"b\"): turns too often" in result.stderr, f"a limit: {result.stderr!r}")


def check_places():
    """What the library refuses is named by its place in the scene."""
    turned_over = {"matrix": [[1, 0, 0, 0, 1, 0, 0, 0, 1], [-1, 0, 0, 0, 1, 0, 0, 0, 1]]}
    refused(pair({"kind": "rational", **turned_over}), "bodies[1].motion (body \"b\"): the determinant of matrix")
    refused(pair({"kind": "rational", "pieces": [{"until": 0.5}, {"until": 1, **turned_over}]}),
            "bodies[1].motion.pieces[1] (body \"b\"): the determinant of matrix")
    large = {"toi": 1, "bodies": [{"name": "a", "boxes": [{"half": [1, 1, 1]}, {"half": [1, 1e200, 1]}], "motion": REST}]}
    refused(large, "bodies[0].boxes[1] (body \"a\"): has a half length")
    refused(pair({"kind": "translation", "by": [1e200, 0, 0]}), "bodies[1] (body \"b\"): goes further than 2^400")
    text = json.dumps(pair(REST)).replace("0.5", "NaN", 1)
    result = run("boxes", "-", text=text)
    expect(result.returncode == 3 and one_message(result, "NaN", "numbers must be finite"), result.stderr)


def check_closed_forms():
    third = [[1 / 3, 2 / 3]]
    for kind in ("translation", "rational"):
        expect(near(spans(pair(passing(kind=kind))), third), f"head on, {kind}")
        expect(near(spans(pair(passing(1.0, kind))), third), "a touch along a side counts")
        expect(spans(pair(passing(1 + 1e-9, kind))) == [], "and a gap does not")
    turn = {"kind": "rational", "rotation": [[1, 0, 0, 0], [1, 0, 0, 1]], "translation": [[1.1, 0, 0]]}
    expect(near(spans(pair(turn)), [[0.11439478302055, 0.79469612607036]]), "turning within reach")
    bounce = {"kind": "rational", "rotation": [[1, 0, 0, 0]], "translation": [[-2, 0, 0], [0, 0, 0], [-2, 0, 0]]}
    expect(near(spans(pair(bounce)), [[0.5, 0.5]], 2e-7), "a bounce touches")
    value = ask(pair(REST))["pairs"][0]["intervals"][0]
    expect(value["enter"] == 0 and value["exit"] == 1 and value["enter_kind"] is None and value["exit_kind"] is None, "the same place")


def check_pieces():
    """Back and forth in three pieces: in contact across a joint, and twice."""
    there, back = [[-3, 0, 0], [0, 0, 0]], [[0, 0, 0], [-3, 0, 0]]
    q = [[1, 0, 0, 0]]
    motion = {"kind": "rational", "pieces": [{"until": 0.5, "rotation": q, "translation": there},
                                             {"until": 0.75, "rotation": q, "translation": back},
                                             {"until": 1, "rotation": q, "translation": [[-3, 0, 0], [3, 0, 0]]}]}
    expect(near(spans(pair(motion)), [[1 / 3, 0.5 + 0.25 / 3], [0.75 + 0.25 / 3, 0.75 + 0.5 / 3]]), "pieces are joined")
    keys = {"kind": "keyframes", "path": "nlerp", "keys": [{"t": 0.1, "position": [-3, 0, 0]}, {"t": 0.6, "position": [3, 0, 0]}]}
    value = ask(pair(keys))["pairs"][0]
    expect(near([[i["enter"], i["exit"]] for i in value["intervals"]], [[0.1 + 0.5 / 3, 0.1 + 1 / 3]]) and not value["outer"], "keys")
    both = ask(pair({"kind": "translation", "pose": {"position": [-1.5, 0, 0]}, "by": [3, 0, 0]},
                    {"kind": "translation", "pose": {"position": [1.5, 0, 0]}, "by": [-3, 0, 0]}))["pairs"][0]["intervals"]
    expect(near([[i["enter"], i["exit"]] for i in both], [[1 / 3, 2 / 3]]), "both move")


def check_fitted():
    """A cube turns about its middle by a quarter: its corner reaches the other from half a right angle less an arc on."""
    distance = 0.5 + 0.6
    turn = {"kind": "rotation", "pose": {"position": [distance, 0, 0]}, "point": [distance, 0, 0], "axis": [0, 0, 1], "angle": math.pi / 2}
    enter = (math.pi / 4 - math.acos(0.6 / math.sqrt(0.5))) / (math.pi / 2)
    pair_of = ask(pair(turn))["pairs"][0]
    found = [[i["enter"], i["exit"]] for i in pair_of["intervals"]]
    expect(pair_of["outer"] and 0 < pair_of["bound"] < 2e-9, f"outer: {pair_of}")
    expect(near(found, [[enter, 1 - enter]], 1e-8), f"a turn: {found}, {enter}")
    expect(found[0][0] <= enter and found[0][1] >= 1 - enter, "never late, never early")
    loose = ask(pair(turn), "--tolerance", "0.01")["pairs"][0]
    wide = [[i["enter"], i["exit"]] for i in loose["intervals"]]
    expect(wide[0][0] < found[0][0] and wide[0][1] > found[0][1] and near(wide, found, 0.03) and loose["degree"] < pair_of["degree"],
           "a looser fit has longer intervals of lower degree")


def check_several_boxes():
    scene = pair(passing())
    scene["bodies"][0] = {"name": "gate", "motion": REST, "boxes": [{"half": [0.25, 1, 1], "position": [-1.25, 0, 0]},
                                                                    {"half": [0.25, 1, 1], "position": [1.25, 0, 0]}]}
    value = ask(scene)["pairs"][0]["intervals"]
    expect(near([[i["enter"], i["exit"]] for i in value], [[1 / 6, 2.5 / 6], [3.5 / 6, 5 / 6]], 1e-12), f"a gate: {value}")
    expect([i["enter_boxes"] for i in value] == [[0, 0], [1, 0]] and value[0]["enter_kind"] in ("FV", "VF", "EE"), "which boxes")
    check = json.loads(run("check", "-", "--json", text=json.dumps(scene)).stdout)["pairs"][0]
    expect(abs(check["t_hit"] - 1 / 6) < 1e-8, "toi check takes the mesh of the boxes")
    scene["bodies"][0]["scale"] = 0.5
    value = ask(scene)["pairs"][0]["intervals"]
    expect(near([[i["enter"], i["exit"]] for i in value], [[1.75 / 6, 4.25 / 6]]), "scale; what has a time in common is one")
    text = run("boxes", "-", text=json.dumps(scene)).stdout
    expect("gate[0] " in text and "gate[1] " in text, f"boxes by number: {text}")


def check_convex():
    """A cube as polygons, and a wedge whose edge is at x = 0.5."""
    cube = {"vertices": [[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)],
            "faces": [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]}
    scene = pair(passing(kind="rational"))
    scene["bodies"][0]["mesh"] = cube
    expect(near(spans(scene), [[1 / 3, 2 / 3]], 1e-11), f"a cube of polygons: {spans(scene)}")
    scene["bodies"][0]["mesh"] = {"vertices": [[-0.5, -1, -1], [-0.5, -1, 1], [-0.5, 1, -1], [-0.5, 1, 1], [0.5, 0, -1], [0.5, 0, 1]],
                                  "faces": [[0, 1, 3, 2], [0, 4, 5, 1], [2, 3, 5, 4], [0, 2, 4], [1, 5, 3]]}
    value = ask(scene)["pairs"][0]["intervals"]
    expect(near([[i["enter"], i["exit"]] for i in value], [[1 / 3, 2 / 3]], 1e-11), f"a wedge: {value}")
    contact = value[0]["enter_contact"]
    expect(contact["a"] == {"face": 0} or value[0]["enter_kind"] == "EE", f"its back: {contact}")


def check_outputs():
    scene = pair(passing())
    value = ask(scene)
    expect(list(value) == ["toi_result", "answer", "pairs", "work"] and value["answer"] == "contact", f"keys {list(value)}")
    one = value["pairs"][0]
    expect(list(one) == ["a", "b", "outer", "bound", "undecided", "degree", "nodes", "intervals"] and one["degree"] == 1, f"keys {list(one)}")
    interval = one["intervals"][0]
    expect(list(interval) == ["enter", "exit", "enter_kind", "exit_kind", "enter_boxes", "exit_boxes", "enter_contact", "exit_contact"],
           f"keys {list(interval)}")
    contact = interval["enter_contact"]
    expect(contact["normal"] == [-1, 0, 0] and abs(contact["point"][0] + 0.5) < 1e-12 and contact["a"] == {"face": 0}, f"{contact}")
    first = ask(scene, "--first")["pairs"][0]["intervals"]
    expect(len(first) == 1 and first[0]["enter"] == interval["enter"] and first[0]["exit"] is None and first[0]["exit_boxes"] is None,
           f"first: {first}")
    rows = list(csv.DictReader(io.StringIO(run("boxes", "-", "--csv", text=json.dumps(scene)).stdout)))
    expect(len(rows) == 1 and float(rows[0]["enter"]) == interval["enter"] and rows[0]["enter_kind"] == "FV" and rows[0]["degree"] == "1"
           and rows[0]["undecided"] == "0", f"CSV: {rows}")
    rows = list(csv.DictReader(io.StringIO(run("boxes", "-", "--csv", text=json.dumps(pair(passing(3)))).stdout)))
    expect(len(rows) == 1 and rows[0]["enter"] == "" and rows[0]["a"] == "a", "a clear pair has a row")
    clear = run("boxes", "-", text=json.dumps(pair(passing(3))))
    expect(clear.returncode == 0 and "a - b: clear (bounding spheres)" in clear.stdout, clear.stdout)
    hit = run("boxes", "-", text=json.dumps(scene))
    expect(hit.returncode == 1 and "contact during 1 interval" in hit.stdout and "0.666666667" in hit.stdout, hit.stdout)
    expect(run("boxes", "-", "--quiet", text=json.dumps(scene)).stdout == "", "quiet")


def check_many():
    bodies = [{"name": f"b{i}", "mesh": CUBE, "motion": passing(0.9 * i, "rational") if i % 2 else
               {"kind": "between", "path": "slerp", "start": {"position": [0, 0.9 * i, 0]},
                "end": {"position": [0.3, 0.9 * i, 0], "quaternion": [0.9, 0.1, 0.3, 0.2]}}} for i in range(12)]
    scene = {"toi": 1, "bodies": bodies}
    outputs = {run("boxes", "-", "--json", "--threads", str(n), text=json.dumps(scene)).stdout for n in range(1, 9)}
    expect(len(outputs) == 1, "one output for every number of threads")
    value = ask(scene)
    expect([(p["a"], p["b"]) for p in value["pairs"]] == [(f"b{i}", f"b{j}") for i in range(12) for j in range(i + 1, 12)], "pairs in order")
    scene["ignore"] = [["b0", "b1"]]
    expect(len(ask(scene)["pairs"]) == 65, "ignored")
    scene["only"] = [["b3", "b2"], ["b1", "b0"]]
    expect([(p["a"], p["b"]) for p in ask(scene)["pairs"]] == [("b2", "b3")], "only")
    scene["only"] = [["b5", "b4"], ["b3", "b2"], ["b2", "b3"], ["b4", "b5"], ["b3", "b4"]]
    expect([(p["a"], p["b"]) for p in ask(scene)["pairs"]] == [("b2", "b3"), ("b3", "b4"), ("b4", "b5")], "only: each once, in order")
    alone = {"toi": 1, "bodies": bodies[:1]}
    expect(ask(alone, code=0)["pairs"] == [], "one body has no pairs")


def check_paper():
    for scene in (pair(passing()), pair(passing(1, "rational")), pair(passing(1.1)), pair(REST),
                  pair({"kind": "spin", "center": [0, 0, 0], "pose": {"position": [-2, 0, 0]}, "by": [4, 0.2, 0], "axis": [1, 2, 3], "angle": 3})):
        found = spans(scene, "--method", "axes")
        expect(near(spans(scene, "--method", "paper"), found, 1e-9), f"the route of the paper: {found}")
        first = ask(scene, "--method", "paper", "--first")["pairs"][0]["intervals"]
        expect(near([[i["enter"], 0] for i in first], [[s[0], 0] for s in found[:1]], 1e-9), f"the first by the paper: {first}")
    edges = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenes", "boxes-edges.json")
    one = json.loads(run("boxes", edges, "--json", "--method", "paper").stdout)["pairs"][0]["intervals"][0]
    expect(one["enter_kind"] == one["exit_kind"] == "EE" and one["enter_contact"]["blur"] < 1e-11, f"edge on edge: {one}")
    affine = pair({"kind": "rational", "matrix": [[1, 0, 0, 0, 1, 0, 0, 0, 2]], "translation": [[-3, 0, 0], [3, 0, 0]]})
    result = run("boxes", "-", "--method", "paper", text=json.dumps(affine))
    expect(result.returncode == 3 and "has a matrix" in result.stderr, f"an affine motion: {result.stderr!r}")
    wedge = pair(passing())
    wedge["bodies"][0]["mesh"] = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "faces": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}
    result = run("boxes", "-", "--method", "paper", text=json.dumps(wedge))
    expect(result.returncode == 3 and "takes boxes alone" in result.stderr, f"a mesh: {result.stderr!r}")


def check_workloads():
    names = sorted(glob.glob(os.path.join(tool.DATA, "workloads", "boxes", "*.json")))
    for name in names:
        with open(name, encoding="utf-8") as file:
            extras = json.load(file)["extras"]
        result = run("boxes", name, "--json")
        value = json.loads(result.stdout)["pairs"][0]
        found = [[i["enter"], i["exit"]] for i in value["intervals"]]
        expected = extras["expected_intervals"]
        expect(near(found, expected, extras["tolerance"]) and result.returncode == int(bool(expected)) and not value["outer"],
               f"{name}: {found}, not {expected}")
        expect(value["degree"] >= 1 or value["nodes"] == 0, "a degree is told")
        by_paper = json.loads(run("boxes", name, "--json", "--method", "paper").stdout)["pairs"][0]
        found = [[i["enter"], i["exit"]] for i in by_paper["intervals"]]
        expect(near(found, expected, extras["tolerance"]) and not by_paper["undecided"], f"{name}, method paper: {found}, not {expected}")
    print(f"{len(names)} scenes of workloads/boxes")


def main():
    tool.need_tool()
    for check in (check_usage, check_refusals, check_places, check_closed_forms, check_pieces, check_fitted, check_several_boxes, check_convex, check_outputs,
                  check_many, check_paper, check_workloads):
        check()
    tool.finish("boxes")


if __name__ == "__main__":
    main()
