// One pair of bodies: which pieces, and what the place of a stop says.

#include "core/cpu.h"
#include "narrow/trace/kernel.h"

// The kernels, compiled twice.
void ti_chain_hulls_plain(const ti_course* course, const ti_pair_terms* terms, const ti_pieces* p,
                          double best, ti_zone* zone, ti_chain* chain);
void ti_chain_hulls_avx2(const ti_course* course, const ti_pair_terms* terms, const ti_pieces* p, double best,
                         ti_zone* zone, ti_chain* chain);

// Points of a mover that are put into the frame at once.
enum { MOST_POINTS = 256 };

typedef struct room {
    double x[MOST_POINTS], y[MOST_POINTS], z[MOST_POINTS];
} room;

// Whether a body is the hull of its points, or the surface of it.
static bool is_hull(const toi_mesh* mesh)
{
    const toi_mesh_info* info = &mesh->info;
    bool flat = mesh->face_count == 1 && info->faces_non_planar == 0 && info->faces_non_convex == 0 &&
                info->faces_degenerate == 0;
    return info->convex || mesh->triangle_count == 1 || flat;
}

static ti_points put_points(const ti_course* course, const ti_points* local, room* r)
{
    for (uint32_t i = 0; i < local->count; ++i) {
        toi_vec3 y = ti_course_put(course, v3(local->x[i], local->y[i], local->z[i]));
        r->x[i] = y.x;
        r->y[i] = y.y;
        r->z[i] = y.z;
    }
    return (ti_points){r->x, r->y, r->z, local->count};
}

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
    room r;
    ti_course course;
    ti_zone zone;
    ti_chain chain;
    reach->outcome = TI_REACH_OTHER;
    if (!is_hull(mover->mesh) || !is_hull(still->mesh) || mover->mesh->support.points.count > MOST_POINTS ||
        !ti_course_prepare(mover, still, &course)) {
        return;
    }
    ti_points m = put_points(&course, &mover->mesh->support.points, &r);
    const ti_pieces p = {&m, &still->mesh->support.points, v3_negate(v3_add(course.pivot, course.base))};
    if (avx2) {
        ti_chain_hulls_avx2(&course, terms, &p, best, &zone, &chain);
    } else {
        ti_chain_hulls_plain(&course, terms, &p, best, &zone, &chain);
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
