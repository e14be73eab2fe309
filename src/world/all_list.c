// From the frame of a pair to the world, from one piece to all.

#include "world/all_list.h"

#include "core/memory.h"
#include "core/sort.h"
#include "math/rounding.h"

#include <string.h>

void ti_all_list_init(ti_all_list* list, const toi_body* a, const toi_body* b, const toi_allocator* allocator)
{
    *list = (ti_all_list){.a = a, .b = b, .contacts = ti_array_make(sizeof(toi_contact), allocator)};
}

void ti_all_list_release(ti_all_list* list)
{
    ti_array_release(&list->contacts);
}

static toi_feature crease_feature(const toi_mesh* mesh, uint32_t crease)
{
    const uint32_t* v = mesh->features.creases[crease].vertex;
    return (toi_feature){TOI_FEATURE_EDGE, {v[0], v[1]}};
}

static toi_feature facet_feature(const toi_mesh* mesh, uint32_t facet)
{
    return (toi_feature){TOI_FEATURE_FACE, {mesh->features.facets[facet].face, 0}};
}

// What kind of feature of body k a contact names.
static toi_feature_kind feature_kind(toi_contact_kind kind, int k)
{
    switch (kind) {
    case TOI_CONTACT_VF:
        return k == 0 ? TOI_FEATURE_VERTEX : TOI_FEATURE_FACE;
    case TOI_CONTACT_FV:
        return k == 1 ? TOI_FEATURE_VERTEX : TOI_FEATURE_FACE;
    case TOI_CONTACT_EF:
        return k == 0 ? TOI_FEATURE_EDGE : TOI_FEATURE_FACE;
    case TOI_CONTACT_FE:
        return k == 1 ? TOI_FEATURE_EDGE : TOI_FEATURE_FACE;
    default:
        return kind == TOI_CONTACT_EE ? TOI_FEATURE_EDGE : TOI_FEATURE_FACE;
    }
}

static toi_feature feature_of(const ti_screw_pair* pair, const ti_screw_contact* c, int k)
{
    const toi_mesh* mesh = pair->mesh[k];
    toi_feature_kind kind = feature_kind(c->kind, k);
    uint32_t index = c->feature[k];
    if (mesh->round.kind != TI_ROUND_NONE) {
        return (toi_feature){kind, {index, kind == TOI_FEATURE_EDGE ? index : 0}};
    }
    if (kind == TOI_FEATURE_EDGE) {
        return crease_feature(mesh, index);
    }
    return kind == TOI_FEATURE_VERTEX ? (toi_feature){kind, {index, 0}} : facet_feature(mesh, index);
}

// The end of the motion is one exactly.
static double time_of(const ti_screw* screw, double s)
{
    return s >= 1.0 ? screw->t1 : screw->t0 + s * (screw->t1 - screw->t0);
}

static toi_contact to_world(const ti_all_list* list, const ti_screw_pair* pair, const ti_screw* screw,
                            const ti_screw_contact* c)
{
    double duration = screw->t1 - screw->t0, unit = ti_scale(1.0, pair->exponent);
    toi_contact out = {
        .kind = c->kind,
        .a = feature_of(pair, c, 0),
        .b = feature_of(pair, c, 1),
        .time = time_of(screw, c->s),
        .until = time_of(screw, c->s_until),
        .time_error = duration * c->s_error,
        .properness = c->properness,
        .approach = unit * c->approach / duration + 0.0, // no -0
        .model_error = screw->model_error,
        .entering = c->entering,
        .tangent = c->tangent,
        .sustained = c->sustained,
        .normal_in_a = c->normal,
    };
    toi_pose pose = toi_motion_pose(&list->a->motion, out.time);
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    out.point_in_a = v3_madd(pair->mesh[0]->center, unit, c->point);
    out.point = toi_pose_point(pose, out.point_in_a);
    out.normal = m3_apply(&rotation, c->normal);
    return out;
}

static bool same_features(const toi_contact* x, const toi_contact* y)
{
    return x->kind == y->kind && x->a.index[0] == y->a.index[0] && x->a.index[1] == y->a.index[1] &&
           x->b.index[0] == y->b.index[0] && x->b.index[1] == y->b.index[1];
}

// Whether two contacts of the same features are one, found on both sides of a joint: by their errors, and by
// the time that their surfaces need to pass the tolerance and the errors of the models.
static bool is_same(const toi_contact* x, const toi_contact* y, double tolerance)
{
    double room = x->time_error + y->time_error + 0x1p-50;
    double length = tolerance + x->model_error + y->model_error, speed = fabs(x->approach);
    room += speed > length ? length / speed : 1.0;
    return same_features(x, y) && x->entering == y->entering && y->time - fmax(x->time, x->until) <= room;
}

// Looks among the contacts from `first` on for one that goes on in `next`.
static toi_contact* find_same(ti_all_list* list, const toi_contact* next, size_t first, double tolerance)
{
    toi_contact* all = list->contacts.data;
    for (size_t i = list->contacts.count; i > first; --i) {
        if (is_same(&all[i - 1], next, tolerance)) {
            return &all[i - 1];
        }
    }
    return NULL;
}

toi_status ti_all_list_add(ti_all_list* list, const ti_screw_pair* pair, const ti_screw* screw,
                           const ti_array* found)
{
    const ti_screw_contact* items = found->data;
    double tolerance = ti_scale(pair->tolerance, pair->exponent);
    size_t before = list->contacts.count, first = before;
    const toi_contact* all = list->contacts.data;
    // Only what was found on the last piece can go on here.
    while (first > 0 && all[first - 1].until >= screw->t0 - (screw->t1 - screw->t0)) {
        --first;
    }
    for (size_t i = 0; i < found->count; ++i) {
        toi_contact next = to_world(list, pair, screw, &items[i]);
        toi_contact* same = screw->t0 > 0.0 ? find_same(list, &next, first, tolerance) : NULL;
        if (same != NULL) {
            same->until = fmax(same->until, next.until);
            same->sustained = same->sustained || next.sustained;
            continue;
        }
        toi_contact* slot = ti_array_push(&list->contacts);
        if (slot == NULL) {
            return TOI_ERROR_MEMORY;
        }
        *slot = next;
    }
    return TOI_OK;
}

// ---- the end

static int compare(uint32_t a, uint32_t b, const void* context)
{
    const toi_contact *x = (const toi_contact*)context + a, *y = (const toi_contact*)context + b;
    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    return a < b ? -1 : (a > b);
}

static toi_status sort_by_time(ti_array* contacts)
{
    toi_contact* all = contacts->data;
    size_t count = contacts->count;
    uint32_t* order = ti_allocate(&contacts->allocator, count, sizeof *order);
    toi_contact* sorted = ti_allocate(&contacts->allocator, count, sizeof *sorted);
    bool ok = order != NULL && sorted != NULL;
    for (size_t i = 0; ok && i < count; ++i) {
        order[i] = (uint32_t)i;
    }
    if (ok) {
        ti_sort_indices(order, count, compare, all);
        for (size_t i = 0; i < count; ++i) {
            sorted[i] = all[order[i]];
        }
        memcpy(all, sorted, count * sizeof *all);
    }
    ti_release(&contacts->allocator, order);
    ti_release(&contacts->allocator, sorted);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}

const toi_contact* ti_all_list_first(const ti_all_list* list)
{
    const toi_contact* all = list->contacts.data;
    for (size_t i = 0; i < list->contacts.count; ++i) {
        if (all[i].entering || all[i].time == 0.0) {
            return &all[i];
        }
    }
    return NULL;
}

static bool is_after(const toi_contact* contact, const toi_contact* first)
{
    return first != NULL && contact->time - contact->time_error > first->time + first->time_error;
}

toi_status ti_all_list_finish(ti_all_list* list, const toi_query_def* def, toi_result* result)
{
    toi_contact* all = list->contacts.data;
    size_t count = list->contacts.count;
    if (count > 1 && sort_by_time(&list->contacts) != TOI_OK) {
        return TOI_ERROR_MEMORY;
    }
    const toi_contact* first = ti_all_list_first(list);
    double start = -1.0;
    uint32_t groups = 0, listed = 0;
    for (size_t i = 0; i < count; ++i) {
        if (all[i].properness < def->min_properness || (def->first_only && is_after(&all[i], first))) {
            continue;
        }
        double within = def->concurrent > 0.0 ? def->concurrent : all[i].time_error;
        if (groups == 0 || all[i].time - start > within) {
            start = all[i].time;
            ++groups;
        }
        all[i].group = groups - 1;
        if (def->contacts != NULL && listed < def->contact_capacity) {
            def->contacts[listed] = all[i];
        }
        ++listed;
    }
    result->contact_count = listed;
    result->group_count = groups;
    return TOI_OK;
}
