// What has touched, and the list of it: by names of the input, each once, in order of time.

#include "core/memory.h"
#include "core/sort.h"
#include "math/pose.h"
#include "motion/path.h"
#include "world/soft_all.h"

#include <string.h>

enum { FIRST_TABLE = 256 };

// ---- features that have touched

static ti_soft_features features_of(const toi_deform_contact* c)
{
    const uint32_t* v = c->vertex;
    return (ti_soft_features){2 * (uint32_t)c->kind + c->vertex_of_b,
                              {v[0], v[1], v[2], v[3]},
                              {c->feature_a.index[0], c->feature_b.index[0]}};
}

static uint64_t hash_of(const ti_soft_features* f)
{
    uint64_t hash = ti_hash_u64(f->kind + UINT64_C(0x9e3779b97f4a7c15));
    hash = ti_hash_u64(hash + ((uint64_t)f->vertex[0] << 32 | f->vertex[1]));
    hash = ti_hash_u64(hash + ((uint64_t)f->vertex[2] << 32 | f->vertex[3]));
    return ti_hash_u64(hash + ((uint64_t)f->name[0] << 32 | f->name[1]));
}

static bool is_same(uint32_t index, const void* item, const void* context)
{
    const ti_soft_features *x = (const ti_soft_features*)context + index, *y = item;
    return memcmp(x, y, sizeof *x) == 0;
}

static uint32_t* slot_of(const ti_soft_all* all, const ti_soft_features* f)
{
    return ti_table_find(&all->table, hash_of(f), is_same, f, all->touched.data);
}

bool ti_soft_has_touched(const ti_soft_all* all, const toi_deform_contact* c)
{
    ti_soft_features f = features_of(c);
    return all->touched.count > 0 && *slot_of(all, &f) != UINT32_MAX;
}

// A table with room for one more.
static bool grow_table(ti_soft_all* all)
{
    size_t count = all->touched.count;
    bool full = count >= FIRST_TABLE && (count & (count - 1)) == 0; // it doubles at powers of two
    if (all->table.slots != NULL && !full) {
        return true;
    }
    size_t capacity = count < FIRST_TABLE ? FIRST_TABLE : 2 * count;
    ti_table table;
    if (capacity >= UINT32_MAX || ti_table_init(&table, (uint32_t)capacity, &all->q.allocator) != TOI_OK) {
        return false;
    }
    ti_table_release(&all->table);
    all->table = table;
    const ti_soft_features* features = all->touched.data;
    for (size_t i = 0; i < count; ++i) {
        *slot_of(all, &features[i]) = (uint32_t)i;
    }
    return true;
}

static bool remember(ti_soft_all* all, const toi_deform_contact* c)
{
    ti_soft_features* last = grow_table(all) ? ti_array_push(&all->touched) : NULL;
    if (last == NULL) {
        return false;
    }
    *last = features_of(c);
    *slot_of(all, last) = (uint32_t)(all->touched.count - 1);
    return true;
}

// ---- contacts

static toi_contact_kind kind_of(toi_feature_kind a, toi_feature_kind b)
{
    if (a == TOI_FEATURE_VERTEX || b == TOI_FEATURE_VERTEX) {
        return a == TOI_FEATURE_VERTEX ? TOI_CONTACT_VF : TOI_CONTACT_FV;
    }
    if (a == TOI_FEATURE_EDGE) {
        return b == TOI_FEATURE_EDGE ? TOI_CONTACT_EE : TOI_CONTACT_EF;
    }
    return b == TOI_FEATURE_EDGE ? TOI_CONTACT_FE : TOI_CONTACT_FF;
}

// Both features of one body have one order: the edge before the face, the lower face before the other.
static void order_features(toi_contact* c)
{
    bool faces = c->kind == TOI_CONTACT_FF && c->b.index[0] < c->a.index[0];
    if (c->kind == TOI_CONTACT_FE || faces) {
        toi_feature a = c->a;
        c->a = c->b;
        c->b = a;
        c->kind = faces ? TOI_CONTACT_FF : TOI_CONTACT_EF;
        c->normal = v3_scale(-1.0, c->normal);
    }
}

// What is not known of bodies that deform is not a number.
static void complete(const ti_soft* q, toi_contact* c)
{
    toi_pose pose = ti_pose_unit(toi_motion_pose(&q->body[0]->motion, c->time));
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    c->point_in_a = m3_apply_transposed(&rotation, v3_sub(c->point, pose.position));
    c->normal_in_a = m3_apply_transposed(&rotation, c->normal);
    c->properness = c->time_error = (double)NAN;
    c->until = c->time;
    c->entering = true;
}

bool ti_soft_all_add(ti_soft_all* all, const ti_soft_touch* touch)
{
    const toi_deform_contact* found = &touch->found;
    toi_contact* c = remember(all, found) ? ti_array_push(&all->found) : NULL;
    if (c == NULL) {
        return false;
    }
    *c = (toi_contact){.kind = kind_of(found->feature_a.kind, found->feature_b.kind),
                       .a = found->feature_a,
                       .b = found->feature_b,
                       .time = touch->time,
                       .gap = found->gap + touch->off,
                       .point = found->point,
                       .normal = found->normal,
                       .approach = touch->approach + 0.0};
    ti_soft_to_world(&all->q, &c->point, &c->normal);
    if (all->q.count == 1) {
        order_features(c);
    }
    complete(&all->q, c);
    return true;
}

// ---- order

static int compare_numbers(double x, double y)
{
    return (x > y) - (x < y);
}

static int compare_names(const toi_contact* x, const toi_contact* y)
{
    int order = compare_numbers(x->kind, y->kind);
    for (int i = 0; i < 2 && order == 0; ++i) {
        order = compare_numbers(x->a.index[i], y->a.index[i]);
    }
    for (int i = 0; i < 2 && order == 0; ++i) {
        order = compare_numbers(x->b.index[i], y->b.index[i]);
    }
    return order;
}

static int by_name(uint32_t a, uint32_t b, const void* context)
{
    const toi_contact *x = (const toi_contact*)context + a, *y = (const toi_contact*)context + b;
    int order = compare_names(x, y);
    order = order != 0 ? order : compare_numbers(x->time, y->time);
    return order != 0 ? order : compare_numbers(a, b);
}

static int by_time(uint32_t a, uint32_t b, const void* context)
{
    const toi_contact *x = (const toi_contact*)context + a, *y = (const toi_contact*)context + b;
    int order = compare_numbers(x->time, y->time);
    order = order != 0 ? order : compare_names(x, y);
    return order != 0 ? order : compare_numbers(a, b);
}

// Of each name the earliest. @return how many are left
static size_t merge(const toi_contact* found, uint32_t* order, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || compare_names(&found[order[kept - 1]], &found[order[i]]) != 0) {
            order[kept++] = order[i];
        }
    }
    return kept;
}

double ti_soft_time_of(const ti_soft_names* names, toi_feature a, toi_feature b)
{
    toi_contact c = {.kind = kind_of(a.kind, b.kind), .a = a, .b = b};
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_names(&names->found[names->order[middle]], &c);
        if (order == 0) {
            return names->found[names->order[middle]].time;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return HUGE_VAL;
}

// Without what meets at an inner diagonal and has touched before. Two faces that cross at time 0 stay.
// @param kept  room for as many
static size_t leave_out(const ti_soft_all* all, const toi_result* first, const ti_soft_names* names,
                        uint32_t* kept)
{
    size_t count = 0;
    for (size_t i = 0; i < names->count; ++i) {
        const toi_contact* c = &names->found[names->order[i]];
        bool crosses = first->start == TOI_START_OVERLAPPING && c->time == 0.0;
        if (crosses || !ti_soft_touched_before(names, &all->q, c)) {
            kept[count++] = names->order[i];
        }
    }
    return count;
}

// The first contact in the words of the list. Its gap is that of what is nearest, which need not be the
// features that name it: but where faces cross it is not known.
static toi_contact contact_of_first(const ti_soft* q, const toi_result* first)
{
    bool crosses = first->start == TOI_START_OVERLAPPING;
    toi_contact c = {.kind = first->kind,
                     .a = first->a,
                     .b = first->b,
                     .time = first->t_hit,
                     .gap = crosses ? 0.0 : (double)NAN,
                     .point = first->point,
                     .normal = first->normal,
                     .approach = (double)NAN};
    complete(q, &c);
    return c;
}

// The first contact is in the list, and begins it: a partner on a curve may be followed a little further
// before features are said to touch, and where bodies overlap at time 0 it is that of two faces that cross.
static bool put_first(ti_soft_all* all, const toi_result* first)
{
    toi_contact *found = all->found.data, *same = NULL;
    bool there = first->answer != TOI_ANSWER_CONTACT;
    toi_contact c = contact_of_first(&all->q, first);
    for (size_t i = 0; i < all->found.count && !there; ++i) {
        there = found[i].time <= first->t_hit && first->start != TOI_START_OVERLAPPING;
        same = compare_names(&found[i], &c) == 0 && (same == NULL || found[i].time < same->time) ? &found[i]
                                                                                                 : same;
    }
    if (there) {
        return true;
    }
    if (same != NULL && first->start != TOI_START_OVERLAPPING) {
        c.approach = same->approach;
    }
    toi_contact* slot = same != NULL ? same : ti_array_push(&all->found);
    if (slot != NULL) {
        *slot = c;
    }
    return slot != NULL;
}

// How long before or after a contact others are of its group, where no time is given: features that meet at
// once are found within the time in which they pass their gaps.
static double time_to_close(const toi_contact* c)
{
    double time = c->gap / c->approach;
    return c->approach > 0.0 && isfinite(time) ? time : 0.0;
}

static void write_list(const toi_query_def* def, const toi_contact* found, const uint32_t* order,
                       size_t count, toi_result* result)
{
    bool given = def->concurrent > 0.0;
    double start = -1.0, within = 0.0;
    for (size_t i = 0; i < count; ++i) {
        toi_contact c = found[order[i]];
        if (def->first_only && c.time > found[order[0]].time) {
            return;
        }
        double own = given ? def->concurrent : time_to_close(&c);
        if (result->group_count == 0 || c.time - start > fmax(within, own)) {
            start = c.time;
            within = own;
            ++result->group_count;
        }
        c.group = result->group_count - 1;
        if (def->contacts != NULL && result->contact_count < def->contact_capacity) {
            def->contacts[result->contact_count] = c;
        }
        ++result->contact_count;
    }
}

// Orders what is to be listed. @param order, kept  room for all that was found
static size_t put_in_order(const ti_soft_all* all, const toi_result* first, uint32_t* order, uint32_t* kept)
{
    const toi_contact* found = all->found.data;
    size_t count = all->found.count;
    for (size_t i = 0; i < count; ++i) {
        order[i] = (uint32_t)i;
    }
    ti_sort_indices(order, count, by_name, found);
    count = merge(found, order, count);
    const ti_soft_names names = {found, order, count, all->q.count == 1};
    count = leave_out(all, first, &names, kept);
    ti_sort_indices(kept, count, by_time, found);
    return count;
}

toi_status ti_soft_all_finish(ti_soft_all* all, const toi_result* first, toi_result* result)
{
    if (!put_first(all, first) || all->found.count >= UINT32_MAX) {
        return TOI_ERROR_MEMORY;
    }
    size_t count = all->found.count;
    uint32_t* order = ti_allocate(&all->q.allocator, count, 2 * sizeof *order);
    if (order == NULL) {
        return TOI_ERROR_MEMORY;
    }
    uint32_t* kept = order + count;
    *result = *first;
    result->contact_count = result->group_count = 0;
    count = put_in_order(all, first, order, kept);
    write_list(all->q.def, all->found.data, kept, count, result);
    ti_release(&all->q.allocator, order);
    return TOI_OK;
}
