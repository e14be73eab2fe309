// The first two stages: which bodies have overlap regions, and which faces meet them [Kitamura98, sections
// 3.3 and 3.4].

#include "core/assert.h"
#include "math/rounding.h"
#include "narrow/overlap/clip.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/octree_parts.h"

enum { REGIONS_AT_ONCE = 16 };

static void mark_used(const ti_faces* faces, uint8_t* used)
{
    memset(used, 0, faces->vertex_count);
    for (uint32_t i = 0; i < faces->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            used[faces->triangles[i].vertex[k]] = 1;
        }
    }
}

// Vertices that no face has may be anything.
static void pose_body(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const octree_run* run = data;
    octree_body* body = &run->bodies[index];
    const ti_faces* faces = &run->def->bodies[index];
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    mark_used(faces, body->used);
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        if (body->used[i] == 0) {
            continue;
        }
        toi_vec3 v = ti_faces_vertex(faces, i);
        if (body->room != NULL) {
            body->room[i] = v;
        }
        box = (toi_bounds){v3_min(box.lower, v), v3_max(box.upper, v)};
    }
    body->posed = *faces;
    body->posed.rigid = false;
    body->posed.vertices = body->room != NULL ? body->room : faces->vertices;
    body->box = box;
}

static toi_bounds join(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){v3_min(a.lower, b.lower), v3_max(a.upper, b.upper)};
}

static double size_of(const toi_bounds* box)
{
    toi_vec3 low = box->lower, high = box->upper;
    double x = fmax(fabs(low.x), fabs(high.x)), y = fmax(fabs(low.y), fabs(high.y));
    return fmax(fmax(x, y), fmax(fabs(low.z), fabs(high.z)));
}

// Every product is rounded alike, so boxes that meet still do.
static void scale_boxes(octree_run* run)
{
    toi_bounds all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < run->def->body_count; ++i) {
        all = join(all, run->bodies[i].box);
    }
    if (!(all.lower.x <= all.upper.x)) {
        all = (toi_bounds){{0, 0, 0}, {0, 0, 0}};
    }
    run->scale = ti_pairs_scale(&all);
    for (uint32_t i = 0; i < run->def->body_count; ++i) {
        toi_bounds* box = &run->bodies[i].box;
        *box = (toi_bounds){v3_scale(run->scale, box->lower), v3_scale(run->scale, box->upper)};
    }
    run->box = (toi_bounds){v3_scale(run->scale, all.lower), v3_scale(run->scale, all.upper)};
    run->magnitude = size_of(&run->box);
}

static bool allows(const ti_octree_def* def, uint32_t a, uint32_t b)
{
    return def->asked == NULL || def->asked(a, b, def->asked_context);
}

static bool add_pair(octree_run* run, uint32_t a, uint32_t b)
{
    bool meet = run->def->no_boxes || ti_clip_boxes_meet(&run->bodies[a].box, &run->bodies[b].box);
    if (!meet || !allows(run->def, a, b)) {
        return true;
    }
    ti_candidate* pair = ti_array_push(&run->octree->body_pairs);
    if (pair == NULL) {
        return false;
    }
    *pair = (ti_candidate){a, b};
    return true;
}

static bool list_pairs(octree_run* run)
{
    const ti_octree_def* def = run->def;
    run->octree->body_pairs.count = 0;
    if (def->pairs != NULL) {
        for (uint32_t i = 0; i < def->pair_count; ++i) {
            TI_ASSERT(def->pairs[i].a < def->pairs[i].b && def->pairs[i].b < def->body_count);
            if (!add_pair(run, def->pairs[i].a, def->pairs[i].b)) {
                return false;
            }
        }
        return true;
    }
    for (uint32_t a = 0; a < def->body_count; ++a) {
        for (uint32_t b = a + 1; b < def->body_count; ++b) {
            if (!add_pair(run, a, b)) {
                return false;
            }
        }
    }
    return true;
}

// Where the pairs of a body start in the list, and its partners both ways.
static bool index_pairs(octree_run* run)
{
    octree_body* bodies = run->bodies;
    run->partners = ti_arena_allocate(&run->octree->arena, 2 * (size_t)run->pair_count, sizeof(uint32_t));
    if (run->partners == NULL) {
        return false;
    }
    for (uint32_t i = run->pair_count; i-- > 0;) {
        ti_candidate pair = run->pairs[i];
        octree_body* a = &bodies[pair.a];
        a->pair_end = a->pair_end == 0 ? i + 1 : a->pair_end;
        a->pair_begin = i;
        ++a->partner_end;
        ++bodies[pair.b].partner_end;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < run->def->body_count; ++i) {
        uint32_t count = bodies[i].partner_end;
        bodies[i].partner_begin = bodies[i].partner_end = at;
        at += count;
    }
    for (uint32_t i = 0; i < run->pair_count; ++i) {
        ti_candidate pair = run->pairs[i];
        run->partners[bodies[pair.a].partner_end++] = pair.b;
        run->partners[bodies[pair.b].partner_end++] = pair.a;
    }
    return true;
}

toi_status ti_octree_pair_bodies(octree_run* run)
{
    const ti_octree_def* def = run->def;
    toi_status status = ti_octree_run_tasks(run, pose_body, def->body_count);
    if (status != TOI_OK) {
        return status;
    }
    scale_boxes(run);
    if (def->no_boxes && def->pairs == NULL) {
        return TOI_OK;
    }
    if (!list_pairs(run)) {
        return TOI_ERROR_MEMORY;
    }
    if (run->octree->body_pairs.count > UINT32_MAX / 2) {
        return TOI_ERROR_LIMIT;
    }
    run->pairs = run->octree->body_pairs.data;
    run->pair_count = (uint32_t)run->octree->body_pairs.count;
    return index_pairs(run) ? TOI_OK : TOI_ERROR_MEMORY;
}

// ---- pairs that are asked, in a list of faces

// The first of the pairs from `begin` on, which are of one a, whose b is not below the given one.
static uint32_t seek_pair(const octree_run* run, uint32_t begin, uint32_t end, uint32_t b)
{
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        *(run->pairs[middle].b < b ? &begin : &end) = run->pairs[middle].b < b ? middle + 1 : middle;
    }
    return begin;
}

// The first face from `begin` on that is of the body or a later one.
static size_t seek_body(const octree_run* run, const uint32_t* faces, size_t begin, size_t end, uint32_t body)
{
    uint32_t first = run->bodies[body].first;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        *(faces[middle] < first ? &begin : &end) = faces[middle] < first ? middle + 1 : middle;
    }
    return begin;
}

// Of the bodies in the list and those that are asked with `a`, both rising, each in turn is looked for in the
// other: where one of them is short it takes few steps.
size_t ti_octree_next_asked(const octree_run* run, uint32_t a, const uint32_t* faces, size_t at, size_t end)
{
    if (run->def->no_boxes && run->def->pairs == NULL) {
        while (at < end && !allows(run->def, a, run->faces[faces[at]].body)) {
            at = octree_body_end(run, faces, (octree_list){at, end - at}, at);
        }
        return at;
    }
    uint32_t pair = run->bodies[a].pair_begin, pair_end = run->bodies[a].pair_end;
    while (at < end) {
        uint32_t body = run->faces[faces[at]].body;
        pair = seek_pair(run, pair, pair_end, body);
        if (pair == pair_end) {
            return end;
        }
        if (run->pairs[pair].b == body) {
            return at;
        }
        at = seek_body(run, faces, at, end, run->pairs[pair].b);
    }
    return end;
}

// ---- faces

static void read_face(const octree_run* run, const octree_body* body, uint32_t triangle, octree_face* face)
{
    ti_faces_corners(&body->posed, triangle, face->corner);
    for (int k = 0; k < 3; ++k) {
        face->corner[k] = v3_scale(run->scale, face->corner[k]);
    }
    face->box = ti_clip_own_box(face->corner);
    face->triangle = triangle;
}

static bool face_meets(const octree_run* run, const octree_face* face, const toi_bounds* grown)
{
    return run->def->test == TI_OCTREE_FACE_BOX ? ti_clip_boxes_meet(&face->box, grown)
                                                : ti_clip_meets(face->corner, &face->box, grown);
}

typedef struct region_block {
    toi_bounds grown[REGIONS_AT_ONCE];
    uint32_t count;
} region_block;

static bool meets_a_region(const octree_run* run, const octree_body* body, uint32_t triangle,
                           const region_block* regions)
{
    octree_face face;
    read_face(run, body, triangle, &face);
    for (uint32_t i = 0; i < regions->count; ++i) {
        if (face_meets(run, &face, &regions->grown[i])) {
            return true;
        }
    }
    return false;
}

static toi_bounds overlap_region(const octree_run* run, const octree_body* a, const octree_body* b)
{
    toi_bounds region = {v3_max(a->box.lower, b->box.lower), v3_min(a->box.upper, b->box.upper)};
    return ti_clip_grow(&region, run->magnitude);
}

static void mark_faces(const octree_run* run, octree_body* body, const region_block* regions)
{
    for (uint32_t i = 0; i < body->posed.triangle_count; ++i) {
        if (body->in[i] == 0 && meets_a_region(run, body, i, regions)) {
            body->in[i] = 1;
            ++body->count;
        }
    }
}

static void mark_body(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const octree_run* run = data;
    octree_body* body = &run->bodies[index];
    bool all = run->def->no_boxes;
    memset(body->in, all ? 1 : 0, body->posed.triangle_count);
    body->count = all ? body->posed.triangle_count : 0;
    region_block regions;
    for (uint32_t at = body->partner_begin; !all && at < body->partner_end;) {
        for (regions.count = 0; regions.count < REGIONS_AT_ONCE && at < body->partner_end; ++at) {
            regions.grown[regions.count++] = overlap_region(run, body, &run->bodies[run->partners[at]]);
        }
        mark_faces(run, body, &regions);
    }
}

static void fill_body(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const octree_run* run = data;
    const octree_body* body = &run->bodies[index];
    uint32_t at = body->first;
    for (uint32_t i = 0; body->count > 0 && i < body->posed.triangle_count; ++i) {
        if (body->in[i] != 0) {
            read_face(run, body, i, &run->faces[at]);
            run->faces[at].body = index;
            run->triangles[at++] = body->posed.triangles[i];
        }
    }
}

toi_status ti_octree_list_faces(octree_run* run, uint32_t* bodies)
{
    toi_status status = ti_octree_run_tasks(run, mark_body, run->def->body_count);
    if (status != TOI_OK) {
        return status;
    }
    *bodies = 0;
    for (uint32_t i = 0; i < run->def->body_count; ++i) {
        run->bodies[i].first = run->face_count;
        run->face_count += run->bodies[i].count;
        *bodies += run->bodies[i].count > 0;
    }
    if (*bodies < 2) {
        return TOI_OK;
    }
    run->faces = ti_arena_allocate(&run->octree->arena, run->face_count, sizeof *run->faces);
    run->triangles = ti_arena_allocate(&run->octree->arena, run->face_count, sizeof *run->triangles);
    if (run->faces == NULL || run->triangles == NULL) {
        return TOI_ERROR_MEMORY;
    }
    return ti_octree_run_tasks(run, fill_body, run->def->body_count);
}

// ---- lists

bool ti_octree_filter(const octree_run* run, const toi_bounds* box, const ti_array* from, octree_list list,
                      ti_array* to)
{
    toi_bounds grown = ti_clip_grow(box, run->magnitude);
    size_t count = to->count;
    if (ti_array_extend(to, list.count) == NULL) {
        return false;
    }
    // Only now: `from` may be `to`, and have moved.
    const uint32_t* in = (const uint32_t*)from->data + list.first;
    uint32_t* out = (uint32_t*)to->data + count;
    size_t kept = 0;
    for (size_t i = 0; i < list.count; ++i) {
        uint32_t face = in[i];
        out[kept] = face;
        kept += face_meets(run, &run->faces[face], &grown);
    }
    to->count = count + kept;
    return true;
}

bool ti_octree_alive(const octree_run* run, const ti_array* from, octree_list list)
{
    const uint32_t* faces = from->data;
    const size_t end = list.first + list.count;
    for (size_t a = list.first, next; a < end; a = next) {
        next = octree_body_end(run, faces, list, a);
        if (ti_octree_next_asked(run, run->faces[faces[a]].body, faces, next, end) < end) {
            return true;
        }
    }
    return false;
}
