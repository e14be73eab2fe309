// Edges that are not flat, and what meets at each vertex.

#include "core/memory.h"
#include "mesh/features_parts.h"

static bool starts_crease(const ti_feature_builder* b, uint32_t side)
{
    ti_edge_class class = side_class(b, side);
    return (b->side_class[side] & TI_SIDE_FIRST) != 0 && class != TI_EDGE_NONE && class != TI_EDGE_FLAT;
}

// The facets of an edge, each once, from its first side on, and their sides. Sides rise along the ring, and
// those of one facet stand together.
static uint32_t list_wings(const ti_feature_builder* b, uint32_t first, uint32_t* wing, uint32_t* corner)
{
    uint32_t count = 0, side = first, last = TI_NONE;
    do {
        uint32_t facet = side < b->corner_count ? b->facet_of[side] : last;
        if (facet != last) {
            wing[count] = facet;
            corner[count++] = side;
            last = facet;
        }
        side = b->next_side[side];
    } while (side != first);
    return count;
}

static void swap(uint32_t* a, uint32_t* b)
{
    uint32_t old = *a;
    *a = *b;
    *b = old;
}

static void add_crease(ti_feature_builder* b, uint32_t first, uint32_t* wing_count)
{
    ti_features* out = b->out;
    uint32_t tail = side_tail(b, first), head = side_head(b, first);
    ti_crease crease = {.vertex = {tail < head ? tail : head, tail < head ? head : tail}};
    uint32_t *wing = out->wing + *wing_count, *corner = out->wing_corner + *wing_count;
    crease.wing_begin = *wing_count;
    *wing_count += list_wings(b, first, wing, corner);
    crease.wing_end = *wing_count;
    ti_edge_class class = side_class(b, first);
    crease.edge_class = (uint8_t)((uint32_t) class == TI_SIDE_FOLDED ? TI_EDGE_CONVEX : class);
    crease.solid = first < b->corner_count && out->facets[b->facet_of[first]].solid;
    if (crease.solid && tail > head) { // the first side runs from vertex 1 to vertex 0
        swap(&wing[0], &wing[1]);
        swap(&corner[0], &corner[1]);
    }
    out->creases[out->crease_count++] = crease;
}

// Loose sides that come before a facet, and have no facet: their place in the order.
static uint32_t add_loose(ti_feature_builder* b, uint32_t next, uint32_t facet, uint32_t* wing_count)
{
    while (next < b->loose.count && ((const ti_loose*)b->loose.data)[next].facet <= facet) {
        uint32_t side = b->corner_count + next++;
        if (starts_crease(b, side)) {
            add_crease(b, side, wing_count);
        }
    }
    return next;
}

static void add_all(ti_feature_builder* b)
{
    const ti_features* out = b->out;
    uint32_t wing_count = 0, next = 0;
    for (uint32_t f = 0; f < out->facet_count; ++f) {
        next = add_loose(b, next, f, &wing_count);
        for (uint32_t s = out->facets[f].corner_begin; s < out->facets[f].corner_end; ++s) {
            if (starts_crease(b, s)) {
                add_crease(b, s, &wing_count);
            }
        }
    }
    add_loose(b, next, TI_NONE, &wing_count);
}

// Turns counts[v + 2] into where the run of v starts in counts[v + 1], free to serve as its cursor.
static void start_runs(uint32_t* counts, uint32_t vertex_count)
{
    for (uint32_t v = 0; v < vertex_count; ++v) {
        counts[v + 2] += counts[v + 1];
    }
}

static void list_sectors(ti_feature_builder* b)
{
    ti_features* out = b->out;
    uint32_t* first = out->sector_first;
    for (uint32_t c = 0; c < b->corner_count; ++c) {
        ++first[out->corner[c] + 2];
    }
    start_runs(first, b->mesh->vertex_count);
    for (uint32_t c = 0; c < b->corner_count; ++c) {
        out->sector[first[out->corner[c] + 1]++] = (ti_sector){b->facet_of[c], c};
    }
}

static void list_creases(ti_feature_builder* b)
{
    ti_features* out = b->out;
    uint32_t* first = out->tip_crease_first;
    for (uint32_t i = 0; i < out->crease_count; ++i) {
        ++first[out->creases[i].vertex[0] + 2];
        ++first[out->creases[i].vertex[1] + 2];
    }
    start_runs(first, b->mesh->vertex_count);
    for (uint32_t i = 0; i < out->crease_count; ++i) {
        out->tip_crease[first[out->creases[i].vertex[0] + 1]++] = i;
        out->tip_crease[first[out->creases[i].vertex[1] + 1]++] = i;
    }
}

toi_status ti_features_make_creases(ti_feature_builder* b)
{
    const toi_allocator* allocator = &b->mesh->allocator;
    ti_features* out = b->out;
    // One more than their size, so that counting needs no array of its own.
    size_t runs = (size_t)b->mesh->vertex_count + 2;
    out->creases = ti_allocate(allocator, b->crease_count, sizeof *out->creases);
    out->wing = ti_allocate(allocator, b->wing_count, sizeof *out->wing);
    out->wing_corner = ti_allocate(allocator, b->wing_count, sizeof *out->wing_corner);
    out->sector_first = ti_allocate_zero(allocator, runs, sizeof *out->sector_first);
    out->sector = ti_allocate(allocator, b->corner_count, sizeof *out->sector);
    out->tip_crease_first = ti_allocate_zero(allocator, runs, sizeof *out->tip_crease_first);
    out->tip_crease = ti_allocate(allocator, 2 * (size_t)b->crease_count, sizeof *out->tip_crease);
    if (out->creases == NULL || out->wing == NULL || out->wing_corner == NULL || out->sector_first == NULL ||
        out->sector == NULL || out->tip_crease_first == NULL || out->tip_crease == NULL) {
        return TOI_ERROR_MEMORY;
    }
    add_all(b);
    list_sectors(b);
    list_creases(b);
    return TOI_OK;
}
