// Sequential impulses.

#include "solver.h"

#include "crowd.h"
#include "joints.h"
#include "memory.h"

// A step mends this part of what a gap lacks, and no faster than so many rest gaps a second.
static const double MENDED_PART = 0.2, MENDED_GAPS_A_SECOND = 200.0;

// What lacks less than this part of the rest gap is left as it is.
static const double MEND_FROM = 0.01;

enum { MEND_SWEEPS = 20, FIRST_SWEEPS = 2000 };

static double inverse_or_zero(double x)
{
    return x > 0.0 ? 1.0 / x : 0.0;
}

static toi_vec3 closing(const sim_body* a, const sim_body* b, const sim_contact* c)
{
    return v3_sub(body_velocity_at(b, c->arm_b), body_velocity_at(a, c->arm_a));
}

static void push_both(sim_body* a, sim_body* b, const sim_contact* c, toi_vec3 impulse)
{
    body_push(a, c->arm_a, v3_scale(impulse, -1.0));
    body_push(b, c->arm_b, impulse);
}

static void prepare(sim_crowd* crowd, sim_contact* c, double dt)
{
    const sim_crowd_settings* s = &crowd->settings;
    const sim_body *a = &crowd->bodies[c->a], *b = &crowd->bodies[c->b];
    c->give = inverse_or_zero(body_give(a, c->arm_a, c->normal) + body_give(b, c->arm_b, c->normal));
    for (int i = 0; i < 2; ++i) {
        c->give_tangent[i] =
            inverse_or_zero(body_give(a, c->arm_a, c->tangent[i]) + body_give(b, c->arm_b, c->tangent[i]));
    }
    double room = c->gap - s->rest_gap;
    double speed = v3_dot(closing(a, b, c), c->normal);
    c->least_speed = room > 0.0 ? -room / dt : 0.0;
    if (speed < -s->bounce_speed && speed * dt < -room) {
        c->least_speed = -s->restitution * speed;
    }
    if (c->give == 0.0) {
        c->push = c->drag[0] = c->drag[1] = 0.0;
    }
}

static void push_as_before(sim_crowd* crowd, const sim_contact* c)
{
    toi_vec3 impulse = v3_scale(c->normal, c->push);
    impulse = v3_madd(impulse, c->drag[0], c->tangent[0]);
    impulse = v3_madd(impulse, c->drag[1], c->tangent[1]);
    push_both(&crowd->bodies[c->a], &crowd->bodies[c->b], c, impulse);
}

// Friction never turns the sliding round: it is a vector no longer than the coefficient times the push.
// Returns by how much it changed a speed.
static double rub(sim_body* a, sim_body* b, sim_contact* c, double friction)
{
    toi_vec3 slide = closing(a, b, c);
    double drag[2], length = 0.0, most = friction * c->push, largest = 0.0;
    for (int i = 0; i < 2; ++i) {
        drag[i] = c->drag[i] - c->give_tangent[i] * v3_dot(slide, c->tangent[i]);
        length += drag[i] * drag[i];
    }
    length = sqrt(length);
    double kept = length > most ? most / length : 1.0;
    toi_vec3 impulse = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < 2; ++i) {
        double change = drag[i] * kept - c->drag[i];
        impulse = v3_madd(impulse, change, c->tangent[i]);
        c->drag[i] += change;
        largest = fmax(largest, fabs(change) / c->give_tangent[i]);
    }
    push_both(a, b, c, impulse);
    return largest;
}

// Returns by how much it changed a speed.
static double sweep_one(sim_crowd* crowd, sim_contact* c)
{
    sim_body *a = &crowd->bodies[c->a], *b = &crowd->bodies[c->b];
    if (c->give == 0.0) {
        return 0.0;
    }
    double rubbed = rub(a, b, c, crowd->settings.friction);
    double speed = v3_dot(closing(a, b, c), c->normal);
    double push = fmax(c->push + c->give * (c->least_speed - speed), 0.0);
    double change = push - c->push;
    c->push = push;
    push_both(a, b, c, v3_scale(c->normal, change));
    return fmax(rubbed, fabs(change) / c->give);
}

static double mend_one(sim_crowd* crowd, sim_contact* c)
{
    sim_body *a = &crowd->bodies[c->a], *b = &crowd->bodies[c->b];
    if (c->give == 0.0) {
        return 0.0;
    }
    toi_vec3 shift = v3_sub(v3_add(b->shift, v3_cross(b->twist, c->arm_b)),
                            v3_add(a->shift, v3_cross(a->twist, c->arm_a)));
    double mend = fmax(c->mend + c->give * (c->mend_speed - v3_dot(shift, c->normal)), 0.0);
    toi_vec3 impulse = v3_scale(c->normal, mend - c->mend);
    double change = fabs(mend - c->mend) / c->give;
    c->mend = mend;
    a->shift = v3_madd(a->shift, -a->inverse_mass, impulse);
    b->shift = v3_madd(b->shift, b->inverse_mass, impulse);
    if (a->inverse_mass > 0.0) {
        a->twist = v3_sub(a->twist, m3_apply(&a->inverse_inertia, v3_cross(c->arm_a, impulse)));
    }
    if (b->inverse_mass > 0.0) {
        b->twist = v3_add(b->twist, m3_apply(&b->inverse_inertia, v3_cross(c->arm_b, impulse)));
    }
    return change;
}

// One pass over all contacts, up through the piles or down. Returns the largest change of a speed.
static double sweep(sim_crowd* crowd, bool upwards, double (*one)(struct sim_crowd*, sim_contact*))
{
    double largest = 0.0;
    uint32_t count = crowd->contacts.count;
    for (uint32_t i = 0; i < count; ++i) {
        sim_contact* c = &crowd->contacts.items[crowd->contact_order[upwards ? i : count - 1 - i]];
        largest = fmax(largest, one(crowd, c));
    }
    return largest;
}

static void push_all_as_before(sim_crowd* crowd)
{
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        push_as_before(crowd, &crowd->contacts.items[i]);
    }
    joints_push_as_before(crowd);
}

// Up through the piles and down again. Returns the largest change of a speed on the way down.
static double sweep_both_ways(sim_crowd* crowd)
{
    joints_solve(crowd);
    sweep(crowd, true, sweep_one);
    joints_sweep(crowd);
    joints_solve(crowd);
    double change = sweep(crowd, false, sweep_one);
    crowd->counts.sweeps += 2;
    return fmax(change, joints_sweep(crowd));
}

static void keep(sim_contact* c, double impulses[3])
{
    impulses[0] = c->push;
    impulses[1] = c->drag[0];
    impulses[2] = c->drag[1];
}

// Sweeps go straight on for a long time where many bodies carry each other, each a little further than the
// one before. So the impulses are moved on by a part of what changed since the last sweeps, a larger one the
// longer this has gone well, and from the start again when the sweeps turn back [Nesterov83, ODonoghue15].
// That needs about the square root of the number of sweeps. Returns for how long it has gone well.
static double speed_up(sim_crowd* crowd, double age, double* square)
{
    double agreement = 0.0, before = *square, now[3];
    *square = 0.0;
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        sim_contact* c = &crowd->contacts.items[i];
        keep(c, now);
        for (int k = 0; k < 3; ++k) {
            agreement += (now[k] - c->moved_on[k]) * (now[k] - c->reached[k]);
            *square += (now[k] - c->moved_on[k]) * (now[k] - c->moved_on[k]);
        }
    }
    age = agreement >= 0.0 && *square < before ? age + 1.0 : 0.0;
    double part = age / (age + 3.0);
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        sim_contact* c = &crowd->contacts.items[i];
        keep(c, now);
        toi_vec3 impulse = v3_scale(c->normal, part * (now[0] - c->reached[0]));
        impulse = v3_madd(impulse, part * (now[1] - c->reached[1]), c->tangent[0]);
        impulse = v3_madd(impulse, part * (now[2] - c->reached[2]), c->tangent[1]);
        push_both(&crowd->bodies[c->a], &crowd->bodies[c->b], c, impulse);
        c->push += part * (now[0] - c->reached[0]);
        c->drag[0] += part * (now[1] - c->reached[1]);
        c->drag[1] += part * (now[2] - c->reached[2]);
        keep(c, c->moved_on);
        for (int k = 0; k < 3; ++k) {
            c->reached[k] = now[k];
        }
    }
    return age;
}

// Sweeps until they change next to nothing, or until the limit, with what was reached by then. The first step
// has no impulses to begin with, and may take longer.
static void solve_speeds(sim_crowd* crowd)
{
    const sim_crowd_settings* s = &crowd->settings;
    uint32_t limit = crowd->contacts_before.count > 0 ? s->max_sweeps : FIRST_SWEEPS;
    double age = 0.0, square = HUGE_VAL;
    push_all_as_before(crowd);
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        keep(&crowd->contacts.items[i], crowd->contacts.items[i].moved_on);
        keep(&crowd->contacts.items[i], crowd->contacts.items[i].reached);
    }
    for (uint32_t i = 0; i < limit; i += 2) {
        double change = sweep_both_ways(crowd);
        if (change < s->sweep_speed || i + 2 >= limit) {
            break;
        }
        age = crowd->joints == NULL ? speed_up(crowd, age, &square) : 0.0; // joints bend the straight way
    }
    joints_solve(crowd);
}

// Bodies that are nearer than the rest gap are moved apart in this step, without gaining speed by it.
static bool prepare_mending(sim_crowd* crowd, double dt)
{
    const sim_crowd_settings* s = &crowd->settings;
    bool needed = false;
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        sim_contact* c = &crowd->contacts.items[i];
        double lack = s->rest_gap - c->gap;
        double speed = v3_dot(closing(&crowd->bodies[c->a], &crowd->bodies[c->b], c), c->normal);
        c->mend = 0.0;
        c->mend_speed = fmin(lack / dt - speed, 0.0);
        if (lack > MEND_FROM * s->rest_gap && c->give > 0.0) {
            needed = true;
            c->mend_speed = fmin(MENDED_PART * lack / dt, MENDED_GAPS_A_SECOND * s->rest_gap);
        }
    }
    return needed;
}

void solve_contacts(sim_crowd* crowd, double dt)
{
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        prepare(crowd, &crowd->contacts.items[i], dt);
    }
    joints_begin_step(crowd, dt);
    solve_speeds(crowd);
    bool mending = prepare_mending(crowd, dt);
    for (int i = 0; mending && i < MEND_SWEEPS; ++i) {
        joints_solve_shifts(crowd);
        if (sweep(crowd, i % 2 == 0, mend_one) < crowd->settings.sweep_speed) {
            break;
        }
    }
}
