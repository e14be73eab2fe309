#!/usr/bin/env python3
"""The contract of `toi check --all`: options, lists, the screen, sentences."""

import csv
import io
import json
import math

import tool_support as tool
from tool_scenes import CLEAR, CORNER, CORNER_TIMES, HIT, PASSING, ROUND
from tool_support import expect, expect_usage, run


def check_usage():
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
    expect_usage((["check", "a", *arguments], part) for arguments, part in cases)


def ask_all(scene, *arguments, code=1):
    result = run("check", "-", "--all", "--json", *arguments, text=json.dumps(scene))
    expect(result.returncode == code, f"--all {arguments} exits {code}: {result.returncode} {result.stderr!r}")
    value = json.loads(result.stdout)
    return value, value["pairs"][0]


def check_contact():
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


def check_lists():
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


def check_sentences():
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


def main():
    tool.need_tool()
    check_usage()
    check_contact()
    check_lists()
    check_screen()
    check_sentences()
    tool.finish("tool all")


if __name__ == "__main__":
    main()
