// Which parts of a surface enclose a solid.

#include "core/memory.h"
#include "core/sets.h"
#include "mesh/build.h"
#include "mesh/features_parts.h"

// Joins faces along edges, then numbers the sets in the order of their lowest faces.
static uint32_t number_components(const toi_mesh* mesh, uint32_t* component)
{
    ti_mesh_join_faces(mesh, component);
    for (uint32_t f = 0; f < mesh->face_count; ++f) { // roots first come as what they are, not yet renumbered
        component[f] = ti_sets_find(component, f);
    }
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        component[f] = component[f] == f ? count++ : component[component[f]];
    }
    return count;
}

toi_status ti_features_find_components(ti_feature_builder* b)
{
    const toi_mesh* mesh = b->mesh;
    b->component_count = 1;
    if (mesh->info.components > 1) {
        b->component = ti_allocate(&mesh->allocator, mesh->face_count, sizeof *b->component);
        if (b->component == NULL) {
            return TOI_ERROR_MEMORY;
        }
        b->component_count = number_components(mesh, b->component);
    }
    b->sheet = ti_allocate_zero(&mesh->allocator, b->component_count, sizeof *b->sheet);
    return b->sheet != NULL ? TOI_OK : TOI_ERROR_MEMORY;
}

// ---- what is inside

// Six times the volume that a component encloses: sum + rest, off by less than `lost`; and its box.
typedef struct volume {
    double sum, rest, lost;
    toi_bounds box;
} volume;

// The pyramids of a facet's triangles with the local origin. The sides of a triangle are off by u, their
// product by 4 u, the product with a corner by 4 u more, of |x| |e1| |e2| where |x| <= 1.
static void add_facet(const toi_mesh* mesh, const ti_facet* facet, volume* v)
{
    toi_vec3 x = facet_point(mesh, facet->corner_begin);
    toi_vec3 before = v3_sub(facet_point(mesh, facet->corner_begin + 1), x);
    for (uint32_t i = facet->corner_begin + 2; i < facet->corner_end; ++i) {
        toi_vec3 now = v3_sub(facet_point(mesh, i), x);
        double carry;
        v->sum = ti_two_sum(v->sum, v3_dot(x, v3_cross(before, now)), &carry);
        v->rest += carry;
        v->lost += 16.0 * TI_U * (v3_dot(before, before) + v3_dot(now, now));
        before = now;
    }
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        v->box.lower = v3_min(v->box.lower, facet_point(mesh, i));
        v->box.upper = v3_max(v->box.upper, facet_point(mesh, i));
    }
}

static bool is_positive(const volume* v)
{
    return v->sum + v->rest > v->lost;
}

static bool holds_box(const toi_bounds* outer, const toi_bounds* inner)
{
    return outer->lower.x < inner->lower.x && outer->lower.y < inner->lower.y &&
           outer->lower.z < inner->lower.z && inner->upper.x < outer->upper.x &&
           inner->upper.y < outer->upper.y && inner->upper.z < outer->upper.z;
}

// A closed surface that encloses a volume, wound outwards, bounds a solid. One wound inwards is a cavity if
// it is within the box of the largest solid; else it is more likely wound wrong, and counts as a sheet, so
// that nothing of it is left out.
static void judge_components(ti_feature_builder* b, volume* volumes)
{
    uint32_t largest = TI_NONE;
    for (uint32_t c = 0; c < b->component_count; ++c) {
        bool better = largest == TI_NONE || volumes[c].sum > volumes[largest].sum;
        if (!b->sheet[c] && is_positive(&volumes[c]) && better) {
            largest = c;
        }
    }
    for (uint32_t c = 0; c < b->component_count; ++c) {
        const volume* v = &volumes[c];
        volume inverse = {.sum = -v->sum, .rest = -v->rest, .lost = v->lost};
        bool cavity =
            largest != TI_NONE && is_positive(&inverse) && holds_box(&volumes[largest].box, &v->box);
        b->sheet[c] = b->sheet[c] || !(is_positive(v) || cavity);
    }
}

toi_status ti_features_find_solids(ti_feature_builder* b)
{
    const toi_mesh* mesh = b->mesh;
    ti_features* out = b->out;
    volume* volumes = ti_allocate(&mesh->allocator, b->component_count, sizeof *volumes);
    if (volumes == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t c = 0; c < b->component_count; ++c) {
        toi_bounds nothing = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
        volumes[c] = (volume){.box = nothing};
    }
    for (uint32_t f = 0; f < out->facet_count; ++f) {
        uint32_t c = side_component(b, out->facets[f].face);
        if (!b->sheet[c]) {
            add_facet(mesh, &out->facets[f], &volumes[c]);
        }
    }
    judge_components(b, volumes);
    for (uint32_t f = 0; f < out->facet_count; ++f) {
        out->facets[f].solid = !b->sheet[side_component(b, out->facets[f].face)];
    }
    ti_release(&mesh->allocator, volumes);
    return TOI_OK;
}
