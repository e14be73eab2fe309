// The shapes and the random screws of the pairs that are compared with the screw oracle.

#include "support/generate.h"
#include "support/screw_pairs.h"

#include <stdlib.h>

const char* sp_family_name(sp_family family)
{
    static const char* names[SP_FAMILIES] = {"cubes", "cars", "rods", "tori", "spheres", "sheets"};
    return names[family];
}

// ---- shapes

enum { VERTICES = 600, CORNERS = 2400, FACES = 600 };

typedef struct shape {
    double vertices[3 * VERTICES];
    uint32_t corners[CORNERS], offsets[FACES + 1];
    uint32_t vertex_count, face_count;
} shape;

static void add_vertex(shape* s, double x, double y, double z)
{
    double* v = &s->vertices[3 * s->vertex_count++];
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

static void add_face(shape* s, const uint32_t* corners, uint32_t count)
{
    uint32_t begin = s->offsets[s->face_count];
    for (uint32_t i = 0; i < count; ++i) {
        s->corners[begin + i] = corners[i];
    }
    s->offsets[++s->face_count] = begin + count;
}

static void make_box(shape* s, double x, double y, double z)
{
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 8; ++i) {
        add_vertex(s, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    for (int f = 0; f < 6; ++f) {
        add_face(s, faces[f], 4);
    }
}

// Half of a profile, mirrored at y = 0; the two upper points are narrower, and each side is cut where the
// cabin starts.
static void make_car(shape* s)
{
    static const double profile[8][2] = {{1.9, 0.1},  {2.0, 0.6},  {0.8, 0.8},   {0.25, 1.25},
                                         {-1.0, 1.3}, {-1.5, 0.8}, {-2.0, 0.65}, {-1.9, 0.1}};
    for (int i = 0; i < 8; ++i) {
        double y = profile[i][1] > 1.0 ? 0.6 : 0.8;
        // The cabin must stay plane: its width falls with its height.
        y = profile[i][1] > 1.0 ? 0.8 - 0.5 * (profile[i][1] - 0.8) : y;
        add_vertex(s, profile[i][0], -y, profile[i][1]);
        add_vertex(s, profile[i][0], y, profile[i][1]);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        uint32_t j = (i + 1) % 8, face[4] = {2 * i, 2 * i + 1, 2 * j + 1, 2 * j};
        add_face(s, face, 4);
    }
    static const uint32_t sides[2][6] = {{0, 2, 4, 10, 12, 14}, {15, 13, 11, 5, 3, 1}};
    static const uint32_t cabin[2][4] = {{4, 6, 8, 10}, {11, 9, 7, 5}};
    for (int i = 0; i < 2; ++i) {
        add_face(s, sides[i], 6);
        add_face(s, cabin[i], 4);
    }
}

static const double turn = 6.283185307179586;

static void make_torus(shape* s)
{
    enum { AROUND = 25, RING = 12 };
    for (int i = 0; i < AROUND * RING; ++i) {
        double u = turn * (i / RING) / AROUND, v = turn * (i % RING) / RING, r = 1.0 + 0.35 * cos(v);
        add_vertex(s, r * cos(u), r * sin(u), 0.35 * sin(v));
    }
    for (uint32_t i = 0; i < AROUND * RING; ++i) {
        uint32_t u = i / RING, v = i % RING, u1 = (u + 1) % AROUND, v1 = (v + 1) % RING;
        uint32_t face[4] = {i, u1 * RING + v, u1 * RING + v1, u * RING + v1};
        add_face(s, face, 4);
    }
}

// 24 meridians, 20 rows of quads and one of triangles around each pole.
static void make_sphere(shape* s)
{
    enum { AROUND = 24, ROWS = 21 };
    for (int i = 0; i < AROUND * ROWS; ++i) {
        double u = turn * (i % AROUND) / AROUND, v = 0.5 * turn * (1 + i / AROUND) / (ROWS + 1);
        add_vertex(s, sin(v) * cos(u), sin(v) * sin(u), -cos(v));
    }
    add_vertex(s, 0.0, 0.0, -1.0);
    add_vertex(s, 0.0, 0.0, 1.0);
    for (uint32_t k = 0; k < AROUND; ++k) {
        uint32_t k1 = (k + 1) % AROUND, top = (ROWS - 1) * AROUND;
        uint32_t low[3] = {AROUND * ROWS, k1, k}, high[3] = {AROUND * ROWS + 1, top + k, top + k1};
        add_face(s, low, 3);
        for (uint32_t row = 0; row + 1 < ROWS; ++row) {
            uint32_t base = row * AROUND,
                     face[4] = {base + k, base + k1, base + AROUND + k1, base + AROUND + k};
            add_face(s, face, 4);
        }
        add_face(s, high, 3);
    }
}

// A box without a lid, with a fin on one of its edges, a sheet of two triangles that are folded, and a box
// that is closed: facets of sheets and of solids, and edges of every class.
static void make_sheets(shape* s)
{
    make_box(s, 0.5, 0.4, 0.6);
    --s->face_count;
    add_vertex(s, 1.1, 0.2, -0.9);
    const uint32_t fin[3] = {1, 3, 8}, folds[2][3] = {{9, 10, 11}, {10, 9, 12}};
    add_face(s, fin, 3);
    add_vertex(s, -0.4, 0.1, 0.9);
    add_vertex(s, 0.5, 0.2, 1.1);
    add_vertex(s, 0.1, 0.9, 1.2);
    add_vertex(s, 0.2, -0.7, 0.8);
    add_face(s, folds[0], 3);
    add_face(s, folds[1], 3);
    shape* solid = calloc(1, sizeof *solid);
    if (solid == NULL) {
        abort();
    }
    make_box(solid, 0.3, 0.2, 0.25);
    uint32_t first = s->vertex_count;
    for (uint32_t v = 0; v < solid->vertex_count; ++v) {
        const double* p = &solid->vertices[3 * v];
        add_vertex(s, p[0] - 1.0, p[1] + 0.1, p[2]);
    }
    for (uint32_t f = 0; f < solid->face_count; ++f) {
        uint32_t face[4];
        for (int i = 0; i < 4; ++i) {
            face[i] = first + solid->corners[4 * f + (uint32_t)i];
        }
        add_face(s, face, 4);
    }
    free(solid);
}

static void make_shape(shape* s, sp_family family)
{
    switch (family) {
    case SP_CARS:
        make_car(s);
        break;
    case SP_RODS:
        make_box(s, 2.0, 0.05, 0.05);
        break;
    case SP_TORI:
        make_torus(s);
        break;
    case SP_SPHERES:
        make_sphere(s);
        break;
    case SP_SHEETS:
        make_sheets(s);
        break;
    case SP_CUBES:
    case SP_FAMILIES:
        make_box(s, 0.5, 0.5, 0.5);
        break;
    }
}

void sp_shapes_init(sp_shapes* shapes, sp_family family)
{
    shape* s = calloc(1, sizeof *s);
    if (s == NULL) {
        abort();
    }
    make_shape(s, family);
    for (int k = 0; k < 2; ++k) {
        static const double squeeze[3] = {0.8, 0.9, 0.7};
        for (uint32_t i = 0; k == 1 && i < 3 * s->vertex_count; ++i) {
            s->vertices[i] *= squeeze[i % 3];
        }
        toi_mesh_def def = {.vertices = s->vertices, .vertex_count = s->vertex_count, .indices = s->corners};
        def.face_offsets = s->offsets;
        def.face_count = s->face_count;
        sb_polygons polygons = {s->vertices, s->vertex_count, s->corners, s->offsets, s->face_count};
        sb_mesh_init(&shapes->truth[k], &polygons);
        if (toi_mesh_create(&def, &shapes->mesh[k], NULL) != TOI_OK) {
            abort();
        }
    }
    free(s);
}

void sp_shapes_release(sp_shapes* shapes)
{
    for (int k = 0; k < 2; ++k) {
        toi_mesh_destroy(shapes->mesh[k]);
        sb_mesh_release(&shapes->truth[k]);
    }
}

// ---- screws

static double random_angle(gen_random* random)
{
    static const double pi = 3.141592653589793;
    double sign = gen_chance(random, 0.5) ? 1.0 : -1.0;
    switch (gen_below(random, 7)) {
    case 0:
        return 0.0;
    case 1:
        return sign * 1e-12;
    case 2:
        return sign * 1e-6;
    case 3:
        return sign * gen_size(random, 1e-5, 0.3);
    case 4:
        return sign * gen_between(random, 0.0, 2.0);
    case 5: {
        double side = gen_chance(random, 0.5) ? 1.0 : -1.0;
        return sign * (pi + side * gen_size(random, 1e-10, 1e-3));
    }
    default:
        return sign * gen_between(random, 2.0, 13.0);
    }
}

// A point of the surface: a vertex, or between two of an edge.
static rvec surface_point(gen_random* random, const sb_mesh* mesh)
{
    const sb_edge* e = &mesh->edge[gen_below(random, mesh->edge_count)];
    real part = gen_chance(random, 0.5) ? 0.0L : (real)gen_unit(random);
    return r3_add(r3_scale(1.0L - part, mesh->vertex[e->v[0]]), r3_scale(part, mesh->vertex[e->v[1]]));
}

static toi_quat round_quat(rquat q)
{
    return (toi_quat){(double)q.w, (double)q.x, (double)q.y, (double)q.z};
}

// Sets the start of B so that at the time s its point b is at the point `goal`, turned by q.
static void aim(sb_screw* screw, real s, rquat q, rvec b, rvec goal)
{
    rvec axis = r3_unit(r3_wide(screw->axis)), point = r3_wide(screw->point);
    rvec position = r3_sub(goal, rq_turn(q, b));
    rquat back = rq_axis_angle(axis, -s * (real)screw->angle);
    rvec moved = r3_sub(r3_sub(position, r3_scale(s * (real)screw->advance, axis)), point);
    screw->start.position = r3_round(r3_add(point, rq_turn(back, moved)));
    screw->start.quaternion = round_quat(rq_mul(back, q));
}

void sp_pair_random(const sp_shapes* shapes, uint64_t seed, uint64_t index, sp_pair* pair)
{
    gen_random random = {seed * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u};
    *pair = (sp_pair){.shape = {0, (int)(index % 2)}, .pose_a = TOI_POSE_IDENTITY};
    const sb_mesh *a = &shapes->truth[0], *b = &shapes->truth[pair->shape[1]];
    double size = (double)a->size;
    if (gen_chance(&random, 0.5)) {
        pair->pose_a.quaternion = gen_quaternion(&random);
        toi_vec3 d = gen_direction(&random);
        double far = gen_size(&random, 0.1, 10.0) * size;
        pair->pose_a.position = (toi_vec3){far * d.x, far * d.y, far * d.z};
    }
    rvec on_a = rq_turn(rq_wide(pair->pose_a.quaternion), surface_point(&random, a));
    rvec goal = r3_add(on_a, r3_wide(pair->pose_a.position)), on_b = surface_point(&random, b);
    toi_quat q = gen_quaternion(&random);
    sb_screw* screw = &pair->screw;
    screw->to = 1.0;
    screw->axis = gen_direction(&random);
    screw->angle = random_angle(&random);
    double away = gen_chance(&random, 0.1) ? gen_size(&random, 1.0, 100.0) : gen_unit(&random);
    screw->point = r3_round(r3_add(goal, r3_scale((real)(away * size), r3_wide(gen_direction(&random)))));
    // A motion that turns little has to bring them together by its advance.
    screw->advance = size * gen_between(&random, fabs(screw->angle) < 0.3 ? 0.5 : 0.0, 2.0);
    screw->advance *= gen_chance(&random, 0.5) ? 1.0 : -1.0;
    rvec aside = r3_wide(gen_direction(&random));
    rvec miss = r3_scale((real)(0.1 * size * gen_unit(&random)), aside);
    aim(screw, (real)gen_between(&random, 0.1, 0.9), rq_wide(q), on_b, r3_add(goal, miss));
    rvec arm = r3_sub(r3_wide(screw->point), r3_wide(screw->start.position));
    pair->magnitude = a->size + b->size + r3_length(arm) + r3_length(r3_wide(screw->point)) +
                      r3_length(r3_wide(pair->pose_a.position)) + fabsl((real)screw->advance);
}

toi_motion sp_pair_motion(const sp_pair* pair)
{
    return (toi_motion){.kind = TOI_MOTION_SCREW,
                        .pose = pair->screw.start,
                        .point = pair->screw.point,
                        .axis = pair->screw.axis,
                        .angle = pair->screw.angle,
                        .advance = pair->screw.advance};
}

static void print_pose(FILE* file, const char* name, toi_pose p)
{
    toi_quat q = p.quaternion;
    fprintf(file, "%s %.17g %.17g %.17g, %.17g %.17g %.17g %.17g\n", name, p.position.x, p.position.y,
            p.position.z, q.w, q.x, q.y, q.z);
}

void sp_pair_print(FILE* file, const sp_pair* pair)
{
    const sb_screw* s = &pair->screw;
    fprintf(file, "shapes %d %d\n", pair->shape[0], pair->shape[1]);
    print_pose(file, "A rests at", pair->pose_a);
    print_pose(file, "B starts at", s->start);
    fprintf(file, "point %.17g %.17g %.17g axis %.17g %.17g %.17g angle %.17g advance %.17g\n", s->point.x,
            s->point.y, s->point.z, s->axis.x, s->axis.y, s->axis.z, s->angle, s->advance);
}
