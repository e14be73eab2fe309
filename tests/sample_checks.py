#!/usr/bin/env python3
"""Runs the samples for a bounded number of steps: their own checks, their scene files, their poses decided exactly."""

import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

import tool_support
from tool_support import expect, finish

SAMPLES = os.environ.get("TOI_SAMPLES", "")
EXACT = os.environ.get("TOI_SAMPLE_EXACT", "")
SMALL = os.environ.get("TOI_SANITIZED", "") != ""
MOST_KEYS = 600

# Seconds of each run; under sanitizers the first part of it.
RUNS = {
    "wall-30": ("wall", 30, 4.0, ["--size", "20"]),
    "wall-60": ("wall", 60, 4.0, ["--size", "20"]),
    "wall-120": ("wall", 120, 2.5, ["--size", "20"]),
    "wall-200": ("wall", 200, 2.0, ["--size", "20"]),
    "figure": ("figure", 60, 4.0, []),
    "debris": ("debris", 60, 9.0, ["--size", "12"]),
    "player": ("player", 60, 26.0, []),
}


def run(name, arguments):
    """Output lines of a sample that must succeed."""
    result = subprocess.run([os.path.join(SAMPLES, name), *arguments], capture_output=True, text=True, check=False,
                            timeout=280)
    checks = [line for line in result.stdout.split("\n") if line.startswith("CHECK ")]
    expect(result.returncode == 0, f"{name} {arguments} ends with {result.returncode}: {result.stderr}")
    expect(len(checks) >= 2, f"{name} {arguments} prints what it checked")
    for line in checks:
        expect(": ok: " in line, f"{name} {arguments}: {line}")
    return result.stdout


def check_scene(name, path):
    """The scene is one of at most 600 keys that the tool reads, and poses at a key are those of the file."""
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    keys = max(len(body["motion"].get("keys", [])) for body in scene["bodies"])
    expect(2 <= keys <= MOST_KEYS, f"{name}: {keys} keys")
    if not tool_support.TOOL:
        return
    if name in ("player", "debris"):
        result = tool_support.run("check", path, "--quiet")
        expect(result.returncode in (0, 1), f"{name}: toi check takes the scene: {result.stderr}")
    result = tool_support.run("pose", path, "--time", "1", "--json")
    expect(result.returncode == 0, f"{name}: toi pose reads the scene: {result.stderr}")
    if result.returncode == 0:
        for body, placed in zip(scene["bodies"], json.loads(result.stdout)["bodies"]):
            motion = body["motion"]
            last = motion["keys"][-1] if "keys" in motion else motion["pose"]
            expect(placed["position"] == last["position"], f"{name}: {body['name']} ends where its last key is")


def check_run(key, folder):
    name, rate, seconds, more = RUNS[key]
    steps = int(rate * (min(seconds, 0.5) if SMALL else seconds))
    scene, poses = os.path.join(folder, key + ".json"), os.path.join(folder, key + ".txt")
    run(name, ["--rate", str(rate), "--steps", str(steps), "-o", scene, "--poses", poses, *more])
    check_scene(key, scene)
    if EXACT:
        result = subprocess.run([EXACT, poses], capture_output=True, text=True, check=False, timeout=280)
        expect(result.returncode == 0, f"{key}: no two bodies meet, exactly: {result.stdout}{result.stderr}")
        print(f"{key}: {result.stdout.strip()}")


def check_rays(folder):
    picture = os.path.join(folder, "rays.svg")
    run("rays", ["--steps", "500" if SMALL else "10000", "-o", picture])
    with open(picture, encoding="utf-8") as file:
        expect(file.read().startswith("<svg"), "rays draws a picture")


def page_words(page, key):
    """The 16-bit words of a list of the page."""
    data = base64.b64decode(re.search(rf'\n{key}: "([^"]*)"', page).group(1), validate=True)
    return struct.unpack(f"<{len(data) // 2}H", data)


def check_page(page, scene, cycles):
    """The faces that are lit in the last cycle of the page are those of the scene of that cycle."""
    pairs, lit = page_words(page, "pairs"), page_words(page, "lit")
    expect(len(pairs) == cycles and any(pairs) and not all(pairs), f"hands: in some of {cycles} cycles faces meet: {pairs}")
    expect(pairs[-1] == scene["extras"]["face_pairs"], f"hands: {pairs[-1]} pairs in the page")
    at, found = 0, []
    for _ in range(cycles * len(scene["bodies"])):
        found.append(list(lit[at + 1:at + 1 + lit[at]]))
        at += 1 + lit[at]
    last = found[-len(scene["bodies"]):]
    expect(at == len(lit) and last == list(scene["extras"]["lit"].values()), f"hands: the page lights {last}")
    expect(len(page_words(page, "poses")) == 7 * len(found), "hands: a pose of every body in every cycle")
    expect("http:" not in page and "https:" not in page and "src=" not in page, "hands: the page needs nothing else")


def check_hands(folder):
    """A page and a scene of the same run: the tool finds in the scene what the run did; again, the same bytes."""
    cycles = 16 if SMALL else 60
    paths = [os.path.join(folder, name) for name in ("hands.html", "again.html", "hands.json")]
    for path in paths:
        every = cycles if SMALL or path != paths[0] else 1
        run("hands", ["--seed", "2", "--steps", str(cycles), "--size", str(every), "-o", path])
    page, again, text = (open(path, encoding="utf-8").read() for path in paths)
    expect(page == again, "hands: a run is the same again")
    scene = json.loads(text)
    check_page(page, scene, cycles)
    if not tool_support.TOOL:
        return
    lit = {name: set() for name in scene["extras"]["lit"]}
    pairs = json.loads(tool_support.run("overlap", paths[2], "--time", "0", "--json").stdout)["pairs"]
    for pair in pairs:
        lit[pair["a"]].update(face for face, _ in pair["faces"])
        lit[pair["b"]].update(face for _, face in pair["faces"])
    expect({name: sorted(faces) for name, faces in lit.items()} == scene["extras"]["lit"], "hands: toi overlap finds the same")
    expect(sum(len(pair["faces"]) for pair in pairs) == scene["extras"]["face_pairs"], "hands: as many pairs")


def check_exact_program(folder):
    """Two boxes that overlap by a hair are found, and two that are apart by one are not."""
    for shift, status in (("0x1.ffffffffffffep-1", 1), ("0x1.0000000000001p+0", 0)):
        lines = ["bodies 2"]
        for _ in range(2):
            lines += ["body 1 8 6"]
            lines += [f"{0.5 if i & 1 else -0.5} {0.5 if i & 2 else -0.5} {0.5 if i & 4 else -0.5}" for i in range(8)]
            lines += ["4 0 4 6 2", "4 1 3 7 5", "4 0 1 5 4", "4 2 6 7 3", "4 0 2 3 1", "4 4 5 7 6"]
        lines += ["step 0 2", "0 0 0 0 1 0 0 0", f"1 {shift} 0 0 1 0 0 0", ""]
        path = os.path.join(folder, "boxes.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        result = subprocess.run([EXACT, path], capture_output=True, text=True, check=False, timeout=60)
        expect(result.returncode == status, f"boxes {shift} apart: {result.stdout}{result.stderr}")


def check_cloth_files(name, page, scene, obj):
    """The page, the last step and the last state are of the same run."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    pairs, places = page_words(text, "pairs"), page_words(text, "shapes")
    expect(any(pairs), f"{name}: nothing is ever near in the page")
    expect("http:" not in text and "https:" not in text and "src=" not in text, f"{name}: the page needs nothing else")
    with open(scene, encoding="utf-8") as file:
        step = json.load(file)
    first = step["bodies"][0]
    points = len(first["mesh"]["vertices"])
    expect(first["self"] and len(first["motion"]["to"]) == points, f"{name}: the first body deforms, and asks for itself")
    expect(len(places) == 3 * points * len(pairs), f"{name}: {len(places)} words in the page")
    expect(step["extras"]["expected"]["collides"] is False, f"{name}: a step that was made is clear")
    with open(obj, encoding="utf-8") as file:
        last = [[float(x) for x in line.split()[1:]] for line in file if line.startswith("v ")]
    ends = [place for body in step["bodies"] for place in body["motion"].get("to", body["mesh"]["vertices"])]
    expect(last == ends, f"{name}: the last state is the end of the last step")
    if tool_support.TOOL:
        for time in ("0", "1"):
            result = tool_support.run("overlap", scene, "--time", time)
            expect(result.returncode == 0, f"{name}: toi overlap at {time}: {result.stdout}{result.stderr}")


def check_cloth(folder, name):
    """Checked, with the same hash for every number of threads; and the files of the run."""
    paths = [os.path.join(folder, "cloth" + ending) for ending in (".html", ".json", ".obj")]
    hashes = set()
    for threads in ("1", "2", "4"):
        more = ["-o", paths[0], "--scene", paths[1], "--obj", paths[2]] if threads == "2" else []
        more += ["--steps", "60"] if SMALL else ["--steps", "240"] if name == "twist" else []
        output = run("cloth", [name, "--size", "11", "--check", "--hash", "--threads", threads, *more])
        hashes.update(re.findall(r"^hash ([0-9a-f]{16})$", output, re.M))
    expect(len(hashes) == 1, f"cloth {name}: one hash for 1, 2 and 4 threads, not {hashes}")
    check_cloth_files("cloth " + name, *paths)


OTHERS = {"rays": check_rays, "hands": check_hands}
OTHERS.update({f"cloth-{name}": lambda folder, name=name: check_cloth(folder, name) for name in ("fall", "twist", "squeeze")})


def main():
    if not SAMPLES:
        print("skipped: TOI_SAMPLES is not set")
        sys.exit(tool_support.SKIPPED)
    wanted = sys.argv[1:] or [*RUNS, *OTHERS]
    with tempfile.TemporaryDirectory() as folder:
        if EXACT:
            check_exact_program(folder)
        for key in wanted:
            if key in OTHERS:
                OTHERS[key](folder)
            else:
                check_run(key, folder)
    finish("sample_checks")


if __name__ == "__main__":
    main()
