// The pairs of a part of time: which are apart in all of it, which are split, and which touch.

#include "math/rounding.h"
#include "math/scalar.h"
#include "math/triangles.h"
#include "motion/rational.h"
#include "narrow/boxes/tree_walk.h"

enum { FEW = 8 }; // of many pairs of triangles so few are measured

// A pair waits where it is smaller than this share of its way.
static const double WAITS = 0.5;

// Twice the area of a triangle that is as good as a segment, as a share of the square of its circumference.
static const double THIN = 0x1p-20;

// ---- one pair

static ti_tree_node node_of(const ti_tree_walk* w, const ti_tree_level* l)
{
    return (ti_tree_node){&w->cubes, l->node, l->ways, l->depth, w->cube_a, w->cube_b, w->size};
}

// Leaves the ways of the pair in the node.
static bool boxes_are_apart(ti_tree_walk* w, const ti_tree_level* l, const ti_tree_pair* p)
{
    ti_box_state state = {.over = 0};
    for (int i = 0; i < 3; ++i) {
        w->boxes.half_a[i] = p->a.half[i];
        w->boxes.half_b[i] = p->b.half[i];
    }
    ++w->found->nodes;
    w->place(&w->boxes, l->ways, p->a.center, p->b.center, l->node);
    w->test(&w->boxes, l->node, l->depth, w->first, &state);
    if (state.apart != 0) {
        w->first = (uint32_t)__builtin_ctz(state.apart) / 4;
    }
    return state.apart != 0;
}

static void set_poses(const ti_tree_walk* w, const ti_tree_level* l, toi_pose pose[2])
{
    pose[0] = ti_rational_pose(&w->cell->a.motion, ti_tree_begin(w, l));
    pose[1] = ti_rational_pose(&w->cell->b.motion, ti_tree_begin(w, l));
}

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

static ti_gap gap_of(const ti_tree_walk* w, const ti_tree_pair* p, const toi_pose pose[2])
{
    toi_vec3 corner[2][3];
    ti_tree_corners(w->query->a->mesh, p->a.at, corner[0]);
    ti_tree_corners(w->query->b->mesh, p->b.at, corner[1]);
    for (int k = 0; k < 2; ++k) {
        ti_mat3 m = m3_from_quat(pose[k].quaternion);
        for (int i = 0; i < 3; ++i) {
            corner[k][i] = xf_point(&m, pose[k].position, corner[k][i]);
        }
    }
    ti_gap gap = gap_between(corner);
    if (gap.distance > w->found->tolerance && ti_triangles_meet(corner[0], corner[1])) {
        gap.distance = 0.0; // one passes through the other, away from its edges
    }
    return gap;
}

// No more than a segment, or a point.
static bool is_thin(const toi_vec3 v[3])
{
    double around =
        (v3_length(v3_sub(v[1], v[0])) + v3_length(v3_sub(v[2], v[1]))) + v3_length(v3_sub(v[0], v[2]));
    return v3_length(v3_cross(v3_sub(v[1], v[0]), v3_sub(v[2], v[0]))) <= THIN * (around * around);
}

// The direction of the gap at the beginning of the part, as A sees it.
static toi_vec3 between(const ti_tree_walk* w, const ti_tree_level* l, const ti_tree_pair* p)
{
    toi_pose pose[2];
    set_poses(w, l, pose);
    ti_mat3 m = m3_from_quat(pose[0].quaternion);
    return m3_apply_transposed(&m, gap_of(w, p, pose).normal);
}

static bool triangles_are_apart(ti_tree_walk* w, const ti_tree_level* l, const ti_tree_pair* p)
{
    toi_vec3 a[3], b[3], more = {0.0, 0.0, 0.0};
    ti_tree_node node = node_of(w, l);
    ti_tree_corners(w->query->a->mesh, p->a.at, a);
    ti_tree_corners(w->query->b->mesh, p->b.at, b);
    if (is_thin(a) && is_thin(b)) {
        more = between(w, l, p);
    }
    ++w->found->leaves;
    return ti_tree_triangles_apart(&node, a, b, more);
}

// How far the centre of B goes as A sees it, from end to end: of the pair whose ways are in the node.
static double way_of(const ti_tree_walk* w, const ti_tree_level* l)
{
    size_t last = 4 * (size_t)w->cubes.degree, group = last + 4;
    const double *way = l->node + group * BOX_P, *size = l->node + group * BOX_SIZE_A;
    double most = 0.0;
    for (size_t i = 0; i < 3; ++i) {
        most = d_max(fabs(way[last + i] / size[last] - way[i] / size[0]), most);
    }
    return most;
}

// ---- all pairs of a level

// The larger box.
static void split(ti_tree_walk* w, const ti_tree_pair* p)
{
    ti_tree_side children[4];
    bool is_a =
        !ti_tree_side_is_triangle(&p->a) && (p->a.size >= p->b.size || ti_tree_side_is_triangle(&p->b));
    const ti_tree_side* side = is_a ? &p->a : &p->b;
    uint32_t count = ti_tree_side_split((is_a ? w->query->a : w->query->b)->mesh, side, children);
    for (uint32_t i = 0; i < count; ++i) {
        ti_tree_pair child = {is_a ? children[i] : p->a, is_a ? p->b : children[i]};
        ti_tree_push(w, &w->open, &child);
    }
}

static bool is_leaf(const ti_tree_pair* p)
{
    return ti_tree_side_is_triangle(&p->a) && ti_tree_side_is_triangle(&p->b);
}

static void look_at(ti_tree_walk* w, const ti_tree_level* l, const ti_tree_pair* p)
{
    bool leaf = is_leaf(p);
    if (boxes_are_apart(w, l, p) || (leaf && triangles_are_apart(w, l, p))) {
        return;
    }
    if (leaf || d_max(p->a.size, p->b.size) < WAITS * way_of(w, l)) {
        ti_tree_push(w, &w->waiting, p);
    } else {
        split(w, p);
    }
}

void ti_tree_settle(ti_tree_walk* w, ti_tree_level* l)
{
    size_t begin = w->waiting.count;
    ++w->found->steps;
    for (size_t i = 0; i < l->count && !w->no_memory; ++i) {
        ti_tree_pair next = ((const ti_tree_pair*)w->waiting.data)[l->first + i];
        look_at(w, l, &next);
        while (w->open.count > 0 && !w->no_memory) {
            next = ((const ti_tree_pair*)w->open.data)[--w->open.count];
            look_at(w, l, &next);
        }
    }
    l->first = begin;
    l->count = w->waiting.count - begin;
}

// ---- the contact

// The nearest triangles that are left, at the beginning of the part; of many only the first few, but for the
// last part.
static void measure(const ti_tree_walk* w, const ti_tree_level* l)
{
    const ti_tree_pair* left = (const ti_tree_pair*)w->waiting.data + l->first;
    uint32_t most = ti_tree_is_last(w, l) ? UINT32_MAX : FEW, measured = 0;
    ti_tree_found* f = w->found;
    for (size_t i = 0; i < l->count && measured < most; ++i) {
        if (!is_leaf(&left[i])) {
            continue;
        }
        ti_gap gap = gap_of(w, &left[i], f->pose);
        ++measured;
        if (gap.distance < f->gap.distance) {
            f->gap = gap;
            f->triangle[0] = left[i].a.at;
            f->triangle[1] = left[i].b.at;
        }
    }
}

bool ti_tree_is_contact(const ti_tree_walk* w, const ti_tree_level* l)
{
    const toi_rational *a = &w->cell->a.motion, *b = &w->cell->b.motion;
    const double diagonal = 1.75; // of a cube of half edge 1, at least
    double s = ti_tree_begin(w, l);
    double rounding = ti_rational_rounding(a, s, s, diagonal * w->cube_a) +
                      ti_rational_rounding(b, s, s, diagonal * w->cube_b);
    ti_tree_found* f = w->found;
    f->tolerance = d_max(w->query->tolerance, 6.0 * rounding);
    set_poses(w, l, f->pose);
    f->gap.distance = HUGE_VAL;
    measure(w, l);
    return f->gap.distance + 2.0 * rounding <= f->tolerance;
}
