// Makes the features of a mesh: runs the pieces of features_*.c in order.

#include "mesh/features.h"

#include "core/memory.h"
#include "mesh/features_parts.h"

static toi_status build_all(ti_feature_builder* b)
{
    toi_status (*const piece[])(ti_feature_builder*) = {
        ti_features_find_components, ti_features_make_facets,  ti_features_link_sides,
        ti_features_find_solids,     ti_features_make_creases, ti_features_make_tips,
    };
    toi_status status = TOI_OK;
    for (size_t i = 0; status == TOI_OK && i < sizeof piece / sizeof piece[0]; ++i) {
        status = piece[i](b);
    }
    return status;
}

static bool has_wires(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        if (f->creases[i].wing_begin == f->creases[i].wing_end) {
            return true;
        }
    }
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        if (f->sector_first[f->tip[i]] == f->sector_first[f->tip[i] + 1]) {
            return true;
        }
    }
    return false;
}

toi_status ti_features_build(toi_mesh* mesh)
{
    const toi_allocator* allocator = &mesh->allocator;
    mesh->features = (ti_features){.facets = NULL};
    ti_feature_builder b = {
        .mesh = mesh, .out = &mesh->features, .loose = ti_array_make(sizeof(ti_loose), allocator)};
    toi_status status = build_all(&b);
    ti_array_release(&b.loose);
    ti_release(allocator, b.component);
    ti_release(allocator, b.sheet);
    ti_release(allocator, b.facet_of);
    ti_release(allocator, b.next_side);
    ti_release(allocator, b.side_class);
    if (status != TOI_OK) {
        ti_features_release(mesh);
        return status;
    }
    mesh->features.wires = has_wires(mesh);
    return status;
}

void ti_features_release(toi_mesh* mesh)
{
    ti_features* f = &mesh->features;
    void* const owned[] = {f->facets,     f->corner,    f->creases,      f->wing,   f->wing_corner,
                           f->tip,        f->tip_class, f->sector_first, f->sector, f->tip_crease_first,
                           f->tip_crease, f->nodes};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; ++i) {
        ti_release(&mesh->allocator, owned[i]);
    }
    *f = (ti_features){.facets = NULL};
}
