// Bodies of toi_deform come, get steps and go.

#include "core/error.h"
#include "core/memory.h"
#include "world/body_numbers.h"
#include "world/deform.h"

#include <math.h>

static const toi_bounds nothing = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static void init_arrays(toi_deform* d)
{
    const toi_allocator* a = &d->allocator;
    d->bodies = ti_array_make(sizeof(ti_deforming), a);
    d->free_bodies = ti_array_make(sizeof(uint32_t), a);
    d->bounds = ti_array_make(sizeof(toi_bounds), a);
    d->slots = ti_array_make(sizeof(ti_deform_slot), a);
    d->parts = ti_array_make(sizeof(ti_deform_part), a);
    d->contacts = ti_array_make(sizeof(toi_deform_contact), a);
    d->pairs = ti_array_make(sizeof(toi_deform_pair), a);
    ti_instant_broad_init(&d->broad, a);
    ti_pair_lists_init(&d->lists, a);
    for (uint32_t i = 0; i < d->crew.threads; ++i) {
        d->workers[i].candidates = ti_array_make(sizeof(ti_face_pair), a);
        d->workers[i].contacts = ti_array_make(sizeof(toi_deform_contact), a);
    }
}

toi_status toi_deform_create(const toi_deform_def* def, toi_deform** deform)
{
    static const toi_deform_def defaults = {0};
    def = def ? def : &defaults;
    if (deform == NULL) {
        return TOI_ERROR_INVALID;
    }
    toi_allocator outer = ti_allocator_or_default(def->allocator);
    uint32_t threads = def->threads > 1 ? def->threads : 1;
    toi_deform* made = ti_allocate_zero(&outer, 1, sizeof *made);
    if (made == NULL) {
        return TOI_ERROR_MEMORY;
    }
    ti_budget_init(&made->budget, &outer);
    made->allocator = ti_budget_allocator(&made->budget);
    made->workers = ti_allocate_zero(&made->allocator, threads, sizeof *made->workers);
    if (made->workers == NULL) {
        ti_release(&outer, made);
        return TOI_ERROR_MEMORY;
    }
    made->crew = (ti_crew){
        .threads = threads, .run = def->run, .run_context = def->run_context, .allocator = made->allocator};
    init_arrays(made);
    *deform = made;
    return TOI_OK;
}

static void release_body(const toi_deform* d, ti_deforming* body)
{
    ti_release(&d->allocator, body->firsts);
    ti_release(&d->allocator, body->boxes);
    ti_release(&d->allocator, body->middle);
    if (body->shape.nodes != NULL) {
        ti_wide_release(&body->shape);
    }
    *body = (ti_deforming){.used = false};
}

void toi_deform_destroy(toi_deform* d)
{
    if (d == NULL) {
        return;
    }
    ti_team_destroy(d->crew.team);
    for (uint32_t i = 0; i < d->bodies.count; ++i) {
        release_body(d, ti_deforming_at(d, i));
    }
    for (uint32_t i = 0; i < d->crew.threads; ++i) {
        ti_array_release(&d->workers[i].candidates);
        ti_array_release(&d->workers[i].contacts);
        ti_release(&d->allocator, d->workers[i].room);
    }
    ti_array_release(&d->bodies);
    ti_array_release(&d->free_bodies);
    ti_array_release(&d->bounds);
    ti_array_release(&d->slots);
    ti_array_release(&d->parts);
    ti_array_release(&d->contacts);
    ti_array_release(&d->pairs);
    ti_instant_broad_release(&d->broad);
    ti_pair_lists_release(&d->lists);
    ti_release(&d->allocator, d->workers);
    toi_allocator outer = d->budget.allocator;
    ti_release(&outer, d);
}

// ---- steps

// The box around the paths of the vertices that faces use; others do not count.
static toi_status box_of_paths(const toi_mesh* mesh, const toi_vec3* start, const toi_vec3* end,
                               toi_bounds* bounds, toi_error* error)
{
    *bounds = nothing;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (!ti_vertex_used(mesh, i)) {
            continue;
        }
        toi_vec3 s = start[i], e = end[i];
        if (!v3_finite(s) || !v3_finite(e)) {
            return ti_fail(error, TOI_ERROR_INVALID, i, "vertex %u is not finite at the %s", (unsigned)i,
                           v3_finite(s) ? "end" : "start");
        }
        *bounds = (toi_bounds){v3_min(bounds->lower, v3_min(s, e)), v3_max(bounds->upper, v3_max(s, e))};
    }
    return TOI_OK;
}

static toi_status set_step(ti_deforming* body, const toi_vec3* start, const toi_vec3* end, toi_bounds* bounds,
                           toi_error* error)
{
    start = start != NULL ? start : body->mesh->vertices;
    end = end != NULL ? end : start;
    toi_bounds made;
    toi_status status = box_of_paths(body->mesh, start, end, &made, error);
    if (status == TOI_OK) {
        body->start = start;
        body->end = end;
        *bounds = made;
    }
    return status;
}

// ---- calls

static toi_status fill(toi_deform* d, const toi_deform_body* def, ti_deforming* body, toi_bounds* bounds,
                       toi_error* error)
{
    const toi_mesh* mesh = def->mesh;
    if (mesh->inspect_only || mesh->round.kind != TI_ROUND_NONE) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "the mesh is %s",
                       mesh->inspect_only ? "made with inspect_only" : "an exact round shape");
    }
    *body = (ti_deforming){.used = true, .self = def->self, .mesh = mesh, .weld = def->weld};
    toi_status status = set_step(body, def->start, def->end, bounds, error);
    if (status != TOI_OK) {
        return status;
    }
    status = ti_wide_make(mesh->triangles, mesh->triangle_count, &d->allocator, &body->shape);
    if (status == TOI_OK) {
        body->firsts = ti_allocate(&d->allocator, mesh->triangle_count, sizeof *body->firsts);
        body->boxes = ti_allocate(&d->allocator, body->shape.node_count, sizeof *body->boxes);
    }
    if (body->firsts == NULL || body->boxes == NULL || !ti_deform_firsts(mesh, &d->allocator, body->firsts)) {
        return ti_fail_memory(error);
    }
    return TOI_OK;
}

static ti_body_numbers numbers_of(toi_deform* deform)
{
    return (ti_body_numbers){&deform->bodies, &deform->bounds, &deform->free_bodies};
}

toi_status toi_deform_add(toi_deform* deform, const toi_deform_body* def, uint32_t* body, toi_error* error)
{
    if (deform == NULL || def == NULL || def->mesh == NULL || body == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is missing");
    }
    ti_body_numbers numbers = numbers_of(deform);
    uint32_t at = ti_body_numbers_next(&numbers);
    if (at == TI_NONE) {
        return ti_fail_memory(error);
    }
    ti_deforming made = {.used = false};
    toi_bounds bounds;
    toi_status status = fill(deform, def, &made, &bounds, error);
    if (status != TOI_OK) {
        release_body(deform, &made);
        return status;
    }
    ti_body_numbers_take(&numbers, at);
    *ti_deforming_at(deform, at) = made;
    *ti_deform_bounds_at(deform, at) = bounds;
    *body = at;
    return TOI_OK;
}

toi_status toi_deform_remove(toi_deform* deform, uint32_t body)
{
    ti_deforming* b = ti_deforming_find(deform, body);
    if (b == NULL) {
        return TOI_ERROR_INVALID;
    }
    release_body(deform, b);
    *ti_deform_bounds_at(deform, body) = nothing;
    ti_body_numbers numbers = numbers_of(deform);
    ti_body_numbers_free(&numbers, body);
    return TOI_OK;
}

toi_status toi_deform_set(toi_deform* deform, uint32_t body, const toi_vec3* start, const toi_vec3* end,
                          toi_error* error)
{
    ti_deforming* b = ti_deforming_find(deform, body);
    if (b == NULL) {
        return deform == NULL
                   ? ti_fail(error, TOI_ERROR_INVALID, 0, "an argument is missing")
                   : ti_fail(error, TOI_ERROR_INVALID, body, "body %u is not there", (unsigned)body);
    }
    return set_step(b, start, end, ti_deform_bounds_at(deform, body), error);
}
