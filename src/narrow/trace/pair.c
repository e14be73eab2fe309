// One pair of bodies: which pieces, and what the place of a stop says.

#include "bvh/sides.h"
#include "core/cpu.h"
#include "narrow/trace/kernel.h"

// The kernels, compiled twice.
void ti_chain_hulls_plain(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies,
                          double best, ti_zone* zone, ti_chain* chain);
void ti_chain_hulls_avx2(const ti_course* course, const ti_pair_terms* terms, const ti_bodies* bodies,
                         double best, ti_zone* zone, ti_chain* chain);

// The nearest points in local coordinates of either mesh, and the vertices that carry them.
static void take_witness(const toi_mesh* mesh, const uint32_t* index, const ti_chain* chain, int side,
                         ti_reach* reach)
{
    toi_vec3 x = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < chain->simplex.count; ++i) {
        reach->vertex[side][i] = mesh->support.vertex[index[i]];
        x = v3_madd(x, chain->weight[i], mesh->local[reach->vertex[side][i]]);
    }
    reach->local[side] = x;
}

static void take_chain(const ti_mover* mover, const ti_still* still, const ti_course* course,
                       const ti_chain* chain, ti_reach* reach)
{
    reach->outcome = chain->outcome;
    reach->steps = chain->steps;
    reach->order = chain->place.order;
    reach->cosine = chain->place.cosine;
    reach->sine = chain->place.sine;
    reach->gap = ti_scale(chain->distance, course->exponent);
    if (chain->outcome == TI_REACH_STOP) {
        reach->normal = chain->normal;
        reach->vertex_count = chain->simplex.count;
        take_witness(mover->mesh, chain->simplex.a, chain, 0, reach);
        take_witness(still->mesh, chain->simplex.b, chain, 1, reach);
    }
}

void ti_trace_pair_with(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                        bool avx2, ti_reach* reach)
{
    ti_course course;
    ti_zone zone;
    ti_chain chain;
    reach->outcome = TI_REACH_OTHER;
    if (!ti_mesh_is_hull(mover->mesh) || !ti_mesh_is_hull(still->mesh) ||
        mover->mesh->support.points.count > TI_HULL_POINTS || !ti_course_prepare(mover, still, &course)) {
        return;
    }
    const ti_bodies bodies = {mover->mesh, still->mesh};
    if (avx2) {
        ti_chain_hulls_avx2(&course, terms, &bodies, best, &zone, &chain);
    } else {
        ti_chain_hulls_plain(&course, terms, &bodies, best, &zone, &chain);
    }
    reach->rounding = ti_scale(course.rounding, course.exponent);
    reach->separation = d_max(terms->separation, TI_LEAST_SEPARATION * reach->rounding);
    reach->tolerance = ti_scale(zone.tolerance, course.exponent);
    reach->kept = ti_scale(zone.keep, course.exponent);
    take_chain(mover, still, &course, &chain, reach);
}

void ti_trace_pair(const ti_mover* mover, const ti_still* still, const ti_pair_terms* terms, double best,
                   ti_reach* reach)
{
    ti_trace_pair_with(mover, still, terms, best, ti_cpu_has_avx2(), reach);
}
