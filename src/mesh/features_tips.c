// Vertices as features: whether a plane can rest on them.
//
// At a vertex with one fan of facets the body is a cone. Its facets lie in the hull of the edges and, where a
// facet takes up half a turn or more, of two more directions in it. A plane can rest on the vertex if it has
// all of these on one side and the body there too. [Buss05, section 5] asks for the first condition only,
// which pits meet too.

#include "core/memory.h"
#include "mesh/features_parts.h"

enum {
    FAN_DIRECTIONS = 64,
    TIP_LISTED = 0x80 // in tip_class while tips are listed
};

// Unit directions e are off by 3 u in length and direction, their products e_i x e_j by less than 12 u, and
// the product with a third by less than 20 u.
#define SIDE_ROUNDING (32.0 * TI_U)

typedef struct fan {
    toi_vec3 direction[FAN_DIRECTIONS];
    uint8_t edge_class[FAN_DIRECTIONS]; // TI_EDGE_NONE for directions inside a facet
    int count;
    bool clear; // false: too many, or something without a direction
} fan;

static void add_direction(fan* around, toi_vec3 d, uint32_t edge_class)
{
    double length = v3_length(d);
    if (around->count == FAN_DIRECTIONS || !(length > 0.0)) {
        around->clear = false;
        return;
    }
    around->direction[around->count] = v3_scale(1.0 / length, d);
    around->edge_class[around->count++] = (uint8_t)edge_class;
}

// In a facet of half a turn or more at its corner: the directions a quarter of a turn from its two sides.
static void add_wide_sector(fan* around, toi_vec3 normal, toi_vec3 out, toi_vec3 in)
{
    double size = v3_length(out) * v3_length(in);
    if (v3_dot(normal, v3_cross(out, in)) > SIDE_ROUNDING * size) {
        return;
    }
    around->clear = around->clear && v3_dot(out, in) < 0.0; // else no turn at all, or a whole one
    add_direction(around, v3_cross(normal, out), TI_EDGE_NONE);
    add_direction(around, v3_cross(in, normal), TI_EDGE_NONE);
}

static void gather_fan(const ti_feature_builder* b, uint32_t vertex, fan* around)
{
    const ti_features* out = b->out;
    const toi_vec3* local = b->mesh->local;
    around->count = 0;
    around->clear = true;
    for (uint32_t i = out->sector_first[vertex]; around->clear && i < out->sector_first[vertex + 1]; ++i) {
        uint32_t corner = out->sector[i].corner;
        const ti_facet* facet = &out->facets[out->sector[i].facet];
        toi_vec3 next = v3_sub(local[out->corner[facet_next(facet, corner)]], local[vertex]);
        toi_vec3 before = v3_sub(local[out->corner[facet_previous(facet, corner)]], local[vertex]);
        add_direction(around, next, (uint32_t)side_class(b, corner));
        add_wide_sector(around, facet->normal, next, before);
    }
}

// Whether all directions are on one side of the plane along two of them, as far as rounding lets tell. Two on
// one line decide nothing: a plane along them can be turned about them, to a third direction.
static bool is_supported(const fan* around, int i, int j)
{
    toi_vec3 n = v3_cross(around->direction[i], around->direction[j]);
    if (v3_dot(n, n) <= 64.0 * TI_U * TI_U) {
        return false;
    }
    bool above = false, below = false;
    for (int k = 0; k < around->count && !(above && below); ++k) {
        double height = v3_dot(n, around->direction[k]);
        above = above || height > SIDE_ROUNDING;
        below = below || height < -SIDE_ROUNDING;
    }
    return !(above && below);
}

// If all directions are on one side of some plane, and not all in one plane, they are on one side of a plane
// along two of them that are not on one line. With the body on the same side, no edge in such a plane is
// reflex, for more than half a turn of body is around it; and one is convex, for else all of the vertex would
// be flat. In a pit the edges in such a plane are reflex.
static bool can_rest(const fan* around)
{
    for (int i = 0; i < around->count; ++i) {
        if (around->edge_class[i] != TI_EDGE_CONVEX) {
            continue;
        }
        for (int j = 0; j < around->count; ++j) {
            bool again = j <= i && around->edge_class[j] == TI_EDGE_CONVEX;
            if (!again && around->edge_class[j] != TI_EDGE_REFLEX && is_supported(around, i, j)) {
                return true;
            }
        }
    }
    return false;
}

// Whether the facets at a vertex of solids hang together around it. There every edge has two sides, in
// opposite directions: the other side of the one that ends here starts here.
static bool is_one_fan(const ti_feature_builder* b, uint32_t vertex)
{
    const ti_features* out = b->out;
    uint32_t count = tip_sector_count(out, vertex), start = out->sector[out->sector_first[vertex]].corner;
    uint32_t corner = start, seen = 0;
    do {
        corner = b->next_side[facet_previous(&out->facets[b->facet_of[corner]], corner)];
        ++seen;
    } while (corner != start && seen < count);
    return corner == start && seen == count;
}

// The class of a vertex that has facets.
static ti_tip_class classify(const ti_feature_builder* b, uint32_t vertex)
{
    const ti_features* out = b->out;
    if (tip_crease_count(out, vertex) == 0) {
        return TI_TIP_NONE;
    }
    uint32_t convex = 0, reflex = 0;
    bool solid = true;
    for (uint32_t i = out->tip_crease_first[vertex]; i < out->tip_crease_first[vertex + 1]; ++i) {
        const ti_crease* crease = &out->creases[out->tip_crease[i]];
        reflex += crease->edge_class == TI_EDGE_REFLEX;
        convex += crease->edge_class != TI_EDGE_REFLEX;
        solid = solid && crease->solid;
    }
    // A sheet without a crease here, beside a solid, makes a second fan.
    if (!solid || (b->mesh->info.vertices_non_manifold > 0 && !is_one_fan(b, vertex))) {
        return TI_TIP_SHEET;
    }
    if (reflex == 0 || (convex == 0 && reflex == 1)) { // one crease cannot end but among flat ones in doubt
        return TI_TIP_HILL;
    }
    if (convex == 0) { // the body fills all but a convex cone
        return TI_TIP_HOLLOW;
    }
    fan around;
    gather_fan(b, vertex, &around);
    return !around.clear || can_rest(&around) ? TI_TIP_HILL : TI_TIP_HOLLOW;
}

// ---- the list

// Vertices of triangles without an area count as sheets, whatever else is there.
static void classify_all(ti_feature_builder* b, uint32_t* tip_count)
{
    ti_features* out = b->out;
    for (uint32_t c = 0; c < b->corner_count; ++c) { // in the order of the facets, near in memory
        uint32_t v = out->corner[c];
        if (out->sector[out->sector_first[v]].corner == c) {
            out->tip_class[v] = (uint8_t)classify(b, v);
        }
    }
    for (uint32_t i = 0; i < b->loose.count; ++i) {
        const ti_loose* loose = side_loose(b, b->corner_count + i);
        out->tip_class[loose->tail] = TI_TIP_SHEET;
        out->tip_class[loose->head] = TI_TIP_SHEET;
    }
    for (uint32_t v = 0; v < b->mesh->vertex_count; ++v) {
        *tip_count += out->tip_class[v] != TI_TIP_NONE;
        out->reflex = out->reflex || out->tip_class[v] == TI_TIP_HOLLOW;
    }
    for (uint32_t i = 0; i < out->crease_count; ++i) {
        const ti_crease* crease = &out->creases[i];
        out->reflex = out->reflex || (crease->solid && crease->edge_class == TI_EDGE_REFLEX);
    }
}

static void list_tip(ti_features* out, uint32_t vertex)
{
    if (out->tip_class[vertex] != TI_TIP_NONE && (out->tip_class[vertex] & TIP_LISTED) == 0) {
        out->tip_class[vertex] |= TIP_LISTED;
        out->tip[out->tip_count++] = vertex;
    }
}

static uint32_t list_loose(ti_feature_builder* b, uint32_t next, uint32_t facet)
{
    for (; next < b->loose.count; ++next) {
        const ti_loose* loose = side_loose(b, b->corner_count + next);
        if (loose->facet > facet) {
            break;
        }
        const uint32_t end[2] = {loose->tail, loose->head};
        for (int k = 0; k < 2; ++k) {
            if (tip_sector_count(b->out, end[k]) == 0) {
                list_tip(b->out, end[k]);
            }
        }
    }
    return next;
}

static void list_tips(ti_feature_builder* b)
{
    ti_features* out = b->out;
    uint32_t next = 0;
    for (uint32_t f = 0; f < out->facet_count; ++f) {
        next = list_loose(b, next, f);
        for (uint32_t c = out->facets[f].corner_begin; c < out->facets[f].corner_end; ++c) {
            list_tip(out, out->corner[c]);
        }
    }
    list_loose(b, next, TI_NONE);
    for (uint32_t i = 0; i < out->tip_count; ++i) {
        out->tip_class[out->tip[i]] &= (uint8_t)~TIP_LISTED;
    }
}

toi_status ti_features_make_tips(ti_feature_builder* b)
{
    const toi_allocator* allocator = &b->mesh->allocator;
    ti_features* out = b->out;
    uint32_t count = 0;
    out->tip_class = ti_allocate_zero(allocator, b->mesh->vertex_count, sizeof *out->tip_class);
    if (out->tip_class == NULL) {
        return TOI_ERROR_MEMORY;
    }
    classify_all(b, &count);
    out->tip = ti_allocate(allocator, count, sizeof *out->tip);
    if (out->tip == NULL) {
        return TOI_ERROR_MEMORY;
    }
    list_tips(b);
    return TOI_OK;
}
