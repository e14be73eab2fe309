// Features at an event. Along the normal one box ends where the other begins; the vertices of each that are
// there span a vertex, an edge or a face, and what of these two lies on each other is the contact.

#include "narrow/boxes/event.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/system.h"

// The vertices that are farthest along a direction, up to the tolerance: a bit each.
typedef struct end {
    const ti_posed_box* box;
    toi_vec3 vertex[8];
    unsigned at_end;
    double height; // of the farthest
} end;

typedef struct meeting {
    end a, b;
    toi_vec3 normal; // unit, from A to B
    double tolerance;
} meeting;

static end find_end(const ti_posed_box* box, toi_vec3 direction, double tolerance)
{
    end e = {.box = box, .height = -HUGE_VAL};
    double height[8];
    for (int i = 0; i < 8; ++i) {
        toi_vec3 p = box->center;
        for (int k = 0; k < 3; ++k) {
            p = v3_madd(p, i >> k & 1 ? box->half[k] : -box->half[k], box->axis[k]);
        }
        e.vertex[i] = p;
        height[i] = v3_dot(direction, p);
        e.height = d_max(height[i], e.height);
    }
    for (int i = 0; i < 8; ++i) {
        e.at_end |= (unsigned)(height[i] >= e.height - tolerance) << i;
    }
    return e;
}

// ---- the normal

static toi_vec3 unit_or_zero(toi_vec3 v)
{
    double length = v3_length(v);
    return length > 0.0 ? v3_scale(1.0 / length, v) : v;
}

static toi_vec3 normal_of(const ti_posed_box* a, const ti_posed_box* b, uint32_t axis)
{
    uint32_t family = axis / 4, lane = axis % 4;
    const ti_posed_box* own = family == BOX_A ? a : b;
    toi_vec3 n = family <= BOX_B ? v3_cross(own->axis[(lane + 1) % 3], own->axis[(lane + 2) % 3])
                                 : v3_cross(a->axis[family - BOX_E], b->axis[lane]);
    n = unit_or_zero(n);
    return v3_dot(n, v3_sub(b->center, a->center)) < 0.0 ? v3_negate(n) : n;
}

static double reach_along(const ti_posed_box* box, toi_vec3 n)
{
    double reach = 0.0;
    for (int k = 0; k < 3; ++k) {
        reach += box->half[k] * fabs(v3_dot(n, box->axis[k]));
    }
    return reach;
}

uint32_t ti_box_axis(const ti_posed_box* a, const ti_posed_box* b, double* apart)
{
    *apart = -HUGE_VAL;
    uint32_t best = 0;
    for (uint32_t axis = 0; axis < BOX_AXES; ++axis) {
        toi_vec3 n = (BOX_ALL >> axis & 1u) != 0 ? normal_of(a, b, axis) : v3(0.0, 0.0, 0.0);
        bool is_unit = v3_dot(n, n) > 0.5; // not the one of parallel edges
        double along = v3_dot(n, v3_sub(b->center, a->center)) - (reach_along(a, n) + reach_along(b, n));
        if (is_unit && along > *apart) {
            *apart = along;
            best = axis;
        }
    }
    return best;
}

// ---- vertex on face

// Of the faces of a box all of which are at the end the one that looks out the most: of a flat box all are.
// -1 for none.
static int face_at(const end* e, toi_vec3 out)
{
    static const unsigned faces[6] = {0x55, 0xaa, 0x33, 0xcc, 0x0f, 0xf0};
    double most = -HUGE_VAL;
    int best = -1;
    for (int f = 0; f < 6; ++f) {
        const toi_vec3* axis = e->box->axis;
        toi_vec3 n = unit_or_zero(v3_cross(axis[(f / 2 + 1) % 3], axis[(f / 2 + 2) % 3]));
        double along = f % 2 != 0 ? v3_dot(n, out) : -v3_dot(n, out);
        if ((e->at_end & faces[f]) == faces[f] && along > most) {
            most = along;
            best = f;
        }
    }
    return best;
}

// Whether the point is above the face, up to the tolerance.
static bool holds(const ti_posed_box* box, int face, toi_vec3 p, double tolerance)
{
    toi_vec3 from = v3_sub(p, box->center);
    for (int k = 1; k < 3; ++k) {
        int side = (face / 2 + k) % 3;
        toi_vec3 n = v3_cross(box->axis[(side + 1) % 3], box->axis[(side + 2) % 3]);
        double reach = box->half[side] * fabs(v3_dot(n, box->axis[side])) + tolerance * v3_length(n);
        if (fabs(v3_dot(n, from)) > reach) {
            return false;
        }
    }
    return true;
}

// The lowest vertex at the end of `on` that is on the face at the end of `of`; -1 for none.
static int vertex_on(const end* on, const end* of, int face, double tolerance)
{
    for (int i = 0; face >= 0 && i < 8; ++i) {
        if ((on->at_end >> i & 1u) != 0 && holds(of->box, face, on->vertex[i], tolerance)) {
            return i;
        }
    }
    return -1;
}

static bool name_vertex(const meeting* m, bool of_b, toi_contact* contact)
{
    const end *on = of_b ? &m->b : &m->a, *of = of_b ? &m->a : &m->b;
    toi_vec3 out = of_b ? m->normal : v3_negate(m->normal);
    int face = face_at(of, out), vertex = vertex_on(on, of, face, m->tolerance);
    if (vertex < 0) {
        return false;
    }
    toi_feature v = {TOI_FEATURE_VERTEX, {(uint32_t)vertex, 0}}, f = {TOI_FEATURE_FACE, {(uint32_t)face, 0}};
    contact->kind = of_b ? TOI_CONTACT_FV : TOI_CONTACT_VF;
    contact->a = of_b ? f : v;
    contact->b = of_b ? v : f;
    toi_vec3 p = on->vertex[vertex];
    double gap = of_b ? v3_dot(m->normal, p) - m->a.height : -m->b.height - v3_dot(m->normal, p);
    contact->point = v3_madd(p, of_b ? -0.5 * gap : 0.5 * gap, m->normal);
    return true;
}

// ---- edge on edge

static double largest_of(toi_vec3 v)
{
    return d_max(d_max(fabs(v.x), fabs(v.y)), fabs(v.z));
}

// In a unit in which all points are below 1, so that squares of squares are doubles.
typedef struct edge_pair {
    toi_vec3 p[2], q[2];
    int unit; // exponent of two
} edge_pair;

static edge_pair edges_of(const toi_vec3 p[2], const toi_vec3 q[2])
{
    double size = d_max(d_max(largest_of(p[0]), largest_of(p[1])), d_max(largest_of(q[0]), largest_of(q[1])));
    int unit = size > 0.0 ? ti_exponent_above(size) : 0;
    return (edge_pair){{ti_scale3(p[0], -unit), ti_scale3(p[1], -unit)},
                       {ti_scale3(q[0], -unit), ti_scale3(q[1], -unit)},
                       unit};
}

// Nearest points of two lines, as far as they are within the segments.
static double edge_gap(const edge_pair* e, toi_vec3* middle)
{
    const toi_vec3 *p = e->p, *q = e->q;
    toi_vec3 u = v3_sub(p[1], p[0]), v = v3_sub(q[1], q[0]), w = v3_sub(p[0], q[0]);
    double uu = v3_dot(u, u), uv = v3_dot(u, v), vv = v3_dot(v, v), uw = v3_dot(u, w), vw = v3_dot(v, w);
    double det = uu * vv - uv * uv;
    double s = det > 0.0 ? (uv * vw - vv * uw) / det : 0.5;
    s = d_min(d_max(s, 0.0), 1.0);
    toi_vec3 x = v3_madd(p[0], s, u), y = v3_nearest_on_segment(q[0], v, x);
    x = v3_nearest_on_segment(p[0], u, y);
    *middle = ti_scale3(v3_scale(0.5, v3_add(x, y)), e->unit);
    return ti_scale(v3_length(v3_sub(y, x)), e->unit);
}

static bool edge_at(const end* e, int axis, int number, int ends[2])
{
    int k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
    ends[0] = (number & 1) << k1 | (number >> 1) << k2;
    ends[1] = ends[0] | 1 << axis;
    return (e->at_end >> ends[0] & e->at_end >> ends[1] & 1u) != 0;
}

// The two edges at the ends that are nearest to each other.
static void name_edges(const meeting* m, toi_contact* contact)
{
    double least = HUGE_VAL;
    for (int e = 0; e < 12; ++e) {
        int i[2], j[2];
        if (!edge_at(&m->a, e / 4, e % 4, i)) {
            continue;
        }
        for (int f = 0; f < 12; ++f) {
            if (!edge_at(&m->b, f / 4, f % 4, j)) {
                continue;
            }
            const toi_vec3 p[2] = {m->a.vertex[i[0]], m->a.vertex[i[1]]};
            const toi_vec3 q[2] = {m->b.vertex[j[0]], m->b.vertex[j[1]]};
            const edge_pair edges = edges_of(p, q);
            toi_vec3 middle;
            double gap = edge_gap(&edges, &middle);
            if (gap < least) {
                least = gap;
                contact->kind = TOI_CONTACT_EE;
                contact->a = (toi_feature){TOI_FEATURE_EDGE, {(uint32_t)i[0], (uint32_t)i[1]}};
                contact->b = (toi_feature){TOI_FEATURE_EDGE, {(uint32_t)j[0], (uint32_t)j[1]}};
                contact->point = middle;
            }
        }
    }
}

void ti_box_event(const ti_posed_box* a, const ti_posed_box* b, uint32_t axis, double tolerance,
                  toi_contact* contact)
{
    meeting m = {.normal = normal_of(a, b, axis), .tolerance = tolerance};
    m.a = find_end(a, m.normal, tolerance);
    m.b = find_end(b, v3_negate(m.normal), tolerance);
    contact->normal = m.normal;
    contact->gap = d_max(-m.b.height - m.a.height, 0.0);
    bool b_first = axis / 4 != BOX_B;
    if (!name_vertex(&m, b_first, contact) && !name_vertex(&m, !b_first, contact)) {
        name_edges(&m, contact);
    }
}
