#!/usr/bin/env python3
"""Draws docs/pictures/trace-zone.svg and trace-edge.svg, the pictures of docs/methods/trace-paper.md.

Run from the root of the source: python3 tools/draw_trace.py. The first is figures 2 to 4 of [VanWaveren05]: a point on a circle
above a floor, and where the expel zone lets it go. The second is how far the zone reaches from edges, in section.
"""
from math import asin, cos, degrees, pi, radians, sin

from draw_first import BLUE, DARK, GREY, INK, ORANGE, RED, Picture

ZONE = 0.25


def arc(center, radius, start, end):
    """Points on a circle, angles in degrees from the horizon."""
    steps = [start + (end - start) * k / 60 for k in range(61)]
    return [(center[0] + radius * cos(radians(a)), center[1] + radius * sin(radians(a))) for a in steps]


def floor(p, left, right):
    p.line([(left, 0), (right, 0)], INK, 1.6)
    for k in range(int((right - left) / 0.08)):
        x = left + 0.08 * (k + 1)
        p.line([(x, 0), (x - 0.07, -0.09)], GREY, 1)
    p.line([(left, ZONE), (right, ZONE)], ORANGE, 1.3, "5 3")


def head(p, points, color):
    """An arrow along the last piece of a path that is long enough."""
    tip = points[-1]
    tail = next(q for q in reversed(points) if (q[0] - tip[0]) ** 2 + (q[1] - tip[1]) ** 2 > 0.004)
    p.arrow(tail, tip, color)


def figure(p, left, title, subtitle, circle):
    center, radius, start, stop, end = circle
    p.panel(left, 290, title, subtitle, ((-1.02, 1.02), (-0.15, 1.13)))
    floor(p, -1.02, 1.02)
    rest = arc(center, radius, stop, end)
    p.line(rest, GREY, 1.4, "2 3")
    if stop != start:
        made = arc(center, radius, start, stop)
        p.line(made, BLUE, 2.2)
        head(p, made, BLUE)
    else:
        head(p, rest[:24], GREY)
    p.dot(*rest[0], RED, 4.5)
    p.dot(*arc(center, radius, start, start)[0], DARK, 3.5)


def draw_zone():
    p = Picture(940, 270)
    figure(p, 20, "Falls at first: it stays", "figure 2 of the paper", ((0.25, 0.72), 0.8, 230, 230, 262))
    p.text(-0.98, 0.3, "hull of the zone", color=ORANGE)
    top = 0.2
    figure(p, 325, "Rises within the zone: up to the top", "figure 3", ((0.0, top - 0.8), 0.8, 112, 90, 63))
    low = -0.25
    start, hull = degrees(asin((0.12 - low) / 0.85)), degrees(asin((ZONE - low) / 0.85))
    figure(p, 630, "Leaves it: back to the hull", "figure 4", ((0.0, low), 0.85, start, 180 - hull, 180 - 20))
    p.write("trace-zone.svg")


SPAN = ((-2.6, 2.6), (-2.5, 3.74))


def wedge(p, left, angle, title):
    """An edge between two faces, seen along it, the body below."""
    half = radians(angle) / 2
    reach, limit = 1 / sin(half), 10 / 3
    used = min(reach, limit)
    p.panel(left, 210, title, f"reach {used:.2f} e" + (f", not {reach:.0f} e" if reach > limit else ""), SPAN)
    s, c = sin(half), cos(half)
    length = min(2.4 / c, 2.5 / s)
    p.area([(0, 0), (length * s, -length * c), (-length * s, -length * c)], GREY, 0.35, INK)
    for side in (1, -1):
        # The plane of the face moved out by 1: from where both meet, or from beside the edge, down to the frame.
        start, end = (-reach * c if used == reach else 0), min((2.45 + s) / c, (2.55 - c) / s)
        p.line([(side * (c + t * s), s - t * c) for t in (start, end)], ORANGE, 1.3, "5 3")
    p.arrow((0, 0), (0, used), RED)
    p.dot(0, used, RED)


def draw_edge():
    p = Picture(920, 330)
    wedge(p, 20, 120, "An edge of 120 degrees")
    wedge(p, 245, 60, "60 degrees")
    wedge(p, 470, 12, "12 degrees: moved back")
    p.panel(695, 210, "The rim of a sheet", "in its plane, reach e", SPAN)
    p.line([(-2.5, 0), (0, 0)], INK, 3)
    for y in (1, -1):
        p.line([(-2.5, y), (0, y)], ORANGE, 1.3, "5 3")
    p.arrow((0, 0), (1, 0), RED)
    p.dot(1, 0, RED)
    p.text(-2.4, 1.25, "zone of the face", color=ORANGE)
    p.write("trace-edge.svg")


if __name__ == "__main__":
    draw_zone()
    draw_edge()
