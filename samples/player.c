// A player walks through a level: up stairs, along walls that it is pushed against, round a corner, down a
// ramp, and against a slope that is too steep. It arrives, never sticks, keeps its separation, and meets
// nothing.

#include "check.h"
#include "crowd.h"
#include "memory.h"
#include "options.h"
#include "pose_log.h"
#include "shapes.h"
#include "walker.h"
#include "watch.h"
#include "writer.h"

#include <stdio.h>

enum { STEPS = 8, MOST_MESHES = 32 };

static const double SPEED = 3.0, STEP_HEIGHT = 0.18, STEP_DEPTH = 0.28, WAY_REACHED = 0.05,
                    HALF_HEIGHT = 0.85;

typedef enum order_kind {
    GO_TO = 0, // a place
    PUSH,      // in a direction, for some seconds: along a wall, and so never standing still
    LEAN,      // the same against something: it may stand still, and may not rise
} order_kind;

typedef struct order {
    order_kind kind;
    double x, y;
    double seconds;
    double z; // GO_TO: height of the ground there
} order;

// The walls are those of add_level.
static const order SCRIPT[] = {
    {GO_TO, 2.5, 0.0, 3.0, 0.0},   {GO_TO, 5.8, 0.0, 3.0, 1.44}, // up the stairs
    {PUSH, 0.94, 0.34, 1.0, 0.0},                                // along the corridor, against its left wall
    {GO_TO, 10.0, 0.0, 3.0, 1.44}, {PUSH, 1.0, 0.6, 1.0, 0.0}, // into the corner and on along the right wall
    {GO_TO, 10.0, 5.6, 3.0, 1.44}, {GO_TO, 10.0, 9.5, 3.0, 0.0}, // down the ramp
    {GO_TO, 10.0, 11.4, 2.0, 0.0}, {LEAN, 0.0, 1.0, 1.0, 0.0},   // the slope
    {GO_TO, 8.6, 11.0, 2.0, 0.0},  {PUSH, -0.8, -0.6, 1.0, 0.0}, // along a wall
    {GO_TO, 9.0, 8.8, 3.0, 0.0},
};

enum { ORDERS = sizeof SCRIPT / sizeof *SCRIPT };

typedef struct course {
    sim_crowd crowd; // holds the bodies for the film and the checks; nothing here is moved by impulses
    sim_watch watch;
    sim_walker walker;
    toi_mesh* meshes[MOST_MESHES];
    uint32_t mesh_count;
    uint32_t order;
    double order_time;
    uint32_t arrived, late;
    double slowest;      // part of its speed that a push made in one step, at least
    double highest_lean; // that it rose while it leant
    double lean_from;
    uint64_t too_near; // steps with something within the separation
    uint32_t steps_made;
} course;

static void add_body(course* c, const char* name, toi_mesh* mesh, toi_vec3 at)
{
    crowd_add(&c->crowd, name, mesh, (toi_pose){at, {1.0, 0.0, 0.0, 0.0}});
    c->meshes[c->mesh_count++] = mesh;
}

static void add_box(course* c, const char* name, toi_vec3 low, toi_vec3 high)
{
    toi_vec3 half = v3_scale(v3_sub(high, low), 0.5);
    add_body(c, name, shape_box(half).mesh, v3_add(low, half));
}

static void add_stairs(course* c, double x)
{
    double outline[2 * STEPS + 2][2] = {{0.0, x + STEPS * STEP_DEPTH}, {0.0, x}}; // (z, x)
    for (uint32_t i = 0; i < STEPS; ++i) {
        for (uint32_t end = 0; end < 2; ++end) {
            outline[2 * i + 2 + end][0] = (i + 1) * STEP_HEIGHT;
            outline[2 * i + 2 + end][1] = x + (i + end) * STEP_DEPTH;
        }
    }
    add_body(c, "stairs", shape_prism(outline, 2 * STEPS + 2, 1, -1.0, 1.0), v3(0.0, 0.0, 0.0));
}

static void add_level(course* c)
{
    double top = STEPS * STEP_HEIGHT, edge = 3.0 + STEPS * STEP_DEPTH, wall = top + 2.0;
    static double ramp[3][2] = {{6.0, 0.0}, {8.494, 0.0}, {6.0, 1.44}};        // 30 degrees, down along +y
    static double slope[3][2] = {{12.0, 0.0}, {13.0, 0.0}, {13.0, 1.7320508}}; // 60 degrees, up along +y
    add_box(c, "ground", v3(-5.0, -8.0, -1.0), v3(25.0, 20.0, 0.0));
    add_stairs(c, 3.0);
    add_box(c, "platform", v3(edge, -1.0, 0.0), v3(12.0, 6.0, top));
    add_box(c, "corridor right", v3(6.0, -0.6, top), v3(10.6, -0.45, wall));
    add_box(c, "corridor left", v3(6.0, 0.45, top), v3(9.55, 0.6, wall));
    add_box(c, "turn right", v3(10.45, -0.45, top), v3(10.6, 5.0, wall));
    add_box(c, "turn left", v3(9.4, 0.6, top), v3(9.55, 5.0, wall));
    add_body(c, "ramp", shape_prism(ramp, 3, 0, 9.0, 11.0), v3(0.0, 0.0, 0.0));
    add_body(c, "slope", shape_prism(slope, 3, 0, 9.0, 11.0), v3(0.0, 0.0, 0.0));
    add_box(c, "wall", v3(7.8, 6.5, 0.0), v3(8.0, 14.0, 2.0));
}

static void build(course* c)
{
    const sim_section sections[3] = {{-HALF_HEIGHT, 0.3, 0.3}, {0.0, 0.3, 0.3}, {HALF_HEIGHT, 0.3, 0.3}};
    sim_shape s = shape_stack(sections, 3, 8);
    c->crowd.settings = crowd_default_settings();
    add_body(c, "player", s.mesh, v3(0.0, 0.2, HALF_HEIGHT + 0.3));
    crowd_weigh(&c->crowd, 1.0, s.inertia);
    add_level(c);
    crowd_start(&c->crowd);
    c->walker = (sim_walker){
        .stage = c->crowd.stage, .mesh = s.mesh, .pose = c->crowd.bodies[0].pose, .certified = true};
    c->walker.settings = (sim_walker_settings){.separation = 1e-3,
                                               .tolerance = 1e-5,
                                               .step_height = 0.25,
                                               .steepest = 0.7,
                                               .ground_reach = 5e-3,
                                               .gravity = 9.81};
    c->slowest = 1.0;
}

// At full speed, but not past a place.
static toi_vec3 wish_of(const course* c, const order* o, double dt)
{
    toi_vec3 way = v3(o->x, o->y, 0.0);
    if (o->kind != GO_TO) {
        return v3_scale(v3_unit(way), SPEED);
    }
    way = v3_sub(way, c->walker.pose.position);
    way.z = 0.0;
    return v3_scale(v3_unit(way), fmin(SPEED, v3_length(way) / dt));
}

static bool is_there(const course* c, const order* o)
{
    toi_vec3 at = c->walker.pose.position;
    return v3_distance(v3(at.x, at.y, at.z - HALF_HEIGHT), v3(o->x, o->y, o->z)) < WAY_REACHED;
}

static void watch_order(course* c, const order* o, toi_vec3 before, double dt)
{
    toi_vec3 at = c->walker.pose.position;
    double made = v3_length(v3(at.x - before.x, at.y - before.y, 0.0));
    if (o->kind == PUSH) {
        c->slowest = fmin(c->slowest, made / (SPEED * dt));
    }
    if (o->kind == LEAN) {
        c->lean_from = c->order_time == 0.0 ? before.z : c->lean_from;
        c->highest_lean = fmax(c->highest_lean, at.z - c->lean_from);
    }
    c->order_time += dt;
    bool there = o->kind == GO_TO && is_there(c, o);
    if (there || c->order_time >= o->seconds) {
        c->arrived += there;
        c->late += o->kind == GO_TO && !there;
        ++c->order;
        c->order_time = 0.0;
    }
}

static void watch_place(course* c)
{
    toi_placed mover = {c->walker.mesh, c->walker.pose, 2};
    uint32_t self = 0;
    toi_touches near = {0};
    toi_trace_def def = {.skip = &self, .skip_count = 1};
    double kept = 0.999 * c->walker.settings.separation;
    must(toi_stage_touches(c->crowd.stage, &mover, kept, &def, &near), "toi_stage_touches");
    c->too_near += near.count > 0;
    crowd_place(&c->crowd, 0, c->walker.pose);
    watch_meetings(&c->watch, &c->crowd);
}

static void report(const course* c, const sim_options* o)
{
    const sim_walker* w = &c->walker;
    printf(
        "%u steps at %g a second; %llu slides with %llu bumps, %llu steps climbed; at (%.3f, %.3f, %.3f)\n",
        c->steps_made, o->rate, (unsigned long long)w->slides, (unsigned long long)w->bumps,
        (unsigned long long)w->steps_climbed, w->pose.position.x, w->pose.position.y,
        w->pose.position.z - HALF_HEIGHT);
    check("meetings", c->watch.meetings == 0, "%llu of %llu pairs", (unsigned long long)c->watch.meetings,
          (unsigned long long)c->watch.pairs);
    check("certified", w->certified, "every move is proved");
    check("separation", c->too_near == 0, "%llu steps with something nearer",
          (unsigned long long)c->too_near);
    check("arrives", c->order < ORDERS || c->late == 0, "%u places reached, %u not", c->arrived, c->late);
    check("slides", c->slowest > 0.25, "at least %.3f of its speed while it is pushed along walls",
          c->slowest);
    check("steep", c->highest_lean < 0.05, "rises by %.3g m against the slope", c->highest_lean);
    if (o->steps >= 25.0 * o->rate) {
        check("goal", c->order == ORDERS, "%u of %u orders done", c->order, ORDERS);
    }
}

int main(int count, char** arguments)
{
    sim_options o = {.steps = 1500, .rate = 60.0, .seed = 1};
    o = read_options(count, arguments, o, "A player walks through a level");
    static course c;
    build(&c);
    sim_writer film = writer_start(o.output, &c.crowd, o.steps);
    sim_pose_log log = pose_log_start(o.poses, &c.crowd);
    writer_record(&film, &c.crowd, 0);
    pose_log_step(&log, &c.crowd, 0);
    for (uint32_t step = 1; step <= o.steps && c.order < ORDERS; ++step) {
        const order* now = &SCRIPT[c.order];
        toi_vec3 before = c.walker.pose.position;
        walker_move(&c.walker, wish_of(&c, now, 1.0 / o.rate), 1.0 / o.rate);
        watch_order(&c, now, before, 1.0 / o.rate);
        watch_place(&c);
        ++c.steps_made;
        writer_record(&film, &c.crowd, step);
        pose_log_step(&log, &c.crowd, step);
    }
    report(&c, &o);
    bool logged = pose_log_finish(&log);
    bool written = writer_finish(&film, &c.crowd, o.rate, "A player walks through a level");
    for (uint32_t i = 0; i < c.mesh_count; ++i) {
        toi_mesh_destroy(c.meshes[i]);
    }
    crowd_release(&c.crowd);
    return logged && written && failed_checks() == 0 ? 0 : 1;
}
