#!/usr/bin/env python3
"""The contract of the command line: options, help, exit codes, outputs, refusals."""

import csv
import io
import json
import os
import pty
import re
import tempfile

import tool_support as tool
from tool_scenes import CLEAR, HIT, OPEN, ROUND
from tool_support import expect, expect_usage, one_message, run

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
OF_ALL = ("all", "min-properness", "leaving", "concurrent", "max-contacts", "relative-screw", "max-model-error", "pixels",
          "time-resolution", "robust")


def check_written(arguments):
    """An example that writes a file does so."""
    with tempfile.TemporaryDirectory() as folder:
        result = run(*(os.path.join(tool.SOURCE, part) if part.startswith("scenes/") else part for part in arguments), cwd=folder)
        expect(result.returncode == 0 and result.stdout == "" and os.listdir(folder) == [arguments[-1]],
               f"{arguments} writes its file")


def check_examples(page):
    """What a page of help shows of the output of a command is what it prints, or the start of it."""
    lines = page.split("\n")
    for start, line in enumerate(lines):
        if not line.startswith("  $ toi "):
            continue
        if " -o " in line:
            check_written(line.split()[2:])
            continue
        end = next(i for i in range(start + 1, len(lines)) if lines[i] and not lines[i].startswith("  ")
                   or lines[i].startswith("  $ "))
        shown = "\n".join(part[2:] for part in lines[start + 1:end]).rstrip()
        real = run(*line.split()[2:], cwd=tool.SOURCE).stdout
        expect(shown and (real + "\n").startswith(shown + "\n"), f"help quotes {line.strip()}")


def all_commands():
    """The commands that there are, as the refusal of another one names them."""
    names = re.findall(r'"([a-z]+)"', run("none").stderr.split(" has ", 1)[1])
    expect(len(names) >= 8 and "overlap" in names, f"commands are named: {names}")
    return names


def check_help():
    pages = [[command, "--help"] for command in all_commands()]
    for arguments in (["--help"], ["-h"], ["info", "-h"], ["help"], ["help", "pose"], *pages):
        result = run(*arguments)
        expect(result.returncode == 0 and result.stderr == "", f"{arguments} is no error")
        expect(result.stdout.startswith(("Example:\n  $ toi ", "Examples:\n  $ toi ")), f"{arguments} begins with an example")
        check_examples(result.stdout)
        expect("Exit status:" in result.stdout, f"{arguments} lists exit codes")
        own = result.stdout[result.stdout.index("Usage:"):] # what is quoted before it is as wide as it is
        expect(all(len(line) <= 100 for line in own.split("\n")), f"{arguments} fits a terminal")
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


def check_usage():
    cases = [
        ([], "toi check SCENE"), (["check"], "needs SCENE"), (["check", "a", "b"], "too much"),
        (["chek", "a"], 'did you mean "check"'), (["paint", "a"], 'this version has "check", "trace", "contacts"'),
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
    cases.append((["check", "a", "--safety", "0.5"], "--safety needs --max-step"))
    cases.append((["check", "a", "--max-step", "--safety", "0"], "--safety must be above 0"))
    cases.append((["check", "a", "--max-step", "--csv"], "--max-step does not go with --csv"))
    cases.append((["check", "a", "--max-step", "--all"], "--max-step does not go with --all"))
    expect_usage(cases)


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


def main():
    tool.need_tool()
    check_help()
    check_usage()
    check_refusals()
    check_inputs()
    check_answers()
    check_contact()
    check_sentences()
    check_outputs()
    check_pose_and_info()
    tool.finish("tool contract")


if __name__ == "__main__":
    main()
