#!/usr/bin/env python3
"""The contract of `toi contacts`: options, exit codes, the shapes of its outputs, refusals, and answers in closed form."""

import copy
import csv
import io
import json

import tool_support as tool
from tool_scenes import ROUND
from tool_support import expect, expect_usage, one_message, run


def body(name, half, position, **more):
    return {"name": name, "mesh": {"box": half}, "motion": {"kind": "static", "pose": {"position": position}}, **more}


FLOOR = body("floor, \"oak\"", [10, 10, 1], [0, 0, -1])
CRATE = {"name": "crate", "mesh": {"box": [1, 1, 1]}, "motion": {
    "kind": "translation", "pose": {"position": [0, 0, 3]}, "by": [0, 0, -1.99]}}
BALLAST = body("ballast", [0.5, 0.5, 0.5], [0, 0, 2.52])
SCENE = {"toi": 1, "bodies": [FLOOR, CRATE, BALLAST]}


def ask(scene, time, within, *options, code=None):
    result = run("contacts", "-", "--time", str(time), "--within", str(within), "--json", *options, text=json.dumps(scene))
    value = json.loads(result.stdout) if result.stdout else None
    expect(value is not None, f"no output: {result.stderr}")
    right = code if code is not None else int(bool(value["pairs"]))
    expect(result.returncode == right, f"exit {result.returncode}, not {right}: {result.stderr}")
    return value


def near(value, expected, tolerance=1e-12):
    return abs(value - expected) <= tolerance


def check_usage():
    expect_usage([
        (["contacts"], "needs SCENE"), (["contacts", "a"], "needs --time T"), (["contacts", "a", "--time", "1"], "needs --within D"),
        (["contacts", "a", "--time", "2", "--within", "1"], "from 0"), (["contacts", "a", "--within"], "needs a value"),
        (["contacts", "a", "--time", "1", "--within", "-1"], "positive or zero"),
        (["contacts", "a", "--time", "1", "--within", "nan"], "finite number"),
        (["contacts", "a", "--time", "1", "--within", "1", "--json", "--csv"], "exclude each other"),
        (["contacts", "a", "b", "--time", "1", "--within", "1"], "too much"), (["contacts", "a", "--solid"], "does not take"),
        (["check", "a", "--within", "1"], "does not take"), (["contact", "a"], "did you mean \"contacts\"?"),
    ])
    text = run("contacts", "--help").stdout
    for part in ("--time T", "--within D", "--csv", "Exit status"):
        expect(part in text, f"the help has {part}")
    expect("--mover" not in text, "and not the options of others")


def check_refusals():
    result = run("contacts", "-", "--time", "0", "--within", "1", text=json.dumps(ROUND))
    expect(result.returncode == 3 and one_message(result, "`toi contacts` takes meshes and boxes"), f"round: {result.stderr!r}")
    result = run("contacts", "missing.json", "--time", "0", "--within", "1")
    expect(result.returncode == 3 and "missing.json" in result.stderr, f"missing: {result.stderr!r}")


def check_answers():
    value = ask(SCENE, 1, 0.05)
    expect(list(value) == ["toi_result", "time", "within", "pairs"] and value["time"] == 1 and value["within"] == 0.05, "keys")
    expect([(p["a"], p["b"]) for p in value["pairs"]] == [(FLOOR["name"], "crate"), ("crate", "ballast")], "pairs in order")
    for pair, gap in zip(value["pairs"], (0.01, 0.01)):
        expect(len(pair["contacts"]) == 4, f"{len(pair['contacts'])} contacts of {pair['a']}")
        for c in pair["contacts"]:
            expect(list(c) == ["kind", "a", "b", "point", "normal", "gap", "point_a", "point_b", "manifold"], f"keys {list(c)}")
            expect(c["kind"] == "FV" and c["a"] == {"face": 5} and near(c["gap"], gap) and c["normal"] == [0, 0, 1], f"{c}")
            expect(all(near(p, (a + b) / 2) for p, a, b in zip(c["point"], c["point_a"], c["point_b"])), "the middle")
            expect(near(c["point_b"][2] - c["point_a"][2], c["gap"]), "points are the gap apart")
    inside = ask(SCENE, 0, 0.05)["pairs"]  # the ballast is in the crate, near its bottom
    expect([(p["a"], p["b"], len(p["contacts"])) for p in inside] == [("crate", "ballast", 4)], f"inside: {inside}")
    expect(all(c["a"] == {"face": 4} and near(c["gap"], 0.02) for c in inside[0]["contacts"]), "its bottom, from inside")
    deep = ask(SCENE, 0.5, 0.05)["pairs"][0]["contacts"]
    expect(len(deep) == 1 and deep[0]["kind"] == "FF" and near(deep[0]["gap"], -0.985), f"overlap: {deep}")
    apart = {"toi": 1, "bodies": [FLOOR, body("far", [1, 1, 1], [0, 0, 5])]}
    expect(ask(apart, 0, 1, code=0)["pairs"] == [], "nothing near")
    touching = {"toi": 1, "bodies": [FLOOR, body("on", [1, 1, 1], [0, 0, 1])]}
    expect(len(ask(touching, 0, 0, code=1)["pairs"][0]["contacts"]) == 4, "within 0 is touching")


def check_pairs():
    scene = copy.deepcopy(SCENE)
    scene["ignore"] = [["crate", "ballast"]]
    expect([p["b"] for p in ask(scene, 1, 0.05)["pairs"]] == ["crate"], "ignored")
    scene = copy.deepcopy(SCENE)
    scene["only"] = [["ballast", "crate"]]
    expect([p["a"] for p in ask(scene, 1, 0.05)["pairs"]] == ["crate"], "only")
    many = {"toi": 1, "bodies": [body(f"b{i}", [0.5, 0.5, 0.5], [1.01 * (i % 8), 1.01 * (i // 8), 0]) for i in range(64)]}
    pairs = ask(many, 0, 0.02)["pairs"]  # neighbours by faces and, across the edges, by edges
    expect(len(pairs) == 2 * 7 * 8 + 2 * 7 * 7, f"{len(pairs)} pairs of a grid")
    expect(sum(len(p["contacts"]) for p in pairs) == 4 * 2 * 7 * 8 + 2 * 2 * 7 * 7, "four corners or two ends each")


def check_sides():
    sheet = {"name": "sheet", "mesh": {"vertices": [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0]], "faces": [[0, 1, 2, 3]]},
             "motion": {"kind": "static"}}
    below = body("below", [1, 1, 1], [0, 0, -1.01])
    for sides in (1, 2):
        scene = {"toi": 1, "bodies": [{**sheet, "sides": sides}, below]}
        count = sum(len(p["contacts"]) for p in ask(scene, 0, 0.05)["pairs"])
        expect(count == (4 if sides == 2 else 0), f"{count} contacts with a sheet of {sides} sides")


def check_outputs():
    args = ("contacts", "-", "--time", "1", "--within", "0.05")
    text = json.dumps(SCENE)
    result = run(*args, text=text)
    expect(result.returncode == 1 and "floor, \"oak\" - crate: 4 contacts, the nearest at 0.01" in result.stdout, result.stdout)
    expect(run(*args, "--quiet", text=text).stdout == "", "quiet")
    rows = list(csv.DictReader(io.StringIO(run(*args, "--csv", text=text).stdout)))
    expect(len(rows) == 8 and rows[0]["a"] == FLOOR["name"] and rows[0]["kind"] == "FV" and rows[0]["a_feature"] == "face", "CSV")
    expect(set(r["manifold"] for r in rows) == {"0"}, "manifolds of a pair begin at 0")
    empty = run("contacts", "-", "--time", "1", "--within", "0.001", text=text)
    expect(empty.returncode == 0 and "nothing is within 0.001 at t = 1" in empty.stdout, empty.stdout)
    help_text = run("--help").stdout
    expect("toi contacts SCENE" in help_text, "the help lists the command")


def main():
    tool.need_tool()
    for check in (check_usage, check_refusals, check_answers, check_pairs, check_sides, check_outputs):
        check()
    tool.finish("contacts")


if __name__ == "__main__":
    main()
