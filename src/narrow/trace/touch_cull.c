// Whether a facet or an edge is far from a box, by the directions that part convex bodies: products of edges.

#include "narrow/trace/touch_parts.h"

// Polygons of more corners are not asked.
enum { MOST_SIDES = 4 };

// Coordinates of corners from the middle of a box.
typedef struct around_box {
    double x[MOST_SIDES], y[MOST_SIDES], z[MOST_SIDES];
    toi_vec3 half;
    uint32_t count;
    double wide;
    bool far;
} around_box;

// Along (u, w) in two of the coordinates, p and q; the box reaches `half` both ways.
static inline void note_across(around_box* b, const double p[MOST_SIDES], const double q[MOST_SIDES],
                               double u, double w, double half)
{
    double low = u * p[0] + w * q[0], high = low;
    for (uint32_t i = 1; i < b->count; ++i) {
        double along = u * p[i] + w * q[i];
        low = along < low ? along : low;
        high = along > high ? along : high;
    }
    double apart = (low > -high ? low : -high) - half;
    b->far = b->far || apart > b->wide * (fabs(u) + fabs(w));
}

// The products of the axes of the box and one edge.
static void note_edge(around_box* b, uint32_t i, uint32_t k)
{
    double x = b->x[k] - b->x[i], y = b->y[k] - b->y[i], z = b->z[k] - b->z[i];
    note_across(b, b->y, b->z, -z, y, b->half.y * fabs(z) + b->half.z * fabs(y));
    note_across(b, b->z, b->x, -x, z, b->half.z * fabs(x) + b->half.x * fabs(z));
    note_across(b, b->x, b->y, -y, x, b->half.x * fabs(y) + b->half.y * fabs(x));
}

static around_box around(const toi_vec3* x, uint32_t count, const touch_pack* box, double wide)
{
    toi_vec3 middle = v3_scale(0.5, v3_add(box->lower, box->upper));
    around_box b = {.half = v3_sub(box->upper, middle), .count = count, .wide = wide};
    for (uint32_t i = 0; i < count; ++i) {
        b.x[i] = x[i].x - middle.x;
        b.y[i] = x[i].y - middle.y;
        b.z[i] = x[i].z - middle.z;
    }
    return b;
}

bool ti_touch_polygon_apart(const touch_polygon* p, const touch_pack* box)
{
    if (p->count > MOST_SIDES) {
        return false;
    }
    around_box b = around(p->x, p->count, box, 0.0);
    for (uint32_t i = 0; i < b.count && !b.far; ++i) {
        note_edge(&b, i, i + 1 < b.count ? i + 1 : 0);
    }
    return b.far;
}

bool ti_touch_edge_far(const toi_vec3 end[2], const touch_pack* box, double wide)
{
    around_box b = around(end, 2, box, wide);
    note_edge(&b, 0, 1);
    return b.far;
}
