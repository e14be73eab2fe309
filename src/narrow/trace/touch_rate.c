// How the gap of a touch changes along a move. With p on A and q on B the closest points, n the unit vector
// from p to q and h the gap, of features that stay the nearest ones,
//     h = n . (q - p),   h' = -n . p',   h'' = -h |n'|^2 - 2 n' . p' - n . p''
// where p is carried along by A, q stays, and n' says how the normal turns: not at all on a face of B, with A
// on a face of A, for two edges u of A and w of B as u x w does, and else so that it goes on to point from
// one point or edge to the other.

#include "motion/length.h"
#include "narrow/trace/touch.h"

typedef struct spin {
    toi_vec3 rate;  // rotation vector for the whole move
    toi_vec3 at[2]; // velocity and acceleration of p
} spin;

static toi_vec3 without(toi_vec3 v, toi_vec3 along)
{
    double length2 = v3_dot(along, along);
    return length2 > 0.0 ? v3_madd(v, -v3_dot(v, along) / length2, along) : v;
}

static toi_vec3 turn_of_edges(const ti_touch* t, toi_vec3 rate)
{
    toi_vec3 m = v3_cross(t->edge_a, t->edge_b), m_rate = v3_cross(v3_cross(rate, t->edge_a), t->edge_b);
    double length = v3_length(m);
    if (!(length > 0x1p-26 * (v3_length(t->edge_a) * v3_length(t->edge_b)))) {
        return v3(0.0, 0.0, 0.0);
    }
    double side = v3_dot(m, t->normal) < 0.0 ? -1.0 : 1.0;
    return without(v3_scale(side / length, m_rate), t->normal);
}

// n'
static toi_vec3 normal_rate(const ti_touch* t, const spin* s)
{
    toi_vec3 carried = v3_cross(s->rate, t->normal), slide = without(v3_negate(s->at[0]), t->normal);
    switch (t->shape) {
    case TI_TOUCH_FACE_VERTEX:
        return carried;
    case TI_TOUCH_EDGE_EDGE:
        return turn_of_edges(t, s->rate);
    case TI_TOUCH_VERTEX_VERTEX:
        return v3_scale(1.0 / t->gap, slide);
    case TI_TOUCH_VERTEX_EDGE:
        return v3_scale(1.0 / t->gap, without(slide, t->edge_b));
    case TI_TOUCH_EDGE_VERTEX: { // in the axes of A the vertex of B moves
        toi_vec3 reach = v3_scale(t->gap, t->normal), moved = v3_add(s->at[0], v3_cross(s->rate, reach));
        toi_vec3 across = without(without(v3_negate(moved), t->normal), t->edge_a);
        return v3_add(carried, v3_scale(1.0 / t->gap, across));
    }
    default:
        return v3(0.0, 0.0, 0.0);
    }
}

ti_touch_rate ti_touch_rate_of(const ti_touch* t, const toi_move* move)
{
    spin s = {.at = {move->by}};
    if (move->kind == TOI_MOVE_ROTATION) {
        s.rate = v3_scale(move->angle, ti_unit_axis(move->axis));
        s.at[0] = v3_cross(s.rate, v3_sub(t->point_a, move->point));
        s.at[1] = v3_cross(s.rate, s.at[0]);
    }
    toi_vec3 turn = normal_rate(t, &s);
    return (ti_touch_rate){-v3_dot(t->normal, s.at[0]), -fmax(t->gap, 0.0) * v3_dot(turn, turn) -
                                                            2.0 * v3_dot(turn, s.at[0]) -
                                                            v3_dot(t->normal, s.at[1])};
}
