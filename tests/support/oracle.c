// Two moving meshes at an instant: distance and crossing by a walk over two trees of spheres.

#include "support/oracle.h"

void oracle_pair_init(oracle_pair* pair, const oracle_mesh* mesh_a, const toi_motion* a,
                      const oracle_mesh* mesh_b, const toi_motion* b)
{
    toi_vec3 origin = oracle_origin(a);
    *pair = (oracle_pair){mesh_a, mesh_b, {a, origin}, {b, origin}, 0.0L, 0.0L};
    rvec apart = r3_sub(r3_wide(oracle_origin(b)), r3_wide(origin));
    pair->magnitude = mesh_a->reach + mesh_b->reach + r3_length(apart) +
                      oracle_track_speed(&pair->track_a, mesh_a->reach, 0.0, 1.0).speed +
                      oracle_track_speed(&pair->track_b, mesh_b->reach, 0.0, 1.0).speed;
    pair->posed =
        mesh_a->reach + mesh_b->reach + r3_length(r3_wide(origin)) + r3_length(r3_wide(oracle_origin(b)));
}

oracle_frame oracle_pair_frame(const oracle_pair* pair, double t)
{
    oracle_frame frame = {.pose_a = oracle_track_pose(&pair->track_a, t)};
    oracle_pose b = oracle_track_pose(&pair->track_b, t);
    rquat back = rq_conjugate(frame.pose_a.turn);
    frame.turn = rm_from_quat(rq_mul(back, b.turn));
    frame.position = rq_turn(back, r3_sub(b.position, frame.pose_a.position));
    return frame;
}

static rvec to_a(const oracle_frame* frame, rvec v)
{
    return r3_add(rm_apply(&frame->turn, v), frame->position);
}

// One walk: the least distance, or the first crossing.
typedef struct walk {
    const oracle_mesh *a, *b;
    oracle_frame frame;
    oracle_closest best;
    // Unit vectors between the nearest triangles measured and the last ones, which part others too; zero
    // before there are any.
    rvec near_way, last_way;
    real near_distance;
    real band; // of crossings
    bool only_crossing, crosses;
} walk;

static real bound(const walk* w, uint32_t i, uint32_t k)
{
    const oracle_node *a = &w->a->nodes[i], *b = &w->b->nodes[k];
    return r3_length(r3_sub(to_a(&w->frame, b->center), a->center)) - a->radius - b->radius;
}

static void meet_triangles(walk* w, uint32_t i, uint32_t k)
{
    const uint32_t* ta = w->a->triangles[i];
    const uint32_t* tb = w->b->triangles[k];
    rvec a[3], b[3];
    for (int c = 0; c < 3; ++c) {
        a[c] = w->a->vertices[ta[c]];
        b[c] = to_a(&w->frame, w->b->vertices[tb[c]]);
    }
    if (w->only_crossing) {
        w->crosses = oracle_triangles_cross(a, b, w->band);
        return;
    }
    real least = w->best.distance;
    if (oracle_triangles_apart(a, b, w->last_way) >= least ||
        oracle_triangles_apart(a, b, w->near_way) >= least) {
        return;
    }
    oracle_closest c = oracle_triangle_distance(a, b);
    if (c.distance > 0.0L) {
        w->last_way = r3_scale(1.0L / c.distance, r3_sub(c.q, c.p));
    }
    if (c.distance < w->near_distance) {
        w->near_distance = c.distance;
        w->near_way = w->last_way;
    }
    if (c.distance < w->best.distance) {
        w->best = c;
    }
}

// Walks nodes i and k, which are `least` apart at least.
static void meet(walk* w, uint32_t i, uint32_t k, real least)
{
    const oracle_node *a = &w->a->nodes[i], *b = &w->b->nodes[k];
    bool out = w->only_crossing ? w->crosses || least > 0.0L : least >= w->best.distance;
    if (out) {
        return;
    }
    if (a->second == 0 && b->second == 0) {
        meet_triangles(w, a->triangle, b->triangle);
        return;
    }
    bool split_a = b->second == 0 || (a->second != 0 && a->radius >= b->radius);
    uint32_t i1 = split_a ? i + 1 : i, k1 = split_a ? k : k + 1;
    uint32_t i2 = split_a ? a->second : i, k2 = split_a ? k : b->second;
    real d1 = bound(w, i1, k1), d2 = bound(w, i2, k2);
    if (d1 <= d2) {
        meet(w, i1, k1, d1);
        meet(w, i2, k2, d2);
    } else {
        meet(w, i2, k2, d2);
        meet(w, i1, k1, d1);
    }
}

static walk walk_start(const oracle_pair* pair, double t)
{
    return (walk){.a = pair->mesh_a,
                  .b = pair->mesh_b,
                  .frame = oracle_pair_frame(pair, t),
                  .near_distance = HUGE_VALL};
}

oracle_closest oracle_pair_distance(const oracle_pair* pair, double t, real limit)
{
    walk w = walk_start(pair, t);
    w.best.distance = limit;
    meet(&w, 0, 0, bound(&w, 0, 0));
    w.best.p = oracle_pose_point(&w.frame.pose_a, w.best.p);
    w.best.q = oracle_pose_point(&w.frame.pose_a, w.best.q);
    return w.best;
}

bool oracle_pair_crosses(const oracle_pair* pair, double t, real band)
{
    walk w = walk_start(pair, t);
    w.only_crossing = true;
    w.band = band;
    meet(&w, 0, 0, bound(&w, 0, 0));
    return w.crosses;
}

real oracle_pair_speed(const oracle_pair* pair, double from, double to)
{
    return oracle_track_speed(&pair->track_a, pair->mesh_a->reach, from, to).speed +
           oracle_track_speed(&pair->track_b, pair->mesh_b->reach, from, to).speed;
}

oracle_approach oracle_pair_approach(const oracle_pair* pair, double to, int count)
{
    oracle_approach best = {0.0, oracle_pair_distance(pair, 0.0, HUGE_VALL)};
    double step = to / count;
    for (int i = 1; i <= count; ++i) {
        double t = i == count ? to : i * step;
        oracle_closest c = oracle_pair_distance(pair, t, best.closest.distance);
        if (c.distance < best.closest.distance) {
            best = (oracle_approach){t, c};
        }
    }
    while (step > 1e-5 * to && best.closest.distance > 0.0L) {
        step *= 0.5;
        double side[2] = {fmax(best.time - step, 0.0), fmin(best.time + step, to)};
        for (int i = 0; i < 2; ++i) {
            oracle_closest c = oracle_pair_distance(pair, side[i], best.closest.distance);
            if (c.distance < best.closest.distance) {
                best = (oracle_approach){side[i], c};
            }
        }
    }
    return best;
}
