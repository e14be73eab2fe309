// Contacts are the same where they are at one place, and times, sides and speeds allow that they are at one
// time. All of them are ordered by time, and each is compared with those near it in time; those at the same
// time are ordered along the first axis, so that only neighbours are compared.

#include "narrow/screw/resolve.h"

#include "core/memory.h"
#include "core/sort.h"

typedef struct merger {
    const ti_screw_pair* pair;
    ti_screw_contact* items;
    uint32_t count;
    uint32_t* order;
    double* reach; // of an item in time: two within the sum of their reaches may be one
    uint8_t* dropped;
} merger;

static int compare_time(uint32_t a, uint32_t b, const void* context)
{
    const merger* m = context;
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    if (x->s != y->s) {
        return x->s < y->s ? -1 : 1;
    }
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    for (int k = 0; k < 2; ++k) {
        if (x->feature[k] != y->feature[k]) {
            return x->feature[k] < y->feature[k] ? -1 : 1;
        }
    }
    return a < b ? -1 : (a > b);
}

// Two events at one place and time may be found at times that differ by their errors, and by what the body
// needs to pass the tolerance.
static double reach_of(const ti_screw_pair* pair, const ti_screw_contact* c)
{
    double speed = v3_length(tw_velocity(&pair->twist, c->point));
    return c->s_error + 0x1p-50 + (pair->tolerance < speed ? pair->tolerance / speed : 1.0);
}

static double room_of(const merger* m, uint32_t a)
{
    double speed = v3_length(tw_velocity(&m->pair->twist, m->items[a].point));
    return m->pair->tolerance + speed * m->reach[a];
}

static bool is_near(const merger* m, uint32_t a, uint32_t b)
{
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    toi_vec3 apart = v3_sub(x->point, y->point);
    double room = room_of(m, a) + room_of(m, b);
    return x->entering == y->entering && v3_dot(apart, apart) <= room * room;
}

static bool same_edges(const ti_screw_contact* x, const ti_screw_contact* y)
{
    return x->kind == TOI_CONTACT_EE && y->kind == TOI_CONTACT_EE && x->feature[0] == y->feature[0] &&
           x->feature[1] == y->feature[1];
}

// Which of two that are the same goes: 0 for neither.
static int loser(const merger* m, uint32_t a, uint32_t b)
{
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    bool edges_x = x->kind == TOI_CONTACT_EE, edges_y = y->kind == TOI_CONTACT_EE;
    if (edges_x && edges_y) {
        return !same_edges(x, y) ? 0 : (y->properness > x->properness ? 1 : 2);
    }
    if (edges_x || edges_y) {
        return edges_x && x->at_end ? 1 : (edges_y && y->at_end ? 2 : 0);
    }
    if (x->properness != y->properness) {
        return x->properness < y->properness ? 1 : 2;
    }
    if (x->kind != y->kind) {
        return x->kind > y->kind ? 1 : 2;
    }
    return 2;
}

// What is told of the one that stays: the longest touch, from the earliest time.
static void absorb(ti_screw_contact* kept, const ti_screw_contact* gone)
{
    if (gone->kind == TOI_CONTACT_EE && kept->kind != TOI_CONTACT_EE) {
        return;
    }
    if (kept->sustained || gone->sustained) {
        kept->s_until = fmax(kept->s_until, gone->s_until);
        kept->s = fmin(kept->s, gone->s);
        kept->sustained = true;
        kept->tangent = false;
    }
}

static int compare_place(uint32_t a, uint32_t b, const void* context)
{
    const merger* m = context;
    double x = m->items[a].point.x, y = m->items[b].point.x;
    return x != y ? (x < y ? -1 : 1) : compare_time(a, b, context);
}

static void compare_two(merger* m, uint32_t a, uint32_t b)
{
    double apart = fabs(m->items[b].s - m->items[a].s);
    if (apart > m->reach[a] + m->reach[b] || !is_near(m, a, b)) {
        return;
    }
    int lost = loser(m, a, b);
    if (lost != 0) {
        m->dropped[lost == 1 ? a : b] = 1;
        absorb(&m->items[lost == 1 ? b : a], &m->items[lost == 1 ? a : b]);
    }
}

// Compares the contacts order[begin] to order[end - 1], which may be at one time, along the first axis.
static void compare_run(merger* m, uint32_t begin, uint32_t end)
{
    double room = 0.0;
    for (uint32_t i = begin; i < end; ++i) {
        room = fmax(room, room_of(m, m->order[i]));
    }
    ti_sort_indices(m->order + begin, end - begin, compare_place, m);
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t a = m->order[i];
        double reach = m->items[a].point.x + (room + room_of(m, a));
        for (uint32_t k = i + 1; k < end && m->items[m->order[k]].point.x <= reach; ++k) {
            if (!m->dropped[a] && !m->dropped[m->order[k]]) {
                compare_two(m, a, m->order[k]);
            }
        }
    }
}

// A run ends where the next contact is too late for every one before it.
static void compare_all(merger* m)
{
    uint32_t begin = 0;
    double until = -1.0;
    for (uint32_t i = 0; i < m->count; ++i) {
        uint32_t a = m->order[i];
        if (i > begin && m->items[a].s - m->reach[a] > until) {
            compare_run(m, begin, i);
            begin = i;
        }
        until = fmax(until, m->items[a].s + m->reach[a]);
    }
    compare_run(m, begin, m->count);
}

// Copies what is left in order.
static void keep_rest(merger* m, ti_screw_contact* sorted, ti_array* contacts)
{
    uint32_t count = 0;
    ti_sort_indices(m->order, m->count, compare_time, m);
    for (uint32_t i = 0; i < m->count; ++i) {
        if (!m->dropped[m->order[i]]) {
            sorted[count++] = m->items[m->order[i]];
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        m->items[i] = sorted[i];
    }
    contacts->count = count;
}

toi_status ti_screw_resolve(const ti_screw_pair* pair, ti_array* contacts)
{
    const toi_allocator* allocator = &contacts->allocator;
    size_t count = contacts->count;
    merger m = {.pair = pair, .items = contacts->data, .count = (uint32_t)count};
    m.order = ti_allocate(allocator, count, sizeof *m.order);
    m.reach = ti_allocate(allocator, count, sizeof *m.reach);
    m.dropped = ti_allocate_zero(allocator, count, 1);
    ti_screw_contact* sorted = ti_allocate(allocator, count, sizeof *sorted);
    bool ok = m.order != NULL && m.reach != NULL && m.dropped != NULL && sorted != NULL;
    for (uint32_t i = 0; ok && i < m.count; ++i) {
        m.order[i] = i;
        m.reach[i] = reach_of(pair, &m.items[i]);
    }
    if (ok) {
        ti_sort_indices(m.order, m.count, compare_time, &m);
        compare_all(&m);
        keep_rest(&m, sorted, contacts);
    }
    ti_release(allocator, m.order);
    ti_release(allocator, m.reach);
    ti_release(allocator, m.dropped);
    ti_release(allocator, sorted);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
