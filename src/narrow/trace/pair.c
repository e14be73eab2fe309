// One pair of bodies: which pieces, and what the place of a stop says.

#include "bvh/sides.h"
#include "core/cpu.h"
#include "narrow/trace/walk.h"

// The kernels, compiled twice.
void ti_chain_hulls_plain(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies,
                          double best, ti_zone* zone, ti_chain* chain);
void ti_chain_hulls_avx2(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies,
                         double best, ti_zone* zone, ti_chain* chain);
void ti_walk_pair_plain(const ti_walk_query* query, ti_walk_found* found);
void ti_walk_pair_avx2(const ti_walk_query* query, ti_walk_found* found);
void ti_walk_nearest_plain(const ti_walk_query* query, const ti_near* near, ti_walk_found* found);
void ti_walk_nearest_avx2(const ti_walk_query* query, const ti_near* near, ti_walk_found* found);

// The nearest points in local coordinates of either mesh, and the vertices that carry them.
static void take_witness(const toi_mesh* mesh, uint32_t triangle, const uint32_t* index,
                         const ti_chain* chain, int side, ti_reach* reach)
{
    const uint32_t* corners = triangle == TI_NONE ? NULL : mesh->triangles[triangle].vertex;
    toi_vec3 x = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < chain->simplex.count; ++i) {
        uint32_t v = corners ? corners[index[i] % 3] : mesh->support.vertex[index[i]];
        reach->vertex[side][i] = v;
        x = v3_madd(x, chain->weight[i], mesh->local[v]);
    }
    reach->local[side] = x;
}

// A vertex on a face: both are known, and a side is of one face alone.
static void take_over(const toi_mesh* const mesh[2], const ti_course* course, const ti_over_side* over,
                      ti_reach* reach)
{
    const toi_mesh* with = mesh[over->body];
    const uint32_t other = 1 - over->body, v = mesh[other]->support.vertex[over->corner];
    const uint32_t facet = with->info.convex ? over->side : over->side / 2;
    reach->face[over->body] = with->features.facets[facet].face;
    reach->vertex[other][0] = v;
    reach->local[1] = over->body == 0
                          ? mesh[1]->local[v]
                          : v3_scale(ti_scale(1.0, course->exponent - with->exponent), over->foot);
}

void ti_reach_take(const ti_mover* mover, const ti_still* still, const ti_course* course,
                   const ti_chain* chain, const uint32_t triangle[2], ti_reach* reach)
{
    reach->outcome = chain->outcome;
    reach->order = chain->place.order;
    reach->cosine = chain->place.cosine;
    reach->sine = chain->place.sine;
    reach->gap = ti_scale(chain->distance, course->exponent);
    if (chain->outcome == TI_REACH_STOP) {
        const toi_mesh* const mesh[2] = {mover->mesh, still->mesh};
        reach->normal = chain->normal;
        reach->face[0] = reach->face[1] = TI_NONE;
        reach->triangle[0] = triangle[0];
        reach->triangle[1] = triangle[1];
        if (chain->over.is) {
            take_over(mesh, course, &chain->over, reach);
            return;
        }
        reach->vertex_count = chain->simplex.count;
        take_witness(mover->mesh, triangle[0], chain->simplex.a, chain, 0, reach);
        take_witness(still->mesh, triangle[1], chain->simplex.b, chain, 1, reach);
    }
}

// Both bodies and what is asked of them.
typedef struct asked {
    const ti_mover* mover;
    const ti_still* still;
    const ti_pair_terms* terms;
    const ti_pair_options* options;
    double best;
    ti_course course;
} asked;

static void take_rounding(const asked* a, const ti_zone* zone, ti_reach* reach)
{
    reach->rounding = ti_scale(a->course.rounding, a->course.exponent);
    reach->separation = d_max(a->terms->separation, TI_LEAST_SEPARATION * reach->rounding);
    reach->tolerance = ti_scale(zone->tolerance, a->course.exponent);
    reach->kept = ti_scale(zone->keep, a->course.exponent);
}

static void trace_hulls(const asked* q, ti_reach* reach)
{
    static const uint32_t whole[2] = {TI_NONE, TI_NONE};
    const ti_bodies bodies = {q->mover->mesh, q->still->mesh, q->still->sides == 1};
    ti_zone zone;
    ti_chain chain;
    if (q->options->plain) {
        ti_chain_hulls_plain(&q->course, q->terms, &bodies, q->best, &zone, &chain);
    } else {
        ti_chain_hulls_avx2(&q->course, q->terms, &bodies, q->best, &zone, &chain);
    }
    take_rounding(q, &zone, reach);
    reach->whole[0] = reach->whole[1] = reach->nearest = true;
    reach->steps = chain.steps;
    ti_reach_take(q->mover, q->still, &q->course, &chain, whole, reach);
}

// A mover of more points is taken as its triangles.
static bool can_be_whole(const toi_mesh* mesh)
{
    return ti_mesh_is_hull(mesh) && mesh->support.points.count <= TI_HULL_POINTS;
}

static ti_walk_query query_of(const ti_mover* mover, const ti_still* still, const ti_course* course,
                              const ti_pair_options* options)
{
    return (ti_walk_query){.mover = mover,
                           .still = still,
                           .course = course,
                           .brute = options->brute,
                           .one_sided = still->sides == 1 && !still->mesh->info.closed};
}

// Up to the place of a stop all other pieces are proved to keep the target, but where some link kept less.
// What is proved is so within e, and the distance of pieces at the place as well: of a stop at the target,
// within e, no other piece is seen to be nearer by NEARER e, whatever was asked in which order.
static const double NEARER = 3.0;

static bool stops_at_target(const ti_walk_found* found, double rounding)
{
    return !found->low && found->chain.outcome == TI_REACH_STOP &&
           found->chain.distance <= found->zone.target + rounding;
}

// A body that is whole and meets the other may be around it, or inside: then the surfaces decide.
static void trace_pieces(const asked* a, ti_reach* reach)
{
    ti_walk_found found;
    ti_walk_query q = query_of(a->mover, a->still, &a->course, a->options);
    q.terms = a->terms;
    q.best = a->best;
    q.whole[0] = can_be_whole(a->mover->mesh);
    q.whole[1] = ti_mesh_is_hull(a->still->mesh) && !q.one_sided; // triangles know their front
    void (*walk)(const ti_walk_query*, ti_walk_found*) =
        a->options->plain ? ti_walk_pair_plain : ti_walk_pair_avx2;
    walk(&q, &found);
    bool hulls_meet = found.zone.meets && (q.whole[0] || q.whole[1]);
    if (hulls_meet) {
        q.whole[0] = q.whole[1] = false;
        walk(&q, &found);
    }
    take_rounding(a, &found.zone, reach);
    reach->whole[0] = q.whole[0];
    reach->whole[1] = q.whole[1];
    reach->nearest = stops_at_target(&found, a->course.rounding);
    reach->steps = found.steps;
    reach->nodes = found.nodes;
    reach->leaves = found.leaves;
    ti_reach_take(a->mover, a->still, &a->course, &found.chain, found.triangle, reach);
}

void ti_trace_pair_by(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                      const ti_pair_options* options, ti_reach* reach)
{
    asked a;
    a.mover = mover;
    a.still = still;
    a.terms = terms;
    a.options = options;
    a.best = best;
    reach->outcome = TI_REACH_OTHER;
    reach->nodes = reach->leaves = 0;
    if (!ti_course_prepare(mover, still, &a.course)) {
        return;
    }
    if (!options->pieces && can_be_whole(mover->mesh) && ti_mesh_is_hull(still->mesh)) {
        trace_hulls(&a, reach);
    } else {
        trace_pieces(&a, reach);
    }
}

void ti_reach_nearest(const ti_mover* mover, const ti_still* still, const ti_pair_options* options,
                      ti_reach* reach)
{
    ti_near near = {.at = {reach->order, reach->cosine, reach->sine}};
    ti_course course;
    ti_walk_found found;
    if (reach->nearest || !ti_course_prepare(mover, still, &course)) {
        return;
    }
    ti_walk_query q = query_of(mover, still, &course, options);
    q.whole[0] = reach->whole[0];
    q.whole[1] = reach->whole[1];
    near.within = ti_scale(reach->gap, -course.exponent) - NEARER * course.rounding;
    near.tolerance = ti_scale(reach->tolerance, -course.exponent);
    (options->plain ? ti_walk_nearest_plain : ti_walk_nearest_avx2)(&q, &near, &found);
    reach->nodes += found.nodes;
    reach->leaves += found.leaves;
    if (found.chain.outcome == TI_REACH_STOP) {
        found.chain.outcome = reach->outcome;
        ti_reach_take(mover, still, &course, &found.chain, found.triangle, reach);
    }
}

void ti_trace_pair_with(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                        bool avx2, ti_reach* reach)
{
    ti_trace_pair_by(mover, still, terms, best, &(ti_pair_options){.plain = !avx2}, reach);
}

void ti_trace_pair(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                   ti_reach* reach)
{
    ti_trace_pair_by(mover, still, terms, best, &(ti_pair_options){.plain = !ti_cpu_has_avx2()}, reach);
}
