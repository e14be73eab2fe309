#!/usr/bin/env python3
"""toi report: the data in the page is what the other commands print, whatever names bodies have, and no page is half written."""

import base64
import glob
import json
import os
import random
import re
import tempfile
import zlib

import tool_support as tool
from tool_support import expect, expect_usage, one_message, run

BLOCK = re.compile(r'<script type="application/json" id="toi-([a-z]+)">(.*?)</script>', re.S)
PACKED = re.compile(r'<script type="text/plain" id="toi-([a-z]+)">([A-Za-z0-9+/=]*)</script>')
MEASURED_TO = 1e-9 # of the sizes in these scenes: the gap is measured, and positions are rounded


def read_page(text):
    """The blocks of data of a page, by name; the source of the scene as text, all others as what their JSON says."""
    packed = {name: zlib.decompress(base64.b64decode(body, validate=True)).decode() for name, body in PACKED.findall(text)}
    source = packed.pop("source", None)
    blocks = [*BLOCK.findall(text), *packed.items()]
    return {"source": source, **{name: json.loads(body) for name, body in blocks}}


def report(path, *options):
    """The page of a scene, as text and as data, and its options in the command that it shows."""
    result = run("report", path, *options)
    expect(result.returncode == 0 and result.stderr == "", f"{path}: report {options}: {result.stderr}")
    return result.stdout, read_page(result.stdout)


def check_scene(path, *options):
    name = os.path.basename(path)
    page, data = report(path, *options, "--samples", "8")
    expect(sorted(data) == ["facts", "gaps", "overlaps", "result", "scene", "screens", "source"], f"{name}: has its blocks")
    expect(data["overlaps"] == [] and (data["screens"] == []) == ("--all" not in options), f"{name}: has what was asked for")
    expect(page.startswith("<!doctype html>") and page.rstrip().endswith("</html>"), f"{name}: is a whole page")
    expect("toi:data" not in page, f"{name}: the place of the data is gone")
    found = run("check", path, *options, "--json")
    expect(data["result"] == json.loads(found.stdout), f"{name}: the result is that of check")
    sampled = json.loads(run("check", path, *options, "--json", "--samples", "8").stdout)
    expect(sampled.pop("gaps") == data["gaps"] and sampled == data["result"], f"{name}: check --samples has the same gaps")
    expect(data["facts"]["command"][1:3] == ["report", path], f"{name}: tells the command")
    with open(path, encoding="utf-8") as file:
        expect(data["source"] == file.read(), f"{name}: has the text of the scene")
    check_gaps(name, data)
    check_bodies(name, path, data)


def check_gaps(name, data):
    pairs = {(pair["a"], pair["b"]): pair for pair in data["result"]["pairs"]}
    expect(len(data["gaps"]) == min(64, sum(a != b for a, b in pairs)), f"{name}: pairs have curves")
    for curve in data["gaps"]:
        pair = pairs[curve["a"], curve["b"]]
        times = [t for t, gap, error in curve["samples"]]
        known = [sample for sample in curve["samples"] if sample[1] is not None]
        expect(times == sorted(times) and times[0] == 0 and times[-1] == 1, f"{name}: samples are in order")
        expect(len(known) == len(times), f"{name}: {curve['a']} - {curve['b']} was measured")
        expect(all(gap >= 0 and error >= 0 for t, gap, error in known), f"{name}: gaps are lengths")
        for t, gap, error in known:
            if pair["answer"] == "clear":
                expect(gap + error >= pair["gap"], f"{name}: at {t} a clear pair keeps the gap that was proved: {gap} {pair['gap']}")
            elif pair["answer"] == "contact" and t == pair["t_hit"]:
                tolerance = pair["work"]["tolerance"] or 0
                expect(gap <= tolerance + error + MEASURED_TO or pair["start"] != "free" or data["facts"]["separation"],
                       f"{name}: at {t} a contact is one: {gap}")


def check_bodies(name, path, data):
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    bodies = data["scene"]["bodies"]
    expect([body["name"] for body in bodies] == [body["name"] for body in scene["bodies"]], f"{name}: has all bodies")
    expect([body["motion"]["kind"] for body in bodies] == [body["motion"]["kind"] for body in scene["bodies"]],
           f"{name}: motions are of their kind")
    start = json.loads(run("pose", path, "--time", "0", "--vertices", "--json").stdout)["bodies"]
    for body, posed in zip(bodies, start):
        mesh = data["scene"]["meshes"][body["mesh"]]
        expect(len(mesh["vertices"]) == 3 * len(posed["vertices"]), f"{name}: {body['name']} has its vertices")
        corners = [corner for face in mesh["faces"] for corner in face]
        expect(all(3 * corner < len(mesh["vertices"]) for corner in corners), f"{name}: {body['name']} has its faces")
        cut = sum(max(len(face) - 2, 0) for face in mesh["faces"] if len(face) > 3)
        expect(len(mesh["cuts"]) == 4 * cut, f"{name}: {body['name']} has its triangles")


HOSTILE = ["</script><script>alert(1)</script>", "<!--<script>", "\u2028\u2029", "a\"b\\c'd&amp;", "<img src=x onerror=alert(1)>",
           "\u202etxt.exe", "]]>", "\u0001", "{{constructor}}", "toi:data<!--toi:data-->"]


def check_hostile_names():
    """Names are data: none ends the block that it is in, and each comes back as it was."""
    plain = run("report", os.path.join(tool.SOURCE, "scenes/crate.json")).stdout
    bodies = [{"name": name, "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "translation", "by": [0, 0, i], "pose":
              {"position": [3 * i, 0, 0]}}} for i, name in enumerate(HOSTILE)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "<b>.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"toi": 1, "bodies": bodies, "extras": {"x": "</script>"}}, file, ensure_ascii=False)
        page, data = report(path)
    expect([body["name"] for body in data["scene"]["bodies"]] == HOSTILE, "hostile names come back")
    expect(data["source"].count("</script>") == 2 + 1, "the text of the scene comes back")
    for part in ("<script", "</script", "<!--", "<img", "\u2028", "\u2029"):
        expect(page.count(part) == plain.count(part), f"hostile names add no {part!r}")


def check_packed():
    """Sources of any length come back, those too that cannot be made smaller than what is packed at once."""
    draw = random.Random(8)
    scene = {"toi": 1, "bodies": [{"name": name, "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "static"}} for name in "ab"]}
    for length in [*range(4), 1000, 65536, 300000]:
        letters = "".join(draw.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-\u00e9\u2028<") for _ in range(length))
        text = json.dumps({**scene, "extras": {"x": letters}}, ensure_ascii=False)
        result = run("report", "-", text=text)
        expect(result.returncode == 0 and read_page(result.stdout)["source"] == text, f"a source with {length} random letters comes back")


def check_round_shapes():
    """Shapes that only --all takes are in the page, and their gaps are not measured."""
    scene = {"toi": 1, "bodies": [
        {"name": "ball", "mesh": {"sphere": 1}, "motion": {"kind": "translation", "by": [0, 0, -4], "pose": {"position": [0, 0, 3]}}},
        {"name": "can", "mesh": {"cylinder": [1, 2]}, "motion": {"kind": "static"}}]}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "round.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(scene, file)
        expect("--all" in run("report", path).stderr, "round shapes need --all")
        data = report(path, "--all")[1]
    expect([body["shape"] for body in data["scene"]["bodies"]] == ["sphere", "cylinder"], "round shapes are told")
    expect(data["gaps"] == [] and data["result"]["answer"] == "contact", "gaps of round shapes are not measured")
    expect(data["screens"] == [], "round shapes have no screen here")


def check_screen_and_overlaps():
    """Beside the result: the screen of the pair that touches first, and which faces meet, as the other commands have them."""
    scene = os.path.join(tool.SOURCE, "scenes/tori.json")
    data = report(scene, "--all", "--leaving")[1]
    expect(len(data["screens"]) == 1 and data["screens"][0]["svg"] == run("screen", scene, "--leaving").stdout, "the screen is that of toi screen")
    expect([data["screens"][0][key] for key in "ab"] == ["resting", "passing"], "and says of what it is")
    scene = os.path.join(tool.SOURCE, "scenes/pile.json")
    data = report(scene, "--all")[1]
    touching = [pair for pair in data["result"]["pairs"] if pair["answer"] == "contact"]
    touching.sort(key=lambda pair: pair["t_hit"])
    screens = data["screens"]
    expect(len(touching) > 16 and [(s["a"], s["b"]) for s in screens] == [(p["a"], p["b"]) for p in touching[:16]],
           "the pairs that touch first have screens")
    for one in screens[:3]:
        expect(one["svg"] == run("screen", scene, "--pair", f"{one['a']},{one['b']}").stdout, f"that of {one['a']} and {one['b']}")
    for name in ("twist", "plank"):
        scene = os.path.join(tool.SOURCE, f"scenes/{name}.json")
        found = report(scene, "--overlaps", "4")[1]["overlaps"]
        wanted = [json.loads(run("overlap", scene, "--time", str(i / 4), "--json").stdout) for i in range(5)]
        expect(found == wanted and any(one["pairs"] for one in found), f"{name}: faces that meet are those of toi overlap")


def check_output():
    scene = os.path.join(tool.SOURCE, "scenes/crate.json")
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "page.html")
        result = run("report", scene, "-o", target)
        expect(result.returncode == 0 and result.stdout == "" and os.listdir(folder) == ["page.html"], "report writes one file")
        result = run("report", scene, "-o", os.path.join(folder, "none", "page.html"))
        expect(result.returncode == 5 and one_message(result, "none"), "a folder that is not there is told")
        result = run("report", os.path.join(folder, "no.json"), "-o", target + "2")
        expect(result.returncode == 3 and os.listdir(folder) == ["page.html"], "without a scene nothing is written")
    if os.path.exists("/dev/full"):
        result = run("report", scene, "-o", "/dev/full")
        expect(result.returncode == 5 and one_message(result, "cannot be written"), "a full disk is told")
    with open(scene, encoding="utf-8") as file:
        text = file.read().replace("meshes/", os.path.join(os.path.abspath(tool.SOURCE), "scenes/meshes/"))
    result = run("report", "-", text=text)
    expect(read_page(result.stdout)["source"] == text, "a scene may come by standard input")


def check_options():
    scene = os.path.join(tool.SOURCE, "scenes/gripper.json")
    one, three = (run("check", scene, "--json", "--samples", "16", "--threads", n).stdout for n in "13")
    expect(one == three and json.loads(one)["gaps"], "gaps do not depend on threads")
    scene = os.path.join(tool.SOURCE, "scenes/tori.json")
    expect_usage([
        (["report"], "needs SCENE"), (["report", scene, "--json"], "does not take --json"),
        (["report", scene, "--leaving"], "--leaving needs --all"), (["report", scene, "--samples", "0"], "from 1 to"),
        (["report", scene, "--all", "--links"], "only a first contact"), (["pose", scene, "--samples", "4"], "does not take --samples"), (["check", scene, "--samples", "4"], "needs --json"),
    ])
    for options in (["--all", "--leaving"], ["--all", "--method", "screen", "--pixels", "8"], ["--separation", "0.1"], ["--links"],
                    ["--solid"], ["--tolerance", "1e-3"], ["--max-steps", "3"], ["--all", "--relative-screw"]):
        data = report(scene, *options)[1]
        expect(data["result"] == json.loads(run("check", scene, *options, "--json").stdout), f"report {options} is check {options}")


def main():
    tool.need_tool()
    scenes = sorted(glob.glob(os.path.join(tool.SOURCE, "scenes", "*.json")))
    expect(len(scenes) >= 28, "scenes are there")
    slow = bool(os.environ.get("TOI_SANITIZED"))
    for path in scenes[::4] if slow else scenes:
        check_scene(path)
    check_hostile_names()
    check_packed()
    check_round_shapes()
    check_screen_and_overlaps()
    check_output()
    check_options()
    tool.finish("tool_report")


if __name__ == "__main__":
    main()
