"""Scenes that several tests of the command line tool ask about."""

import json
import math

HIT = {"toi": 1, "bodies": [
    {"name": "rod", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "translation", "by": [0, 0, -4],
                                                            "pose": {"position": [0, 0, 4]}}},
    {"name": "wall, \"left\"", "mesh": {"box": [3, 3, 1]}, "motion": {"kind": "static"}}]}
CLEAR = json.loads(json.dumps(HIT).replace("[0, 0, -4]", "[0, 0, 4]"))
ROUND = {"toi": 1, "bodies": [{"name": "ball", "mesh": {"sphere": 1}, "motion": {"kind": "static"}}]}
OPEN = {"toi": 1, "bodies": [
    {"name": "sheet", "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 2]]},
     "motion": {"kind": "translation", "by": [0, 0, 1]}},
    {"name": "box", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "static"}}]}
# A cube falls through a plate, one corner first, along the axis of symmetry of that corner.
CORNER = {"toi": 1, "bodies": [
    {"name": "cube", "mesh": {"box": [1, 1, 1]}, "motion": {"kind": "translation", "by": [0, 0, -8], "pose": {
        "position": [0, 0, 4], "quaternion": [math.sqrt(0.5 - 0.5 / math.sqrt(3)), math.sqrt(0.25 + 0.25 / math.sqrt(3)),
                                              -math.sqrt(0.25 + 0.25 / math.sqrt(3)), 0]}}},
    {"name": "plate", "mesh": {"box": [3, 3, 1]}, "motion": {"kind": "static"}}]}
# A rod stands still in the empty corner of a body like an L that comes near it: their boxes meet, they do not.
PASSING = {"toi": 1, "bodies": [
    {"name": "corner", "motion": {"kind": "translation", "by": [-0.3, -0.2, 0.1]}, "mesh": {
        "vertices": [[x, y, z] for z in (0, 4) for x, y in ((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4))],
        "faces": [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11]] + [[i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6] for i in range(6)]}},
    {"name": "rod", "motion": {"kind": "static", "pose": {"position": [2.5, 2.5, 2]}}, "mesh": {"box": [0.5, 0.5, 1]}}]}
CORNER_TIMES = [(3 - math.sqrt(3)) / 8, (3 - 1 / math.sqrt(3)) / 8]  # of the corner, and of the next three
