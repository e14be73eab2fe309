#!/usr/bin/env python3
"""What docs/conventions.md says of the range of numbers: every command answers a scene that is scaled by 2^k as it answers the
scene, bit for bit, as far as its row of the table goes; beyond, it refuses or errs to the safe side."""

import json
import math
import os

import tool_support as tool
from tool_support import expect, one_message, run

SANITIZED = os.environ.get("TOI_SANITIZED", "") != ""  # several times slower

DIAMOND = [[.9, 0, .05], [-1.1, .1, 0], [0, .8, 0], [0, -.7, .1], [.1, 0, 1.2], [0, 0, -1]]
FACES = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
TURN, OTHER = [.9, .1, -.3, .2], [.5, .5, .1, .3]
START, END = {"position": [3.1, .1, .2], "quaternion": TURN}, {"position": [-2.9, .1, .2], "quaternion": OTHER}
CIRCLE = {"pose": {"position": [3.1, 0, .2], "quaternion": TURN}, "point": [0, 3, 0], "axis": [0, 0, 1], "angle": -1.3}
MOTIONS = {
    "translation": {"kind": "translation", "pose": START, "by": [-2.9, .05, 0]},
    "rotation": {"kind": "rotation", **CIRCLE},
    "screw": {"kind": "screw", **CIRCLE, "advance": .1},
    "between": {"kind": "between", "start": START, "end": END, "path": "nlerp"},
    "spin": {"kind": "spin", "pose": START, "center": [0, 0, 0], "by": [-2.9, .05, 0], "axis": [0, 1, 1], "angle": 2},
    "rational": {"kind": "rational", "rotation": [TURN, OTHER], "translation": [[3.1, .1, .2], [.5, .4, .2], [-2.9, .1, .2]]},
    "near": {"kind": "static", "pose": {"position": [1.6, .3, .2], "quaternion": TURN}},
    "inside": {"kind": "static", "pose": {"position": [1.2, .3, .2], "quaternion": TURN}},
}
LENGTHS = ("position", "by", "point", "center", "advance", "translation")
# The command with its options, where {d} is a length; motions; and the powers between which answers are the same, as in the table.
ALL = ("translation", "rotation", "screw", "between", "spin")
ROWS = [
    (["check"], ALL, -950, 1010), (["check", "--separation", "{.05}"], ALL, -950, 1010), (["check", "--all"], ALL, -950, 1010),
    (["check"], ("rational",), -950, 390),
    (["contacts", "--time", "0", "--within", "{.2}"], ("near",), -1000, 1010),
    *((["overlap", "--time", "0", "--method", name], ("inside",), -1000, 1010) for name in ("tree", "join", "octree", "all")),
    (["overlap", "--time", "0", "--within", "{.2}"], ("near",), -1000, 1010),
    (["overlap", "--time", "0", "--segments"], ("inside",), -1000, 1010),
    (["trace", "--mover", "b"], ("translation", "rotation"), -1000, 500),
    (["trace", "--mover", "b", "--method", "paper"], ("translation", "rotation"), -500, 500),
    (["boxes"], (*ALL, "rational"), -480, 390),
    (["pose", "--time", "0.3", "--vertices"], ALL, -1000, 1010),
]


def scaled(value, k):
    if isinstance(value, dict):
        return {key: scaled(x, k) if key in LENGTHS or isinstance(x, dict) else x for key, x in value.items()}
    return [scaled(x, k) for x in value] if isinstance(value, list) else math.ldexp(value, k)


def scene(motion, k, boxes):
    mesh = {"box": scaled([.6, .5, .4], k)} if boxes else {"vertices": scaled(DIAMOND, k), "faces": FACES}
    return json.dumps({"toi": 1, "bodies": [
        {"name": "a", "mesh": {"box": scaled([1, .7, .5], k)}, "motion": {"kind": "static"}},
        {"name": "b", "mesh": mesh, "motion": scaled(MOTIONS[motion], k)}]})


def ask(command, motion, k):
    options = [repr(math.ldexp(float(x[1:-1]), k)) if x[0] == "{" else x for x in command[1:]]
    return run(command[0], "-", *options, "--json", text=scene(motion, k, command[0] == "boxes"))


def difference(value, plain, k, path=""):
    """Where a value is neither the plain one nor that times 2^k; None if nowhere. Work counts may differ."""
    if isinstance(plain, dict) and isinstance(value, dict):
        found = (difference(value.get(key), x, k, f"{path}.{key}") for key, x in plain.items() if key != "work")
    elif isinstance(plain, list) and isinstance(value, list) and len(plain) == len(value):
        found = (difference(x, y, k, f"{path}[{i}]") for i, (x, y) in enumerate(zip(value, plain)))
    else:
        numbers = all(isinstance(x, (int, float)) for x in (value, plain))
        same = value == plain or (numbers and value == math.ldexp(plain, k))
        return None if same else f"{path}: {value}, not {plain}"
    return next((x for x in found if x is not None), None)


def check_scaling():
    for command, motions, low, high in ROWS:
        for motion in motions:
            plain = ask(command, motion, 0)
            expect(plain.returncode in (0, 1), f"{command} {motion}: {plain.stderr}")
            for k in (low, high) if SANITIZED else (low, low // 2, -1, high // 2, high):
                got = ask(command, motion, k)
                name = f"{command} {motion} times 2^{k}"
                expect(got.returncode == plain.returncode, f"{name}: exit {got.returncode}, {got.stderr}")
                if got.stdout:
                    found = difference(json.loads(got.stdout), json.loads(plain.stdout), k)
                    expect(found is None, f"{name}: {found}")


def check_refusals():
    plain = scene("translation", 0, False)
    expect(one_message(run("check", "-", text=plain.replace("-2.9", "-2.9e999")), "must be finite in double precision"), "overflow")
    expect(run("pose", "-", "--time", "0", text=plain.replace("-2.9", "-2.9e-999")).returncode == 0, "too small is 0")
    large = {"toi": 1, "bodies": [{"name": "a", "mesh": {"box": [1.7e308, 1, 1]}, "motion": {"kind": "static"}}]}
    expect(one_message(run("pose", "-", "--time", "0", text=json.dumps(large)), "larger than the largest double"), "a large mesh")
    for command, motion in ((["boxes"], "translation"), (["boxes"], "spin"), (["check"], "rational")):
        result = ask(command, motion, 410)
        expect(result.returncode == 3 and result.stdout == "", f"{command} {motion} beyond 2^400: {result.returncode}")


# At the largest numbers nothing that touches is called clear, and no time is late.
def check_the_end_of_the_range():
    for motion in ALL:
        first = json.loads(ask(["check"], motion, 0).stdout)["first"]["t_free"]
        for k in (1018, 1020, 1021):
            result = ask(["check"], motion, k)
            expect(result.returncode in (1, 4), f"check {motion} times 2^{k}: exit {result.returncode}")
            pair = json.loads(result.stdout)["pairs"][0]
            expect(pair["t_free"] <= first * (1 + 1e-9), f"check {motion} times 2^{k}: {pair['t_free']} is after {first}")
            expect(ask(["check", "--all"], motion, k).returncode in (1, 4), f"check --all {motion} times 2^{k}")


def main():
    tool.need_tool()
    for check in (check_scaling, check_refusals, check_the_end_of_the_range):
        check()
    tool.finish("scales")


if __name__ == "__main__":
    main()
