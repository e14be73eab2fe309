// The bodies of the room, how they move, and how they answer.

#include "hands_world.h"

#include "body.h"
#include "memory.h"
#include "options.h"
#include "scenes/model.h"
#include "shapes.h"

// A mesh in the shapes that it takes.
typedef struct form {
    sim_shape shape;
    uint32_t vertex_count, shape_count;
    toi_vec3* vertices; // of the first shape, then of the second, ...
} form;

enum { FORM_HEAD, FORM_SHUTTLE, FORM_HAND, FORM_SPHERE, FORMS };

typedef struct member {
    sim_body body;
    const form* form;
    uint32_t shape, shape_before;
    toi_vec3* posed;
} member;

struct hands_world {
    form forms[FORMS];
    member members[HANDS_BODIES];
    double outside, energy_error;
};

const char* const hands_names[HANDS_BODIES] = {"head", "shuttle", "left hand", "right hand", "sphere"};

static const uint32_t form_of[HANDS_BODIES] = {FORM_HEAD, FORM_SHUTTLE, FORM_HAND, FORM_HAND, FORM_SPHERE};

// Lengths and radians a cycle.
static const double START_SPEED = 0.03, START_SPIN = 0.04, MOST_SPEED = 0.05, MOST_SPIN = 0.1;

static const double TWO_PI = 6.283185307179586;
static const toi_vec3 NO_GRAVITY = {0.0, 0.0, 0.0};

// ---- shapes

enum { HAND_SHAPES = 72, SPHERE_SHAPES = 56, MOST_SHAPES = 72 };

// Fingers close and open.
static void bend_hand(const toi_vec3* from, uint32_t count, double turn, toi_vec3* to)
{
    static const double middle = 0.75, swing = 0.55;
    ti_model_bend_fingers(&from->x, count, middle + swing * sin(turn), &to->x);
}

// Flat and long in turn, of about the same volume, and a wave runs over it.
static void press_sphere(const toi_vec3* from, uint32_t count, double turn, toi_vec3* to)
{
    static const double radius = 0.7, swing = 0.2, wave_height = 0.04, wave_number = 5.0;
    double wide = 1.0 + swing * sin(turn), high = 1.0 / (wide * wide);
    for (uint32_t i = 0; i < count; ++i) {
        double wave = 1.0 + wave_height * sin(wave_number * from[i].x + 2.0 * turn);
        double across = radius * wide * wave;
        to[i] = v3(across * from[i].x, across * from[i].y, radius * high * from[i].z);
    }
}

typedef void deform_form(const toi_vec3* from, uint32_t count, double turn, toi_vec3* to);

// `deform` may be NULL: one shape.
static form make_form(void add(ti_model* model), deform_form* deform, uint32_t shapes)
{
    ti_model model = {0};
    add(&model);
    ti_model_cut(&model);
    form f = {.shape = shape_weighed(ti_model_mesh(&model)),
              .vertex_count = model.vertex_count,
              .shape_count = shapes,
              .vertices = allocate((size_t)shapes * model.vertex_count, sizeof(toi_vec3))};
    const toi_vec3* own = (const toi_vec3*)model.vertices;
    for (uint32_t s = 0; s < shapes; ++s) {
        toi_vec3* to = f.vertices + (size_t)s * f.vertex_count;
        if (deform != NULL) {
            deform(own, f.vertex_count, TWO_PI * s / shapes, to);
            continue;
        }
        for (uint32_t i = 0; i < f.vertex_count; ++i) {
            to[i] = own[i];
        }
    }
    ti_model_release(&model);
    return f;
}

static void add_sphere(ti_model* model)
{
    ti_model_sphere(model, 1.0, 24, 12);
}

uint32_t hands_shape_count(const hands_world* world, uint32_t body)
{
    return world->members[body].form->shape_count;
}

uint32_t hands_shape_in(const hands_world* world, uint32_t body, uint32_t cycle)
{
    // The hands are half of their turn apart.
    uint32_t count = hands_shape_count(world, body);
    return (cycle + (body == HANDS_RIGHT ? count / 2 : 0)) % count;
}

const toi_vec3* hands_shape(const hands_world* world, uint32_t body, uint32_t shape)
{
    const form* f = world->members[body].form;
    return f->vertices + (size_t)shape * f->vertex_count;
}

// ---- bodies

static bool is_led(uint32_t body)
{
    return body == HANDS_LEFT || body == HANDS_RIGHT;
}

static toi_vec3 draw_vector(uint64_t* seed, double half)
{
    double x = draw(seed, -half, half), y = draw(seed, -half, half), z = draw(seed, -half, half);
    return v3(x, y, z);
}

static void start_member(hands_world* w, uint32_t index, uint64_t* seed)
{
    // Apart from each other, and from where the hands begin.
    static const toi_vec3 start[HANDS_BODIES] = {
        {-1.2, 1.2, 1.2}, {1.2, 1.2, -1.2}, {0, 0, 0}, {0, 0, 0}, {1.2, -1.2, 1.6}};
    member* m = &w->members[index];
    m->form = &w->forms[form_of[index]];
    m->posed = allocate(m->form->vertex_count, sizeof *m->posed);
    toi_vec3 axis = draw_vector(seed, 1.0), way = draw_vector(seed, 1.0), spin = draw_vector(seed, 1.0);
    m->body.mesh = m->form->shape.mesh;
    m->body.pose = (toi_pose){start[index], q_unit((toi_quat){1.0, axis.x, axis.y, axis.z})};
    m->body.velocity = v3_scale(v3_unit(way), START_SPEED);
    m->body.spin = v3_scale(v3_unit(spin), START_SPIN);
    m->body.mass = is_led(index) ? 0.0 : m->form->shape.volume;
    m->body.inertia = m->form->shape.inertia;
}

hands_world* hands_create(uint64_t seed)
{
    hands_world* w = allocate(1, sizeof *w);
    w->forms[FORM_HEAD] = make_form(ti_model_head, NULL, 1);
    w->forms[FORM_SHUTTLE] = make_form(ti_model_shuttle, NULL, 1);
    w->forms[FORM_HAND] = make_form(ti_model_hand, bend_hand, HAND_SHAPES);
    w->forms[FORM_SPHERE] = make_form(add_sphere, press_sphere, SPHERE_SHAPES);
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        start_member(w, i, &seed);
    }
    return w;
}

void hands_destroy(hands_world* world)
{
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        release(world->members[i].posed);
    }
    for (uint32_t i = 0; i < FORMS; ++i) {
        toi_mesh_destroy(world->forms[i].shape.mesh);
        release(world->forms[i].vertices);
    }
    release(world);
}

const toi_mesh* hands_mesh(const hands_world* world, uint32_t body)
{
    return world->members[body].body.mesh;
}

toi_pose hands_pose(const hands_world* world, uint32_t body)
{
    return world->members[body].body.pose;
}

const toi_vec3* hands_posed(const hands_world* world, uint32_t body)
{
    return world->members[body].posed;
}

void hands_add(const hands_world* world, toi_overlap* overlap)
{
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        toi_overlap_body def = {.mesh = hands_mesh(world, i), .pose = TOI_POSE_IDENTITY};
        uint32_t number;
        must(toi_overlap_add(overlap, &def, &number, NULL), "toi_overlap_add");
    }
}

void hands_show(const hands_world* world, toi_overlap* overlap)
{
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        const member* m = &world->members[i];
        if (m->form->shape_count > 1) {
            must(toi_overlap_deform(overlap, i, m->posed, NULL), "toi_overlap_deform");
        } else {
            must(toi_overlap_move(overlap, i, &m->body.pose, NULL), "toi_overlap_move");
        }
    }
}

// ---- where they are in a cycle

// In and out, to where the others fly, the palms turning to each other and away.
static toi_pose led_to(uint32_t body, uint32_t cycle)
{
    double side = body == HANDS_LEFT ? -1.0 : 1.0, t = 0.021 * cycle + 1.7 * body;
    toi_vec3 at = v3(side * (0.95 + 0.6 * cos(t)), 0.9 * sin(0.7 * t), 0.7 * sin(0.43 * t + body) - 0.3);
    double half = 0.5 * side * (1.1 + 0.5 * sin(0.5 * t));
    return (toi_pose){at, {cos(half), 0.0, -sin(half), 0.0}};
}

// Velocity and spin of a hand are those that bring it to where it is next.
static void lead(sim_body* b, uint32_t body, uint32_t cycle)
{
    toi_pose next = led_to(body, cycle + 1);
    b->pose = led_to(body, cycle);
    b->velocity = v3_sub(next.position, b->pose.position);
    toi_quat turn = q_multiply(next.quaternion, q_conjugate(b->pose.quaternion));
    b->spin = v3_scale(v3(turn.x, turn.y, turn.z), 2.0); // small: its sine for the angle
}

static toi_bounds pose_member(const hands_world* w, uint32_t index)
{
    const member* m = &w->members[index];
    const toi_vec3* shape = hands_shape(w, index, m->shape);
    toi_bounds box = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
    for (uint32_t i = 0; i < m->form->vertex_count; ++i) {
        toi_vec3 v = m->posed[i] = toi_pose_point(m->body.pose, shape[i]);
        box.lower = v3(fmin(box.lower.x, v.x), fmin(box.lower.y, v.y), fmin(box.lower.z, v.z));
        box.upper = v3(fmax(box.upper.x, v.x), fmax(box.upper.y, v.y), fmax(box.upper.z, v.z));
    }
    return box;
}

// Moves one coordinate back between the walls; what goes out goes in at `back` times its speed.
static void keep_between(double lower, double upper, double back, double* at, double* velocity)
{
    double below = -HANDS_HALF_ROOM - lower, above = upper - HANDS_HALF_ROOM;
    if (below > 0.0) {
        *at += below;
        *velocity = back * fabs(*velocity);
    } else if (above > 0.0) {
        *at -= above;
        *velocity = -back * fabs(*velocity);
    }
}

static double outside_of_walls(toi_bounds box)
{
    double low = fmin(fmin(box.lower.x, box.lower.y), box.lower.z);
    double high = fmax(fmax(box.upper.x, box.upper.y), box.upper.z);
    return fmax(fmax(-low, high) - HANDS_HALF_ROOM, 0.0);
}

void hands_place(hands_world* world, uint32_t cycle)
{
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        member* m = &world->members[i];
        m->shape_before = cycle > 0 ? m->shape : hands_shape_in(world, i, cycle);
        m->shape = hands_shape_in(world, i, cycle);
        body_begin_step(&m->body, NO_GRAVITY, 1.0);
        if (is_led(i)) {
            lead(&m->body, i, cycle);
        }
        toi_bounds box = pose_member(world, i);
        toi_vec3 *at = &m->body.pose.position, *velocity = &m->body.velocity;
        double back = is_led(i) ? 0.0 : 1.0;
        keep_between(box.lower.x, box.upper.x, back, &at->x, &velocity->x);
        keep_between(box.lower.y, box.upper.y, back, &at->y, &velocity->y);
        keep_between(box.lower.z, box.upper.z, back, &at->z, &velocity->z);
        world->outside = fmax(world->outside, outside_of_walls(pose_member(world, i)));
    }
}

// ---- the answer

// How fast the middle of a face moves because the body changes its shape.
static toi_vec3 stretch_at(const hands_world* w, uint32_t index, uint32_t face)
{
    const member* m = &w->members[index];
    const toi_vec3 *now = hands_shape(w, index, m->shape), *before = hands_shape(w, index, m->shape_before);
    const uint32_t* corners;
    uint32_t count = toi_mesh_face(m->body.mesh, face, &corners);
    toi_vec3 sum = v3(0.0, 0.0, 0.0);
    for (uint32_t i = 0; i < count; ++i) {
        sum = v3_add(sum, v3_sub(now[corners[i]], before[corners[i]]));
    }
    return q_rotate(m->body.pose.quaternion, v3_scale(sum, 1.0 / count));
}

// Means over the pairs of faces of two bodies.
typedef struct meeting {
    toi_vec3 point, normal; // of unit length, from a to b; or zero
    toi_vec3 stretch_a, stretch_b;
} meeting;

static meeting mean_meeting(const hands_world* w, const toi_overlap_pair* pair)
{
    meeting m = {0};
    double share = 1.0 / (double)pair->face_count;
    for (uint64_t i = 0; i < pair->face_count; ++i) {
        const toi_face_meeting* at = &pair->meetings[i];
        m.point = v3_madd(m.point, 0.5 * share, v3_add(at->p, at->q));
        m.normal = v3_add(m.normal, at->normal);
        m.stretch_a = v3_madd(m.stretch_a, share, stretch_at(w, pair->a, pair->faces[i].a));
        m.stretch_b = v3_madd(m.stretch_b, share, stretch_at(w, pair->b, pair->faces[i].b));
    }
    m.normal = v3_unit(m.normal);
    return m;
}

static double energy_of(const sim_body* a, const sim_body* b)
{
    return body_energy(a, NO_GRAVITY) + body_energy(b, NO_GRAVITY);
}

// The impulse along the normal that turns back the speed at which two rigid bodies approach, or takes it away
// where one of them is soft.
static void part_bodies(hands_world* w, const toi_overlap_pair* pair)
{
    member *a = &w->members[pair->a], *b = &w->members[pair->b];
    meeting m = mean_meeting(w, pair);
    toi_vec3 arm_a = v3_sub(m.point, a->body.pose.position), arm_b = v3_sub(m.point, b->body.pose.position);
    double give = body_give(&a->body, arm_a, m.normal) + body_give(&b->body, arm_b, m.normal);
    toi_vec3 of_a = v3_add(body_velocity_at(&a->body, arm_a), m.stretch_a);
    toi_vec3 of_b = v3_add(body_velocity_at(&b->body, arm_b), m.stretch_b);
    double apart = v3_dot(m.normal, v3_sub(of_b, of_a));
    if (!(give > 0.0) || !(apart < 0.0)) {
        return;
    }
    bool rigid = a->form->shape_count == 1 && b->form->shape_count == 1;
    double before = energy_of(&a->body, &b->body), impulse = (rigid ? -2.0 : -1.0) * apart / give;
    body_push(&a->body, arm_a, v3_scale(m.normal, -impulse));
    body_push(&b->body, arm_b, v3_scale(m.normal, impulse));
    if (rigid) {
        double change = fabs(energy_of(&a->body, &b->body) - before) / before;
        w->energy_error = fmax(w->energy_error, change);
    }
}

static toi_vec3 at_most(toi_vec3 v, double most)
{
    double length = v3_length(v);
    return length > most ? v3_scale(v, most / length) : v;
}

// Hands would make what they meet ever faster; so there are limits.
static void fly_on(sim_body* b)
{
    b->velocity = at_most(b->velocity, MOST_SPEED);
    b->spin = at_most(b->spin, MOST_SPIN);
    b->pose.position = v3_add(b->pose.position, b->velocity);
    toi_quat turn = {1.0, 0.5 * b->spin.x, 0.5 * b->spin.y, 0.5 * b->spin.z};
    b->pose.quaternion = q_unit(q_multiply(turn, b->pose.quaternion));
}

void hands_answer(hands_world* world, const toi_overlap_result* found)
{
    for (uint32_t i = 0; i < found->pair_count; ++i) {
        part_bodies(world, &found->pairs[i]);
    }
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        if (!is_led(i)) {
            fly_on(&world->members[i].body);
        }
    }
}

double hands_outside(const hands_world* world)
{
    return world->outside;
}

double hands_energy_error(const hands_world* world)
{
    return world->energy_error;
}
