// Face octrees made beforehand, as in the method that [Kitamura98] section 5.2 compares with: every body has
// a complete face octree in its own frame, and every black node the faces that intersect it. In a cycle the
// black nodes take the place of faces: those that, posed, intersect an overlap region are sorted into the
// octree of the world, and where voxels have nodes of two bodies, all pairs of the faces of these are
// checked, each once.

#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "core/hash.h"
#include "math/triangles.h"
#include "narrow/overlap/clip.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEVEL = 6, CHILDREN = 8 };
#define SAFE 1e-12 // posed cubes are larger by so much of the size of the world: no touch is lost to rounding

typedef struct black_node {
    toi_vec3 center;
    uint32_t first, count; // faces in face_octree.faces
} black_node;

typedef struct face_octree {
    const toi_mesh* mesh;
    ti_array nodes; // black_node
    ti_array faces; // uint32_t
    double half;    // of a node
} face_octree;

// A posed black node.
typedef struct posed_node {
    toi_vec3 center;
    uint32_t body, node;
} posed_node;

typedef struct body_state {
    const face_octree* octree;
    toi_vec3* posed; // vertices
    toi_bounds box;
    toi_vec3 reach; // of a node along the world's axes
    ti_mat3 axes;   // rows: the world's axes in the frame of the body
    double half;
} body_state;

typedef struct update {
    face_octree octrees[OVERLAP_BODIES];
    body_state bodies[OVERLAP_BODIES];
    uint32_t count;
    ti_array checklist; // posed_node: also the lists on the way down
    ti_array slots;     // uint64_t: hash table of pairs of faces, UINT64_MAX where empty
    size_t used;
    double safe;
    overlap_found found;
    bool met[OVERLAP_BODIES][OVERLAP_BODIES];
} update;

static void* checked(void* room)
{
    if (room == NULL) {
        fputs("out of memory\n", stderr);
        exit(5);
    }
    return room;
}

// ---- beforehand

static toi_bounds child_box(const toi_bounds* box, int child)
{
    toi_vec3 middle = v3_scale(0.5, v3_add(box->lower, box->upper));
    return (toi_bounds){{child & 1 ? middle.x : box->lower.x, child & 2 ? middle.y : box->lower.y,
                         child & 4 ? middle.z : box->lower.z},
                        {child & 1 ? box->upper.x : middle.x, child & 2 ? box->upper.y : middle.y,
                         child & 4 ? box->upper.z : middle.z}};
}

// The list of faces of a node is the last one in octree->faces; lists of nodes that are not black at the end
// are taken out again.
static void build(face_octree* octree, const toi_bounds* box, size_t first, int level)
{
    size_t count = octree->faces.count - first;
    if (level == LEVEL) {
        black_node* node = checked(ti_array_push(&octree->nodes));
        *node = (black_node){v3_scale(0.5, v3_add(box->lower, box->upper)), (uint32_t)first, (uint32_t)count};
        return;
    }
    uint32_t* list = overlap_room(count, sizeof *list);
    for (size_t i = 0; i < count; ++i) {
        list[i] = ((const uint32_t*)octree->faces.data)[first + i];
    }
    octree->faces.count = first;
    for (int child = 0; child < CHILDREN; ++child) {
        toi_bounds part = child_box(box, child), grown = ti_clip_grow(&part, octree->mesh->radius * 4.0);
        size_t start = octree->faces.count;
        for (size_t i = 0; i < count; ++i) {
            toi_vec3 corner[3];
            for (int k = 0; k < 3; ++k) {
                corner[k] = octree->mesh->vertices[octree->mesh->triangles[list[i]].vertex[k]];
            }
            toi_bounds own = ti_clip_own_box(corner);
            if (ti_clip_meets(corner, &own, &grown)) {
                *(uint32_t*)checked(ti_array_push(&octree->faces)) = list[i];
            }
        }
        if (octree->faces.count > start) {
            build(octree, &part, start, level + 1);
        }
    }
    free(list);
}

static void make_octree(const toi_mesh* mesh, face_octree* octree)
{
    *octree = (face_octree){mesh, ti_array_make(sizeof(black_node), NULL),
                            ti_array_make(sizeof(uint32_t), NULL), mesh->radius / (1 << LEVEL)};
    toi_vec3 r = {mesh->radius, mesh->radius, mesh->radius};
    toi_bounds cube = {v3_sub(mesh->center, r), v3_add(mesh->center, r)};
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        *(uint32_t*)checked(ti_array_push(&octree->faces)) = i;
    }
    build(octree, &cube, 0, 0);
}

static void* open_update(const overlap_world* world)
{
    update* u = overlap_room(1, sizeof *u);
    u->count = world->count;
    u->checklist = ti_array_make(sizeof(posed_node), NULL);
    u->slots = ti_array_make(sizeof(uint64_t), NULL);
    memset(checked(ti_array_extend(&u->slots, 1 << 10)), 0xff, sizeof(uint64_t) << 10);
    for (uint32_t i = 0; i < world->count; ++i) {
        uint32_t same = 0;
        while (world->meshes[same] != world->meshes[i]) {
            ++same;
        }
        if (same == i) {
            make_octree(world->meshes[i], &u->octrees[i]);
        }
        u->bodies[i].octree = &u->octrees[same];
        u->bodies[i].posed = overlap_room(world->meshes[i]->vertex_count, sizeof(toi_vec3));
    }
    return u;
}

static void close_update(void* state)
{
    update* u = state;
    for (uint32_t i = 0; i < u->count; ++i) {
        ti_array_release(&u->octrees[i].nodes);
        ti_array_release(&u->octrees[i].faces);
        free(u->bodies[i].posed);
    }
    ti_array_release(&u->checklist);
    ti_array_release(&u->slots);
    free(u);
}

// ---- a cycle

static void pose_body(update* u, uint32_t index, const ti_faces* faces)
{
    body_state* body = &u->bodies[index];
    body->box = (toi_bounds){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        toi_vec3 v = ti_faces_vertex(faces, i);
        body->posed[i] = v;
        body->box = (toi_bounds){v3_min(body->box.lower, v), v3_max(body->box.upper, v)};
    }
}

// How far a posed node reaches.
static void set_reach(const update* u, body_state* body, const ti_faces* faces)
{
    body->axes = faces->rotation;
    body->half = body->octree->half + u->safe;
    const toi_vec3* row = faces->rotation.row;
    body->reach = v3_scale(body->half, v3(v3_norm1(row[0]), v3_norm1(row[1]), v3_norm1(row[2])));
}

static bool apart(double distance, double reach)
{
    return fabs(distance) > reach;
}

// A posed cube against a box: the axes of both, then the products of these.
static bool node_meets(const update* u, const posed_node* node, const toi_bounds* box)
{
    const body_state* body = &u->bodies[node->body];
    toi_vec3 half = v3_scale(0.5, v3_sub(box->upper, box->lower));
    toi_vec3 d = v3_sub(v3_scale(0.5, v3_add(box->upper, box->lower)), node->center);
    if (apart(d.x, body->reach.x + half.x) || apart(d.y, body->reach.y + half.y) ||
        apart(d.z, body->reach.z + half.z)) {
        return false;
    }
    ti_mat3 columns = m3_transposed(&body->axes); // rows: axes of the cube
    for (int i = 0; i < 3; ++i) {
        toi_vec3 n = columns.row[i];
        if (apart(v3_dot(d, n), body->half + v3_dot(half, v3(fabs(n.x), fabs(n.y), fabs(n.z))) + u->safe)) {
            return false;
        }
    }
    for (int i = 0; i < 9; ++i) {
        toi_vec3 unit = {i % 3 == 0, i % 3 == 1, i % 3 == 2}, axis = v3_cross(columns.row[i / 3], unit);
        double own = body->half * v3_norm1(m3_apply_transposed(&body->axes, axis));
        double other = v3_dot(half, v3(fabs(axis.x), fabs(axis.y), fabs(axis.z)));
        if (apart(v3_dot(d, axis), own + other + u->safe)) {
            return false;
        }
    }
    return true;
}

static void list_nodes(update* u, uint32_t index, const ti_faces* faces)
{
    const body_state* body = &u->bodies[index];
    toi_bounds region[OVERLAP_BODIES];
    uint32_t regions = 0;
    for (uint32_t k = 0; k < u->count; ++k) {
        const toi_bounds* other = &u->bodies[k].box;
        if (k != index && ti_clip_boxes_meet(&body->box, other)) {
            region[regions++] =
                (toi_bounds){v3_max(body->box.lower, other->lower), v3_min(body->box.upper, other->upper)};
        }
    }
    const black_node* nodes = body->octree->nodes.data;
    for (uint32_t i = 0; regions > 0 && i < body->octree->nodes.count; ++i) {
        posed_node node = {xf_point(&faces->rotation, faces->position, nodes[i].center), index, i};
        for (uint32_t r = 0; r < regions; ++r) {
            if (node_meets(u, &node, &region[r])) {
                *(posed_node*)checked(ti_array_push(&u->checklist)) = node;
                break;
            }
        }
    }
}

// ---- pairs of faces

static uint64_t* find_slot(update* u, uint64_t key)
{
    uint64_t *slots = u->slots.data, mask = u->slots.count - 1, at = ti_hash_u64(key) & mask;
    while (slots[at] != UINT64_MAX && slots[at] != key) {
        at = (at + 1) & mask;
    }
    return &slots[at];
}

static void grow_table(update* u)
{
    size_t count = u->slots.count;
    uint64_t* old = overlap_room(count, sizeof *old);
    memcpy(old, u->slots.data, count * sizeof *old);
    checked(ti_array_extend(&u->slots, count));
    memset(u->slots.data, 0xff, 2 * count * sizeof *old);
    for (size_t i = 0; i < count; ++i) {
        if (old[i] != UINT64_MAX) {
            *find_slot(u, old[i]) = old[i];
        }
    }
    free(old);
}

// Whether it is the first time that the pair comes up.
static bool is_new(update* u, uint64_t key)
{
    if (2 * (u->used + 1) > u->slots.count) {
        grow_table(u);
    }
    uint64_t* slot = find_slot(u, key);
    bool fresh = *slot == UINT64_MAX;
    *slot = key;
    u->used += fresh;
    return fresh;
}

static void corners_of(const body_state* body, uint32_t face, toi_vec3 corner[3])
{
    for (int k = 0; k < 3; ++k) {
        corner[k] = body->posed[body->octree->mesh->triangles[face].vertex[k]];
    }
}

static void check_faces(update* u, uint32_t a, uint32_t face_a, uint32_t b, uint32_t face_b)
{
    uint64_t key = (((uint64_t)a << 26 | face_a) << 6 | b) << 26 | face_b;
    if (!is_new(u, key)) {
        return;
    }
    toi_vec3 corner_a[3], corner_b[3];
    corners_of(&u->bodies[a], face_a, corner_a);
    corners_of(&u->bodies[b], face_b, corner_b);
    if (ti_triangles_meet(corner_a, corner_b)) {
        ++u->found.face_pairs;
        u->found.body_pairs += !u->met[a][b];
        u->met[a][b] = true;
    }
}

static void check_nodes(update* u, const posed_node* a, const posed_node* b)
{
    const face_octree *p = u->bodies[a->body].octree, *q = u->bodies[b->body].octree;
    const black_node *x = (const black_node*)p->nodes.data + a->node,
                     *y = (const black_node*)q->nodes.data + b->node;
    const uint32_t *faces_a = p->faces.data, *faces_b = q->faces.data;
    for (uint32_t i = 0; i < x->count; ++i) {
        for (uint32_t k = 0; k < y->count; ++k) {
            check_faces(u, a->body, faces_a[x->first + i], b->body, faces_b[y->first + k]);
        }
    }
}

// ---- the octree of the world

static bool of_two_bodies(const posed_node* nodes, size_t count)
{
    return count > 0 && nodes[0].body != nodes[count - 1].body; // they are in the order of bodies
}

static void check_voxel(update* u, size_t first)
{
    const posed_node* nodes = u->checklist.data;
    for (size_t i = first; i < u->checklist.count; ++i) {
        for (size_t k = i + 1; k < u->checklist.count; ++k) {
            if (nodes[i].body != nodes[k].body) {
                check_nodes(u, &nodes[i], &nodes[k]);
            }
        }
    }
}

static void visit(update* u, const toi_bounds* box, size_t first, int level)
{
    size_t end = u->checklist.count;
    if (level == LEVEL) {
        check_voxel(u, first);
        return;
    }
    for (int child = 0; child < CHILDREN; ++child) {
        toi_bounds part = child_box(box, child);
        for (size_t i = first; i < end; ++i) {
            posed_node node = ((const posed_node*)u->checklist.data)[i];
            if (node_meets(u, &node, &part)) {
                *(posed_node*)checked(ti_array_push(&u->checklist)) = node;
            }
        }
        if (of_two_bodies((const posed_node*)u->checklist.data + end, u->checklist.count - end)) {
            visit(u, &part, end, level + 1);
        }
        u->checklist.count = end;
    }
}

static overlap_found ask_update(void* state, const overlap_bodies* given, uint32_t count)
{
    const ti_faces* bodies = given->faces;
    update* u = state;
    u->found = (overlap_found){0, 0};
    memset(u->met, 0, sizeof u->met);
    if (u->used > 0) {
        memset(u->slots.data, 0xff, u->slots.count * sizeof(uint64_t));
        u->used = 0;
    }
    u->checklist.count = 0;
    toi_bounds world = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < count; ++i) {
        pose_body(u, i, &bodies[i]);
        world.lower = v3_min(world.lower, u->bodies[i].box.lower);
        world.upper = v3_max(world.upper, u->bodies[i].box.upper);
    }
    toi_vec3 size = v3_sub(world.upper, world.lower);
    double side = fmax(fmax(size.x, size.y), size.z);
    world.upper = v3_add(world.lower, v3(side, side, side));
    u->safe = SAFE * (side + v3_norm1(world.lower));
    for (uint32_t i = 0; i < count; ++i) {
        set_reach(u, &u->bodies[i], &bodies[i]);
        list_nodes(u, i, &bodies[i]);
    }
    if (of_two_bodies(u->checklist.data, u->checklist.count)) {
        visit(u, &world, 0, 0);
    }
    return u->found;
}

const overlap_method overlap_update = {"octree-update", false, true, open_update, ask_update, close_update};
