// Two meshes at exact poses: a walk over their trees in long double, and whole numbers where that is not
// sure.

#include "support/trace_exact.h"

#include <stdlib.h>

// ---- posing

static rvec posed(rvec row[3], rvec position, rvec v)
{
    return r3(r3_dot(row[0], v) + position.x, r3_dot(row[1], v) + position.y, r3_dot(row[2], v) + position.z);
}

// Entries of the matrix and the position are right to 2^-63 of themselves, and five more operations of 2^-64
// each pose a coordinate: in all at most 8 (2^-64) (|v| + |p|) a coordinate, 16 a vertex. Two vertices, and
// the direction and the products that measure along it, or the nearest points on edges and faces, are within
// four times that.
static void measure_error(te_pair* pair)
{
    real size = 0.0L;
    for (int k = 0; k < 2; ++k) {
        const te_side* s = &pair->side[k];
        size += s->mesh->reach + r3_length(te_pose_position(&s->pose, pair->origin));
    }
    pair->error = 0x1p-58L * size;
}

static void place(te_pair* pair, int side)
{
    te_side* s = &pair->side[side];
    rvec row[3], position = te_pose_position(&s->pose, pair->origin);
    for (int i = 0; i < 3; ++i) {
        fmpz_t* turn = s->pose.turn[i];
        row[i] = r3(te_real(turn[0], s->pose.turn_unit), te_real(turn[1], s->pose.turn_unit),
                    te_real(turn[2], s->pose.turn_unit));
    }
    for (uint32_t i = 0; i < s->mesh->vertex_count; ++i) {
        s->vertices[i] = posed(row, position, s->mesh->vertices[i]);
    }
    for (uint32_t i = 0; i < 2 * s->mesh->triangle_count - 1; ++i) {
        s->centers[i] = posed(row, position, s->mesh->nodes[i].center);
    }
    measure_error(pair);
}

static void* get(size_t count, size_t size)
{
    void* memory = calloc(count, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

void te_pair_init(te_pair* pair, const oracle_mesh* a, const oracle_mesh* b, toi_vec3 origin)
{
    static const toi_pose identity = TOI_POSE_IDENTITY;
    *pair = (te_pair){.origin = origin};
    for (int k = 0; k < 2; ++k) {
        te_side* s = &pair->side[k];
        s->mesh = k == 0 ? a : b;
        s->vertices = get(s->mesh->vertex_count, sizeof(rvec));
        s->centers = get(2 * (size_t)s->mesh->triangle_count, sizeof(rvec));
        te_pose_init(&s->pose);
        te_pose_set(&s->pose, &identity);
    }
    place(pair, 0);
    place(pair, 1);
}

void te_pair_clear(te_pair* pair)
{
    for (int k = 0; k < 2; ++k) {
        te_pose_clear(&pair->side[k].pose);
        free(pair->side[k].vertices);
        free(pair->side[k].centers);
    }
}

void te_pair_place(te_pair* pair, int side, const toi_pose* pose)
{
    te_pose_set(&pair->side[side].pose, pose);
    place(pair, side);
}

void te_pair_place_exact(te_pair* pair, int side, const te_pose* pose)
{
    te_pose_copy(&pair->side[side].pose, pose);
    place(pair, side);
}

// ---- the walk

// Of an enclosure, in bounds of error: 2^-52 of the sizes of the bodies, a small part of what doubles can
// prove.
static const real WIDEST = 64.0L;

typedef struct walk {
    te_pair* pair;
    te_gap gap;
    // Unit vectors between the nearest triangles measured and the last ones, which part others too; zero
    // before there are any.
    rvec near_way, last_way;
    bool exact;        // measure in whole numbers whatever may be nearest
    bool measured;     // in whole numbers:
    fmpq_t distance2;  // the least square so far
    te_corners corner; // of the triangles that are decided in whole numbers
} walk;

static void corners_of(const te_side* s, uint32_t triangle, rvec t[3])
{
    for (int c = 0; c < 3; ++c) {
        t[c] = s->vertices[s->mesh->triangles[triangle][c]];
    }
}

// Six exact corners over one unit.
void te_pair_corners(const te_pair* pair, const uint32_t triangle[2], te_corners* out)
{
    fmpz_t unit[6], factor;
    fmpz_init(factor);
    fmpz_one(out->unit);
    for (int i = 0; i < 6; ++i) {
        const te_side* s = &pair->side[i / 3];
        // The vertices of the mesh are doubles, held in long double.
        toi_vec3 v = r3_round(s->mesh->vertices[s->mesh->triangles[triangle[i / 3]][i % 3]]);
        fmpz_init(unit[i]);
        te_pose_point(out->x[i], unit[i], &s->pose, v);
        fmpz_lcm(out->unit, out->unit, unit[i]);
    }
    for (int i = 0; i < 6; ++i) {
        fmpz_divexact(factor, out->unit, unit[i]);
        for (int k = 0; k < 3; ++k) {
            fmpz_mul(out->x[i][k], out->x[i][k], factor);
        }
        fmpz_clear(unit[i]);
    }
    fmpz_clear(factor);
}

static void keep_exact(walk* w, const fmpq_t distance2, rvec p, rvec q)
{
    real d = sqrtl(te_real(fmpq_numref(distance2), fmpq_denref(distance2)));
    if (!w->measured || fmpq_cmp(distance2, w->distance2) < 0) {
        fmpq_set(w->distance2, distance2);
        w->measured = true;
    }
    w->gap.low = r_min(w->gap.low, d * (1.0L - 0x1p-60L));
    if (d * (1.0L + 0x1p-60L) < w->gap.high) {
        w->gap.high = d * (1.0L + 0x1p-60L);
        w->gap.p = p;
        w->gap.q = q;
    }
}

static void decide_exactly(walk* w, const uint32_t triangle[2], rvec p, rvec q)
{
    fmpq_t distance2;
    fmpq_init(distance2);
    te_pair_corners(w->pair, triangle, &w->corner);
    ++w->pair->exact_count;
    te_relation relation = te_corners_relation(&w->corner);
    w->gap.relation = relation > w->gap.relation ? relation : w->gap.relation;
    if (relation == TE_FREE) {
        te_corners_distance2(distance2, &w->corner);
    }
    keep_exact(w, distance2, p, q);
    fmpq_clear(distance2);
}

static void meet_triangles(walk* w, uint32_t i, uint32_t k)
{
    const te_pair* pair = w->pair;
    const uint32_t triangle[2] = {pair->side[0].mesh->nodes[i].triangle,
                                  pair->side[1].mesh->nodes[k].triangle};
    rvec a[3], b[3];
    corners_of(&pair->side[0], triangle[0], a);
    corners_of(&pair->side[1], triangle[1], b);
    real beyond = w->gap.high + pair->error;
    if (oracle_triangles_apart(a, b, w->last_way) > beyond ||
        oracle_triangles_apart(a, b, w->near_way) > beyond) {
        return;
    }
    oracle_closest c = oracle_triangle_distance(a, b);
    real low = 0.0L, high = c.distance + pair->error;
    if (c.distance > 0.0L) {
        w->last_way = r3_scale(1.0L / c.distance, r3_sub(c.q, c.p));
        low = oracle_triangles_apart(a, b, w->last_way) - pair->error;
    }
    // A poor direction leaves a wide enclosure: that of a small difference is off by error/distance, and that
    // of edges that are nearly parallel by any amount.
    bool sure = low > 0.0L && !w->exact && high - low <= WIDEST * pair->error;
    if (low > w->gap.high) {
        return;
    }
    if (!sure) {
        decide_exactly(w, triangle, c.p, c.q);
        return;
    }
    w->gap.low = r_min(w->gap.low, low);
    if (high < w->gap.high) {
        w->gap.high = high;
        w->near_way = w->last_way;
        w->gap.p = c.p;
        w->gap.q = c.q;
    }
}

static real bound(const walk* w, uint32_t i, uint32_t k)
{
    const te_side *a = &w->pair->side[0], *b = &w->pair->side[1];
    return r3_length(r3_sub(b->centers[k], a->centers[i])) - a->mesh->nodes[i].radius -
           b->mesh->nodes[k].radius - w->pair->error;
}

// Walks nodes i and k, which are `least` apart at least.
static void meet(walk* w, uint32_t i, uint32_t k, real least)
{
    const oracle_node *a = &w->pair->side[0].mesh->nodes[i], *b = &w->pair->side[1].mesh->nodes[k];
    if (least > w->gap.high || w->gap.relation == TE_CROSSING) {
        return;
    }
    if (a->second == 0 && b->second == 0) {
        meet_triangles(w, i, k);
        return;
    }
    bool split_a = b->second == 0 || (a->second != 0 && a->radius >= b->radius);
    uint32_t i1 = split_a ? i + 1 : i, k1 = split_a ? k : k + 1;
    uint32_t i2 = split_a ? a->second : i, k2 = split_a ? k : b->second;
    real d1 = bound(w, i1, k1), d2 = bound(w, i2, k2);
    bool swap = d2 < d1;
    meet(w, swap ? i2 : i1, swap ? k2 : k1, swap ? d2 : d1);
    meet(w, swap ? i1 : i2, swap ? k1 : k2, swap ? d1 : d2);
}

static te_gap run(te_pair* pair, real limit, bool exact, fmpq_t distance2)
{
    walk w = {.pair = pair, .gap = {.low = limit, .high = limit}, .exact = exact};
    fmpq_init(w.distance2);
    te_corners_init(&w.corner);
    meet(&w, 0, 0, bound(&w, 0, 0));
    if (distance2 != NULL) {
        fmpq_set(distance2, w.distance2);
    }
    te_corners_clear(&w.corner);
    fmpq_clear(w.distance2);
    return w.gap;
}

te_gap te_pair_gap(te_pair* pair, real limit)
{
    return run(pair, limit, false, NULL);
}

void te_pair_distance2(te_pair* pair, fmpq_t distance2)
{
    te_gap gap = te_pair_gap(pair, HUGE_VALL);
    run(pair, gap.high, true, distance2);
}
