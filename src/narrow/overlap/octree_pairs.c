// Pairs of faces that share a voxel: each once, by a hash table, then checked [Kitamura98, section 3.6].
//
// The boxes of two faces are compared before the pair goes to the table and not after: the same pairs are
// left, and the table has fewer. Planes, edges and the coplanar case are what ti_pairs_keep does, exactly.

#include "core/hash.h"
#include "core/sort.h"
#include "narrow/overlap/clip.h"
#include "narrow/overlap/keep.h"
#include "narrow/overlap/octree_parts.h"

// More pairs than this are checked at once, so that the table stays bounded. A pair that is listed again
// later is then checked again.
enum { KEYS_MOST = 1 << 20, FIRST_SLOTS = 1 << 10 };
#define NO_KEY UINT64_MAX // faces are below 2^32 - 1

static uint64_t key_of(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

// The slot that has the key, or the empty one where it belongs. At least half are empty.
static uint64_t* find_slot(ti_array* slots, uint64_t key)
{
    uint64_t *slot = slots->data, mask = slots->count - 1;
    uint64_t at = ti_hash_u64(key) & mask;
    while (slot[at] != NO_KEY && slot[at] != key) {
        at = (at + 1) & mask;
    }
    return &slot[at];
}

// Twice the slots, filled anew in the order in which keys came.
static bool grow(octree_worker* worker)
{
    size_t count = worker->slots.count, more = count == 0 ? FIRST_SLOTS : count;
    if (ti_array_extend(&worker->slots, more) == NULL) {
        return false;
    }
    memset(worker->slots.data, 0xff, worker->slots.count * sizeof(uint64_t));
    const ti_key_value* key = worker->keys.data;
    for (size_t i = 0; i < worker->keys.count; ++i) {
        *find_slot(&worker->slots, key[i].key) = key[i].key;
    }
    return true;
}

static bool add(const octree_run* run, octree_worker* worker, uint64_t key)
{
    if (2 * (worker->keys.count + 1) > worker->slots.count && !grow(worker)) {
        return false;
    }
    uint64_t* slot = find_slot(&worker->slots, key);
    if (*slot == key) {
        return true;
    }
    ti_key_value* item = ti_array_push(&worker->keys);
    if (item == NULL) {
        return false;
    }
    *slot = key;
    *item = (ti_key_value){key, 0};
    return worker->keys.count < KEYS_MOST || ti_octree_check_pairs(run, worker);
}

// The faces of one body against those of another, which have higher numbers.
static bool list_two(const octree_run* run, octree_worker* worker, octree_list a, octree_list b)
{
    for (size_t i = a.first; i < a.first + a.count; ++i) {
        const uint32_t* faces = worker->stack.data;
        const octree_face* face = &run->faces[faces[i]];
        for (size_t j = b.first; j < b.first + b.count; ++j) {
            if (ti_clip_boxes_meet(&face->box, &run->faces[faces[j]].box) &&
                !add(run, worker, key_of(faces[i], faces[j]))) {
                return false;
            }
        }
    }
    worker->counts.listed += (uint64_t)a.count * b.count;
    return true;
}

static bool list_one(const octree_run* run, octree_worker* worker, octree_list a, size_t end)
{
    const uint32_t* faces = worker->stack.data;
    const uint32_t body = run->faces[faces[a.first]].body;
    size_t at = ti_octree_next_asked(run, body, faces, a.first + a.count, end);
    while (at < end) {
        size_t last = octree_body_end(run, faces, (octree_list){at, end - at}, at);
        if (!list_two(run, worker, a, (octree_list){at, last - at})) {
            return false;
        }
        at = ti_octree_next_asked(run, body, faces, last, end);
    }
    return true;
}

bool ti_octree_list_pairs(const octree_run* run, octree_worker* worker, octree_list list)
{
    ++worker->counts.voxels;
    const uint32_t* faces = worker->stack.data;
    size_t end = list.first + list.count;
    for (size_t first = list.first, next; first < end; first = next) {
        next = octree_body_end(run, faces, list, first);
        if (!list_one(run, worker, (octree_list){first, next - first}, end)) {
            return false;
        }
    }
    return true;
}

// In reverse order of insertion, so that what a key was put behind is still there when it is looked for.
static void empty_slots(octree_worker* worker)
{
    const ti_key_value* key = worker->keys.data;
    if (8 * worker->keys.count > worker->slots.count) {
        memset(worker->slots.data, 0xff, worker->slots.count * sizeof(uint64_t));
        return;
    }
    for (size_t i = worker->keys.count; i > 0; --i) {
        *find_slot(&worker->slots, key[i - 1].key) = NO_KEY;
    }
}

static ti_faces listed_faces(const octree_run* run, const octree_body* body)
{
    ti_faces faces = body->posed;
    faces.triangles = run->triangles + body->first;
    faces.triangle_count = body->count;
    return faces;
}

// Pairs of one pair of bodies, as keys that rise.
static bool check_two(const octree_run* run, octree_worker* worker, const ti_key_value* keys, size_t count)
{
    const octree_body* a = &run->bodies[run->faces[keys[0].key >> 32].body];
    const octree_body* b = &run->bodies[run->faces[(uint32_t)keys[0].key].body];
    worker->pairs.count = 0;
    ti_face_pair* pairs = ti_array_extend(&worker->pairs, count);
    if (pairs == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        pairs[i] = (ti_face_pair){(uint32_t)(keys[i].key >> 32) - a->first, (uint32_t)keys[i].key - b->first};
    }
    ti_faces faces_a = listed_faces(run, a), faces_b = listed_faces(run, b);
    size_t kept = ti_pairs_keep(&faces_a, &faces_b, run->scale, pairs, count);
    ti_key_value* found = ti_array_extend(&worker->found, kept);
    if (found == NULL) {
        return false;
    }
    for (size_t i = 0; i < kept; ++i) {
        found[i] = (ti_key_value){key_of(pairs[i].a + a->first, pairs[i].b + b->first), 0};
    }
    return true;
}

static bool same_bodies(const octree_run* run, uint64_t a, uint64_t b)
{
    return run->faces[a >> 32].body == run->faces[b >> 32].body &&
           run->faces[(uint32_t)a].body == run->faces[(uint32_t)b].body;
}

// Faces of one body that are next to each other mostly meet one and the same other body: there are few
// groups.
static bool check_sorted(const octree_run* run, octree_worker* worker, const ti_key_value* keys, size_t count)
{
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && same_bodies(run, keys[first].key, keys[end].key);) {
            ++end;
        }
        if (!check_two(run, worker, keys + first, end - first)) {
            return false;
        }
    }
    return true;
}

bool ti_octree_check_pairs(const octree_run* run, octree_worker* worker)
{
    size_t count = worker->keys.count;
    if (count == 0) {
        return true;
    }
    empty_slots(worker);
    worker->counts.checked += count;
    worker->keys.count = 0;
    worker->scratch.count = 0;
    ti_key_value* scratch = ti_array_extend(&worker->scratch, count);
    if (scratch == NULL) {
        return false;
    }
    ti_sort_keys(worker->keys.data, scratch, count);
    return check_sorted(run, worker, worker->keys.data, count);
}
