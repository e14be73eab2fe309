// A vertex on an edge or on a vertex, where no face is behind it: rims of sheets, segments and points. The
// paper leaves these to faces, which are not there, or are passed along their plane. Elsewhere a face beside
// the edge or the vertex takes what is within rounding of it.

#include "narrow/trace/paper_pairs.h"

// How much nearer than their bound on rounding things are to count as met, both being off by it.
static const double NEAR = 4.0;

// A vertex that moves, and a line or (without span) a point.
typedef struct pair {
    ti_paper_search* search;
    const ti_paper_move* move; // of the vertex
    toi_vec3 at, on, span;
    double near;
    ti_paper_kind kind;
    uint32_t a, b;
} pair;

// From the point of the edge that is nearest to x, to x.
static toi_vec3 from_edge(const pair* p, toi_vec3 x)
{
    return v3_sub(x, v3_nearest_on_segment(p->on, p->span, x));
}

// The gap to the plane through the edge with normal `out`, of unit length.
static ti_paper_gap gap_of(const pair* p, toi_vec3 out)
{
    toi_vec3 velocity = ti_paper_velocity(p->move, p->at);
    ti_paper_gap gap = {.apart = {v3_dot(out, v3_sub(p->at, p->on)), v3_dot(out, velocity), 0.0},
                        .rounding = p->near / NEAR};
    if (p->move->turns) {
        gap.apart.cosine = -v3_dot(out, v3_cross(p->move->axis, velocity));
    }
    gap.outside = gap.apart;
    gap.outside.start -= ti_paper_zone(p->search, gap.rounding);
    return gap;
}

// Stops the vertex before the plane if it goes through the edge.
static void try_plane(const pair* p, toi_vec3 out)
{
    ti_paper_search* s = p->search;
    double length = v3_length(out);
    if (!(length > 0.0)) {
        return;
    }
    out = v3_scale(1.0 / length, out);
    ti_paper_gap gap = gap_of(p, out);
    ++s->pairs;
    ti_paper_stop stop = p->move->turns ? wave_stop(&gap, s->move.limit) : line_stop(&gap);
    if (!ti_paper_is_open(s, stop.at) || isnan(stop.touch)) {
        return;
    }
    toi_vec3 miss = from_edge(p, ti_paper_move_point(p->move, p->at, stop.touch));
    if (!(v3_dot(miss, miss) <= p->near * p->near)) {
        return;
    }
    toi_vec3 apart = from_edge(p, ti_paper_move_point(p->move, p->at, stop.at));
    bool of_mover = p->kind != TI_PAPER_EV;
    ti_paper_event event = {.at = stop.at,
                            .thickness = gap.apart.start - gap.outside.start,
                            .rounding = gap.rounding,
                            .normal =
                                of_mover ? v3_negate(out) : ti_paper_move_direction(&s->move, out, stop.at),
                            .gap = v3_length(apart),
                            .kind = p->kind,
                            .a = p->a,
                            .b = p->b};
    ti_paper_search_take(s, &event);
}

// Against the motion at a point, across the edge.
static toi_vec3 against(const pair* p, toi_vec3 x)
{
    toi_vec3 out = v3_negate(ti_paper_velocity(p->move, x));
    double length2 = v3_dot(p->span, p->span);
    return length2 > 0.0 ? v3_madd(out, -v3_dot(out, p->span) / length2, p->span) : out;
}

static double near_of(const ti_paper_search* s, toi_vec3 d)
{
    return NEAR * (s->error + 16.0 * TI_U * v3_norm1(d));
}

static void try_edge(ti_paper_search* s, const ti_paper_vertex* v, const ti_paper_edge* e, bool of_mover)
{
    const ti_paper_body* vertices = of_mover ? &s->mover : &s->still;
    const ti_paper_body* edges = of_mover ? &s->still : &s->mover;
    uint32_t vertex = (uint32_t)(v - vertices->vertices), edge = (uint32_t)(e - edges->edges);
    pair p = {.search = s,
              .move = of_mover ? &s->move : &s->back,
              .at = v->at,
              .on = e->at,
              .span = e->span,
              .near = near_of(s, v3_sub(v->at, e->at)),
              .kind = of_mover ? TI_PAPER_VE : TI_PAPER_EV,
              .a = of_mover ? vertex : edge,
              .b = of_mover ? edge : vertex};
    if (v3_dot(e->out, e->out) > 0.0) {
        try_plane(&p, e->out);
        return;
    }
    // Where the motion turns along the edge, one of the two is not along it wherever it is met.
    try_plane(&p, against(&p, e->at));
    if (p.move->turns) {
        try_plane(&p, against(&p, v3_add(e->at, e->span)));
    }
}

static void try_vertex(ti_paper_search* s, uint32_t mover, uint32_t still)
{
    toi_vec3 a = s->mover.vertices[mover].at, b = s->still.vertices[still].at;
    pair p = {.search = s,
              .move = &s->move,
              .at = a,
              .on = b,
              .near = near_of(s, v3_sub(a, b)),
              .kind = TI_PAPER_VV,
              .a = mover,
              .b = still};
    try_plane(&p, against(&p, b));
}

static void all_edges(ti_paper_search* s, const ti_paper_body* vertices, const ti_paper_body* edges,
                      bool of_mover)
{
    for (uint32_t i = 0; i < edges->edge_count; ++i) {
        const ti_paper_edge* e = &edges->edges[i];
        for (uint32_t j = 0; e->live && e->rim && j < vertices->vertex_count; ++j) {
            const ti_paper_vertex* v = &vertices->vertices[j];
            if (v->live && bounds_meet(&v->swept, &e->swept)) {
                try_edge(s, v, e, of_mover);
            }
        }
    }
}

void ti_paper_search_rims(ti_paper_search* s)
{
    all_edges(s, &s->mover, &s->still, true);
    all_edges(s, &s->still, &s->mover, false);
    for (uint32_t i = 0; i < s->mover.vertex_count; ++i) {
        const ti_paper_vertex* a = &s->mover.vertices[i];
        for (uint32_t j = 0; a->live && a->sheet && j < s->still.vertex_count; ++j) {
            const ti_paper_vertex* b = &s->still.vertices[j];
            if (b->live && b->sheet && bounds_meet(&a->swept, &b->swept)) {
                try_vertex(s, i, j);
            }
        }
    }
}
