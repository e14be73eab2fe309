#!/usr/bin/env python3
"""The contract of `toi trace`: options, exit codes, the shapes of its outputs, refusals, and answers in closed form."""

import copy
import csv
import io
import json
import math
import os

import tool_support as tool
from tool_scenes import ROUND
from tool_support import expect, expect_usage, one_message, run

BOX = {"name": "box", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "moves", "pose": {"position": [0, 0, 4]}, "moves": [
    {"translate": [0, 0, -4]}, {"translate": [0.5, 0, 0]}, {"rotate": {"point": [0.5, 0, 0], "axis": [0, 0, 1], "angle": 0.5}}]}}
FLOOR = {"name": "floor, \"oak\"", "mesh": {"box": [20, 20, 1]}, "motion": {"kind": "static"}}
WALL = {"name": "wall", "mesh": {"box": [1, 20, 20]}, "motion": {"kind": "static", "pose": {"position": [2.8, 0, 0]}}}
SCENE = {"toi": 1, "bodies": [BOX, FLOOR, WALL]}
D = 0.01  # separation, with a tolerance of 1e-4


def ask(scene, *options, mover="box", code=None):
    result = run("trace", "-", "--mover", mover, "--json", *options, text=json.dumps(scene))
    value = json.loads(result.stdout) if result.stdout else None
    if code is None and value:
        code = {"clear": 0, "contact": 1, "undecided": 4}[value["answer"]]
    expect(result.returncode == code, f"{options}: exit {result.returncode}, not {code}: {result.stderr}")
    return value


def near(value, expected, tolerance):
    return abs(value - expected) <= tolerance


def with_motion(motion, **more):
    scene = copy.deepcopy(SCENE)
    scene["bodies"][0]["motion"] = motion
    scene.update(more)
    return scene


def check_usage():
    expect_usage([
        (["trace"], "needs SCENE"), (["trace", "a"], "needs --mover NAME"), (["trace", "a", "--mover"], "needs a value"),
        (["trace", "a", "--links"], "does not take"), (["trace", "a", "--method", "screw"], "certified and paper"),
        (["trace", "a", "--separation", "0"], "must be positive"), (["trace", "a", "--tolerance", "-1"], "must be positive"),
        (["trace", "a", "--mover", "b", "--json", "--csv"], "exclude each other"), (["trace", "a", "b"], "too much"),
        (["trace", "a", "--movr", "b"], "did you mean --mover?"), (["check", "a", "--mover", "b"], "does not take"),
        (["check", "a", "--method", "paper"], "first"), (["trace", "a", "--mover", "b", "--mover", "c"], "one body moves"),
        (["trase", "a"], "did you mean \"trace\"?"),
    ])
    for name, part in (("bux", "did you mean \"box\"?"), ("zebra", "the first of the scene is \"box\"")):
        result = run("trace", "-", "--mover", name, text=json.dumps(SCENE))
        expect(result.returncode == 2 and part in result.stderr, f"an unknown mover: {result.stderr!r}")
    text = run("trace", "--help").stdout
    for part in ("--mover NAME", "--separation D", "--method NAME", "certified", "--csv", "Exit status"):
        expect(part in text, f"the help has {part}")
    expect("--links" not in text and "--time" not in text, "and not the options of others")


def check_refusals():
    motions = {
        "rests": {"kind": "static"},
        "kind is a screw": {"kind": "screw", "point": [0, 0, 0], "axis": [0, 0, 1], "angle": 1, "advance": 1},
        "kind is a spin": {"kind": "spin", "center": [0, 0, 0], "by": [0, 0, 0], "axis": [0, 0, 1], "angle": 1},
        "kind is keyframes": {"kind": "keyframes", "path": "slerp", "keys": [{"t": 0}, {"t": 1}]},
    }
    for part, motion in motions.items():
        result = run("trace", "-", "--mover", "box", text=json.dumps(with_motion(motion)))
        expect(result.returncode == 3 and one_message(result, "bodies[0].motion (body \"box\")", part, "moves"),
               f"{part}: {result.stderr!r}")
    result = run("trace", "-", "--mover", "ball", text=json.dumps(ROUND))
    expect(result.returncode == 3 and one_message(result, "`toi trace` takes meshes and boxes"), f"round: {result.stderr!r}")
    scene = with_motion({"kind": "translation", "by": [1, 0, 0]})
    scene["bodies"][0]["mesh"] = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]}
    result = run("trace", "-", "--mover", "box", "--solid", text=json.dumps(scene))
    expect(result.returncode == 3 and one_message(result, "bodies[0].mesh", "is open", "--solid"), f"open: {result.stderr!r}")


def check_answers():
    """Down to D above the floor, along it, and a turn of the box's corner to D from the wall."""
    value = ask(SCENE, "--separation", str(D), code=1)
    expect(list(value) == ["toi_result", "answer", "mover", "method", "moves"], f"keys: {list(value)}")
    expect((value["answer"], value["mover"], value["method"]) == ("contact", "box", "certified"), "who and how")
    down, along, turn = value["moves"]
    expect(list(down) == ["translate", "answer", "start", "certified", "fraction", "pose", "separation", "kept", "body", "gap",
                          "contact", "blocking", "blocking_count", "work"], f"keys of a move: {list(down)}")
    expect(near(down["fraction"], (2 - D) / 4, 1e-4 / 4) and down["body"] == "floor, \"oak\"", f"down: {down}")
    expect(down["contact"]["kind"] in ("VF", "FV", "EE", "FF") and near(down["contact"]["normal"][2], -1, 1e-9), "downwards")
    expect(D <= down["gap"] <= D + 1.01e-4 and near(down["pose"]["position"][2], 2 + down["gap"], 1e-9), "the gap is kept")
    expect(along["answer"] == "clear" and along["fraction"] == 1 and along["body"] is None and along["contact"] is None, "along")
    expect(near(along["pose"]["position"][0], 0.5, 1e-12), "the next move begins where the one before ended")
    # A corner at 0.5 + sqrt 2 cos(pi/4 - a) is D before the wall at 1.8.
    angle = math.pi / 4 - math.acos((1.3 - D) / math.sqrt(2))
    expect(near(turn["fraction"], angle / 0.5, 1e-3) and turn["body"] == "wall" and turn["certified"], f"turn: {turn}")
    expect("rotate" in turn and turn["rotate"]["angle"] == 0.5 and turn["work"]["rounding"] > 0, "what was asked")
    value = ask({"toi": 1, "bodies": [BOX]}, code=0)
    expect(all(move["fraction"] == 1 for move in value["moves"]), "a body alone is stopped by nothing")
    scene = with_motion(BOX["motion"], ignore=[["wall", "box"], ["box", "floor, \"oak\""]])
    expect(ask(scene, code=0)["answer"] == "clear", "bodies that are ignored stop nothing")
    scene = with_motion(BOX["motion"], only=[["floor, \"oak\"", "wall"]])
    expect(ask(scene, code=0)["answer"] == "clear", "nor do those of pairs that are not asked")


def check_between():
    """The translation is stopped, and the turn is about the place reached."""
    end = {"position": [4, 0, 4], "quaternion": [1, 0, 0, 1]}
    scene = with_motion({"kind": "between", "path": "screw", "start": {"position": [0, 0, 4]}, "end": end})
    way, turn = ask(scene, "--separation", str(D), code=1)["moves"]
    expect(near(way["fraction"], (0.8 - D) / 4, 1e-4) and turn["rotate"]["point"] == way["pose"]["position"], f"{turn}")
    expect(turn["fraction"] < 0.1, "there is no room to turn beside the wall")
    scene["bodies"].pop()
    way, turn = ask(scene, code=0)["moves"]
    expect(way["fraction"] == 1 and turn["rotate"]["point"] == end["position"], "without the wall it gets to the end")
    expect(all(near(turn["pose"]["quaternion"][i], [1, 0, 0, 1][i] / math.sqrt(2), 1e-12) for i in range(4)), "as it should")


def check_starts():
    scene = with_motion({"kind": "translation", "pose": {"position": [0, 0, 1.5]}, "by": [0, 0, 4]})
    move = ask(scene, code=1)["moves"][0]
    expect(move["start"] == "overlapping" and move["fraction"] == 0 and "depth" in move, f"an overlap does not move: {move}")
    scene["bodies"][0]["motion"] = {"kind": "translation", "pose": {"position": [0, 0, 2.005]}, "by": [0.1, 0, 0]}
    move = ask(scene, "--separation", str(D), code=0)["moves"][0]
    expect(0.00499 < move["kept"] < 0.00501 and move["separation"] == D, f"one that begins nearer keeps what it has: {move}")
    text = run("trace", "-", "--mover", "box", "--separation", str(D), text=json.dumps(scene)).stdout
    expect("starts nearer, keeps 0.00" in text, f"and says so: {text}")
    scene["bodies"][0] = dict(BOX, motion={"kind": "translation", "pose": {"position": [0, 0, 0]}, "by": [0.1, 0, 0]},
                              mesh={"box": [0.1, 0.1, 0.1]})
    expect(ask(scene, code=0)["moves"][0]["start"] == "free", "a box inside another is free")
    expect(ask(scene, "--solid", code=1)["moves"][0]["start"] == "contained", "but not among solids")


def check_inset():
    """Shrunk by half of the separation each, two boxes come to rest face on face."""
    value = ask(SCENE, "--separation", str(D), "--inset", code=1)
    down = value["moves"][0]
    expect(value["inset"] == D / 2 and near(down["pose"]["position"][2], 2 + (down["gap"] - D), 1e-9), f"to the eye: {down}")
    expect(0 <= down["gap"] - D <= 1.01e-4, "by the tolerance at most")
    text = run("trace", "-", "--mover", "box", "--separation", str(D), "--inset", text=json.dumps(SCENE)).stdout
    expect("shrunk by 0.005 like itself" in text, f"and it says so: {text}")
    default = ask(SCENE)["moves"][0]["separation"]
    expect(near(ask(SCENE, "--inset")["moves"][0]["separation"], default, 1e-9 * default), "the default is that of the body")
    result = run("trace", "-", "--mover", "box", "--separation", "3", "--inset", text=json.dumps(SCENE))
    expect(result.returncode == 3 and one_message(result, "bodies[0].mesh (body \"box\"): --inset", "--separation"),
           f"too thin: {result.stderr!r}")


def check_forms():
    text = json.dumps(SCENE)
    rows = list(csv.DictReader(io.StringIO(run("trace", "-", "--mover", "box", "--csv", text=text).stdout)))
    expect([row["answer"] for row in rows] == ["contact", "clear", "contact"], f"rows: {rows}")
    expect(rows[0]["body"] == "floor, \"oak\"" and rows[1]["body"] == "" and rows[2]["kind"] == "rotate", "their fields")
    value = ask(SCENE)
    expect([float(row["fraction"]) for row in rows] == [move["fraction"] for move in value["moves"]], "the same numbers")
    lines = run("trace", "-", "--mover", "box", text=text).stdout.split("\n")
    expect(lines[0].startswith("box, keeping a distance of") and lines[1].split() == ["move", "made", "gap", "stopped", "by"],
           f"a header: {lines[:2]}")
    expect("translate (0, 0, -4)" in lines[2] and "on floor" in lines[2], f"a line a move: {lines[2]}")
    expect(any("rotate 0.5 rad about (0, 0, 1) at (0.5, 0, 0)" in line for line in lines), f"angles with their unit: {lines}")
    expect(lines[-2].startswith("contact (certified): 2 of 3 moves were stopped; reached position"), f"a sentence: {lines[-2]}")
    result = run("trace", "-", "--mover", "box", "-q", text=text)
    expect((result.returncode, result.stdout, result.stderr) == (1, "", ""), "quiet says nothing")
    paper = ask(SCENE, "--method", "paper")
    expect(paper["method"] == "paper" and not any(move["certified"] for move in paper["moves"]), "an estimate says so")
    expect(near(paper["moves"][0]["fraction"], value["moves"][0]["fraction"], 1e-3), "and is near here")


def check_scenes():
    """Fractions in closed form; the separation is 1e-4 of the size of the mover."""
    wanted = {"crate": ("crate", [(2 - (0.8 + 0.262 - 0.334 * 0.28 / 0.96)) / 1.5,
                              (math.asin(0.2 * 0.96 / 0.334) - math.atan(0.28 / 0.96)) / 0.6]),
              "step-up": ("player", [1, 0.7, 0.255]), "plank": ("plank", [1, 0.5574720918704649])}
    for name, (mover, fractions) in wanted.items():
        path = os.path.join(tool.SOURCE, "scenes", name + ".json")
        value = json.loads(run("trace", path, "--mover", mover, "--json").stdout)
        for move, fraction in zip(value["moves"], fractions):
            expect(near(move["fraction"], fraction, 2e-3) and move["certified"], f"{name}: {move['fraction']}, not {fraction}")
            blocking = move["blocking"]
            expect(bool(blocking) == (fraction < 1) and len(blocking) == move["blocking_count"], f"{name}: what blocks it: {blocking}")
            expect(all(touch["body"] == move["body"] and 0 < touch["gap"] < 2 * move["gap"] for touch in blocking), "and how near")


def main():
    tool.need_tool()
    for check in (check_usage, check_refusals, check_answers, check_between, check_starts, check_inset, check_forms, check_scenes):
        check()
    tool.finish("trace")


if __name__ == "__main__":
    main()
