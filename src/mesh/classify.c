// Edge classes: how the two faces of an edge meet there.

#include "mesh/build.h"
#include "mesh/orient.h"

// How many faces an edge has, where a face counts as often as its border runs along the edge. The two
// half-edges of a segment run along the same side of it, so they count once; `segment` says that there was
// one.
static uint32_t count_uses(const toi_mesh* mesh, uint32_t h, bool* segment)
{
    uint32_t uses = 0;
    uint32_t g = h;
    do {
        uint32_t face = mesh->topology.face_of[g];
        bool of_segment = mesh_corner_count(mesh, face) == 2;
        *segment = *segment || of_segment;
        uses += !(of_segment && g != mesh->face_offsets[face]);
        g = mesh->topology.next_on_edge[g];
    } while (g != h);
    return uses;
}

// The class of an edge with two faces, whose half-edges g and h run in opposite directions. Where a triangle
// beside the edge has no area, or the two are folded onto each other, nothing shows that the edge cannot be
// touched from outside: convex.
static ti_edge_class classify_pair(const toi_mesh* mesh, const uint32_t* apex, uint32_t g, uint32_t h)
{
    const toi_vec3* v = mesh->vertices;
    toi_vec3 a = v[mesh_tail(mesh, h)], b = v[mesh_head(mesh, h)], p = v[apex[h]], q = v[apex[g]];
    int side = orient_side(a, b, p, q);
    if (side != 0) {
        return side > 0 ? TI_EDGE_REFLEX : TI_EDGE_CONVEX;
    }
    toi_vec3 n = v3_cross(v3_sub(b, a), v3_sub(p, a)), m = v3_cross(v3_sub(a, b), v3_sub(q, b));
    return v3_dot(n, m) > 0.0 ? TI_EDGE_FLAT : TI_EDGE_CONVEX;
}

static ti_edge_class classify_edge(toi_mesh* mesh, const uint32_t* apex, uint32_t h, uint32_t uses)
{
    uint32_t g = mesh->topology.next_on_edge[h];
    if (uses == 1) {
        return TI_EDGE_BOUNDARY;
    }
    if (uses > 2 || mesh->topology.next_on_edge[g] != h) {
        return TI_EDGE_NON_MANIFOLD;
    }
    if (mesh_tail(mesh, g) == mesh_tail(mesh, h)) {
        ++mesh->info.edges_misoriented;
        return TI_EDGE_CONVEX;
    }
    return classify_pair(mesh, apex, g, h);
}

static void count_class(toi_mesh_info* info, ti_edge_class class)
{
    ++info->edges;
    info->edges_convex += class == TI_EDGE_CONVEX;
    info->edges_flat += class == TI_EDGE_FLAT;
    info->edges_reflex += class == TI_EDGE_REFLEX;
    info->edges_boundary += class == TI_EDGE_BOUNDARY;
    info->edges_non_manifold += class == TI_EDGE_NON_MANIFOLD;
}

void ti_mesh_classify_edges(toi_mesh* mesh, const uint32_t* apex)
{
    ti_topology* topology = &mesh->topology;
    bool open = false;
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        topology->edge_class[h] = TI_EDGE_NONE;
    }
    for (uint32_t h = 0; h < mesh->corner_count; ++h) {
        if (topology->edge_class[h] != TI_EDGE_NONE || mesh_tail(mesh, h) == mesh_head(mesh, h)) {
            continue;
        }
        bool segment = false;
        uint32_t uses = count_uses(mesh, h, &segment);
        ti_edge_class class = classify_edge(mesh, apex, h, uses);
        count_class(&mesh->info, class);
        open = open || segment || uses % 2 != 0;
        for (uint32_t g = h; topology->edge_class[g] == TI_EDGE_NONE; g = topology->next_on_edge[g]) {
            topology->edge_class[g] = (uint8_t) class;
        }
    }
    mesh->info.closed = !open && mesh->info.edges > 0;
    mesh->info.oriented = mesh->info.edges_misoriented == 0;
}
