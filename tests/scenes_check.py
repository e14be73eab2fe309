#!/usr/bin/env python3
"""Scenes with known answers: public bug reports, modern engines' failures, solid or surface.

A right answer has t_free at most the true time. It may be early by what the tolerance allows: as long as the gap at
t_hit is within the tolerance that was used, and the gap closes at some speed, t_hit is early by tolerance / speed. The
speed is not in the files, so the time may be early by TIME_SLACK besides the error of the recorded time.
"""

import json
import os

import tool_support as tool
from tool_support import expect, run

TIME_SLACK = 1e-7
FOLDERS = {"cases": 46, "cases-modern": 26, "cases-solid": 5}


def check_scene(path, name, expected, *options):
    result = run("check", path, "--json", "--tolerance", "1e-12", *options)
    code = {True: 1, False: 0}[expected["collides"]]
    what = f"{name} {' '.join(options)}"
    expect(result.returncode == code, f"{what}: exit {result.returncode}, not {code}: {result.stderr.strip()}")
    if result.returncode not in (0, 1):
        return
    value = json.loads(result.stdout)
    answer = "contact" if expected["collides"] else "clear"
    expect(value["answer"] == answer, f"{what}: {value['answer']}, not {answer}")
    expect(all(pair["certified"] for pair in value["pairs"]), f"{what}: not certified")
    if not expected["collides"] or value["answer"] != "contact":
        return
    pair = value["pairs"][0]
    error = expected.get("toi_tolerance", 1e-9)
    expect(pair["t_free"] <= expected["toi"] + error, f"{what}: t_free {pair['t_free']} is late, {expected['toi']}")
    expect(pair["t_free"] <= pair["t_hit"], f"{what}: t_free after t_hit")
    expect(pair["t_hit"] >= expected["toi"] - error - TIME_SLACK,
           f"{what}: t_hit {pair['t_hit']} is early, {expected['toi']}")
    expect(pair["gap"] is not None and pair["gap"] <= pair["work"]["tolerance"],
           f"{what}: gap {pair['gap']} above {pair['work']['tolerance']}")
    if pair["start"] == "free":
        expect(pair["contacts"], f"{what}: no features")


def check_contact_point(path, name, expected):
    """The recorded point and the outward normal of B, which ours, from A to B, opposes."""
    value = json.loads(run("check", path, "--json", "--tolerance", "1e-12").stdout)
    near = [c for c in value["pairs"][0]["contacts"]
            if max(abs(p - q) for p, q in zip(c["point"], expected["point"])) < 1e-6]
    expect(near, f"{name}: no contact at {expected['point']}")
    for contact in near:
        expect(max(abs(n + m) for n, m in zip(contact["normal"], expected["normal_on_b"])) < 1e-6,
               f"{name}: normal {contact['normal']}")


def check_folder(folder, least):
    tried = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.endswith(".json"):
            continue
        with open(path, encoding="utf-8") as file:
            scene = json.load(file)
        extras = scene.get("extras", {})
        if "expected_error" in extras:
            continue
        tried += 1
        check_scene(path, name, extras["expected"])
        if "expected_solid" in extras:
            check_scene(path, name, extras["expected_solid"], "--solid")
        if "expected_contact" in extras:
            check_contact_point(path, name, extras["expected_contact"])
    expect(tried >= least, f"{folder}: {tried} scenes, at least {least}")
    print(f"{folder}: {tried} scenes")


def main():
    tool.need_tool()
    for name, least in FOLDERS.items():
        folder = os.path.join(tool.DATA, name)
        if os.path.isdir(folder):
            check_folder(folder, least)
        else:
            print("skipped: no data", folder)
    tool.finish("scenes")


if __name__ == "__main__":
    main()
