// A brick wall stands, is shot at three times and comes to rest [VanWaveren05, section 6, figure 6]: impulses
// from the contacts, positions by traces. No brick ever meets another, at any number of steps a second.

#include "crowd.h"
#include "memory.h"
#include "run.h"
#include "shapes.h"

#include <stdio.h>

enum { SHOTS = 3 };

static const toi_vec3 BRICK = {0.2, 0.1, 0.1}; // half of its lengths
static const double BRICK_DENSITY = 2000.0, SHOT_DENSITY = 7800.0, SHOT_RADIUS = 0.2, SHOT_SPEED = 20.0;

static const double QUIET_TIME = 0.5; // after the first shot bodies may sleep

// The wall stands untouched until the first shot.
static const double SHOT_TIME[SHOTS] = {1.0, 2.0, 3.0};

typedef struct sim_wall {
    sim_crowd crowd;
    sim_run run;
    sim_shape brick, half_brick, shot, ground;
    uint32_t brick_count, rows, columns;
    toi_pose* built; // where the bricks were put
    double moved;    // how far a brick is from there before the first shot, at most
    uint32_t shots_fired;
} sim_wall;

static toi_pose at(toi_vec3 position)
{
    return (toi_pose){position, {1.0, 0.0, 0.0, 0.0}};
}

static void add_brick(sim_wall* w, const sim_shape* shape, toi_vec3 position)
{
    char name[24];
    snprintf(name, sizeof name, "brick %u", w->brick_count++);
    crowd_add(&w->crowd, name, shape->mesh, at(position));
    crowd_weigh(&w->crowd, BRICK_DENSITY * shape->volume, v3_scale(shape->inertia, BRICK_DENSITY));
}

// Every other row begins and ends with half a brick.
static void add_bricks(sim_wall* w, uint32_t wanted)
{
    double gap = w->crowd.settings.rest_gap;
    double length = 2.0 * BRICK.x + 2.0 * gap, height = 2.0 * BRICK.z + gap;
    w->rows = (uint32_t)ceil(sqrt((double)wanted));
    w->columns = (wanted + w->rows - 1) / w->rows;
    double left = -0.5 * (w->columns - 1) * length;
    for (uint32_t row = 0; row < w->rows; ++row) {
        double z = gap + BRICK.z + row * height;
        for (uint32_t i = 0; i < w->columns - row % 2; ++i) {
            add_brick(w, &w->brick, v3(left + (i + 0.5 * (row % 2)) * length, 0.0, z));
        }
        if (row % 2 == 1) {
            double half = 0.25 * length;
            add_brick(w, &w->half_brick, v3(left - half, 0.0, z));
            add_brick(w, &w->half_brick, v3(left + (w->columns - 1) * length + half, 0.0, z));
        }
    }
}

static void add_shots(sim_wall* w, uint64_t seed)
{
    for (uint32_t i = 0; i < SHOTS; ++i) {
        char name[24];
        snprintf(name, sizeof name, "shot %u", i);
        double x = draw(&seed, -0.3, 0.3) * w->columns * BRICK.x;
        double z = draw(&seed, 0.4, 0.8) * w->rows * 2.0 * BRICK.z + SHOT_RADIUS;
        uint32_t index = crowd_add(&w->crowd, name, w->shot.mesh, at(v3(x, -3.0 - 0.5 * i, z)));
        crowd_weigh(&w->crowd, SHOT_DENSITY * w->shot.volume, v3_scale(w->shot.inertia, SHOT_DENSITY));
        w->crowd.bodies[index].held = true;
    }
}

static void build(sim_wall* w, const sim_options* o)
{
    w->crowd.settings = crowd_default_settings();
    w->crowd.settings.quiet_time = 0.0; // the wall stands by its impulses, not because it sleeps
    w->brick = shape_box(BRICK);
    w->half_brick = shape_box(v3(0.5 * (BRICK.x - 0.5 * w->crowd.settings.rest_gap), BRICK.y, BRICK.z));
    w->shot = shape_icosahedron(SHOT_RADIUS);
    w->ground = shape_box(v3(100.0, 100.0, 0.5));
    add_bricks(w, o->size);
    add_shots(w, o->seed);
    crowd_add(&w->crowd, "ground", w->ground.mesh, at(v3(0.0, 0.0, -0.5)));
    crowd_start(&w->crowd);
    w->built = allocate(w->brick_count, sizeof *w->built);
    for (uint32_t i = 0; i < w->brick_count; ++i) {
        w->built[i] = w->crowd.bodies[i].pose;
    }
}

static void shoot(void* data, double time)
{
    sim_wall* w = data;
    if (w->shots_fired == SHOTS || time < SHOT_TIME[w->shots_fired]) {
        return;
    }
    sim_body* b = &w->crowd.bodies[w->brick_count + w->shots_fired++];
    b->held = false;
    w->crowd.settings.quiet_time = QUIET_TIME;
    b->velocity = v3(0.0, SHOT_SPEED, 0.0);
    watch_brought(&w->run.watch, 0.5 * b->mass * SHOT_SPEED * SHOT_SPEED);
}

static void look(void* data)
{
    sim_wall* w = data;
    for (uint32_t i = 0; i < w->brick_count && w->shots_fired == 0; ++i) {
        const toi_pose* now = &w->crowd.bodies[i].pose;
        w->moved = fmax(w->moved, v3_distance(now->position, w->built[i].position));
    }
}

static void report(sim_wall* w, const sim_options* o)
{
    printf("%u bricks in %u rows, %u steps at %g a second\n", w->brick_count, w->rows, o->steps, o->rate);
    run_report(&w->run, o);
    check("stands", w->moved < w->crowd.settings.rest_gap, "bricks moved by at most %.3g m untouched",
          w->moved);
}

int main(int count, char** arguments)
{
    sim_options o = {.steps = 360, .rate = 60.0, .seed = 1, .size = 60};
    o = read_options(count, arguments, o, "A brick wall is shot at three times. --size: bricks");
    sim_wall w = {0};
    build(&w, &o);
    w.run = (sim_run){.crowd = &w.crowd, .before = shoot, .after = look, .data = &w};
    bool written = run_steps(&w.run, &o, "A brick wall is shot at three times");
    report(&w, &o);
    toi_mesh_destroy(w.brick.mesh);
    toi_mesh_destroy(w.half_brick.mesh);
    toi_mesh_destroy(w.shot.mesh);
    toi_mesh_destroy(w.ground.mesh);
    release(w.built);
    crowd_release(&w.crowd);
    return written && failed_checks() == 0 ? 0 : 1;
}
