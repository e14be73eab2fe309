// Checks what was given and makes ordered lists of the pairs to ask and to ignore.

#include "world/asked.h"

#include "broad/pairs.h"
#include "core/error.h"
#include "core/memory.h"
#include "math/scalar.h"
#include "motion/path.h"

#include <math.h>

// ---- settings and bodies

// Settings that all contacts read, and those that they do not take: an answer that left one out in silence
// would be taken for another.
static toi_status check_all_contacts(const toi_query_def* query, toi_error* error)
{
    const char* wrong = NULL;
    if ((uint32_t)query->method > TOI_METHOD_SCREEN) {
        wrong = "method is none of toi_method";
    } else if (query->separation > 0.0 || query->solid) {
        wrong = "all contacts take no separation and no solid";
    } else if (!(query->min_properness >= -1.0 && query->min_properness <= 1.0)) {
        wrong = "min_properness is not a number from -1 to 1";
    } else if (!d_is_length(query->max_model_error)) {
        wrong = "max_model_error is not a finite number of at least 0";
    } else if (!d_is_length(query->concurrent)) {
        wrong = "concurrent is not a finite number of at least 0";
    } else if (!(query->time_resolution >= 0.0 && query->time_resolution <= 1.0)) {
        wrong = "time_resolution is not a number from 0 to 1";
    }
    return wrong == NULL ? TOI_OK : ti_fail(error, TOI_ERROR_INVALID, 0, "%s", wrong);
}

static toi_status check_settings(const toi_world_def* def, toi_error* error)
{
    if (def->bodies == NULL && def->body_count > 0) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there are no bodies");
    }
    if ((def->ignore == NULL && def->ignore_count > 0) || (def->only == NULL && def->only_count > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "a list of pairs is missing");
    }
    if (!d_is_length(def->query.tolerance)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "tolerance is not a finite number of at least 0");
    }
    if (!d_is_length(def->query.separation)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "separation is not a finite number of at least 0");
    }
    return def->query.all ? check_all_contacts(&def->query, error) : TOI_OK;
}

static toi_status check_body(const toi_world_def* def, uint32_t index, toi_error* error)
{
    const toi_body* body = &def->bodies[index];
    if (body->mesh == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, index, "body %u has no mesh", (unsigned)index);
    }
    if (body->mesh->inspect_only) {
        return ti_fail(error, TOI_ERROR_INVALID, index, "body %u has a mesh made with inspect_only",
                       (unsigned)index);
    }
    if (body->mesh->round.kind != TI_ROUND_NONE && !def->query.all) {
        return ti_fail(error, TOI_ERROR_INVALID, index,
                       "body %u is an exact round shape; only all contacts take it", (unsigned)index);
    }
    if (body->motion.kind != TOI_MOTION_VERTICES) {
        return ti_motion_check_rigid(&body->motion, "body", index, error);
    }
    if (def->query.all && (def->query.relative_screw || def->query.method == TOI_METHOD_SCREEN)) {
        return ti_fail(error, TOI_ERROR_INVALID, index,
                       "body %u deforms: all contacts take no screen and no relative_screw with it",
                       (unsigned)index);
    }
    toi_error why = {0};
    return ti_body_check(body, &why) == TOI_OK
               ? TOI_OK
               : ti_fail_motion(error, "body", index, body->motion.kind, &why);
}

// ---- lists of pairs

static toi_status check_list(const toi_pair* list, uint32_t count, const char* name, uint32_t body_count,
                             toi_error* error)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t most = list[i].a > list[i].b ? list[i].a : list[i].b;
        if (most >= body_count) {
            return ti_fail(error, TOI_ERROR_INVALID, most, "%s: pair %u names body %u of %u", name,
                           (unsigned)i, (unsigned)most, (unsigned)body_count);
        }
        if (list[i].a == list[i].b) {
            return ti_fail(error, TOI_ERROR_INVALID, most, "%s: pair %u is body %u twice", name, (unsigned)i,
                           (unsigned)most);
        }
    }
    return TOI_OK;
}

size_t ti_pairs_order(const toi_pair* list, uint32_t count, uint32_t body_count, ti_candidate* pairs,
                      ti_candidate* scratch, size_t* first)
{
    for (uint32_t i = 0; i < count; ++i) {
        toi_pair p = list[i];
        pairs[i] = p.a < p.b ? (ti_candidate){p.a, p.b} : (ti_candidate){p.b, p.a};
    }
    ti_broad_sort(pairs, scratch, count, first, body_count);
    size_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        bool repeat = i > 0 && pairs[i].a == pairs[kept - 1].a && pairs[i].b == pairs[kept - 1].b;
        pairs[kept] = pairs[i];
        kept += !repeat;
    }
    return kept;
}

ti_candidate* ti_pairs_ordered(const toi_pair* list, uint32_t count, uint32_t body_count,
                               const toi_allocator* allocator, size_t* kept)
{
    ti_candidate* pairs = ti_allocate(allocator, count, sizeof *pairs);
    ti_candidate* scratch = ti_allocate(allocator, count, sizeof *scratch);
    size_t* first = ti_allocate(allocator, (size_t)body_count + 1, sizeof *first);
    bool ok = pairs != NULL && scratch != NULL && first != NULL;
    if (ok) {
        *kept = ti_pairs_order(list, count, body_count, pairs, scratch, first);
    }
    ti_release(allocator, first);
    ti_release(allocator, scratch);
    if (!ok) {
        ti_release(allocator, pairs);
    }
    return ok ? pairs : NULL;
}

static uint64_t pair_key(ti_candidate pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

size_t ti_pairs_without(ti_candidate* pairs, size_t count, const ti_candidate* out, size_t out_count)
{
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t key = pair_key(pairs[i]);
        while (next < out_count && pair_key(out[next]) < key) {
            ++next;
        }
        if (!(next < out_count && pair_key(out[next]) == key)) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

// ---- solid bodies

// Number of pairs of each body in an ordered list.
static void count_partners(const ti_candidate* pairs, size_t count, uint32_t* partners)
{
    for (size_t i = 0; i < count; ++i) {
        ++partners[pairs[i].a];
        ++partners[pairs[i].b];
    }
}

// Bodies that are in an asked pair must be closed.
static toi_status check_closed(const toi_world_def* def, const ti_asked* asked,
                               const toi_allocator* allocator, toi_error* error)
{
    uint32_t* partners = ti_allocate_zero(allocator, def->body_count, sizeof *partners);
    if (partners == NULL) {
        return ti_fail_memory(error);
    }
    bool all = asked->only == NULL;
    count_partners(all ? asked->ignore : asked->only, all ? asked->ignore_count : asked->only_count,
                   partners);
    toi_status status = TOI_OK;
    for (uint32_t i = 0; i < def->body_count && status == TOI_OK; ++i) {
        bool alone = partners[i] == (all ? def->body_count - 1 : 0);
        if (!alone && !def->bodies[i].mesh->info.closed) {
            status = ti_fail(error, TOI_ERROR_OPEN_MESH, i,
                             "body %u has an open mesh, and solid needs closed ones", (unsigned)i);
        }
    }
    ti_release(allocator, partners);
    return status;
}

// ---- all of it

bool ti_asks_self(const toi_world_def* def, uint32_t body)
{
    const toi_body* b = &def->bodies[body];
    return b->self && b->motion.kind == TOI_MOTION_VERTICES && def->only == NULL;
}

static uint32_t count_selves(const toi_world_def* def)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->body_count; ++i) {
        count += ti_asks_self(def, i);
    }
    return count;
}

static toi_status make_lists(const toi_world_def* def, const toi_allocator* allocator, ti_asked* asked,
                             toi_error* error)
{
    uint64_t n = def->body_count;
    asked->ignore =
        ti_pairs_ordered(def->ignore, def->ignore_count, def->body_count, allocator, &asked->ignore_count);
    if (asked->ignore == NULL) {
        return ti_fail_memory(error);
    }
    asked->self_count = count_selves(def);
    asked->pair_count = (n < 2 ? 0 : n * (n - 1) / 2 - asked->ignore_count) + asked->self_count;
    if (def->only != NULL) {
        asked->only =
            ti_pairs_ordered(def->only, def->only_count, def->body_count, allocator, &asked->only_count);
        if (asked->only == NULL) {
            return ti_fail_memory(error);
        }
        asked->only_count =
            ti_pairs_without(asked->only, asked->only_count, asked->ignore, asked->ignore_count);
        asked->pair_count = asked->only_count;
    }
    return def->query.solid ? check_closed(def, asked, allocator, error) : TOI_OK;
}

static toi_status check_all(const toi_world_def* def, toi_error* error)
{
    toi_status status = check_settings(def, error);
    for (uint32_t i = 0; status == TOI_OK && i < def->body_count; ++i) {
        status = check_body(def, i, error);
    }
    if (status == TOI_OK) {
        status = check_list(def->ignore, def->ignore_count, "ignore", def->body_count, error);
    }
    if (status == TOI_OK) {
        status = check_list(def->only, def->only_count, "only", def->body_count, error);
    }
    return status;
}

toi_status ti_asked_make(const toi_world_def* def, const toi_allocator* allocator, ti_asked* asked,
                         toi_error* error)
{
    *asked = (ti_asked){0};
    toi_status status = check_all(def, error);
    if (status == TOI_OK) {
        status = make_lists(def, allocator, asked, error);
    }
    if (status != TOI_OK) {
        ti_asked_release(asked, allocator);
    }
    return status;
}

void ti_asked_release(ti_asked* asked, const toi_allocator* allocator)
{
    ti_release(allocator, asked->only);
    ti_release(allocator, asked->ignore);
    *asked = (ti_asked){0};
}
