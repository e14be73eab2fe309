#!/usr/bin/env python3
"""The scenes of workloads/screw: check --all gives exactly their expected contacts, whose times first contact confirms."""

import json
import os

import tool_support as tool
from tool_support import expect, run

FOLDER = os.path.join(tool.DATA, "workloads", "screw")
LEAST = 100  # scenes that must be there
TIME = 1e-12
PROPERNESS = 1e-5  # six digits are given
EARLY = 1e-7  # first contact may be early by its tolerance over the closing speed


def name_of(contact):
    return json.dumps([contact["kind"], contact["a"], contact["b"]])


def check_scene(name, expected):
    """The number of contacts."""
    path = os.path.join(FOLDER, name)
    result = run("check", path, "--all", "--json")
    pair = json.loads(result.stdout)["pairs"][0]
    found = {name_of(contact): contact for contact in pair["contacts"]}
    wanted = {name_of(contact): contact for contact in expected}
    meets = expected or pair["start"] in ("touching", "overlapping")
    expect(result.returncode == (1 if meets else 0), f"{name}: exit {result.returncode}, start {pair['start']}")
    expect(sorted(found) == sorted(wanted) and len(found) == pair["contacts_found"],
           f"{name}: {sorted(found)}, not {sorted(wanted)}")
    for key in found.keys() & wanted.keys():
        expect(abs(found[key]["time"] - wanted[key]["time"]) <= TIME, f"{name}: time of {key}")
        proper, given = found[key]["properness"], wanted[key]["properness"]
        # That of two edges is given by another formula, which agrees in sign alone.
        agree = (proper > 0) == (given > 0) if wanted[key]["kind"] == "EE" else abs(proper - given) <= PROPERNESS
        expect(agree, f"{name}: properness of {key}: {proper}, not {given}")
    if expected and pair["start"] == "free":
        first = json.loads(run("check", path, "--json").stdout)["first"]
        least = min(contact["time"] for contact in expected)
        expect(first is not None and least - EARLY <= first["t_hit"] <= least + TIME, f"{name}: first contact at {first}")
    return len(expected)


def main():
    tool.need_tool()
    if not os.path.isdir(FOLDER):
        print("skipped: no data", FOLDER)
        raise SystemExit(tool.SKIPPED)
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".json"))
    expect(len(names) >= LEAST, f"{len(names)} scenes, at least {LEAST}")
    contacts = 0
    for name in names:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            scene = json.load(file)
        contacts += check_scene(name, scene["extras"]["expected_contacts"])
    print(f"{contacts} contacts of {len(names)} scenes")
    tool.finish("contacts")


if __name__ == "__main__":
    main()
