#!/usr/bin/env python3
"""The contract of `toi screen`: options, what the picture says, refusals."""

import json
import os
import tempfile
import xml.etree.ElementTree

import tool_support as tool
from tool_scenes import CLEAR, CORNER, HIT, ROUND
from tool_support import expect, expect_usage, one_message, run

SVG = "{http://www.w3.org/2000/svg}"


def check_usage():
    expect_usage([
        (["screen"], "needs SCENE"), (["screen", "a", "--json"], "does not take"), (["screen", "a", "--all"], "does not take"),
        (["screen", "a", "--pixels", "0"], "whole number"), (["screen", "a", "--time-resolution", "0"], "above 0"),
        (["screen", "a", "--min-properness", "2"], "from -1 to 1"), (["screen", "a", "--pair"], "needs a value"),
        (["check", "a", "--pair", "b,c"], "does not take"),
    ])


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


def check_refusals():
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
    check_usage()
    check_picture()
    check_documented_picture()
    check_refusals()
    tool.finish("tool screen")


if __name__ == "__main__":
    main()
