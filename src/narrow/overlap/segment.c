// Segments in which triangles meet: which points they end in is decided exactly, where these are is rounded.

#include "narrow/overlap/segment.h"

#include "math/distance_exact.h"
#include "math/predicates.h"
#include "math/rounding.h"
#include "math/triangles.h"

// Six corners, nine crossings of edges, one of an edge and a plane.
enum { MOST_POINTS = 16 };

typedef struct points {
    toi_vec3 at[MOST_POINTS];
    int count;
} points;

static void add(points* list, toi_vec3 x)
{
    list->at[list->count++] = x;
}

// Where a height that is linear from p to q is zero; its values there are not on one side. Heights are right
// within 2^-45 of themselves and of two signs, so the share of the way from the nearer end is within 2^-43 of
// itself.
static toi_vec3 zero_between(toi_vec3 p, toi_vec3 q, double at_p, double at_q)
{
    if (at_p == 0.0 || at_q == 0.0) {
        return at_p == 0.0 ? p : q;
    }
    double share = at_p / (at_p - at_q);
    return share <= 0.5 ? v3_madd(p, share, v3_sub(q, p)) : v3_madd(q, at_q / (at_q - at_p), v3_sub(p, q));
}

static toi_vec3 cut_by_plane(toi_vec3 p, toi_vec3 q, const toi_vec3 t[3])
{
    return zero_between(p, q, ti_orient3d_value(t[0], t[1], t[2], p), ti_orient3d_value(t[0], t[1], t[2], q));
}

// ---- planes that cut

// The point in which an edge of a and one of b cross is that of a, unless it is a corner of b.
static toi_vec3 cut_point(const ti_cut* c, int i, int k)
{
    bool corner = ti_orient3d(c->a[0], c->a[1], c->a[2], c->b[0]) == 0 ||
                  ti_orient3d(c->a[0], c->a[1], c->a[2], c->b[k]) == 0;
    return corner ? cut_by_plane(c->b[0], c->b[k], c->a) : cut_by_plane(c->a[0], c->a[i], c->b);
}

// The cut of a runs from edge 1 to 2, that of b from 2 to 1: the common part begins at the later beginning
// and ends at the earlier end.
static ti_face_segment segment_of_cut(const ti_cut* c)
{
    ti_face_segment s = {.normal = {0.0, 0.0, 0.0}};
    for (int i = 1; i <= 2; ++i) {
        if (ti_orient3d(c->a[0], c->a[i], c->b[0], c->b[i]) == 0) {
            s.p = s.q = cut_point(c, i, i);
            return s;
        }
    }
    bool begins_in_a = ti_orient3d(c->a[0], c->a[1], c->b[0], c->b[2]) > 0;
    bool ends_in_a = ti_orient3d(c->a[0], c->a[2], c->b[0], c->b[1]) <= 0;
    s.p = begins_in_a ? cut_by_plane(c->a[0], c->a[1], c->b) : cut_by_plane(c->b[0], c->b[2], c->a);
    s.q = ends_in_a ? cut_by_plane(c->a[0], c->a[2], c->b) : cut_by_plane(c->b[0], c->b[1], c->a);
    return s;
}

// ---- in one plane, segments and points

static void add_corners(const toi_vec3 a[3], const toi_vec3 b[3], points* list)
{
    for (int i = 0; i < 3; ++i) {
        if (ti_point_on_triangle(a[i], b)) {
            add(list, a[i]);
        }
    }
}

// The height of x over the plane through the line from p to q, along an axis.
static double beside(toi_vec3 p, toi_vec3 q, toi_vec3 x, int axis)
{
    toi_vec3 r = p;
    double* along = axis == 0 ? &r.x : axis == 1 ? &r.y : &r.z;
    *along += fabs(*along) > 0.5 ? -*along : 1.0;
    return ti_orient3d_value(p, q, r, x);
}

static bool cross_along(toi_vec3 p, toi_vec3 q, toi_vec3 r, toi_vec3 s, int axis)
{
    return ti_orient2d(p, q, r, axis) * ti_orient2d(p, q, s, axis) < 0 &&
           ti_orient2d(r, s, p, axis) * ti_orient2d(r, s, q, axis) < 0;
}

// Edges that cross inside of both: seen along an axis along which they do, as they are in one plane.
static void add_crossing(toi_vec3 p, toi_vec3 q, toi_vec3 r, toi_vec3 s, points* list)
{
    if (ti_orient3d(p, q, r, s) != 0) {
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (cross_along(p, q, r, s, axis)) {
            add(list, zero_between(p, q, beside(r, s, p, axis), beside(r, s, q, axis)));
            return;
        }
    }
}

static void add_crossings(const toi_vec3 a[3], const toi_vec3 b[3], points* list)
{
    for (int i = 0; i < 9; ++i) {
        add_crossing(a[i / 3], a[(i / 3 + 1) % 3], b[i % 3], b[(i % 3 + 1) % 3], list);
    }
}

// An edge of s with its ends on the two sides of the plane of t.
static void add_pierced(const toi_vec3 s[3], const toi_vec3 t[3], points* list)
{
    for (int i = 0; i < 3; ++i) {
        toi_vec3 p = s[i], q = s[(i + 1) % 3];
        if (ti_orient3d(t[0], t[1], t[2], p) * ti_orient3d(t[0], t[1], t[2], q) < 0) {
            add(list, cut_by_plane(p, q, t));
            return;
        }
    }
}

static ti_face_segment longest(const points* list)
{
    ti_face_segment s = {.p = list->at[0], .q = list->at[0]};
    double most = 0.0;
    for (int i = 0; i < list->count; ++i) {
        for (int k = i + 1; k < list->count; ++k) {
            toi_vec3 d = v3_sub(list->at[k], list->at[i]);
            if (v3_dot(d, d) > most) {
                most = v3_dot(d, d);
                s.p = list->at[i];
                s.q = list->at[k];
            }
        }
    }
    return s;
}

// The corners of the common part. Two segments that have no corner in common cross in one point, and a
// segment is pierced in one; of what also has a corner there that is it.
static ti_face_segment segment_of_corners(const toi_vec3 a[3], const toi_vec3 b[3])
{
    points list;
    list.count = 0;
    add_corners(a, b, &list);
    add_corners(b, a, &list);
    bool flat_a = ti_collinear(a[0], a[1], a[2]), flat_b = ti_collinear(b[0], b[1], b[2]);
    if (list.count == 0 || !(flat_a && flat_b)) {
        add_crossings(a, b, &list);
    }
    if (list.count == 0) {
        add_pierced(flat_a ? a : b, flat_a ? b : a, &list);
    }
    return list.count > 0 ? longest(&list) : (ti_face_segment){.p = a[0], .q = a[0]};
}

// ---- nearest points

// Coordinates of very different sizes cost the direction its length. Where the distance that the points have
// is not that which the normal proves, exact signs find the right ones.
static ti_face_segment nearest_points(const toi_vec3 a[3], const toi_vec3 b[3])
{
    ti_gap gap = ti_triangle_gap(a, b);
    if (!ti_gap_is_proved(&gap, a, b)) {
        gap = ti_triangle_gap_exact(a, b);
    }
    double length = v3_length(gap.normal);
    toi_vec3 n = fabs(length - 1.0) <= 8.0 * TI_U ? gap.normal : v3_scale(1.0 / length, gap.normal);
    return (ti_face_segment){gap.point_a, gap.point_b, v3_finite(n) ? n : ti_faces_normal(a, b), true};
}

// ----

static double largest(const toi_vec3 t[3], double size)
{
    for (int i = 0; i < 3; ++i) {
        size = fmax(fmax(size, fabs(t[i].x)), fmax(fabs(t[i].y), fabs(t[i].z)));
    }
    return size;
}

// All is done in a unit of about the largest coordinate.
ti_face_segment ti_faces_segment(const toi_vec3 a[3], const toi_vec3 b[3])
{
    toi_vec3 p[3], q[3];
    double size = largest(a, largest(b, 0.0));
    int exponent = size > 0.0 && size <= DBL_MAX ? ti_exponent_above(size) : 0;
    for (int i = 0; i < 3; ++i) {
        p[i] = ti_scale3(a[i], -exponent);
        q[i] = ti_scale3(b[i], -exponent);
    }
    ti_face_segment s;
    ti_cut cut;
    if (!ti_triangles_meet(p, q)) {
        s = nearest_points(p, q);
    } else {
        s = ti_triangles_cut(p, q, &cut) ? segment_of_cut(&cut) : segment_of_corners(p, q);
        s.normal = ti_faces_normal(p, q);
    }
    s.p = ti_scale3(s.p, exponent);
    s.q = ti_scale3(s.q, exponent);
    return s;
}
