#!/usr/bin/env python3
"""The contract of `toi primitives`: both forms of files, packed or not, answers beside known ones, outputs, refusals."""

import csv
import gzip
import io
import json
import os
import tempfile
from fractions import Fraction

import tool_support as tool
from tool_support import expect, expect_usage, one_message, run

EXAMPLE = os.path.join(tool.SOURCE, "examples", "queries.csv")


def ask(path, *options, code=1):
    result = run("primitives", path, "--json", *options)
    expect(result.returncode == code, f"{path} {options}: exit {result.returncode}, not {code}: {result.stderr}")
    return json.loads(result.stdout) if result.stdout else {}


def check_usage():
    expect_usage([
        (["primitives"], "needs FILE"), (["primitives", "a", "b"], "too much"), (["primitives", "a", "--solid"], "does not take"),
        (["primitives", "a", "--kind", "vv"], "--kind must be vf or ee"), (["primitives", "a", "--tolerance", "0"], "positive"),
        (["primitives", "a", "--exact", "--separation", "1"], "--exact does not go with --separation"),
        (["primitives", "a", "--max-steps", "0"], "whole number"), (["primitive", "a"], 'did you mean "primitives"?'),
        (["check", "a", "--exact"], "does not take"),
    ])


def check_example(folder):
    value = ask(EXAMPLE)
    expect(value == {"toi_result": 1, "queries": 3, "contacts": 2, "undecided": 0, "known": 3, "false_negatives": 0,
                     "false_positives": 0, "late": 0}, f"the example: {value}")
    rows = list(csv.DictReader(io.StringIO(run("primitives", EXAMPLE, "--csv").stdout)))
    expect([row["answer"] for row in rows] == ["contact", "contact", "clear"], "answers are in order")
    expect([row["id"] for row in rows] == ["falls-on-face", "edges-cross", "falls-beside"], "and have their names")
    expect(abs(float(rows[0]["t_free"]) - 0.5) < 2e-12 and float(rows[2]["t_free"]) == 1, "times are those of the example")
    exact = list(csv.DictReader(io.StringIO(run("primitives", EXAMPLE, "--csv", "--exact").stdout)))
    expect([row["t_exact"] for row in exact[:2]] == ["0.5", "0.25"] and exact[2]["t_exact"] == "inf", "exact times")
    packed = os.path.join(folder, "queries.csv.gz")
    with open(EXAMPLE, "rb") as plain, gzip.open(packed, "wb") as file:
        file.write(plain.read())
    expect(ask(packed) == value, "a packed file has the same answers")
    expect(ask(EXAMPLE, "--separation", "2.2", "--threads", "2")["contacts"] == 3, "a separation is a distance")
    quiet = run("primitives", EXAMPLE, "--quiet")
    expect(quiet.returncode == 1 and quiet.stdout == "", "quiet says nothing")
    output = os.path.join(folder, "rows.csv")
    expect(run("primitives", EXAMPLE, "--csv", "-o", output).returncode == 1 and os.path.exists(output), "-o writes a file")


def rational_rows(x, contact):
    for i in range(8):
        fractions = [Fraction(float(c)) for c in x[3 * i:3 * i + 3]]
        yield ",".join(f"{f.numerator},{f.denominator}" for f in fractions) + f",{contact}\n"


def check_rational(folder):
    with open(EXAMPLE, encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if row["type"] == "vf"]
    text = "".join("".join(rational_rows([row[f"x{i}"] for i in range(24)], row["gt"])) for row in rows)
    inside = os.path.join(folder, "vertex-face")
    os.mkdir(inside)
    for place, options in ((os.path.join(inside, "data.csv"), ()), (os.path.join(folder, "data.csv"), ("--kind", "vf"))):
        with open(place, "w", encoding="ascii") as file:
            file.write(text)
        value = ask(place, *options)
        expect(value["queries"] == 2 and value["contacts"] == 1 and value["false_positives"] == 0, f"rational rows: {value}")
    result = run("primitives", os.path.join(folder, "data.csv"))
    expect(result.returncode == 3 and one_message(result, "data.csv:1", "--kind"), f"rows of no kind: {result.stderr!r}")


def check_refusals(folder):
    good = open(EXAMPLE, encoding="ascii").read().split("\n")
    bad = [
        (good[1].replace(",vf,", ",vv,"), "the type must be vf or ee"), (good[1].replace("0.25", "nan", 1), "not a finite number"),
        (good[1].replace("0.25", "0.25x", 1), "not a finite number"), (good[1] + ",7", "too many fields"),
        (good[1].rsplit(",", 1)[0], "a row has id"), ("1,3,0,1,0,1,0", "a coordinate must be a double"),
        ("9007199254740993,1,0,1,0,1,0", "a coordinate must be a double"), ("1,2,0,1,0,1,5", "must be 0 or 1"),
        ("1,2,0,1,0,1,1", "eight rows of seven fields"), ("x" * 5000, "too long"),
    ]
    path = os.path.join(folder, "bad.csv")
    for line, part in bad:
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join([good[0], good[2], line, ""]))
        result = run("primitives", path, "--kind", "vf")
        expect(result.returncode == 3 and one_message(result, "bad.csv:", part), f"{part}: {result.returncode} {result.stderr!r}")
    with open(path, "wb") as file:
        file.write(gzip.compress(b"a" * 100000)[:-20])
    expect(run("primitives", path).returncode == 3, "a file that is cut off is refused")
    result = run("primitives", os.path.join(folder, "none.csv"))
    expect(result.returncode == 3 and one_message(result, "none.csv: cannot be opened: No such file"), "a missing one is")


def check_data():
    folder = os.path.join(tool.DATA, "ccd-queries")
    if not os.path.isdir(folder):
        print("no ccd-queries: left out")
        return
    for name, count in (("simulation", 7100), ("touching", 720)):
        path = os.path.join(folder, name + ".csv.gz")
        for options in ((), ("--exact",)):
            value = ask(path, *options)
            wrong = [value[key] for key in ("false_negatives", "false_positives", "late", "undecided")]
            expect(value["queries"] == count and wrong == [0, 0, 0, 0], f"{name} {options}: {value}")


def main():
    tool.need_tool()
    check_usage()
    with tempfile.TemporaryDirectory() as folder:
        check_example(folder)
        check_rational(folder)
        check_refusals(folder)
    check_data()
    tool.finish("tool_primitives")


if __name__ == "__main__":
    main()
