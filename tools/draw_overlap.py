#!/usr/bin/env python3
"""draw_overlap.py [FOLDER]: draws the figures of [Kitamura98] from what was measured, docs/pictures/overlap-*.svg.

Run from the root of the source. FOLDER has the CSVs that `tools/bench.sh overlap_paper FOLDER` wrote; bench/README.md says how.
On the left is what the paper shows, on the right the same by toi_overlap_find. Prints how many faces fit into a time.
"""
import csv
import sys
from math import ceil, floor, log10
from pathlib import Path

from draw_first import BLUE, GREY, INK, ORANGE, RED, Picture

DEFAULT = "bench/results/xeon-2.6ghz-2core"
GREEN = "#3a8f3d"
PAPER, ENGINE, JOIN = "octree-6", "engine", "engine-join"
WIDTH, HEIGHT = 940, 330
LEFT, RIGHT, PANEL = 62, 530, 392
GRID = "#e2e5e8"


def read(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def name_time(us):
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if us >= size:
            return f"{us / size:g} {unit}"
    return f"{us:g} \u00b5s" if us > 0 else "0"


def name_count(x):
    return f"{x:,.0f}".replace(",", "\u2009")


def ticks(most, about=5):
    """Round numbers from 0 to at least `most`."""
    step = 10 ** floor(log10(most / about))
    step *= next(k for k in (1, 2, 5, 10) if most / (k * step) <= about)
    return [k * step for k in range(ceil(most / step) + 1)]


class Series:
    """A line: told apart without colour too, by dashes or marks."""

    def __init__(self, label, color, points, dash="", shape="", width=1.5):
        self.label, self.color, self.points, self.dash, self.shape, self.width = label, color, points, dash, shape, width


def mark(p, x, y, shape, color):
    px, py = p.at(x, y)
    outline = {
        "square": [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        "diamond": [(-4.8, 0), (0, -4.8), (4.8, 0), (0, 4.8)],
        "triangle": [(-4.2, 3.4), (4.2, 3.4), (0, -4.4)],
    }.get(shape)
    if outline is None:
        p.dot(x, y, color, 3.8)
        return
    corners = " ".join(f"{px + dx:.1f},{py + dy:.1f}" for dx, dy in outline)
    p.lines.append(f'<polygon points="{corners}" fill="{color}" stroke="#fff"/>')


def legend(p, series):
    x = p.left
    for s in series:
        if not s.label:
            continue
        p.lines.append(f'<line x1="{x}" y1="31" x2="{x + 24}" y2="31" stroke="{s.color}" stroke-width="2" '
                       f'stroke-dasharray="{s.dash or "none"}"/>')
        if s.shape:
            across, along = (x + 12 - p.left) / p.panel_width, (31 - p.top) / p.panel_height
            mark(p, p.x0 + across * (p.x1 - p.x0), p.y1 - along * (p.y1 - p.y0), s.shape, s.color)
        p.note(x + 28, 35, s.label, size=11)
        x += 36 + 6.1 * len(s.label)


def axes(p, x_ticks, y_ticks, x_name):
    """Ticks are (where, text)."""
    for at, text in y_ticks:
        p.line([(p.x0, at), (p.x1, at)], GRID, 1)
        px, py = p.at(p.x0, at)
        p.note(px - 6, py + 4, text, size=11, anchor="end")
    for at, text in x_ticks:
        px, py = p.at(at, p.y0)
        p.lines.append(f'<line x1="{px:.1f}" y1="{py:.1f}" x2="{px:.1f}" y2="{py + 4:.1f}" stroke="{GREY}"/>')
        p.note(px, py + 16, text, size=11, color="#555", anchor="middle")
    p.note(p.left + p.panel_width / 2, p.height - 4, x_name, size=11, color="#555", anchor="middle")


def plot(p, left, title, series, x_name, x_most=None, logs=(False, False), x_ticks=None, lines=()):
    """One panel; `lines` are (time, label) across it."""
    xs = [x for s in series for x, _ in s.points]
    ys = [y for s in series for _, y in s.points] + [y for y, _ in lines]
    scale = [log10 if log else (lambda v: v) for log in logs]
    if logs[1]:
        powers = list(range(floor(log10(min(ys))), ceil(log10(max(ys))) + 1))
        y_span, y_ticks = (powers[0], powers[-1]), [(k, name_time(10.0**k)) for k in powers]
    else:
        steps = ticks(max(ys))
        y_span, y_ticks = (0, steps[-1]), [(y, name_time(round(y, 9))) for y in steps]
    if x_ticks is None:
        x_ticks = ticks(x_most or max(xs), 6)
    low, high = (min(xs) / 1.3, max(xs) * 1.3) if logs[0] else (0, x_most or max(xs))
    p.panel(left, PANEL, title, "", ((scale[0](low), scale[0](high)), y_span))
    axes(p, [(scale[0](x), name_count(x)) for x in x_ticks if low <= x <= high], y_ticks, x_name)
    for y, label in lines:
        p.line([(p.x0, scale[1](y)), (p.x1, scale[1](y))], GREY, 1, "1 3")
        px, py = p.at(p.x0, scale[1](y))
        p.note(px + 6, py - 4, label, size=11, color="#666")
    for s in series:
        points = [(scale[0](x), scale[1](y)) for x, y in s.points]
        p.line(points, s.color, s.width, s.dash)
        for x, y in points if s.shape else ():
            mark(p, x, y, s.shape, s.color)
    legend(p, series)


def cycles_of(rows, world, method):
    return [(int(r["cycle"]), float(r[method])) for r in rows if r["world"].startswith(world)]


def pair(name, *panels):
    """Two panels: each (title, series, name of the x axis, more)."""
    p = Picture(WIDTH, HEIGHT)
    for left, (title, series, x_name, more) in zip((LEFT, RIGHT), panels):
        plot(p, left, title, series, x_name, **more)
    p.write(f"overlap-{name}.svg")


def same(name, titles, make, x_name="cycle", **more):
    """The paper's method on the left, the engine on the right."""
    pair(name, *((title, make(method), x_name, more) for title, method in zip(titles, (PAPER, ENGINE))))


FOUR = ((BLUE, ""), (ORANGE, "7 3"), (GREEN, "3 2"), (RED, ""))


def draw_6(cycles):
    same("fig06", ("Figure 6: the paper's method", "The same by toi_overlap_find"),
         lambda method: [Series(f"{faces} faces", color, cycles_of(cycles, f"approach-{faces}", method), dash)
                         for faces, (color, dash) in zip((168, 528, 960, 3968), FOUR)])


def last_times(sums, method):
    return sorted((int(r["world"].split("-")[1]), float(r["last_us"])) for r in sums
                  if r["world"].startswith("approach-") and r["method"] == method)


METHODS = ((PAPER, "paper, level 6", RED, "", "circle"), ("octree-auto", "level as needed", ORANGE, "7 3", "square"),
           (JOIN, "join", GREEN, "3 2", "triangle"), (ENGINE, "default", BLUE, "", "diamond"))


def fits(points, limit):
    """Faces at which the time passes the limit, along a line between logarithms; None beyond what was measured."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if y0 <= limit < y1:
            share = log10(limit / y0) / log10(y1 / y0)
            return 10 ** (log10(x0) + share * log10(x1 / x0))
    return None


def draw_7(sums, growth):
    series = [Series(label, color, last_times(sums, m), dash, shape) for m, label, color, dash, shape in METHODS]
    grown = [Series(s.label, s.color,
                    sorted((int(r["size"]), float(r["us"])) for r in growth if r["world"].startswith("approach") and r["method"] == m[0]),
                    s.dash, s.shape) for s, m in zip(series, METHODS)]
    pair("fig07", ("Figure 7: last cycle", series, "faces of each sphere", {"x_most": 4000}),
         ("The same up to a million faces", grown, "faces of each sphere",
          {"logs": (True, True), "x_ticks": [1e3, 1e4, 1e5, 1e6],
           "lines": [(1e3, "1 ms"), (1e4, "10 ms"), (1e5, "100 ms")]}))
    print("faces of each sphere that fit into 1, 10, 100 ms:")
    for s in grown:
        found = [fits(s.points, limit) for limit in (1e3, 1e4, 1e5)]
        print(f"  {s.label}: " + ", ".join(f"{x:,.0f}" if x else f"more than {s.points[-1][0]:,}" for x in found))


def draw_8(cycles):
    same("fig08", ("Figure 8: shuttles; the paper's method", "The same by toi_overlap_find"),
         lambda method: [Series("15 shuttles", BLUE, cycles_of(cycles, "crowd-15x528", method)),
                         Series("the 2 that meet", RED, cycles_of(cycles, "crowd-2of15x528", method), "5 3")])


def mean(values):
    return sum(values) / len(values) if values else 0.0


def draw_12(cycles):
    p = Picture(WIDTH, HEIGHT)
    for left, title, method in ((LEFT, "Figure 12: the paper's method", PAPER),
                                (RIGHT, "The same by toi_overlap_find", ENGINE)):
        points = cycles_of(cycles, "hands", method)
        meets = [int(r["face_pairs"]) > 0 for r in cycles if r["world"] == "hands"]
        all_mean = mean([y for _, y in points])
        meet_mean = mean([y for (_, y), met in zip(points, meets) if met])
        flat = [(points[0][0], points[-1][0])]
        plot(p, left, title,
             [Series("a cycle", "#8fb4d2", points, width=0.9),
              Series(f"mean {all_mean:.0f} \u00b5s", INK, [(x, all_mean) for x in flat[0]], "6 3"),
              Series(f"with contact {meet_mean:.0f} \u00b5s", RED, [(x, meet_mean) for x in flat[0]], "2 2")], "cycle")
    p.write("overlap-fig12.svg")


def draw_13(cycles):
    spheres = [(count, color, f"crowd-{count}x528") for count, color in zip((10, 20, 30, 40), (BLUE, ORANGE, GREEN, RED))]

    def make(method):
        return [Series(f"{count}", color, cycles_of(cycles, world, method)) for count, color, world in spheres]

    # In the first cycle there is no plane yet to be kept.
    planes = [Series("planes" if count == 40 else "", color, cycles_of(cycles, world, "separating-planes")[1:], "1.5 3")
              for count, color, world in spheres]
    pair("fig13", ("Figure 13: spheres; the paper's method", make(PAPER) + planes, "cycle", {}),
         ("The same by toi_overlap_find alone", make(ENGINE), "cycle", {}))


def draw_14(cycles):
    update = Series("octree update", RED, cycles_of(cycles, "room", "octree-update"), "5 3")
    paper = Series("the paper's method", BLUE, cycles_of(cycles, "room", PAPER))
    engine = Series("toi_overlap_find", GREEN, cycles_of(cycles, "room", ENGINE), "2 2")
    pair("fig14", ("Figure 14: octree update and the paper's method", [update, paper], "cycle", {}),
         ("The paper's method and toi_overlap_find", [paper, engine], "cycle", {}))


def draw_16(cycles, faces, number):
    features = Series("closest features", RED, cycles_of(cycles, f"bouncing-15x{faces}", "closest-features"), width=0.7)
    pair(f"fig{number}",
         (f"Figure {number}: 15 spheres of {faces} faces", [
             Series("the paper's method", BLUE, cycles_of(cycles, f"bouncing-15x{faces}", PAPER), width=0.7), features], "cycle", {}),
         ("The same by toi_overlap_find",
          [Series("toi_overlap_find", BLUE, cycles_of(cycles, f"bouncing-15x{faces}", ENGINE), width=0.7), features], "cycle", {}))


def draw_18(sums):
    def means(method, column):
        return sorted((int(r["world"].split("x")[1]), float(r[column])) for r in sums
                      if r["world"].startswith("bouncing-") and r["method"] == method)

    def make(method, label):
        return [Series(f"{label}: all", BLUE, means(method, "mean_us"), "", "circle"),
                Series("contact", BLUE, means(method, "mean_meeting_us"), "5 3", "square"),
                Series("features: all", RED, means("closest-features", "mean_us"), "", "diamond"),
                Series("contact", RED, means("closest-features", "mean_meeting_us"), "5 3", "triangle")]

    pair("fig18", ("Figure 18: means; the paper's method", make(PAPER, "paper"), "faces of each sphere", {"x_most": 1000}),
         ("The same by toi_overlap_find", make(ENGINE, "find"), "faces of each sphere", {"x_most": 1000}))


def draw_levels(levels):
    """Exact clip against boxes of faces, level by level."""
    p = Picture(WIDTH, HEIGHT)
    for left, world, title in ((LEFT, "approach-960", "Levels: two spheres of 960 faces"),
                               (RIGHT, "tori-600", "Levels: two tori of 600 faces")):
        series = []
        for shape, dash, name in (("eighths", "", ""), ("halves", "5 3", "bintree ")):
            for test, color, mark_shape in (("clip", BLUE, "circle"), ("face_box", RED, "square")):
                points = sorted((int(r["level"]), float(r["us"])) for r in levels
                                if r["world"] == world and r["shape"] == shape and r["test"] == test and r["root"] == "world"
                                and r["boxes"] == "yes" and r["level"] != "auto" and int(r["level"]) > 0)
                series.append(Series(f"{name}{'clip' if test == 'clip' else 'box'}", color, points, dash, mark_shape))
        plot(p, left, title, series, "level of the smallest cubes", logs=(False, True), x_most=9.4, x_ticks=range(1, 10))
    p.write("overlap-levels.svg")


def draw_bodies(growth):
    def of(method):
        return sorted((int(r["size"]), float(r["us"])) for r in growth if r["part"] == "bodies" and r["method"] == method)

    p = Picture(500, HEIGHT)
    plot(p, LEFT, "Boxes of bodies: a frame", [
        Series("every pair", RED, of("every-pair"), "5 3", "circle"),
        Series("drawn anew", BLUE, of("broad-anew"), "", "square"),
        Series("moved a little", GREEN, of("broad-moved"), "2 2", "diamond")], "bodies", logs=(True, True),
         x_ticks=[10, 100, 1000, 10000])
    p.write("overlap-bodies.svg")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else DEFAULT)
    sums, cycles = read(folder / "overlap.csv"), read(folder / "overlap-cycles.csv")
    growth, levels = read(folder / "overlap-growth.csv"), read(folder / "overlap-levels.csv")
    draw_6(cycles)
    draw_7(sums, growth)
    draw_8(cycles)
    draw_12(cycles)
    draw_13(cycles)
    draw_14(cycles)
    draw_16(cycles, 168, 16)
    draw_16(cycles, 960, 17)
    draw_18(sums)
    draw_levels(levels)
    draw_bodies(growth)


if __name__ == "__main__":
    main()
