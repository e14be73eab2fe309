// Where a motion can be cut. A proof is about positions that are not rounded; those at which a caller goes on
// are.

#include "narrow/deform/cut.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/vertices.h"
#include "narrow/deform/exact.h"

enum { CUT_MOST_HALVINGS = 1024 }; // at once; all together take any double down to the smallest

static toi_vec3 between(toi_vec3 x, toi_vec3 y, double t)
{
    return (toi_vec3){ti_between(x.x, y.x, t), ti_between(x.y, y.y, t), ti_between(x.z, y.z, t)};
}

toi_primitive_query ti_primitive_cut(const toi_primitive_query* query, double t)
{
    toi_primitive_query cut = *query;
    uint32_t count = toi_primitive_vertex_count(query->kind);
    for (uint32_t i = 0; i < count && t < 1.0; ++i) {
        cut.end[i] = between(query->start[i], query->end[i], t);
    }
    return cut;
}

// A coordinate is off by 3 u of its larger end and 2^-1074 (motion/vertices.h), in each of two vertices and
// three coordinates: 6 sqrt(3) u of the largest of all is less than 10.5 u, and two roundings are less than
// the rest.
double ti_primitive_cut_error(const toi_primitive_query* query)
{
    double most = 0.0;
    uint32_t count = toi_primitive_vertex_count(query->kind);
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 a = query->start[i], b = query->end[i];
        most = d_max(most, d_max(d_max(fabs(a.x), fabs(a.y)), fabs(a.z)));
        most = d_max(most, d_max(d_max(fabs(b.x), fabs(b.y)), fabs(b.z)));
    }
    return 11.0 * TI_U * most + 4.0 * DBL_TRUE_MIN;
}

bool ti_primitive_cut_is_clear(const toi_primitive_query* query, double t)
{
    toi_primitive_query cut = ti_primitive_cut(query, t);
    return !ti_primitive_exact(&cut).contact;
}

double ti_primitive_cut_before(const toi_primitive_query* query, double t)
{
    for (int halvings = 1; halvings <= CUT_MOST_HALVINGS; halvings *= 2) {
        t = d_max(ti_scale(t, -halvings), DBL_TRUE_MIN);
        if (ti_primitive_cut_is_clear(query, t)) {
            return t;
        }
    }
    return DBL_TRUE_MIN;
}
