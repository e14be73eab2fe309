// A vertex of one body and a face of the other [VanWaveren05, sections 2.2, 2.4, 3.1 and 3.3].

#include "narrow/trace/paper_pairs.h"

// One vertex and one face, as the vertex moves.
typedef struct pair {
    ti_paper_search* search;
    const ti_paper_body *vertices, *faces;
    const ti_paper_move* move;
    const ti_paper_cache* cache;
    ti_paper_kind kind;
    uint32_t vertex, facet;
} pair;

// How far the vertex is in front of the plane, on `side` of it. By the difference to a corner, three products
// and three sums: off by less than 8 u of it; and the plane from the other corners by its flatness.
static ti_paper_gap gap_of(const pair* p, int side)
{
    const ti_paper_facet* facet = &p->faces->facets[p->facet];
    toi_vec3 at = p->vertices->vertices[p->vertex].at;
    toi_vec3 d = v3_sub(at, p->faces->vertices[p->faces->corner[facet->begin]].at);
    toi_vec3 n = side > 0 ? facet->normal : v3_negate(facet->normal);
    toi_vec3 velocity = ti_paper_velocity(p->move, at);
    ti_paper_gap gap = {.apart = {v3_dot(n, d), v3_dot(n, velocity), 0.0}};
    if (p->move->turns) { // the arm is minus the axis times the velocity
        gap.apart.cosine = -v3_dot(n, v3_cross(p->move->axis, velocity));
    }
    gap.rounding = p->search->error + p->faces->flatness + 16.0 * TI_U * v3_norm1(d);
    gap.outside = gap.apart;
    gap.outside.start -= ti_paper_zone(p->search, gap.rounding);
    return gap;
}

// Whether the vertex, at `at`, heads for the face between its edges. Where it goes along the plane, as at the
// top of its arc, straight down.
static bool heads_for(const pair* p, double at, int side)
{
    const ti_paper_facet* facet = &p->faces->facets[p->facet];
    ti_paper_aim aim = {.body = p->faces, .cache = p->cache, .vertex = p->vertex, .error = p->search->error};
    aim.ray.at = p->vertices->vertices[p->vertex].at;
    aim.ray.along = p->move->by;
    if (p->move->turns) {
        toi_vec3 down = v3_scale(-side, facet->normal);
        aim.ray.at = ti_paper_move_point(p->move, aim.ray.at, at);
        aim.ray.along = ti_paper_velocity(p->move, aim.ray.at);
        double fall = v3_dot(aim.ray.along, down);
        aim.ray.along = fall > 32.0 * TI_U * v3_norm1(aim.ray.along) ? aim.ray.along : down;
    }
    aim.ray.speed = v3_length(aim.ray.along);
    return ti_paper_aim_hits(&aim, facet, side);
}

// The features meet where the true arc enters the face. The tangent at the hull of the zone, with which the
// paper asks, finds what would meet beyond half a turn, or only the zone; both count.
static bool meets(const pair* p, const ti_paper_stop* stop, int side)
{
    bool touch = !isnan(stop->touch) && heads_for(p, stop->touch, side);
    return touch || (p->move->turns && heads_for(p, stop->at, side));
}

// A vertex that is on a face of two sides, as far as can be told, is on that of its body.
static bool is_other_side(const pair* p, const ti_paper_gap* gap, int side)
{
    const ti_paper_facet* facet = &p->faces->facets[p->facet];
    if (!facet->front || !facet->back || fabs(gap->apart.start) > gap->rounding) {
        return false;
    }
    toi_vec3 center = p->kind == TI_PAPER_VF ? p->search->center : v3(0.0, 0.0, 0.0);
    toi_vec3 d = v3_sub(center, p->vertices->vertices[p->vertex].at);
    return side * v3_dot(facet->normal, d) < 0.0;
}

static void try_side(pair* p, int side)
{
    ti_paper_gap gap = gap_of(p, side);
    if (is_other_side(p, &gap, side)) {
        return;
    }
    ++p->search->pairs;
    ti_paper_stop stop = p->move->turns ? wave_stop(&gap, p->move->limit) : line_stop(&gap);
    if (!ti_paper_is_open(p->search, stop.at) || !meets(p, &stop, side)) {
        return;
    }
    toi_vec3 normal = p->faces->facets[p->facet].normal;
    normal = p->kind == TI_PAPER_VF
                 ? v3_scale(-side, normal)
                 : v3_scale(side, ti_paper_move_direction(&p->search->move, normal, stop.at));
    bool of_mover = p->kind == TI_PAPER_VF;
    ti_paper_event event = {.at = stop.at,
                            .thickness = gap.apart.start - gap.outside.start,
                            .rounding = gap.rounding,
                            .normal = normal,
                            .gap = p->move->turns ? wave_at(&gap.apart, stop.at)
                                                  : gap.apart.start + stop.at * gap.apart.sine,
                            .kind = p->kind,
                            .a = of_mover ? p->vertex : p->facet,
                            .b = of_mover ? p->facet : p->vertex};
    ti_paper_search_take(p->search, &event);
}

static void all_pairs(pair* p)
{
    for (p->facet = 0; p->facet < p->faces->facet_count; ++p->facet) {
        const ti_paper_facet* facet = &p->faces->facets[p->facet];
        for (p->vertex = 0; (facet->front || facet->back) && p->vertex < p->vertices->vertex_count;
             ++p->vertex) {
            const ti_paper_vertex* v = &p->vertices->vertices[p->vertex];
            if (!v->live || !bounds_meet(&v->swept, &facet->swept)) {
                continue;
            }
            if (facet->front) {
                try_side(p, 1);
            }
            if (facet->back) {
                try_side(p, -1);
            }
        }
    }
}

void ti_paper_search_faces(ti_paper_search* s)
{
    pair of_mover = {.search = s,
                     .vertices = &s->mover,
                     .faces = &s->still,
                     .move = &s->move,
                     .cache = s->move.turns ? NULL : &s->of_mover,
                     .kind = TI_PAPER_VF};
    pair of_still = {.search = s,
                     .vertices = &s->still,
                     .faces = &s->mover,
                     .move = &s->back,
                     .cache = s->move.turns ? NULL : &s->of_still,
                     .kind = TI_PAPER_FV};
    all_pairs(&of_mover);
    all_pairs(&of_still);
}
