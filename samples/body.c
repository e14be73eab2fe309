// Rigid bodies between contacts.

#include "body.h"

void body_push(sim_body* b, toi_vec3 arm, toi_vec3 impulse)
{
    if (b->inverse_mass > 0.0) {
        b->velocity = v3_madd(b->velocity, b->inverse_mass, impulse);
        b->spin = v3_add(b->spin, m3_apply(&b->inverse_inertia, v3_cross(arm, impulse)));
    }
}

double body_give(const sim_body* b, toi_vec3 arm, toi_vec3 direction)
{
    if (b->inverse_mass <= 0.0) {
        return 0.0;
    }
    toi_vec3 lever = v3_cross(arm, direction);
    return b->inverse_mass + v3_dot(lever, m3_apply(&b->inverse_inertia, lever));
}

static double spin_energy(toi_vec3 inertia, toi_vec3 spin)
{
    return 0.5 * (inertia.x * spin.x * spin.x + inertia.y * spin.y * spin.y + inertia.z * spin.z * spin.z);
}

// One Newton step of the implicit Euler rule for I w' + w x I w = 0 in the frame of the body. The explicit
// rule makes a tumbling body turn ever faster; the implicit one slows it a little. That Newton's step does
// not gain energy either is made sure at the end.
static toi_vec3 spin_after(toi_vec3 spin, toi_vec3 inertia, double dt)
{
    toi_vec3 w = spin;
    toi_vec3 momentum = v3(inertia.x * w.x, inertia.y * w.y, inertia.z * w.z);
    toi_vec3 residual = v3_scale(v3_cross(w, momentum), dt);
    // d/dw (I w + dt w x I w) = I + dt ([w] I - [I w])
    toi_vec3 h = momentum, i = inertia;
    mat3 slope = {{v3(i.x, dt * (h.z - w.z * i.y), dt * (w.y * i.z - h.y)),
                   v3(dt * (w.z * i.x - h.z), i.y, dt * (h.x - w.x * i.z)),
                   v3(dt * (h.y - w.y * i.x), dt * (w.x * i.y - h.x), i.z)}};
    toi_vec3 after = v3_sub(w, m3_solve(&slope, residual));
    double before_energy = spin_energy(inertia, w), after_energy = spin_energy(inertia, after);
    return after_energy > before_energy ? v3_scale(after, sqrt(before_energy / after_energy)) : after;
}

void body_begin_step(sim_body* b, toi_vec3 gravity, double dt)
{
    b->shift = b->twist = v3(0.0, 0.0, 0.0);
    b->inverse_mass = 0.0;
    if (!body_moves(b)) {
        b->velocity = b->spin = v3(0.0, 0.0, 0.0);
        return;
    }
    toi_quat q = b->pose.quaternion;
    b->velocity = v3_madd(b->velocity, dt, gravity);
    b->spin = q_rotate(q, spin_after(q_unrotate(q, b->spin), b->inertia, dt));
    b->inverse_mass = 1.0 / b->mass;
    b->inverse_inertia =
        m3_turned_diagonal(q, v3(1.0 / b->inertia.x, 1.0 / b->inertia.y, 1.0 / b->inertia.z));
}

double body_energy(const sim_body* b, toi_vec3 gravity)
{
    if (b->mass <= 0.0) {
        return 0.0;
    }
    double height = -v3_dot(gravity, b->pose.position);
    toi_vec3 w = q_unrotate(b->pose.quaternion, b->spin);
    return b->mass * (0.5 * v3_dot(b->velocity, b->velocity) + height) + spin_energy(b->inertia, w);
}
