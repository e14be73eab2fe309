// An edge of each body [Buss05, sections 5 and 9].

#include "math/scalar.h"
#include "narrow/screw/properness.h"
#include "narrow/screw/solve.h"

enum { MOST_HALVINGS = 12 };

typedef struct meeting {
    ti_solver* solver;
    uint32_t crease[2];
    const ti_crease* edge[2];
    ti_segment segment[2]; // at s = 0
    double length[2];
    const ti_root* root; // under examination
} meeting;

// Both edges at one time.
typedef struct crossing {
    toi_vec3 start, span; // of the edge of B
    toi_vec3 across;      // perpendicular to both, as long as the product of the lengths times sin
    double sine;          // of the angle between them
    double share[2];      // where on its edge the other one crosses, 0 to 1
} crossing;

// Edges whose lines are nearer to parallel than this are not told apart from parallel ones within half the
// tolerance over the length of the shorter one. Where they cross, an end of one is within that of the other
// edge, which is a contact of a vertex [Buss05, section 5: parallel edges give EV and VE].
static bool is_parallel(const meeting* m, double sine)
{
    return !(sine * fmin(m->length[0], m->length[1]) > 0.5 * m->solver->pair->tolerance);
}

static crossing cross_at(const meeting* m, double s)
{
    const ti_twist* twist = &m->solver->pair->twist;
    ti_swing at = ti_swing_at(twist->angle, s);
    toi_vec3 da = m->segment[0].span;
    crossing c;
    c.start = tw_point(twist, at, m->segment[1].start);
    c.span = tw_rotate(twist, at, m->segment[1].span);
    c.across = v3_cross(da, c.span);
    double across2 = v3_dot(c.across, c.across);
    toi_vec3 w = v3_sub(c.start, m->segment[0].start);
    c.sine = sqrt(across2) / (m->length[0] * m->length[1]);
    c.share[0] = v3_dot(v3_cross(w, c.span), c.across) / across2;
    c.share[1] = v3_dot(v3_cross(w, da), c.across) / across2;
    return c;
}

// Whether the crossing is on both edges, or beyond an end by at most the tolerance and what rounding and the
// error of the time can do: a line moves by `moved`, and the crossing of two by that over the sine.
static bool is_on_both(const meeting* m, const crossing* c, double moved, bool* at_end)
{
    const ti_screw_pair* pair = m->solver->pair;
    double slack = pair->tolerance + (pair->rounding + moved) / c->sine;
    *at_end = false;
    for (int k = 0; k < 2; ++k) {
        double along = c->share[k] * m->length[k];
        if (!(along >= -slack && along <= m->length[k] + slack)) {
            return false;
        }
        *at_end = *at_end || along <= slack || along >= m->length[k] - slack;
    }
    return true;
}

// Whether the edges stay apart for all that the error of the time leaves open. Of nearly parallel edges the
// crossing moves by far more than they do, so that is_on_both tells little. Along the direction g from a
// point of one to a point of the other they are apart by the least height of an end of B over one of A; an
// end moves by g . v along it, to first order, and by at most half its acceleration times the square of the
// error beyond.
static bool is_apart(const meeting* m, const crossing* c, double error)
{
    const ti_screw_pair* pair = m->solver->pair;
    toi_vec3 a = m->segment[0].start, da = m->segment[0].span;
    toi_vec3 p = v3_madd(a, d_min(d_max(c->share[0], 0.0), 1.0), da);
    toi_vec3 q = v3_nearest_on_segment(c->start, c->span, p);
    toi_vec3 gap = v3_sub(q, v3_nearest_on_segment(a, da, q));
    double length = v3_length(gap), near = HUGE_VAL, far = -HUGE_VAL, speed = 0.0, bend = 0.0;
    if (!(length > pair->tolerance)) {
        return false;
    }
    for (int end = 0; end < 2; ++end) {
        toi_vec3 b = v3_madd(c->start, end, c->span), v = tw_velocity(&pair->twist, b);
        near = d_min(near, v3_dot(gap, b) / length);
        far = d_max(far, v3_dot(gap, v3_madd(a, end, da)) / length);
        speed = d_max(speed, fabs(v3_dot(gap, v)) / length);
        bend = d_max(bend, pair->twist.angle * v3_length(v));
    }
    return near - far > pair->tolerance + pair->rounding + error * (speed + 0.5 * bend * error);
}

// The same on ever smaller pieces of the time that its error leaves open: one piece in which they may meet
// ends it. Where edges become parallel their lines do not tell touches from misses.
static bool stay_apart(const meeting* m, double s, double error, int depth)
{
    crossing at = cross_at(m, s);
    if (is_apart(m, &at, error)) {
        return true;
    }
    double half = 0.5 * error;
    return depth > 0 && stay_apart(m, s - half, half, depth - 1) && stay_apart(m, s + half, half, depth - 1);
}

// [Buss05, (6)] in the form max over both signs of the signed minimum of eB . nA1, -eB . nA2, eA . nB1, -eA .
// nB2, with unit edges: a contact of convex edges is proper where that is not negative, and is at most as
// proper where it is (docs/methods/properness.md). A product changes by at most the angle of the screw times
// the time.
static bool is_improper(const meeting* m, double from, double to)
{
    const ti_screw_pair* pair = m->solver->pair;
    for (int k = 0; k < 2; ++k) {
        if (!m->edge[k]->solid || m->edge[k]->edge_class != TI_EDGE_CONVEX) {
            return false;
        }
    }
    double angle = pair->twist.angle;
    ti_swing on = ti_swing_at(angle, 0.5 * (from + to)), back = ti_swing_back(on);
    toi_vec3 edge[2] = {tw_rotate(&pair->twist, on, m->segment[1].span),
                        tw_rotate(&pair->twist, back, m->segment[0].span)};
    double limit = angle * (0.5 * (to - from)) + pair->angle_slack - d_min(pair->min_properness, 0.0);
    bool below = false, above = false;
    for (int k = 0; k < 2; ++k) {
        const uint32_t* wing = pair->mesh[k]->features.wing + m->edge[k]->wing_begin;
        double least = limit * m->length[1 - k];
        double left = v3_dot(edge[k], ti_view_normal(m->solver->view[k], wing[0]));
        double right = -v3_dot(edge[k], ti_view_normal(m->solver->view[k], wing[1]));
        below = below || left < -least || right < -least;
        above = above || left > least || right > least;
    }
    return below && above;
}

// The wedge of B at time s in the frame of the pair.
static ti_wedge wedge_of_b(const meeting* m, double s)
{
    const ti_screw_pair* pair = m->solver->pair;
    ti_swing at = ti_swing_at(pair->twist.angle, s);
    ti_mat3 rotation = tw_rotate_frame(&pair->twist, at, &pair->rotation[1]);
    ti_wedge local = ti_wedge_of(pair->mesh[1], m->edge[1]);
    return ti_wedge_turned(&local, &rotation);
}

// The normal points the way that makes the contact more proper, and where both do alike against the motion.
static void describe(const meeting* m, double s, const crossing* at, ti_screw_contact* c)
{
    const ti_screw_pair* pair = m->solver->pair;
    toi_vec3 n = v3_scale(1.0 / v3_length(at->across), at->across);
    c->point = v3_madd(m->segment[0].start, fmin(fmax(at->share[0], 0.0), 1.0), m->segment[0].span);
    double speed = v3_dot(n, tw_velocity(&pair->twist, c->point));
    ti_wedge a = ti_wedge_of(pair->mesh[0], m->edge[0]), b = wedge_of_b(m, s);
    double front = ti_properness_edges(&a, &b, n), behind = ti_properness_edges(&a, &b, v3_negate(n));
    bool turned = behind > front || (behind == front && speed > 0.0);
    c->properness = turned ? behind : front;
    c->approach = turned ? speed : -speed;
    c->normal = turned ? v3_negate(n) : n;
}

static bool add(const meeting* m, double s, double until, const crossing* at, bool at_end)
{
    ti_screw_contact c = {
        .kind = TOI_CONTACT_EE,
        .feature = {m->crease[0], m->crease[1]},
        .s = s,
        .s_error = m->root->error,
        .s_until = until,
        .tangent = m->root->kind == TI_ROOT_TANGENT,
        .sustained = m->root->kind == TI_ROOT_SUSTAINED,
        .at_end = at_end,
    };
    describe(m, s, at, &c);
    return ti_contact_add(m->solver, at->sine, &c);
}

static bool add_at(const meeting* m, double s, double until, double error)
{
    crossing at = cross_at(m, s);
    bool at_end;
    if (is_parallel(m, at.sine)) {
        return true;
    }
    double moved = error * v3_length(tw_velocity(&m->solver->pair->twist, at.start));
    return !is_on_both(m, &at, moved, &at_end) ||
           stay_apart(m, s, error, moved > m->solver->pair->tolerance ? MOST_HALVINGS : 0) ||
           add(m, s, until, &at, at_end);
}

// ---- edges whose lines stay in contact

static bool holds(void* context, double s)
{
    const meeting* m = context;
    crossing at = cross_at(m, s);
    bool at_end;
    return !is_parallel(m, at.sine) && is_on_both(m, &at, 0.0, &at_end);
}

static bool report(void* context, double from, double to)
{
    const meeting* m = context;
    crossing at = cross_at(m, from);
    bool at_end;
    if (is_parallel(m, at.sine)) { // it begins where the edges cease to be parallel
        from = 0.5 * (from + to);
        at = cross_at(m, from);
    }
    is_on_both(m, &at, 0.0, &at_end);
    if (at_end) { // it may be there only in passing
        crossing middle = cross_at(m, 0.5 * (from + to));
        is_on_both(m, &middle, 0.0, &at_end);
    }
    return add(m, from, to, &at, at_end);
}

// The crossing passes an end of A's edge when B's line goes through it, and then lies in a common plane with
// any direction drawn through it; it passes an end of B's edge when that is on A's line, and so in any plane
// through this. All ends are moved outwards by the tolerance. The plane and the direction used are that of
// both edges in the middle, and its normal.
static bool add_sustained(const meeting* m)
{
    const ti_screw_pair* pair = m->solver->pair;
    crossing middle = cross_at(m, 0.5 * (m->root->s + m->root->until));
    if (is_parallel(m, middle.sine)) {
        return true;
    }
    toi_vec3 n = v3_scale(1.0 / v3_length(middle.across), middle.across);
    toi_vec3 da = v3_scale(1.0 / m->length[0], m->segment[0].span), beside = v3_cross(n, da);
    ti_plane side = {beside, v3_dot(beside, m->segment[0].start)};
    ti_function functions[4];
    for (int end = 0; end < 2; ++end) {
        double out = end == 0 ? -pair->tolerance : m->length[0] + pair->tolerance;
        ti_segment through = {v3_madd(m->segment[0].start, out, da), n};
        functions[end] = ti_function_lines(&pair->twist, through, m->segment[1], pair->rounding);
        double share = end == 0 ? -pair->tolerance / m->length[1] : 1.0 + pair->tolerance / m->length[1];
        toi_vec3 b = v3_madd(m->segment[1].start, share, m->segment[1].span);
        functions[2 + end] = ti_function_height(&pair->twist, b, side, 1.0, pair->rounding);
    }
    meeting copy = *m;
    ti_span_walk walk = {functions, 4, holds, report, &copy};
    return ti_walk_spans(m->solver, &walk, m->root->s, m->root->until);
}

bool ti_solve_creases(ti_solver* solver, uint32_t crease_a, uint32_t crease_b, double from, double to)
{
    const ti_screw_pair* pair = solver->pair;
    meeting m = {.solver = solver, .crease = {crease_a, crease_b}};
    for (int k = 0; k < 2; ++k) {
        m.edge[k] = &pair->mesh[k]->features.creases[m.crease[k]];
        toi_vec3 p = ti_view_spot(solver->view[k], m.edge[k]->vertex[0])->point;
        toi_vec3 q = ti_view_spot(solver->view[k], m.edge[k]->vertex[1])->point;
        m.segment[k] = (ti_segment){p, v3_sub(q, p)};
        m.length[k] = v3_length(m.segment[k].span);
        if (!(m.length[k] > 0.0)) {
            return true;
        }
    }
    if (is_improper(&m, from, to)) {
        return true;
    }
    ti_function f = ti_function_lines(&pair->twist, m.segment[0], m.segment[1], pair->rounding);
    ti_root_search search;
    ti_root root;
    bool ok = true;
    ti_root_search_begin(&search, &f, from, to, TI_SOLVER_BUDGET);
    while (ok && ti_root_search_next(&search, &root)) {
        m.root = &root;
        ok = root.kind == TI_ROOT_SUSTAINED ? add_sustained(&m) : add_at(&m, root.s, root.s, root.error);
    }
    solver->effort->steps += search.steps;
    return ok;
}
