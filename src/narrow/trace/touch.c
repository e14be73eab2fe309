// The touches of two bodies: puts both into the axes of A, and asks what is near what.
//
// Rounding, u = 2^-53, to first order, as counted in course.c: rotation matrices are within 23 u, local
// coordinates within u r; with the product of both matrices and sums a point of B in the axes of A is within
// 61 u r + 32 u |d| + 33 u (C + c) of where the exact poses have it, r its radius, d the vector between the
// centres, C and c the lengths of both centres in their meshes; one of A within u R. A height over a facet
// adds 3 u for its normal, 5 u of |x| <= R + |d| + r for the products, and the distance of corners of the
// facet from its plane (ti_features.flatness); a distance of two points 3 u of their difference. All is below
// 80 u (r + R + |d| + C + c) and both flatnesses: e.

#include "core/cpu.h"
#include "core/memory.h"
#include "narrow/trace/touch_parts.h"

static const double UNITS = 80.0;

// The reach where all is within reach, in the unit of the frame, in which everything is below 4.
static const double ALL_REACH = 64.0;

enum { FEW_EDGE_PAIRS = 4096 };

static int larger_exponent(int exponent, double length)
{
    int own = length > 0.0 && length < HUGE_VAL ? ti_exponent_above(length) : INT32_MIN;
    return own > exponent ? own : exponent;
}

static ti_mat3 product_transposed(const ti_mat3* a, const ti_mat3* b)
{
    ti_mat3 m;
    for (int i = 0; i < 3; ++i) {
        double x = i == 0 ? a->row[0].x : i == 1 ? a->row[0].y : a->row[0].z;
        double y = i == 0 ? a->row[1].x : i == 1 ? a->row[1].y : a->row[1].z;
        double z = i == 0 ? a->row[2].x : i == 1 ? a->row[2].y : a->row[2].z;
        m.row[i] = v3_madd(v3_madd(v3_scale(x, b->row[0]), y, b->row[1]), z, b->row[2]);
    }
    return m;
}

static ti_mat3 times(double s, const ti_mat3* m)
{
    return (ti_mat3){{v3_scale(s, m->row[0]), v3_scale(s, m->row[1]), v3_scale(s, m->row[2])}};
}

static touch_body body_of(const ti_still* s, int exponent)
{
    return (touch_body){.mesh = s->mesh,
                        .features = &s->mesh->features,
                        .one_sided = s->sides == 1,
                        .scale = ti_scale(1.0, s->mesh->exponent - exponent)};
}

// From the centre of A to that of B, in world space.
static toi_vec3 between_centers(const ti_still* a, const ti_still* b)
{
    return v3_add(v3_sub(b->pose.position, a->pose.position), v3_sub(b->arm, a->arm));
}

static int unit_of(const ti_still* a, const ti_still* b, toi_vec3 d)
{
    int exponent = INT32_MIN;
    exponent = a->mesh->radius > 0.0 ? larger_exponent(exponent, a->mesh->radius) : exponent;
    exponent = b->mesh->radius > 0.0 ? larger_exponent(exponent, b->mesh->radius) : exponent;
    exponent = larger_exponent(exponent, v3_norm1(d));
    return exponent == INT32_MIN ? 0 : exponent;
}

// False where balls around the bodies are farther apart than `within`.
static bool frame_pair(const ti_still* a, const ti_still* b, double within, touch_pair* pair)
{
    toi_vec3 d = between_centers(a, b);
    pair->exponent = unit_of(a, b, d);
    d = ti_scale3(d, -pair->exponent);
    double r = ti_scale(a->mesh->radius + b->mesh->radius, -pair->exponent);
    double sizes = r + ti_scale(a->center + b->center, -pair->exponent);
    pair->body[0] = body_of(a, pair->exponent);
    pair->body[1] = body_of(b, pair->exponent);
    touch_body *of_a = &pair->body[0], *of_b = &pair->body[1];
    double flat = of_a->scale * a->mesh->features.flatness + of_b->scale * b->mesh->features.flatness;
    pair->rounding = UNITS * TI_U * (sizes + v3_norm1(d)) + flat;
    pair->slack = TOUCH_SLACK * pair->rounding;
    pair->outline = TOUCH_OUTLINE * pair->rounding;
    double reach = ti_scale(within, -pair->exponent);
    pair->reach = ti_within_limit(reach < ALL_REACH ? reach : ALL_REACH, pair->rounding);
    if (v3_length(d) > (r + pair->reach) + pair->slack) {
        return false;
    }
    of_b->turned = true;
    of_b->turn = product_transposed(&a->rotation, &b->rotation);
    of_b->put = times(of_b->scale, &of_b->turn);
    of_b->shift = m3_apply_transposed(&a->rotation, d);
    of_a->at = of_a->scale == 1.0 ? a->mesh->local : NULL;
    return true;
}

static bool is_convex_solid(const touch_body* b)
{
    return b->mesh->info.convex && b->features->facet_count > 0 && b->features->facets[0].solid && !b->hollow;
}

// Whether some touch is as near as facets part the bodies, so that it is a nearest place and there are none
// but on that facet.
static bool has_nearest(const touch_pair* pair, double apart)
{
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        if (pair->list->items[i].gap <= apart + 4.0 * pair->rounding) {
            return true;
        }
    }
    return false;
}

static bool has_crossing(const touch_pair* pair)
{
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        if (pair->list->items[i].shape == TI_TOUCH_FACE_FACE) {
            return true;
        }
    }
    return false;
}

static void add_touch(touch_pair* pair, const ti_touch* touch)
{
    ti_touch* t = ti_touch_push(pair);
    if (t != NULL) {
        *t = *touch;
    }
}

// No facet parts the bodies: edges do, or they are in each other, or one is inside of the other without
// touching it. For few edges the depth is known sooner than what crosses what.
static bool find_unparted(touch_pair* pair, const ti_still* a, const ti_still* b)
{
    ti_touch touch;
    uint64_t edges = (uint64_t)pair->body[0].features->crease_count * pair->body[1].features->crease_count;
    pair->body[0].hollow = ti_touch_contains(pair, 0);
    pair->body[1].hollow = ti_touch_contains(pair, 1);
    if (pair->body[0].hollow || pair->body[1].hollow) {
        return ti_touch_walk(pair);
    }
    pair->convex = edges <= FEW_EDGE_PAIRS;
    if (pair->convex && ti_touch_deep(pair, a, b, &touch)) {
        add_touch(pair, &touch);
        return true;
    }
    if (!ti_touch_walk(pair)) {
        return false;
    }
    if (!pair->convex && has_crossing(pair) && ti_touch_deep(pair, a, b, &touch)) {
        pair->list->count = 0;
        add_touch(pair, &touch);
    }
    return true;
}

static bool find_convex(touch_pair* pair, const ti_still* a, const ti_still* b)
{
    double apart = ti_touch_part(pair);
    if (apart > pair->reach + pair->slack) {
        return true;
    }
    if (apart < -pair->slack) {
        return find_unparted(pair, a, b);
    }
    pair->convex = true;
    pair->settled = !pair->plain;
    bool ok = pair->plain ? ti_touch_walk(pair) : ti_touch_parted(pair);
    if (!ok || pair->plain || has_nearest(pair, apart)) {
        return ok;
    }
    pair->settled = false;
    pair->list->count = 0;
    return ti_touch_walk(pair);
}

// Whether the other body may be inside of the solid of `side`: nothing touches, and its first vertex is in
// the ball around.
static bool may_contain(const touch_pair* pair, int side)
{
    const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
    if (b->hollow || b->one_sided || !b->mesh->info.closed) {
        return false;
    }
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        if (pair->list->items[i].gap <= pair->slack) {
            return false;
        }
    }
    toi_vec3 center = b->turned ? b->shift : v3(0.0, 0.0, 0.0);
    uint32_t vertex = other->mesh->topology.component_vertex[0];
    double radius = ti_scale(b->mesh->radius, -pair->exponent) + pair->slack;
    toi_vec3 d = v3_sub(touch_point(other, vertex), center);
    return other->mesh->topology.component_count > 1 || v3_dot(d, d) <= radius * radius;
}

static bool find_all(touch_pair* pair, const ti_still* a, const ti_still* b, ti_touch_list* list)
{
    bool convex = is_convex_solid(&pair->body[0]) && is_convex_solid(&pair->body[1]);
    if (!(convex ? find_convex(pair, a, b) : ti_touch_walk(pair))) {
        return false;
    }
    for (int side = 0; side < 2; ++side) {
        list->may_contain[side] = !convex && may_contain(pair, side);
    }
    return ti_touch_finish(pair, a);
}

toi_status ti_touches_find(const ti_still* a, const ti_still* b, const ti_touch_terms* terms,
                           ti_touch_list* list)
{
    touch_pair pair;
    list->count = 0;
    list->failed = list->may_contain[0] = list->may_contain[1] = false;
    if (!frame_pair(a, b, terms->within, &pair)) {
        return TOI_OK;
    }
    pair.convex = pair.settled = false;
    pair.plain = terms->plain;
    pair.avx2 = ti_cpu_has_avx2();
    pair.sources = pair.nearest = 0;
    pair.list = list;
    for (int side = 0; side < 2; ++side) {
        pair.room[side].more = NULL;
        pair.room[side].capacity = 0;
        pair.body[side].hollow = terms->hollow[side];
    }
    bool ok = find_all(&pair, a, b, list);
    if (pair.room[0].more != NULL || pair.room[1].more != NULL) {
        toi_allocator with = ti_allocator_or_default(list->allocator);
        ti_release(&with, pair.room[0].more);
        ti_release(&with, pair.room[1].more);
    }
    if (!ok) {
        list->count = 0;
    }
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}

double ti_touch_rounding(const ti_still* a, const ti_still* b)
{
    touch_pair pair;
    frame_pair(a, b, 0.0, &pair);
    return ti_scale(pair.rounding, pair.exponent);
}
