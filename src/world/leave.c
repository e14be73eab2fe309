// Leaving a touch: what happens in the first moments of a move, by directions that part the triangles that
// are near each other. Each direction n is that of the gap at a later time t1, when there is one: along it
// the gap f(t) = min n.b - max n.a(t) is linear for a translation; for a turn each corner of the mover swings
// as A + B cos + C sin. So that f does not fall below what it was at the start is decided in closed form.

#include "world/leave.h"

#include "math/distance.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/length.h"
#include "motion/path.h"
#include "narrow/first/posed.h"
#include "world/trace.h"

// In rounding bounds: how far apart bodies are that have left, how deep in each other they may seem at the
// start, and the length of the first look ahead. What is decided at t1 by doubles is right within one.
static const double LEFT = 32.0, SEEMING = 3.0, FIRST_LOOK = 256.0;

// Looks ahead get longer, up to a small part of the mover: by first order the first one decides, by second
// order, at the bottom of an arc, one of about the root of the rounding bound.
static const double LONGER = 32.0, LONGEST = 1.0 / 64.0;
enum { MOST_LOOKS = 12 };

typedef struct look {
    ti_posed before, after; // the mover at the start and at t1
    ti_posed still;
    const ti_mover* mover;
    double angle; // turned until t1
    double rounding;
    bool proved;
} look;

// ---- two triangles

static double lowest(toi_vec3 n, const toi_vec3 v[3])
{
    double a = v3_dot(n, v[0]), b = v3_dot(n, v[1]), c = v3_dot(n, v[2]);
    return fmin(a, fmin(b, c));
}

static double highest(toi_vec3 n, const toi_vec3 v[3])
{
    return -lowest(v3_negate(n), v);
}

// The largest n.x that a corner has on its way through an angle of less than a quarter turn, as much as it
// exceeds that at both ends: with x = o + along + B cos + C sin it is inside only where the speed changes
// from positive to negative.
static double swing_excess(const look* l, toi_vec3 n, toi_vec3 corner)
{
    const ti_mover* m = l->mover;
    toi_vec3 arm = v3_sub(corner, m->move.point);
    toi_vec3 across = v3_cross(m->axis, arm), out = v3_cross(across, m->axis);
    double b = v3_dot(n, out), c = v3_dot(n, across), sine, cosine;
    ti_sincos(l->angle, &sine, &cosine);
    double end_speed = c * cosine - b * sine;
    if (!(c > 0.0 && end_speed < 0.0)) {
        return 0.0;
    }
    // sqrt(b^2 + c^2) - b, without cancellation, is above the start by this.
    double length = sqrt(b * b + c * c);
    return b > 0.0 ? c * c / (length + b) : length - b;
}

// The largest n.x of the corners on their way until t1, but for what they have at its end.
static double highest_on_way(const look* l, toi_vec3 n, const toi_vec3 v[3])
{
    double all = -HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        double excess = l->mover->turns ? swing_excess(l, n, v[i]) : 0.0;
        all = fmax(all, v3_dot(n, v[i]) + excess);
    }
    return all;
}

static bool leaves(const look* l, const toi_vec3 before[3], const toi_vec3 after[3], const toi_vec3 still[3])
{
    ti_gap gap = ti_triangle_gap(after, still);
    toi_vec3 n = gap.normal;
    double low = lowest(n, still), later = low - highest(n, after),
           least = low - highest_on_way(l, n, before);
    return later >= LEFT * l->rounding && least >= -SEEMING * l->rounding;
}

static bool visit_ranges(const ti_range_pair* ranges, void* context)
{
    look* l = context;
    for (uint32_t i = ranges->a_begin; i < ranges->a_end; ++i) {
        toi_vec3 before[3], after[3], still[3];
        ti_posed_triangle(&l->before, i, before);
        ti_posed_triangle(&l->after, i, after);
        for (uint32_t j = ranges->b_begin; j < ranges->b_end && l->proved; ++j) {
            ti_posed_triangle(&l->still, j, still);
            l->proved = leaves(l, before, after, still);
        }
        if (!l->proved) {
            return true;
        }
    }
    return false;
}

// ---- a look ahead

// At least the way of any point over the whole move.
static double longest_way(const ti_mover* m)
{
    if (!m->turns) {
        return ti_length(m->move.by) * (1.0 + 8.0 * TI_U);
    }
    toi_vec3 arm = v3_add(v3_sub(m->pose.position, m->move.point), m->arm);
    return fabs(m->move.angle) * (ti_length(v3_cross(m->axis, arm)) + m->mesh->radius) * (1.0 + 16.0 * TI_U);
}

static bool look_ahead(const ti_mover* m, const ti_still* still, double rounding, double way, double share)
{
    toi_motion motion = ti_mover_motion(m);
    toi_pose later = toi_motion_pose(&motion, share);
    look l = {.before = ti_posed_make(m->mesh, &m->pose),
              .after = ti_posed_make(m->mesh, &later),
              .still = ti_posed_make(still->mesh, &still->pose),
              .mover = m,
              .angle = fabs(m->move.angle) * share,
              .rounding = rounding,
              .proved = true};
    // What is farther than this at the start stays LEFT rounding bounds away until t1.
    double within = way * share + (LEFT + 4.0) * rounding;
    ti_posed_walk_near(&l.before, &l.still, within, visit_ranges, &l);
    return l.proved;
}

bool ti_leave_proved(const ti_mover* mover, const ti_still* still, double rounding, double* share)
{
    double way = longest_way(mover), most = fmin(way, LONGEST * (mover->mesh->radius + still->mesh->radius));
    if (!(way > 0.0 && rounding > 0.0 && isfinite(way))) {
        return false;
    }
    double ahead = FIRST_LOOK * rounding;
    for (int i = 0; i < MOST_LOOKS && ahead < LONGER * most; ++i) {
        double t = fmin(1.0, fmin(ahead, most) / way);
        bool short_turn = !mover->turns || fabs(mover->move.angle) * t < 1.0;
        if (short_turn && look_ahead(mover, still, rounding, way, t)) {
            *share = t;
            return true;
        }
        ahead *= LONGER;
    }
    return false;
}
