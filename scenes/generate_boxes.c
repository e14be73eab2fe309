// Two boxes on rational motions, after the three examples of [RationalBoxes]. The paper gives the matrix of
// the first and no coefficients of the others, and no sizes of boxes: these motions are made, so that all
// counts and times that it tells are theirs.

#include "scenes/generate.h"

typedef struct example {
    const char* name;
    toi_vec3 half_a, half_b;
    toi_rational motion;
} example;

static void write_example(ti_writer* writer, const example* e, const ti_known* known)
{
    const toi_motion motion = {.kind = TOI_MOTION_RATIONAL, .rationals = &e->motion, .rational_count = 1};
    ti_writer_begin(writer, e->name);
    ti_writer_box(writer, "resting", e->half_a, &TI_AT_REST);
    ti_writer_box(writer, "passing", e->half_b, &motion);
    ti_writer_end(writer, NULL, known);
}

// A unit quaternion within 0.01 of each entry of the matrix (6), but for the signs of one axis and with +0.16
// in place of -0.16, that has the slope and the value of p(t) = 28.68 - 60.69 t.
static void write_linear(ti_writer* writer)
{
    static const toi_quat turned[] = {{0.22596, -0.94079, 0.02781, -0.25118}};
    static const toi_vec3 way[] = {{-28.35, -36.86, 0.0}, {16.76, 23.83, 0.0}};
    const example e = {
        "boxes-linear",
        {10.0, 5.709, 10.0},
        {1.0, 2.0, 1.246},
        {.rotation = turned, .rotation_count = 1, .translation = way, .translation_count = 2, .until = 1.0}};
    ti_known hit = {.about = "A box passes through another one along a line, as in the first example of the "
                             "paper: one homogeneous interval; it enters and leaves at opposite faces.",
                    .source = "closed form: |60.69 t - 36.86| = 5.709 + the reach of the box along y",
                    .a = "resting",
                    .b = "passing",
                    .time = 0.472568,
                    .error = 1e-6,
                    .contacts = 1};
    write_example(writer, &e, &hit);
}

static void write_edges(ti_writer* writer)
{
    static const toi_quat turning[] = {{0.07467, 0.3437, 0.18664, 0.25635},
                                       {0.67743, -0.66826, -0.11273, -0.28601}};
    static const toi_vec3 way[] = {{-2.991, -6.5322, -13.1535}, {-3.7083, 1.1612, 5.6909}};
    const example e = {
        "boxes-edges",
        {2.349, 1.86, 1.512},
        {0.637, 2.425, 0.825},
        {.rotation = turning, .rotation_count = 2, .translation = way, .translation_count = 2, .until = 1.0}};
    ti_known hit = {
        .about = "A box turns by a motion of degree 2 and enters and leaves another one edge on edge: 15 "
                 "homogeneous intervals, 3 outside of the motion, 8 where the spheres are apart, 4 left.",
        .source = "bisection of the separation along fifteen axes",
        .a = "resting",
        .b = "passing",
        .time = 0.6540291390206,
        .error = 1e-9,
        .contacts = 1};
    write_example(writer, &e, &hit);
}

static void write_clear(ti_writer* writer)
{
    static const toi_quat turning[] = {
        {1.295, -0.974, -0.104, -1.288}, {-1.136, 1.645, -0.755, 0.804}, {0.669, -1.721, -0.276, -0.568}};
    static const toi_vec3 way[] = {{6.85, 2.05, 10.54},
                                   {-10.94, 2.07, -0.65},
                                   {-12.14, -3.14, 2.87},
                                   {-2.03, -19.68, -0.95},
                                   {2.13, -5.03, -4.87}};
    const example e = {
        "boxes-clear",
        {2.154, 1.821, 2.07},
        {1.031, 1.062, 2.162},
        {.rotation = turning, .rotation_count = 3, .translation = way, .translation_count = 5, .until = 1.0}};
    ti_known clear = {
        .about =
            "A box tumbles past another one by a motion of degree 4: 17 homogeneous intervals, 2 outside "
            "of the motion, 11 where the spheres are apart, 4 left, and no contact in these.",
        .source = "the separation along fifteen axes at 2000 times: at least 0.5"};
    write_example(writer, &e, &clear);
}

void ti_generate_boxes(ti_writer* writer)
{
    write_linear(writer);
    write_edges(writer);
    write_clear(writer);
}
