// Two features, one of them round: their contacts from the roots of their distance.

#include "narrow/screw/round.h"

#include "narrow/screw/jet_roots.h"

// ---- what moves

// Unit vectors turned by the motion, and normals: see ti_screw_pair.angle_slack.
static const double DIRECTION_ERROR = 16.0 * TI_U;

ti_moment ti_moment_at(const ti_stage* stage, double s, double h)
{
    return (ti_moment){s, h, ti_swing_at(stage->solver->pair->twist.angle, stage->direction * s)};
}

// A point moves at a constant speed along its helix, its acceleration is at most the angle times that.
ti_jet3 ti_stage_point_now(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 now)
{
    const ti_screw_pair* pair = stage->solver->pair;
    if (body == stage->rest) {
        return jv_constant(now, pair->rounding);
    }
    toi_vec3 slope = v3_scale(stage->direction, tw_velocity(&pair->twist, now));
    double speed = v3_length(slope), angle = pair->twist.angle;
    return (ti_jet3){now,
                     slope,
                     angle * speed,
                     (speed + 2.0 * pair->rounding) * moment->h,
                     pair->rounding,
                     2.0 * pair->rounding * fmax(1.0, angle)};
}

ti_jet3 ti_stage_direction_now(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 now)
{
    const ti_twist* twist = &stage->solver->pair->twist;
    if (body == stage->rest) {
        return jv_constant(now, DIRECTION_ERROR);
    }
    toi_vec3 slope = v3_scale(stage->direction, v3_cross(twist->turn, now));
    double speed = v3_length(slope);
    return (ti_jet3){now,
                     slope,
                     twist->angle * speed,
                     speed * moment->h,
                     DIRECTION_ERROR,
                     2.0 * DIRECTION_ERROR * twist->angle};
}

ti_jet3 ti_stage_point(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 start)
{
    toi_vec3 now = body == stage->rest ? start : tw_point(&stage->solver->pair->twist, moment->swing, start);
    return ti_stage_point_now(stage, moment, body, now);
}

ti_jet3 ti_stage_direction(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 start)
{
    toi_vec3 now = body == stage->rest ? start : tw_rotate(&stage->solver->pair->twist, moment->swing, start);
    return ti_stage_direction_now(stage, moment, body, now);
}

ti_rolling ti_stage_roller(const ti_stage* stage, const ti_moment* moment, const ti_roller* roller)
{
    ti_rolling r = {.center = ti_stage_point(stage, moment, roller->body, roller->center)};
    if (roller->kind == TI_ROUND_CYLINDER) {
        r.axis = ti_stage_direction(stage, moment, roller->body, roller->axis);
    }
    return r;
}

ti_rolling ti_event_roller(const ti_event* event, const ti_moment* moment, int i)
{
    return ti_stage_roller(event->stage, moment, event->roller[i]);
}

ti_jet3 ti_event_rim(const ti_event* event, const ti_rolling* roller, int i)
{
    return jv_add(roller->center, jv_scale(event->side[i] * event->roller[i]->half_height, roller->axis));
}

// ---- contacts

static toi_contact_kind kind_of(toi_feature_kind a, toi_feature_kind b)
{
    if (a == TOI_FEATURE_VERTEX) {
        return TOI_CONTACT_VF;
    }
    if (b == TOI_FEATURE_VERTEX) {
        return TOI_CONTACT_FV;
    }
    if (a == TOI_FEATURE_EDGE) {
        return b == TOI_FEATURE_EDGE ? TOI_CONTACT_EE : TOI_CONTACT_EF;
    }
    return b == TOI_FEATURE_EDGE ? TOI_CONTACT_FE : TOI_CONTACT_FF;
}

// The largest speed of the moving body against the other where they may touch.
static double speed_near(const ti_stage* stage, const ti_moment* moment, const ti_roller* roller)
{
    const ti_screw_pair* pair = stage->solver->pair;
    ti_jet3 center = ti_stage_point_now(stage, moment, 1 - stage->rest,
                                        ti_stage_point(stage, moment, roller->body, roller->center).value);
    double reach = ti_scale(pair->mesh[roller->body]->radius, -pair->exponent);
    return v3_length(center.slope) + pair->twist.angle * reach;
}

static bool add_touch(const ti_event* event, const ti_touch* t, const ti_root* root, double s, double until)
{
    ti_solver* solver = event->stage->solver;
    const ti_twist* twist = &solver->pair->twist;
    int a = event->stage->rest == 0 ? 0 : 1; // where that of A stands in the touch
    ti_screw_contact c = {
        .kind = kind_of(t->kind[a], t->kind[1 - a]),
        .feature = {t->index[a], t->index[1 - a]},
        .s = s,
        .s_error = root->error,
        .s_until = until,
        .properness = t->properness,
        .tangent = root->kind == TI_ROOT_TANGENT,
        .sustained = root->kind == TI_ROOT_SUSTAINED,
        .at_end = t->at_end,
    };
    c.approach = -event->stage->direction * v3_dot(t->normal, tw_velocity(twist, t->point));
    c.point = t->point;
    c.normal = t->normal;
    if (event->stage->rest == 1) { // from the frame of B, as it stands at s = 0, to that of A
        ti_swing at = ti_swing_at(twist->angle, s);
        c.point = tw_point(twist, at, t->point);
        c.normal = v3_negate(tw_rotate(twist, at, t->normal));
    }
    return ti_contact_add(solver, t->sine > 0.0 ? t->sine : 1.0, &c);
}

static double slack_at(const ti_event* event, const ti_moment* moment, double error)
{
    double speed = error > 0.0 ? speed_near(event->stage, moment, event->roller[0]) : 0.0;
    return event->stage->solver->pair->tolerance + error * speed;
}

// Where a sustained touch starts a limit is just the tolerance below zero.
static bool add_at(const ti_event* event, const ti_root* root, double s, double until)
{
    ti_moment moment = ti_moment_at(event->stage, s, 0.0);
    ti_event picked = *event;
    double slack = slack_at(event, &moment, root->error);
    slack *= root->kind == TI_ROOT_SUSTAINED ? 2.0 : 1.0;
    bool ok = true;
    do {
        ti_touch touch = {.at_end = false};
        if (picked.law.touch(&picked, &moment, slack, &touch)) {
            ok = add_touch(event, &touch, root, s, until);
        }
    } while (ok && ++picked.pick < picked.law.picks);
    return ok;
}

// ---- spans of a sustained touch

typedef struct limit_context {
    const ti_event* event;
    uint32_t k;
} limit_context;

static bool limit_function(void* context, double s, double h, ti_jet* jet)
{
    const limit_context* c = context;
    ti_moment moment = ti_moment_at(c->event->stage, s, h);
    *jet = jt_add(c->event->law.limit(c->event, &moment, c->k),
                  jt_constant(c->event->stage->solver->pair->tolerance));
    return true;
}

// The earliest change of a limit after `after`; 2 if there is none.
static double next_change(const ti_event* event, double after, double to)
{
    double first = 2.0;
    for (uint32_t k = 0; k < event->law.limit_count; ++k) {
        limit_context context = {event, k};
        ti_jet_search search;
        ti_root root;
        double limit = fmin(to, first);
        ti_jet_search_begin(&search, limit_function, &context, after, limit, TI_SOLVER_BUDGET);
        while (ti_jet_search_next(&search, &root)) {
            double change = root.s > after ? root.s : root.until;
            if (change > after) {
                first = fmin(first, change);
                break;
            }
        }
        event->stage->solver->effort->steps += search.steps;
    }
    return first;
}

// Spans of one touch at most, as in solve.c.
enum { MOST_SPANS = 64 };

static bool holds_at(const ti_event* event, double s)
{
    ti_moment moment = ti_moment_at(event->stage, s, 0.0);
    ti_touch touch = {.at_end = false};
    return event->law.touch(event, &moment, slack_at(event, &moment, 0.0), &touch);
}

static bool add_sustained(const ti_event* event, const ti_root* root)
{
    double start = root->s, at = root->s, to = root->until;
    bool open = false, ok = true;
    for (int i = 0; ok && i < MOST_SPANS; ++i) {
        double change = fmin(next_change(event, at, to), to);
        bool last = !(change < to) || i + 1 == MOST_SPANS;
        double end = last ? to : change;
        bool inside = i + 1 == MOST_SPANS || holds_at(event, 0.5 * (at + end));
        start = inside && !open ? at : start;
        if ((open || inside) && (!inside || last)) {
            ok = add_at(event, root, start, inside ? end : at);
        }
        open = inside;
        at = change;
        if (last) {
            break;
        }
    }
    return ok;
}

// ---- the search

// Whether a limit that must hold is broken during all of the span.
static bool is_beyond(const ti_event* event, const ti_moment* moment)
{
    double tolerance = 2.0 * event->stage->solver->pair->tolerance, h = moment->h;
    for (uint32_t k = 0; event->law.limits_hold && k < event->law.limit_count; ++k) {
        ti_jet limit = event->law.limit(event, moment, k);
        double tangent = (fabs(limit.slope) + limit.slope_error) * h + 0.5 * limit.bend * h * h;
        double change = fmin(limit.spread, tangent);
        if (limit.value + (change + limit.error) * JET_UP < -tolerance) {
            return true;
        }
    }
    return false;
}

// Whether the features part wherever they touch during the span, which is not asked for.
static bool only_parts(const ti_event* event, const ti_jet* f, double h)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    double least = 8.0 * pair->rounding * fmax(1.0, pair->twist.angle);
    return event->law.plain && !pair->leaving && f->slope - (f->slope_error + f->bend * h) * JET_UP > least;
}

static bool distance_function(void* context, double s, double h, ti_jet* jet)
{
    const ti_event* event = context;
    ti_moment moment = ti_moment_at(event->stage, s, h);
    return event->law.distance(event, &moment, jet) &&
           !(h > 0.0 && (only_parts(event, jet, h) || is_beyond(event, &moment)));
}

bool ti_event_solve(const ti_event* event, double from, double to)
{
    ti_solver* solver = event->stage->solver;
    from = fmax(from, solver->pair->from);
    to = fmin(to, solver->latest);
    if (!(from <= to)) {
        return true;
    }
    ti_event copy = *event;
    ti_jet_search search;
    ti_root root;
    bool ok = true;
    ti_jet_search_begin(&search, distance_function, &copy, from, to, TI_SOLVER_BUDGET);
    while (ok && ti_jet_search_next(&search, &root)) {
        ok = root.kind == TI_ROOT_SUSTAINED ? add_sustained(event, &root)
                                            : add_at(event, &root, root.s, root.s);
    }
    solver->effort->steps += search.steps;
    return ok;
}

bool ti_event_solve_ends(const ti_event* event, int i, const double window[2])
{
    ti_event e = *event;
    bool ok = true;
    for (e.side[i] = -1; ok && e.side[i] <= 1; e.side[i] += 2) {
        ok = ti_event_solve(&e, window[0], window[1]);
    }
    return ok;
}
