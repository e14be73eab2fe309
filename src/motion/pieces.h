// The pieces of a motion one after another, in the order of time; and when and from where each move runs.

#ifndef TI_MOTION_PIECES_H
#define TI_MOTION_PIECES_H

#include "motion/chord.h"

// ---- lists of moves

// Where in its list of moves a body is. Moves without a time of their own share the span up to the next given
// one.
typedef struct ti_move_walk {
    const toi_motion* motion;
    uint32_t index;       // of the move; move_count where the body rests after the last
    double t0, t1;        // when it runs
    toi_pose start;       // from where: what the moves before reached, in doubles
    uint32_t first, last; // the moves that share the span
    double from, to;      // the span
} ti_move_walk;

void ti_moves_begin(const toi_motion* motion, ti_move_walk* walk);

// To the next move, or to the rest after the last; then t0 is 1 where no time is left to rest.
void ti_moves_next(ti_move_walk* walk);

// The same without poses, to check the times.
void ti_moves_next_time(ti_move_walk* walk);

// A move by itself, from a pose.
toi_motion ti_move_motion(const toi_move* move, toi_pose start);

// The move, or rest, as a piece that lasts from 0 to 1.
void ti_moves_path(const ti_move_walk* walk, ti_path* path);

// ---- all kinds

// Number of keys at or before t.
uint32_t ti_keys_until(const toi_motion* motion, double t);

typedef struct ti_pieces {
    const toi_motion* motion;
    uint32_t index;     // of the piece
    ti_path path;       // the piece
    ti_move_walk moves; // for lists of moves
    ti_chords chords;   // for rational motions: each chord is a piece
} ti_pieces;

// The first piece. The motion must be valid, not rational, and outlive the walk.
void ti_pieces_begin(const toi_motion* motion, ti_pieces* pieces);

// The same for every kind; `terms` says how long the chords of a rational motion are.
void ti_pieces_begin_chords(const toi_motion* motion, const ti_chord_terms* terms, ti_pieces* pieces);

// A chord of a rational motion from t < 1 on, with another limit; of the other kinds the piece as by
// ti_pieces_seek.
void ti_pieces_restart(ti_pieces* pieces, double t, double limit);

// The next one; the present one must not be the last, which ends at 1.
void ti_pieces_next(ti_pieces* pieces);

// The last piece that starts at or before t < 1. Forwards this takes no longer than the steps between.
void ti_pieces_seek(ti_pieces* pieces, double t);

// A length of which 48 u bound what the rounding of the position makes the body jump at the start of the
// present piece (pieces.c); zero but for moves.
double ti_pieces_jump(const ti_pieces* pieces);

// The present piece as a motion by itself, over a time of 1: a move, or rest; for the kinds without a list
// the whole motion; keyframes and rational motions as they are.
toi_motion ti_pieces_motion(const ti_pieces* pieces);

#endif
