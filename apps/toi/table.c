// The table of commands and options.

#include "table.h"

#include <string.h>

const tool_option tool_options[] = {
    {OPTION_TOLERANCE, "tolerance", 0, "LENGTH", FOR_CHECK | FOR_REPORT | FOR_SCREEN,
     "largest gap at the time of contact; default 1e-9 of the smaller body's size, raised to 6 times the "
     "rounding bound (--all: 2 times)"},
    {OPTION_MOVER, "mover", 0, "NAME", FOR_TRACE,
     "the one body that moves, by a translation, a rotation, moves, or between two poses"},
    {OPTION_SEPARATION, "separation", 0, "D", FOR_TRACE,
     "distance that the mover keeps from every body; default 1e-4 of its size"},
    {OPTION_TOLERANCE, "tolerance", 0, "LENGTH", FOR_TRACE,
     "how far above the distance that it keeps the mover may stop; default 1e-2 of the separation"},
    {OPTION_INSET, "inset", 0, NULL, FOR_TRACE,
     "shrink every solid by half of the separation first, so that bodies at rest on each other touch to the "
     "eye"},
    {OPTION_SOLID, "solid", 0, NULL, FOR_TRACE,
     "a mover inside a closed body, or around one, does not move; needs a closed mover"},
    {OPTION_METHOD, "method", 0, "NAME", FOR_TRACE,
     "certified (separating directions along time, proved), the default, or paper (pairs of features and an "
     "expel zone as published, an estimate to compare with)"},
    {OPTION_MAX_STEPS, "max-steps", 0, "N", FOR_TRACE,
     "work limit of a move and a body, after which it is undecided; default 1000000"},
    {OPTION_SEPARATION, "separation", 0, "D", FOR_CHECK | FOR_REPORT,
     "contact means a distance of at most D; default 0"},
    {OPTION_SOLID, "solid", 0, NULL, FOR_CHECK | FOR_REPORT,
     "a body inside another is in contact too; needs closed meshes"},
    {OPTION_METHOD, "method", 0, "NAME", FOR_CHECK | FOR_REPORT,
     "how pairs are decided: first (separating directions along time); with --all: screw (by formulas), the "
     "default, or screen (drawn in pixels, an estimate)"},
    {OPTION_MAX_STEPS, "max-steps", 0, "N", FOR_CHECK | FOR_REPORT,
     "work limit of a pair, after which it is undecided; default 1000000, with --all 100000000, and none "
     "where a "
     "body deforms"},
    {OPTION_THREADS, "threads", 0, "N", FOR_CHECK | FOR_REPORT,
     "threads to use; default all cores; answers do not depend on it"},
    {OPTION_LINKS, "links", 0, NULL, FOR_CHECK,
     "add the certificate of every pair, so that others can check it (--json)"},
    {OPTION_LINKS, "links", 0, NULL, FOR_REPORT,
     "add the certificate of every pair: the time line shows how long each of its links is"},
    {OPTION_SAMPLES, "samples", 0, "N", FOR_CHECK, "measure how far pairs are apart at N + 1 times (--json)"},
    {OPTION_SAMPLES, "samples", 0, "N", FOR_REPORT,
     "measure how far pairs are apart at N + 1 times, for the curves of the time line; default 128"},
    {OPTION_OVERLAPS, "overlaps", 0, "N", FOR_REPORT,
     "find which faces meet at N + 1 times, as toi overlap does, for the page to light them"},
    {OPTION_GLTF, "gltf", 0, "FILE", FOR_REPORT,
     "write the bodies with their motions, and the contacts, as a GLB file; without -o only such files are "
     "written"},
    {OPTION_PLY, "ply", 0, "FILE", FOR_REPORT, "write the contacts as a cloud of points with normals"},
    {OPTION_SVG, "svg", 0, "FILE", FOR_REPORT, "write the time line of all pairs as a picture"},
    {OPTION_ALL, "all", 0, NULL, FOR_CHECK | FOR_REPORT,
     "find all contacts of every pair, not only the first"},
    {OPTION_PAIR, "pair", 0, "A,B", FOR_SCREEN,
     "draw the bodies of these names; default the pair that touches first, or the first pair if none does"},
    {OPTION_TIME, "time", 0, "T", FOR_POSE | FOR_CONTACTS | FOR_OVERLAP, "time of the motion, from 0 to 1"},
    {OPTION_WITHIN, "within", 0, "D", FOR_CONTACTS,
     "list places where two bodies are at most D apart; 0: where they touch"},
    {OPTION_WITHIN, "within", 0, "D", FOR_OVERLAP,
     "list faces that are at most D apart; default 0: faces that meet"},
    {OPTION_SEGMENTS, "segments", 0, NULL, FOR_OVERLAP,
     "list where each pair of faces meets, from point to point, and the normal there; of faces that do not "
     "meet, the two closest points"},
    {OPTION_METHOD, "method", 0, "NAME", FOR_OVERLAP,
     "tree (trees of boxes), join (lists of boxes, which need no tree), octree (a face octree as published, "
     "to "
     "compare with), or all (every face against every face); default tree or join, whichever is the faster; "
     "the "
     "answers are the same"},
    {OPTION_LEVEL, "level", 0, "N", FOR_OVERLAP,
     "of --method octree: how often the world cube is cut, from 1 to 20; default 6"},
    {OPTION_THREADS, "threads", 0, "N", FOR_OVERLAP,
     "threads to use; default all cores; answers do not depend on it"},
    {OPTION_VERTICES, "vertices", 0, NULL, FOR_POSE, "list the vertices of every body in world space too"},
    {OPTION_FIRST, "first", 0, NULL, FOR_BOXES, "find when every pair first meets, and look no further"},
    {OPTION_METHOD, "method", 0, "NAME", FOR_BOXES,
     "axes (the fifteen axes along which boxes can be apart), the default, or paper (homogeneous intervals "
     "as "
     "published, slower, to compare with; boxes on motions without a matrix)"},
    {OPTION_TOLERANCE, "tolerance", 0, "LENGTH", FOR_BOXES,
     "how far from a motion that is not rational the rational one may be that takes its place; the boxes are "
     "made larger by as much; default 5e-10 of the size of each of two bodies"},
    {OPTION_THREADS, "threads", 0, "N", FOR_BOXES,
     "threads to use; default all cores; answers do not depend on it"},
    {OPTION_EXACT, "exact", 0, NULL, FOR_PRIMITIVES,
     "decide over the real numbers, without a tolerance, and find the time of the first contact, rounded to "
     "nearest"},
    {OPTION_SEPARATION, "separation", 0, "D", FOR_PRIMITIVES,
     "contact means a distance of at most D; default 0"},
    {OPTION_TOLERANCE, "tolerance", 0, "LENGTH", FOR_PRIMITIVES,
     "largest gap at the time of contact; default 1e-12 of the largest difference of coordinates in the "
     "query"},
    {OPTION_MAX_STEPS, "max-steps", 0, "N", FOR_PRIMITIVES,
     "work limit of a query, after which it is undecided; default 100"},
    {OPTION_KIND, "kind", 0, "KIND", FOR_PRIMITIVES,
     "what rational rows are of: vf (vertex and face) or ee (two edges); default by the name of the file or "
     "its folder, "
     "vertex-face or edge-edge"},
    {OPTION_THREADS, "threads", 0, "N", FOR_PRIMITIVES,
     "threads to use; default all cores; answers do not depend on it"},
    {OPTION_JSON, "json", 0, NULL, FOR_DATA, "write JSON; numbers read back to the same bits"},
    {OPTION_CSV, "csv", 0, NULL, FOR_DATA, "write CSV with a header line"},
    {OPTION_OUTPUT, "output", 'o', "FILE", FOR_ALL,
     "write to FILE, whole or not at all, instead of standard output"},
    {OPTION_QUIET, "quiet", 'q', NULL, FOR_DATA,
     "no sentences: only --json or --csv, errors, and the exit status"},
    {OPTION_HELP, "help", 'h', NULL, FOR_ALL, "show help; after a command, that of the command"},
    {OPTION_VERSION, "version", 'V', NULL, FOR_ALL, "show the version and how it was built"},
    {OPTION_MAN, "man", 0, NULL, FOR_NONE, "write the man page"},
    {OPTION_COMPLETION, "completion", 0, "SHELL", FOR_NONE, "write completions for bash, zsh or fish"},
    {OPTION_MIN_PROPERNESS, "min-properness", 0, "P", FOR_CHECK | FOR_REPORT | FOR_SCREEN | WITH_ALL,
     "leave out contacts whose properness is below P; properness is the sine of the angle between the "
     "surfaces "
     "at a contact, from -1 to 1, and below 0 where one body is inside the other; default 0"},
    {OPTION_LEAVING, "leaving", 0, NULL, FOR_CHECK | FOR_REPORT | FOR_SCREEN | WITH_ALL,
     "list contacts where bodies part too"},
    {OPTION_CONCURRENT, "concurrent", 0, "T", FOR_CHECK | FOR_REPORT | WITH_ALL,
     "contacts within T of the first of their group are one group; default 0: equal times alone"},
    {OPTION_MAX_CONTACTS, "max-contacts", 0, "N", FOR_CHECK | FOR_REPORT | WITH_ALL,
     "list the N earliest contacts of a pair, and say how many there are; default 10000"},
    {OPTION_RELATIVE_SCREW, "relative-screw", 0, NULL, FOR_CHECK | FOR_REPORT | FOR_SCREEN | WITH_ALL,
     "take the screw between the end poses of a pair for its motion, and say how far it is off"},
    {OPTION_MAX_MODEL_ERROR, "max-model-error", 0, "LENGTH", FOR_CHECK | FOR_REPORT | WITH_ALL,
     "cut a motion that is no screw until screws are this near to it; default 1e-6 of the smaller body's "
     "size"},
    {OPTION_PIXELS, "pixels", 0, "N", FOR_CHECK | FOR_REPORT | FOR_SCREEN | WITH_ALL | WITH_SCREEN,
     "pixels along a short edge; default 12"},
    {OPTION_TIME_RESOLUTION, "time-resolution", 0, "T",
     FOR_CHECK | FOR_REPORT | FOR_SCREEN | WITH_ALL | WITH_SCREEN,
     "how finely the time along a drawn edge is kept, from 0 to 1; default 0.02"},
    {OPTION_ROBUST, "robust", 0, NULL, FOR_CHECK | FOR_REPORT | WITH_ALL | WITH_SCREEN,
     "report all that comes within a pixel, so that nothing found means clear"},
    {OPTION_MAX_STEP, "max-step", 0, NULL, FOR_CHECK,
     "print the largest safe step, as simulations use it: 1 where the scene is clear, else a part of the "
     "time "
     "up to which all pairs are proved clear"},
    {OPTION_SAFETY, "safety", 0, "F", FOR_CHECK,
     "of --max-step: that part, above 0 and at most 1; default 0.9"},
};
const size_t tool_option_count = sizeof tool_options / sizeof tool_options[0];

const tool_command tool_commands[] = {
    {FOR_CHECK, "check", "SCENE", "prove when moving bodies first touch, or that they do not",
     "toi check scenes/spinning-rod.json",
     "rod - plate: contact at t = 0.457523, rod vertex 1 on plate face 5, gap 3.76e-10 (certified)",
     "toi check scenes/cars.json --all --min-properness -0.1",
     "straight - crossing: contact at t = 0.426926 (certified for screws within 4.49e-06 of the motion)\n"
     "  time         kind  straight  crossing  properness  point\n"
     "  0.426926397  FV    face 8    vertex 0      0.0000  (-1.7418, -0.9, 0.25)\n"
     "  0.426926397  FV    face 8    vertex 1      0.0000  (-1.7418, -0.9, 0.7)\n"
     "\n"
     "  0.426944799  VF    vertex 7  face 0       -0.0021  (-1.7519, -0.9, 0.25)\n"
     "  0.426944799  EE    edge 6-7  edge 1-9     -0.0021  (-1.7519, -0.9, 0.7)\n"
     "  4 contacts in 2 groups",
     "For every pair of bodies of the scene: the first contact, or a proof that there is none during the "
     "whole motion, "
     "or \"undecided\" when the work limit or the precision ended the search. Times run from 0, the start of "
     "the motion, "
     "to 1, its end. Touching counts as contact. With --all: every contact of each pair under a relative "
     "screw "
     "motion, with its properness: how well the surfaces face each other there. Bodies on a motion of kind "
     "vertices deform, and are asked with themselves too where they have \"self\": true; with --all each "
     "pair of "
     "their features that touches is listed once, with the time at which it first does. SCENE "
     "is a JSON file; - reads standard input.",
     1},
    {FOR_TRACE, "trace", "SCENE", "move a body as far as it gets, never into another one",
     "toi trace scenes/plank.json --mover plank",
     "plank, keeping a distance of 0.000201246:\n"
     "  move                                                  made     gap       stopped by\n"
     "  1     translate (2, 0, 0)                             1\n"
     "  2     rotate 1.5708 rad about (0, 1, 0) at (1, 0, 0)  0.55726  0.000202  plank vertex 4 on wall face "
     "4\n"
     "                                                                 0.000202  plank vertex 6 on wall face "
     "4\n"
     "contact (certified): 1 of 2 moves was stopped; reached position (1, 0, 0), quaternion (0.905742, 0, "
     "0.42383, 0)",
     NULL, NULL,
     "How far one body gets among the others: along its translation or rotation, or along its moves one "
     "after "
     "another. A move that is stopped ends there, and the next one begins there, in its time. A motion "
     "between "
     "two poses is taken as the translation and then the rotation at the place reached. The mover keeps a "
     "distance from every body, at every instant; one that begins nearer may move along and away, but never "
     "closer. Other bodies may stand still or move; they are not stopped.",
     1},
    {FOR_CONTACTS, "contacts", "SCENE", "list where bodies touch or nearly touch at a time",
     "toi contacts scenes/plank.json --time 0.5 --within 0.06",
     "plank - wall: 2 contacts, the nearest at 0.05754\n"
     "  kind  plank     wall    gap      normal     point\n"
     "  VF    vertex 4  face 4  0.05754  (0, 0, 1)  (-0.671751, -0.1, 0.771231)\n"
     "  VF    vertex 6  face 4  0.05754  (0, 0, 1)  (-0.671751, 0.1, 0.771231)",
     NULL, NULL,
     "For every pair of bodies of the scene, as they stand at a time: all places where they are at most D "
     "apart, whatever the direction, each once: the corners of the common part of faces that face each "
     "other, "
     "and where nothing nearby is nearer. VF is a vertex of the first body and a face of the second, FV a "
     "face "
     "and a vertex, EE two edges; FF tells that the bodies overlap. Normals point from the first body to the "
     "second. How they move does not matter.",
     1},
    {FOR_OVERLAP, "overlap", "SCENE", "list which faces meet at a time",
     "toi overlap scenes/plank.json --time 1",
     "plank - wall: 4 pairs of faces meet\n"
     "  plank   wall\n"
     "  face 2  face 4\n"
     "  face 3  face 4\n"
     "  face 4  face 4\n"
     "  face 5  face 4",
     NULL, NULL,
     "For every pair of bodies of the scene, as they stand or have deformed at a time: all pairs of faces "
     "that "
     "meet, decided exactly for the doubles that their vertices are then. Touching counts. With --within "
     "also "
     "faces that come near: for bodies at rest on each other, where rounding alone decides whether they "
     "touch. A "
     "body with \"self\": true is also asked which of its own faces meet that have no vertex in common. A "
     "body "
     "inside another has no faces that meet.",
     1},
    {FOR_BOXES, "boxes", "SCENE", "find all times during which boxes overlap", "toi boxes examples/gate.json",
     "gate - bar: contact during 2 intervals (degree 6)\n"
     "  enter        exit         first touch                          last touch\n"
     "  0.282381825  0.370699154  gate[0] edge 2-6 meets bar edge 4-5  bar vertex 0 on gate[0] face 3\n"
     "  0.380004303  0.779961859  gate[2] edge 0-2 meets bar edge 4-6  bar vertex 6 on gate[2] face 4",
     NULL, NULL,
     "For every pair of bodies of the scene, which are made of boxes or are convex meshes: all intervals of "
     "time during which "
     "they "
     "meet, with what touches where they begin and end. No interval begins late or ends early. Rational "
     "motions, rest, translations and nlerp are solved as they are, by polynomials; others are fitted, and "
     "their intervals are outer ones: the boxes are larger by what the fit may be off. A body may be several "
     "boxes: {\"boxes\": [{\"half\": [hx, hy, hz], \"position\", \"quaternion\"}]}.",
     1},
    {FOR_PRIMITIVES, "primitives", "FILE",
     "find when vertices, faces and edges on straight paths first touch, in bulk",
     "toi primitives examples/queries.csv",
     "3 queries: 2 contacts, 1 clear, 0 undecided\n"
     "beside 3 known answers: 0 false negatives, 0 false positives, 0 late",
     NULL, NULL,
     "Every query of a file: when a vertex and a face, or two edges, first touch while each vertex goes "
     "straight from one "
     "place to another, or a proof that they do not. Rows have id, scene, vf or ee, and 24 coordinates: v f0 "
     "f1 f2, or a0 "
     "a1 b0 b1, at time 0, then at time 1; and gt (1 or 0) and toi where the answer is known, with which the "
     "tool compares "
     "its own. Or eight rows a query of the numerators and denominators of x, y, z and that answer. The file "
     "may be packed "
     "by gzip. --csv writes a row a query.",
     1},
    {FOR_INFO, "info", "MESH...", "show what meshes are and what is wrong with them",
     "toi info scenes/meshes/rod.obj",
     "scenes/meshes/rod.obj: 8 vertices, 6 faces, 12 triangles, 12 edges, 1 component", NULL, NULL,
     "Counts, bounds, topology and defects of mesh files (obj, stl, ply, off). Defects are no errors: every "
     "mesh that can "
     "be read can be checked, but --solid needs closed ones. The vertices of STL files are merged where they "
     "are equal.",
     0},
    {FOR_POSE, "pose", "SCENE", "show where every body is at a time",
     "toi pose scenes/spinning-rod.json --time 0.5",
     "rod: position 0 0 0.5, quaternion 0.984807753012208 0 0.17364817766693033 0", NULL, NULL,
     "Evaluates the motions of a scene, so that one can check what they mean. Time runs from 0 to 1. A pose "
     "takes a "
     "vertex v of the mesh to R v + position, R the rotation of the unit quaternion w x y z.",
     1},
    {FOR_REPORT, "report", "SCENE", "write a page that plays the motion and shows the contacts",
     "toi report scenes/spinning-rod.json -o rod.html", "", NULL, NULL,
     "Checks a scene as toi check does and writes one page, which any browser shows, from the disk and "
     "without a "
     "network: it plays the motion, marks contacts and the features that touch, has them as a table, and "
     "draws a "
     "time line of every pair with what is proved of it and how far the bodies are apart. Takes the options "
     "of toi "
     "check. docs/report.md has what is on the page and its keys.",
     1},
    {FOR_SCREEN, "screen", "SCENE", "draw a pair on the collision screen of its relative motion",
     "toi screen scenes/tori.json -o tori.svg", "", NULL, NULL,
     "Writes an SVG picture, which a browser shows: both bodies of a pair as the screw "
     "of "
     "their relative motion carries them through the collision screen, in pixels, with axes, and every "
     "contact with "
     "its time and properness. A motion that is no screw is drawn as the screw between its end poses, and "
     "the picture "
     "says how far that is off. Contacts are found by formulas, not from the pixels.",
     1},
};
const size_t tool_command_count = sizeof tool_commands / sizeof tool_commands[0];

const char* const tool_exit_lines[] = {
    "0  clear: no contact, proved (trace: all moves made; info, pose, report, screen: output written)",
    "1  contact (trace: a body stopped a move)",
    "2  the command line is wrong",
    "3  a scene or mesh file is wrong; the message names file, place and reason",
    "4  undecided: the work limit, the precision or the pixels of --method screen ended the search",
    "5  out of memory, a limit was reached, or the output could not be written",
};
const size_t tool_exit_count = sizeof tool_exit_lines / sizeof tool_exit_lines[0];

const tool_command* tool_command_find(const char* name)
{
    for (size_t i = 0; i < tool_command_count; ++i) {
        if (strcmp(tool_commands[i].name, name) == 0) {
            return &tool_commands[i];
        }
    }
    return NULL;
}

const tool_option* tool_option_find(int id, unsigned commands)
{
    const tool_option* first = NULL;
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        if ((int)option->id != id && !(option->letter && option->letter == id)) {
            continue;
        }
        if (option->commands & commands) {
            return option;
        }
        first = first ? first : option;
    }
    return first;
}
