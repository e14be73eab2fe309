// Whether primitives touch at one time, in the coordinate plane where they have an area, or on a coordinate
// axis.

#include "narrow/deform/exact_parts.h"

// ---- vectors

form3 ti_form3_add(ti_limbs* pool, const form3* a, const form3* b)
{
    form3 sum;
    for (int k = 0; k < 3; ++k) {
        sum.at[k] = ti_form_add(pool, &a->at[k], &b->at[k]);
    }
    return sum;
}

form3 ti_form3_sub(ti_limbs* pool, const form3* a, const form3* b)
{
    form3 difference;
    for (int k = 0; k < 3; ++k) {
        difference.at[k] = ti_form_sub(pool, &a->at[k], &b->at[k]);
    }
    return difference;
}

static ti_form cross_at(ti_limbs* pool, const form3* a, const form3* b, int k)
{
    size_t mark = pool->used;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    ti_form left = ti_form_mul(pool, &a->at[i], &b->at[j]), right = ti_form_mul(pool, &a->at[j], &b->at[i]);
    ti_form cross = ti_form_sub(pool, &left, &right);
    ti_form_keep(pool, mark, &cross);
    return cross;
}

form3 ti_form3_cross(ti_limbs* pool, const form3* a, const form3* b)
{
    form3 cross;
    for (int k = 0; k < 3; ++k) {
        cross.at[k] = cross_at(pool, a, b, k);
    }
    return cross;
}

bool ti_form3_is_zero(const form3* a)
{
    return ti_form_is_zero(&a->at[0]) && ti_form_is_zero(&a->at[1]) && ti_form_is_zero(&a->at[2]);
}

bool ti_exact_zero_at(ti_limbs* pool, const form3* a, const ti_form_time* time)
{
    for (int k = 0; k < 3; ++k) {
        if (ti_form_sign_at(pool, &a->at[k], time) != 0) {
            return false;
        }
    }
    return true;
}

// The first coordinate that is not zero at a time and its sign; sign 0 where all are.
typedef struct coordinate {
    int k, sign;
} coordinate;

static coordinate coordinate_at(ti_limbs* pool, const form3* a, const ti_form_time* time)
{
    coordinate c = {-1, 0};
    while (c.sign == 0 && c.k < 2) {
        ++c.k;
        c.sign = ti_form_sign_at(pool, &a->at[c.k], time);
    }
    return c;
}

// ---- on a line

// The difference of two forms, times a sign, is at least zero.
static bool at_most(ti_limbs* pool, const ti_form* f, const ti_form* g, int sign, const ti_form_time* time)
{
    ti_form difference = ti_form_sub(pool, g, f);
    return sign * ti_form_sign_at(pool, &difference, time) >= 0;
}

static bool edge_at(ti_limbs* pool, const exact_edge* edge, const ti_form_time* time)
{
    form3 cross = ti_form3_cross(pool, &edge->span, &edge->offset);
    if (!ti_exact_zero_at(pool, &cross, time)) {
        return false;
    }
    coordinate along = coordinate_at(pool, &edge->span, time);
    if (along.sign == 0) {
        return ti_exact_zero_at(pool, &edge->offset, time);
    }
    const ti_form *span = &edge->span.at[along.k], *offset = &edge->offset.at[along.k];
    return along.sign * ti_form_sign_at(pool, offset, time) >= 0 &&
           at_most(pool, offset, span, along.sign, time);
}

bool ti_exact_edge_at(ti_limbs* pool, const exact_edge* edge, const ti_form_time* time)
{
    size_t mark = pool->used;
    bool touches = edge_at(pool, edge, time);
    pool->used = mark;
    return touches;
}

// ---- in a plane

int ti_exact_edges(ti_limbs* pool, const exact_pair* pair, exact_edge edge[EXACT_EDGES])
{
    const form3 *p = &pair->p, *q = &pair->q, *w = &pair->w;
    if (!pair->edges) {
        edge[0] = (exact_edge){*p, *w};
        edge[1] = (exact_edge){*q, *w};
        edge[2] = (exact_edge){ti_form3_sub(pool, q, p), ti_form3_sub(pool, w, p)};
        return 3;
    }
    const form3 zero = ti_form3_sub(pool, w, w), back = ti_form3_sub(pool, &zero, w);
    edge[0] = (exact_edge){*p, *w};
    edge[1] = (exact_edge){*p, ti_form3_add(pool, w, q)};
    edge[2] = (exact_edge){*q, back};
    edge[3] = (exact_edge){*q, ti_form3_add(pool, &back, p)};
    return 4;
}

// With n the coordinate k of the normal, the vertex is at the first corner plus (w x q)_k/n p + (p x w)_k/n
// q.
static bool in_face(ti_limbs* pool, const exact_pair* pair, coordinate c, const ti_form_time* time)
{
    ti_form along_p = cross_at(pool, &pair->w, &pair->q, c.k);
    if (c.sign * ti_form_sign_at(pool, &along_p, time) < 0) {
        return false;
    }
    ti_form along_q = cross_at(pool, &pair->p, &pair->w, c.k);
    if (c.sign * ti_form_sign_at(pool, &along_q, time) < 0) {
        return false;
    }
    ti_form sum = ti_form_add(pool, &along_p, &along_q);
    return at_most(pool, &sum, &pair->normal.at[c.k], c.sign, time);
}

// The lines meet at (w x q)_k/n along p and (w x p)_k/n along q.
static bool on_edges(ti_limbs* pool, const exact_pair* pair, coordinate c, const ti_form_time* time)
{
    const ti_form* n = &pair->normal.at[c.k];
    ti_form along_p = cross_at(pool, &pair->w, &pair->q, c.k);
    if (c.sign * ti_form_sign_at(pool, &along_p, time) < 0 || !at_most(pool, &along_p, n, c.sign, time)) {
        return false;
    }
    ti_form along_q = cross_at(pool, &pair->w, &pair->p, c.k);
    return c.sign * ti_form_sign_at(pool, &along_q, time) >= 0 && at_most(pool, &along_q, n, c.sign, time);
}

static bool pair_at(ti_limbs* pool, const exact_pair* pair, const ti_form_time* time)
{
    coordinate c = coordinate_at(pool, &pair->normal, time);
    if (c.sign != 0) {
        return pair->edges ? on_edges(pool, pair, c, time) : in_face(pool, pair, c, time);
    }
    exact_edge edge[EXACT_EDGES];
    int count = ti_exact_edges(pool, pair, edge);
    for (int i = 0; i < count; ++i) {
        if (ti_exact_edge_at(pool, &edge[i], time)) {
            return true;
        }
    }
    return false;
}

bool ti_exact_pair_at(ti_limbs* pool, const exact_pair* pair, const ti_form_time* time)
{
    size_t mark = pool->used;
    bool touches = pair_at(pool, pair, time);
    pool->used = mark;
    return touches;
}
