// Bodies of toi_overlap come, move, deform and go.

#include "core/error.h"
#include "core/memory.h"
#include "motion/path.h"
#include "narrow/overlap/region.h"
#include "narrow/overlap/segment.h"
#include "world/body_numbers.h"
#include "world/overlap_split.h"

#include <math.h>
#include <string.h>

toi_status toi_overlap_create(const toi_overlap_def* def, toi_overlap** overlap)
{
    static const toi_overlap_def defaults = {0};
    def = def ? def : &defaults;
    if (overlap == NULL) {
        return TOI_ERROR_INVALID;
    }
    toi_allocator allocator = ti_allocator_or_default(def->allocator);
    uint32_t threads = def->threads > 1 ? def->threads : 1;
    toi_overlap* made = ti_allocate_zero(&allocator, 1, sizeof *made);
    ti_overlap_worker* workers = ti_allocate_zero(&allocator, threads, sizeof *workers);
    if (made == NULL || workers == NULL) {
        ti_release(&allocator, made);
        ti_release(&allocator, workers);
        return TOI_ERROR_MEMORY;
    }
    made->allocator = allocator;
    made->crew = (ti_crew){
        .threads = threads, .run = def->run, .run_context = def->run_context, .allocator = allocator};
    made->workers = workers;
    made->bodies = ti_array_make(sizeof(ti_present), &made->allocator);
    made->bounds = ti_array_make(sizeof(toi_bounds), &made->allocator);
    made->free_bodies = ti_array_make(sizeof(uint32_t), &made->allocator);
    ti_pair_lists_init(&made->lists, &made->allocator);
    ti_overlap_trees_init(made);
    made->stale = ti_array_make(sizeof(ti_overlap_stale), &made->allocator);
    ti_overlap_splits_init(made);
    ti_instant_broad_init(&made->broad, &made->allocator);
    ti_octree_init(&made->octree, &made->allocator);
    made->octree_bodies = ti_array_make(sizeof(ti_faces), &made->allocator);
    made->octree_pairs = ti_array_make(sizeof(ti_candidate), &made->allocator);
    made->slots = ti_array_make(sizeof(ti_overlap_slot), &made->allocator);
    made->slots_before = ti_array_make(sizeof(ti_overlap_slot), &made->allocator);
    made->pairs = ti_array_make(sizeof(toi_overlap_pair), &made->allocator);
    for (uint32_t i = 0; i < threads; ++i) {
        ti_arena_init(&workers[i].arena, &allocator, 0);
        workers[i].candidates = ti_array_make(sizeof(ti_face_pair), &made->allocator);
        workers[i].kept = ti_array_make(sizeof(ti_face_pair), &made->allocator);
        workers[i].kept_segments = ti_array_make(sizeof(ti_face_segment), &made->allocator);
        workers[i].made = ti_array_make(sizeof(ti_face_segment), &made->allocator);
        workers[i].keys = ti_array_make(sizeof(ti_key_value), &made->allocator);
        workers[i].faces = ti_array_make(sizeof(toi_face_pair), &made->allocator);
        workers[i].meetings = ti_array_make(sizeof(toi_face_meeting), &made->allocator);
        workers[i].segments = ti_array_make(sizeof(ti_face_segment), &made->allocator);
        workers[i].faces_before = ti_array_make(sizeof(toi_face_pair), &made->allocator);
        workers[i].meetings_before = ti_array_make(sizeof(toi_face_meeting), &made->allocator);
    }
    *overlap = made;
    return TOI_OK;
}

static void release_worker(ti_overlap_worker* worker)
{
    ti_arena_destroy(&worker->arena);
    ti_array_release(&worker->candidates);
    ti_array_release(&worker->kept);
    ti_array_release(&worker->kept_segments);
    ti_array_release(&worker->made);
    ti_array_release(&worker->keys);
    ti_array_release(&worker->faces);
    ti_array_release(&worker->meetings);
    ti_array_release(&worker->segments);
    ti_array_release(&worker->faces_before);
    ti_array_release(&worker->meetings_before);
}

static void release_body(toi_overlap* overlap, ti_present* body)
{
    if (body->used && body->mesh != NULL) {
        ti_overlap_trees_leave(overlap, body);
    }
    overlap->held -= body->own_room * sizeof *body->own;
    overlap->self_count -= body->self;
    ti_release(&overlap->allocator, body->own);
    *body = (ti_present){0};
}

void toi_overlap_destroy(toi_overlap* overlap)
{
    if (overlap == NULL) {
        return;
    }
    ti_team_destroy(overlap->crew.team);
    for (uint32_t i = 0; i < overlap->bodies.count; ++i) {
        release_body(overlap, ti_present_at(overlap, i));
    }
    for (uint32_t i = 0; i < overlap->crew.threads; ++i) {
        release_worker(&overlap->workers[i]);
    }
    ti_overlap_trees_release(overlap);
    ti_overlap_splits_release(overlap);
    ti_instant_broad_release(&overlap->broad);
    ti_octree_destroy(&overlap->octree);
    ti_array_release(&overlap->octree_bodies);
    ti_array_release(&overlap->octree_pairs);
    ti_array_release(&overlap->bodies);
    ti_array_release(&overlap->bounds);
    ti_array_release(&overlap->free_bodies);
    ti_pair_lists_release(&overlap->lists);
    ti_array_release(&overlap->stale);
    ti_array_release(&overlap->slots);
    ti_array_release(&overlap->slots_before);
    ti_array_release(&overlap->pairs);
    toi_allocator allocator = overlap->allocator;
    ti_release(&allocator, overlap->workers);
    ti_release(&allocator, overlap);
}

// ---- shapes

static const toi_bounds nothing = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static toi_status place(const ti_present* body, const toi_pose* pose, ti_present* placed, toi_bounds* bounds,
                        toi_error* error)
{
    if (!ti_pose_valid(pose)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "the pose must be finite, with a quaternion of a length of at least 1e-6");
    }
    toi_pose unit = ti_pose_unit(*pose);
    const toi_mesh* mesh = body->mesh;
    *placed = *body;
    placed->faces = (ti_faces){mesh->triangles,    mesh->vertices, mesh->triangle_count,
                               mesh->vertex_count, true,           m3_from_quat(unit.quaternion),
                               unit.position};
    *bounds = ti_mesh_bounds_at(mesh, &placed->faces.rotation, unit.position);
    if (!v3_finite(bounds->lower) || !v3_finite(bounds->upper)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "the pose takes vertices to the end of the range of doubles");
    }
    return TOI_OK;
}

// Whether all numbers are finite: those that are not have all bits of the exponent set, and only these carry
// into the sign when 1 is added to it. Of integers, so that a compiler looks at several at once.
static bool all_finite(const toi_vec3* points, uint32_t count)
{
    const double* numbers = &points->x;
    uint64_t carried = 0;
    for (size_t i = 0; i < 3 * (size_t)count; ++i) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        carried |= (bits & ~UINT64_C(0) >> 1) + (UINT64_C(1) << 52);
    }
    return carried >> 63 == 0;
}

// The box of the vertices that triangles use, others do not count. @return the first of them that is not
// finite, by triangle, or TI_NONE
static uint32_t box_of_used(const ti_faces* faces, toi_bounds* bounds)
{
    *bounds = nothing;
    for (uint32_t i = 0; i < faces->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t vertex = faces->triangles[i].vertex[k];
            toi_vec3 v = faces->vertices[vertex];
            if (!v3_finite(v)) {
                return vertex;
            }
            *bounds = (toi_bounds){v3_min(bounds->lower, v), v3_max(bounds->upper, v)};
        }
    }
    return TI_NONE;
}

static toi_status deform(const ti_present* body, const toi_vec3* vertices, ti_present* deformed,
                         toi_bounds* bounds, toi_error* error)
{
    *deformed = *body;
    deformed->fitted = false;
    deformed->faces = (ti_faces){.triangles = body->mesh->triangles,
                                 .vertices = vertices,
                                 .triangle_count = body->mesh->triangle_count,
                                 .vertex_count = body->mesh->vertex_count};
    if (body->mesh->info.vertices_unused == 0 && all_finite(vertices, body->mesh->vertex_count)) {
        *bounds = ti_faces_bounds(&deformed->faces);
        return TOI_OK;
    }
    uint32_t wrong = box_of_used(&deformed->faces, bounds);
    return wrong == TI_NONE
               ? TOI_OK
               : ti_fail(error, TOI_ERROR_INVALID, wrong, "vertex %u must be finite", (unsigned)wrong);
}

// Makes room for the triangles of a soup; what the body has stays as it is.
static bool reserve_own(toi_overlap* overlap, uint32_t count, const ti_present* body, ti_triangle** room)
{
    *room = body->own;
    if (count > body->own_room) {
        *room = ti_allocate(&overlap->allocator, count, sizeof **room);
    }
    return *room != NULL || count == 0;
}

static toi_status check_soup(const toi_soup* soup, toi_error* error)
{
    if ((soup->vertices == NULL && soup->vertex_count > 0) ||
        (soup->indices == NULL && soup->face_count > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "a soup has no list of vertices or of indices");
    }
    for (uint32_t i = 0; i < soup->face_count; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            uint32_t vertex = soup->indices[3 * (size_t)i + k];
            if (vertex >= soup->vertex_count) {
                return ti_fail(error, TOI_ERROR_INVALID, i, "face %u names vertex %u of %u", (unsigned)i,
                               (unsigned)vertex, (unsigned)soup->vertex_count);
            }
            toi_vec3 v = soup->vertices[vertex];
            if (!v3_finite(v)) {
                return ti_fail(error, TOI_ERROR_INVALID, vertex, "vertex %u must be finite",
                               (unsigned)vertex);
            }
        }
    }
    return TOI_OK;
}

static toi_status pour(toi_overlap* overlap, ti_present* body, const toi_soup* soup, toi_bounds* bounds,
                       toi_error* error)
{
    toi_status status = check_soup(soup, error);
    if (status != TOI_OK) {
        return status;
    }
    ti_triangle* triangles;
    if (!reserve_own(overlap, soup->face_count, body, &triangles)) {
        return ti_fail_memory(error);
    }
    if (triangles != body->own) {
        ti_release(&overlap->allocator, body->own);
        overlap->held += (soup->face_count - body->own_room) * sizeof *triangles;
        body->own = triangles;
        body->own_room = soup->face_count;
    }
    for (uint32_t i = 0; i < soup->face_count; ++i) {
        const uint32_t* corner = soup->indices + 3 * (size_t)i;
        triangles[i] = (ti_triangle){{corner[0], corner[1], corner[2]}, i};
    }
    body->faces = (ti_faces){.triangles = triangles,
                             .vertices = soup->vertices,
                             .triangle_count = soup->face_count,
                             .vertex_count = soup->vertex_count};
    body->weld = soup->weld;
    body->changed = overlap->round;
    box_of_used(&body->faces, bounds);
    return TOI_OK;
}

// ---- calls

static toi_status fill(toi_overlap* overlap, const toi_overlap_body* def, ti_present* body,
                       toi_bounds* bounds, toi_error* error)
{
    if (def->mesh == NULL && def->weld != NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "weld is of a mesh: that of a soup is in the soup");
    }
    if (def->mesh == NULL) {
        return pour(overlap, body, &def->soup, bounds, error);
    }
    if (def->mesh->inspect_only || def->mesh->round.kind != TI_ROUND_NONE) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "the mesh is %s",
                       def->mesh->inspect_only ? "made with inspect_only" : "an exact round shape");
    }
    ti_present placed;
    toi_status status = place(body, &def->pose, &placed, bounds, error);
    if (status != TOI_OK) {
        return status;
    }
    *body = placed;
    return ti_overlap_trees_join(overlap, body) ? TOI_OK : ti_fail_memory(error);
}

static ti_body_numbers numbers_of(toi_overlap* overlap)
{
    return (ti_body_numbers){&overlap->bodies, &overlap->bounds, &overlap->free_bodies};
}

toi_status toi_overlap_add(toi_overlap* overlap, const toi_overlap_body* def, uint32_t* body,
                           toi_error* error)
{
    if (overlap == NULL || def == NULL || body == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is missing");
    }
    ti_body_numbers numbers = numbers_of(overlap);
    uint32_t at = ti_body_numbers_next(&numbers);
    if (at == TI_NONE) {
        return ti_fail_memory(error);
    }
    ti_present made = {
        .used = true, .self = def->self, .changed = overlap->round, .mesh = def->mesh, .weld = def->weld};
    toi_bounds bounds = nothing;
    toi_status status = fill(overlap, def, &made, &bounds, error);
    if (status != TOI_OK) {
        ti_release(&overlap->allocator, made.own);
        return status;
    }
    ti_body_numbers_take(&numbers, at);
    overlap->self_count += made.self;
    *ti_present_at(overlap, at) = made;
    *ti_bounds_at(overlap, at) = bounds;
    *body = at;
    return TOI_OK;
}

toi_status toi_overlap_remove(toi_overlap* overlap, uint32_t body)
{
    ti_present* b = ti_present_find(overlap, body);
    if (b == NULL) {
        return TOI_ERROR_INVALID;
    }
    release_body(overlap, b);
    *ti_bounds_at(overlap, body) = nothing;
    ti_body_numbers numbers = numbers_of(overlap);
    ti_body_numbers_free(&numbers, body);
    return TOI_OK;
}

// The body of a number that has a mesh, or has none; or NULL, and what is wrong.
static ti_present* find_body(const toi_overlap* overlap, uint32_t body, bool mesh, toi_error* error)
{
    ti_present* b = ti_present_find(overlap, body);
    if (b != NULL && (b->mesh != NULL) == mesh) {
        return b;
    }
    const char* why = b == NULL ? "is not there" : mesh ? "has no mesh" : "has a mesh";
    ti_fail(error, TOI_ERROR_INVALID, body, "body %u %s", (unsigned)body, why);
    return NULL;
}

toi_status toi_overlap_move(toi_overlap* overlap, uint32_t body, const toi_pose* pose, toi_error* error)
{
    ti_present* b = find_body(overlap, body, true, error);
    if (b == NULL || pose == NULL) {
        return b == NULL ? TOI_ERROR_INVALID : ti_fail(error, TOI_ERROR_INVALID, body, "the pose is missing");
    }
    ti_present placed;
    toi_bounds bounds;
    toi_status status = place(b, pose, &placed, &bounds, error);
    if (status == TOI_OK && !ti_overlap_same_place(&b->faces, &placed.faces)) {
        placed.changed = overlap->round;
        *b = placed;
        *ti_bounds_at(overlap, body) = bounds;
    }
    return status;
}

toi_status toi_overlap_deform(toi_overlap* overlap, uint32_t body, const toi_vec3* vertices, toi_error* error)
{
    ti_present* b = find_body(overlap, body, true, error);
    if (b == NULL || vertices == NULL) {
        return b == NULL ? TOI_ERROR_INVALID
                         : ti_fail(error, TOI_ERROR_INVALID, body, "the vertices are missing");
    }
    ti_present deformed;
    toi_bounds bounds;
    toi_status status = deform(b, vertices, &deformed, &bounds, error);
    if (status == TOI_OK) {
        deformed.changed = overlap->round;
        *b = deformed;
        *ti_bounds_at(overlap, body) = bounds;
    }
    return status;
}

toi_status toi_overlap_change(toi_overlap* overlap, uint32_t body, const toi_soup* soup, toi_error* error)
{
    ti_present* b = find_body(overlap, body, false, error);
    if (b == NULL || soup == NULL) {
        return b == NULL ? TOI_ERROR_INVALID : ti_fail(error, TOI_ERROR_INVALID, body, "the soup is missing");
    }
    return pour(overlap, b, soup, ti_bounds_at(overlap, body), error);
}
