// Which pieces a motion has.
//
// A list of moves is walked from the first one on, as each starts where the one before led: at the doubles of
// the pose that toi_motion_pose gives at the joint, and not where exact arithmetic would get to. So every
// piece starts at doubles, as between keys, and roundings do not add up; but at a joint the exact motion
// jumps by the rounding of that pose. What of it comes from turns and ways is within 32 u L of the piece
// before (path.c). The position itself is rounded twice in the end (pose_at.c), by 2 u |p|, which the bounds
// for relative motions do not have, as they leave out where both bodies are: the piece after the joint
// carries it in its lever. So where its bodies start further apart than the rounding bound, they did not pass
// each other in the jump.

#include "motion/pieces.h"

#include "core/assert.h"
#include "motion/length.h"
#include "motion/path.h"

// ---- lists of moves

static void set_end(ti_move_walk* walk)
{
    uint32_t done = walk->index - walk->first + 1, all = walk->last - walk->first + 1;
    walk->t1 = done == all ? walk->to : walk->from + (walk->to - walk->from) * ((double)done / all);
}

// The moves from `index` on that share a span, which starts at t0; after the last move the rest up to 1.
static void set_span(ti_move_walk* walk)
{
    const toi_motion* m = walk->motion;
    walk->first = walk->last = walk->index;
    walk->from = walk->t0;
    walk->to = 1.0;
    if (walk->index < m->move_count) {
        while (m->moves[walk->last].until == 0.0 && walk->last + 1 < m->move_count) {
            ++walk->last;
        }
        double until = m->moves[walk->last].until;
        walk->to = until == 0.0 ? 1.0 : until;
    }
    set_end(walk);
}

void ti_moves_begin(const toi_motion* motion, ti_move_walk* walk)
{
    *walk = (ti_move_walk){.motion = motion, .start = ti_pose_unit(motion->pose)};
    set_span(walk);
}

void ti_moves_next_time(ti_move_walk* walk)
{
    TI_ASSERT(walk->index < walk->motion->move_count);
    walk->t0 = walk->t1;
    ++walk->index;
    if (walk->index > walk->last) {
        set_span(walk);
    } else {
        set_end(walk);
    }
}

void ti_moves_next(ti_move_walk* walk)
{
    ti_path path;
    ti_moves_path(walk, &path);
    walk->start = ti_path_posed(&path, 1.0);
    ti_moves_next_time(walk);
}

toi_motion ti_move_motion(const toi_move* move, toi_pose start)
{
    return (toi_motion){
        .kind = move->kind == TOI_MOVE_ROTATION ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
        .pose = start,
        .by = move->by,
        .point = move->point,
        .axis = move->axis,
        .angle = move->angle,
    };
}

static toi_motion present_move(const ti_move_walk* walk)
{
    const toi_motion* m = walk->motion;
    if (walk->index == m->move_count) {
        return (toi_motion){.kind = TOI_MOTION_STATIC, .pose = walk->start};
    }
    return ti_move_motion(&m->moves[walk->index], walk->start);
}

void ti_moves_path(const ti_move_walk* walk, ti_path* path)
{
    toi_motion alone = present_move(walk);
    ti_path_single(&alone, path);
}

// ---- keyframes

static bool rests_before(const toi_motion* motion)
{
    return motion->keys[0].t > 0.0;
}

uint32_t ti_keys_until(const toi_motion* motion, double t)
{
    uint32_t low = 0, high = motion->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (motion->keys[middle].t <= t) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void key_piece(const toi_motion* motion, uint32_t index, ti_path* path)
{
    const toi_key* keys = motion->keys;
    uint32_t last = motion->key_count - 1;
    if (rests_before(motion)) {
        if (index == 0) {
            *path = ti_path_rest(keys[0].pose, 0.0, keys[0].t);
            return;
        }
        --index;
    }
    if (index == last) {
        *path = ti_path_rest(keys[last].pose, keys[last].t, 1.0);
        return;
    }
    ti_path_between(keys[index].pose, keys[index + 1].pose, motion->path, keys[index].t, keys[index + 1].t,
                    path);
}

// ---- all kinds

static uint32_t move_piece_count(const toi_motion* motion)
{
    double until = motion->moves[motion->move_count - 1].until;
    return motion->move_count + (uint32_t)(until != 0.0 && until < 1.0);
}

uint32_t ti_motion_piece_count(const toi_motion* motion)
{
    TI_ASSERT(motion->kind != TOI_MOTION_RATIONAL);
    if (motion->kind == TOI_MOTION_MOVES) {
        return move_piece_count(motion);
    }
    if (motion->kind != TOI_MOTION_KEYFRAMES) {
        return 1;
    }
    bool rests_after = motion->keys[motion->key_count - 1].t < 1.0;
    return motion->key_count - 1 + (uint32_t)rests_before(motion) + (uint32_t)rests_after;
}

// Of |p|: 48 u of it are 3 u |p|.
static const double JUMP_SHARE = 0x1p-4;

double ti_pieces_jump(const ti_pieces* pieces)
{
    bool joint = pieces->motion->kind == TOI_MOTION_MOVES && pieces->moves.index > 0;
    return joint ? JUMP_SHARE * ti_length(pieces->path.start.position) : 0.0;
}

static void set_path(ti_pieces* pieces, double t)
{
    if (pieces->motion->kind == TOI_MOTION_RATIONAL) {
        double end = ti_chord_from(&pieces->chords, t, &pieces->path);
        ti_path_stretch(t, end, &pieces->path);
    } else if (pieces->motion->kind == TOI_MOTION_MOVES) {
        ti_moves_path(&pieces->moves, &pieces->path);
        pieces->path.lever += ti_pieces_jump(pieces);
        ti_path_stretch(pieces->moves.t0, pieces->moves.t1, &pieces->path);
    } else if (pieces->motion->kind == TOI_MOTION_KEYFRAMES) {
        key_piece(pieces->motion, pieces->index, &pieces->path);
    } else {
        ti_path_single(pieces->motion, &pieces->path);
    }
}

void ti_pieces_begin_chords(const toi_motion* motion, const ti_chord_terms* terms, ti_pieces* pieces)
{
    pieces->motion = motion;
    pieces->index = 0;
    pieces->chords = (ti_chords){.motion = motion, .terms = *terms};
    if (motion->kind == TOI_MOTION_MOVES) {
        ti_moves_begin(motion, &pieces->moves);
    }
    set_path(pieces, 0.0);
}

void ti_pieces_begin(const toi_motion* motion, ti_pieces* pieces)
{
    TI_ASSERT(motion->kind != TOI_MOTION_RATIONAL);
    const ti_chord_terms none = {0};
    ti_pieces_begin_chords(motion, &none, pieces);
}

void ti_pieces_next(ti_pieces* pieces)
{
    TI_ASSERT(pieces->path.t1 < 1.0);
    ++pieces->index;
    if (pieces->motion->kind == TOI_MOTION_MOVES) {
        ti_moves_next(&pieces->moves);
    }
    set_path(pieces, pieces->path.t1);
}

void ti_pieces_seek(ti_pieces* pieces, double t)
{
    TI_ASSERT(t < 1.0);
    const toi_motion* motion = pieces->motion;
    if (pieces->path.t0 <= t && t < pieces->path.t1) {
        return;
    }
    if (motion->kind == TOI_MOTION_RATIONAL) {
        set_path(pieces, t);
        return;
    }
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        uint32_t keys = ti_keys_until(motion, t);
        pieces->index = rests_before(motion) ? keys : keys - 1;
        set_path(pieces, t);
        return;
    }
    if (t < pieces->path.t0) {
        ti_pieces_begin(motion, pieces);
    }
    while (!(t < pieces->path.t1)) {
        ti_pieces_next(pieces);
    }
}

void ti_pieces_restart(ti_pieces* pieces, double t, double limit)
{
    if (pieces->motion->kind != TOI_MOTION_RATIONAL) {
        ti_pieces_seek(pieces, t);
        return;
    }
    pieces->chords.terms.limit = limit;
    set_path(pieces, t);
}

void ti_motion_piece(const toi_motion* motion, uint32_t index, ti_path* path)
{
    TI_ASSERT(index < ti_motion_piece_count(motion));
    ti_pieces pieces;
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        key_piece(motion, index, path);
        return;
    }
    ti_pieces_begin(motion, &pieces);
    while (pieces.index < index) {
        ti_pieces_next(&pieces);
    }
    *path = pieces.path;
}

toi_motion ti_pieces_motion(const ti_pieces* pieces)
{
    return pieces->motion->kind == TOI_MOTION_MOVES ? present_move(&pieces->moves) : *pieces->motion;
}
