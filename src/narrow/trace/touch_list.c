// The touches of a pair: names, order, and each place once.

#include "core/memory.h"
#include "core/sort.h"
#include "mesh/build.h"
#include "narrow/trace/touch_parts.h"

#include <string.h>

// Lists of up to so many are compared all with all.
enum { FEW_TOUCHES = 24 };

// Two touches in one place are one where their normals differ by less than this: a millionth of a radian,
// which no one can tell from none, and far more than the rounding of facets in one plane.
static const double SAME_NORMAL = 0x1p-20;

// Facets that are less tilted than this, by about a millionth of a radian, give creases the normal that their
// nearest places have.
static const double PARALLEL = 0x1p-42;

// ---- names

uint32_t ti_touch_face_at_vertex(const toi_mesh* mesh, uint32_t vertex)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = TI_NONE;
    for (uint32_t i = t->vertex_first[vertex]; i < t->vertex_first[vertex + 1]; ++i) {
        uint32_t face = t->face_of[t->vertex_corner[i]];
        lowest = face < lowest ? face : lowest;
    }
    return lowest;
}

// The lowest face with an edge of the input from `tail` to `head`.
static uint32_t face_of_half_edge(const toi_mesh* mesh, uint32_t tail, uint32_t head)
{
    const ti_topology* t = &mesh->topology;
    uint32_t lowest = TI_NONE;
    for (uint32_t i = t->vertex_first[tail]; i < t->vertex_first[tail + 1]; ++i) {
        uint32_t h = t->vertex_corner[i];
        if (mesh_head(mesh, h) == head && t->face_of[h] < lowest) {
            lowest = t->face_of[h];
        }
    }
    return lowest;
}

static uint32_t face_of_edge(const toi_mesh* mesh, const ti_crease* crease)
{
    uint32_t there = face_of_half_edge(mesh, crease->vertex[0], crease->vertex[1]);
    uint32_t back = face_of_half_edge(mesh, crease->vertex[1], crease->vertex[0]);
    return there < back ? there : back;
}

uint32_t ti_touch_face_at_crease(const touch_body* body, const ti_crease* crease)
{
    uint32_t lowest = face_of_edge(body->mesh, crease);
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        uint32_t face = body->features->facets[body->features->wing[w]].face;
        lowest = face < lowest ? face : lowest;
    }
    return lowest != TI_NONE ? lowest : ti_touch_face_at_vertex(body->mesh, crease->vertex[0]);
}

toi_feature ti_touch_crease_name(const touch_body* body, const ti_crease* crease)
{
    if (face_of_edge(body->mesh, crease) == TI_NONE) {
        return (toi_feature){TOI_FEATURE_FACE, {ti_touch_face_at_crease(body, crease), 0}};
    }
    return (toi_feature){TOI_FEATURE_EDGE, {crease->vertex[0], crease->vertex[1]}};
}

// ---- the list

void ti_touch_list_release(ti_touch_list* list)
{
    if (list->items != list->own) {
        toi_allocator with = ti_allocator_or_default(list->allocator);
        ti_release(&with, list->items);
    }
    ti_touch_list_init(list, list->allocator);
}

static bool grow(ti_touch_list* list)
{
    toi_allocator with = ti_allocator_or_default(list->allocator);
    ti_touch* more = list->capacity <= UINT32_MAX / 2
                         ? ti_allocate(&with, 2 * (size_t)list->capacity, sizeof *more)
                         : NULL;
    if (more == NULL) {
        list->failed = true;
        return false;
    }
    memcpy(more, list->items, list->count * sizeof *more);
    if (list->items != list->own) {
        ti_release(&with, list->items);
    }
    list->items = more;
    list->capacity *= 2;
    return true;
}

void ti_touch_add(touch_pair* pair, const ti_touch* touch)
{
    ti_touch_list* list = pair->list;
    if (list->count == list->capacity && !grow(list)) {
        return;
    }
    ti_touch* t = &list->items[list->count++];
    *t = *touch;
    if (t->kind == TOI_CONTACT_EE && (t->a.kind == TOI_FEATURE_FACE || t->b.kind == TOI_FEATURE_FACE)) {
        t->kind = TOI_CONTACT_FF;
        t->a = (toi_feature){TOI_FEATURE_FACE, {t->face_a, 0}};
        t->b = (toi_feature){TOI_FEATURE_FACE, {t->face_b, 0}};
    }
}

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

static int compare_places(const ti_touch* a, const ti_touch* b)
{
    return compare_number(a->point_a.x, b->point_a.x);
}

static int compare_final(const ti_touch* a, const ti_touch* b)
{
    int order = compare_faces(a, b);
    return order ? order : compare_names(a, b);
}

// Sorts items by way of indices, of which `order` has room for two to an item.
static void sort_items(ti_touch_list* list, uint32_t* order, int (*compare)(const ti_touch*, const ti_touch*))
{
    for (uint32_t i = 1; list->count <= FEW_TOUCHES && i < list->count; ++i) {
        if (compare(&list->items[i - 1], &list->items[i]) <= 0) {
            continue;
        }
        ti_touch moved = list->items[i];
        uint32_t k = i;
        for (; k > 0 && compare(&list->items[k - 1], &moved) > 0; --k) {
            list->items[k] = list->items[k - 1];
        }
        list->items[k] = moved;
    }
    if (list->count <= FEW_TOUCHES) {
        return;
    }
    sorting s = {list->items, compare};
    for (uint32_t i = 0; i < list->count; ++i) {
        order[i] = i;
    }
    ti_sort_indices(order, list->count, compare_items, &s);
    for (uint32_t i = 0; i < list->count; ++i) { // each cycle of the permutation in turn
        uint32_t at = i;
        ti_touch moved = list->items[i];
        while (order[at] != i) {
            uint32_t from = order[at];
            list->items[at] = list->items[from];
            order[at] = at;
            at = from;
        }
        list->items[at] = moved;
        order[at] = at;
    }
}

// ---- each once

// Keeps one of each name: the first, which is a corner of a common part if there is one, unless the features
// are nearer to each other at their nearest place, or as near there and the facets are not parallel.
static void drop_names(const touch_pair* pair)
{
    ti_touch_list* list = pair->list;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        ti_touch *t = &list->items[i], *last = &list->items[kept > 0 ? kept - 1 : 0];
        double nearer = last->tilt > PARALLEL ? 2.0 : -2.0;
        if (kept == 0 || compare_names(last, t) != 0) {
            list->items[kept++] = *t;
        } else if (t->nearest && !last->nearest && t->gap < last->gap + nearer * pair->rounding) {
            *last = *t;
        }
    }
    list->count = kept;
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

// Whether an earlier touch that stays is in the place of touch i. `place` has the touches in the order of x,
// `at` where each is in it.
static bool has_twin(const touch_pair* pair, uint32_t i, const uint32_t* place, const uint32_t* at)
{
    const ti_touch_list* list = pair->list;
    const ti_touch* t = &list->items[i];
    for (int way = -1; way <= 1; way += 2) {
        for (uint32_t k = at[i] + (uint32_t)way; k < list->count; k += (uint32_t)way) {
            const ti_touch* o = &list->items[place[k]];
            if (!(fabs(o->point_a.x - t->point_a.x) <= 2.0 * pair->slack)) {
                break;
            }
            if (place[k] < i && o->kind != TOI_CONTACT_NONE && are_one(pair, o, t)) {
                return true;
            }
        }
    }
    return false;
}

// `order` has room for two numbers of each touch.
static void drop_twins(touch_pair* pair, uint32_t* order)
{
    ti_touch_list* list = pair->list;
    uint32_t *place = order, *at = order + list->count;
    if (list->count > FEW_TOUCHES) {
        sorting s = {list->items, compare_places};
        for (uint32_t i = 0; i < list->count; ++i) {
            place[i] = i;
        }
        ti_sort_indices(place, list->count, compare_items, &s);
        for (uint32_t i = 0; i < list->count; ++i) {
            at[place[i]] = i;
        }
        for (uint32_t i = 0; i < list->count; ++i) {
            if (list->items[i].kind != TOI_CONTACT_FF && has_twin(pair, i, place, at)) {
                list->items[i].kind = TOI_CONTACT_NONE;
            }
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        bool stays = list->items[i].kind != TOI_CONTACT_NONE;
        for (uint32_t k = 0; stays && list->count <= FEW_TOUCHES && k < kept; ++k) {
            stays = list->items[i].kind == TOI_CONTACT_FF || !are_one(pair, &list->items[k], &list->items[i]);
        }
        if (stays) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

// ---- the world

static toi_vec3 to_world(const touch_pair* pair, const ti_still* a, toi_vec3 x)
{
    toi_vec3 scaled = {ti_scale(x.x, pair->exponent), ti_scale(x.y, pair->exponent),
                       ti_scale(x.z, pair->exponent)};
    return v3_add(v3_add(m3_apply(&a->rotation, scaled), a->arm), a->pose.position);
}

static void put_into_world(const touch_pair* pair, const ti_still* a)
{
    for (uint32_t i = 0; i < pair->list->count; ++i) {
        ti_touch* t = &pair->list->items[i];
        t->point_a = to_world(pair, a, t->point_a);
        t->point_b = to_world(pair, a, t->point_b);
        t->normal = v3_add(m3_apply(&a->rotation, t->normal), v3(0.0, 0.0, 0.0)); // no -0
        t->edge_a = m3_apply(&a->rotation, t->edge_a);
        t->edge_b = m3_apply(&a->rotation, t->edge_b);
        t->gap = ti_scale(t->gap, pair->exponent);
    }
}

bool ti_touch_finish(touch_pair* pair, const ti_still* a)
{
    ti_touch_list* list = pair->list;
    uint32_t* order = NULL;
    toi_allocator with = ti_allocator_or_default(list->allocator);
    if (list->failed) {
        return false;
    }
    if (list->count > FEW_TOUCHES) {
        order = ti_allocate(&with, list->count, 2 * sizeof *order);
        if (order == NULL) {
            return false;
        }
    }
    sort_items(list, order, compare_worth);
    drop_names(pair);
    drop_twins(pair, order);
    sort_items(list, order, compare_final);
    put_into_world(pair, a);
    ti_release(&with, order);
    return true;
}
