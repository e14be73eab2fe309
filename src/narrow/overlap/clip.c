// A triangle against an axis-aligned box: the box of the triangle, a corner inside, then clipping by the four
// planes of x and y, with an early yes where a cut lies in the side that cuts; what is left is compared along
// z [Kitamura98, section 3.7].
//
// What rounding can do. Let M bound the coordinates of the triangle in magnitude, and u = 2^-53. Distances
// are the largest difference of a coordinate. Invariant: behind each computed corner there is a true point of
// the triangle, at most e away, these true points are the corners of a convex polygon in that order, and
// whatever part of the triangle lies in the box that was not grown is in that polygon. It holds before the
// first cut with e = 0.
// A cut at plane c of an edge from p to q, computed corners of which one is inside and one is not: the
// distances fl(p_k - c) and fl(q_k - c) have the right signs and are off by a factor of 1 + u at most, so the
// share s = fl(fl(p_k - c)/fl(fl(p_k - c) - fl(q_k - c))) is in [0, 1] and within a factor
// ((1 + u)/(1 - u))^2 of the share of the true cut of pq. Take as the true point behind the cut the one at
// share s of the true edge: it is within e of the point x at share s of pq. x_k is at most
// 4.1 u |p_k - c| <= 8.2 u M from c, which the computed corner gets; another coordinate is computed as
// fl(p + fl(s fl(q - p))), within u 2M + u 2M + u M and terms of second order of that of x: at most 5.1 u M.
// So each cut adds at most 8.3 u M to e, and what underflows: 2^-1075 of the product, and of the share
// 2^-1075 times |q_k - p_k|, less than 2^-70 u M together with it. After four cuts e <= 33.3 u M + 2^-1073,
// and coordinates are below 1.01 M.
// A cut replaces each run of corners that are outside by the chord between two points behind cuts. What is
// lost is the hull of true points, each at most e, this cut counted, from computed ones that are not inside.
// If c is moved outwards by more than that, none of it was in the box that was not grown, and the invariant
// holds on. The comparison along z loses nothing either if it is moved by e. So growing by 36 u M + 2^-1070
// is enough; 64 u M is used, for the grown side is rounded as well: by at most u 2M where |c| <= 2M, and
// where |c| is above 2M no edge reaches it, grown or not. 2^-1070 also covers corners that are off by
// 2^-1074. "Yes" gives a computed point at most 5.1 u M outside the grown box: a corner, a cut, or where
// corners are on both sides of the slab of z, a point between them. So the triangle is within (33.3 + 66
// + 5.1) u M + 2^-1069 of the box: below 128 u M = 2^-46 M, and 2^-1069.

#include "narrow/overlap/clip.h"

#include "core/assert.h"

#include <string.h>

// Each of the four cuts adds at most half as many corners as there are: 3, 4, 6, 9, 13.
enum { CLIP_CORNERS = 16 };

typedef struct clip_polygon {
    double at[CLIP_CORNERS][3];
    int count;
} clip_polygon;

typedef struct clip_box {
    double side[2][3]; // lower, upper
} clip_box;

toi_bounds ti_clip_grow(const toi_bounds* box, double magnitude)
{
    TI_ASSERT(magnitude >= 0.0 && magnitude <= 0x1p1000);
    double by = 0x1p-47 * magnitude + 0x1p-1070;
    const toi_vec3 pad = {by, by, by};
    return (toi_bounds){v3_sub(box->lower, pad), v3_add(box->upper, pad)};
}

toi_bounds ti_clip_own_box(const toi_vec3 corner[3])
{
    return (toi_bounds){v3_min(v3_min(corner[0], corner[1]), corner[2]),
                        v3_max(v3_max(corner[0], corner[1]), corner[2])};
}

static bool holds(const toi_bounds* box, toi_vec3 p)
{
    return p.x >= box->lower.x && p.x <= box->upper.x && p.y >= box->lower.y && p.y <= box->upper.y &&
           p.z >= box->lower.z && p.z <= box->upper.z;
}

static bool between(const clip_box* box, int axis, double x)
{
    return x >= box->side[0][axis] && x <= box->side[1][axis];
}

// The cut of an edge whose ends have heights of opposite sign over the plane.
static void cut_edge(const double p[3], const double q[3], double height_p, double height_q, double cut[3])
{
    double share = height_p / (height_p - height_q);
    for (int i = 0; i < 3; ++i) {
        cut[i] = p[i] + share * (q[i] - p[i]);
    }
}

// Keeps what is inside the plane of a side. Returns whether a cut lies in that side of the box.
static bool clip(const clip_polygon* in, const clip_box* box, int axis, int side, clip_polygon* out)
{
    const double plane = box->side[side][axis], sign = side == 0 ? 1.0 : -1.0;
    out->count = 0;
    const double* p = in->at[in->count - 1];
    double height_p = sign * (p[axis] - plane);
    for (int i = 0; i < in->count; ++i) {
        const double* q = in->at[i];
        double height_q = sign * (q[axis] - plane);
        if ((height_p > 0.0 && height_q < 0.0) || (height_p < 0.0 && height_q > 0.0)) {
            double* cut = out->at[out->count++];
            cut_edge(p, q, height_p, height_q, cut);
            cut[axis] = plane;
            if (between(box, 1 - axis, cut[1 - axis]) && between(box, 2, cut[2])) {
                return true;
            }
        }
        if (height_q >= 0.0) {
            memcpy(out->at[out->count++], q, sizeof out->at[0]);
        }
        p = q;
        height_p = height_q;
    }
    return false;
}

static bool reaches_along_z(const clip_polygon* polygon, const clip_box* box)
{
    bool above = true, below = true;
    for (int i = 0; i < polygon->count; ++i) {
        above = above && polygon->at[i][2] > box->side[1][2];
        below = below && polygon->at[i][2] < box->side[0][2];
    }
    return !above && !below;
}

static bool clipped_meets(const toi_vec3 corner[3], const toi_bounds* grown)
{
    const clip_box box = {
        {{grown->lower.x, grown->lower.y, grown->lower.z}, {grown->upper.x, grown->upper.y, grown->upper.z}}};
    clip_polygon polygon[2];
    polygon[0].count = 3;
    for (int i = 0; i < 3; ++i) {
        polygon[0].at[i][0] = corner[i].x;
        polygon[0].at[i][1] = corner[i].y;
        polygon[0].at[i][2] = corner[i].z;
    }
    for (int plane = 0; plane < 4; ++plane) {
        const clip_polygon* in = &polygon[plane % 2];
        clip_polygon* out = &polygon[1 - plane % 2];
        if (clip(in, &box, plane / 2, plane % 2, out)) {
            return true;
        }
        if (out->count == 0) {
            return false;
        }
    }
    return reaches_along_z(&polygon[0], &box);
}

bool ti_clip_meets(const toi_vec3 corner[3], const toi_bounds* own, const toi_bounds* grown)
{
    if (!ti_clip_boxes_meet(own, grown)) {
        return false;
    }
    if (holds(grown, corner[0]) || holds(grown, corner[1]) || holds(grown, corner[2])) {
        return true;
    }
    return clipped_meets(corner, grown);
}
