// Tasks of one pair each: a task writes to its own pair alone, with the scratch memory of its worker.

#include "world/run.h"

#include "core/memory.h"
#include "core/pool.h"
#include "core/sort.h"
#include "world/methods.h"

#include <string.h>

enum {
    DEFAULT_MAX_CONTACTS = 64,
    DEFAULT_MAX_ALL_CONTACTS = 10000,
    FIRST_CONTACTS = 64, // room of a worker at first
    FIRST_ALL_CONTACTS = 1024,
    FIRST_LINKS = 256,
};

// Room for contacts and links of one query; grows when a pair has more.
typedef struct worker_room {
    toi_contact* contacts;
    toi_link* links;
    uint32_t contact_capacity, link_capacity;
} worker_room;

typedef struct run_data {
    const toi_body* bodies;
    toi_query_def query;
    toi_allocator allocator;
    uint32_t max_contacts, max_links;
    toi_pair_result* pairs;
    const ti_key_value* order; // value: index of a pair
    worker_room* rooms;
    uint32_t room_count;
} run_data;

void* ti_pair_block(const toi_pair_result* pair)
{
    // A cast by way of the address, since the block is ours and not const.
    return (void*)(pair->contacts != NULL ? (uintptr_t)pair->contacts : (uintptr_t)pair->links);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Room for at least `needed` items, replacing what was there; `items` is NULL and capacity 0 without memory.
static bool grow(void** items, uint32_t* capacity, uint32_t needed, size_t size,
                 const toi_allocator* allocator)
{
    if (needed <= *capacity) {
        return true;
    }
    ti_release(allocator, *items);
    *items = ti_allocate(allocator, needed, size);
    *capacity = *items != NULL ? needed : 0;
    return *items != NULL;
}

static bool grow_room(worker_room* room, uint32_t contacts, uint32_t links, const toi_allocator* allocator)
{
    void *c = room->contacts, *l = room->links;
    bool ok = grow(&c, &room->contact_capacity, contacts, sizeof *room->contacts, allocator);
    ok = grow(&l, &room->link_capacity, links, sizeof *room->links, allocator) && ok;
    room->contacts = c;
    room->links = l;
    return ok;
}

static toi_status query_once(const run_data* run, const worker_room* room, toi_pair_result* pair)
{
    const toi_body *a = &run->bodies[pair->a], *b = &run->bodies[pair->b];
    toi_query_def query = run->query;
    query.contacts = room->contacts;
    query.contact_capacity = least(room->contact_capacity, run->max_contacts);
    query.links = room->links;
    query.link_capacity = least(room->link_capacity, run->max_links);
    return ti_method_for(a, b, &query)->run(a, b, &query, &pair->result);
}

// Copies what the room holds of a pair into a block of just that size.
static toi_status keep_lists(const run_data* run, const worker_room* room, toi_pair_result* pair)
{
    toi_result* r = &pair->result;
    pair->contacts_found = r->contact_count;
    r->contact_count = least(r->contact_count, run->max_contacts);
    r->link_count = least(r->link_count, run->max_links);
    size_t contact_bytes = r->contact_count * sizeof(toi_contact);
    size_t link_bytes = r->link_count * sizeof(toi_link);
    if (contact_bytes + link_bytes == 0) {
        return TOI_OK;
    }
    unsigned char* block = ti_allocate(&run->allocator, contact_bytes + link_bytes, 1);
    if (block == NULL) {
        return TOI_ERROR_MEMORY;
    }
    if (contact_bytes > 0) {
        memcpy(block, room->contacts, contact_bytes);
        pair->contacts = (void*)block;
    }
    if (link_bytes > 0) {
        memcpy(block + contact_bytes, room->links, link_bytes);
        pair->links = (void*)(block + contact_bytes);
    }
    return TOI_OK;
}

// A pair with more contacts or links than there is room for is asked again with enough: the second answer is
// the first one with longer lists.
static toi_status ask_pair(const run_data* run, worker_room* room, toi_pair_result* pair)
{
    uint32_t contacts = least(run->query.all ? FIRST_ALL_CONTACTS : FIRST_CONTACTS, run->max_contacts);
    uint32_t links = least(FIRST_LINKS, run->max_links);
    for (;;) {
        if (!grow_room(room, contacts, links, &run->allocator)) {
            return TOI_ERROR_MEMORY;
        }
        toi_status status = query_once(run, room, pair);
        if (status != TOI_OK) {
            return status;
        }
        contacts = least(pair->result.contact_count, run->max_contacts);
        links = least(pair->result.link_count, run->max_links);
        if (contacts <= room->contact_capacity && links <= room->link_capacity) {
            return keep_lists(run, room, pair);
        }
    }
}

static void run_task(uint32_t index, uint32_t worker, void* data)
{
    run_data* run = data;
    if (worker < run->room_count) {
        toi_pair_result* pair = &run->pairs[run->order[index].value];
        pair->status = ask_pair(run, &run->rooms[worker], pair);
    }
}

// ---- order of the tasks

// Work of a pair, by powers of two: what takes long starts early, so that no thread is left alone with it at
// the end.
static uint64_t cost_rank(const toi_body* bodies, const toi_pair_result* pair)
{
    uint64_t triangles =
        (uint64_t)bodies[pair->a].mesh->triangle_count + bodies[pair->b].mesh->triangle_count;
    uint64_t rank = 64;
    for (; triangles > 0; triangles >>= 1) {
        --rank;
    }
    return rank;
}

// The pairs to ask, the largest first. @return how many, and *order, which the caller releases; NULL without
// memory
static uint32_t order_tasks(const toi_world_def* def, const toi_allocator* allocator,
                            const toi_pair_result* pairs, uint32_t count, ti_key_value** order)
{
    uint32_t tasks = 0;
    *order = ti_allocate(allocator, 2 * (size_t)count, sizeof **order);
    if (*order == NULL) {
        return 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!pairs[i].broad) {
            (*order)[tasks++] = (ti_key_value){cost_rank(def->bodies, &pairs[i]), i};
        }
    }
    ti_sort_keys(*order, *order + count, tasks);
    return tasks;
}

// ---- all of them

static toi_status first_failure(const toi_pair_result* pairs, uint32_t count, uint32_t* failed)
{
    toi_status status = TOI_OK;
    for (uint32_t i = count; i-- > 0;) {
        if (pairs[i].status == TOI_ERROR_MEMORY) {
            return TOI_ERROR_MEMORY;
        }
        if (pairs[i].status != TOI_OK) {
            status = pairs[i].status;
            *failed = i;
        }
    }
    return status;
}

toi_status ti_run_tasks(const toi_world_def* def, toi_task task, uint32_t count, void* data,
                        const toi_allocator* allocator)
{
    if (count == 0) {
        return TOI_OK;
    }
    if (def->run != NULL) {
        def->run(task, count, data, def->run_context);
        return TOI_OK;
    }
    return ti_pool_run(task, count, def->threads, data, allocator);
}

static uint32_t max_contacts(const toi_world_def* def)
{
    if (def->max_contacts > 0) {
        return def->max_contacts;
    }
    return def->query.all ? DEFAULT_MAX_ALL_CONTACTS : DEFAULT_MAX_CONTACTS;
}

uint32_t ti_max_links(const toi_world_def* def)
{
    return def->query.all ? 0 : def->max_links;
}

toi_status ti_run_pairs(const toi_world_def* def, const toi_allocator* allocator, toi_pair_result* pairs,
                        uint32_t count, uint32_t* failed)
{
    run_data run = {.bodies = def->bodies, .query = def->query, .allocator = *allocator, .pairs = pairs};
    run.query.allocator = def->query.allocator != NULL ? def->query.allocator : &run.allocator;
    run.max_contacts = max_contacts(def);
    run.max_links = ti_max_links(def);
    run.room_count = def->threads > 0 ? def->threads : 1;
    run.rooms = ti_allocate_zero(allocator, run.room_count, sizeof *run.rooms);
    ti_key_value* order;
    uint32_t tasks = order_tasks(def, allocator, pairs, count, &order);
    run.order = order;
    toi_status status = TOI_ERROR_MEMORY;
    if (run.rooms != NULL && order != NULL) {
        for (uint32_t i = 0; i < tasks; ++i) {
            pairs[order[i].value].status = TOI_ERROR_THREAD; // until it has been asked
        }
        status = ti_run_tasks(def, run_task, tasks, &run, allocator);
    }
    for (uint32_t i = 0; run.rooms != NULL && i < run.room_count; ++i) {
        ti_release(allocator, run.rooms[i].contacts);
        ti_release(allocator, run.rooms[i].links);
    }
    ti_release(allocator, run.rooms);
    ti_release(allocator, order);
    return status == TOI_OK ? first_failure(pairs, count, failed) : status;
}
