// Random motions and pairs of bodies, aimed so that many of them meet or all but meet.

#include "support/generate.h"

#include <stdlib.h>
#include <string.h>

// ---- motions

static toi_vec3 times(double s, toi_vec3 a)
{
    return (toi_vec3){s * a.x, s * a.y, s * a.z};
}

static toi_vec3 plus(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static toi_vec3 random_vector(gen_random* random, double length)
{
    double size = length * gen_unit(random);
    return times(size, gen_direction(random));
}

// An end pose whose turn from the start stays away from half a turn, where the shortest arc is not defined.
static toi_pose random_end(gen_random* random, toi_pose start, double travel)
{
    double angle = gen_chance(random, 0.1) ? 0.0 : gen_between(random, 0.0, 3.1);
    rquat turn = rq_axis_angle(r3_wide(gen_direction(random)), (real)angle);
    rquat q = rq_mul(turn, rq_wide(start.quaternion));
    toi_pose end = {plus(start.position, random_vector(random, travel)), start.quaternion};
    if (angle > 0.0) {
        end.quaternion = (toi_quat){(double)q.w, (double)q.x, (double)q.y, (double)q.z};
    }
    return end;
}

static void random_keys(gen_random* random, double travel, toi_motion* motion, toi_key* keys)
{
    uint32_t count = 2 + gen_below(random, GEN_KEYS - 1);
    double t = gen_chance(random, 0.5) ? 0.0 : 0.2 * gen_unit(random),
           last = gen_chance(random, 0.5) ? 1.0 : 0.9;
    toi_pose pose = motion->pose;
    for (uint32_t i = 0; i < count; ++i) {
        keys[i] = (toi_key){t, pose};
        t += (last - t) * (i + 2 == count ? 1.0 : gen_between(random, 0.05, 0.8));
        pose = random_end(random, pose, travel / (count - 1));
    }
    motion->keys = keys;
    motion->key_count = count;
}

// Numbers are drawn one after another, here and below, so that every compiler has the same ones.
static toi_vec3 random_axis(gen_random* random)
{
    toi_vec3 axis = gen_direction(random);
    return times(gen_chance(random, 0.5) ? 1.0 : gen_size(random, 1e-3, 1e3), axis);
}

// A small share of a turn, or up to three half turns.
static double random_angle(gen_random* random, double small)
{
    double share = gen_between(random, -1.0, 1.0);
    return share * (gen_chance(random, small) ? 1.6 : 9.42477796076938);
}

// A rotation about a point near the body, or a translation; the body ends up at `at`.
static toi_move random_move(gen_random* random, double reach, double travel, toi_pose* at)
{
    toi_move m = {.kind = gen_chance(random, 0.5) ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
    m.by = random_vector(random, travel);
    m.point = plus(at->position, random_vector(random, reach));
    m.axis = random_axis(random);
    m.angle = random_angle(random, 0.7);
    toi_motion motion = {.kind = TOI_MOTION_MOVES, .pose = *at, .moves = &m, .move_count = 1};
    *at = toi_motion_pose(&motion, 1.0);
    return m;
}

static void random_moves(gen_random* random, double reach, double travel, toi_motion* motion, toi_move* moves)
{
    uint32_t count = 1 + gen_below(random, GEN_MOVES);
    double t = 0.0;
    toi_pose at = motion->pose;
    for (uint32_t i = 0; i < count; ++i) {
        moves[i] = random_move(random, reach, travel / count, &at);
        if (gen_chance(random, 0.4)) {
            t += (1.0 - t) * gen_between(random, 0.05, 0.8);
            moves[i].until = t;
        }
    }
    motion->moves = moves;
    motion->move_count = count;
}

void gen_motion_point_to(toi_motion* motion, const gen_lists* lists)
{
    motion->keys = lists->keys;
    motion->moves = lists->moves;
}

void gen_motion_random(gen_random* random, double reach, double travel, toi_motion* motion, gen_lists* lists)
{
    gen_random own = {random->state ^ 0x6d6f766573u};
    *motion = (toi_motion){.kind = (toi_motion_kind)gen_below(random, 7)};
    motion->path = (toi_path)gen_below(random, 3);
    motion->pose.position = random_vector(random, reach);
    motion->pose.quaternion = gen_quaternion(random);
    motion->axis = random_axis(random);
    motion->angle = random_angle(random, 0.5);
    motion->by = random_vector(random, travel);
    motion->advance = travel * gen_between(random, -1.0, 1.0);
    motion->end = random_end(random, motion->pose, travel);
    bool far = gen_chance(random, 0.3);
    motion->point = random_vector(random, far ? travel + reach : reach);
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        random_keys(random, travel, motion, lists->keys);
    }
    // With random numbers of their own, so that pairs without moves stay what they were.
    if (gen_chance(&own, 0.125)) {
        motion->kind = TOI_MOTION_MOVES;
        motion->key_count = 0;
        random_moves(&own, reach, travel, motion, lists->moves);
    }
}

toi_motion gen_motion_turning(gen_random* random, toi_motion_kind kind)
{
    toi_motion m = {.kind = kind};
    m.pose.position = gen_vector(random, 1e-6, 1e6);
    m.pose.quaternion = gen_quaternion(random);
    m.point = gen_vector(random, 1e-6, 1e6);
    m.axis = gen_vector(random, 1e-3, 1e3);
    m.angle = gen_size(random, 1e-12, 1e3);
    m.advance = gen_size(random, 1e-6, 1e3);
    m.by = gen_vector(random, 1e-6, 1e3);
    return m;
}

void gen_motion_shift(toi_motion* motion, gen_lists* lists, toi_vec3 by)
{
    motion->pose.position = plus(motion->pose.position, by);
    motion->end.position = plus(motion->end.position, by);
    if (motion->kind == TOI_MOTION_ROTATION || motion->kind == TOI_MOTION_SCREW) {
        motion->point = plus(motion->point, by);
    }
    for (uint32_t i = 0; i < motion->key_count; ++i) {
        lists->keys[i].pose.position = plus(lists->keys[i].pose.position, by);
    }
    for (uint32_t i = 0; i < motion->move_count; ++i) {
        lists->moves[i].point = plus(lists->moves[i].point, by);
    }
}

// ---- pairs

static double scale_shape(gen_shape* shape, double size)
{
    double reach = 0.0;
    for (uint32_t i = 0; i < 3 * shape->vertex_count; ++i) {
        shape->vertices[i] *= size;
        reach = fmax(reach, fabs(shape->vertices[i]));
    }
    return reach;
}

static rvec middle(const gen_shape* shape)
{
    rvec sum = {0.0L, 0.0L, 0.0L};
    for (uint32_t i = 0; i < shape->vertex_count; ++i) {
        const double* v = &shape->vertices[3 * i];
        sum = r3_add(sum, r3((real)v[0], (real)v[1], (real)v[2]));
    }
    return r3_scale(1.0L / shape->vertex_count, sum);
}

static rvec middle_at(const gen_shape* shape, const toi_motion* motion, double t)
{
    oracle_track track = {motion, {0.0, 0.0, 0.0}};
    oracle_pose pose = oracle_track_pose(&track, t);
    return oracle_pose_point(&pose, middle(shape));
}

static void shift_b(gen_pair* pair, rvec by)
{
    gen_motion_shift(&pair->motion_b, &pair->lists_b, r3_round(by));
}

// B meets A about the middle of both at a random time.
static void aim_at_middle(gen_random* random, gen_pair* pair, double room)
{
    double t = gen_chance(random, 0.1) ? 0.0 : gen_between(random, 0.2, 1.0);
    rvec a = middle_at(&pair->a, &pair->motion_a, t), b = middle_at(&pair->b, &pair->motion_b, t);
    shift_b(pair, r3_add(r3_sub(a, b), r3_wide(random_vector(random, room))));
}

// Shifts B towards A along the line of closest approach, until the gap there is `gap`.
static void close_in(gen_pair* pair, const oracle_mesh* mesh_a, const oracle_mesh* mesh_b, double gap)
{
    oracle_pair seen;
    oracle_pair_init(&seen, mesh_a, &pair->motion_a, mesh_b, &pair->motion_b);
    oracle_closest c = oracle_pair_approach(&seen, 1.0, 20).closest;
    if (c.distance > 0.0L) {
        rvec n = r3_scale(1.0L / c.distance, r3_sub(c.q, c.p));
        shift_b(pair, r3_scale((real)gap - c.distance, n));
    }
}

// First B is taken aside, across its path, so far that the two are apart all the time.
static void aim_to_graze(gen_random* random, gen_pair* pair, double size)
{
    oracle_mesh mesh_a, mesh_b;
    gen_oracle_mesh(&pair->a, &mesh_a);
    gen_oracle_mesh(&pair->b, &mesh_b);
    oracle_pair seen;
    oracle_pair_init(&seen, &mesh_a, &pair->motion_a, &mesh_b, &pair->motion_b);
    rvec way = r3_sub(middle_at(&pair->b, &pair->motion_b, 1.0), middle_at(&pair->b, &pair->motion_b, 0.0));
    way = r3_sub(
        way, r3_sub(middle_at(&pair->a, &pair->motion_a, 1.0), middle_at(&pair->a, &pair->motion_a, 0.0)));
    rvec aside = r3_wide(gen_direction(random)), across = r3_cross(way, aside);
    if (r3_length(across) > 0.01L * r3_length(way) && r3_length(way) > 0.0L) {
        aside = r3_unit(across);
    }
    shift_b(pair, r3_scale(2.0L * seen.magnitude, aside));
    bool over = gen_chance(random, 0.4);
    double gap = size * gen_size(random, 1e-9, 9e-3);
    pair->aimed = true;
    pair->aimed_gap = (over ? -gap : gap) / size;
    close_in(pair, &mesh_a, &mesh_b, pair->separation + gap + 0.01 * size);
    close_in(pair, &mesh_a, &mesh_b, pair->separation + (over ? -gap : gap));
    oracle_mesh_release(&mesh_a);
    oracle_mesh_release(&mesh_b);
}

static double random_travel(gen_random* random, double size)
{
    switch (gen_below(random, 10)) {
    case 0:
        return size * gen_size(random, 10.0, 3e3);
    case 1:
        return size * gen_size(random, 1e-4, 0.3);
    default:
        return size * gen_between(random, 0.5, 5.0);
    }
}

// Both bodies far from zero, which must not matter.
static void move_away(gen_random* random, gen_pair* pair, double size)
{
    double distance = gen_chance(random, 0.5) ? 1e6 : size * gen_size(random, 10.0, 1e6);
    toi_vec3 by = times(distance, gen_direction(random));
    gen_motion_shift(&pair->motion_a, &pair->lists_a, by);
    gen_motion_shift(&pair->motion_b, &pair->lists_b, by);
}

void gen_pair_random(uint64_t seed, uint64_t index, bool separation, gen_pair* pair)
{
    gen_random start = {seed * 0xd1342543de82ef95u + index};
    gen_random random = {gen_bits(&start)};
    pair->aimed = false;
    pair->aimed_gap = 0.0;
    gen_shape_random(&random, &pair->a);
    gen_shape_random(&random, &pair->b);
    double size_a = gen_size(&random, 1e-3, 1e3);
    double size_b = size_a * gen_size(&random, 0.3, 3.0);
    if (gen_chance(&random, 0.2)) {
        size_b = gen_size(&random, 1e-3, 1e3);
    }
    double reach_a = scale_shape(&pair->a, size_a), reach_b = scale_shape(&pair->b, size_b);
    double size = fmin(size_a, size_b), travel = random_travel(&random, size_a + size_b);
    gen_motion_random(&random, reach_a, travel, &pair->motion_a, &pair->lists_a);
    gen_motion_random(&random, reach_b, travel, &pair->motion_b, &pair->lists_b);
    if (gen_chance(&random, 0.4)) {
        pair->motion_a.kind = TOI_MOTION_STATIC;
        pair->motion_a.key_count = pair->motion_a.move_count = 0;
    }
    pair->separation = separation ? size * gen_size(&random, 1e-4, 0.3) : 0.0;
    if (gen_chance(&random, 0.45)) {
        aim_to_graze(&random, pair, size);
    } else {
        aim_at_middle(&random, pair, 0.9 * (size_a + size_b));
    }
    if (gen_chance(&random, 0.15)) {
        move_away(&random, pair, fmax(size_a, size_b));
    }
}

// ---- meshes

void gen_oracle_mesh(const gen_shape* shape, oracle_mesh* mesh)
{
    oracle_mesh_init(mesh, shape->vertices, shape->vertex_count, shape->triangles, shape->triangle_count);
}

toi_mesh* gen_toi_mesh(const gen_shape* shape)
{
    toi_mesh_def def = {.vertices = shape->vertices,
                        .vertex_count = shape->vertex_count,
                        .indices = shape->corners,
                        .face_offsets = shape->offsets,
                        .face_count = shape->face_count};
    toi_mesh* mesh = NULL;
    toi_error error;
    return toi_mesh_create(&def, &mesh, &error) == TOI_OK ? mesh : NULL;
}
