// Boxes around the paths of all bodies in a find, and the walks of their trees, cut in parts that do not
// depend on the number of threads.

#include "core/memory.h"
#include "math/scalar.h"
#include "world/deform.h"

#include <float.h>
#include <math.h>

enum { LARGE = 1 << 13 }; // triangles of both bodies, at least, of a pair whose walk is cut

// ---- boxes

// Where a vertex is at time t, between its ends: rounded by less than 4 u of the larger of both, u = 2^-53,
// or by what underflow takes.
static double coordinate_at(double start, double end, double t)
{
    double x = (1.0 - t) * start + t * end;
    return d_max(d_min(start, end), d_min(d_max(start, end), x));
}

static toi_vec3 vertex_at(toi_vec3 start, toi_vec3 end, double t)
{
    return v3(coordinate_at(start.x, end.x, t), coordinate_at(start.y, end.y, t),
              coordinate_at(start.z, end.z, t));
}

static void fit_body(const ti_deform_find* find, uint32_t index)
{
    ti_deforming* body = ti_deforming_at(find->deform, index);
    const toi_vec3* ends = body->end;
    if (find->starts || body->start == body->end) {
        ends = NULL;
    } else if (find->until < 1.0) {
        for (uint32_t i = 0; i < body->mesh->vertex_count; ++i) {
            body->middle[i] = vertex_at(body->start[i], body->end[i], find->until);
        }
        ends = body->middle;
    }
    body->tree = (ti_wide_body){.shape = &body->shape,
                                .boxes = body->boxes,
                                .points = body->start,
                                .ends = ends,
                                .frame = ti_float_frame_around(ti_deform_bounds_at(find->deform, index))};
    if (ends != NULL) {
        ti_wide_fit_swept(&body->shape, body->start, ends, &body->tree.frame, body->boxes);
    } else {
        ti_wide_fit(&body->shape, body->start, &body->tree.frame, body->boxes);
    }
}

static void fit_task(uint32_t index, uint32_t worker, void* data)
{
    (void)worker;
    const ti_deform_find* find = data;
    if (ti_deforming_at(find->deform, index)->asked) {
        fit_body(find, index);
    }
}

static toi_status fit_all(const ti_deform_find* find)
{
    toi_deform* d = find->deform;
    for (uint32_t i = 0; i < d->bodies.count; ++i) {
        ti_deforming* body = ti_deforming_at(d, i);
        body->tree = (ti_wide_body){.shape = NULL};
        if (!body->asked || find->starts || find->until == 1.0 || body->middle != NULL) {
            continue;
        }
        body->middle = ti_allocate(&d->allocator, body->mesh->vertex_count, sizeof *body->middle);
        if (body->middle == NULL) {
            return TOI_ERROR_MEMORY;
        }
    }
    if (!ti_crew_run(&d->crew, fit_task, (uint32_t)d->bodies.count, (void*)find)) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < d->bodies.count; ++i) {
        const ti_deforming* body = ti_deforming_at(d, i);
        if (body->asked && body->tree.shape == NULL) {
            return TOI_ERROR_THREAD;
        }
    }
    return TOI_OK;
}

// ---- walks

static double magnitude_of(const toi_bounds* box)
{
    double low = d_max(d_max(fabs(box->lower.x), fabs(box->lower.y)), fabs(box->lower.z));
    double high = d_max(d_max(fabs(box->upper.x), fabs(box->upper.y)), fabs(box->upper.z));
    return d_max(low, high);
}

double ti_deform_magnitude(const toi_deform* d, const ti_deform_slot* slot)
{
    return d_max(magnitude_of(ti_deform_bounds_at(d, slot->a)),
                 magnitude_of(ti_deform_bounds_at(d, slot->b)));
}

// How far apart boxes may be of what is asked. Vertices in the middle of their paths are rounded, those of
// two bodies together by less than 8 u of the largest coordinate, 2^-50 of it, and underflow.
static double reach_of(const ti_deform_find* find, const ti_deform_slot* slot)
{
    double separation = find->starts ? 0.0 : find->query->separation;
    separation = find->cuts ? ti_deform_cut_margin(find->deform, slot) : separation;
    if (find->starts || find->until == 1.0) {
        return separation;
    }
    double most = ti_deform_magnitude(find->deform, slot);
    return (separation + (0x1p-48 * most + 0x1p-1070)) * (1.0 + 0x1p-50);
}

static bool put_parts(const ti_deform_find* find, uint32_t index)
{
    toi_deform* d = find->deform;
    ti_deform_slot* slot = ti_deform_slot_at(d, index);
    const ti_deforming *a = ti_deforming_at(d, slot->a), *b = ti_deforming_at(d, slot->b);
    if (slot->a == slot->b) {
        ti_wide_walk_self(&a->tree, NULL, reach_of(find, slot), &slot->walk);
        slot->walk.neighbours = true;
    } else {
        ti_wide_walk_make(&a->tree, &b->tree, reach_of(find, slot), &slot->walk);
    }
    ti_node_pair nodes[TI_WIDE_PARTS] = {{0, 0}};
    uint32_t count = 1;
    if ((uint64_t)a->shape.triangle_count + b->shape.triangle_count >= LARGE) {
        count = ti_wide_walk_cut(&slot->walk, nodes);
    }
    ti_deform_part* parts = ti_array_extend(&d->parts, count);
    for (uint32_t i = 0; parts != NULL && i < count; ++i) {
        parts[i] = (ti_deform_part){.slot = index, .nodes = nodes[i], .status = TOI_ERROR_THREAD};
    }
    return parts != NULL;
}

// With a pair whose faces cross at time 0 nothing is left to ask but where all contacts are asked for.
static bool is_settled(const ti_deform_find* find, const ti_deform_slot* slot)
{
    return !find->starts && slot->found.crosses && !find->query->all;
}

toi_status ti_deform_prepare(const ti_deform_find* find)
{
    toi_deform* d = find->deform;
    d->parts.count = 0;
    toi_status status = fit_all(find);
    for (uint32_t i = 0; i < d->slots.count && status == TOI_OK; ++i) {
        if (!is_settled(find, ti_deform_slot_at(d, i)) && !put_parts(find, i)) {
            status = TOI_ERROR_MEMORY;
        }
    }
    return status;
}
