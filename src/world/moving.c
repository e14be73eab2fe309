// The table of methods for a mover and a body that moves: a new closed form is one more row.

#include "world/moving.h"

#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"

// What a body does during a window, where that is a screw about an axis of the world that was given, or a
// part of one.
typedef struct glide {
    bool turns;
    toi_vec3 by;          // else: the displacement
    toi_vec3 point, axis; // of the screw; unit
    double angle, advance;
} glide;

// ---- what the other body does

// Its motion at the window as one without a list, and the times when that runs.
static bool motion_at(const ti_window* w, const toi_motion* motion, toi_motion* one, double times[2])
{
    times[0] = 0.0;
    times[1] = 1.0;
    *one = *motion;
    if (motion->kind == TOI_MOTION_MOVES) {
        ti_pieces on;
        ti_pieces_begin(motion, &on);
        ti_pieces_seek(&on, w->t0);
        *one = ti_pieces_motion(&on);
        times[0] = on.path.t0;
        times[1] = on.path.t1;
    }
    return w->t0 >= times[0] && w->t1 <= times[1];
}

static bool glide_of(const ti_window* w, const toi_motion* motion, glide* g)
{
    toi_motion m;
    double times[2];
    if (!motion_at(w, motion, &m, times)) {
        return false;
    }
    double share = (w->t1 - w->t0) / (times[1] - times[0]);
    *g = (glide){.turns = false};
    switch (m.kind) {
    case TOI_MOTION_STATIC:
        return true;
    case TOI_MOTION_TRANSLATION:
        g->by = v3_scale(share, m.by);
        return true;
    case TOI_MOTION_SCREW:
        g->advance = share * m.advance;
        break;
    case TOI_MOTION_ROTATION:
        break;
    default:
        return false;
    }
    g->turns = true;
    g->point = m.point;
    g->axis = ti_unit_axis(m.axis);
    g->angle = share * m.angle;
    if (g->angle == 0.0) {
        g->turns = false;
        g->by = v3_scale(g->advance, g->axis);
    }
    return true;
}

// ---- relative moves

static toi_move translation(toi_vec3 by)
{
    return (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = by};
}

static toi_move rotation(const glide* about, double angle)
{
    return (toi_move){.kind = TOI_MOVE_ROTATION, .point = about->point, .axis = about->axis, .angle = angle};
}

// What the mover does, as a glide.
static glide glide_of_mover(const ti_window* w)
{
    const toi_move* m = &w->move;
    if (m->kind != TOI_MOVE_ROTATION || m->angle == 0.0) {
        return (glide){.by = m->kind == TOI_MOVE_ROTATION ? (toi_vec3){0.0, 0.0, 0.0} : m->by};
    }
    return (glide){.turns = true, .point = m->point, .axis = ti_unit_axis(m->axis), .angle = m->angle};
}

static bool is_zero(toi_vec3 a)
{
    return a.x == 0.0 && a.y == 0.0 && a.z == 0.0;
}

static bool takes_rest(const ti_window* w, const toi_motion* other, toi_move* relative)
{
    glide g;
    *relative = w->move;
    return glide_of(w, other, &g) && !g.turns && is_zero(g.by);
}

static bool takes_translations(const ti_window* w, const toi_motion* other, toi_move* relative)
{
    glide g, m = glide_of_mover(w);
    if (m.turns || !glide_of(w, other, &g) || g.turns) {
        return false;
    }
    *relative = translation(v3_sub(m.by, g.by));
    return true;
}

// Whether two screws have one axis, as far as that is exact, and in which sense: 0, 1 or -1.
static int same_axis(const glide* a, const glide* b)
{
    toi_vec3 d = v3_sub(a->point, b->point);
    if (!is_zero(v3_cross(d, b->axis))) {
        return 0;
    }
    return v3_equal(a->axis, b->axis) ? 1 : (v3_equal(a->axis, v3_negate(b->axis)) ? -1 : 0);
}

// Both turn about one axis. Where only the body advances, what is left is a screw, unless they turn alike.
static bool takes_turns(const ti_window* w, const toi_motion* other, toi_move* relative)
{
    glide g, m = glide_of_mover(w);
    if (!m.turns || !glide_of(w, other, &g) || !g.turns) {
        return false;
    }
    int sense = same_axis(&m, &g);
    double angle = m.angle - sense * g.angle;
    if (sense == 0 || (angle != 0.0 && g.advance != 0.0)) {
        return false;
    }
    *relative = angle != 0.0 ? rotation(&m, angle) : translation(v3_scale(-g.advance, g.axis));
    return true;
}

// The mover goes along the axis of a screw, as far as the screw advances.
static bool takes_companion(const ti_window* w, const toi_motion* other, toi_move* relative)
{
    glide g, m = glide_of_mover(w);
    if (m.turns || !glide_of(w, other, &g) || !g.turns) {
        return false;
    }
    if (!v3_equal(m.by, v3_scale(g.advance, g.axis))) {
        return false;
    }
    *relative = rotation(&g, -g.angle);
    return true;
}

// The last one takes every pair.
static const ti_moving_method methods[] = {
    {"rest", takes_rest},   {"translations", takes_translations},
    {"turns", takes_turns}, {"companion", takes_companion},
    {"first", NULL},
};

const ti_moving_method* ti_moving_method_for(const ti_window* window, const toi_motion* other,
                                             toi_move* relative)
{
    const ti_moving_method* m = methods;
    while (m->reduces != NULL && !m->reduces(window, other, relative)) {
        ++m;
    }
    return m;
}
