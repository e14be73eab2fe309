// A shuttle, a chair, a head and a hand, put together from boxes and bent spheres.

#include "scenes/model.h"

#include <math.h>

// Twelve boxes, and a cushion of one square.
void ti_model_chair(ti_model* model)
{
    static const double box[12][2][3] = {{{0, 0, 0}, {0.5, 0.5, 0.05}},
                                         {{-0.45, -0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{0.45, -0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{-0.45, 0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{0.45, 0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{-0.45, 0.45, 0.6}, {0.05, 0.05, 0.55}},
                                         {{0.45, 0.45, 0.6}, {0.05, 0.05, 0.55}},
                                         {{0, 0.45, 0.4}, {0.4, 0.03, 0.06}},
                                         {{0, 0.45, 0.7}, {0.4, 0.03, 0.06}},
                                         {{0, 0.45, 1.0}, {0.4, 0.03, 0.06}},
                                         {{-0.45, -0.02, 0.35}, {0.05, 0.42, 0.03}},
                                         {{0.45, -0.02, 0.35}, {0.05, 0.42, 0.03}}};
    for (int i = 0; i < 12; ++i) {
        const double *c = box[i][0], *h = box[i][1];
        ti_model_box(model, (toi_vec3){c[0], c[1], c[2]}, (toi_vec3){h[0], h[1], h[2]});
    }
    uint32_t a = ti_model_vertex(model, -0.4, -0.4, 0.07), b = ti_model_vertex(model, 0.4, -0.4, 0.07);
    uint32_t c = ti_model_vertex(model, 0.4, 0.4, 0.09), d = ti_model_vertex(model, -0.4, 0.4, 0.09);
    ti_model_quad(model, a, b, c, d);
}

// Where a sphere goes: stretched, its poles bent, and moved.
typedef struct part {
    uint32_t slices, stacks;
    double half[3], at[3];
    double bend;  // by so much times z squared along y
    double waist; // narrower by so much around the middle of the lower half
} part;

static void add_part(ti_model* model, const part* p)
{
    uint32_t first = model->vertex_count;
    ti_model_sphere(model, 1.0, p->slices, p->stacks);
    for (uint32_t i = first; i < model->vertex_count; ++i) {
        double *v = &model->vertices[3 * (size_t)i], z = v[2];
        double width = 1.0 - p->waist * exp(-12.0 * (z + 0.6) * (z + 0.6));
        v[0] = p->at[0] + p->half[0] * width * v[0];
        v[1] = p->at[1] + p->half[1] * width * v[1] + p->bend * z * z;
        v[2] = p->at[2] + p->half[2] * z;
    }
}

// 1768 + 24 + 2 12 triangles: a head with a neck, a nose and two ears.
void ti_model_head(ti_model* model)
{
    static const part parts[4] = {{34, 27, {0.75, 0.9, 1.2}, {0, 0, 0}, 0.1, 0.35},
                                  {6, 3, {0.12, 0.25, 0.2}, {0, -0.9, 0.15}, 0, 0},
                                  {3, 3, {0.15, 0.2, 0.25}, {-0.75, 0, 0.15}, 0, 0},
                                  {3, 3, {0.15, 0.2, 0.25}, {0.75, 0, 0.15}, 0, 0}};
    for (int i = 0; i < 4; ++i) {
        add_part(model, &parts[i]);
    }
}

// 320 + 5 128 triangles: a palm and five fingers.
void ti_model_hand(ti_model* model)
{
    static const part parts[6] = {{16, 11, {0.5, 0.18, 0.55}, {0, 0, 0}, -0.05, 0.2},
                                  {8, 9, {0.11, 0.11, 0.45}, {-0.36, 0, 0.8}, -0.1, 0},
                                  {8, 9, {0.12, 0.12, 0.5}, {-0.12, 0, 0.9}, -0.12, 0},
                                  {8, 9, {0.12, 0.12, 0.48}, {0.12, 0, 0.88}, -0.12, 0},
                                  {8, 9, {0.1, 0.1, 0.4}, {0.34, 0, 0.75}, -0.1, 0},
                                  {8, 9, {0.14, 0.14, 0.42}, {-0.6, -0.12, 0.25}, -0.2, 0}};
    for (int i = 0; i < 6; ++i) {
        add_part(model, &parts[i]);
    }
}

void ti_model_bend_fingers(const double* from, uint32_t count, double most, double* to)
{
    static const double knuckles = 0.35; // height of the palm above which it bends
    for (uint32_t i = 0; i < count; ++i, from += 3, to += 3) {
        double along = from[2] - knuckles, angle = along > 0.0 ? most * along : 0.0;
        to[0] = from[0];
        to[1] = along > 0.0 ? from[1] - along * sin(angle) : from[1];
        to[2] = along > 0.0 ? knuckles + along * cos(angle) : from[2];
    }
}

static double bump(double x, double middle, double width)
{
    double s = (x - middle) / width;
    return exp(-s * s);
}

// 528 triangles: a sphere drawn out along x, its sides to wings, its back to a fin.
void ti_model_shuttle(ti_model* model)
{
    uint32_t first = model->vertex_count;
    ti_model_sphere(model, 1.0, 24, 12);
    for (uint32_t i = first; i < model->vertex_count; ++i) {
        double *v = &model->vertices[3 * (size_t)i], side = v[0], up = v[1], ahead = v[2];
        double wing = bump(ahead, -0.5, 0.4) * side * side, fin = up > 0.0 ? bump(ahead, -0.75, 0.2) : 0.0;
        v[0] = 1.5 * ahead;
        v[1] = (0.35 + 0.75 * wing) * side * (1.0 - 0.8 * fin * up * up);
        v[2] = 0.35 * up * (1.0 - 0.7 * wing) + 0.4 * fin * up * up * up * up;
    }
}

// Whether vertex a comes before vertex b: by x, then y, then z.
static bool is_lower(const ti_model* model, uint32_t a, uint32_t b)
{
    const double *p = &model->vertices[3 * (size_t)a], *q = &model->vertices[3 * (size_t)b];
    return p[0] != q[0] ? p[0] < q[0] : p[1] != q[1] ? p[1] < q[1] : p[2] < q[2];
}

void ti_model_cut(ti_model* model)
{
    ti_model cut = {
        .vertices = model->vertices, .vertex_count = model->vertex_count, .vertex_room = model->vertex_room};
    model->vertices = NULL;
    for (uint32_t f = 0; f < model->face_count; ++f) {
        const uint32_t* corner = model->corners + model->offsets[f];
        uint32_t count = model->offsets[f + 1] - model->offsets[f], lowest = 0;
        for (uint32_t i = 1; i < count; ++i) {
            lowest = is_lower(&cut, corner[i], corner[lowest]) ? i : lowest;
        }
        for (uint32_t i = 1; i + 1 < count; ++i) {
            ti_model_triangle(&cut, corner[lowest], corner[(lowest + i) % count],
                              corner[(lowest + i + 1) % count]);
        }
    }
    ti_model_release(model);
    *model = cut;
}
