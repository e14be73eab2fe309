// Links: how long a direction keeps two convex pieces apart, in closed form.
//
// Along a direction n(t) that turns at the constant rate `turn` (zero for a fixed one) the separation is
//     f(t) = min over B of n.x_q(t) - max over A of n.x_p(t).
// Each n.x(t) is at least its tangent at the start minus M tau^2/2, M a bound on its second derivative, and
// minima and maxima keep that, so with tau from the start
//     F(tau) = n.offset + tau n.velocity' + min_q (m + tau m').q - max_p (n + tau n').p - M tau^2/2 <= f.
// F is concave. Every value of F that decides something is evaluated outright, so its rounding is part of the
// bound e.

#include "narrow/first/kernel.h"

// Orbits look at every point, so larger bodies leave them to their patches.
enum { MAX_LINK_ROUNDS = 8, MAX_ORBIT_POINTS = 1024 };

// M is computed to a few u; this factor covers them.
static const double M_MARGIN = 1.0 + 0x1p-44;

// F as the tangent of each point: directions and their rates in the axes of either body.
typedef struct tangent {
    toi_vec3 n, n_rate; // axes of A
    toi_vec3 m, m_rate; // axes of B
    double k0, k1;      // n.offset and its rate
    double bend;        // M
} tangent;

static tangent tangent_of(const ti_frame* f, toi_vec3 n, toi_vec3 turn, double bend)
{
    tangent t = {.n = n, .m = frame_to_b(f, n), .bend = bend};
    t.n_rate = v3_cross(n, v3_sub(f->spin_a, turn));
    t.m_rate = v3_cross(t.m, v3_sub(f->spin_b, frame_to_b(f, turn)));
    t.k0 = v3_dot(n, f->offset);
    t.k1 = v3_dot(n, v3_sub(f->velocity, v3_cross(turn, f->offset)));
    return t;
}

// F at tau, and the tangent alpha + beta tau of the two points that decide it.
typedef struct sample {
    double value, alpha, beta;
} sample;

static sample sample_at(const tangent* t, ti_match* match, double tau)
{
    toi_vec3 n = v3_madd(t->n, tau, t->n_rate), m = v3_negate(v3_madd(t->m, tau, t->m_rate));
    ti_farthest p = shape_farthest(match->a, n, match->hint_a);
    ti_farthest q = shape_farthest(match->b, m, match->hint_b);
    match->hint_a = p.index;
    match->hint_b = q.index;
    toi_vec3 xp = shape_point(match->a, p.index), xq = shape_point(match->b, q.index);
    return (sample){
        .value = ((t->k0 + tau * t->k1) - q.value - p.value) - 0.5 * t->bend * tau * tau,
        .alpha = t->k0 + v3_dot(t->m, xq) - v3_dot(t->n, xp),
        .beta = t->k1 + v3_dot(t->m_rate, xq) - v3_dot(t->n_rate, xp),
    };
}

// Where alpha + beta tau - M tau^2/2 falls to the target, alpha above it.
static double root_of(const sample* s, double bend, double target, double none)
{
    double room = s->alpha - target;
    double root = sqrt(s->beta * s->beta + 2.0 * bend * room);
    if (s->beta < 0.0) {
        return 2.0 * room / (root - s->beta);
    }
    return bend > 0.0 ? (s->beta + root) / bend : none;
}

// A step that F allows as far as the two points go that decide now: the rest, if they stay above the floor;
// else to where they fall to the target.
static double reach_of(const ti_duel* duel, const tangent* t, const ti_match* match, const ti_apart* apart)
{
    toi_vec3 xp = shape_point(match->a, apart->a), xq = shape_point(match->b, apart->b);
    double beta = t->k1 + v3_dot(t->m_rate, xq) - v3_dot(t->n_rate, xp), rest = match->rest;
    if (apart->now + rest * (beta - 0.5 * t->bend * rest) >= duel->floor) {
        return rest;
    }
    sample s = {apart->now, apart->now, beta};
    double root = root_of(&s, t->bend, duel->target, rest);
    return root < rest ? root : rest;
}

// The largest step found: from the reach of the points that decide now down, each time to the root for the
// points that decided there. When the rounds run out, the chord of the concave F reaches the target no later
// than F does.
static ti_step step_along(const ti_duel* duel, const tangent* t, const ti_match* from, const ti_apart* apart)
{
    ti_match match = *from;
    ti_step step = {0.0, 0.0, t->n, {0.0, 0.0, 0.0}};
    if (!(apart->now > duel->target)) {
        return step;
    }
    match.hint_a = apart->a;
    match.hint_b = apart->b;
    double tau = reach_of(duel, t, &match, apart), last_tau = tau, last = 0.0;
    for (int round = 0; round < MAX_LINK_ROUNDS; ++round) {
        sample s = sample_at(t, &match, tau);
        if (s.value >= duel->floor) {
            step.span = tau;
            step.least = s.value < apart->now ? s.value : apart->now;
            return step;
        }
        last_tau = tau;
        last = s.value;
        double root = root_of(&s, t->bend, duel->target, match.rest);
        tau = root > 0.0 && root < tau ? root : 0.5 * tau;
    }
    double chord = last_tau * ((apart->now - duel->target) / (apart->now - last));
    step.span = chord > 0.0 ? chord : 0.0; // 0 also where it is not a number
    step.least = duel->target;
    return step;
}

// Sine of the angle between a unit direction in the axes of a body and its turning axis: the acceleration of
// a point is perpendicular to that axis.
static double sine_to_axis(const ti_track* k, toi_vec3 n)
{
    if (k->turn_rad == 0.0) {
        return 0.0;
    }
    double sine = v3_length(v3_cross(n, k->turn_local)) / k->turn_rad;
    return sine < 1.0 ? sine : 1.0;
}

ti_step ti_link_fixed(const ti_search* search, const ti_match* match, const ti_apart* apart)
{
    const ti_track* a = &search->duel->body[0];
    const ti_track* b = &search->duel->body[1];
    ++search->effort->steps;
    tangent t = tangent_of(&search->frame, apart->normal, v3(0.0, 0.0, 0.0), 0.0);
    // The sines are computed to a few u; they enter as they are, plus 2^-50 for that.
    double sine_a = sine_to_axis(a, t.n) + 0x1p-50, sine_b = sine_to_axis(b, t.m) + 0x1p-50;
    t.bend = (sine_a * (a->center_acceleration + a->angular2 * match->a->radius) +
              sine_b * (b->center_acceleration + b->angular2 * match->b->radius)) *
             M_MARGIN;
    return step_along(search->duel, &t, match, apart);
}

// With y = Rot(-turn s) x for a point at r from the centre of a body that turns at w: y'' = Rot(-turn s)(Om^2
// - 2 Om W + W^2) r and that operator is (W - Om)^2 + [W, Om]. Where the rate of turning changes, each term
// is bounded by itself.
static double angular_bend(const ti_track* k, toi_vec3 spin, toi_vec3 turn)
{
    if (k->law == TI_LAW_NLERP) {
        double om = v3_length(turn), w = k->rate_max * k->turn_rad;
        return om * om + 2.0 * om * w + k->angular2;
    }
    toi_vec3 d = v3_sub(spin, turn);
    return v3_dot(d, d) + v3_length(v3_cross(spin, turn));
}

ti_step ti_link_turning(const ti_search* search, const ti_match* match, const ti_apart* apart, toi_vec3 turn)
{
    const ti_frame* f = &search->frame;
    const ti_track* a = &search->duel->body[0];
    const ti_track* b = &search->duel->body[1];
    ++search->effort->steps;
    double om = v3_length(turn), acc = a->center_acceleration + b->center_acceleration, rest = match->rest;
    double distance = v3_length(f->offset), speed = v3_length(f->velocity);
    double bend = acc + 2.0 * om * (speed + acc * rest) +
                  om * om * (distance + speed * rest + 0.5 * acc * rest * rest) +
                  angular_bend(a, f->spin_a, turn) * match->a->radius +
                  angular_bend(b, f->spin_b, frame_to_b(f, turn)) * match->b->radius;
    tangent t = tangent_of(f, apart->normal, turn, bend * M_MARGIN);
    ti_step step = step_along(search->duel, &t, match, apart);
    step.turn = turn;
    return step;
}

// Range of n.x over a whole turn of every point of a piece, from the point of the axis on. A point at height
// h along the axis and distance rho from it stays within c h -+ s rho, c and s the cosine and sine of n to
// the axis.
static void orbit_range(const ti_track* k, const ti_shape* shape, toi_vec3 world_n, double* low, double* high)
{
    double c = v3_dot(world_n, k->axis), s = v3_length(v3_cross(world_n, k->axis)) * (1.0 + 0x1p-50);
    ti_v4 lo = f4_set(HUGE_VAL), hi = f4_set(-HUGE_VAL), scale = f4_set(shape->scale);
    ti_v4 ax = f4_set(k->axis_local.x), ay = f4_set(k->axis_local.y), az = f4_set(k->axis_local.z);
    for (uint32_t i = 0; i < shape->count; i += 4) {
        ti_v4 x = f4_load(shape->x + i) * scale + f4_set(k->from_axis.x);
        ti_v4 y = f4_load(shape->y + i) * scale + f4_set(k->from_axis.y);
        ti_v4 z = f4_load(shape->z + i) * scale + f4_set(k->from_axis.z);
        ti_v4 height = f4_set(c) * (x * ax + y * ay + z * az);
        ti_v4 px = y * az - z * ay, py = z * ax - x * az, pz = x * ay - y * ax;
        ti_v4 reach = f4_set(s) * f4_sqrt(px * px + py * py + pz * pz);
        lo = f4_min(lo, height - reach);
        hi = f4_max(hi, height + reach);
    }
    *low = f4_hmin(lo);
    *high = f4_hmax(hi);
}

// Range of n.x of one body and its rate: orbits where it turns, the points themselves where it does not.
typedef struct extent {
    double low, high; // now
    double rate;
} extent;

static extent extent_of(const ti_track* k, const ti_shape* shape, double time, toi_vec3 world_n,
                        toi_vec3 local_n)
{
    extent e = {0.0, 0.0, v3_dot(world_n, k->base_velocity)};
    double base = v3_dot(world_n, k->base) + (time - k->t0) * e.rate;
    if (k->orbit) {
        orbit_range(k, shape, world_n, &e.low, &e.high);
    } else {
        e.high = shape_farthest(shape, local_n, 0).value;
        e.low = -shape_farthest(shape, v3_negate(local_n), 0).value;
    }
    e.low += base;
    e.high += base;
    return e;
}

ti_step ti_link_orbit(const ti_search* search, const ti_match* match, toi_vec3 normal)
{
    const ti_duel* duel = search->duel;
    const ti_track* a = &duel->body[0];
    const ti_track* b = &duel->body[1];
    ti_step none = {0.0, 0.0, normal, {0.0, 0.0, 0.0}};
    bool orbits = (a->orbit || a->turn_rad == 0.0) && (b->orbit || b->turn_rad == 0.0);
    if (!orbits || match->a->count > MAX_ORBIT_POINTS || match->b->count > MAX_ORBIT_POINTS) {
        return none;
    }
    ++search->effort->steps;
    toi_vec3 world = frame_to_world(&search->frame, normal);
    extent ea = extent_of(a, match->a, search->frame.time, world, normal);
    extent eb = extent_of(b, match->b, search->frame.time, world, frame_to_b(&search->frame, normal));
    double now = eb.low - ea.high, rate = eb.rate - ea.rate;
    if (!(now > duel->target)) {
        return none;
    }
    double end = now + rate * match->rest;
    if (end >= duel->floor) {
        return (ti_step){match->rest, end < now ? end : now, normal, none.turn};
    }
    double tau = (now - duel->target) / -rate;
    return (ti_step){tau < match->rest ? tau : match->rest, duel->target, normal, none.turn};
}
