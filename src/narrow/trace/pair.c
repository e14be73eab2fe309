// One pair of bodies: which pieces, and what the place of a stop says.

#include "bvh/sides.h"
#include "core/cpu.h"
#include "narrow/trace/kernel.h"

// The kernels, compiled twice.
void ti_chain_hulls_plain(const ti_course* course, const ti_pair_terms* terms, const ti_couple* p,
                          double best, ti_zone* zone, ti_chain* chain);
void ti_chain_hulls_avx2(const ti_course* course, const ti_pair_terms* terms, const ti_couple* p, double best,
                         ti_zone* zone, ti_chain* chain);

// Points of a mover that are put into the frame at once, and how many are looked at along all sides.
enum { MOST_POINTS = 256, MOST_SIDE_POINTS = 32 };

typedef struct room {
    double x[MOST_POINTS], y[MOST_POINTS], z[MOST_POINTS];
    double normal[3][TI_MOST_SIDES], offset[TI_MOST_SIDES];
} room;

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

// Unit normals of the mover as it starts. The local unit is a power of two, so dividing by it is exact.
static ti_sides put_sides(const ti_course* course, const toi_mesh* mesh, room* r)
{
    ti_sides s = mesh->sides;
    double unit = ti_scale(1.0, mesh->exponent - course->exponent), inverse = 1.0 / unit;
    for (uint32_t i = 0; i < s.normal.count; ++i) {
        toi_vec3 n =
            v3_scale(inverse, m3_apply(&course->turn, v3(s.normal.x[i], s.normal.y[i], s.normal.z[i])));
        r->normal[0][i] = n.x;
        r->normal[1][i] = n.y;
        r->normal[2][i] = n.z;
        r->offset[i] = v3_dot(n, course->base) + unit * s.offset[i];
    }
    s.normal = (ti_points){r->normal[0], r->normal[1], r->normal[2], s.normal.count};
    s.offset = r->offset;
    return s;
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
    if (!ti_mesh_is_hull(mover->mesh) || !ti_mesh_is_hull(still->mesh) ||
        mover->mesh->support.points.count > MOST_POINTS || !ti_course_prepare(mover, still, &course)) {
        return;
    }
    const toi_mesh *a = mover->mesh, *b = still->mesh;
    ti_points m = put_points(&course, &a->support.points, &r);
    ti_sides sides;
    ti_couple p = {.m = &m, .s = &b->support.points, .guess = v3_negate(v3_add(course.pivot, course.base))};
    if (a->sides.count > 0 && b->sides.count > 0 && m.count <= MOST_SIDE_POINTS &&
        p.s->count <= MOST_SIDE_POINTS) {
        sides = put_sides(&course, a, &r);
        p.sides_m = &sides;
        p.sides_s = &b->sides;
    }
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
