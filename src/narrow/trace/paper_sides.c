// Which way points pass lines: signs with what rounding leaves open, kept in two bits each.

#include "narrow/trace/paper_pairs.h"

enum { UNKNOWN = 0, PASSES_LEFT, PASSES_RIGHT, PASSES_ON };

static int sign_of(const ti_paper_side* side)
{
    return side->value > side->least ? 1 : side->value < -side->least ? -1 : 0;
}

static int compute(const ti_paper_cache* c, uint32_t edge, uint32_t vertex)
{
    ti_paper_ray ray = {c->vertices->vertices[vertex].at, c->along, c->speed};
    ti_paper_side side = ti_paper_side_of(&ray, &c->edges->edges[edge], c->error);
    return sign_of(&side);
}

int ti_paper_cache_side(const ti_paper_cache* c, uint32_t edge, uint32_t vertex)
{
    if (c->bits == NULL) {
        return compute(c, edge, vertex);
    }
    size_t entry = (size_t)edge * c->vertices->vertex_count + vertex;
    uint32_t shift = (uint32_t)(entry % 16) * 2, *word = &c->bits[entry / 16];
    uint32_t kept = *word >> shift & 3;
    if (kept == UNKNOWN) {
        int sign = compute(c, edge, vertex);
        kept = sign > 0 ? PASSES_LEFT : sign < 0 ? PASSES_RIGHT : PASSES_ON;
        *word |= kept << shift;
    }
    return kept == PASSES_LEFT ? 1 : kept == PASSES_RIGHT ? -1 : 0;
}

// The sign of side i of a face, as if it were walked with its corners.
static int sign_at(const ti_paper_aim* aim, uint32_t i)
{
    uint32_t side = aim->body->side[i], edge = side >> 1;
    int sign;
    if (aim->cache != NULL) {
        sign = ti_paper_cache_side(aim->cache, edge, aim->vertex);
    } else {
        ti_paper_side s = ti_paper_side_of(&aim->ray, &aim->body->edges[edge], aim->error);
        sign = sign_of(&s);
    }
    return (side & 1) != 0 ? -sign : sign;
}

// A polygon that is not convex: how often it winds around the ray, by the half-plane that starts at the ray.
// A side that the ray passes at least by rounding counts if the ray is between its ends.
static bool winds_around(const ti_paper_aim* aim, const ti_paper_facet* facet)
{
    toi_vec3 d = aim->ray.along, across = fabs(d.x) < fabs(d.y) ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    across = fabs(d.z) < d_min(fabs(d.x), fabs(d.y)) ? v3(0.0, 0.0, 1.0) : across;
    toi_vec3 normal = v3_cross(d, across), forth = v3_cross(normal, d);
    int winding = 0;
    for (uint32_t i = facet->begin; i < facet->end; ++i) {
        uint32_t next = i + 1 < facet->end ? i + 1 : facet->begin;
        toi_vec3 p = v3_sub(aim->body->vertices[aim->body->corner[i]].at, aim->ray.at);
        toi_vec3 q = v3_sub(aim->body->vertices[aim->body->corner[next]].at, aim->ray.at);
        double from = v3_dot(normal, p), to = v3_dot(normal, q);
        int sign = sign_at(aim, i);
        bool between = (from < 0.0) != (to < 0.0) || v3_dot(forth, p) * v3_dot(forth, q) <= 0.0;
        if (sign == 0 && between) {
            return true;
        }
        bool crosses = (from < 0.0) != (to < 0.0) && (sign > 0) == (to > from);
        winding += !crosses ? 0 : to > from ? 1 : -1;
    }
    return winding != 0;
}

bool ti_paper_aim_hits(const ti_paper_aim* aim, const ti_paper_facet* facet, int side)
{
    if (!facet->convex) {
        return winds_around(aim, facet);
    }
    for (uint32_t i = facet->begin; i < facet->end; ++i) {
        if (sign_at(aim, i) * side < 0) {
            return false;
        }
    }
    return true;
}
