// What rests, moves straight or turns by a normalised linear quaternion is rational as it is; what turns at a
// constant rate is fitted (rational_fit.h).

#include "motion/rational_pieces.h"

#include "math/rounding.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "motion/rationals.h"

enum { FIRST_ROOM = 4 };

typedef struct maker {
    ti_arena* arena;
    const ti_rational_fit* fit;
    ti_rational_pieces* out;
    uint32_t room;
    toi_status status;
} maker;

static bool fail(maker* m, toi_status status)
{
    m->status = status;
    return false;
}

static ti_rational_piece* add(maker* m, double t0, double t1)
{
    ti_rational_pieces* out = m->out;
    if (out->count == TI_MOST_RATIONAL_PIECES) {
        fail(m, TOI_ERROR_LIMIT);
        return NULL;
    }
    if (out->count == m->room) {
        uint32_t room = m->room > 0 ? 2 * m->room : FIRST_ROOM;
        ti_rational_piece* more = ti_arena_allocate(m->arena, room, sizeof *more);
        if (more == NULL) {
            fail(m, TOI_ERROR_MEMORY);
            return NULL;
        }
        for (uint32_t i = 0; i < out->count; ++i) {
            more[i] = out->piece[i];
        }
        out->piece = more;
        m->room = room;
    }
    ti_rational_piece* piece = &out->piece[out->count++];
    *piece = (ti_rational_piece){.t0 = t0, .t1 = t1};
    return piece;
}

static bool is_short(toi_vec3 v)
{
    return v3_largest(v) <= TI_MOST_RATIONAL_LENGTH; // not for NaN
}

// Room for both lists of a piece.
static bool set_lists(maker* m, ti_rational_piece* piece, toi_quat** rotation, uint32_t rotation_count,
                      toi_vec3** translation, uint32_t translation_count)
{
    *rotation = ti_arena_allocate(m->arena, rotation_count, sizeof **rotation);
    *translation = ti_arena_allocate(m->arena, translation_count, sizeof **translation);
    piece->motion = (toi_rational){.rotation = *rotation,
                                   .rotation_count = rotation_count,
                                   .translation = *translation,
                                   .translation_count = translation_count,
                                   .until = piece->t1};
    return (*rotation != NULL && *translation != NULL) || fail(m, TOI_ERROR_MEMORY);
}

// ---- rational as they are

// From one pose to another, both polynomials linear.
static bool add_linear(maker* m, const toi_pose ends[2], double t0, double t1)
{
    toi_quat p = ends[0].quaternion, q = ends[1].quaternion, *rotation;
    toi_vec3* translation;
    bool turns = !q_equal(p, q);
    bool moves = !v3_equal(ends[0].position, ends[1].position);
    ti_rational_piece* piece = add(m, t0, t1);
    if (piece == NULL || !set_lists(m, piece, &rotation, turns ? 2 : 1, &translation, moves ? 2 : 1)) {
        return false;
    }
    for (uint32_t k = 0; k < piece->motion.rotation_count; ++k) {
        rotation[k] = ends[k].quaternion;
    }
    for (uint32_t k = 0; k < piece->motion.translation_count; ++k) {
        translation[k] = ends[k].position;
    }
    return (is_short(ends[0].position) && is_short(ends[1].position)) || fail(m, TOI_ERROR_INVALID);
}

static bool add_rest(maker* m, toi_pose pose, double t0, double t1)
{
    toi_pose unit = ti_pose_unit(pose);
    return add_linear(m, (toi_pose[]){unit, unit}, t0, t1);
}

static bool add_way(maker* m, toi_pose pose, toi_vec3 by, double t0, double t1)
{
    toi_pose start = ti_pose_unit(pose), end = start;
    toi_vec3 p = start.position, lost;
    end.position =
        v3(ti_two_sum(p.x, by.x, &lost.x), ti_two_sum(p.y, by.y, &lost.y), ti_two_sum(p.z, by.z, &lost.z));
    if (!add_linear(m, (toi_pose[]){start, end}, t0, t1)) {
        return false;
    }
    ti_rational_piece* piece = &m->out->piece[m->out->count - 1];
    piece->translation_error = 2.0 * TI_U * v3_largest(end.position);
    piece->rounding = (1.0 + 0x1p-40) * ti_length(lost);
    return true;
}

// ---- turns at a constant rate

static bool add_part(maker* m, const ti_turning* w, const double s[2], const double t[2])
{
    toi_quat* rotation;
    toi_vec3* translation;
    ti_rational_piece* piece = add(m, t[0], t[1]);
    if (piece == NULL ||
        !set_lists(m, piece, &rotation, w->plan.degree + 1, &translation, w->way_degree + 1)) {
        return false;
    }
    ti_turning_part(w, s, rotation, translation);
    piece->offset = w->offset;
    piece->bound = w->bound;
    return true;
}

static bool add_turning(maker* m, const ti_path* path, double t0, double t1)
{
    ti_turning w;
    toi_status status = ti_turning_plan(path, m->fit, &w);
    if (status != TOI_OK) {
        return fail(m, status);
    }
    double s[2] = {0.0, 0.0}, t[2] = {t0, t0};
    for (uint32_t i = 1; i <= w.plan.parts; ++i) {
        bool last = i == w.plan.parts;
        t[1] = last ? t1 : t0 + (t1 - t0) * ((double)i / w.plan.parts);
        s[1] = last ? 1.0 : (t[1] - t0) / (t1 - t0);
        if (!(t[1] > t[0])) {
            return fail(m, TOI_ERROR_LIMIT); // more parts than there are times
        }
        if (!add_part(m, &w, s, t)) {
            return false;
        }
        s[0] = s[1];
        t[0] = t[1];
    }
    return true;
}

// ---- all kinds

// Between unit quaternions that are not equal but find no turn: their difference, 2^-50 and less, is along
// them up to 8 u of it (path.c).
static const double UNSEEN_TURN = 0x1p-98;

// Whether the shortest way from q0 goes to -q1, as the path has it: that also tells half turns apart.
static bool goes_to_negative(toi_quat q0, toi_quat q1, toi_vec3 turn)
{
    toi_quat product = q_mul(q1, q_conjugate(q0));
    double along = v3_dot(turn, (toi_vec3){product.x, product.y, product.z});
    return along < 0.0 || (along == 0.0 && product.w < 0.0);
}

static bool add_between(maker* m, const toi_pose ends[2], toi_path kind, double t0, double t1)
{
    ti_path path;
    ti_path_between(ends[0], ends[1], kind, 0.0, 1.0, &path);
    toi_pose unit[2] = {ti_pose_unit(ends[0]), ti_pose_unit(ends[1])};
    toi_quat p = unit[0].quaternion, q = unit[1].quaternion, negative = {-q.w, -q.x, -q.y, -q.z};
    if (!(ti_length(path.turn) > 0.0)) {
        unit[1].quaternion = p;
        bool added = add_linear(m, unit, t0, t1);
        if (added && !q_equal(p, q) && !q_equal(p, negative)) {
            m->out->piece[m->out->count - 1].rounding = UNSEEN_TURN * m->fit->radius;
        }
        return added;
    }
    if (kind != TOI_PATH_NLERP) {
        return add_turning(m, &path, t0, t1);
    }
    if (goes_to_negative(p, q, path.turn)) {
        unit[1].quaternion = negative;
    }
    return add_linear(m, unit, t0, t1);
}

// A motion that is one piece, from t0 to t1.
static bool add_single(maker* m, const toi_motion* motion, double t0, double t1)
{
    if (motion->kind == TOI_MOTION_BETWEEN) {
        return add_between(m, (toi_pose[]){motion->pose, motion->end}, motion->path, t0, t1);
    }
    ti_path path;
    ti_path_single(motion, &path);
    if (ti_length(path.turn) > 0.0) {
        return add_turning(m, &path, t0, t1);
    }
    bool moves = motion->kind != TOI_MOTION_STATIC && motion->kind != TOI_MOTION_ROTATION;
    if (!moves) {
        return add_rest(m, motion->pose, t0, t1);
    }
    if (!add_way(m, motion->pose, path.drift, t0, t1)) {
        return false;
    }
    if (motion->kind == TOI_MOTION_SCREW) { // the drift is the advance along the unit axis
        ti_rational_piece* piece = &m->out->piece[m->out->count - 1];
        piece->translation_error += 8.0 * TI_U * v3_largest(path.drift);
        piece->rounding += 8.0 * TI_U * ti_length(path.drift);
    }
    return true;
}

static bool add_keys(maker* m, const toi_motion* motion)
{
    const toi_key* keys = motion->keys;
    uint32_t last = motion->key_count - 1;
    bool ok = keys[0].t == 0.0 || add_rest(m, keys[0].pose, 0.0, keys[0].t);
    for (uint32_t i = 0; ok && i < last; ++i) {
        ok = add_between(m, (toi_pose[]){keys[i].pose, keys[i + 1].pose}, motion->path, keys[i].t,
                         keys[i + 1].t);
    }
    return ok && (keys[last].t == 1.0 || add_rest(m, keys[last].pose, keys[last].t, 1.0));
}

static bool add_moves(maker* m, const toi_motion* motion)
{
    ti_move_walk walk;
    bool ok = true;
    for (ti_moves_begin(motion, &walk); ok && walk.index < motion->move_count; ti_moves_next(&walk)) {
        toi_motion move = ti_move_motion(&motion->moves[walk.index], walk.start);
        ok = add_single(m, &move, walk.t0, walk.t1);
    }
    return ok && (walk.t0 == 1.0 || add_rest(m, walk.start, walk.t0, 1.0));
}

static bool add_rationals(maker* m, const toi_motion* motion)
{
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        ti_rational_piece* piece = add(m, ti_rational_from(motion, i), ti_rational_until(motion, i));
        if (piece == NULL) {
            return false;
        }
        piece->motion = motion->rationals[i];
    }
    return true;
}

toi_status ti_rational_pieces_make(ti_arena* arena, const toi_motion* motion, const ti_rational_fit* fit,
                                   ti_rational_pieces* pieces)
{
    maker m = {.arena = arena, .fit = fit, .out = pieces, .status = TOI_OK};
    bool ok;
    *pieces = (ti_rational_pieces){NULL, 0};
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        ok = add_keys(&m, motion);
    } else if (motion->kind == TOI_MOTION_MOVES) {
        ok = add_moves(&m, motion);
    } else if (motion->kind == TOI_MOTION_RATIONAL) {
        ok = add_rationals(&m, motion);
    } else {
        ok = add_single(&m, motion, 0.0, 1.0);
    }
    return ok ? TOI_OK : m.status;
}
