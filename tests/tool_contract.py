#!/usr/bin/env python3
"""The contract of the command line: options, help, exit codes, outputs, refusals."""

import csv
import io
import json
import math
import os
import pty
import tempfile
import xml.etree.ElementTree

import tool_support as tool
from tool_support import expect, run

HIT = {"toi": 1, "bodies": [
    {"name": "rod", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "translation", "by": [0, 0, -4],
                                                            "pose": {"position": [0, 0, 4]}}},
    {"name": "wall, \"left\"", "mesh": {"box": [3, 3, 1]}, "motion": {"kind": "static"}}]}
CLEAR = json.loads(json.dumps(HIT).replace("[0, 0, -4]", "[0, 0, 4]"))
ROUND = {"toi": 1, "bodies": [{"name": "ball", "mesh": {"sphere": 1}, "motion": {"kind": "static"}}]}
OPEN = {"toi": 1, "bodies": [
    {"name": "sheet", "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]},
     "motion": {"kind": "translation", "by": [0, 0, 1]}},
    {"name": "box", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "static"}}]}
TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


OF_ALL = ("all", "min-properness", "leaving", "concurrent", "max-contacts", "relative-screw", "max-model-error", "pixels",
          "time-resolution", "robust")

# A cube falls through a plate, one corner first, along the axis of symmetry of that corner.
CORNER = {"toi": 1, "bodies": [
    {"name": "cube", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "translation", "by": [0, 0, -8], "pose": {
        "position": [0, 0, 4], "quaternion": [math.sqrt(0.5 - 0.5 / math.sqrt(3)), math.sqrt(0.25 + 0.25 / math.sqrt(3)),
                                              -math.sqrt(0.25 + 0.25 / math.sqrt(3)), 0]}}},
    {"name": "plate", "mesh": {"box": [3, 3, 1]}, "motion": {"kind": "static"}}]}
# A rod stands still in the empty corner of a body like an L that comes near it: their boxes meet, they do not.
PASSING = {"toi": 1, "bodies": [
    {"name": "corner", "motion": {"kind": "translation", "by": [-0.3, -0.2, 0.1]}, "mesh": {
        "vertices": [[x, y, z] for z in (0, 4) for x, y in ((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4))],
        "faces": [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11]] + [[i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6] for i in range(6)]}},
    {"name": "rod", "motion": {"kind": "static", "pose": {"position": [2.5, 2.5, 2]}}, "mesh": {"box": [0.5, 0.5, 1]}}]}
CORNER_TIMES = [(3 - math.sqrt(3)) / 8, (3 - 1 / math.sqrt(3)) / 8]  # of the corner, and of the next three


def one_message(result, *parts):
    """Nothing on stdout, and one line on stderr that has all parts."""
    lines = result.stderr.strip().split("\n")
    return result.stdout == "" and len(lines) == 1 and all(part in lines[0] for part in parts)


def check_examples(page):
    """What a page of help shows of the output of a command is what it prints, or the start of it."""
    lines = page.split("\n")
    for start, line in enumerate(lines):
        if not line.startswith("  $ toi "):
            continue
        end = next(i for i in range(start + 1, len(lines)) if lines[i] and not lines[i].startswith("  ")
                   or lines[i].startswith("  $ "))
        shown = "\n".join(part[2:] for part in lines[start + 1:end]).rstrip()
        real = run(*line.split()[2:], cwd=tool.SOURCE).stdout
        expect(shown and (real + "\n").startswith(shown + "\n"), f"help quotes {line.strip()}")


def check_help():
    for arguments in (["--help"], ["-h"], ["check", "--help"], ["info", "-h"], ["pose", "--help"], ["screen", "--help"], ["help"],
                      ["help", "pose"]):
        result = run(*arguments)
        expect(result.returncode == 0 and result.stderr == "", f"{arguments} is no error")
        expect(result.stdout.startswith(("Example:\n  $ toi ", "Examples:\n  $ toi ")), f"{arguments} begins with an example")
        check_examples(result.stdout)
        expect("Exit status:" in result.stdout, f"{arguments} lists exit codes")
        expect(all(len(line) <= 100 for line in result.stdout.split("\n")), f"{arguments} fits a terminal")
    text = run("check", "--help").stdout
    for option in ("tolerance", "separation", "solid", "method", "max-steps", "threads", "links", "json", "csv", "quiet",
                   "output", *OF_ALL):
        expect(f"--{option}" in text, f"help of check has --{option}")
    expect("1000000" in text, "help of check has the work limit")
    version = run("--version").stdout
    expect(version.startswith("toi ") and "built by" in version and "kernels" in version, "--version has build facts")
    page = run("--man").stdout
    expect(page.startswith(".TH TOI 1") and "\\-\\-tolerance" in page, "--man is a man page")
    for shell in ("bash", "zsh", "fish"):
        expect("max-steps" in run("--completion", shell).stdout, f"completions for {shell}")


def all_usage():
    """Command lines that are wrong about --all, each with a part of what is said."""
    cases = [
        (["--method", "screw"], "needs --all"), (["--method", "screen"], "needs --all"),
        (["--all", "--method", "first"], "screw or screen"), (["--all", "--method", "magic"], "screen"),
        (["--all", "--method"], "needs a value"), (["--all=yes"], "takes no value"),
        (["--all", "--separation", "0"], "--separation does not go with --all"),
        (["--all", "--solid"], "--solid does not go with --all"),
        (["--all", "--links", "--json"], "--links does not go with --all"),
        (["--all", "--relative-screw", "--max-model-error", "1"], "exclude"),
        (["--all", "--min-properness", "1.5"], "from -1 to 1"), (["--all", "--min-properness", "-1.01"], "from -1 to 1"),
        (["--all", "--min-properness", "nan"], "finite"), (["--all", "--min-properness"], "needs a value"),
        (["--all", "--concurrent", "-0.1"], "from 0 to 1"), (["--all", "--concurrent", "2"], "from 0 to 1"),
        (["--all", "--max-contacts", "0"], "whole number"), (["--all", "--max-contacts", "1.5"], "whole number"),
        (["--all", "--max-model-error", "0"], "positive"), (["--all", "--max-model-error", "-1"], "positive"),
        (["--all", "--method", "screen", "--pixels", "0"], "whole number"),
        (["--all", "--method", "screen", "--time-resolution", "0"], "above 0"),
        (["--all", "--method", "screen", "--time-resolution", "1.5"], "from 0 to 1"),
    ]
    for option in (["--min-properness", "0"], ["--leaving"], ["--concurrent", "0"], ["--max-contacts", "5"],
                   ["--relative-screw"], ["--max-model-error", "1"]):
        cases.append((option, f"{option[0]} needs --all"))
    for option in (["--pixels", "5"], ["--time-resolution", "0.1"], ["--robust"]):
        cases.append((option, f"{option[0]} needs --all --method screen"))
        cases.append((["--all", *option], f"{option[0]} needs --all --method screen"))
        cases.append((["--all", "--method", "screw", *option], f"{option[0]} needs --all --method screen"))
    return [(["check", "a", *arguments], part) for arguments, part in cases]


def screen_usage():
    return [
        (["screen"], "needs SCENE"), (["screen", "a", "--json"], "does not take"), (["screen", "a", "--all"], "does not take"),
        (["screen", "a", "--pixels", "0"], "whole number"), (["screen", "a", "--time-resolution", "0"], "above 0"),
        (["screen", "a", "--min-properness", "2"], "from -1 to 1"), (["screen", "a", "--pair"], "needs a value"),
        (["check", "a", "--pair", "b,c"], "does not take"),
    ]


def check_usage():
    cases = [
        ([], "toi check SCENE"), (["check"], "needs SCENE"), (["check", "a", "b"], "too much"),
        (["chek", "a"], 'did you mean "check"'), (["trace", "a"], '"check", "info", "pose" or "screen"'),
        (["check", "--jsn", "a"], "--json"), (["check", "-x", "a"], "unknown option"),
        (["check", "a", "--tolerance"], "needs a value"), (["check", "a", "--tolerance", "0"], "positive"),
        (["check", "a", "--tolerance", "nan"], "finite"), (["check", "a", "--tolerance", "1mm"], "finite"),
        (["check", "a", "--separation", "-1"], "positive or zero"), (["check", "a", "--threads", "0"], "whole number"),
        (["check", "a", "--max-steps", "1.5"], "whole number"), (["check", "a", "--method", "magic"], "first"),
        (["check", "a", "--json", "--csv"], "exclude"), (["check", "a", "--links"], "needs --json"),
        (["check", "a", "--json=1"], "takes no value"), (["check", "a", "--time", "1"], "does not take"),
        (["pose", "a"], "--time"), (["pose", "a", "--time", "1.5"], "from 0"), (["info"], "needs MESH"),
        (["info", "a", "--solid"], "does not take"), (["--completion", "tcsh"], "bash, zsh and fish"),
    ]
    cases.append((["check", "a", "--max-step"], "--max-step is not in this version"))
    for arguments, part in cases + all_usage() + screen_usage():
        result = run(*arguments)
        expect(result.returncode == 2 and result.stdout == "" and part in result.stderr,
               f"{arguments} is a usage error that says {part!r}: {result.returncode} {result.stderr!r}")


def check_refusals():
    folder = os.path.join(tool.DATA, "cases-bad")
    if not os.path.isdir(folder):
        print("skipped: no data", folder)
        return
    with open(os.path.join(folder, "expected.txt"), encoding="utf-8") as file:
        expected = json.load(file)
    for name, key in expected.items():
        path = os.path.join(folder, name)
        result = run("check", path)
        expect(result.returncode == 3 and one_message(result, path, key),
               f"{name} is refused and names {key!r}: {result.returncode} {result.stderr!r}")
        if key == "":
            expect("line " in result.stderr, f"{name} names a line")
    path = os.path.join(tool.DATA, "cases", "86-fcl387-nan-pose.json")
    result = run("check", path)
    expect(result.returncode == 3 and one_message(result, "bodies[0].motion.by[0]"), "86 is refused")
    expect(len(expected) >= 28, "all bad cases were tried")


def check_inputs():
    result = run("check", "/no/such/scene.json")
    expect(result.returncode == 3 and one_message(result, "/no/such/scene.json"), "a missing scene exits 3")
    result = run("check", "/")
    expect(result.returncode == 3 and one_message(result, "plain file"), "a folder is no scene")
    result = run("check", "-", text=json.dumps(ROUND))
    expect(result.returncode == 3 and one_message(result, "standard input", "mesh.sphere", "ball"),
           "check refuses round shapes")
    result = run("pose", "-", "--time", "0", text=json.dumps(ROUND))
    expect(result.returncode == 0 and result.stdout.startswith("ball: position 0 0 0"), "pose takes round shapes")
    with tempfile.TemporaryDirectory() as folder:
        mesh = os.path.join(folder, "a.obj")
        with open(mesh, "w", encoding="ascii") as file:
            file.write(TRIANGLE.replace("1 0 0", "1 x 0"))
        result = run("info", mesh)
        expect(result.returncode == 3 and one_message(result, mesh, "line 2"), "a broken mesh names file and line")
        scene = {"toi": 1, "bodies": [{"name": "a", "mesh": "a.obj", "motion": {"kind": "static"}}]}
        path = os.path.join(folder, "scene.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(scene, file)
        result = run("check", path)
        expect(result.returncode == 3 and one_message(result, path, "bodies[0].mesh", mesh, "line 2"),
               "a scene names its broken mesh")
        os.mkfifo(os.path.join(folder, "b.obj"))
        result = run("info", os.path.join(folder, "b.obj"))
        expect(result.returncode == 3 and one_message(result, "plain file"), "a pipe is no mesh file, and does not block")
        result = run("info", os.path.join(folder, "c.step"))
        expect(result.returncode == 3 and one_message(result, "c.step", "stl"), "an unknown ending names the known ones")


def check_answers():
    for scene, code, answer in ((HIT, 1, "contact"), (CLEAR, 0, "clear")):
        text = json.dumps(scene)
        result = run("check", "-", text=text)
        expect(result.returncode == code and f": {answer}" in result.stdout, f"a sentence says {answer}: {result}")
        expect("\x1b" not in result.stdout, "no colour outside a terminal")
        result = run("check", "-", "--json", text=text)
        value = json.loads(result.stdout)
        expect(result.returncode == code and value["answer"] == answer, f"JSON says {answer}")
        expect(list(value) == ["toi_result", "answer", "first", "pairs", "work"], f"keys of the result: {list(value)}")
        pair = value["pairs"][0]
        expect(list(pair)[:10] == ["a", "b", "answer", "start", "method", "certified", "t_free", "t_hit", "gap",
                                   "contacts"], f"keys of a pair: {list(pair)}")
        expect(pair["b"] == "wall, \"left\"" and pair["certified"] is True, "names and certificate of a pair")
        result = run("check", "-", "--csv", text=text)
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        expect(result.returncode == code and rows[0]["answer"] == answer and rows[0]["b"] == "wall, \"left\"",
               f"CSV says {answer}")
        result = run("check", "-", "--quiet", text=text)
        expect(result.returncode == code and result.stdout == "" and result.stderr == "", "--quiet only exits")
        result = run("check", "-", "--quiet", "--json", text=text)
        expect(json.loads(result.stdout)["answer"] == answer, "--quiet leaves JSON")


def check_contact():
    value = json.loads(run("check", "-", "--json", "--links", text=json.dumps(HIT)).stdout)
    pair = value["pairs"][0]
    expect(value["first"]["a"] == "rod" and value["first"]["t_hit"] == pair["t_hit"], "first is the pair")
    expect(pair["start"] == "free" and pair["method"] == "first", "start and method")
    expect(abs(pair["t_hit"] - 0.5) < 1e-8 and pair["t_free"] <= 0.5, "time of contact")
    contact = pair["contacts"][0]
    expect(list(contact) == ["kind", "time", "a", "b", "point", "normal", "properness"], f"keys: {list(contact)}")
    expect(contact["kind"] in ("VF", "FV", "EE") and abs(contact["normal"][2] + 1) < 1e-9, "kind and normal")
    expect(pair["links_complete"] is True and pair["links"], "the certificate is there")
    for link in pair["links"]:
        expect(list(link) == ["from", "to", "direction", "turn", "a", "b"], "keys of a link")
    expect([mesh["bodies"] for mesh in value["triangles"]] == [["rod"], ["wall, \"left\""]], "triangles of each mesh")
    expect(len(value["triangles"][0]["triangles"]) == 12, "a box has 12 triangles")
    far = dict(HIT, only=[])
    value = json.loads(run("check", "-", "--json", text=json.dumps(far)).stdout)
    expect(value["answer"] == "clear" and value["pairs"] == [] and value["first"] is None, "an empty list asks nothing")
    result = run("check", "-", "--solid", text=json.dumps(OPEN))
    expect(result.returncode == 3 and one_message(result, "sheet"), f"--solid names the open mesh: {result.stderr!r}")
    result = run("check", "-", "--separation", "1", "--json", text=json.dumps(HIT))
    expect(abs(json.loads(result.stdout)["first"]["t_hit"] - 0.25) < 1e-8, "--separation counts")
    result = run("check", "-", "--max-steps", "1", "--json", text=json.dumps(HIT))
    value = json.loads(result.stdout)
    expect((result.returncode, value["answer"]) in ((4, "undecided"), (1, "contact")), "a work limit may leave it open")


def ask_all(scene, *arguments, code=1):
    result = run("check", "-", "--all", "--json", *arguments, text=json.dumps(scene))
    expect(result.returncode == code, f"--all {arguments} exits {code}: {result.returncode} {result.stderr!r}")
    value = json.loads(result.stdout)
    return value, value["pairs"][0]


def check_all():
    value, pair = ask_all(CORNER)
    expect(value["first"]["t_hit"] == pair["t_hit"] and value["answer"] == "contact", "first is the pair")
    expect(list(pair) == ["a", "b", "answer", "start", "method", "certified", "t_free", "t_hit", "gap", "contacts",
                          "contacts_found", "t_complete", "groups", "model_error", "work"], f"keys of a pair: {list(pair)}")
    expect(pair["t_complete"] == 1 and pair["method"] == "screw" and pair["certified"] is True and pair["start"] == "free", "method and certificate")
    expect(pair["contacts_found"] == pair["groups"] == len(pair["contacts"]) == 1, f"a corner meets once: {pair}")
    expect(0 <= pair["model_error"] < 1e-9, "a translation is a screw")
    contact = pair["contacts"][0]
    expect(list(contact) == ["kind", "time", "a", "b", "point", "normal", "properness", "entering", "time_error", "point_a",
                             "normal_a", "approach", "group", "model_error"], f"keys of a contact: {list(contact)}")
    expect(contact["kind"] == "VF" and contact["a"] == {"vertex": 4} and contact["b"] == {"face": 5}, f"features: {contact}")
    expect(abs(contact["time"] - CORNER_TIMES[0]) < 1e-12 and contact["time_error"] < 1e-9, "time of the corner")
    expect(pair["t_free"] <= contact["time"] + contact["time_error"], "nothing touches before t_free")
    expect(0 < contact["properness"] <= 1 and contact["entering"] is True and contact["group"] == 0, "properness")
    expect(abs(contact["normal"][2] + 1) < 1e-12 and abs(contact["approach"] - 8) < 1e-9, "normal and approach")
    expect(all(abs(x - y) < 1e-12 for x, y in zip(contact["point_a"], (-1, -1, 1))), "the point in the frame of A")
    turned = [contact["normal_a"][i] - (-1, -1, 1)[i] / math.sqrt(3) for i in range(3)]
    expect(all(abs(x) < 1e-12 for x in turned), "the normal in the frame of A")
    expect(ask_all(CORNER, "--method", "screw")[0] == value, "screw is the default of --all")
    expect(ask_all(CORNER, "--threads", "3")[0] == value, "threads change nothing")
    value, pair = ask_all(CORNER, "--min-properness", "1")
    expect(pair["contacts"] == [] and pair["contacts_found"] == 0, "no contact is that proper")
    expect(abs(value["first"]["t_hit"] - CORNER_TIMES[0]) < 1e-12, "but the bodies touch all the same")


def check_all_lists():
    _, pair = ask_all(CORNER, "--min-properness", "-1")
    times = [contact["time"] for contact in pair["contacts"]]
    expect(times == sorted(times) and len(times) >= 4, f"the corner, and the next three, by time: {times}")
    expect(sum(abs(time - CORNER_TIMES[1]) < 1e-12 for time in times) == 3, "the next three meet the plate together")
    expect(all(contact["properness"] < 0 for contact in pair["contacts"][1:4]), "they are improper")
    expect(all(contact["entering"] for contact in pair["contacts"]), "only entering ones without --leaving")
    _, pair = ask_all(CORNER, "--min-properness", "-1", "--leaving")
    leaving = [contact for contact in pair["contacts"] if not contact["entering"]]
    expect(leaving and all(contact["approach"] <= 0 for contact in leaving), "--leaving lists where they part")
    found = pair["contacts_found"]
    _, pair = ask_all(CORNER, "--min-properness", "-1", "--leaving", "--concurrent", "1")
    expect(pair["groups"] == 1 and {contact["group"] for contact in pair["contacts"]} == {0}, "--concurrent groups")
    _, pair = ask_all(CORNER, "--min-properness", "-1", "--leaving", "--max-contacts", "2")
    expect(len(pair["contacts"]) == 2 and pair["contacts_found"] == found > 2, "--max-contacts cuts, and says so")
    _, pair = ask_all(CORNER, "--relative-screw")
    expect(pair["relative_screw"] is True and pair["certified"] is True and pair["model_error"] < 1e-9, "one screw")
    screw = pair["screw"]
    length = sum(x * x for x in screw["axis"]) ** 0.5
    expect(abs(length - 1) < 1e-12 and 0 <= screw["angle"] <= 3.1416 and len(screw["point"]) == 3, "the screw is named")
    expect(screw["pitch"] is None or abs(screw["pitch"] * screw["angle"] - 6.283185307179586 * screw["advance"]) < 1e-9,
           "the pitch is the advance of a turn")
    _, pair = ask_all(CORNER, "--max-model-error", "0.5", "--tolerance", "1e-6", "--max-steps", "1000")
    expect(len(pair["contacts"]) == 1, "limits that do not bind change nothing")
    _, pair = ask_all(CLEAR, code=0)
    expect(pair["method"] == "broad" and pair["contacts"] == [] and pair["contacts_found"] == 0, "boxes settle a pair")
    arguments = ["check", "-", "--all", "--min-properness", "-1", "--leaving", "--max-contacts", "2"]
    text = json.dumps(CORNER)
    result = run(*arguments, text=text)
    expect("--max-contacts" in result.stderr and result.stderr.count("\n") == 1, f"a cut is said: {result.stderr!r}")
    expect(f"{found} contacts" in result.stdout and "only the earliest 2" in result.stdout, "the table says it too")
    result = run(*arguments, "--quiet", text=text)
    expect(result.stderr == result.stdout == "" and result.returncode == 1, "--quiet only exits")
    rows = list(csv.DictReader(io.StringIO(run(*arguments[:-2], "--csv", text=text).stdout)))
    expect(len(rows) == found and [float(row["time"]) for row in rows] == sorted(float(row["time"]) for row in rows),
           "a row of CSV for each contact")
    rows = list(csv.DictReader(io.StringIO(run("check", "-", "--all", "--csv", text=json.dumps(CLEAR)).stdout)))
    expect(len(rows) == 1 and rows[0]["answer"] == "clear" and rows[0]["kind"] == "", "a row for a pair without")
    can = {"name": "can", "mesh": {"cylinder": [1, 2]},
           "motion": {"kind": "translation", "pose": {"position": [4, 0, 0.5]}, "by": [-4, 0, 0]}}
    both = json.dumps({"toi": 1, "bodies": ROUND["bodies"] + [can]})
    drawn = json.loads(run("check", "-", "--all", "--method", "screen", "--json", text=both).stdout)["pairs"][0]
    expect(drawn["answer"] == "contact" and not drawn["certified"] and drawn["contacts"][0]["a"] == {"face": 0},
           "the screen draws round shapes as polygons and names them")
    result = run("check", "-", "--all", "--json", text=both)
    pair = json.loads(result.stdout)["pairs"][0]
    contact = pair["contacts"][0]
    expect(result.returncode == 1 and pair["certified"] and pair["t_hit"] == 0.5, "round shapes meet each other")
    expect((contact["kind"], contact["a"], contact["b"]) == ("FF", {"face": 0}, {"face": 0}), "their faces have names")


def check_screen():
    screen = ("--method", "screen")
    _, pair = ask_all(CORNER, *screen)
    expect(pair["method"] == "screen" and pair["certified"] is False and pair["t_complete"] == 0, "a screen is an estimate")
    facts = pair["screen"]
    expect(list(facts) == ["rows", "columns", "pixel", "robust"] and facts["robust"] is False, f"its size: {facts}")
    expect(facts["rows"] > 0 and facts["columns"] > 0 and facts["pixel"] > 0, f"its size: {facts}")
    near = [contact for contact in pair["contacts"] if abs(contact["time"] - CORNER_TIMES[0]) <= facts["pixel"]]
    expect(near and near[0]["a"] == {"vertex": 4} and near[0]["b"] == {"face": 5}, f"the corner, to a pixel: {pair}")
    _, fine = ask_all(CORNER, *screen, "--pixels", "48", "--time-resolution", "0.005")
    expect(fine["screen"]["pixel"] < facts["pixel"] and fine["screen"]["rows"] > facts["rows"], "--pixels")
    _, pair = ask_all(PASSING, code=0)
    expect(pair["answer"] == "clear" and pair["method"] == "screw", "the screw proves that they pass")
    _, pair = ask_all(PASSING, *screen, code=4)
    expect(pair["answer"] == "undecided" and pair["certified"] is False, "a screen that finds nothing proves nothing")
    _, pair = ask_all(PASSING, *screen, "--robust", code=0)
    expect(pair["answer"] == "clear" and pair["certified"] is False and pair["screen"]["robust"] is True,
           "unless it reports all that comes within a pixel")
    text = run("check", "-", "--all", *screen, text=json.dumps(PASSING)).stdout
    expect("pixels of" in text and "--robust" in text, f"what to do is said: {text!r}")
    text = run("check", "-", "--all", *screen, "--robust", text=json.dumps(PASSING)).stdout
    expect(": clear: nothing comes within a pixel (estimate on a screen of" in text, f"the pixel is said: {text!r}")
    _, pair = ask_all(CLEAR, *screen, code=0)
    expect(pair["method"] == "broad" and pair["screen"] is None and pair["certified"] is True, "boxes need no screen")


def check_all_sentences():
    lines = run("check", "-", "--all", text=json.dumps(CORNER)).stdout.split("\n")
    expect(lines[0].startswith("cube - plate: contact at t = 0.158494 (certified"), f"a sentence: {lines[0]!r}")
    expect(lines[1].split() == ["time", "kind", "cube", "plate", "properness", "point"], f"a header: {lines[1]!r}")
    expect(lines[2].startswith("  0.158493649  VF    vertex 4  face 5 "), f"a row: {lines[2]!r}")
    expect(lines[2].index("(") == lines[1].index("point"), "the columns are aligned")
    expect(lines[3:] == [""], f"one contact needs no count: {lines[3:]}")
    result = run("check", "-", "--all", "--min-properness", "1", text=json.dumps(CORNER))
    expect(result.returncode == 1 and "\n  no contact of properness 1 or more\n" in result.stdout, "none is so proper")
    result = run("check", "-", "--all", text=json.dumps(CLEAR))
    expect(result.returncode == 0 and ": clear: their boxes never meet" in result.stdout, "a pair that boxes settle")
    rest = json.loads(json.dumps(HIT).replace("[0, 0, -4]", "[0, 0, 0]").replace("[0, 0, 4]", "[0, 0, 2]"))
    result = run("check", "-", "--all", text=json.dumps(rest))
    expect(result.returncode == 1 and ": contact at the start, touching (certified" in result.stdout,
           f"a box that rests on another touches it at the start: {result.stdout!r}")
    value, pair = ask_all(rest)
    expect(pair["start"] == "touching" and value["first"]["t_hit"] == 0, "it touches at time 0")
    expect(pair["contacts"] and all(contact["time"] == 0 for contact in pair["contacts"]), "its features at time 0")


def on_terminal(path, env):
    """What check writes to a terminal."""
    child, descriptor = pty.fork()
    if child == 0:
        os.execve(tool.TOOL, [tool.TOOL, "check", path], dict(os.environ, **env))
    text = b""
    try:
        while part := os.read(descriptor, 4096):
            text += part
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    os.close(descriptor)
    return text


def check_sentences():
    row = [{"name": f"b\u00f6x {i}", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "static", "pose": {
        "position": [3 * (i // 2), 0, 0]}}} for i in range(12)]
    result = run("check", "-", text=json.dumps({"toi": 1, "bodies": row}))
    lines = result.stdout.strip().split("\n")
    expect(result.returncode == 1 and len(lines) == 8, f"a table of what is not clear, and a summary: {lines}")
    column = lines[0].index("answer")
    expect(all(line[column:].startswith("contact") for line in lines[1:7]), "the columns are aligned")
    expect(lines[7].startswith("contact: first ") and "66 pairs, 6 in contact, 0 undecided, 60 clear" in lines[7],
           f"the summary counts: {lines[7]}")
    try:
        check_colours()
    except OSError as error:  # a machine without pseudo terminals
        print(f"skipped: colours: {error}")


def check_colours():
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(HIT, file)
        file.flush()
        expect(b"\x1b[1;31mcontact\x1b[0m" in on_terminal(file.name, {"TERM": "xterm", "NO_COLOR": ""}), "colour")
        expect(b"\x1b" not in on_terminal(file.name, {"TERM": "xterm", "NO_COLOR": "1"}), "NO_COLOR is respected")
        expect(b"\x1b" not in on_terminal(file.name, {"TERM": "dumb", "NO_COLOR": ""}), "a dumb terminal has no colour")


def check_outputs():
    text = json.dumps(HIT)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "result.json")
        result = run("check", "-", "--json", "-o", path, text=text)
        with open(path, encoding="utf-8") as file:
            expect(json.load(file)["answer"] == "contact" and result.stdout == "", "-o writes the file")
        expect(os.listdir(folder) == ["result.json"], "nothing else is left")
        result = run("check", "-", "-o", os.path.join(folder, "no", "file"), text=text)
        expect(result.returncode == 5 and one_message(result, "no/file"), "an output that cannot be opened exits 5")
    for arguments in (["check", "-"], ["check", "-", "--json"], ["check", "-", "--csv"], ["pose", "-", "--time", "0"],
                      ["--help"], ["--man"]):
        with open("/dev/full", "w", encoding="ascii") as full:
            result = run(*arguments, text=text, stdout=full)
        expect(result.returncode == 5 and "standard output" in result.stderr, f"{arguments} on a full disk exits 5")
        result = run(*arguments, "-o", "/dev/full", text=text)
        expect(result.returncode == 5 and one_message(result, "/dev/full"), f"{arguments} -o on a full disk exits 5")


def check_pose_and_info():
    value = json.loads(run("pose", "-", "--time", "0.25", "--json", "--vertices", text=json.dumps(HIT)).stdout)
    expect(value["time"] == 0.25 and value["bodies"][0]["position"] == [0, 0, 3], "pose at a time")
    expect(value["bodies"][0]["vertices"][7] == [1, 1, 4] and len(value["bodies"][0]["vertices"]) == 8, "vertices")
    rows = list(csv.DictReader(io.StringIO(run("pose", "-", "--time", "1", "--csv", text=json.dumps(HIT)).stdout)))
    expect(rows[0]["name"] == "rod" and float(rows[0]["z"]) == 0 and float(rows[0]["qw"]) == 1, "poses as CSV")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a\udcff\n.obj")
        with open(path, "w", encoding="ascii") as file:
            file.write(TRIANGLE)
        value = json.loads(run("info", path, path, "--json").stdout)
        mesh = value["meshes"][1]
        expect(mesh["file"].endswith("a\ufffd\n.obj"), "file names are valid text whatever they are")
        expect(mesh["triangles"] == 1 and mesh["closed"] is False and mesh["bounds"] == [[0, 0, 0], [1, 1, 0]], "facts")
        expect(mesh["defects"]["edges_boundary"] == 3, "defects")
        expect("open" in run("info", path).stdout, "facts in words")
        expect(len(list(csv.DictReader(io.StringIO(run("info", path, "--csv").stdout)))) == 1, "facts as CSV")
        expect("3 vertices, 1 face, 1 triangle, 3 edges" in run("info", path).stdout, "one is not said to be many")
        result = run("info", "missing.obj", path, "a.step", "--json")
        expect(result.returncode == run("info", "missing.obj").returncode != 0, "exit code of the first bad file")
        expect(len(json.loads(result.stdout)["meshes"]) == 1, "a bad file does not hide the others")
        expect("missing.obj" in result.stderr and "a.step" in result.stderr, "every bad file is told")


SVG = "{http://www.w3.org/2000/svg}"


def ask_picture(scene, *options):
    """The text of all texts of the picture, one a line, and what went to stderr."""
    result = run("screen", "-", *options, text=json.dumps(scene))
    expect(result.returncode == 0, f"{options}: exit {result.returncode}: {result.stderr}")
    root = xml.etree.ElementTree.fromstring(result.stdout.encode())
    expect(root.tag == SVG + "svg", "the root is an svg")
    texts = list(root.iter(SVG + "text"))
    expect(texts and all(float(text.get("font-size")) >= 8 for text in texts), "texts of at least eight points")
    return "\n".join(text.text or "" for text in texts), result.stderr


def check_picture():
    text, said = ask_picture(CORNER)
    expect("Collision screen: cube and plate" in text and said == "", f"a title, and nothing more to say: {said!r}")
    for part in ("0.158494", "VF", "vertex 4", "face 5", "properness", "h in pixels: columns", "edge 12 pixels"):
        expect(part in text, f"the picture says {part}: {text!r}")
    text, _ = ask_picture(CORNER, "--pixels", "3", "--time-resolution", "0.1", "--min-properness", "-1")
    expect(text.count("\nVF") + text.count("\nFV") + text.count("\nEE") >= 4, "improper contacts are listed")
    expect("faces forward" not in text, "then all of both bodies is drawn")
    text, _ = ask_picture(CLEAR)
    expect("No contact." in text, "a pair that does not touch is drawn all the same")
    text, _ = ask_picture(HIT, "--relative-screw", "--pair", "wall, \"left\",rod")
    expect("A: wall" in text and "B: rod" in text and "between the end poses" in text, "the pair in the order named")
    three = json.loads(json.dumps(HIT))
    three["bodies"].insert(0, {"name": "far", "mesh": {"box": [1, 1, 1]},
                               "motion": {"kind": "static", "pose": {"position": [50, 0, 0]}}})
    text, said = ask_picture(three)
    expect("rod" in text and "touch first" in said and said.count("\n") == 1, f"of several pairs the first hit: {said!r}")
    text, said = ask_picture(three, "--pair", "far,rod")
    expect("far and rod" in text and said == "", "a pair that was named needs no word")
    three["only"] = [["far", "rod"]]
    expect("far and rod" in ask_picture(three)[0], "the scene says which pairs there are")


def check_documented_picture():
    path = os.path.join(tool.SOURCE, "docs", "pictures", "screen-tori.svg")
    with open(path, encoding="utf-8") as file:
        old = [text.text for text in xml.etree.ElementTree.fromstring(file.read().encode()).iter(SVG + "text")]
    result = run("screen", os.path.join(tool.SOURCE, "scenes", "tori.json"), "--pixels", "6")
    new = [text.text for text in xml.etree.ElementTree.fromstring(result.stdout.encode()).iter(SVG + "text")]
    expect(old == new, f"{path} says what the tool says; docs/methods/screw.md tells how to draw it again")


def check_picture_refusals():
    for scene, arguments, code, parts in (
            (ROUND, [], 3, ["ball"]), ({"toi": 1, "bodies": [HIT["bodies"][0]]}, [], 3, ["no pair to draw"]),
            (dict(HIT, only=[]), [], 3, ["no pair to draw"]), (HIT, ["--pair", "rod"], 2, ["A,B"]),
            (HIT, ["--pair", "rod,rod"], 2, ["two bodies"]), (HIT, ["--pair", "rod,nail"], 2, ["nail"])):
        result = run("screen", "-", *arguments, text=json.dumps(scene))
        expect(result.returncode == code and result.stdout == "" and all(part in result.stderr for part in parts),
               f"{arguments}: exit {result.returncode}, {result.stderr!r}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "screen.svg")
        result = run("screen", "-", "-o", path, text=json.dumps(HIT))
        expect(result.returncode == 0 and result.stdout == "" and os.listdir(folder) == ["screen.svg"], "-o writes a file")
        with open(path, encoding="utf-8") as file:
            expect(file.read() == run("screen", "-", text=json.dumps(HIT)).stdout, "the same that stdout has")
        result = run("screen", "-", "-o", os.path.join(folder, "no", "screen.svg"), text=json.dumps(HIT))
        expect(result.returncode == 5 and one_message(result, "cannot be written"), "a folder that is not there")
        result = run("screen", "-", "-o", "/dev/full", text=json.dumps(HIT))
        expect(result.returncode == 5 and one_message(result, "cannot be written"), "a full disk")
        expect(os.listdir(folder) == ["screen.svg"], "failures leave nothing")


def main():
    tool.need_tool()
    check_help()
    check_usage()
    check_refusals()
    check_inputs()
    check_answers()
    check_contact()
    check_all()
    check_all_lists()
    check_screen()
    check_all_sentences()
    check_picture()
    check_documented_picture()
    check_picture_refusals()
    check_sentences()
    check_outputs()
    check_pose_and_info()
    tool.finish("tool contract")


if __name__ == "__main__":
    main()
