// Faces of one pair of bodies: candidates, the exact test, then faces in order.

#include "world/overlap_pair.h"

#include "broad/tree.h"
#include "core/sort.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/within.h"

#include <string.h>

// ---- candidates

static bool same_vertex(const ti_present* body, uint32_t p, uint32_t q)
{
    return body->weld != NULL ? body->weld[p] == body->weld[q] : p == q;
}

// Whether two triangles of one body have a vertex in common.
static bool share_vertex(const ti_present* body, uint32_t x, uint32_t y)
{
    const uint32_t *v = body->faces.triangles[x].vertex, *w = body->faces.triangles[y].vertex;
    for (int i = 0; i < 9; ++i) {
        if (same_vertex(body, v[i / 3], w[i % 3])) {
            return true;
        }
    }
    return body->faces.triangles[x].face == body->faces.triangles[y].face;
}

static bool every_pair(const ti_present* a, const ti_present* b, ti_pair_list* candidates)
{
    for (uint32_t i = 0; i < a->faces.triangle_count; ++i) {
        for (uint32_t j = a == b ? i + 1 : 0; j < b->faces.triangle_count; ++j) {
            if (a == b && share_vertex(a, i, j)) {
                continue;
            }
            if (!ti_pair_list_reserve(candidates, 1)) {
                return false;
            }
            *(ti_face_pair*)ti_array_push(candidates->array) = (ti_face_pair){i, j};
        }
    }
    return true;
}

// How far apart candidates may be. A pair of triangles that is farther apart than asked, by less than 2^-46
// (L + within) with L below the sum of the sides of the box around both bodies, may be taken for near: it has
// to be a candidate in every way, so that all ways find the same. Sides may overflow: of within <= 2^1010
// this is then far below the limit.
static double reach_of(const ti_overlap_find* find, const ti_overlap_slot* slot)
{
    double within = find->query->within;
    if (within == 0.0) {
        return 0.0;
    }
    toi_bounds both =
        ti_box_around(ti_bounds_at(find->overlap, slot->a), ti_bounds_at(find->overlap, slot->b));
    toi_vec3 side = v3_sub(both.upper, both.lower);
    return fmin(within + 0x1p-45 * (((side.x + side.y) + side.z) + within), 0x1p1020);
}

ti_region_query ti_overlap_pair_region(const ti_overlap_find* find, const ti_overlap_slot* slot)
{
    const toi_overlap* o = find->overlap;
    const ti_present *a = ti_present_at(o, slot->a), *b = ti_present_at(o, slot->b);
    return (ti_region_query){.a = &a->faces,
                             .b = a == b ? NULL : &b->faces,
                             .box_a = *ti_bounds_at(o, slot->a),
                             .box_b = *ti_bounds_at(o, slot->b),
                             .within = reach_of(find, slot),
                             .weld = a->weld};
}

bool ti_overlap_pair_walk(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_wide_body tree[2],
                          ti_wide_walk* walk)
{
    const toi_overlap* o = find->overlap;
    const ti_present *a = ti_present_at(o, slot->a), *b = ti_present_at(o, slot->b);
    tree[0] = ti_overlap_trees_body(o, a);
    if (a == b) {
        ti_wide_walk_self(&tree[0], a->weld, reach_of(find, slot), walk);
        return true;
    }
    tree[1] = ti_overlap_trees_body(o, b);
    return ti_wide_walk_make(&tree[0], &tree[1], reach_of(find, slot), walk);
}

// @return false without memory, or where the list ends the search
static bool find_candidates(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_arena* scratch,
                            ti_pair_list* candidates)
{
    if (find->query->method == TOI_OVERLAP_ALL) {
        return every_pair(ti_present_at(find->overlap, slot->a), ti_present_at(find->overlap, slot->b),
                          candidates);
    }
    ti_wide_body tree[2];
    ti_wide_walk walk;
    if (slot->trees && ti_overlap_pair_walk(find, slot, tree, &walk)) {
        return ti_wide_walk_find(&walk, candidates);
    }
    const ti_region_query query = ti_overlap_pair_region(find, slot);
    return ti_region_pairs(&query, scratch, candidates);
}

// ---- neighbours

static bool faces_share_vertex(const ti_present* body, uint32_t f, uint32_t g)
{
    const uint32_t *corners = body->mesh->corners, *begin = body->mesh->face_offsets;
    for (uint32_t i = begin[f]; i < begin[f + 1]; ++i) {
        for (uint32_t j = begin[g]; j < begin[g + 1]; ++j) {
            if (same_vertex(body, corners[i], corners[j])) {
                return true;
            }
        }
    }
    return false;
}

// Of one body: candidates have no vertex in common, but faces of more corners may have one that their
// triangles at hand have not. Returns how many pairs of triangles are left.
static size_t drop_neighbours(const ti_present* body, ti_face_pair* pairs, size_t count)
{
    const ti_triangle* triangles = body->faces.triangles;
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        ti_face_pair pair = pairs[i];
        pairs[kept] = pair;
        kept += !faces_share_vertex(body, triangles[pair.a].face, triangles[pair.b].face);
    }
    return kept;
}

// ---- faces in order

static uint64_t key_of_triangles(const ti_present* a, const ti_present* b, ti_face_pair pair)
{
    pair = ti_pair_in_order(a, b, pair);
    return (uint64_t)pair.a << 32 | pair.b;
}

static uint64_t key_of_faces(const ti_present* a, const ti_present* b, ti_face_pair pair)
{
    pair = ti_pair_in_order(a, b, pair);
    return (uint64_t)a->faces.triangles[pair.a].face << 32 | b->faces.triangles[pair.b].face;
}

// So few are put in order by shifting.
enum { FEW_KEYS = 32 };

static void sort_few(ti_key_value* items, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        ti_key_value item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; --at) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

// `items` has room for twice as many. Those of equal keys keep their order.
static void sort(ti_key_value* items, size_t count)
{
    if (count <= FEW_KEYS) {
        sort_few(items, count);
    } else {
        ti_sort_keys(items, items + count, count);
    }
}

// The pairs in the order of their faces, where `triangles` those of the same faces in the order of these,
// whatever the order of candidates; NULL without memory.
static const ti_key_value* order(const ti_present* a, const ti_present* b, ti_overlap_worker* worker,
                                 size_t count, bool triangles)
{
    worker->keys.count = 0;
    ti_key_value* items = ti_array_extend(&worker->keys, 2 * count);
    if (items == NULL) {
        return NULL;
    }
    const ti_face_pair* pairs = worker->candidates.data;
    for (size_t i = 0; i < count; ++i) {
        uint64_t key = triangles ? key_of_triangles(a, b, pairs[i]) : key_of_faces(a, b, pairs[i]);
        items[i] = (ti_key_value){key, (uint32_t)i};
    }
    sort(items, count);
    for (size_t i = 0; triangles && i < count; ++i) {
        items[i].key = key_of_faces(a, b, pairs[items[i].value]);
    }
    if (triangles) {
        sort(items, count);
    }
    return items;
}

// Appends each pair of faces once. @return false without memory
static bool put_faces(const ti_key_value* items, size_t count, ti_overlap_worker* worker,
                      ti_overlap_slot* slot)
{
    slot->begin = worker->faces.count;
    toi_face_pair* faces = ti_array_extend(&worker->faces, count);
    if (faces == NULL) {
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || items[i].key != items[i - 1].key) {
            faces[kept++] = (toi_face_pair){(uint32_t)(items[i].key >> 32), (uint32_t)items[i].key};
        }
    }
    worker->faces.count = slot->begin + kept;
    slot->count = kept;
    return true;
}

toi_status ti_overlap_pair_finish(const ti_overlap_find* find, ti_overlap_slot* slot,
                                  ti_overlap_worker* worker, size_t count)
{
    const ti_present *a = ti_present_at(find->overlap, slot->a), *b = ti_present_at(find->overlap, slot->b);
    if (count == 0) {
        return TOI_OK;
    }
    if (count > UINT32_MAX) {
        return TOI_ERROR_LIMIT;
    }
    bool segments = find->query->segments;
    const ti_key_value* items = order(a, b, worker, count, segments);
    if (items == NULL || !put_faces(items, count, worker, slot)) {
        return TOI_ERROR_MEMORY;
    }
    uint64_t before = atomic_fetch_add_explicit(find->found, slot->count, memory_order_relaxed);
    if (before + slot->count > find->limit) {
        return TOI_ERROR_LIMIT;
    }
    return !segments || ti_overlap_meetings(find, slot, worker, items, count) ? TOI_OK : TOI_ERROR_MEMORY;
}

// ---- candidates in blocks

// Keeps, in order, the pairs of triangles that meet. @return how many
static size_t keep_pairs(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_face_pair* pairs,
                         size_t count)
{
    const toi_overlap* o = find->overlap;
    const ti_present *a = ti_present_at(o, slot->a), *b = ti_present_at(o, slot->b);
    toi_bounds both = ti_box_around(ti_bounds_at(o, slot->a), ti_bounds_at(o, slot->b));
    const ti_within_terms terms = {find->query->within, ti_pairs_scale(&both)};
    count = ti_pairs_keep_within(&a->faces, &b->faces, &terms, pairs, count);
    return a == b && a->mesh != NULL ? drop_neighbours(a, pairs, count) : count;
}

static uint64_t count_faces(const ti_key_value* items, size_t count)
{
    uint64_t faces = count > 0;
    for (size_t i = 1; i < count; ++i) {
        faces += items[i].key != items[i - 1].key;
    }
    return faces;
}

// Whether there is room for what meets. As long as it is no more pairs of triangles than there may be pairs
// of faces there is; beyond that faces are counted, whenever triangles are twice as many as the last time.
static toi_status check_room(ti_overlap_search* s, size_t kept)
{
    const ti_overlap_find* find = s->find;
    uint64_t found = atomic_load_explicit(find->found, memory_order_relaxed);
    if (kept > UINT32_MAX || found > find->limit) {
        return TOI_ERROR_LIMIT;
    }
    if (kept <= find->limit - found || kept < s->next_count) {
        return TOI_OK;
    }
    const toi_overlap* o = find->overlap;
    const ti_present *a = ti_present_at(o, s->slot->a), *b = ti_present_at(o, s->slot->b);
    const ti_key_value* items = order(a, b, s->worker, kept, false);
    if (items == NULL) {
        return TOI_ERROR_MEMORY;
    }
    s->next_count = 2 * kept;
    uint64_t faces = count_faces(items, kept);
    if (faces <= find->limit - found) {
        return TOI_OK;
    }
    atomic_fetch_add_explicit(find->found, faces, memory_order_relaxed); // others need not go on
    return TOI_ERROR_LIMIT;
}

static bool keep_block(void* context, ti_face_pair* pairs, size_t* count)
{
    ti_overlap_search* s = context;
    const ti_face_pair* all = s->worker->candidates.data;
    s->candidates += *count;
    *count = keep_pairs(s->find, s->slot, pairs, *count);
    s->status = check_room(s, (size_t)(pairs - all) + *count);
    return s->status == TOI_OK;
}

void ti_overlap_search_begin(const ti_overlap_find* find, const ti_overlap_slot* slot,
                             ti_overlap_worker* worker, ti_overlap_search* search)
{
    worker->candidates.count = 0;
    *search = (ti_overlap_search){.find = find, .slot = slot, .worker = worker, .status = TOI_OK};
    search->list = (ti_pair_list){.array = &worker->candidates, .keep = keep_block, .context = search};
}

toi_status ti_overlap_search_end(ti_overlap_search* search, bool found)
{
    bool ok = found && ti_pair_list_settle(&search->list);
    return ok || search->status != TOI_OK ? search->status : TOI_ERROR_MEMORY;
}

static toi_status find_faces(const ti_overlap_find* find, ti_overlap_slot* slot, ti_overlap_worker* worker)
{
    ti_overlap_search search;
    ti_overlap_search_begin(find, slot, worker, &search);
    bool found = find_candidates(find, slot, &worker->arena, &search.list);
    toi_status status = ti_overlap_search_end(&search, found);
    slot->candidates = search.candidates;
    return status == TOI_OK ? ti_overlap_pair_finish(find, slot, worker, worker->candidates.count) : status;
}

static void begin(ti_overlap_slot* slot, uint32_t worker)
{
    slot->worker = worker;
    slot->begin = slot->count = 0;
    slot->candidates = 0;
}

void ti_overlap_pair_find(const ti_overlap_find* find, ti_overlap_slot* slot, uint32_t worker)
{
    begin(slot, worker);
    slot->status = find_faces(find, slot, &find->overlap->workers[worker]);
}

void ti_overlap_pair_take(const ti_overlap_find* find, ti_overlap_slot* slot, const ti_octree_pair* pairs,
                          size_t count)
{
    ti_overlap_worker* worker = &find->overlap->workers[0];
    begin(slot, 0);
    worker->candidates.count = 0;
    ti_face_pair* to = ti_array_extend(&worker->candidates, count);
    slot->status = TOI_ERROR_MEMORY;
    if (to != NULL) {
        for (size_t i = 0; i < count; ++i) {
            to[i] = (ti_face_pair){pairs[i].a, pairs[i].b};
        }
        slot->status = ti_overlap_pair_finish(find, slot, worker, count);
    }
}
