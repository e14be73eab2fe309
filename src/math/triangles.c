// Exact triangle against triangle: boxes, the sides of each triangle's corners by the other's plane, then,
// where both planes cut, the order of four points on the line the planes share, as in Guigue and Devillers,
// "Fast and robust triangle-triangle overlap test using orientation predicates" (2003). Triangles in one
// plane, segments and points take the slower ways below it.

#include "math/triangles.h"

#include "math/predicates.h"

// Every pair of triangles without a common point on some axis is apart; equal coordinates touch.
static bool apart_along(double a0, double a1, double a2, double b0, double b1, double b2)
{
    double a_min = a0 < a1 ? a0 : a1, a_max = a0 < a1 ? a1 : a0;
    double b_min = b0 < b1 ? b0 : b1, b_max = b0 < b1 ? b1 : b0;
    a_min = a2 < a_min ? a2 : a_min;
    a_max = a2 > a_max ? a2 : a_max;
    b_min = b2 < b_min ? b2 : b_min;
    b_max = b2 > b_max ? b2 : b_max;
    return a_max < b_min || b_max < a_min;
}

static bool boxes_apart(const toi_vec3 a[3], const toi_vec3 b[3])
{
    return apart_along(a[0].x, a[1].x, a[2].x, b[0].x, b[1].x, b[2].x) ||
           apart_along(a[0].y, a[1].y, a[2].y, b[0].y, b[1].y, b[2].y) ||
           apart_along(a[0].z, a[1].z, a[2].z, b[0].z, b[1].z, b[2].z);
}

// Sides of the corners of b by the plane of a. True when all are strictly on one.
static bool one_side(const toi_vec3 a[3], const toi_vec3 b[3], int side[3])
{
    ti_plane plane = ti_plane_through(a[0], a[1], a[2]);
    side[0] = ti_plane_side(&plane, b[0]);
    side[1] = ti_plane_side(&plane, b[1]);
    side[2] = ti_plane_side(&plane, b[2]);
    return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

static bool all_zero(const int side[3])
{
    return side[0] == 0 && side[1] == 0 && side[2] == 0;
}

static bool on_both_sides(const int side[3])
{
    return (side[0] > 0 || side[1] > 0 || side[2] > 0) && (side[0] < 0 || side[1] < 0 || side[2] < 0);
}

// The corner that the plane parts from the two others, and the side it is on. If it lies in the plane, the
// others are strictly on one side. There is one unless all are strictly on one side, or all in the plane.
static int lone_corner(const int side[3], int* sign)
{
    for (int k = 0; k < 3; ++k) {
        for (*sign = 1; *sign >= -1; *sign -= 2) {
            int own = side[k] * *sign, next = side[(k + 1) % 3] * *sign, last = side[(k + 2) % 3] * *sign;
            if ((own > 0 && next <= 0 && last <= 0) || (own == 0 && next < 0 && last < 0)) {
                return k;
            }
        }
    }
    *sign = 1;
    return 0;
}

// Each plane cuts the other triangle, and the planes differ. Corners are put in such an order that both that
// are alone are on the positive sides, which may turn a triangle over.
static ti_cut order_cut(const toi_vec3 a[3], const toi_vec3 b[3], const int side_a[3], const int side_b[3])
{
    int sign_a, sign_b;
    int k = lone_corner(side_a, &sign_a), m = lone_corner(side_b, &sign_b);
    bool swap_a = sign_b < 0, swap_b = sign_a < 0;
    return (ti_cut){{a[k], a[(k + (swap_a ? 2 : 1)) % 3], a[(k + (swap_a ? 1 : 2)) % 3]},
                    {b[m], b[(m + (swap_b ? 2 : 1)) % 3], b[(m + (swap_b ? 1 : 2)) % 3]}};
}

// An end of one cut lies beyond the far end of the other exactly when two edges turn about each other the
// wrong way.
static ti_meeting relate_cut(const toi_vec3 a[3], const toi_vec3 b[3], const int side_a[3],
                             const int side_b[3])
{
    ti_cut cut = order_cut(a, b, side_a, side_b);
    int first = ti_orient3d(cut.a[0], cut.a[1], cut.b[0], cut.b[1]);
    if (first > 0) {
        return TI_MEET_APART;
    }
    int last = ti_orient3d(cut.a[0], cut.a[2], cut.b[2], cut.b[0]);
    if (last > 0) {
        return TI_MEET_APART;
    }
    // Overlap in more than a point, of cuts through the inside of both.
    if (first < 0 && last < 0 && on_both_sides(side_a) && on_both_sides(side_b)) {
        return TI_MEET_CROSS;
    }
    return TI_MEET_TOUCH;
}

bool ti_triangles_cut(const toi_vec3 a[3], const toi_vec3 b[3], ti_cut* cut)
{
    int side_a[3], side_b[3];
    if (one_side(a, b, side_b) || one_side(b, a, side_a) || all_zero(side_a) || all_zero(side_b)) {
        return false;
    }
    *cut = order_cut(a, b, side_a, side_b);
    return true;
}

// An axis along which the triangle is seen with an area, or -1 when it has none. The one along which the area
// seems largest comes first.
static int open_axis(const toi_vec3 t[3])
{
    ti_plane plane = ti_plane_through(t[0], t[1], t[2]);
    double x = fabs(plane.normal.x), y = fabs(plane.normal.y), z = fabs(plane.normal.z);
    int first = x > y && x > z ? 0 : y > z ? 1 : 2;
    for (int i = 0; i < 3; ++i) {
        int axis = (first + i) % 3;
        if (ti_orient2d(t[0], t[1], t[2], axis) != 0) {
            return axis;
        }
    }
    return -1;
}

// Whether the line of some edge of a has b strictly on one side and a not on that side, all in one plane that
// is seen in x and y. `turn` is how a turns there: every corner is on that side of the edge across from it.
static bool edge_separates(const toi_vec3 a[3], int turn, const toi_vec3 b[3])
{
    for (int i = 0; i < 3; ++i) {
        toi_vec3 p = a[i], q = a[i == 2 ? 0 : i + 1];
        int side = ti_orient_xy(p, q, b[0]);
        if (side != 0 && side != turn && ti_orient_xy(p, q, b[1]) == side &&
            ti_orient_xy(p, q, b[2]) == side) {
            return true;
        }
    }
    return false;
}

// Both in one plane that is seen along the axis, and at least one with an area. Convex sets in a plane are
// apart exactly when an edge of one of them separates them.
static bool planar_apart(const toi_vec3 a[3], const toi_vec3 b[3], int axis)
{
    toi_vec3 p[3], q[3];
    for (int i = 0; i < 3; ++i) {
        p[i] = v3_along(a[i], axis);
        q[i] = v3_along(b[i], axis);
    }
    return edge_separates(p, ti_orient_xy(p[0], p[1], p[2]), q) ||
           edge_separates(q, ti_orient_xy(q[0], q[1], q[2]), p);
}

// A segment with its ends on the given sides of the plane of a triangle with an area.
static ti_meeting relate_segment(const toi_vec3 s[2], const int side[2], const toi_vec3 t[3], int axis)
{
    if (side[0] * side[1] > 0) {
        return TI_MEET_APART;
    }
    if (side[0] == 0 && side[1] == 0) {
        toi_vec3 flat[3] = {s[0], s[1], s[1]};
        return planar_apart(t, flat, axis) ? TI_MEET_APART : TI_MEET_TOUCH;
    }
    int low = 1, high = -1;
    for (int i = 0; i < 3; ++i) {
        int turn = ti_orient3d(s[0], s[1], t[i], t[(i + 1) % 3]);
        low = turn < low ? turn : low;
        high = turn > high ? turn : high;
    }
    if (low < 0 && high > 0) {
        return TI_MEET_APART;
    }
    return side[0] * side[1] < 0 && low * high > 0 ? TI_MEET_CROSS : TI_MEET_TOUCH;
}

// `flat` has no area: it is the union of its edges. The sides are of its corners by the plane of t.
static ti_meeting relate_flat(const toi_vec3 flat[3], const int side[3], const toi_vec3 t[3], int axis)
{
    ti_meeting best = TI_MEET_APART;
    for (int i = 0; i < 3; ++i) {
        int next = (i + 1) % 3;
        toi_vec3 s[2] = {flat[i], flat[next]};
        int ends[2] = {side[i], side[next]};
        ti_meeting meeting = relate_segment(s, ends, t, axis);
        best = meeting > best ? meeting : best;
    }
    return best;
}

static bool spans_apart(double a0, double a1, double b0, double b1)
{
    return apart_along(a0, a1, a1, b0, b1, b1);
}

static bool segment_boxes_apart(const toi_vec3 s[2], const toi_vec3 t[2])
{
    return spans_apart(s[0].x, s[1].x, t[0].x, t[1].x) || spans_apart(s[0].y, s[1].y, t[0].y, t[1].y) ||
           spans_apart(s[0].z, s[1].z, t[0].z, t[1].z);
}

// Four points in one plane: seen along an axis that keeps some three of them out of one line, two segments
// meet exactly when their boxes do and neither has the other strictly on one side. Where every three are in a
// line along every axis, all four are, and the boxes decide. An axis that shows the plane as a line shows no
// three out of line.
static bool segments_meet(const toi_vec3 s[2], const toi_vec3 t[2])
{
    if (segment_boxes_apart(s, t) || ti_orient3d(s[0], s[1], t[0], t[1]) != 0) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (ti_orient2d(s[0], s[1], t[0], axis) * ti_orient2d(s[0], s[1], t[1], axis) > 0 ||
            ti_orient2d(t[0], t[1], s[0], axis) * ti_orient2d(t[0], t[1], s[1], axis) > 0) {
            return false;
        }
    }
    return true;
}

// Two without area: edges against edges. They touch at most.
static ti_meeting relate_flats(const toi_vec3 a[3], const toi_vec3 b[3])
{
    for (int i = 0; i < 9; ++i) {
        toi_vec3 s[2] = {a[i / 3], a[(i / 3 + 1) % 3]};
        toi_vec3 t[2] = {b[i % 3], b[(i % 3 + 1) % 3]};
        if (segments_meet(s, t)) {
            return TI_MEET_TOUCH;
        }
    }
    return TI_MEET_APART;
}

ti_meeting ti_triangles_relation(const toi_vec3 a[3], const toi_vec3 b[3])
{
    int side_a[3] = {0, 0, 0}, side_b[3];
    if (boxes_apart(a, b) || one_side(a, b, side_b)) {
        return TI_MEET_APART;
    }
    // Where b is in the plane of a triangle with an area, the corners of that are not above or below b.
    int axis_a = all_zero(side_b) ? open_axis(a) : -1;
    if (axis_a < 0 && one_side(b, a, side_a)) {
        return TI_MEET_APART;
    }
    // A triangle without area has everything in "its plane", so both have area here.
    if (!all_zero(side_a) && !all_zero(side_b)) {
        return relate_cut(a, b, side_a, side_b);
    }

    int axis_b = open_axis(b);
    axis_a = axis_a < 0 && !all_zero(side_b) ? open_axis(a) : axis_a;
    if (axis_a >= 0 && axis_b >= 0) {
        return planar_apart(a, b, axis_a) ? TI_MEET_APART : TI_MEET_TOUCH;
    }
    if (axis_b >= 0) {
        return relate_flat(a, side_a, b, axis_b);
    }
    if (axis_a >= 0) {
        return relate_flat(b, side_b, a, axis_a);
    }
    return relate_flats(a, b);
}

bool ti_triangles_meet(const toi_vec3 a[3], const toi_vec3 b[3])
{
    return ti_triangles_relation(a, b) >= TI_MEET_TOUCH;
}

bool ti_point_on_triangle(toi_vec3 point, const toi_vec3 triangle[3])
{
    const toi_vec3 flat[3] = {point, point, point};
    return ti_triangles_relation(flat, triangle) >= TI_MEET_TOUCH;
}
