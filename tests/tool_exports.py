#!/usr/bin/env python3
"""The files that toi report writes for other programs: GLB, PLY and SVG have what toi check and toi pose print."""

import glob
import json
import os
import struct
import tempfile
import xml.etree.ElementTree

import tool_support as tool
from tool_support import expect, run

STEPS = 4
SINGLE = 1e-6 # of the largest coordinate: numbers in GLB files are of single precision
SVG = "{http://www.w3.org/2000/svg}"


def contacts_of(result):
    return [dict(contact, pair=index) for index, pair in enumerate(result["pairs"]) for contact in pair["contacts"]]


class Glb:
    """A GLB file, read as the specification has it."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data)), "head"
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0, "text"
        self.json = json.loads(data[20:20 + size])
        length, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and length == self.json["buffers"][0]["byteLength"] == len(data) - size - 28, "numbers"
        self.numbers = data[28 + size:]

    def read(self, index):
        """The elements of an accessor."""
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        lanes = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        letter = {5126: "f", 5125: "I"}[accessor["componentType"]]
        flat = struct.unpack_from(f"<{lanes * accessor['count']}{letter}", self.numbers, view["byteOffset"])
        return [flat[i:i + lanes] for i in range(0, len(flat), lanes)]


def far(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def rotate(q, v):
    """q v q* of a quaternion x, y, z, w."""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def place_of(file, node, channels, step):
    """Translation, rotation and weight of a node at a step of its animation."""
    place = dict(translation=node["translation"], rotation=node["rotation"], weights=[step / STEPS])
    for path, output in channels.items():
        if path != "weights":
            place[path] = file.read(output)[step]
    return place


def check_bodies(name, path, file):
    nodes, origin = file.json["nodes"], file.json["nodes"][0]["translation"]
    animation = file.json.get("animations", [{"channels": [], "samplers": []}])[0]
    channels = {i: {} for i in range(len(nodes))}
    for channel in animation["channels"]:
        channels[channel["target"]["node"]][channel["target"]["path"]] = animation["samplers"][channel["sampler"]]["output"]
    for step in range(STEPS + 1):
        bodies = json.loads(run("pose", path, "--time", str(step / STEPS), "--vertices", "--json").stdout)["bodies"]
        for index, body in enumerate(bodies):
            node = nodes[index + 1]
            expect(node["name"] == body["name"], f"{name}: {body['name']} has a node")
            primitive = file.json["meshes"][node["mesh"]]["primitives"][0]
            place = place_of(file, node, channels[index + 1], step)
            vertices = file.read(primitive["attributes"]["POSITION"])
            ends = file.read(primitive["targets"][0]["POSITION"]) if "targets" in primitive else None
            size = max(max(map(abs, v)) for v in vertices + body["vertices"]) if ends is None else 1e3
            for i in range(0, len(vertices), max(1, len(vertices) // 20)):
                v = vertices[i] if ends is None else [a + place["weights"][0] * b for a, b in zip(vertices[i], ends[i])]
                at = [a + b + c for a, b, c in zip(rotate(place["rotation"], v), place["translation"], origin)]
                expect(far(at, body["vertices"][i]) <= SINGLE * size, f"{name}: {body['name']} vertex {i} at step {step}: {at}")


def check_gltf(name, path, target, contacts):
    file = Glb(target)
    check_bodies(name, path, file)
    last = file.json["nodes"][-1]
    expect((last["name"] == "contacts") == bool(contacts), f"{name}: contacts have a node where there are any")
    if contacts:
        points, lines = file.json["meshes"][last["mesh"]]["primitives"]
        origin = file.json["nodes"][0]["translation"]
        at = file.read(points["attributes"]["POSITION"])
        times = file.read(points["attributes"]["_TIME"])
        size = max(max(map(abs, contact["point"])) for contact in contacts) + max(map(abs, origin)) + 1
        expect(len(at) == len(contacts) and len(file.read(lines["attributes"]["POSITION"])) == 2 * len(contacts),
               f"{name}: all contacts are in the file")
        for point, time, contact in zip(at, times, contacts):
            expect(far([a + b for a, b in zip(point, origin)], contact["point"]) <= SINGLE * size, f"{name}: a contact is where it is")
            expect(abs(time[0] - contact["time"]) <= SINGLE, f"{name}: a contact is when it is")


def check_ply(name, target, contacts):
    with open(target, encoding="utf-8") as file:
        lines = file.read().split("\n")
    end = lines.index("end_header")
    expect(lines[:2] == ["ply", "format ascii 1.0"] and f"element vertex {len(contacts)}" in lines, f"{name}: the head of the cloud")
    rows = [[float(x) for x in line.split()] for line in lines[end + 1:] if line]
    wanted = [[*c["point"], *c["normal"], c["time"], c["properness"] or 0.0, c["pair"]] for c in contacts]
    expect(rows == wanted, f"{name}: the cloud has the contacts of check, bit for bit")


def check_svg(name, target, result):
    root = xml.etree.ElementTree.parse(target).getroot()
    texts = ["".join(text.itertext()) for text in root.iter(SVG + "text")]
    pairs = min(len(result["pairs"]), 400)
    expect(sum(" - " in text for text in texts) == pairs, f"{name}: every pair has a lane")
    marks = [path for path in root.iter(SVG + "path") if path.get("class") == "contact"]
    expect(len(marks) >= sum(pair["answer"] == "contact" for pair in result["pairs"][:400]), f"{name}: contacts are marked")


def check_scene(path, *options):
    name = os.path.basename(path)
    with tempfile.TemporaryDirectory() as folder:
        files = {kind: os.path.join(folder, "x." + kind) for kind in ("gltf", "ply", "svg")}
        wanted = [part for kind, file in files.items() for part in ("--" + kind, file)]
        made = run("report", path, *options, "--samples", str(STEPS), *wanted)
        expect(made.returncode == 0 and made.stdout == "" and made.stderr == "", f"{name}: files are written, and no page: {made.stderr}")
        result = json.loads(run("check", path, *options, "--json").stdout)
        contacts = contacts_of(result)
        check_gltf(name, path, files["gltf"], contacts)
        check_ply(name, files["ply"], contacts)
        check_svg(name, files["svg"], result)


def check_round_and_hostile():
    """Round shapes become polygons, and names are text in every file."""
    names = ["</svg>&<script>", "a\nb\u2028", "comment\nelement vertex 7"]
    scene = {"toi": 1, "bodies": [
        {"name": names[0], "mesh": {"sphere": 1}, "motion": {"kind": "translation", "by": [0, 0, -4], "pose": {"position": [0, 0, 3]}}},
        {"name": names[1], "mesh": {"cylinder": [1, 2]}, "motion": {"kind": "static"}},
        {"name": names[2], "mesh": {"vertices": [[0, 0, 0], [1, 0, 0]], "faces": [[0], [0, 1]]}, "motion": {"kind": "static"}}],
        "only": [[names[0], names[1]]]}
    with tempfile.TemporaryDirectory() as folder:
        path, files = os.path.join(folder, "round.json"), [os.path.join(folder, "x." + kind) for kind in ("glb", "ply", "svg")]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(scene, file)
        made = run("report", path, "--all", "--gltf", files[0], "--ply", files[1], "--svg", files[2])
        expect(made.returncode == 0, f"round shapes are written: {made.stderr}")
        glb = Glb(files[0])
        expect([node["name"] for node in glb.json["nodes"][1:4]] == names, "names come back")
        lengths = [sum(x * x for x in v) ** 0.5 for v in glb.read(glb.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"])]
        expect(len(lengths) > 100 and max(abs(x - 1) for x in lengths) < 0.01, "a ball is round")
        result = json.loads(run("check", path, "--all", "--json").stdout)
        check_ply("hostile", files[1], contacts_of(result))
        check_svg("hostile", files[2], result)


def check_failures():
    scene = os.path.join(tool.SOURCE, "scenes/crate.json")
    for option in ("--gltf", "--ply", "--svg"):
        if os.path.exists("/dev/full"):
            result = run("report", scene, option, "/dev/full")
            expect(result.returncode == 5 and "cannot be written" in result.stderr, f"{option}: a full disk is told")
    result = run("report", scene, "--ply", os.devnull, "-o", "-")
    expect(result.returncode == 0 and result.stdout.startswith("<!doctype html>"), "with -o the page is written too")


def main():
    tool.need_tool()
    scenes = sorted(glob.glob(os.path.join(tool.SOURCE, "scenes", "*.json")))
    slow = bool(os.environ.get("TOI_SANITIZED"))
    for path in scenes[::4] if slow else scenes:
        check_scene(path)
    check_scene(os.path.join(tool.SOURCE, "scenes/tori.json"), "--all", "--leaving", "--min-properness", "-1")
    check_round_and_hostile()
    check_failures()
    tool.finish("tool_exports")


if __name__ == "__main__":
    main()
