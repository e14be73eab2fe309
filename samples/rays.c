// Visibility: rays from a point through a level of columns and walls. The mover of a ray is a single point.
// Every answer is compared with exact tests of the segment against every triangle; many rays go exactly
// through corners and edges, where nothing may slip through.

#include "check.h"
#include "exact_ray.h"
#include "memory.h"
#include "options.h"
#include "shapes.h"
#include <toi/trace.h>

#include <stdio.h>

enum { MOST_BODIES = 256, CORNERS = 4, PICTURE_RAYS = 720 };

static const double HALF_ROOM = 1000.0, HEIGHT = 300.0, SEPARATION = 1e-3;

// Stops may be early by this part of the separation, and distances are compared with a little more.
static const double TOLERANCE = 0.01;

typedef struct column {
    double outline[CORNERS][2];
    uint32_t corners;
} column;

typedef struct level {
    toi_mesh* meshes[MOST_BODIES];
    toi_placed placed[MOST_BODIES];
    column columns[MOST_BODIES];
    uint32_t count, column_count;
    toi_stage* stage;
    toi_mesh* point;
    toi_vec3 (*triangles)[3];
    uint32_t triangle_count, triangle_capacity;
} level;

typedef struct tally {
    uint64_t rays, seen, hidden;
    uint64_t missed;  // the exact test finds a triangle, the trace does not
    uint64_t early;   // the trace is stopped where nothing is within the separation
    uint64_t grazing; // stopped within the separation of something that the ray does not meet
} tally;

static void add_mesh(level* l, toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    l->placed[l->count] = (toi_placed){mesh, TOI_POSE_IDENTITY, 2};
    l->meshes[l->count++] = mesh;
    for (uint32_t f = 0; f < info.faces; ++f) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(mesh, f, &corners);
        for (uint32_t i = 1; i + 1 < count; ++i) {
            l->triangles = grow(l->triangles, l->triangle_count, &l->triangle_capacity, sizeof *l->triangles);
            toi_vec3* t = l->triangles[l->triangle_count++];
            t[0] = toi_mesh_vertex(mesh, corners[0]);
            t[1] = toi_mesh_vertex(mesh, corners[i]);
            t[2] = toi_mesh_vertex(mesh, corners[i + 1]);
        }
    }
}

// A convex column of three or four corners with even coordinates, away from the middle of the room.
static void add_column(level* l, uint64_t* seed)
{
    column* c = &l->columns[l->column_count];
    double x = 0.0, y = 0.0, size = floor(draw(seed, 20.0, 70.0));
    while (x * x + y * y < 200.0 * 200.0) {
        x = draw(seed, -0.85, 0.85) * HALF_ROOM;
        y = draw(seed, -0.85, 0.85) * HALF_ROOM;
    }
    c->corners = draw(seed, 0.0, 1.0) < 0.5 ? 3 : 4;
    double turn = draw(seed, 0.0, 6.28);
    for (uint32_t i = 0; i < c->corners; ++i) {
        double angle = turn + 6.283185307179586 * i / c->corners;
        c->outline[i][0] = 2.0 * floor(0.5 * (x + size * cos(angle)));
        c->outline[i][1] = 2.0 * floor(0.5 * (y + size * sin(angle)));
    }
    double high = 2.0 * floor(draw(seed, 40.0, 0.5 * HEIGHT));
    add_mesh(l, shape_prism(c->outline, c->corners, 2, 0.0, high));
    ++l->column_count;
}

static void add_wall(level* l, double x0, double y0, double x1, double y1)
{
    double outline[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    add_mesh(l, shape_prism(outline, 4, 2, 0.0, HEIGHT));
}

static void build(level* l, const sim_options* o)
{
    uint64_t seed = o->seed;
    double h = HALF_ROOM, w = h + 20.0;
    add_wall(l, -w, -w, w, -h);
    add_wall(l, -w, h, w, w);
    add_wall(l, -w, -h, -h, h);
    add_wall(l, h, -h, w, h);
    for (uint32_t i = 0; i < o->size && l->count < MOST_BODIES; ++i) {
        add_column(l, &seed);
    }
    must(toi_stage_create(l->placed, l->count, NULL, &l->stage, NULL), "toi_stage_create");
    static const double origin[3] = {0.0, 0.0, 0.0};
    static const uint32_t index = 0, offsets[2] = {0, 1};
    toi_mesh_def def = {
        .vertices = origin, .vertex_count = 1, .indices = &index, .face_offsets = offsets, .face_count = 1};
    must(toi_mesh_create(&def, &l->point, NULL), "toi_mesh_create");
}

// Where a ray from `eye` ends, at `target` or where it is stopped.
static toi_trace_result look(const level* l, toi_vec3 eye, toi_vec3 target)
{
    toi_placed mover = {l->point, {eye, {1.0, 0.0, 0.0, 0.0}}, 2};
    toi_move move = {.kind = TOI_MOVE_TRANSLATION, .by = v3_sub(target, eye)};
    toi_trace_def def = {.separation = SEPARATION, .tolerance = TOLERANCE * SEPARATION};
    toi_trace_result r;
    must(toi_trace(l->stage, &mover, &move, &def, &r), "toi_trace");
    return r;
}

static void compare(const level* l, toi_vec3 eye, toi_vec3 target, tally* n)
{
    toi_trace_result r = look(l, eye, target);
    bool seen = r.answer == TOI_ANSWER_CLEAR, meets = false;
    double distance = HUGE_VAL;
    for (uint32_t i = 0; i < l->triangle_count && !meets; ++i) {
        const toi_vec3* t = l->triangles[i];
        const int3 whole[3] = {int3_from(t[0]), int3_from(t[1]), int3_from(t[2])};
        meets = exact_segment_meets(int3_from(eye), int3_from(target), whole);
    }
    for (uint32_t i = 0; i < l->triangle_count && !meets && !seen; ++i) {
        distance = fmin(distance, ray_distance(eye, target, l->triangles[i]));
    }
    bool near = distance < (1.0 + 2.0 * TOLERANCE) * SEPARATION;
    ++n->rays;
    n->seen += seen;
    n->hidden += !seen;
    n->missed += seen && meets;
    n->grazing += !seen && !meets && near;
    n->early += !seen && !meets && !near;
}

// A target beyond a corner, or beyond the middle of an edge, of some triangle, or anywhere.
static toi_vec3 draw_target(const level* l, toi_vec3 eye, uint64_t* seed)
{
    const toi_vec3* t = l->triangles[(uint32_t)draw(seed, 0.0, l->triangle_count)];
    double kind = draw(seed, 0.0, 3.0);
    if (kind < 1.0) {
        return v3_madd(v3_scale(t[0], 2.0), -1.0, eye);
    }
    if (kind < 2.0) {
        return v3_sub(v3_add(t[0], t[1]), eye);
    }
    return v3(floor(draw(seed, -1.0, 1.0) * HALF_ROOM), floor(draw(seed, -1.0, 1.0) * HALF_ROOM),
              floor(draw(seed, 1.0, HEIGHT)));
}

static void draw_polygon(FILE* file, const char* style, double (*points)[2], uint32_t count)
{
    fprintf(file, "<polygon %s points=\"", style);
    for (uint32_t i = 0; i < count; ++i) {
        fprintf(file, "%.1f,%.1f ", points[i][0], -points[i][1]);
    }
    fprintf(file, "\"/>\n");
}

// The room from above, and the part of it that is seen.
static bool draw_picture(const level* l, toi_vec3 eye, const char* path)
{
    static double ends[PICTURE_RAYS][2];
    for (uint32_t i = 0; i < PICTURE_RAYS; ++i) {
        double angle = 6.283185307179586 * i / PICTURE_RAYS;
        toi_vec3 far = v3(floor(3000.0 * cos(angle)), floor(3000.0 * sin(angle)), eye.z);
        toi_vec3 end = look(l, eye, far).pose.position;
        ends[i][0] = end.x;
        ends[i][1] = end.y;
    }
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return false;
    }
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1030 -1030 2060 2060\">\n"
                  "<rect x=\"-1020\" y=\"-1020\" width=\"2040\" height=\"2040\" fill=\"#8a8f94\"/>\n"
                  "<rect x=\"-1000\" y=\"-1000\" width=\"2000\" height=\"2000\" fill=\"#d5d8db\"/>\n");
    draw_polygon(file, "fill=\"#fff3cf\"", ends, PICTURE_RAYS);
    for (uint32_t i = 0; i < l->column_count; ++i) {
        column c = l->columns[i];
        draw_polygon(file, "fill=\"#1b4f78\"", c.outline, c.corners);
    }
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"12\" fill=\"#c0392b\"/>\n</svg>\n", eye.x, -eye.y);
    return fclose(file) == 0;
}

int main(int count, char** arguments)
{
    sim_options o = {.steps = 20000, .seed = 1, .size = 60};
    o = read_options(count, arguments, o,
                     "Rays from a point, against exact tests. --steps: rays, --size: columns");
    static level l;
    build(&l, &o);
    uint64_t seed = o.seed + 1;
    tally n = {0};
    for (uint32_t i = 0; i < o.steps; ++i) {
        toi_vec3 eye = v3(floor(draw(&seed, -99.0, 99.0)), floor(draw(&seed, -99.0, 99.0)),
                          floor(draw(&seed, 1.0, 299.0)));
        compare(&l, eye, draw_target(&l, eye, &seed), &n);
    }
    printf("%llu rays among %u triangles: %llu end where they were to, %llu are stopped\n",
           (unsigned long long)n.rays, l.triangle_count, (unsigned long long)n.seen,
           (unsigned long long)n.hidden);
    check("missed", n.missed == 0, "%llu rays pass through a triangle", (unsigned long long)n.missed);
    check("early", n.early == 0, "%llu rays are stopped where nothing is within the separation; %llu graze",
          (unsigned long long)n.early, (unsigned long long)n.grazing);
    bool drawn = o.output == NULL || draw_picture(&l, v3(0.0, 0.0, 30.0), o.output);
    for (uint32_t i = 0; i < l.count; ++i) {
        toi_mesh_destroy(l.meshes[i]);
    }
    toi_mesh_destroy(l.point);
    toi_stage_destroy(l.stage);
    release(l.triangles);
    return drawn && failed_checks() == 0 ? 0 : 1;
}
