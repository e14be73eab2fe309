// Pairs of triangles: where they touch, and along which of their features they are apart.

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/triangles.h"
#include "motion/rational.h"
#include "narrow/boxes/tree_search.h"

// In units near the largest coordinate, whose squares and products neither overflow nor underflow.
static ti_gap gap_between(toi_vec3 corner[2][3])
{
    double most = 0.0;
    for (int i = 0; i < 6; ++i) {
        most = d_max(v3_norm1(corner[i / 3][i % 3]), most);
    }
    int exponent = most > 0.0 && most <= DBL_MAX ? ti_exponent_above(most) : 0;
    for (int i = 0; i < 6; ++i) {
        corner[i / 3][i % 3] = ti_scale3(corner[i / 3][i % 3], -exponent);
    }
    ti_gap gap = ti_triangle_gap(corner[0], corner[1]);
    gap.distance = ti_scale(gap.distance, exponent);
    gap.point_a = ti_scale3(gap.point_a, exponent);
    gap.point_b = ti_scale3(gap.point_b, exponent);
    return gap;
}

// Two triangles at a time.
typedef struct posed {
    toi_vec3 local[2][3]; // in the local frames of their meshes
    toi_pose pose[2];
    ti_mat3 turn[2];
    ti_gap gap;
} posed;

static void pose_triangles(const ti_tree_search* s, const ti_tree_pair* pair, posed* p)
{
    double time = ti_tree_time(s, pair->time);
    toi_vec3 corner[2][3];
    const toi_mesh* const mesh[2] = {s->query->a->mesh, s->query->b->mesh};
    p->pose[0] = ti_rational_pose(&s->cell->a.motion, time);
    p->pose[1] = ti_rational_pose(&s->cell->b.motion, time);
    for (int k = 0; k < 2; ++k) {
        ti_tree_corners(mesh[k], pair->part[k].at, corner[k]);
        ti_tree_local_corners(mesh[k], pair->part[k].at, p->local[k]);
        p->turn[k] = m3_from_quat(p->pose[k].quaternion);
        for (int i = 0; i < 3; ++i) {
            corner[k][i] = xf_point(&p->turn[k], p->pose[k].position, corner[k][i]);
        }
    }
    p->gap = gap_between(corner);
    if (p->gap.distance > s->found->tolerance && ti_triangles_meet(corner[0], corner[1])) {
        p->gap.distance = 0.0; // one passes through the other, away from its edges
    }
}

// ---- contact

static bool touches(const ti_tree_search* s, const ti_tree_pair* pair, const posed* p)
{
    const toi_rational *a = &s->cell->a.motion, *b = &s->cell->b.motion;
    const double diagonal = 1.75; // of a cube of half edge 1, at least
    double t = ti_tree_time(s, pair->time);
    double rounding = ti_rational_rounding(a, t, t, diagonal * s->motion.cube[0]) +
                      ti_rational_rounding(b, t, t, diagonal * s->motion.cube[1]);
    ti_tree_found* f = s->found;
    f->tolerance = d_max(s->query->tolerance, 6.0 * rounding);
    if (!(p->gap.distance + 2.0 * rounding <= f->tolerance)) {
        return false;
    }
    f->gap = p->gap;
    for (int k = 0; k < 2; ++k) {
        f->triangle[k] = pair->part[k].at;
        f->pose[k] = p->pose[k];
    }
    return true;
}

// ---- directions

static toi_vec3 face_normal(const toi_vec3 corner[3], toi_vec3 towards)
{
    toi_vec3 n = ti_triangle_normal(corner);
    double length = v3_length(n);
    return length > 0.0 ? v3_scale((v3_dot(n, towards) < 0.0 ? -1.0 : 1.0) / length, n) : towards;
}

static double link_plane(const ti_tree_search* s, const ti_tree_side side[2], toi_vec3 n, int body)
{
    const ti_tree_side* of = &side[body];
    ti_tree_plane plane = {n, -HUGE_VAL, body};
    for (uint32_t k = 0; k < of->count; ++k) {
        plane.reach = d_max((n.x * of->x[k] + n.y * of->y[k]) + n.z * of->z[k], plane.reach);
    }
    return ti_tree_link(s, side, &plane, TREE_ROUNDS);
}

// Along the feature that has the triangles apart: a face, or two edges.
static double link_features(const ti_tree_search* s, const ti_tree_side side[2], const ti_tree_pair* pair,
                            const posed* p)
{
    const ti_gap* g = &p->gap;
    toi_vec3 in_a = m3_apply_transposed(&p->turn[0], g->normal);
    toi_vec3 in_b = v3_negate(m3_apply_transposed(&p->turn[1], g->normal));
    if (g->kind == TI_GAP_EE) {
        const int edge[2] = {g->a, g->b};
        const toi_vec3 *a = p->local[0], *b = p->local[1];
        toi_vec3 u = m3_apply(&p->turn[0], v3_sub(a[(g->a + 1) % 3], a[g->a]));
        toi_vec3 v = m3_apply(&p->turn[1], v3_sub(b[(g->b + 1) % 3], b[g->b]));
        double sign = v3_dot(v3_cross(u, v), g->normal) < 0.0 ? -1.0 : 1.0;
        return ti_tree_link_edges(s, pair->part, edge, sign, pair->time);
    }
    return g->kind == TI_GAP_FV ? link_plane(s, side, face_normal(p->local[0], in_a), 0)
                                : link_plane(s, side, face_normal(p->local[1], in_b), 1);
}

// Along the gap, fixed in either body.
static double link_gap(const ti_tree_search* s, const ti_tree_side side[2], const posed* p)
{
    double a = link_plane(s, side, m3_apply_transposed(&p->turn[0], p->gap.normal), 0);
    if (a >= 1.0) {
        return a;
    }
    return d_max(link_plane(s, side, v3_negate(m3_apply_transposed(&p->turn[1], p->gap.normal)), 1), a);
}

ti_tree_leaf ti_tree_take_triangles(ti_tree_search* s, const ti_tree_pair* pair)
{
    posed p;
    pose_triangles(s, pair, &p);
    ++s->found->leaves;
    if (touches(s, pair, &p)) {
        return TREE_LEAF_TOUCHES;
    }
    ti_tree_side side[2];
    ti_tree_look(s, pair->time);
    ti_tree_side_make(s->query->a->mesh, pair->part[0], &side[0]);
    ti_tree_side_make(s->query->b->mesh, pair->part[1], &side[1]);
    ti_tree_pair next = *pair;
    next.normal = m3_apply_transposed(&p.turn[0], p.gap.normal);
    next.time = d_max(p.gap.proper ? link_features(s, side, pair, &p) : pair->time, next.time);
    if (next.time < 1.0) {
        next.time = d_max(link_gap(s, side, &p), next.time);
    }
    if (!(next.time > pair->time)) {
        return TREE_LEAF_STAYS;
    }
    if (next.time < 1.0) {
        ti_tree_push(s, &next);
    }
    return TREE_LEAF_GOES_ON;
}
