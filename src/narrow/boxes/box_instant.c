// Along the cross product of two edges the ends of a box are edges as well: which, two signs tell.

#include "narrow/boxes/box_instant.h"

#include "math/rounding.h"
#include "math/scalar.h"

typedef struct posed {
    const ti_moving_box* box;
    ti_instant at;
    double half[3];
} posed;

static posed pose(const ti_moving_box* box, double time)
{
    const ti_curve_error error = {box->rotation_error, box->translation_error, box->weight_error};
    return (posed){box, ti_instant_at(&box->motion, &error, time), {box->half.x, box->half.y, box->half.z}};
}

static toi_vec3 vec3_of(const double v[3])
{
    return v3(v[0], v[1], v[2]);
}

static ti_vector point_at(const posed* p, const double x[3])
{
    return ti_instant_point(&p->at, p->box->offset, vec3_of(x), TI_ROOT_3 * p->box->offset_error);
}

// The middle of the edge that is farthest along n, or farthest back. Where a sign is not certain a vertex may
// be farther by the length of an edge along n, at most what that errs by: what is to be added to the error of
// n times a gap. An edge that is a point is as good as another.
static double find_edge(const posed* p, const ti_vector* n, uint32_t edge, double sign, double middle[3])
{
    double length = v3_length(n->v) * TI_SLACK, more = 0.0;
    for (uint32_t k = 0; k < 3; ++k) {
        toi_vec3 side = p->at.axis[k];
        double along = v3_dot(n->v, side), size = v3_length(side) * TI_SLACK;
        double error = length * p->at.turn + n->error * (size + p->at.turn) + ti_gamma(3) * (length * size);
        middle[k] = k == edge ? 0.0 : along * sign > 0.0 ? p->half[k] : -p->half[k];
        more += k == edge || fabs(along) > error * TI_SLACK ? 0.0 : 2.0 * p->half[k] * error * TI_SLACK;
    }
    return more;
}

// Between any two points of the lines of edges the product with a_i x b_j is the same, so it is taken where
// they are nearest: a direction that is small, and errs, then does little.
ti_box_edges_gap ti_box_edges_at(const ti_moving_box* a, const ti_moving_box* b, const ti_box_edges* edges,
                                 double time)
{
    posed p = pose(a, time), q = pose(b, time);
    uint32_t i = edges->a, j = edges->b;
    const ti_vector u = {p.at.axis[i], p.at.turn}, v = {q.at.axis[j], q.at.turn};
    ti_vector n = ti_vector_cross(&u, &v);
    double x[3], y[3];
    double more = find_edge(&p, &n, i, edges->sign, x) + find_edge(&q, &n, j, -edges->sign, y);
    ti_line_feet feet = ti_lines_feet(v3_sub(point_at(&q, y).v, point_at(&p, x).v), u.v, v.v, n.v);
    x[i] = d_min(d_max(feet.r, -p.half[i]), p.half[i]);
    y[j] = d_min(d_max(feet.s, -q.half[j]), q.half[j]);
    ti_vector from = point_at(&p, x), to = point_at(&q, y), way = ti_vector_difference(&to, &from);
    ti_gap gap = ti_vector_along(&n, &way);
    gap.value *= edges->sign;
    gap.error = (gap.error + more / v3_length(n.v)) * TI_SLACK;
    return (ti_box_edges_gap){gap, (v3_length(way.v) * TI_SLACK + way.error) * TI_SLACK};
}
