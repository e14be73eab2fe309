// Contacts are the same where they are at one place, and times, sides and speeds allow that they are at one
// time. All of them are ordered by time, and each is compared with those near it in time; those at the same
// time are ordered along the first axis, so that only neighbours are compared. Touches that last are compared
// where they begin, and are told apart where they do not stay together.

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

static int compare_features(uint32_t a, uint32_t b, const void* context)
{
    const merger* m = context;
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
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

static int compare_time(uint32_t a, uint32_t b, const void* context)
{
    const merger* m = context;
    double x = m->items[a].s, y = m->items[b].s;
    return x != y ? (x < y ? -1 : 1) : compare_features(a, b, context);
}

static bool same_features(const ti_screw_contact* x, const ti_screw_contact* y)
{
    return x->kind == y->kind && x->feature[0] == y->feature[0] && x->feature[1] == y->feature[1];
}

static void order_all(merger* m, ti_compare* compare)
{
    for (uint32_t i = 0; i < m->count; ++i) {
        m->order[i] = i;
    }
    ti_sort_indices(m->order, m->count, compare, m);
}

// Two events at one place and time may be found at times that differ by their errors, and by what the body
// needs to pass the tolerance.
static double reach_of(const ti_screw_pair* pair, const ti_screw_contact* c)
{
    return c->s_error + 0x1p-50 + ti_pair_passing_time(pair, c->point);
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

// Where the vertex of B that an FV names is at time s.
static toi_vec3 vertex_of_b_at(const merger* m, const ti_screw_contact* c, double s)
{
    toi_vec3 x = ti_pair_vertex(m->pair, 1, c->feature[1]);
    return tw_point(&m->pair->twist, ti_swing_at(m->pair->twist.angle, s), x);
}

// Whether a vertex of A and one of B that both stay in touch are still at one place in the middle of the time
// that both do, and not only where they begin.
static bool stay_together(const merger* m, uint32_t a, uint32_t b)
{
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    double middle = 0.5 * (fmax(x->s, y->s) + fmin(x->s_until, y->s_until));
    const ti_screw_contact *vf = x->kind == TOI_CONTACT_VF ? x : y, *fv = vf == x ? y : x;
    toi_vec3 apart = v3_sub(vf->point, vertex_of_b_at(m, fv, middle));
    double room = room_of(m, a) + room_of(m, b);
    return v3_dot(apart, apart) <= room * room;
}

// Which of two that are the same is worth less: 0 for neither.
static int loser(const merger* m, uint32_t a, uint32_t b)
{
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    bool edges_x = x->kind == TOI_CONTACT_EE, edges_y = y->kind == TOI_CONTACT_EE;
    if (edges_x && edges_y) {
        return !same_features(x, y) ? 0 : (y->properness > x->properness ? 1 : 2);
    }
    if (edges_x || edges_y) {
        return edges_x && x->at_end ? 1 : (edges_y && y->at_end ? 2 : 0);
    }
    double slack = m->pair->angle_slack;
    if (x->sustained != y->sustained && fabs(x->properness - y->properness) <= slack) {
        return x->sustained ? 2 : 1;
    }
    if (x->properness != y->properness) {
        return x->properness < y->properness ? 1 : 2;
    }
    if (x->kind != y->kind) {
        return x->kind > y->kind ? 1 : 2;
    }
    return 2;
}

static bool names_vertex(const ti_screw_contact* c)
{
    return c->kind == TOI_CONTACT_VF || c->kind == TOI_CONTACT_FV;
}

// A touch that lasts is told of by another one only if that lasts as long.
static bool may_go(const merger* m, uint32_t gone, uint32_t kept)
{
    const ti_screw_contact *x = &m->items[gone], *y = &m->items[kept];
    if (!x->sustained) {
        return true;
    }
    bool as_long = x->s_until <= y->s_until + (m->reach[gone] + m->reach[kept]);
    bool vertices = x->kind != y->kind && names_vertex(x) && names_vertex(y);
    return y->sustained && as_long && (!vertices || stay_together(m, gone, kept));
}

// What is told of the one that stays: the earliest time.
static void absorb(ti_screw_contact* kept, const ti_screw_contact* gone)
{
    bool edges = gone->kind == TOI_CONTACT_EE && kept->kind != TOI_CONTACT_EE;
    if (kept->sustained && gone->sustained && !edges) {
        kept->s = fmin(kept->s, gone->s);
        kept->s_until = fmax(kept->s_until, gone->s_until);
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
    uint32_t gone = lost == 1 ? a : b, kept = lost == 1 ? b : a;
    if (lost != 0 && may_go(m, gone, kept)) {
        m->dropped[gone] = 1;
        absorb(&m->items[kept], &m->items[gone]);
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
    order_all(m, compare_time);
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

// ---- one touch that was found in parts

// The vertex of a VF or FV, and its facet.
static int vertex_side(const ti_screw_contact* c)
{
    return c->kind == TOI_CONTACT_VF ? 0 : 1;
}

// What one touch keeps: both edges or round features, or the vertex.
static int compare_lasting(uint32_t a, uint32_t b, const void* context)
{
    const merger* m = context;
    const ti_screw_contact *x = &m->items[a], *y = &m->items[b];
    if (x->kind != y->kind || !names_vertex(x)) {
        return same_features(x, y) ? compare_time(a, b, m) : compare_features(a, b, m);
    }
    uint32_t v = x->feature[vertex_side(x)], w = y->feature[vertex_side(x)];
    return v != w ? (v < w ? -1 : 1) : compare_time(a, b, m);
}

// Whether two facets are parts of one plane: edges between such facets are flat.
static bool in_one_plane(const toi_mesh* mesh, uint32_t first, uint32_t second)
{
    if (first == second || mesh->round.kind != TI_ROUND_NONE) {
        return first == second;
    }
    const ti_features* f = &mesh->features;
    const ti_facet *x = &f->facets[first], *y = &f->facets[second];
    bool near = v3_dot(x->normal, y->normal) > 0.0;
    for (uint32_t i = y->corner_begin; near && i < y->corner_end; ++i) {
        near = fabs(v3_dot(x->normal, mesh->local[f->corner[i]]) - x->offset) <= 2.0 * f->flatness;
    }
    return near;
}

static bool goes_on(const merger* m, const ti_screw_contact* x, const ti_screw_contact* y)
{
    if (x->kind != y->kind || y->s > x->s_until + (x->s_error + 0x1p-50)) {
        return false;
    }
    int v = vertex_side(x);
    return !names_vertex(x) ? same_features(x, y)
                            : x->feature[v] == y->feature[v] &&
                                  in_one_plane(m->pair->mesh[1 - v], x->feature[1 - v], y->feature[1 - v]);
}

// Planes that a vertex stays in touch with at one time at most; where there are more a touch is told in
// parts.
enum { MOST_PLANES = 8 };

// Windows of time overlap, and a vertex may slide from facet to facet of one plane. What goes on so is one
// touch, named by the facet where it begins.
static void join_spans(merger* m)
{
    order_all(m, compare_lasting);
    uint32_t kept = 0; // order[0] to order[kept - 1] stay
    for (uint32_t i = 0; i < m->count; ++i) {
        const ti_screw_contact* next = &m->items[m->order[i]];
        if (!next->sustained) {
            continue;
        }
        uint32_t k = kept, least = kept > MOST_PLANES ? kept - MOST_PLANES : 0;
        while (k > least && !goes_on(m, &m->items[m->order[k - 1]], next)) {
            --k;
        }
        if (k > least) {
            ti_screw_contact* last = &m->items[m->order[k - 1]];
            last->s_until = fmax(last->s_until, next->s_until);
            last->at_end = last->at_end && next->at_end;
            m->dropped[m->order[i]] = 1;
        } else {
            m->order[kept++] = m->order[i];
        }
    }
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
        m.reach[i] = reach_of(pair, &m.items[i]);
    }
    if (ok) {
        join_spans(&m);
        compare_all(&m);
        keep_rest(&m, sorted, contacts);
    }
    ti_release(allocator, m.order);
    ti_release(allocator, m.reach);
    ti_release(allocator, m.dropped);
    ti_release(allocator, sorted);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
