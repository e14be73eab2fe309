// The touches of a pair in order, and each place once.

#include "core/memory.h"
#include "core/sort.h"
#include "narrow/trace/touch_parts.h"

// Lists of up to so many are compared all with all.
enum { FEW_TOUCHES = 24 };

// Two touches in one place are one where their normals differ by less than this: a millionth of a radian,
// which no one can tell from none, and far more than the rounding of facets in one plane.
static const double SAME_NORMAL = 0x1p-20;

// Facets that are less tilted than this, by about a millionth of a radian, give creases the normal that their
// nearest places have.
static const double PARALLEL = 0x1p-42;

// ---- order

static int compare_index(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_feature(const toi_feature* a, const toi_feature* b)
{
    int order = compare_index(a->index[0], b->index[0]);
    return order ? order : compare_index(a->index[1], b->index[1]);
}

static int compare_names(const ti_touch* a, const ti_touch* b)
{
    int order = compare_index((uint32_t)a->kind, (uint32_t)b->kind);
    order = order ? order : compare_feature(&a->a, &b->a);
    return order ? order : compare_feature(&a->b, &b->b);
}

static int compare_faces(const ti_touch* a, const ti_touch* b)
{
    int order = compare_index(a->face_a, b->face_a);
    return order ? order : compare_index(a->face_b, b->face_b);
}

static int compare_number(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_vector(toi_vec3 a, toi_vec3 b)
{
    int order = compare_number(a.x, b.x);
    order = order ? order : compare_number(a.y, b.y);
    return order ? order : compare_number(a.z, b.z);
}

// By name, and of one name first what stands: a corner of a common part before a nearest place, of the facets
// that are more parallel, the smaller gap, the lower faces, the lower point.
static int compare_worth(const ti_touch* a, const ti_touch* b)
{
    int order = compare_names(a, b);
    order = order ? order : (int)a->nearest - (int)b->nearest;
    order = order ? order : compare_number(a->tilt, b->tilt);
    order = order ? order : compare_number(a->gap, b->gap);
    order = order ? order : compare_faces(a, b);
    order = order ? order : compare_vector(a->point_a, b->point_a);
    return order ? order : compare_vector(a->normal, b->normal);
}

typedef struct sorting {
    const ti_touch* items;
    int (*compare)(const ti_touch*, const ti_touch*);
} sorting;

static int compare_items(uint32_t a, uint32_t b, const void* context)
{
    const sorting* s = context;
    int order = s->compare(&s->items[a], &s->items[b]);
    return order ? order : compare_index(a, b);
}

static int compare_final(const ti_touch* a, const ti_touch* b)
{
    int order = compare_faces(a, b);
    return order ? order : compare_names(a, b);
}

// Sorts indices of items. Few are sorted by insertion, without an index as a tie: it keeps the order.
static void sort_order(const ti_touch_list* list, uint32_t* order, uint32_t count,
                       int (*compare)(const ti_touch*, const ti_touch*))
{
    if (count > FEW_TOUCHES) {
        sorting s = {list->items, compare};
        ti_sort_indices(order, count, compare_items, &s);
        return;
    }
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t moved = order[i], k = i;
        for (; k > 0 && compare(&list->items[order[k - 1]], &list->items[moved]) > 0; --k) {
            order[k] = order[k - 1];
        }
        order[k] = moved;
    }
}

// ---- each once

// Keeps one of each name, of indices sorted by worth: the first, which is a corner of a common part if there
// is one, unless the features are nearer to each other at their nearest place, or as near there and the
// facets are not parallel. Returns how many are left.
static uint32_t drop_names(const touch_pair* pair, uint32_t* order)
{
    const ti_touch* items = pair->list->items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        const ti_touch *t = &items[order[i]], *last = &items[order[kept > 0 ? kept - 1 : 0]];
        double nearer = last->tilt > PARALLEL ? 2.0 : -2.0;
        if (kept == 0 || compare_names(last, t) != 0) {
            order[kept++] = order[i];
        } else if (t->nearest && !last->nearest && t->gap < last->gap + nearer * pair->rounding) {
            order[kept - 1] = order[i];
        }
    }
    return kept;
}

// Whether two touches are in one place. Between the slack and a few times that a corner that counts as on a
// face may also be nearest to its side: the normals differ by the slack over the gap.
static bool are_one(const touch_pair* pair, const ti_touch* a, const ti_touch* b)
{
    double near = 2.0 * pair->slack;
    if (!(fabs(a->point_a.x - b->point_a.x) <= near)) {
        return false;
    }
    double least = a->gap < b->gap ? a->gap : b->gap;
    double turn = SAME_NORMAL + (least > pair->slack ? 1.2 * pair->slack / least : 0.0);
    toi_vec3 da = v3_sub(a->point_a, b->point_a), db = v3_sub(a->point_b, b->point_b);
    toi_vec3 dn = v3_sub(a->normal, b->normal);
    return v3_dot(da, da) <= near * near && v3_dot(db, db) <= near * near && v3_dot(dn, dn) <= turn * turn;
}

// Touches in the order of their names: `place` has them in the order of x, `at` where each is in that.
typedef struct places {
    const touch_pair* pair;
    const uint32_t* order;
    uint32_t *place, *at;
    uint32_t count;
} places;

// Whether an earlier touch that stays is in the place of touch i.
static bool has_twin(const places* p, uint32_t i)
{
    const ti_touch* items = p->pair->list->items;
    const ti_touch* t = &items[p->order[i]];
    for (int way = -1; way <= 1; way += 2) {
        for (uint32_t k = p->at[i] + (uint32_t)way; k < p->count; k += (uint32_t)way) {
            uint32_t other = p->place[k];
            const ti_touch* o = &items[p->order[other]];
            if (!(fabs(o->point_a.x - t->point_a.x) <= 2.0 * p->pair->slack)) {
                break;
            }
            if (other < i && o->kind != TOI_CONTACT_NONE && are_one(p->pair, o, t)) {
                return true;
            }
        }
    }
    return false;
}

static int compare_ranks(uint32_t a, uint32_t b, const void* context)
{
    const places* p = context;
    int order = compare_number(p->pair->list->items[p->order[a]].point_a.x,
                               p->pair->list->items[p->order[b]].point_a.x);
    return order ? order : compare_index(a, b);
}

// Marks what is in the place of another, for many touches.
static void mark_twins(const places* p)
{
    ti_touch* items = p->pair->list->items;
    for (uint32_t i = 0; i < p->count; ++i) {
        p->place[i] = i;
    }
    ti_sort_indices(p->place, p->count, compare_ranks, p);
    for (uint32_t i = 0; i < p->count; ++i) {
        p->at[p->place[i]] = i;
    }
    for (uint32_t i = 0; i < p->count; ++i) {
        if (items[p->order[i]].kind != TOI_CONTACT_FF && has_twin(p, i)) {
            items[p->order[i]].kind = TOI_CONTACT_NONE;
        }
    }
}

// Of `count` indices, sorted by name, keeps the first in each place. Returns how many are left. Behind the
// indices there is room for twice as many.
static uint32_t drop_twins(const touch_pair* pair, uint32_t* order, uint32_t count)
{
    const ti_touch* items = pair->list->items;
    places p = {pair, order, order + count, order + 2 * (size_t)count, count};
    bool many = count > FEW_TOUCHES;
    uint32_t kept = 0;
    if (many) {
        mark_twins(&p);
    }
    for (uint32_t i = 0; i < count; ++i) {
        bool stays = items[order[i]].kind != TOI_CONTACT_NONE;
        for (uint32_t k = 0; stays && !many && k < kept; ++k) {
            stays =
                items[order[i]].kind == TOI_CONTACT_FF || !are_one(pair, &items[order[k]], &items[order[i]]);
        }
        if (stays) {
            order[kept++] = order[i];
        }
    }
    return kept;
}

// Puts the items that are named first, in that order.
static void arrange(ti_touch_list* list, uint32_t* order, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = order[i];
        while (from < i) { // it went to where this one came from
            from = order[from];
        }
        if (from != i) {
            ti_touch moved = list->items[i];
            list->items[i] = list->items[from];
            list->items[from] = moved;
        }
    }
    list->count = count;
}

// ---- the world

// Takes the frame to the world.
typedef struct outlook {
    double unit; // of the frame, but for what `turn` has of it: 1 where it is ordinary
    ti_mat3 turn;
    toi_vec3 center, position;
} outlook;

enum { ORDINARY_EXPONENT = 900 };

static toi_vec3 to_world(const outlook* o, toi_vec3 x)
{
    return v3_add(v3_add(m3_apply(&o->turn, v3_scale(o->unit, x)), o->center), o->position);
}

static void put_into_world(const touch_pair* pair, const ti_still* a)
{
    int exponent = pair->exponent;
    exponent = exponent > ORDINARY_EXPONENT ? ORDINARY_EXPONENT : exponent;
    exponent = exponent < -ORDINARY_EXPONENT ? -ORDINARY_EXPONENT : exponent;
    double turned = ti_scale(1.0, exponent);
    outlook o = {.center = a->arm, .position = a->pose.position};
    o.unit = ti_scale(1.0, pair->exponent - exponent);
    for (int i = 0; i < 3; ++i) {
        o.turn.row[i] = v3_scale(turned, a->rotation.row[i]);
    }
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        ti_touch* t = &pair->list->items[i];
        t->point_a = to_world(&o, t->point_a);
        t->point_b = to_world(&o, t->point_b);
        t->normal = v3_add(m3_apply(&a->rotation, t->normal), v3(0.0, 0.0, 0.0)); // no -0
        t->gap = t->gap * turned * o.unit;
        if (t->shape >= TI_TOUCH_EDGE_EDGE) {
            t->edge_a = m3_apply(&a->rotation, t->edge_a);
            t->edge_b = m3_apply(&a->rotation, t->edge_b);
        }
    }
}

bool ti_touch_finish(touch_pair* pair, const ti_still* a)
{
    ti_touch_list* list = pair->list;
    uint32_t own[3 * FEW_TOUCHES], *order = own;
    toi_allocator with = {NULL, NULL, NULL};
    if (list->failed) {
        return false;
    }
    if (list->count > FEW_TOUCHES) {
        with = ti_allocator_or_default(list->allocator);
        order = ti_allocate(&with, list->count, 3 * sizeof *order);
        if (order == NULL) {
            return false;
        }
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        order[i] = i;
    }
    // The corners of one common part have a name each, and are of two faces.
    bool one_part = pair->sources <= 1 && pair->nearest == 0;
    uint32_t count = list->count;
    if (one_part) {
        sort_order(list, order, count, compare_names);
        count = drop_twins(pair, order, count);
    } else {
        sort_order(list, order, count, compare_worth);
        count = drop_twins(pair, order, drop_names(pair, order));
        sort_order(list, order, count, compare_final);
    }
    arrange(list, order, count);
    put_into_world(pair, a);
    if (order != own) {
        ti_release(&with, order);
    }
    return true;
}
