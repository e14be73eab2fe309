// Which features can touch anything, and how the zone reaches out from an edge [VanWaveren05, sections 3.5
// and 4].

#include "mesh/features.h"
#include "narrow/trace/paper_parts.h"

// A normal is off by less than 4 u, a velocity of unit size by less than 12 u.
#define FACING_ROUNDING (32.0 * TI_U)

toi_vec3 ti_paper_place(const ti_paper_gather* g, uint32_t vertex)
{
    if (g->placed != NULL) {
        return g->placed[vertex];
    }
    const toi_mesh* mesh = ti_paper_mesh(g);
    toi_vec3 x = ti_scale3(mesh->local[vertex], mesh->exponent - g->frame->exponent);
    return g->mover ? xf_point(&g->frame->rotation, g->frame->position, x) : x;
}

toi_vec3 ti_paper_place_direction(const ti_paper_gather* g, toi_vec3 d)
{
    return g->mover ? m3_apply(&g->frame->rotation, d) : d;
}

// A solid is met from outside, unless the other body can be inside of it; a sheet from both sides, unless
// only its front counts.
int ti_paper_sides_seen(const ti_paper_gather* g, bool solid)
{
    uint32_t sides = g->mover ? g->terms->mover.sides : g->terms->still.sides;
    return sides == 1 || (solid && !g->nested) ? TI_PAPER_FRONT : TI_PAPER_FRONT | TI_PAPER_BACK;
}

// Whether a face, seen from `side` of its normal, can be come at next to a vertex. The velocity there is one
// constant for the still body; for a face of a mover that turns, velocity and normal turn together, so that
// it is the same at all times.
static bool faces(const ti_paper_gather* g, toi_vec3 normal, int side, toi_vec3 at)
{
    toi_vec3 v = ti_paper_velocity(&g->frame->move, at);
    double along = (g->mover ? -side : side) * v3_dot(normal, v);
    return g->terms->keep_facing || !(along > FACING_ROUNDING * v3_norm1(v));
}

bool ti_paper_facet_is_live(const ti_paper_gather* g, const ti_facet* facet, int side)
{
    if ((ti_paper_sides_seen(g, facet->solid) & (side > 0 ? TI_PAPER_FRONT : TI_PAPER_BACK)) == 0) {
        return false;
    }
    toi_vec3 normal = ti_paper_place_direction(g, facet->normal);
    const uint32_t* corner = ti_paper_mesh(g)->features.corner;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        if (faces(g, normal, side, ti_paper_place(g, corner[i]))) {
            return true;
        }
    }
    return false;
}

// Whether an edge can be touched from the sides that are seen: one between two faces is sharp on one side and
// internal on the other. Edges of one face, or of more than two, always can.
static bool is_exposed(const ti_paper_gather* g, const ti_crease* crease)
{
    int seen = ti_paper_sides_seen(g, crease->solid);
    int sharp = crease->edge_class == TI_EDGE_REFLEX ? TI_PAPER_BACK : TI_PAPER_FRONT;
    bool rim = crease->edge_class != TI_EDGE_CONVEX && crease->edge_class != TI_EDGE_REFLEX;
    return g->terms->keep_internal || rim || (seen & sharp) != 0;
}

// Whether the two faces of an edge run along it in opposite directions, as they should.
static bool is_oriented(const ti_features* f, const ti_crease* crease)
{
    const uint32_t* corner = &f->wing_corner[crease->wing_begin];
    return crease_wing_count(crease) == 2 && f->corner[corner[0]] != f->corner[corner[1]];
}

bool ti_paper_crease_is_live(const ti_paper_gather* g, const ti_crease* crease)
{
    const ti_features* f = &ti_paper_mesh(g)->features;
    if (!is_exposed(g, crease)) {
        return false;
    }
    bool between = crease->edge_class == TI_EDGE_CONVEX || crease->edge_class == TI_EDGE_REFLEX;
    if (!between || !is_oriented(f, crease)) {
        return true;
    }
    int side = crease->edge_class == TI_EDGE_REFLEX ? -1 : 1;
    for (uint32_t i = crease->wing_begin; i < crease->wing_end; ++i) {
        toi_vec3 normal = ti_paper_place_direction(g, f->facets[f->wing[i]].normal);
        if (faces(g, normal, side, ti_paper_place(g, crease->vertex[0])) ||
            faces(g, normal, side, ti_paper_place(g, crease->vertex[1]))) {
            return true;
        }
    }
    return false;
}

// A vertex between internal edges alone is internal too, and so is one on which no plane can rest.
bool ti_paper_tip_is_live(const ti_paper_gather* g, uint32_t vertex)
{
    const ti_features* f = &ti_paper_mesh(g)->features;
    uint32_t first = f->tip_crease_first[vertex], end = f->tip_crease_first[vertex + 1];
    bool sheet = f->tip_class[vertex] == TI_TIP_SHEET;
    int seen = ti_paper_sides_seen(g, !sheet);
    if (g->terms->keep_internal) {
        return true;
    }
    if (f->tip_class[vertex] == TI_TIP_NONE ||
        (f->tip_class[vertex] == TI_TIP_HOLLOW && seen == TI_PAPER_FRONT)) {
        return false;
    }
    bool live = first == end;
    for (uint32_t i = first; i < end && !live; ++i) {
        live = ti_paper_crease_is_live(g, &f->creases[f->tip_crease[i]]);
    }
    return live;
}

// ---- the zone at an edge

// The unit direction out of a face across its side at `corner`, in its plane.
static toi_vec3 wing_out(const ti_paper_gather* g, const ti_facet* facet, uint32_t corner)
{
    const ti_features* f = &ti_paper_mesh(g)->features;
    toi_vec3 a = ti_paper_place(g, f->corner[corner]);
    toi_vec3 b = ti_paper_place(g, f->corner[facet_next(facet, corner)]);
    toi_vec3 out = v3_cross(v3_sub(b, a), ti_paper_place_direction(g, facet->normal));
    return v3_scale(1.0 / v3_length(out), out);
}

// In the plane of a face alone; between two faces out of the edge, to where their planes meet when each is
// moved out by 1, or as far as TI_PAPER_REACH; of more or fewer faces not known. For that side of the edge on
// which it is sharp; the faces may be wound any way.
toi_vec3 ti_paper_crease_out(const ti_paper_gather* g, const ti_crease* crease)
{
    const ti_features* f = &ti_paper_mesh(g)->features;
    uint32_t count = crease_wing_count(crease), begin = crease->wing_begin;
    if (count == 0 || count > 2 || crease->edge_class == TI_EDGE_NON_MANIFOLD) {
        return v3(0.0, 0.0, 0.0);
    }
    const ti_facet* one = &f->facets[f->wing[begin]];
    toi_vec3 s = wing_out(g, one, f->wing_corner[begin]);
    if (count == 1) {
        return s;
    }
    const ti_facet* two = &f->facets[f->wing[begin + 1]];
    toi_vec3 t = wing_out(g, two, f->wing_corner[begin + 1]), sum = v3_add(s, t);
    double cosine = v3_dot(s, t), half = sqrt(0.5 * d_max(1.0 - cosine, 0.0)); // sine of half the angle
    if (cosine > 0.0) {
        double reach = half * TI_PAPER_REACH > 1.0 ? 1.0 / half : TI_PAPER_REACH;
        return v3_scale(reach / v3_length(sum), sum);
    }
    // Nearly flat: the sum of the normals is better known. They point to the side that has more room.
    toi_vec3 m = ti_paper_place_direction(g, one->normal), n = ti_paper_place_direction(g, two->normal);
    bool oriented = is_oriented(f, crease);
    double to =
        oriented ? (crease->edge_class == TI_EDGE_REFLEX ? -1.0 : 1.0) : (v3_dot(m, t) < 0.0 ? -1.0 : 1.0);
    toi_vec3 middle = v3_madd(v3_scale(to, m), oriented ? to : -to, n);
    return v3_scale(2.0 / v3_dot(middle, middle), middle);
}
