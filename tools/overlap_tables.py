#!/usr/bin/env python3
"""overlap_tables.py [FOLDER [FOLDER]]: writes what was measured into the tables of docs/methods/overlap-paper.md, -join.md, -broad.md and -peers.md.

Run from the root of the source. FOLDER has the CSVs that `tools/bench.sh overlap_paper FOLDER` wrote, and it, or the second one, that of
tools/bench_meet.sh. A table stands between
`<!-- measured NAME -->` and `<!-- end -->`.
"""
import re
import sys
from pathlib import Path

import meet_table
from draw_overlap import DEFAULT, METHODS, fits, name_count, read

PAGES = ("overlap-paper", "overlap-join", "overlap-broad", "overlap-peers")
# What the paper says, in milliseconds: of its method, and of what it compares with.
SAID = {"approach-168": (11, None), "approach-528": (16, None), "approach-960": (24, None), "approach-3968": (70, None),
        "crowd-15x528": (31, None), "crowd-2of15x528": (16, None), "room": (11, 161), "crowd-10x528": (16, 10),
        "crowd-20x528": (21, 35), "crowd-30x528": (22, 76), "crowd-40x528": (41, 140)}
AGAINST = {"room": "octree-update", "crowd": "separating-planes", "bouncing": "closest-features"}
NAMES = {"approach": "two spheres, last cycle", "crowd": "spheres, last cycle", "room": "room, last cycle"}


def us(value):
    value = float(value)
    return f"{value:.3g}" if value < 1000 else name_count(float(f"{value:.3g}"))


def table(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


class Results:
    def __init__(self, folder, peers):
        self.meet = peers / "meet.csv"
        sums = read(folder / "overlap.csv")
        self.sums = {(r["world"], r["method"]): r for r in sums}
        self.growth, self.levels = read(folder / "overlap-growth.csv"), read(folder / "overlap-levels.csv")

    def cell(self, world, method, column):
        row = self.sums.get((world, method))
        return us(row[column]) if row else ""

    def row(self, label, world, column, against=None):
        said, other = SAID.get(world, (None, None))
        return [label, str(said) if said else "", *(self.cell(world, m, column) for m, *_ in METHODS),
                str(other) if other else "", self.cell(world, against, column) if against else ""]


def main_table(r):
    rows = [r.row(f"two spheres of {n}, last cycle (6, 7)", f"approach-{n}", "last_us") for n in (168, 528, 960, 3968)]
    rows.append(r.row("15 shuttles, last cycle (8)", "crowd-15x528", "last_us"))
    rows.append(r.row("the two of them that meet", "crowd-2of15x528", "last_us"))
    rows += [r.row(f"{n} spheres of 528, last cycle (13)", f"crowd-{n}x528", "last_us", "separating-planes") for n in (10, 20, 30, 40)]
    rows.append(r.row("room, last cycle (14)", "room", "last_us", "octree-update"))
    for n in (168, 960):
        for label, column in (("all cycles", "mean_us"), ("with contact", "mean_meeting_us")):
            rows.append(r.row(f"15 spheres of {n}, mean: {label} (16 to 18)", f"bouncing-15x{n}", column, "closest-features"))
    hands = r.row("hands, mean: all cycles (12)", "hands", "mean_us")
    hands[1] = "11.5"
    rows += [hands, r.row("hands, mean: with contact", "hands", "mean_meeting_us")]
    head = ["experiment (figure)", "paper, ms", "level 6", "level as needed", "join", "default", "compared: paper, ms", "compared: here"]
    return table(head, rows)


def fits_table(r):
    rows = []
    for method, label, *_ in METHODS:
        points = sorted((int(x["size"]), float(x["us"])) for x in r.growth
                        if x["world"].startswith("approach") and x["method"] == method)
        found = [fits(points, limit) for limit in (1e3, 1e4, 1e5)]
        rows.append([label] + [name_count(float(f"{x:.2g}")) if x else f"more than {name_count(points[-1][0])}" for x in found])
    return table(["faces of each sphere", "1 ms", "10 ms", "100 ms"], rows)


def levels_table(r):
    rows = []
    for world in dict.fromkeys(x["world"] for x in r.levels):
        def of(level=None, least=True, **want):
            found = [x for x in r.levels if x["world"] == world and x["boxes"] == "yes" and all(x[k] == v for k, v in want.items())
                     and (x["level"] == level if level else x["level"] not in ("auto", "0"))]
            best = min(found, key=lambda x: float(x["us"]))
            return us(best["us"]) if level else f"{us(best['us'])} ({best['level']})"
        plain = {"shape": "eighths", "root": "world"}
        rows.append([world, of("6", test="clip", **plain), of("6", test="face_box", **plain), of(test="clip", **plain),
                     of(test="face_box", **plain), of(test="face_box", shape="halves", root="world"),
                     of(test="face_box", shape="eighths", root="regions"), of("auto", test="clip", **plain), of("auto", test="face_box", **plain)])
    head = ["world", "6, clip", "6, box", "best clip (level)", "best box", "bintree, best box", "cubes of regions, best box", "as needed, clip",
            "as needed, box"]
    return table(head, rows)


def threads_table(r):
    found = {(x["world"], x["method"], x["threads"]): x["us"] for x in r.growth if x["part"] == "threads"}
    rows = [[f"40 spheres of {world.split('x')[1]}", {"octree-6": "paper, level 6", "engine": "default", "engine-join": "join"}[method], us(one),
             us(found[world, method, "2"]), f"{float(one) / float(found[world, method, '2']):.2g}"]
            for (world, method, threads), one in found.items() if threads == "1"]
    return table(["bodies", "method", "one thread", "two", "times as fast"], rows)


def join_table(r):
    rows = []
    for world in dict.fromkeys(x["world"] for x in r.growth if x["part"] == "faces"):
        of = {x["method"]: x for x in r.growth if x["world"] == world and x["part"] == "faces"}
        shape, faces = world.replace("approach", "two spheres").replace("tori", "two tori").split("-")
        rows.append([f"{shape} of {name_count(int(faces))}", of["engine"]["pairs"], us(of["engine"]["us"]), us(of["engine-join"]["us"]),
                     us(of["octree-6"]["us"])])
    return table(["bodies", "pairs that meet", "trees", "join", "paper, level 6"], rows)


def bodies_table(r):
    found = {(x["size"], x["method"]): x["us"] for x in r.growth if x["part"] == "bodies"}
    rows = [[name_count(int(n)), us(found[n, "every-pair"]), us(found[n, "broad-anew"]), us(found[n, "broad-moved"])]
            for n in dict.fromkeys(n for n, _ in found)]
    return table(["bodies", "every pair", "drawn anew in each frame", "moved a two hundredth of a side"], rows)


def peers_table(r):
    return meet_table.table(r.meet)


def memory_table(r):
    rows = []
    for workload, contenders in meet_table.read(r.meet).items():
        if not workload.startswith("grow-") or ("1M-" not in workload and "10000" not in workload) or workload.endswith("-rest"):
            continue
        right = {x["contender"]: float(x["held_bytes"]) / 1e6 for x in contenders if x["verdict"] == "right"}
        ours = right.pop("toi")
        right.pop("toi_join", None)
        least = min(right, key=right.get)
        rows.append([workload, f"{ours:.3g}", f"{least} {right[least]:.3g}", f"{float(contenders[0]['mesh_bytes']) / 1e6:.3g}"])
    return table(["workload", "toi, MB", "least of right peers, MB", "meshes of toi, MB"], rows)


TABLES = {"peers": peers_table, "memory": memory_table, "experiments": main_table, "fits": fits_table, "levels": levels_table, "threads": threads_table, "join": join_table,
          "bodies": bodies_table}


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else DEFAULT)
    results = Results(folder, Path(sys.argv[2]) if len(sys.argv) > 2 else folder)
    for page in PAGES:
        path = Path(f"docs/methods/{page}.md")
        text = re.sub(r"<!-- measured (\w+) -->\n.*?<!-- end -->",
                      lambda m: f"<!-- measured {m[1]} -->\n{TABLES[m[1]](results)}\n<!-- end -->",
                      path.read_text(encoding="utf-8"), flags=re.S)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
