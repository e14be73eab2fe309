// Which pairs of bodies a find asks, in order.

#include "broad/instant.h"
#include "core/error.h"
#include "math/scalar.h"
#include "world/overlap.h"

#include <math.h>

static bool is_there(const void* overlap, uint32_t body)
{
    return ti_present_find(overlap, body) != NULL;
}

static const char* what_is_wrong(const toi_overlap_query* query)
{
    const toi_overlap_octree* octree = &query->octree;
    if (!(query->within >= 0.0 && query->within <= TOI_OVERLAP_MOST_WITHIN)) {
        return "within is not a number from 0 to 2^1010";
    }
    if (query->within > 0.0 && query->method == TOI_OVERLAP_OCTREE) {
        return "the octree finds faces that meet, not those within a distance";
    }
    if ((uint32_t)query->method > TOI_OVERLAP_ALL) {
        return "method is none of toi_overlap_method";
    }
    if (octree->level > TOI_OVERLAP_MOST_LEVELS && octree->level != TOI_OVERLAP_AUTO) {
        return "the level of the octree is not from 1 to 20";
    }
    if (!(isfinite(octree->side) && octree->side >= 0.0 && isfinite(octree->center.x) &&
          isfinite(octree->center.y) && isfinite(octree->center.z))) {
        return "the world cube of the octree is not finite, with a side of at least 0";
    }
    return NULL;
}

toi_status ti_overlap_check(const toi_overlap* overlap, const toi_overlap_query* query, toi_error* error)
{
    const char* wrong = what_is_wrong(query);
    if (wrong != NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "%s", wrong);
    }
    const ti_pair_owner owner = {is_there, overlap};
    toi_status status = ti_pair_list_check(query->ignore, query->ignore_count, "ignore", &owner, error);
    return status == TOI_OK ? ti_pair_list_check(query->only, query->only_count, "only", &owner, error)
                            : status;
}

// ---- trees or join

// Most pairs of a face of either body, both near the other body, where the join is the quicker one for bodies
// that deform.
#define FEW_PAIRS 2048.0

// The part of a side of a box that is near another one.
static double share(double lower, double upper, double other_lower, double other_upper)
{
    double common = d_min(upper, other_upper) - d_max(lower, other_lower);
    return upper > lower ? d_min(d_max(common / (upper - lower), 0.0), 1.0) : 1.0;
}

static double share_of_volume(const toi_bounds* box, const toi_bounds* other, double within)
{
    const toi_vec3 by = {within, within, within}, low = v3_sub(other->lower, by),
                   high = v3_add(other->upper, by);
    return share(box->lower.x, box->upper.x, low.x, high.x) *
           share(box->lower.y, box->upper.y, low.y, high.y) *
           share(box->lower.z, box->upper.z, low.z, high.z);
}

// Faces lie on a surface, of which a part v of the volume has about v^(2/3); both sides are cubed.
static bool few_are_near(const toi_overlap* overlap, double within, uint32_t a, uint32_t b)
{
    const toi_bounds *box_a = ti_bounds_at(overlap, a), *box_b = ti_bounds_at(overlap, b);
    double pairs = (double)ti_present_at(overlap, a)->faces.triangle_count *
                   (double)ti_present_at(overlap, b)->faces.triangle_count / FEW_PAIRS;
    double share = share_of_volume(box_a, box_b, within) * share_of_volume(box_b, box_a, within);
    return pairs * pairs * pairs * share * share <= 1.0;
}

bool ti_overlap_by_trees(const toi_overlap* overlap, const toi_overlap_query* query, uint32_t a, uint32_t b)
{
    const ti_present *p = ti_present_at(overlap, a), *q = ti_present_at(overlap, b);
    if (p->mesh == NULL || q->mesh == NULL || query->method != TOI_OVERLAP_DEFAULT) {
        return p->mesh != NULL && q->mesh != NULL && query->method == TOI_OVERLAP_TREE;
    }
    bool rigid = p->faces.rigid && q->faces.rigid;
    return rigid || a == b || !few_are_near(overlap, query->within, a, b);
}

// ---- pairs

// A find that lists its pairs.
typedef struct listing {
    toi_overlap* overlap;
    const toi_overlap_query* query;
} listing;

static bool is_asked(const listing* l, ti_candidate pair)
{
    const toi_overlap_query* query = l->query;
    return ti_pair_lists_ask(&l->overlap->lists, pair) &&
           (query->filter == NULL || query->filter(pair.a, pair.b, query->filter_context));
}

static bool put_pair(void* object, ti_candidate pair)
{
    const listing* l = object;
    if (!is_asked(l, pair)) {
        return true;
    }
    ti_overlap_slot* slot = ti_array_push(&l->overlap->slots);
    if (slot != NULL) {
        *slot = (ti_overlap_slot){.a = pair.a, .b = pair.b, .status = TOI_ERROR_THREAD};
    }
    return slot != NULL;
}

// A soup without faces has no box either, and meets nothing.
static bool is_asked_alone(const void* object, uint32_t index)
{
    const listing* l = object;
    const ti_present* body = ti_present_at(l->overlap, index);
    return body->used && body->self && body->faces.triangle_count > 0;
}

static bool has_faces(const toi_overlap* overlap, uint32_t body)
{
    return ti_present_at(overlap, body)->faces.triangle_count > 0;
}

// Every pair of bodies, as the variant of the octree without boxes has it.
static bool put_all(const toi_overlap* overlap, ti_pair_sink* sink)
{
    uint32_t count = (uint32_t)overlap->bodies.count;
    for (uint32_t a = 0; a < count; ++a) {
        if (!ti_pair_sink_alone(sink, a + 1)) {
            return false;
        }
        for (uint32_t b = a + 1; has_faces(overlap, a) && b < count; ++b) {
            if (has_faces(overlap, b) && !sink->put(sink->object, (ti_candidate){a, b})) {
                return false;
            }
        }
    }
    return true;
}

static bool put_near(toi_overlap* overlap, double within, ti_pair_sink* sink)
{
    const ti_candidate* pairs = NULL;
    size_t count = 0;
    uint32_t bodies = (uint32_t)overlap->bounds.count;
    return ti_instant_broad_find(&overlap->broad, overlap->bounds.data, bodies, within, &pairs, &count) ==
               TOI_OK &&
           ti_pair_sink_put(sink, pairs, count, bodies);
}

toi_status ti_overlap_list(toi_overlap* overlap, const toi_overlap_query* query)
{
    bool all = query->method == TOI_OVERLAP_OCTREE && query->octree.no_boxes;
    listing list = {overlap, query};
    ti_pair_sink sink = {
        .alone = overlap->self_count > 0 ? is_asked_alone : NULL, .put = put_pair, .object = &list};
    overlap->slots.count = 0;
    bool ok = ti_pair_lists_make(&overlap->lists, query->ignore, query->ignore_count, query->only,
                                 query->only_count, (uint32_t)overlap->bodies.count) &&
              (all ? put_all(overlap, &sink) : put_near(overlap, query->within, &sink));
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
