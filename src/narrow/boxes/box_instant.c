// Along a side, or the cross product of two edges, the ends of a box are vertices or edges: which, signs
// tell.

#include "narrow/boxes/box_instant.h"

#include "math/rounding.h"
#include "math/scalar.h"

enum { NO_EDGE = 3 };

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

// The vertex that is farthest along n, or farthest back; of an edge its middle. Where a sign is not certain
// another one may be farther by the length of an edge along n, at most what that errs by: what is to be added
// to the error of n times a gap.
static double find_end(const posed* p, const ti_vector* n, uint32_t edge, double sign, double end[3])
{
    double length = v3_length(n->v) * TI_SLACK, more = 0.0;
    for (uint32_t k = 0; k < 3; ++k) {
        toi_vec3 side = p->at.axis[k];
        double along = v3_dot(n->v, side), size = v3_length(side) * TI_SLACK;
        double error = length * p->at.turn + n->error * (size + p->at.turn) + ti_gamma(3) * (length * size);
        end[k] = k == edge ? 0.0 : along * sign > 0.0 ? p->half[k] : -p->half[k];
        more += k == edge || fabs(along) > error * TI_SLACK ? 0.0 : 2.0 * p->half[k] * error * TI_SLACK;
    }
    return more;
}

static ti_box_gap gap_between(const ti_vector* from, const ti_vector* to, const ti_vector* n, double sign,
                              double more)
{
    ti_vector way = ti_vector_difference(to, from);
    ti_gap gap = ti_vector_along(n, &way);
    gap.value *= sign;
    gap.error = (gap.error + more / v3_length(n->v)) * TI_SLACK;
    return (ti_box_gap){gap, (v3_length(way.v) * TI_SLACK + way.error) * TI_SLACK};
}

// Between any two points of the lines of edges the product with a_i x b_j is the same, so it is taken where
// they are nearest: a direction that is small, and errs, then does little.
static ti_box_gap edges_gap(const posed* p, const posed* q, uint32_t i, uint32_t j, double sign)
{
    const ti_vector u = {p->at.axis[i], p->at.turn}, v = {q->at.axis[j], q->at.turn};
    ti_vector n = ti_vector_cross(&u, &v);
    double x[3], y[3];
    double more = find_end(p, &n, i, sign, x) + find_end(q, &n, j, -sign, y);
    ti_line_feet feet = ti_lines_feet(v3_sub(point_at(q, y).v, point_at(p, x).v), u.v, v.v, n.v);
    x[i] = d_min(d_max(feet.r, -p->half[i]), p->half[i]);
    y[j] = d_min(d_max(feet.s, -q->half[j]), q->half[j]);
    ti_vector from = point_at(p, x), to = point_at(q, y);
    return gap_between(&from, &to, &n, sign, more);
}

// The normal of a side is the cross product of the two other axes.
static ti_vector normal_of(const posed* p, uint32_t side)
{
    const ti_vector u = {p->at.axis[(side + 1) % 3], p->at.turn},
                    v = {p->at.axis[(side + 2) % 3], p->at.turn};
    return p->at.rigid ? (ti_vector){p->at.axis[side], p->at.turn} : ti_vector_cross(&u, &v);
}

// Between the vertex and any point in the plane of the side the product is the same, so it is taken near the
// foot of the vertex.
static ti_box_gap side_gap(const posed* own, const posed* other, uint32_t side, double sign)
{
    ti_vector n = normal_of(own, side);
    double y[3], x[3] = {0.0, 0.0, 0.0};
    double more = find_end(other, &n, NO_EDGE, -sign, y);
    x[side] = sign > 0.0 ? own->half[side] : -own->half[side];
    ti_vector to = point_at(other, y);
    toi_vec3 way = v3_sub(to.v, point_at(own, x).v);
    for (uint32_t k = 0; k < 3; ++k) {
        toi_vec3 axis = own->at.axis[k];
        double along = v3_dot(way, axis) / v3_dot(axis, axis);
        x[k] = k == side ? x[k] : d_min(d_max(along, -own->half[k]), own->half[k]);
    }
    ti_vector from = point_at(own, x);
    return gap_between(&from, &to, &n, sign, more);
}

ti_box_gap ti_box_gap_at(const ti_moving_box* a, const ti_moving_box* b, const ti_box_direction* direction,
                         double time)
{
    posed p = pose(a, time), q = pose(b, time);
    uint32_t family = direction->axis / 4, lane = direction->axis % 4;
    return family == BOX_A   ? side_gap(&p, &q, lane, direction->sign)
           : family == BOX_B ? side_gap(&q, &p, lane, -direction->sign)
                             : edges_gap(&p, &q, family - BOX_E, lane, direction->sign);
}
