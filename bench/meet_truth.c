// How many faces meet, to judge all contenders by: edges against triangles in long doubles, whose signs are
// certified by a bound of rounding, on candidates from a grid. No code of the library.

#include "bench/meet_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- triangles

typedef struct corner3 {
    long double x[3];
} corner3;

static corner3 difference(const toi_vec3* a, const toi_vec3* b)
{
    return (corner3){{(long double)a->x - (long double)b->x, (long double)a->y - (long double)b->y,
                      (long double)a->z - (long double)b->z}};
}

// The side of d of the plane through a, b, c, as a sign; 0 where rounding hides it. Each of the six products
// of three differences passes at most eight roundings of 2^-64 (three differences, two products, three sums),
// so that 16 of them, of the sum of their sizes, is beyond the error.
static int side_of(const toi_vec3* a, const toi_vec3* b, const toi_vec3* c, const toi_vec3* d)
{
    static const long double bound = 16.0L * 0x1p-64L;
    corner3 u = difference(b, a), v = difference(c, a), w = difference(d, a);
    long double sum = 0.0L, size = 0.0L;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        long double p = u.x[j] * v.x[k], q = u.x[k] * v.x[j];
        sum += w.x[i] * (p - q);
        size += fabsl(w.x[i]) * (fabsl(p) + fabsl(q));
    }
    return sum > bound * size ? 1 : sum < -bound * size ? -1 : 0;
}

typedef enum verdict {
    VERDICT_APART = 0,
    VERDICT_MEET,
    VERDICT_UNKNOWN,
} verdict;

static verdict edge_meets(const toi_vec3* p, const toi_vec3* q, const toi_vec3 t[3])
{
    int below = side_of(&t[0], &t[1], &t[2], p), above = side_of(&t[0], &t[1], &t[2], q);
    if (below * above > 0) {
        return VERDICT_APART;
    }
    int around[3];
    for (int i = 0; i < 3; ++i) {
        around[i] = side_of(p, q, &t[i], &t[(i + 1) % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        if (around[i] * around[(i + 1) % 3] < 0) {
            return VERDICT_APART;
        }
    }
    return below == 0 || above == 0 || around[0] == 0 || around[1] == 0 || around[2] == 0 ? VERDICT_UNKNOWN
                                                                                          : VERDICT_MEET;
}

// Triangles that meet and do not lie in one plane: an edge of one meets the other.
static verdict triangles_meet(const toi_vec3 a[3], const toi_vec3 b[3])
{
    verdict all = VERDICT_APART;
    for (int i = 0; i < 3; ++i) {
        int next = (i + 1) % 3;
        verdict of_a = edge_meets(&a[i], &a[next], b), of_b = edge_meets(&b[i], &b[next], a);
        if (of_a == VERDICT_MEET || of_b == VERDICT_MEET) {
            return VERDICT_MEET;
        }
        all = of_a == VERDICT_UNKNOWN || of_b == VERDICT_UNKNOWN ? VERDICT_UNKNOWN : all;
    }
    return all;
}

// ---- faces by a grid

// Faces of a body that reach into the region of two bodies.
typedef struct near_faces {
    const meet_mesh* mesh;
    const toi_vec3* vertices;
    uint32_t* faces;
    toi_bounds* boxes; // cut off by the region
    uint32_t count;
} near_faces;

typedef struct cell {
    int64_t x[3];
} cell;

typedef struct grid {
    toi_vec3 origin;
    double size;
    uint32_t* heads; // of each slot; entry + 1
    uint32_t* next;
    uint32_t* faces; // of an entry
    cell* cells;
    uint32_t mask, count, room;
} grid;

typedef struct judged {
    uint64_t meet, unknown;
} judged;

static void corners_of(const near_faces* near, uint32_t face, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = near->vertices[near->mesh->corners[3 * (size_t)face + (size_t)k]];
    }
}

static toi_bounds cut(const toi_bounds* a, const toi_bounds* b)
{
    return (toi_bounds){
        {fmax(a->lower.x, b->lower.x), fmax(a->lower.y, b->lower.y), fmax(a->lower.z, b->lower.z)},
        {fmin(a->upper.x, b->upper.x), fmin(a->upper.y, b->upper.y), fmin(a->upper.z, b->upper.z)}};
}

static bool is_empty(const toi_bounds* box)
{
    return box->lower.x > box->upper.x || box->lower.y > box->upper.y || box->lower.z > box->upper.z;
}

static double reach(const toi_bounds* box)
{
    return fmax(box->upper.x - box->lower.x, fmax(box->upper.y - box->lower.y, box->upper.z - box->lower.z));
}

static near_faces list_faces(const meet_mesh* mesh, const toi_vec3* vertices, const toi_bounds* region)
{
    near_faces near = {mesh, vertices, meet_room(mesh->face_count, sizeof(uint32_t)),
                       meet_room(mesh->face_count, sizeof(toi_bounds)), 0};
    for (uint32_t i = 0; i < mesh->face_count; ++i) {
        toi_vec3 corner[3];
        corners_of(&near, i, corner);
        toi_bounds own = meet_vertex_box(corner, 3), part = cut(&own, region);
        if (!is_empty(&part)) {
            near.faces[near.count] = i;
            near.boxes[near.count++] = part;
        }
    }
    return near;
}

static void release_faces(near_faces* near)
{
    free(near->faces);
    free(near->boxes);
}

static cell cell_of(const grid* g, toi_vec3 point)
{
    return (cell){{(int64_t)floor((point.x - g->origin.x) / g->size),
                   (int64_t)floor((point.y - g->origin.y) / g->size),
                   (int64_t)floor((point.z - g->origin.z) / g->size)}};
}

static uint32_t slot_of(const grid* g, const cell* c)
{
    uint64_t h =
        (uint64_t)c->x[0] * 73856093u ^ (uint64_t)c->x[1] * 19349663u ^ (uint64_t)c->x[2] * 83492791u;
    return (uint32_t)(h ^ h >> 17) & g->mask;
}

// The next cell between two, in turn; false past the last.
static bool step(cell* at, const cell* low, const cell* high)
{
    for (int i = 0; i < 3; ++i) {
        if (++at->x[i] <= high->x[i]) {
            return true;
        }
        at->x[i] = low->x[i];
    }
    return false;
}

static void put(grid* g, uint32_t face, const cell* at)
{
    if (g->count == g->room) {
        g->room *= 2;
        g->next = realloc(g->next, g->room * sizeof *g->next);
        g->faces = realloc(g->faces, g->room * sizeof *g->faces);
        g->cells = realloc(g->cells, g->room * sizeof *g->cells);
        if (g->next == NULL || g->faces == NULL || g->cells == NULL) {
            fputs("toi_bench_meet: out of memory\n", stderr);
            exit(5);
        }
    }
    uint32_t* head = &g->heads[slot_of(g, at)];
    g->next[g->count] = *head;
    g->faces[g->count] = face;
    g->cells[g->count] = *at;
    *head = ++g->count;
}

static grid make_grid(const near_faces* near, const toi_bounds* region)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < near->count; ++i) {
        sum += reach(&near->boxes[i]);
    }
    grid g = {.origin = region->lower, .size = 1.5 * sum / near->count + 1e-6 * reach(region), .room = 64};
    for (g.mask = 1; g.mask < 4 * near->count; g.mask = 2 * g.mask + 1) {
    }
    g.heads = meet_room((size_t)g.mask + 1, sizeof *g.heads);
    g.next = meet_room(g.room, sizeof *g.next);
    g.faces = meet_room(g.room, sizeof *g.faces);
    g.cells = meet_room(g.room, sizeof *g.cells);
    for (uint32_t i = 0; i < near->count; ++i) {
        cell low = cell_of(&g, near->boxes[i].lower), high = cell_of(&g, near->boxes[i].upper), at = low;
        do {
            put(&g, i, &at);
        } while (step(&at, &low, &high));
    }
    return g;
}

static void release_grid(grid* g)
{
    free(g->heads);
    free(g->next);
    free(g->faces);
    free(g->cells);
}

static bool have_common_vertex(const uint32_t* a, const uint32_t* b)
{
    for (int i = 0; i < 9; ++i) {
        if (a[i / 3] == b[i % 3]) {
            return true;
        }
    }
    return false;
}

// A face of a and one of b, in a cell that both reach: they are looked at in the cell of the lowest point
// that their boxes have in common.
static void judge_faces(const near_faces* a, uint32_t i, const near_faces* b, uint32_t k, judged* sum)
{
    uint32_t face_a = a->faces[i], face_b = b->faces[k];
    bool self = a->vertices == b->vertices;
    if (self && (face_a >= face_b || have_common_vertex(&a->mesh->corners[3 * (size_t)face_a],
                                                        &b->mesh->corners[3 * (size_t)face_b]))) {
        return;
    }
    toi_vec3 corner_a[3], corner_b[3];
    corners_of(a, face_a, corner_a);
    corners_of(b, face_b, corner_b);
    verdict v = triangles_meet(corner_a, corner_b);
    sum->meet += v == VERDICT_MEET;
    sum->unknown += v == VERDICT_UNKNOWN;
}

static void judge_cell(const grid* g, const cell* at, const near_faces* a, uint32_t i, const near_faces* b,
                       judged* sum)
{
    for (uint32_t entry = g->heads[slot_of(g, at)]; entry > 0; entry = g->next[entry - 1]) {
        uint32_t k = g->faces[entry - 1];
        toi_bounds common = cut(&a->boxes[i], &b->boxes[k]);
        if (memcmp(&g->cells[entry - 1], at, sizeof *at) != 0 || is_empty(&common)) {
            continue;
        }
        cell owner = cell_of(g, common.lower);
        if (memcmp(&owner, at, sizeof *at) == 0) {
            judge_faces(a, i, b, k, sum);
        }
    }
}

static void judge_pair(const meet_world* world, toi_pair pair, toi_vec3* const* vertices,
                       const toi_bounds* boxes, judged* sum)
{
    toi_bounds region = cut(&boxes[pair.a], &boxes[pair.b]);
    near_faces a = list_faces(world->meshes[pair.a], vertices[pair.a], &region);
    near_faces b = list_faces(world->meshes[pair.b], vertices[pair.b], &region);
    if (a.count > 0 && b.count > 0) {
        grid g = make_grid(&b, &region);
        for (uint32_t i = 0; i < a.count; ++i) {
            cell low = cell_of(&g, a.boxes[i].lower), high = cell_of(&g, a.boxes[i].upper), at = low;
            do {
                judge_cell(&g, &at, &a, i, &b, sum);
            } while (step(&at, &low, &high));
        }
        release_grid(&g);
    }
    release_faces(&a);
    release_faces(&b);
}

// ---- frames

static judged judge_frame(const meet_world* world, uint32_t frame)
{
    uint32_t count = world->body_count;
    toi_vec3** vertices = meet_room(count, sizeof *vertices);
    toi_bounds* boxes = meet_room(count, sizeof *boxes);
    for (uint32_t i = 0; i < count; ++i) {
        size_t at = (size_t)frame * count + i;
        vertices[i] = world->shapes != NULL ? world->shapes[at]
                                            : meet_room(world->meshes[i]->vertex_count, sizeof(toi_vec3));
        if (world->shapes == NULL) {
            meet_pose_vertices(world->meshes[i], world->poses[at], vertices[i]);
        }
        boxes[i] = meet_vertex_box(vertices[i], world->meshes[i]->vertex_count);
    }
    judged sum = {0, 0};
    size_t pair_count = 0;
    toi_pair* pairs = meet_box_pairs(boxes, count, &pair_count);
    for (size_t i = 0; i < pair_count; ++i) {
        judge_pair(world, pairs[i], vertices, boxes, &sum);
    }
    if (world->kind == MEET_SELF) {
        judge_pair(world, (toi_pair){0, 0}, vertices, boxes, &sum);
    }
    for (uint32_t i = 0; world->shapes == NULL && i < count; ++i) {
        free(vertices[i]);
    }
    free(pairs);
    free(vertices);
    free(boxes);
    return sum;
}

void meet_world_judge(meet_world* world)
{
    for (uint32_t frame = 0; frame < world->frame_count; ++frame) {
        if (world->kind == MEET_BOXES) {
            size_t count;
            free(meet_box_pairs(&world->boxes[(size_t)frame * world->body_count], world->body_count, &count));
            world->truth[frame] = count;
            continue;
        }
        judged sum = judge_frame(world, frame);
        if (sum.unknown > 0) {
            fprintf(stderr, "%s: frame %u is too close to tell\n", world->name, frame);
            exit(3);
        }
        world->truth[frame] = sum.meet;
    }
}
