#!/usr/bin/env python3
"""The scenes of scenes/: each gives the answer that its extras.expected states, in either order of bodies."""

import json
import os
import time

import tool_support as tool
from tool_support import expect, run

LEAST = 25  # scenes that must be there
MANY = 20  # scenes of more bodies are asked in one order only
FOLDER = os.path.join(tool.SOURCE, "scenes")
EARLY = 1e-7  # a contact may be early by tolerance over closing speed


def check_contact(what, value, expected):
    hit = [pair for pair in value["pairs"] if pair["answer"] == "contact"]
    expect(len(hit) == expected["contacts"], f"{what}: {len(hit)} pairs in contact, not {expected['contacts']}")
    first = value["first"]
    expect({first["a"], first["b"]} == set(expected["first"]), f"{what}: first are {first}, not {expected['first']}")
    error = expected["toi_tolerance"]
    expect(first["t_free"] <= expected["toi"] + error, f"{what}: t_free {first['t_free']} is late, {expected['toi']}")
    expect(first["t_hit"] >= expected["toi"] - error - EARLY, f"{what}: t_hit {first['t_hit']} is early, {expected['toi']}")
    for pair in hit:
        expect(pair["gap"] <= pair["work"]["tolerance"], f"{what}: gap {pair['gap']} above the tolerance")
        expect(pair["contacts"], f"{what}: a contact without features")


def check_scene(what, text, expected):
    # On standard input, meshes are looked for in the current folder.
    start = time.perf_counter()
    result = run("check", "-", "--json", text=text, cwd=FOLDER)
    seconds = time.perf_counter() - start
    code = 1 if expected["collides"] else 0
    expect(result.returncode == code, f"{what}: exit {result.returncode}, not {code}: {result.stderr.strip()}")
    if result.returncode not in (0, 1):
        return
    value = json.loads(result.stdout)
    expect(value["answer"] == ("contact" if expected["collides"] else "clear"), f"{what}: {value['answer']}")
    expect(all(pair["certified"] for pair in value["pairs"]), f"{what}: not certified")
    expect(all(pair["start"] == "free" for pair in value["pairs"]), f"{what}: bodies touch at the start")
    if expected["collides"] and value["answer"] == "contact":
        check_contact(what, value, expected)
    print(f"{what}: {value['answer']}, {value['work']['steps']} steps, {seconds:.3f} s")


def vertices_at(text, time):
    result = run("pose", "-", "--time", repr(time), "--vertices", "--json", text=text, cwd=FOLDER)
    return [body["vertices"] for body in json.loads(result.stdout)["bodies"]]


def check_deforming(what, text):
    """Posed, with every vertex on the line between its ends."""
    start, middle, end = (vertices_at(text, time) for time in (0.0, 0.5, 1.0))
    expect(start != end, f"{what}: nothing moves")
    for bodies in zip(start, middle, end):
        for a, b, c in zip(*bodies):
            off = max(abs(x + z - 2 * y) for x, y, z in zip(a, b, c))
            expect(off <= 1e-14 * (1 + max(map(abs, a + c))), f"{what}: {b} is not half way from {a} to {c}")


def check_meeting(what, text, meet):
    """The first contact is when faces first meet, as found by other means."""
    result = run("check", "-", "--json", text=text, cwd=FOLDER)
    first = json.loads(result.stdout)["first"]
    expect(result.returncode == 1 and {first["a"], first["b"]} == set(meet["bodies"]), f"{what}: first are {first}")
    expect(meet["from"] - EARLY <= first["t_hit"] <= meet["from"] + EARLY, f"{what}: {first} and not {meet['from']}")


def main():
    tool.need_tool()
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".json"))
    expect(len(names) >= LEAST, f"{len(names)} scenes, at least {LEAST}")
    for name in names:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            scene = json.load(file)
        expected = scene["extras"]["expected"]
        expect(scene["extras"]["about"], f"{name}: nothing about it")
        if any(body["motion"]["kind"] == "vertices" for body in scene["bodies"]):
            check_deforming(name, json.dumps(scene))
        if "meet" in expected:
            check_meeting(name, json.dumps(scene), expected["meet"])
        if "collides" not in expected:
            continue
        check_scene(name, json.dumps(scene), expected)
        if len(scene["bodies"]) <= MANY:
            scene["bodies"].reverse()
            check_scene(name + " in reverse", json.dumps(scene), expected)
    tool.finish("scenes")


if __name__ == "__main__":
    main()
