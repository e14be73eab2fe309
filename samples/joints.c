// Joints: rows of what they hold, limits and friction.

#include "joints.h"

#include "crowd.h"
#include "figure_matrix.h"
#include "memory.h"

// Limits that were passed are taken back by this part a step.
static const double TAKEN_BACK = 0.2;

void joints_add(sim_joint_set* set, const sim_joint_def* def)
{
    set->items = grow(set->items, set->count, &set->capacity, sizeof *set->items);
    set->items[set->count] = (sim_joint){.def = *def, .row_count = def->kind == JOINT_HINGE ? 5 : 3};
    ++set->count;
}

static void put(double* row, toi_vec3 velocity, toi_vec3 spin)
{
    const double six[6] = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z};
    for (int i = 0; i < 6; ++i) {
        row[i] = six[i];
    }
}

// The error is: place of the child less that of the parent, and for a hinge the part of the child's axis that
// lies along two directions across the parent's.
static void find_rows(sim_joint* joint, const sim_body* parent, const sim_body* child)
{
    const sim_joint_def* d = &joint->def;
    toi_quat qp = parent->pose.quaternion, qc = child->pose.quaternion;
    toi_vec3 arm_p = q_rotate(qp, d->place_parent), arm_c = q_rotate(qc, d->place_child);
    toi_vec3 gap = v3_sub(v3_add(child->pose.position, arm_c), v3_add(parent->pose.position, arm_p));
    const double error[3] = {gap.x, gap.y, gap.z};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 e = v3(i == 0, i == 1, i == 2);
        // d/dt of arm = spin x arm, and e . (w x arm) = w . (arm x e)
        put(joint->rows_child[i], e, v3_cross(arm_c, e));
        put(joint->rows_parent[i], v3_scale(e, -1.0), v3_cross(e, arm_p));
        joint->error[i] = error[i];
    }
    if (d->kind == JOINT_HINGE) {
        toi_vec3 axis_p = q_rotate(qp, d->axis_parent), axis_c = q_rotate(qc, d->axis_child);
        toi_vec3 across[2];
        across[0] = v3_perpendicular(axis_p);
        across[1] = v3_cross(axis_p, across[0]);
        for (int i = 0; i < 2; ++i) {
            // across . axis_c, both turning: its rate is (w_c - w_p) . (axis_c x across)
            toi_vec3 row = v3_cross(axis_c, across[i]);
            put(joint->rows_child[3 + i], v3(0.0, 0.0, 0.0), row);
            put(joint->rows_parent[3 + i], v3(0.0, 0.0, 0.0), v3_scale(row, -1.0));
            joint->error[3 + i] = v3_dot(across[i], axis_c);
        }
    }
}

static void set_side_row(const sim_crowd* crowd, const sim_joint* joint, sim_joint_row* row,
                         toi_vec3 direction)
{
    const sim_body *p = &crowd->bodies[joint->def.parent], *c = &crowd->bodies[joint->def.child];
    double give = v3_dot(direction, m3_apply(&c->inverse_inertia, direction)) +
                  v3_dot(direction, m3_apply(&p->inverse_inertia, direction));
    row->active = c->inverse_mass > 0.0 && p->inverse_mass > 0.0;
    row->direction = direction;
    row->give = 1.0 / give;
}

// An angle that has `room` left, and falls with the spin along the direction of the row.
static void set_limit(const sim_crowd* crowd, sim_joint* joint, int which, toi_vec3 direction, double room,
                      double dt)
{
    sim_joint_row* row = &joint->side[which];
    set_side_row(crowd, joint, row, direction);
    row->speed = room > 0.0 ? -room / dt : -TAKEN_BACK * room / dt;
    row->least = 0.0;
    row->most = HUGE_VAL;
}

static void find_side_rows(const sim_crowd* crowd, sim_joint* joint, double dt)
{
    const sim_joint_def* d = &joint->def;
    toi_quat qp = crowd->bodies[d->parent].pose.quaternion, qc = crowd->bodies[d->child].pose.quaternion;
    toi_vec3 axis_p = q_rotate(qp, d->axis_parent), axis_c = q_rotate(qc, d->axis_child);
    if (d->kind == JOINT_HINGE) {
        toi_vec3 front_p = q_rotate(qp, d->front_parent), front_c = q_rotate(qc, d->front_child);
        double angle = atan2(v3_dot(v3_cross(front_p, front_c), axis_p), v3_dot(front_p, front_c));
        set_limit(crowd, joint, 0, axis_p, angle - d->least, dt);
        set_limit(crowd, joint, 1, v3_scale(axis_p, -1.0), d->most - angle, dt);
    } else {
        toi_vec3 turn = v3_cross(axis_c, axis_p);
        double sine = v3_length(turn), angle = atan2(sine, v3_dot(axis_c, axis_p));
        toi_vec3 direction = sine > 0.0 ? v3_scale(turn, 1.0 / sine) : v3_perpendicular(axis_p);
        set_limit(crowd, joint, 0, direction, d->most - angle, dt);
        joint->side[1].active = false;
    }
    toi_vec3 across = v3_perpendicular(axis_p);
    const toi_vec3 axes[3] = {axis_p, across, v3_cross(axis_p, across)};
    for (int i = 0; i < 3; ++i) {
        sim_joint_row* row = &joint->side[2 + i];
        set_side_row(crowd, joint, row, axes[i]);
        row->active = row->active && (i == 0 || d->kind == JOINT_BALL);
        row->speed = 0.0;
        row->most = d->friction * dt;
        row->least = -row->most;
    }
}

static void find_all_rows(sim_crowd* crowd)
{
    sim_joint_set* set = crowd->joints;
    for (uint32_t i = 0; i < set->count; ++i) {
        const sim_joint_def* d = &set->items[i].def;
        find_rows(&set->items[i], &crowd->bodies[d->parent], &crowd->bodies[d->child]);
    }
    if (set->matrix == NULL) {
        set->matrix = allocate(1, sizeof *set->matrix);
    }
    figure_factor(set->matrix, crowd->bodies, crowd->count, set);
}

void joints_begin_step(sim_crowd* crowd, double dt)
{
    sim_joint_set* set = crowd->joints;
    if (set != NULL) {
        find_all_rows(crowd);
        for (uint32_t i = 0; i < set->count; ++i) {
            find_side_rows(crowd, &set->items[i], dt);
        }
    }
}

static void push_row(sim_crowd* crowd, const sim_joint* joint, const sim_joint_row* row, double impulse)
{
    sim_body *p = &crowd->bodies[joint->def.parent], *c = &crowd->bodies[joint->def.child];
    toi_vec3 torque = v3_scale(row->direction, impulse);
    c->spin = v3_add(c->spin, m3_apply(&c->inverse_inertia, torque));
    p->spin = v3_sub(p->spin, m3_apply(&p->inverse_inertia, torque));
}

void joints_push_as_before(sim_crowd* crowd)
{
    for (uint32_t i = 0; crowd->joints != NULL && i < crowd->joints->count * JOINT_SIDE_ROWS; ++i) {
        sim_joint* joint = &crowd->joints->items[i / JOINT_SIDE_ROWS];
        sim_joint_row* row = &joint->side[i % JOINT_SIDE_ROWS];
        row->impulse = row->active ? fmin(fmax(row->impulse, row->least), row->most) : 0.0;
        if (row->active) {
            push_row(crowd, joint, row, row->impulse);
        }
    }
}

static double sweep_row(sim_crowd* crowd, const sim_joint* joint, sim_joint_row* row)
{
    toi_vec3 spin = v3_sub(crowd->bodies[joint->def.child].spin, crowd->bodies[joint->def.parent].spin);
    double impulse = row->impulse + row->give * (row->speed - v3_dot(row->direction, spin));
    impulse = fmin(fmax(impulse, row->least), row->most);
    double change = impulse - row->impulse;
    row->impulse = impulse;
    push_row(crowd, joint, row, change);
    return fabs(change) / row->give;
}

double joints_sweep(sim_crowd* crowd)
{
    double largest = 0.0;
    for (uint32_t i = 0; crowd->joints != NULL && i < crowd->joints->count * JOINT_SIDE_ROWS; ++i) {
        sim_joint* joint = &crowd->joints->items[i / JOINT_SIDE_ROWS];
        if (joint->side[i % JOINT_SIDE_ROWS].active) {
            largest = fmax(largest, sweep_row(crowd, joint, &joint->side[i % JOINT_SIDE_ROWS]));
        }
    }
    return largest;
}

static double times(const double row[6], toi_vec3 velocity, toi_vec3 spin)
{
    return row[0] * velocity.x + row[1] * velocity.y + row[2] * velocity.z + row[3] * spin.x +
           row[4] * spin.y + row[5] * spin.z;
}

// The three things that joints are solved for: velocities, shifts, and the errors of places.
typedef enum solved {
    SOLVED_VELOCITIES = 0,
    SOLVED_SHIFTS,
    SOLVED_PLACES,
} solved;

static void set_rest(const sim_crowd* crowd, const sim_joint* joint, solved what, double* rest)
{
    const sim_body *p = &crowd->bodies[joint->def.parent], *c = &crowd->bodies[joint->def.child];
    for (uint32_t k = 0; k < joint->row_count; ++k) {
        const double *at_p = joint->rows_parent[k], *at_c = joint->rows_child[k];
        if (what == SOLVED_VELOCITIES) {
            rest[k] = -times(at_c, c->velocity, c->spin) - times(at_p, p->velocity, p->spin);
        } else if (what == SOLVED_SHIFTS) {
            rest[k] = -times(at_c, c->shift, c->twist) - times(at_p, p->shift, p->twist);
        } else {
            rest[k] = -joint->error[k];
        }
    }
}

static void take_change(sim_body* b, const double change[6], solved what)
{
    toi_vec3* velocity = what == SOLVED_VELOCITIES ? &b->velocity : &b->shift;
    toi_vec3* spin = what == SOLVED_VELOCITIES ? &b->spin : &b->twist;
    *velocity = v3_add(*velocity, v3(change[0], change[1], change[2]));
    *spin = v3_add(*spin, v3(change[3], change[4], change[5]));
}

static void solve_for(sim_crowd* crowd, solved what)
{
    sim_joint_set* set = crowd->joints;
    if (set == NULL) {
        return;
    }
    for (uint32_t i = 0; i < set->count; ++i) {
        const sim_joint* joint = &set->items[i];
        set_rest(crowd, joint, what, set->matrix->nodes[joint->def.child].rest);
    }
    figure_solve(set->matrix);
    for (uint32_t i = 0; i < crowd->count; ++i) {
        const sim_figure_node* node = &set->matrix->nodes[i];
        if (node->used && crowd->bodies[i].inverse_mass > 0.0) {
            take_change(&crowd->bodies[i], node->change, what);
        }
    }
}

void joints_solve(sim_crowd* crowd)
{
    solve_for(crowd, SOLVED_VELOCITIES);
}

void joints_solve_shifts(sim_crowd* crowd)
{
    solve_for(crowd, SOLVED_SHIFTS);
}

double joints_error(const sim_crowd* crowd)
{
    double largest = 0.0;
    for (uint32_t i = 0; crowd->joints != NULL && i < crowd->joints->count; ++i) {
        const sim_joint_def* d = &crowd->joints->items[i].def;
        toi_vec3 p = toi_pose_point(crowd->bodies[d->parent].pose, d->place_parent);
        toi_vec3 c = toi_pose_point(crowd->bodies[d->child].pose, d->place_child);
        largest = fmax(largest, v3_distance(p, c));
    }
    return largest;
}

void joints_mend(sim_crowd* crowd)
{
    for (uint32_t i = 0; i < crowd->count; ++i) {
        crowd->bodies[i].shift = crowd->bodies[i].twist = v3(0.0, 0.0, 0.0);
    }
    if (crowd->joints != NULL) {
        find_all_rows(crowd);
        solve_for(crowd, SOLVED_PLACES);
    }
}

void joints_release(sim_joint_set* set)
{
    figure_matrix_release(set->matrix);
    release(set->items);
}
