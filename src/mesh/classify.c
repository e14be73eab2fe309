// Edge classes: how the two faces of an edge meet there.

#include "math/predicates.h"
#include "mesh/build.h"

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

// Whether p and q, in one plane with the edge ab, are on opposite sides of it. False if either is on its
// line.
static bool is_between(toi_vec3 a, toi_vec3 b, toi_vec3 p, toi_vec3 q)
{
    for (int axis = 0; axis < 3; ++axis) {
        int side = ti_orient2d(a, b, p, axis);
        if (side != 0) {
            return ti_orient2d(a, b, q, axis) == -side;
        }
    }
    return false;
}

// The class of the edge of two half-edges g and h. Where nothing shows that the edge is flat or reflex, it
// counts as convex, so that it may be touched: beside a triangle without an area, where the two are folded
// onto each other, and where the faces run along the edge in the same direction, so that what is outside for
// one is inside for the other.
static ti_edge_class classify_pair(const toi_mesh* mesh, const uint32_t* apex, uint32_t g, uint32_t h)
{
    const toi_vec3* v = mesh->vertices;
    toi_vec3 a = v[mesh_tail(mesh, h)], b = v[mesh_head(mesh, h)], p = v[apex[h]], q = v[apex[g]];
    int side = ti_orient3d(a, b, p, q);
    if (side == 0) {
        return is_between(a, b, p, q) ? TI_EDGE_FLAT : TI_EDGE_CONVEX;
    }
    bool opposed = mesh_tail(mesh, g) != mesh_tail(mesh, h);
    return side > 0 && opposed ? TI_EDGE_REFLEX : TI_EDGE_CONVEX;
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
    mesh->info.edges_misoriented += mesh_tail(mesh, g) == mesh_tail(mesh, h);
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
