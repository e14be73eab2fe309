// First contact on straight paths over the reals. The times that count are roots of a polynomial with whole
// numbers as coefficients: of the volume that the four vertices span, or where that is always zero, of the
// area of a vertex and an edge, or where that is, of a distance along a coordinate
// (docs/methods/deform-exact.md).

#include "narrow/deform/exact.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "math/vec3.h"
#include "narrow/deform/exact_parts.h"

// ---- the query in whole numbers

typedef struct vertices {
    form3 at[TOI_PRIMITIVE_MOST_VERTICES];
} vertices;

// The largest power of two that all coordinates are multiples of.
static int unit_of(const toi_primitive_query* query, uint32_t count)
{
    int lowest = DBL_MAX_EXP;
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            lowest = z_lower_bit(z_lower_bit(lowest, v3_coordinate(query->start[i], k)),
                                 v3_coordinate(query->end[i], k));
        }
    }
    return lowest;
}

static void read_vertices(ti_limbs* pool, const toi_primitive_query* query, vertices* v)
{
    uint32_t count = toi_primitive_vertex_count(query->kind);
    int unit = unit_of(query, count);
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            ti_integer start = ti_integer_from_double(pool, v3_coordinate(query->start[i], k), unit);
            ti_integer end = ti_integer_from_double(pool, v3_coordinate(query->end[i], k), unit);
            v->at[i].at[k] = form_between(start, end);
        }
    }
}

static exact_pair pair_of(ti_limbs* pool, toi_primitive_kind kind, const vertices* v)
{
    const form3* x = v->at;
    exact_pair pair = {.edges = kind == TOI_PRIMITIVE_EE};
    pair.p = pair.edges ? ti_form3_sub(pool, &x[1], &x[0]) : ti_form3_sub(pool, &x[2], &x[1]);
    pair.q = pair.edges ? ti_form3_sub(pool, &x[3], &x[2]) : ti_form3_sub(pool, &x[3], &x[1]);
    pair.w = pair.edges ? ti_form3_sub(pool, &x[2], &x[0]) : ti_form3_sub(pool, &x[0], &x[1]);
    pair.normal = ti_form3_cross(pool, &pair.p, &pair.q);
    return pair;
}

static exact_edge edge_of(ti_limbs* pool, const vertices* v)
{
    return (exact_edge){ti_form3_sub(pool, &v->at[2], &v->at[1]), ti_form3_sub(pool, &v->at[0], &v->at[1])};
}

// ---- first contact

static const ti_exact_contact none = {.contact = false, .t_nearest = HUGE_VAL, .t_below = 1.0};
static const ti_exact_contact at_start = {.contact = true};

static ti_exact_contact at_time(ti_limbs* pool, const ti_form_time* time)
{
    return (ti_exact_contact){true, time->near, ti_form_time_below(pool, time)};
}

static ti_exact_contact earlier(ti_exact_contact a, ti_exact_contact b)
{
    ti_exact_contact first = a;
    first.contact = a.contact || b.contact;
    first.t_nearest = b.t_nearest < a.t_nearest ? b.t_nearest : a.t_nearest;
    first.t_below = b.t_below < a.t_below ? b.t_below : a.t_below;
    return first;
}

// Two vertices: their distance along a coordinate is zero at one time or always.
static ti_exact_contact first_of_vertices(ti_limbs* pool, const form3* apart)
{
    int k = 0;
    while (k < 3 && ti_form_is_zero(&apart->at[k])) {
        ++k;
    }
    if (k == 3) {
        return at_start;
    }
    ti_form_time time[TI_FORM_TIMES];
    int count = ti_form_times(pool, &apart->at[k], time);
    if (count == 0) {
        return none;
    }
    ti_form_time_round(pool, &time[0]);
    return ti_exact_zero_at(pool, apart, &time[0]) ? at_time(pool, &time[0]) : none;
}

// The vertex is on the line of the edge when all coordinates of the area are zero. Where they always are, it
// meets the edge first at an end.
static ti_exact_contact first_of_edge(ti_limbs* pool, const exact_edge* edge)
{
    form3 area = ti_form3_cross(pool, &edge->span, &edge->offset);
    if (ti_form3_is_zero(&area)) {
        ti_form_time start = ti_form_time_zero();
        if (ti_exact_edge_at(pool, edge, &start)) {
            return at_start;
        }
        form3 other = ti_form3_sub(pool, &edge->offset, &edge->span);
        return earlier(first_of_vertices(pool, &edge->offset), first_of_vertices(pool, &other));
    }
    int k = 0;
    while (ti_form_is_zero(&area.at[k])) {
        ++k;
    }
    ti_form_time time[TI_FORM_TIMES];
    int count = ti_form_times(pool, &area.at[k], time);
    for (int i = 0; i < count; ++i) {
        ti_form_time_round(pool, &time[i]);
        if (ti_exact_edge_at(pool, edge, &time[i])) {
            return at_time(pool, &time[i]);
        }
    }
    return none;
}

static ti_form volume_of(ti_limbs* pool, const exact_pair* pair)
{
    size_t mark = pool->used;
    ti_form volume = ti_form_mul(pool, &pair->normal.at[0], &pair->w.at[0]);
    for (int k = 1; k < 3; ++k) {
        ti_form term = ti_form_mul(pool, &pair->normal.at[k], &pair->w.at[k]);
        volume = ti_form_add(pool, &volume, &term);
    }
    ti_form_keep(pool, mark, &volume);
    return volume;
}

// The primitives are in one plane when the volume is zero. Where it always is, they begin to touch where a
// vertex meets an edge: while they are apart, the vertex that will be inside a face, or the crossing of two
// lines that will be inside both edges, is outside, and gets in over a border.
static ti_exact_contact first_of_pair(ti_limbs* pool, const exact_pair* pair)
{
    ti_form volume = volume_of(pool, pair);
    ti_form_time time[TI_FORM_TIMES] = {ti_form_time_zero()};
    bool flat = ti_form_is_zero(&volume);
    int count = flat ? 1 : ti_form_times(pool, &volume, time);
    for (int i = 0; i < count; ++i) {
        if (!flat) {
            ti_form_time_round(pool, &time[i]);
        }
        if (ti_exact_pair_at(pool, pair, &time[i])) {
            return at_time(pool, &time[i]);
        }
    }
    if (!flat) {
        return none;
    }
    exact_edge edge[EXACT_EDGES];
    int edges = ti_exact_edges(pool, pair, edge);
    ti_exact_contact first = none;
    for (int i = 0; i < edges; ++i) {
        size_t mark = pool->used;
        first = earlier(first, first_of_edge(pool, &edge[i]));
        pool->used = mark;
    }
    return first;
}

static ti_exact_contact first_contact(ti_limbs* pool, const toi_primitive_query* query)
{
    vertices v;
    read_vertices(pool, query, &v);
    if (query->kind == TOI_PRIMITIVE_VV) {
        form3 apart = ti_form3_sub(pool, &v.at[1], &v.at[0]);
        return first_of_vertices(pool, &apart);
    }
    if (query->kind == TOI_PRIMITIVE_VE) {
        exact_edge edge = edge_of(pool, &v);
        return first_of_edge(pool, &edge);
    }
    exact_pair pair = pair_of(pool, query->kind, &v);
    return first_of_pair(pool, &pair);
}

// ---- room

// A difference of coordinates in units of the smallest has at most 2099 bits, which leaves 13 of 33 limbs; so
// a product of n of them, and sums of a few such, has at most 33 n limbs. In those units of 33 limbs the
// vertices, p, q, w, the normal and the volume take 24 + 18 + 18 + 12, what parts three roots 12 + 9, or two
// of which one is double 54, and what is made of p, q and w at one time at most 42. The sign of a quadratic
// form at a root takes 80, and in it the value of the volume at a ratio of 7 units 39 or 188: 436 in all.
// Nothing else takes as much. Coordinates of usual sizes need less than a tenth of that.
enum { LIMBS = 2048, MOST_LIMBS = 16384 };

static bool try_small(const toi_primitive_query* query, ti_exact_contact* contact)
{
    uint64_t room[LIMBS];
    ti_limbs pool = {room, LIMBS, 0, false};
    *contact = first_contact(&pool, query);
    return !pool.full;
}

// Apart, so that only coordinates that are very unlike in size take this much of the stack.
__attribute__((noinline)) static ti_exact_contact with_most_room(const toi_primitive_query* query)
{
    uint64_t room[MOST_LIMBS];
    ti_limbs pool = {room, MOST_LIMBS, 0, false};
    ti_exact_contact contact = first_contact(&pool, query);
    TI_ASSERT(!pool.full);
    return pool.full ? at_start : contact;
}

ti_exact_contact ti_primitive_exact(const toi_primitive_query* query)
{
    ti_exact_contact contact;
    if (ti_exact_parted(query)) {
        return none;
    }
    return try_small(query, &contact) ? contact : with_most_room(query);
}

static bool shares_vertex(const toi_vec3* v, uint32_t first_b, uint32_t count)
{
    for (uint32_t i = 0; i < first_b; ++i) {
        for (uint32_t j = first_b; j < count; ++j) {
            if (v3_equal(v[i], v[j])) {
                return true;
            }
        }
    }
    return false;
}

// At one time a vertex and a face, or two edges, are triangles that may be flat, of doubles.
bool ti_primitive_exact_start(const toi_primitive_query* query)
{
    const toi_vec3* v = query->start;
    if (shares_vertex(v, query->kind == TOI_PRIMITIVE_EE ? 2 : 1, toi_primitive_vertex_count(query->kind))) {
        return true;
    }
    if (query->kind == TOI_PRIMITIVE_EE) {
        const toi_vec3 a[3] = {v[0], v[1], v[1]}, b[3] = {v[2], v[3], v[3]};
        return ti_triangles_meet(a, b);
    }
    uint32_t last = toi_primitive_vertex_count(query->kind) - 1;
    const toi_vec3 face[3] = {v[1], v[last > 1 ? 2 : 1], v[last]};
    return ti_point_on_triangle(v[0], face);
}
