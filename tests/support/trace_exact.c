// Two meshes at exact poses: a walk over their trees in long double, and whole numbers where that is not
// sure.

#include "support/trace_exact.h"

#include <stdlib.h>

// ---- posing

// A rational seen from a double, to 2^-64 of itself: its nearest double and what that leaves.
static real to_real(const fmpq_t x, double from)
{
    fmpq_t rest, part;
    fmpq_init(rest);
    fmpq_init(part);
    te_set_double(part, from);
    fmpq_sub(rest, x, part);
    double high = fmpq_get_d(rest);
    te_set_double(part, high);
    fmpq_sub(rest, rest, part);
    double low = fmpq_get_d(rest);
    fmpq_clear(rest);
    fmpq_clear(part);
    return (real)high + (real)low;
}

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
        rvec p = {to_real(s->pose.position[0], pair->origin.x), to_real(s->pose.position[1], pair->origin.y),
                  to_real(s->pose.position[2], pair->origin.z)};
        size += s->mesh->reach + r3_length(p);
    }
    pair->error = 0x1p-58L * size;
}

static void place(te_pair* pair, int side)
{
    te_side* s = &pair->side[side];
    const double o[3] = {pair->origin.x, pair->origin.y, pair->origin.z};
    real turn[3][3], p[3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            turn[i][k] = to_real(s->pose.turn[i][k], 0.0);
        }
        p[i] = to_real(s->pose.position[i], o[i]);
    }
    rvec row[3], position = r3(p[0], p[1], p[2]);
    for (int i = 0; i < 3; ++i) {
        row[i] = r3(turn[i][0], turn[i][1], turn[i][2]);
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

typedef struct walk {
    te_pair* pair;
    te_gap gap;
    rvec last_way;     // unit vector between the last triangles measured; zero before there are any
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

static void vertex_doubles(const te_side* s, uint32_t vertex, double v[3])
{
    rvec x = s->mesh->vertices[vertex]; // doubles, held in long double
    v[0] = (double)x.x;
    v[1] = (double)x.y;
    v[2] = (double)x.z;
}

// Six exact corners over one denominator.
void te_pair_corners(const te_pair* pair, const uint32_t triangle[2], te_corners* out)
{
    fmpq_t x[6][3];
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_one(out->unit);
    for (int i = 0; i < 6; ++i) {
        const te_side* s = &pair->side[i / 3];
        double v[3];
        vertex_doubles(s, s->mesh->triangles[triangle[i / 3]][i % 3], v);
        for (int k = 0; k < 3; ++k) {
            fmpq_init(x[i][k]);
        }
        te_pose_point(x[i], &s->pose, v);
        for (int k = 0; k < 3; ++k) {
            fmpz_lcm(out->unit, out->unit, fmpq_denref(x[i][k]));
        }
    }
    for (int i = 0; i < 18; ++i) {
        fmpq* y = x[i / 3][i % 3];
        fmpz_divexact(factor, out->unit, fmpq_denref(y));
        fmpz_mul(out->x[i / 3][i % 3], fmpq_numref(y), factor);
        fmpq_clear(y);
    }
    fmpz_clear(factor);
}

static void keep_exact(walk* w, const fmpq_t distance2, rvec p, rvec q)
{
    real d = sqrtl(to_real(distance2, 0.0));
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
    if (oracle_triangles_apart(a, b, w->last_way) - pair->error > w->gap.high) {
        return;
    }
    oracle_closest c = oracle_triangle_distance(a, b);
    real low = 0.0L, high = c.distance + pair->error;
    if (c.distance > 0.0L) {
        w->last_way = r3_scale(1.0L / c.distance, r3_sub(c.q, c.p));
        low = oracle_triangles_apart(a, b, w->last_way) - pair->error;
    }
    // A poor direction, as of edges that are nearly parallel, leaves a wide enclosure.
    bool sure = low > 0.0L && !w->exact && high - low <= 4.0L * pair->error;
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
