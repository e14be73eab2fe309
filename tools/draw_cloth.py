#!/usr/bin/env python3
"""Draws states of a simulation of cloth, one OBJ file each, side by side as one PNG: the pictures of docs/samples.md.

    python3 tools/draw_cloth.py FILE.obj ... -o FILE.png --view 0.9 -0.35 --centre 0 0 1 --width 2

Parallel projection from a direction: turned about the upright axis and from above, both in radians. Faces are drawn into
a depth buffer with normals that are the means at the vertices; one light casts soft shadows, and what is deep in a fold
is darker. The two sides of what is open have a colour each. Objects named `floor` only receive shadows.
"""
import argparse
import struct
import zlib
from array import array
from math import cos, floor, inf, sin, sqrt
from pathlib import Path

INK = {"cloth": ((196, 62, 52), (232, 178, 92)), "upper": ((44, 98, 160), (120, 176, 214)),
       "lower": ((226, 150, 52), (244, 206, 128)), "ball": ((64, 150, 128), (64, 150, 128)),
       "floor": ((244, 245, 246), (244, 245, 246))}
OTHER = ((172, 178, 186), (172, 178, 186))
PAPER = (244, 245, 246)
LIGHT = (-0.42, -0.5, 0.76)
FINE = 2  # samples a pixel, each way
SMOOTH = {"cloth", "upper", "lower", "ball", "sphere"}
SHADOW_STEPS = 700  # samples of the shadow map, each way


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = sqrt(dot(a, a)) or 1.0
    return (a[0] / length, a[1] / length, a[2] / length)


def read_obj(path):
    """Vertices, and (object, faces) in their order."""
    points, groups = [], []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append(tuple(float(x) for x in words[1:4]))
        elif words[:1] == ["o"]:
            groups.append((words[1], []))
        elif words[:1] == ["f"]:
            groups[-1][1].append(tuple(int(x) - 1 for x in words[1:4]))
    return points, groups


def normals_of(points, faces, smooth):
    """For each face the unit normals at its corners."""
    flat = [cross([q - p for p, q in zip(points[a], points[b])], [q - p for p, q in zip(points[a], points[c])])
            for a, b, c in faces]
    if not smooth:
        return [(unit(n),) * 3 for n in flat]
    sums = {}
    for face, n in zip(faces, flat):
        for corner in face:
            old = sums.get(corner, (0.0, 0.0, 0.0))
            sums[corner] = (old[0] + n[0], old[1] + n[1], old[2] + n[2])
    sums = {corner: unit(n) for corner, n in sums.items()}
    return [tuple(sums[corner] for corner in face) for face in faces]


class Buffer:
    """Depths on a grid, seen along a direction; the nearest is kept, with what comes with it."""

    def __init__(self, right, up, back, centre, scale, size):
        self.axes, self.centre, self.scale, self.size = (right, up, back), centre, scale, size
        count = size[0] * size[1]
        self.depth = array("d", [-inf]) * count
        self.values = [array("f", [0.0]) * count for _ in range(3)]
        self.kind = array("h", [-1]) * count

    def place(self, point):
        offset = (point[0] - self.centre[0], point[1] - self.centre[1], point[2] - self.centre[2])
        right, up, back = self.axes
        return (0.5 * self.size[0] + dot(right, offset) * self.scale, 0.5 * self.size[1] - dot(up, offset) * self.scale,
                dot(back, offset))

    def world(self, x, y, depth):
        right, up, back = self.axes
        u, v = (x - 0.5 * self.size[0]) / self.scale, (0.5 * self.size[1] - y) / self.scale
        return tuple(self.centre[i] + u * right[i] + v * up[i] + depth * back[i] for i in range(3))

    def fill(self, corners, normals, kind):
        """A triangle: its corners on the grid, with depths; normals may be None where only the depth counts."""
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = corners
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0.0:
            return
        wide, high = self.size
        low, top = max(0, floor(min(y0, y1, y2) + 0.5)), min(high, floor(max(y0, y1, y2) + 0.5))
        depth, kinds = self.depth, self.kind
        for row in range(low, top):
            y, left, end = row + 0.5, inf, -inf
            for (ax, ay), (bx, by) in (((x0, y0), (x1, y1)), ((x1, y1), (x2, y2)), ((x2, y2), (x0, y0))):
                if (ay <= y) != (by <= y):
                    x = ax + (y - ay) / (by - ay) * (bx - ax)
                    left, end = min(left, x), max(end, x)
            if left > end:
                continue
            first, last = max(0, floor(left + 0.5)), min(wide, floor(end + 0.5))
            b = ((first + 0.5 - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
            c = ((x1 - x0) * (y - y0) - (first + 0.5 - x0) * (y1 - y0)) / area
            db, dc, at = (y2 - y0) / area, (y0 - y1) / area, row * wide + first
            z, dz = z0 + b * (z1 - z0) + c * (z2 - z0), db * (z1 - z0) + dc * (z2 - z0)
            for i in range(at, at + last - first):
                if z > depth[i]:
                    depth[i] = z
                    if normals is not None:
                        kinds[i] = kind
                        n0, n1, n2 = normals
                        for k in range(3):
                            self.values[k][i] = n0[k] + b * (n1[k] - n0[k]) + c * (n2[k] - n0[k])
                z += dz
                b += db
                c += dc


def draw_into(buffer, points, groups, normals, skip=()):
    places = [buffer.place(p) for p in points]
    for kind, (name, faces) in enumerate(groups):
        if name in skip:
            continue
        for number, face in enumerate(faces):
            buffer.fill([places[i] for i in face], normals[kind][number] if normals else None, kind)


def shadow_map(points, groups, centre, reach):
    """Depths as seen from the light; `reach` is half of what it covers."""
    back = unit(LIGHT)
    right = unit(cross((0.0, 0.0, 1.0), back))
    light = Buffer(right, cross(back, right), back, centre, SHADOW_STEPS / (2.0 * reach), (SHADOW_STEPS, SHADOW_STEPS))
    draw_into(light, points, groups, None, skip=("floor",))
    return light


def lit_share(light, point, bias):
    """How much of the light reaches a point, by the samples around it."""
    x, y, z = light.place(point)
    wide, high = light.size
    hidden, count = 0, 0
    for dy in (-3.5, -1.2, 1.2, 3.5):
        for dx in (-3.5, -1.2, 1.2, 3.5):
            i, j = int(x + dx), int(y + dy)
            count += 1
            if 0 <= i < wide and 0 <= j < high and light.depth[j * wide + i] > z + bias:
                hidden += 1
    return 1.0 - hidden / count


OPEN_AROUND = [(dx * r, dy * r) for r in (3, 7, 13) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1),
                                                                 (1, -1), (-1, -1))]


def openness(buffer, n, x, y):
    """1 in the open, less in a fold: how far the depths around rise above the plane of a sample."""
    wide, high = buffer.size
    right, up, back = buffer.axes
    z, sum_up, facing = buffer.depth[y * wide + x], 0.0, max(dot(n, back), 0.15)
    along, down = -dot(n, right) / facing, dot(n, up) / facing
    for dx, dy in OPEN_AROUND:
        u, v = x + dx, y + dy
        if 0 <= u < wide and 0 <= v < high:
            rise = ((buffer.depth[v * wide + u] - z) * buffer.scale - along * dx - down * dy) / (abs(dx) + abs(dy))
            sum_up += min(max(rise, 0.0), 2.0) / 2.0 if rise < 12.0 else 0.25
    return 1.0 - 0.62 * sum_up / len(OPEN_AROUND)


def shade(buffer, light, groups, x, y):
    i = y * buffer.size[0] + x
    if buffer.kind[i] < 0:
        return PAPER
    name = groups[buffer.kind[i]][0]
    back, n = buffer.axes[2], unit([buffer.values[k][i] for k in range(3)])
    front, behind = INK.get(name, OTHER)
    facing = dot(n, back)
    ink = front if facing >= 0.0 else behind
    if facing < 0.0:
        n = (-n[0], -n[1], -n[2])
    toward = dot(n, unit(LIGHT))
    spot = buffer.world(x + 0.5, y + 0.5, buffer.depth[i])
    share = lit_share(light, spot, 3.0 / light.scale + 2.0 * (1.0 - abs(toward)) / light.scale)
    around = openness(buffer, n, x, y)
    if name == "floor":
        strength = (0.74 + 0.26 * share) * (0.55 + 0.45 * around)
        return tuple(c * strength for c in PAPER)
    key = max(toward, 0.0) * share
    half = unit([a + b for a, b in zip(unit(LIGHT), back)])
    gleam = 26.0 * max(dot(n, half), 0.0) ** 24 * share
    strength = (0.46 + 0.12 * n[2]) * around + 0.62 * key
    return tuple(min(255.0, c * strength + gleam) for c in ink)


def frame(path, options):
    """Rows of bytes of one state."""
    points, groups = read_obj(path)
    turn, tilt = options.view
    right = (cos(turn), sin(turn), 0.0)
    back = (sin(turn) * cos(tilt), -cos(turn) * cos(tilt), -sin(tilt))
    size = (options.size[0] * FINE, options.size[1] * FINE)
    buffer = Buffer(right, cross(back, right), back, options.centre, size[0] / options.width, size)
    normals = [normals_of(points, faces, name in SMOOTH) for name, faces in groups]
    draw_into(buffer, points, groups, normals, options.hide)
    light = shadow_map(points, groups, options.centre, 0.75 * options.width)
    rows = []
    for y in range(options.size[1]):
        row = bytearray()
        for x in range(options.size[0]):
            colours = [shade(buffer, light, groups, FINE * x + i, FINE * y + j) for i in range(FINE) for j in range(FINE)]
            row += bytes(round(min(255.0, sum(c[k] for c in colours) / len(colours))) for k in range(3))
        rows.append(row)
    return rows


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def paeth(a, b, c):
        p = a + b - c
        pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
        return a if pa <= pb and pa <= pc else b if pb <= pc else c

    above, data = bytes(len(rows[0])), bytearray()
    for row in rows:
        data.append(4)
        data += bytes((row[i] - paeth(row[i - 3] if i > 2 else 0, above[i], above[i - 3] if i > 2 else 0)) & 255
                      for i in range(len(row)))
        above = row
    head = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(data), 9)) +
                           chunk(b"IEND", b""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("states", nargs="+")
    parser.add_argument("-o", required=True)
    parser.add_argument("--view", type=float, nargs=2, default=(0.5, -0.35), help="turn and tilt in radians")
    parser.add_argument("--centre", type=float, nargs=3, default=(0, 0, 0))
    parser.add_argument("--width", type=float, default=2, help="of what a frame shows, in units of the file")
    parser.add_argument("--hide", nargs="*", default=[], help="objects that are left out")
    parser.add_argument("--size", type=int, nargs=2, default=(300, 300), help="of a frame, in pixels")
    options = parser.parse_args()
    space = bytes((255, 255, 255)) * 6
    frames = [frame(path, options) for path in options.states]
    write_png(options.o, [space.join(parts) for parts in zip(*frames)])


if __name__ == "__main__":
    main()
