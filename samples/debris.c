// An explosion of single polygons: a shell of triangles and quadrangles bursts in a room, and the pieces fly,
// bounce and come to rest. Each is a body without any thickness, and none ever crosses another or a wall.

#include "crowd.h"
#include "run.h"
#include "shapes.h"

#include <stdio.h>

static const toi_vec3 ROOM = {3.0, 3.0, 3.0}; // half of its lengths, with the floor at z = 0
static const double WALL = 0.05, SHELL_RADIUS = 0.6, SHELL_HEIGHT = 1.6, AREA_DENSITY = 8.0,
                    BURST_SPEED = 5.0;

// Pieces are so much smaller than their part of the shell, and do not touch when they start.
static const double SHRUNK = 0.9;

enum { LEVEL_PARTS = 9, MOST_PIECES = 4000 };

typedef struct debris {
    sim_crowd crowd;
    sim_run run;
    toi_mesh* meshes[MOST_PIECES + LEVEL_PARTS];
    uint32_t mesh_count, pieces;
    uint64_t seed;
} debris;

static toi_vec3 on_shell(uint32_t row, uint32_t rows, uint32_t column, uint32_t columns)
{
    double pi = 3.14159265358979323846, up = pi * row / rows, around = 2.0 * pi * column / columns;
    return v3(SHELL_RADIUS * sin(up) * cos(around), SHELL_RADIUS * sin(up) * sin(around),
              SHELL_HEIGHT - SHELL_RADIUS * cos(up));
}

static void add_piece(debris* d, const toi_vec3* corners, uint32_t count)
{
    toi_vec3 middle = v3(0.0, 0.0, 0.0), shrunk[4];
    for (uint32_t i = 0; i < count; ++i) {
        middle = v3_madd(middle, 1.0 / count, corners[i]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        shrunk[i] = v3_madd(middle, SHRUNK, v3_sub(corners[i], middle));
    }
    toi_pose pose;
    sim_shape s = shape_polygon(shrunk, count, &pose);
    char name[24];
    snprintf(name, sizeof name, "piece %u", d->pieces++);
    uint32_t index = crowd_add(&d->crowd, name, s.mesh, pose);
    sim_body* b = &d->crowd.bodies[index];
    crowd_weigh(&d->crowd, AREA_DENSITY * s.volume, v3_scale(s.inertia, AREA_DENSITY));
    d->meshes[d->mesh_count++] = s.mesh;
    toi_vec3 outward = v3_unit(v3_sub(pose.position, v3(0.0, 0.0, SHELL_HEIGHT)));
    b->velocity = v3_scale(outward, BURST_SPEED * draw(&d->seed, 0.6, 1.2));
    b->spin.x = draw(&d->seed, -8.0, 8.0);
    b->spin.y = draw(&d->seed, -8.0, 8.0);
    b->spin.z = draw(&d->seed, -8.0, 8.0);
}

// Every other quadrangle of the shell, by chance, is two triangles.
static void add_part(debris* d, const toi_vec3 corners[4])
{
    bool low_tip = v3_distance(corners[0], corners[1]) < 1e-9,
         high_tip = v3_distance(corners[2], corners[3]) < 1e-9;
    const toi_vec3 lower[3] = {corners[0], corners[1], corners[2]};
    const toi_vec3 upper[3] = {corners[0], corners[2], corners[3]};
    if (low_tip) {
        add_piece(d, upper, 3);
    } else if (high_tip) {
        add_piece(d, lower, 3);
    } else if (draw(&d->seed, 0.0, 1.0) < 0.5) {
        add_piece(d, corners, 4);
    } else {
        add_piece(d, lower, 3);
        add_piece(d, upper, 3);
    }
}

static void add_still(debris* d, const char* name, toi_mesh* mesh, toi_vec3 place)
{
    crowd_add(&d->crowd, name, mesh, (toi_pose){place, {1.0, 0.0, 0.0, 0.0}});
    d->meshes[d->mesh_count++] = mesh;
}

static void add_level(debris* d)
{
    double x = ROOM.x + WALL, y = ROOM.y + WALL, z = ROOM.z + WALL;
    static double ramp[3][2] = {{-0.8, 0.0}, {0.8, 0.0}, {0.8, 0.7}};
    add_still(d, "floor", shape_box(v3(x, y, WALL)).mesh, v3(0.0, 0.0, -WALL));
    add_still(d, "ceiling", shape_box(v3(x, y, WALL)).mesh, v3(0.0, 0.0, 2.0 * ROOM.z + WALL));
    add_still(d, "west", shape_box(v3(WALL, y, z)).mesh, v3(-x, 0.0, ROOM.z));
    add_still(d, "east", shape_box(v3(WALL, y, z)).mesh, v3(x, 0.0, ROOM.z));
    add_still(d, "south", shape_box(v3(x, WALL, z)).mesh, v3(0.0, -y, ROOM.z));
    add_still(d, "north", shape_box(v3(x, WALL, z)).mesh, v3(0.0, y, ROOM.z));
    add_still(d, "block", shape_box(v3(0.5, 0.4, 0.3)).mesh, v3(-1.6, -1.0, 0.3));
    add_still(d, "step", shape_box(v3(0.9, 0.7, 0.1)).mesh, v3(-1.6, -1.0, 0.1));
    add_still(d, "ramp", shape_prism(ramp, 3, 0, -0.6, 0.6), v3(1.5, 1.2, 0.0));
}

static void build(debris* d, const sim_options* o)
{
    d->crowd.settings = crowd_default_settings();
    d->crowd.settings.friction = 0.4;
    d->crowd.settings.restitution = 0.35;
    d->seed = o->seed;
    uint32_t rows = (uint32_t)fmax(ceil(sqrt(o->size / 3.0)), 2.0), columns = 2 * rows;
    for (uint32_t i = 0; i < rows; ++i) {
        for (uint32_t k = 0; k < columns && d->pieces + 2 <= MOST_PIECES; ++k) {
            const toi_vec3 corners[4] = {on_shell(i, rows, k, columns), on_shell(i, rows, k + 1, columns),
                                         on_shell(i + 1, rows, k + 1, columns),
                                         on_shell(i + 1, rows, k, columns)};
            add_part(d, corners);
        }
    }
    add_level(d);
    crowd_start(&d->crowd);
}

// Pieces outside of the room, and the number of those that rest.
static uint32_t count_outside(const debris* d, uint32_t* resting, double* fastest)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < d->pieces; ++i) {
        const sim_body* b = &d->crowd.bodies[i];
        toi_vec3 p = b->pose.position;
        bool inside = fabs(p.x) < ROOM.x && fabs(p.y) < ROOM.y && p.z > 0.0 && p.z < 2.0 * ROOM.z;
        outside += !inside;
        *resting += b->asleep;
        *fastest = fmax(*fastest, v3_length(b->velocity));
    }
    return outside;
}

static void report(const debris* d, const sim_options* o)
{
    uint32_t resting = 0;
    double fastest = 0.0;
    uint32_t outside = count_outside(d, &resting, &fastest);
    printf("%u pieces, %u steps at %g a second; %u rest, the fastest has %.3g m/s\n", d->pieces, o->steps,
           o->rate, resting, fastest);
    run_report(&d->run, o);
    check("inside", outside == 0, "%u pieces left the room", outside);
    if (o->steps >= 8.0 * o->rate) {
        check("rest", resting == d->pieces, "%u of %u pieces rest", resting, d->pieces);
    }
}

int main(int count, char** arguments)
{
    sim_options o = {.steps = 600, .rate = 60.0, .seed = 1, .size = 40};
    o = read_options(count, arguments, o, "Single polygons explode, fall and come to rest. --size: pieces");
    static debris d;
    build(&d, &o);
    d.run.crowd = &d.crowd;
    bool written = run_steps(&d.run, &o, "Single polygons explode in a room");
    report(&d, &o);
    for (uint32_t i = 0; i < d.mesh_count; ++i) {
        toi_mesh_destroy(d.meshes[i]);
    }
    crowd_release(&d.crowd);
    return written && failed_checks() == 0 ? 0 : 1;
}
