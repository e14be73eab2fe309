// An articulated figure of 13 bodies, with ball and hinge joints, falls down a staircase: the forces of the
// joints are Lagrange multipliers [VanWaveren05, section 6], positions go by traces. No two bodies ever meet,
// those that a joint joins neither.

#include "crowd.h"
#include "joints.h"
#include "run.h"
#include "shapes.h"

#include <stdio.h>

enum {
    PELVIS,
    TORSO,
    HEAD,
    ARM_L,
    ARM_R,
    FOREARM_L,
    FOREARM_R,
    THIGH_L,
    THIGH_R,
    SHIN_L,
    SHIN_R,
    FOOT_L,
    FOOT_R,
    BODIES
};

enum { STEPS = 10 };

static const double STEP_HEIGHT = 0.2, STEP_DEPTH = 0.27, HALF_WIDTH = 3.0, DENSITY = 1000.0;

// How far the places that a joint holds together may be apart at 60 steps a second. What a step goes wrong by
// grows with the square of its length.
static const double JOINT_BOUND = 2e-3;

// The tip of a limb is this far from its joint.
static const double TIP = 0.015;

typedef struct figure {
    sim_crowd crowd;
    sim_joint_set joints;
    sim_run run;
    sim_shape shapes[BODIES];
    toi_mesh* stairs;
} figure;

// A limb with a pointed end at each joint.
static sim_shape limb(double half_length, double radius)
{
    const sim_section sections[4] = {{-half_length, 0.0, 0.0},
                                     {-half_length + 1.2 * radius, radius, radius},
                                     {half_length - 1.2 * radius, radius, radius},
                                     {half_length, 0.0, 0.0}};
    return shape_stack(sections, 4, 6);
}

static sim_shape trunk(double half_height, double width, double depth)
{
    const sim_section sections[4] = {{-half_height, 0.6 * width, 0.6 * depth},
                                     {-0.5 * half_height, width, depth},
                                     {0.5 * half_height, width, depth},
                                     {half_height, 0.6 * width, 0.6 * depth}};
    return shape_stack(sections, 4, 4);
}

// Upright, with the pelvis at `at`, looking along +y; left is -x.
static void add_bodies(figure* f, toi_vec3 at)
{
    static const struct {
        const char* name;
        double x, y, z, half, radius;
    } parts[BODIES] = {
        {"pelvis", 0.0, 0.0, 0.0, 0.07, 0.0},
        {"torso", 0.0, 0.0, 0.31, 0.2, 0.0},
        {"head", 0.0, 0.0, 0.68, 0.0, 0.11},
        {"left arm", -0.23, 0.0, 0.29, 0.14, 0.045},
        {"right arm", 0.23, 0.0, 0.29, 0.14, 0.045},
        {"left forearm", -0.23, 0.0, -0.01, 0.13, 0.04},
        {"right forearm", 0.23, 0.0, -0.01, 0.13, 0.04},
        {"left thigh", -0.09, 0.0, -0.32, 0.2, 0.07},
        {"right thigh", 0.09, 0.0, -0.32, 0.2, 0.07},
        {"left shin", -0.09, 0.0, -0.75, 0.2, 0.055},
        {"right shin", 0.09, 0.0, -0.75, 0.2, 0.055},
        {"left foot", -0.09, 0.05, -1.0, 0.03, 0.0},
        {"right foot", 0.09, 0.05, -1.0, 0.03, 0.0},
    };
    for (uint32_t i = 0; i < BODIES; ++i) {
        sim_shape* s = &f->shapes[i];
        if (i == PELVIS || i == TORSO) {
            *s = trunk(parts[i].half, i == PELVIS ? 0.15 : 0.17, 0.09);
        } else if (i == HEAD) {
            *s = shape_icosahedron(parts[i].radius);
        } else if (i == FOOT_L || i == FOOT_R) {
            *s = shape_box(v3(0.045, 0.11, 0.03));
        } else {
            *s = limb(parts[i].half, parts[i].radius);
        }
        toi_vec3 place = v3_add(at, v3(parts[i].x, parts[i].y, parts[i].z));
        crowd_add(&f->crowd, parts[i].name, s->mesh, (toi_pose){place, {1.0, 0.0, 0.0, 0.0}});
        crowd_weigh(&f->crowd, DENSITY * s->volume, v3_scale(s->inertia, DENSITY));
    }
}

// A joint at a place above a body's centre: all bodies stand upright.
static void add_joint(figure* f, sim_joint_def def, double above_child)
{
    toi_vec3 parent = f->crowd.bodies[def.parent].pose.position;
    def.place_child = v3(0.0, def.child >= FOOT_L ? -0.05 : 0.0, above_child);
    def.place_parent = v3_sub(v3_add(f->crowd.bodies[def.child].pose.position, def.place_child), parent);
    joints_add(&f->joints, &def);
}

static void add_ball(figure* f, uint32_t parent, uint32_t child, double above_child, toi_vec3 middle,
                     double cone)
{
    toi_vec3 along = v3(0.0, 0.0, above_child > 0.0 ? -1.0 : 1.0);
    add_joint(f,
              (sim_joint_def){.kind = JOINT_BALL,
                              .parent = parent,
                              .child = child,
                              .axis_parent = v3_unit(middle),
                              .axis_child = along,
                              .most = cone,
                              .friction = 1.0},
              above_child);
}

static void add_hinge(figure* f, uint32_t parent, uint32_t child, double above_child, double least,
                      double most)
{
    toi_vec3 x = v3(1.0, 0.0, 0.0), z = v3(0.0, 0.0, 1.0);
    add_joint(f,
              (sim_joint_def){.kind = JOINT_HINGE,
                              .parent = parent,
                              .child = child,
                              .axis_parent = x,
                              .axis_child = x,
                              .front_parent = z,
                              .front_child = z,
                              .least = least,
                              .most = most,
                              .friction = 0.5},
              above_child);
}

static void add_joints(figure* f)
{
    add_ball(f, PELVIS, TORSO, -0.2 - 0.02, v3(0.0, 0.2, 1.0), 0.5);
    add_ball(f, TORSO, HEAD, -0.11 - TIP, v3(0.0, 0.0, 1.0), 0.6);
    for (uint32_t i = 0; i < 2; ++i) {
        double outward = i == 0 ? -1.0 : 1.0;
        add_ball(f, TORSO, ARM_L + i, 0.14 + TIP, v3(0.7 * outward, 0.5, -0.7), 1.4);
        add_hinge(f, ARM_L + i, FOREARM_L + i, 0.13 + TIP, 0.0, 2.4);
        add_ball(f, PELVIS, THIGH_L + i, 0.2 + TIP, v3(0.2 * outward, 0.6, -1.0), 0.9);
        add_hinge(f, THIGH_L + i, SHIN_L + i, 0.2 + TIP, -2.4, 0.0);
        add_ball(f, SHIN_L + i, FOOT_L + i, 0.03 + 0.005, v3(0.0, 0.0, -1.0), 0.5);
    }
    f->crowd.joints = &f->joints;
}

// A landing, stairs down along +y, and the ground.
static toi_mesh* make_stairs(void)
{
    double outline[2 * STEPS + 6][2];
    uint32_t n = 0;
    double y = 0.0, z = 0.0;
    outline[n][0] = -3.0, outline[n++][1] = z;
    double far_y = STEPS * STEP_DEPTH + 4.0, deep = -STEPS * STEP_HEIGHT - 0.5;
    outline[n][0] = -3.0, outline[n++][1] = deep;
    outline[n][0] = far_y, outline[n++][1] = deep;
    outline[n][0] = far_y, outline[n++][1] = -STEPS * STEP_HEIGHT;
    for (uint32_t i = STEPS; i-- > 0;) {
        y = i * STEP_DEPTH;
        z = -(double)(i + 1) * STEP_HEIGHT;
        outline[n][0] = y, outline[n++][1] = z;
        outline[n][0] = y, outline[n++][1] = z + STEP_HEIGHT;
    }
    return shape_prism(outline, n, 0, -HALF_WIDTH, HALF_WIDTH);
}

static void build(figure* f, const sim_options* o)
{
    f->crowd.settings = crowd_default_settings();
    f->crowd.settings.reach = 0.1;
    f->crowd.settings.restitution = 0.1;
    f->crowd.settings.friction = 0.4;
    add_bodies(f, v3(0.0, -0.25, 1.04));
    add_joints(f);
    f->stairs = make_stairs();
    crowd_add(&f->crowd, "stairs", f->stairs, (toi_pose)TOI_POSE_IDENTITY);
    crowd_start(&f->crowd);
    uint64_t seed = o->seed;
    double push = draw(&seed, 1.6, 2.2), aside = draw(&seed, -0.3, 0.3);
    for (uint32_t i = 0; i < BODIES; ++i) {
        sim_body* b = &f->crowd.bodies[i];
        double height = b->pose.position.z;
        b->velocity = v3(aside * height, push * height, 0.0);
        b->spin = v3(-push, aside, 0.0); // as if it tipped over its feet
    }
}

static void report(const figure* f, const sim_options* o)
{
    double fastest = 0.0;
    for (uint32_t i = 0; i < BODIES; ++i) {
        fastest = fmax(fastest, v3_length(f->crowd.bodies[i].velocity));
    }
    printf("%u bodies, %u joints, %u steps at %g a second; pelvis at (%.2f, %.2f, %.2f), fastest %.3g m/s\n",
           BODIES, f->joints.count, o->steps, o->rate, f->crowd.bodies[0].pose.position.x,
           f->crowd.bodies[0].pose.position.y, f->crowd.bodies[0].pose.position.z, fastest);
    run_report(&f->run, o);
    double bound = JOINT_BOUND * (60.0 / o->rate) * (60.0 / o->rate);
    check("joints", f->joints.largest_error < bound, "off by at most %.3g m, less than %.3g m",
          f->joints.largest_error, bound);
    if (o->steps >= 5.0 * o->rate) {
        toi_vec3 at = f->crowd.bodies[PELVIS].pose.position;
        check("rest", fastest == 0.0 && at.y > STEP_DEPTH && fabs(at.x) < HALF_WIDTH,
              "on the stairs, %.2f m below the landing", -at.z);
    }
}

int main(int count, char** arguments)
{
    sim_options o = {.steps = 360, .rate = 60.0, .seed = 1};
    o = read_options(count, arguments, o, "An articulated figure falls down a staircase");
    figure f = {0};
    build(&f, &o);
    f.run.crowd = &f.crowd;
    bool written = run_steps(&f.run, &o, "An articulated figure falls down a staircase");
    report(&f, &o);
    for (uint32_t i = 0; i < BODIES; ++i) {
        toi_mesh_destroy(f.shapes[i].mesh);
    }
    toi_mesh_destroy(f.stairs);
    joints_release(&f.joints);
    crowd_release(&f.crowd);
    return written && failed_checks() == 0 ? 0 : 1;
}
