#!/usr/bin/env python3
"""Draws docs/pictures/first-link.svg and first-kinds.svg, the pictures of docs/methods/first.md.

Run from the root of the source: python3 tools/draw_first.py. The bar of first-link.svg is the worked example of that page,
turning by a whole radian; its links are computed here by the formula, not by the library.
"""
from math import cos, log10, pi, sin, sqrt
from pathlib import Path

BLUE, DARK, RED, ORANGE, GREY, INK = "#2a78b5", "#1b4f78", "#c0392b", "#d98324", "#8a8f94", "#333"
TARGET = 2.5e-10


class Picture:
    """Panels side by side, each with its own axes."""

    def __init__(self, width, height, top=44):
        self.width, self.height, self.top, self.lines = width, height, top, []
        self.left = 0

    def panel(self, left, width, title, subtitle, spans):
        self.left, self.panel_width = left, width
        (self.x0, self.x1), (self.y0, self.y1) = spans
        self.panel_height = self.height - self.top - 34
        self.note(left, 18, title, size=14, weight=600, color="#222")
        self.note(left, 35, subtitle, size=11.5, color="#555")
        self.lines.append(f'<rect x="{left}" y="{self.top}" width="{width}" height="{self.panel_height}" fill="#fff" '
                          'stroke="#d5d8db"/>')

    def at(self, x, y):
        return (self.left + self.panel_width * (x - self.x0) / (self.x1 - self.x0),
                self.top + self.panel_height * (self.y1 - y) / (self.y1 - self.y0))

    def note(self, x, y, text, size=11.5, color=INK, weight=400, anchor="start"):
        self.lines.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" font-weight="{weight}" '
                          f'text-anchor="{anchor}">{text}</text>')

    def text(self, x, y, text, **more):
        self.note(*self.at(x, y), text, **more)

    def below(self, x, text):
        self.note(self.at(x, 0)[0], self.height - 18, text, color="#555", anchor="middle")

    def points(self, points):
        return " ".join("%.1f,%.1f" % self.at(*p) for p in points)

    def line(self, points, color, width=1.5, dash=""):
        self.lines.append(f'<polyline points="{self.points(points)}" fill="none" stroke="{color}" stroke-width="{width}" '
                          f'stroke-dasharray="{dash or "none"}"/>')

    def area(self, points, color, opacity=1.0, edge="none", dash=""):
        self.lines.append(f'<polygon points="{self.points(points)}" fill="{color}" fill-opacity="{opacity}" stroke="{edge}" '
                          f'stroke-dasharray="{dash or "none"}"/>')

    def dot(self, x, y, color, radius=4.0):
        px, py = self.at(x, y)
        self.lines.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius}" fill="{color}" stroke="#fff"/>')

    def arrow(self, tail, tip, color):
        """Straight, with a head of fixed size."""
        (x0, y0), (x1, y1) = self.at(*tail), self.at(*tip)
        length = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        bx, by = x1 - 9 * ux, y1 - 9 * uy
        self.lines.append(f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{color}" stroke-width="1.8"/>')
        self.lines.append(f'<polygon points="{x1:.1f},{y1:.1f} {bx - 4 * uy:.1f},{by + 4 * ux:.1f} '
                          f'{bx + 4 * uy:.1f},{by - 4 * ux:.1f}" fill="{color}"/>')

    def write(self, name):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
                f'height="{self.height}" font-family="Helvetica, Arial, sans-serif" stroke-linejoin="round">')
        back = f'<rect width="{self.width}" height="{self.height}" fill="#fff"/>'
        Path("docs/pictures").joinpath(name).write_text("\n".join([head, back, *self.lines, "</svg>", ""]), encoding="utf-8")


def separation(t):
    return 1 - 2 * sin(t)


def bar_links():
    """(from, to) until the separation is below what is called contact; tangent bound with M = 2."""
    links, t = [], 0.0
    while separation(t) > 2 * TARGET:
        slope, room = -2 * cos(t), separation(t) - TARGET
        links.append((t, t + 2 * room / (sqrt(slope * slope + 4 * room) - slope)))
        t = links[-1][1]
    return links


def bound(start, t):
    tau = t - start
    return separation(start) - 2 * cos(start) * tau - tau * tau


def draw_link():
    links = bar_links()
    p = Picture(920, 330)
    p.panel(20, 520, "A link: from a tangent to a span of time", "separation of the bar and the floor, straight down",
            ((-0.02, 0.62), (-0.28, 1.08)))
    p.line([(-0.02, 0), (0.62, 0)], GREY, 1)
    for i, (start, end) in enumerate(links[:2]):
        steps = [start + (end - start) * k / 40 for k in range(41)]
        p.area([(start, 0), *[(t, bound(start, t)) for t in steps], (end, 0)], BLUE, 0.2 if i == 0 else 0.4)
        p.line([(t, bound(start, t)) for t in steps], DARK, 1.6)
    p.line([(k / 100, separation(k / 100)) for k in range(61)], RED, 2)
    p.text(0.25, 0.6, "f(t) = 1 - 2 sin t, the separation", color=RED)
    p.text(0.06, 0.3, "F = 1 - 2 \u03c4 - \u03c4\u00b2 \u2264 f", color=DARK)
    p.text(0.06, 0.2, "positive up to \u221a2 - 1", color=DARK)
    p.text(0.43, 0.2, "the next link", color=DARK)
    for t, text in ((0, "0"), (links[0][1], "\u221a2 - 1"), (links[1][1], "0.515")):
        p.line([(t, -0.28), (t, -0.25)], GREY, 1)
        p.below(t - (0.012 if text == "0.515" else 0), text)
    p.dot(pi / 6, 0, RED)
    p.text(pi / 6 - 0.004, -0.1, "\u03c0/6", color=RED)
    p.panel(580, 320, "A chain of them, up to the contact", "separation where each link starts, logarithmic",
            ((0.5, 6.6), (-10.6, 1)))
    values = [separation(a) for a, _ in links] + [separation(links[-1][1])]
    p.line([(0.5, log10(2e-9)), (6.6, log10(2e-9))], ORANGE, 1.2, "5 3")
    p.text(0.65, log10(2e-9) + 0.3, "tolerance 2e-9", color=ORANGE)
    p.line([(i + 1, log10(v)) for i, v in enumerate(values)], BLUE, 1.5)
    for i, v in enumerate(values):
        p.dot(i + 1, log10(v), RED if i + 1 == len(values) else BLUE)
        last = i + 1 == len(values)
        p.text(i + (0.86 if last else 1.18), log10(v) + (-0.25 if last else 0.12), f"{v:.2g}", color=INK, anchor="end" if last else "start")
        p.below(i + 1, str(i + 1) if i + 1 < len(values) else "contact")
    p.write("first-link.svg")


def turned(points, angle, center=(0.0, 0.0)):
    return [(center[0] + x * cos(angle) - y * sin(angle), center[1] + x * sin(angle) + y * cos(angle)) for x, y in points]


def strip(p, n, low, high, color):
    """The part of the panel where low < n.x < high, drawn over a length of the direction across n."""
    across = (-n[1], n[0])
    corner = [(s, h) for s, h in ((-9, low), (9, low), (9, high), (-9, high))]
    p.area([(n[0] * h + across[0] * s, n[1] * h + across[1] * s) for s, h in corner], color, 0.22, color, "4 3")


def draw_fixed(p):
    p.panel(20, 280, "Fixed", "n stays; the parabola bounds f", ((-0.5, 2.5), (-1.55, 0.85)))
    p.below(1.0, "M: acceleration across the turning axis")
    end = -(sqrt(2) - 1)
    bar = [(0, -0.03), (2, -0.03), (2, 0.03), (0, 0.03)]
    low = min(y for _, y in turned(bar, end))
    strip(p, (0, 1), -1, low, BLUE)
    p.area([(-0.5, -1), (2.5, -1), (2.5, -1.55), (-0.5, -1.55)], "#ddd", 1, GREY)
    p.area(turned(bar, 0), BLUE, 0.35, BLUE)
    p.area(turned(bar, end), BLUE, 1, DARK)
    p.arrow((0.7, -0.36), (0.7, -0.88), DARK)
    p.text(0.78, -0.6, "n", color=DARK, size=13, weight=600)
    p.text(0.1, 0.12, "from", color=DARK)
    p.text(1.02, -0.28, "to", color=DARK)


def draw_turning(p):
    p.panel(320, 280, "Turning", "n turns with the face", ((-0.5, 2.5), (-1.55, 0.85)))
    p.below(1.0, "M: without the turn of the face")
    plank = [(-0.15, -1.25), (2.35, -1.25), (2.35, -1.0), (-0.15, -1.0)]
    tip = [(0, 0), (-0.28, 0.55), (0.3, 0.5)]
    for angle, foot, along, color in ((0, (1.5, -0.62), -0.3, ORANGE), (0.42, (1.1, -0.42), 1.7, BLUE)):
        n = (-sin(angle), cos(angle))
        face = -1.0
        near = n[0] * foot[0] + n[1] * foot[1]
        strip(p, n, face, near, color)
        p.area(turned(plank, angle), color, 0.55, color)
        p.area([(x + foot[0], y + foot[1]) for x, y in tip], color, 0.8, color)
        at = [(n[0] * h + n[1] * along, n[1] * h - n[0] * along) for h in (near, face)]
        p.arrow(at[0], at[1], INK)
    p.text(2.28, -0.86, "from", color=ORANGE, anchor="end")
    p.text(2.28, 0.38, "to", color=DARK, anchor="end")


def draw_orbit(p):
    p.panel(620, 280, "Orbit", "every point stays on its circle", ((-0.5, 2.5), (-1.55, 0.85)))
    p.below(1.0, "no M: linear in time")
    center, half = (1.0, -0.1), 0.55
    box = [(-half, -half), (half, -half), (half, half), (-half, half)]
    radius = half * sqrt(2)
    strip(p, (0, 1), -1, center[1] - radius, BLUE)
    p.area([(-0.5, -1), (2.5, -1), (2.5, -1.55), (-0.5, -1.55)], "#ddd", 1, GREY)
    p.area(turned(box, 0.1, center), BLUE, 0.25, BLUE)
    p.area(turned(box, 0.6, center), BLUE, 1, DARK)
    p.line(turned([(radius * cos(a / 20 * pi), radius * sin(a / 20 * pi)) for a in range(41)], 0, center), DARK, 1.2, "4 3")
    p.arrow((-0.2, -0.88), (-0.2, -0.995), DARK)
    p.text(-0.12, -0.91, "n", color=DARK, size=13, weight=600)
    p.text(1.0, -1.3, "for any number of turns", color=DARK, anchor="middle")


def draw_kinds():
    p = Picture(920, 312)
    clip = '<clipPath id="c{0}"><rect x="{0}" y="44" width="280" height="234"/></clipPath><g clip-path="url(#c{0})">'
    for left, draw in ((20, draw_fixed), (320, draw_turning), (620, draw_orbit)):
        at = len(p.lines)
        draw(p)
        p.lines.insert(at + 4, clip.format(left))
        p.lines.append("</g>")
    p.write("first-kinds.svg")


if __name__ == "__main__":
    draw_link()
    draw_kinds()
