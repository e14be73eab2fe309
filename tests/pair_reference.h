// Two random bodies on smooth pieces of random motions, put before each other as a search has them, with
// where their points are and how fast they move in long double.

#ifndef TOI_TESTS_PAIR_REFERENCE_H
#define TOI_TESTS_PAIR_REFERENCE_H

#include "narrow/first/duel.h"
#include "random_point.h"
#include "support/motion_reference.h"

enum { MOVER_KEYS = 4 };

typedef struct mover {
    toi_mesh* mesh;
    toi_motion motion;
    toi_key keys[MOVER_KEYS];
    uint32_t piece;
    ti_path path;
    toi_motion joined; // what the piece does, keyframes as the motion between two of them
    toi_vec3 origin;   // of the space in which `joined` is, so that long double has digits far out too
} mover;

typedef struct match_up {
    mover body[2];
    ti_duel duel;
} match_up;

// A soup of triangles; `points` of them spread over a ball of the size given around a far centre.
static inline toi_mesh* random_soup(test_random* random, uint32_t points, double size)
{
    toi_vec3 v[256], center = random_point(random, 4.0 * size);
    uint32_t indices[3 * 256];
    for (uint32_t i = 0; i < points; ++i) {
        v[i] = v3_add(center, random_point(random, size));
        for (uint32_t k = 0; k < 3; ++k) {
            indices[3 * i + k] = (i + k * (1 + i % 3)) % points;
        }
    }
    toi_mesh_def def = {&v->x, points, indices, NULL, points, 0.0, false, NULL};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* random_box(test_random* random, double size)
{
    toi_vec3 half = random_point(random, size);
    half = v3(0.01 * size + fabs(half.x), 0.01 * size + fabs(half.y), 0.01 * size + fabs(half.z));
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box(half, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static inline toi_mesh* random_mesh(test_random* random, double size)
{
    static const uint32_t points[4] = {3, 8, 40, 200};
    uint32_t which = random_below(random, 5);
    return which == 4 ? random_box(random, size) : random_soup(random, points[which], size);
}

// Lengths of about one: what they are relative to is the size of the meshes.
static inline toi_motion ordinary_motion(test_random* random, double reach)
{
    toi_motion m = {.kind = (toi_motion_kind)random_below(random, 7)};
    m.path = (toi_path)random_below(random, 3);
    m.pose.position = random_point(random, reach);
    m.pose.quaternion = random_quaternion(random);
    m.end.position = v3_add(m.pose.position, random_point(random, reach));
    m.end.quaternion = random_quaternion(random);
    m.point = random_point(random, reach);
    m.axis = random_direction(random);
    m.angle = random_angle(random);
    m.by = random_point(random, reach);
    m.advance = random_between(random, -reach, reach);
    return m;
}

static inline void random_keys(test_random* random, double reach, mover* m)
{
    double t = random_between(random, 0.0, 0.2);
    for (uint32_t i = 0; i < MOVER_KEYS; ++i) {
        toi_quat q = random_quaternion(random);
        m->keys[i] = (toi_key){t, {random_point(random, reach), q}};
        t += random_between(random, 0.05, 0.25);
    }
    m->motion.keys = m->keys;
    m->motion.key_count = MOVER_KEYS;
}

static inline void shift_joined(mover* m)
{
    toi_motion* j = &m->joined;
    j->pose.position = v3_sub(j->pose.position, m->origin);
    j->end.position = v3_sub(j->end.position, m->origin);
    j->point = j->kind == TOI_MOTION_SPIN ? j->point : v3_sub(j->point, m->origin);
}

// The piece as a motion of its own, from the public header alone.
static inline void join_keys(mover* m)
{
    m->joined = m->motion;
    if (m->motion.kind != TOI_MOTION_KEYFRAMES) {
        shift_joined(m);
        return;
    }
    // Rest before the first key, then a piece between any two, then rest.
    uint32_t last = MOVER_KEYS - 1;
    uint32_t from = m->piece == 0 ? 0 : m->piece - 1;
    bool rests = m->piece == 0 || from == last;
    m->joined = (toi_motion){.kind = rests ? TOI_MOTION_STATIC : TOI_MOTION_BETWEEN,
                             .path = m->motion.path,
                             .pose = m->keys[from].pose};
    m->joined.end = m->keys[rests ? from : from + 1].pose;
    shift_joined(m);
}

// The moving body itself must not move in memory afterwards.
static inline void mover_set_piece(mover* m, uint32_t piece)
{
    m->piece = piece;
    ti_motion_piece(&m->motion, piece, &m->path);
    join_keys(m);
}

// A time of the whole motion as one of `joined`.
static inline real mover_time(const mover* m, double t)
{
    if (m->motion.kind != TOI_MOTION_KEYFRAMES) {
        return (real)t;
    }
    return ((real)t - (real)m->path.t0) / ((real)m->path.t1 - (real)m->path.t0);
}

static inline vec mover_point(const mover* m, vec v, double t)
{
    return reference(&m->joined, &m->path, v, mover_time(m, t));
}

// Angular velocity in world axes per unit of the time of `joined`, and a point that moves with the axis and
// the constant velocity of that point.
typedef struct twist {
    vec turn, base, drift;
} twist;

static inline twist twist_between(const mover* m, real u)
{
    const toi_motion* j = &m->joined;
    vec w = rotation_vector_exact(m->path.start.quaternion, ti_pose_unit(j->end).quaternion);
    vec p0 = wide(j->pose.position), d = sub(wide(j->end.position), p0);
    real th = length(w), h = 0.5L * th;
    twist out = {w, add(p0, times(u, d)), d};
    if (j->path == TOI_PATH_NLERP && th > 0.0L) {
        real c = 1.0L - u + u * cosl(h), s = u * sinl(h);
        out.turn = times(2.0L * sinl(h) / (c * c + s * s) / th, w);
    } else if (j->path == TOI_PATH_SCREW && th > 1e-18L) {
        vec n = unit(w), along = times(dot(d, n), n), across = sub(d, along);
        vec c = add(times(0.5L, across), times(0.5L / tanl(h), cross(n, across)));
        out.base = add(add(p0, c), times(u, along));
        out.drift = along;
    }
    return out;
}

static inline twist mover_twist(const mover* m, real u)
{
    const toi_motion* j = &m->joined;
    twist none = {{0.0L, 0.0L, 0.0L}, {0.0L, 0.0L, 0.0L}, {0.0L, 0.0L, 0.0L}}, out = none;
    vec n = unit(wide(j->axis));
    switch (j->kind) {
    case TOI_MOTION_TRANSLATION:
        out.drift = wide(j->by);
        break;
    case TOI_MOTION_ROTATION:
    case TOI_MOTION_SCREW:
        out.turn = times((real)j->angle, n);
        out.base = wide(j->point);
        out.drift = j->kind == TOI_MOTION_SCREW ? times((real)j->advance, n) : out.drift;
        break;
    case TOI_MOTION_SPIN:
        out.turn = times((real)j->angle, n);
        out.drift = wide(j->by);
        out.base =
            add(wide(j->pose.position), rotate_by_polynomial(m->path.start.quaternion, wide(j->point)));
        out.base = add(out.base, times(u, out.drift));
        break;
    case TOI_MOTION_BETWEEN:
        return twist_between(m, u);
    case TOI_MOTION_STATIC:
    case TOI_MOTION_KEYFRAMES:
    case TOI_MOTION_MOVES:
    case TOI_MOTION_RATIONAL:
    case TOI_MOTION_VERTICES:
        break;
    }
    return out;
}

static inline real mover_speed_up(const mover* m)
{
    if (m->motion.kind != TOI_MOTION_KEYFRAMES) {
        return 1.0L;
    }
    return 1.0L / ((real)m->path.t1 - (real)m->path.t0);
}

static inline vec mover_turn(const mover* m, double t)
{
    return times(mover_speed_up(m), mover_twist(m, mover_time(m, t)).turn);
}

// dx/dt of the mesh point v.
static inline vec mover_velocity(const mover* m, vec v, double t)
{
    twist w = mover_twist(m, mover_time(m, t));
    vec x = mover_point(m, v, t);
    return times(mover_speed_up(m), add(cross(w.turn, sub(x, w.base)), w.drift));
}

// Columns of the rotation of a body at t.
static inline void mover_axes(const mover* m, double t, vec column[3])
{
    const vec unit_vector[3] = {{1.0L, 0.0L, 0.0L}, {0.0L, 1.0L, 0.0L}, {0.0L, 0.0L, 1.0L}};
    vec c = wide(m->mesh->center), x = mover_point(m, c, t);
    for (int k = 0; k < 3; ++k) {
        column[k] = sub(mover_point(m, add(c, unit_vector[k]), t), x);
    }
}

static inline vec in_axes(const vec column[3], vec world)
{
    return (vec){dot(column[0], world), dot(column[1], world), dot(column[2], world)};
}

static inline void match_up_prepare(match_up* p, double tolerance, double separation)
{
    const toi_mesh* const mesh[2] = {p->body[0].mesh, p->body[1].mesh};
    ti_path path[2] = {p->body[0].path, p->body[1].path};
    ti_terms terms = {.tolerance = tolerance, .separation = separation, .moves = true};
    ti_duel_prepare(mesh, path, fmax(path[0].t0, path[1].t0), fmin(path[0].t1, path[1].t1), &terms, &p->duel);
}

// Puts random meshes on random motions. Pieces of keyframes need not overlap; then only one body has keys.
static inline void match_up_random(test_random* random, double size, double reach, match_up* p)
{
    for (int k = 0; k < 2; ++k) {
        mover* m = &p->body[k];
        m->origin = v3(0.0, 0.0, 0.0);
        m->mesh = random_mesh(random, size);
        m->motion = ordinary_motion(random, reach);
        if (k == 1 && p->body[0].motion.kind == TOI_MOTION_KEYFRAMES) {
            m->motion.kind = TOI_MOTION_SPIN;
        }
        random_keys(random, reach, m);
        mover_set_piece(m, random_below(random, ti_motion_piece_count(&m->motion)));
    }
    match_up_prepare(p, 0.0, 0.0);
}

static inline void match_up_release(match_up* p)
{
    toi_mesh_destroy(p->body[0].mesh);
    toi_mesh_destroy(p->body[1].mesh);
}

#endif
