// Boxes, tori, spheres, prisms, tubes and surfaces of revolution.

#include "scenes/model.h"

#include <math.h>

static const double two_pi = 6.283185307179586;

uint32_t ti_model_ring(ti_model* model, double radius, double z, uint32_t around)
{
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < around; ++i) {
        double turn = two_pi * i / around;
        ti_model_vertex(model, radius * cos(turn), radius * sin(turn), z);
    }
    return first;
}

void ti_model_join(ti_model* model, uint32_t low, uint32_t high, uint32_t around)
{
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t j = (i + 1) % around;
        ti_model_quad(model, low + i, low + j, high + j, high + i);
    }
}

void ti_model_cap(ti_model* model, uint32_t first, uint32_t around, bool above)
{
    uint32_t corners[256];
    for (uint32_t i = 0; i < around && i < 256; ++i) {
        corners[i] = first + (above ? i : around - 1 - i);
    }
    ti_model_face(model, corners, around);
}

void ti_model_box(ti_model* model, toi_vec3 centre, toi_vec3 half)
{
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < 8; ++i) {
        ti_model_vertex(model, centre.x + (i & 1 ? half.x : -half.x), centre.y + (i & 2 ? half.y : -half.y),
                        centre.z + (i & 4 ? half.z : -half.z));
    }
    static const uint32_t faces[6][4] = {
        {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6},
    };
    for (uint32_t f = 0; f < 6; ++f) {
        ti_model_quad(model, first + faces[f][0], first + faces[f][1], first + faces[f][2],
                      first + faces[f][3]);
    }
}

void ti_model_torus(ti_model* model, double ring_radius, double tube_radius, uint32_t around, uint32_t tube)
{
    uint32_t first = model->vertex_count;
    for (uint32_t j = 0; j < tube; ++j) {
        double turn = two_pi * j / tube;
        ti_model_ring(model, ring_radius + tube_radius * cos(turn), tube_radius * sin(turn), around);
    }
    for (uint32_t j = 0; j < tube; ++j) {
        ti_model_join(model, first + around * j, first + around * ((j + 1) % tube), around);
    }
}

void ti_model_sphere(ti_model* model, double radius, uint32_t around, uint32_t rows)
{
    uint32_t bottom = ti_model_vertex(model, 0.0, 0.0, -radius);
    for (uint32_t j = 1; j < rows; ++j) {
        double turn = 0.5 * two_pi * j / rows;
        ti_model_ring(model, radius * sin(turn), -radius * cos(turn), around);
    }
    uint32_t top = ti_model_vertex(model, 0.0, 0.0, radius);
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t j = (i + 1) % around;
        ti_model_triangle(model, bottom, bottom + 1 + j, bottom + 1 + i);
        ti_model_triangle(model, top, top - around + i, top - around + j);
    }
    for (uint32_t j = 0; j + 2 < rows; ++j) {
        ti_model_join(model, bottom + 1 + around * j, bottom + 1 + around * (j + 1), around);
    }
}

void ti_model_lathe(ti_model* model, const double (*profile)[2], uint32_t count, uint32_t around)
{
    uint32_t before = ti_model_vertex(model, profile[0][0], 0.0, 0.0);
    uint32_t ring = model->vertex_count;
    for (uint32_t k = 1; k + 1 < count; ++k) {
        for (uint32_t i = 0; i < around; ++i) {
            double turn = two_pi * i / around;
            ti_model_vertex(model, profile[k][0], profile[k][1] * cos(turn), profile[k][1] * sin(turn));
        }
    }
    uint32_t after = ti_model_vertex(model, profile[count - 1][0], 0.0, 0.0);
    uint32_t last = after - around;
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t j = (i + 1) % around;
        ti_model_triangle(model, before, ring + j, ring + i);
        ti_model_triangle(model, after, last + i, last + j);
    }
    for (; ring < last; ring += around) {
        ti_model_join(model, ring, ring + around, around);
    }
}

void ti_model_prism(ti_model* model, const double (*outline)[2], uint32_t count, double low, double high)
{
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < 2 * count; ++i) {
        ti_model_vertex(model, outline[i % count][0], outline[i % count][1], i < count ? low : high);
    }
    ti_model_join(model, first, first + count, count);
    ti_model_cap(model, first, count, false);
    ti_model_cap(model, first + count, count, true);
}

void ti_model_rod(ti_model* model, double radius, double half_height, uint32_t around)
{
    uint32_t low = ti_model_ring(model, radius, -half_height, around);
    uint32_t high = ti_model_ring(model, radius, half_height, around);
    ti_model_join(model, low, high, around);
    ti_model_cap(model, low, around, false);
    ti_model_cap(model, high, around, true);
}

void ti_model_tube(ti_model* model, double inner, double outer, double half_height, uint32_t around)
{
    uint32_t low_in = ti_model_ring(model, inner, -half_height, around);
    uint32_t low_out = ti_model_ring(model, outer, -half_height, around);
    uint32_t high_out = ti_model_ring(model, outer, half_height, around);
    uint32_t high_in = ti_model_ring(model, inner, half_height, around);
    ti_model_join(model, low_in, low_out, around);
    ti_model_join(model, low_out, high_out, around);
    ti_model_join(model, high_out, high_in, around);
    ti_model_join(model, high_in, low_in, around);
}

// The wheels are left out: an extruded body below, a cabin that leans inwards above. Pairs of corners share x
// and z, or run along x, so every face is exactly planar.
void ti_model_car(ti_model* model)
{
    static const double side[8][3] = {
        {2.25, 0.25, 0.9},  {2.25, 0.7, 0.9},  {1.0, 0.9, 0.9},   {0.25, 1.35, 0.65},
        {-1.0, 1.35, 0.65}, {-1.75, 0.9, 0.9}, {-2.25, 0.8, 0.9}, {-2.25, 0.25, 0.9},
    };
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < 16; ++i) {
        const double* at = side[i % 8];
        ti_model_vertex(model, at[0], i < 8 ? -at[2] : at[2], at[1]);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        uint32_t j = (i + 1) % 8;
        ti_model_quad(model, first + i, first + i + 8, first + j + 8, first + j);
    }
    static const uint32_t body[6] = {0, 7, 6, 5, 2, 1};
    uint32_t right[6], left[6];
    for (uint32_t i = 0; i < 6; ++i) {
        right[i] = first + body[5 - i];
        left[i] = first + body[i] + 8;
    }
    ti_model_face(model, right, 6);
    ti_model_face(model, left, 6);
    ti_model_quad(model, first + 2, first + 3, first + 4, first + 5);
    ti_model_quad(model, first + 10, first + 13, first + 12, first + 11);
}
