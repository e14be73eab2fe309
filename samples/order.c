// Levels of support, islands and sleep.

#include "order.h"

#include "crowd.h"
#include "joints.h"
#include "memory.h"

// A body rests on another where the normal is at most about 70 degrees from upright.
static const double SUPPORT_COSINE = 0.35;

// Bodies are in touch up to this many rest gaps.
static const double IN_TOUCH = 2.0;

static bool in_touch(const sim_crowd* crowd, const sim_contact* c)
{
    return c->gap < IN_TOUCH * crowd->settings.rest_gap;
}

// Lowers the level of the upper body to one above that of the lower one. Returns whether it changed.
static bool lift(sim_crowd* crowd, const sim_contact* c, toi_vec3 down)
{
    double cosine = v3_dot(c->normal, down);
    if (!in_touch(crowd, c) || fabs(cosine) < SUPPORT_COSINE) {
        return false;
    }
    uint32_t upper = cosine > 0.0 ? c->a : c->b, lower = cosine > 0.0 ? c->b : c->a;
    if (crowd->level[lower] + 1 < crowd->level[upper]) {
        crowd->level[upper] = crowd->level[lower] + 1;
        return true;
    }
    return false;
}

// A counting sort of 0 to count - 1 by level, stable. Levels are below `levels`.
static void sort_by(const uint32_t* level, uint32_t count, uint32_t levels, uint32_t* sorted)
{
    uint32_t* first = allocate(levels + 1, sizeof *first);
    for (uint32_t i = 0; i < count; ++i) {
        ++first[level[i] + 1];
    }
    for (uint32_t i = 0; i < levels; ++i) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = 0; i < count; ++i) {
        sorted[first[level[i]]++] = i;
    }
    release(first);
}

static void order_contacts(sim_crowd* crowd)
{
    uint32_t count = crowd->contacts.count;
    uint32_t* level = allocate(count, sizeof *level);
    for (uint32_t i = 0; i < count; ++i) {
        const sim_contact* c = &crowd->contacts.items[i];
        uint32_t a = crowd->level[c->a], b = crowd->level[c->b];
        level[i] = a < b ? a : b;
    }
    release(crowd->contact_order);
    crowd->contact_order = allocate(count, sizeof *crowd->contact_order);
    sort_by(level, count, crowd->count + 1, crowd->contact_order);
    release(level);
}

void order_by_support(sim_crowd* crowd)
{
    for (uint32_t i = 0; i < crowd->count; ++i) {
        crowd->level[i] = crowd->bodies[i].mass > 0.0 ? crowd->count : 0;
    }
    toi_vec3 down = v3_unit(crowd->settings.gravity);
    bool changed = true;
    for (uint32_t round = 0; changed && round < crowd->count; ++round) {
        changed = false;
        for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
            changed |= lift(crowd, &crowd->contacts.items[i], down);
        }
    }
    sort_by(crowd->level, crowd->count, crowd->count + 1, crowd->order);
    order_contacts(crowd);
}

static uint32_t root_of(const uint32_t* island, uint32_t i)
{
    while (island[i] != i) {
        i = island[i];
    }
    return i;
}

static void join(uint32_t* island, uint32_t i, uint32_t j)
{
    uint32_t a = root_of(island, i), b = root_of(island, j);
    island[a > b ? a : b] = a > b ? b : a;
}

static void find_islands(sim_crowd* crowd)
{
    uint32_t* island = crowd->island;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        island[i] = i;
    }
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        const sim_contact* c = &crowd->contacts.items[i];
        if (in_touch(crowd, c) && crowd->bodies[c->b].mass > 0.0) {
            join(island, c->a, c->b);
        }
    }
    for (uint32_t i = 0; crowd->joints != NULL && i < crowd->joints->count; ++i) {
        join(island, crowd->joints->items[i].def.parent, crowd->joints->items[i].def.child);
    }
    for (uint32_t i = 0; i < crowd->count; ++i) {
        island[i] = root_of(island, i);
    }
}

void sleep_and_wake(sim_crowd* crowd, double dt)
{
    find_islands(crowd);
    const sim_crowd_settings* s = &crowd->settings;
    bool* active = allocate(crowd->count, sizeof *active);     // of an island: someone moves
    bool* restless = allocate(crowd->count, sizeof *restless); // someone has not been slow for long enough
    for (uint32_t i = 0; i < crowd->count; ++i) {
        sim_body* b = &crowd->bodies[i];
        if (!body_moves(b)) {
            continue;
        }
        bool quiet = v3_length(b->velocity) + v3_length(b->spin) * b->reach < s->quiet_speed;
        b->quiet_steps = quiet ? b->quiet_steps + 1 : 0;
        active[crowd->island[i]] |= !quiet;
        restless[crowd->island[i]] |= b->quiet_steps * dt < s->quiet_time || s->quiet_time <= 0.0;
    }
    for (uint32_t i = 0; i < crowd->count; ++i) {
        sim_body* b = &crowd->bodies[i];
        if (b->mass > 0.0 && !b->held) {
            b->asleep = b->asleep ? !active[crowd->island[i]] : !restless[crowd->island[i]];
        }
    }
    release(active);
    release(restless);
}
