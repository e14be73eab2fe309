// Two triangles along the cross product of an edge u of A and v of B.
//
// With n_A = u' x u and so on of each triangle, and alpha = v . n_A, beta = u . n_B, the corners of A are at
// 0, next to 0 and at -alpha along u x v from the one where u begins, those of B at the way from there to
// where v begins, next to it and beta on. "Next to" is what rounding of u and v, and of n, makes of it: below
// 32 u (L_A
// + L_B) L_A L_B with the circumferences L. So four polynomials say whether the triangles are apart: the way
// with alpha, beta, both or none of them added. They are sums of those of the motion, of the same degree:
//
//     (b - a) . (u x v) = u . E v + (v x b) . H^T u - (a x u) . G v
//
// Edges are in units of a power of two near the longest one, so that directions made of products of up to
// three of them neither overflow nor underflow; corners, ways and heights are lengths as they are. With n of
// such edges the heights are at alpha and beta times the unit.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_search.h"

// More than what the products and sums of a height lose by underflow, 2^-1075 each.
static const double LOST = 0x1p-1050;

typedef struct side {
    double unit; // of edges, and of what is made of them
    toi_vec3 corner, edge, normal;
    toi_vec3 largest; // numbers of all edges
    double around;    // the circumference
} side;

// The exponent of the longest edge.
static int unit_of(const toi_vec3 v[3])
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = d_max(v3_norm1(v3_sub(v[(k + 1) % 3], v[k])), most);
    }
    return most > 0.0 && most <= DBL_MAX ? ti_exponent_above(most) : 0;
}

static side side_of(const toi_mesh* mesh, ti_tree_part part, int edge)
{
    toi_vec3 v[3], edges[3];
    ti_tree_corners(mesh, part.at, v);
    int exponent = unit_of(v);
    side s = {.unit = ti_scale(1.0, exponent)};
    for (int k = 0; k < 3; ++k) {
        edges[k] = ti_scale3(v3_sub(v[(k + 1) % 3], v[k]), -exponent);
        toi_vec3 size = {fabs(edges[k].x), fabs(edges[k].y), fabs(edges[k].z)};
        s.largest = v3_max(s.largest, size);
        s.around += v3_norm1(edges[k]);
    }
    s.corner = v[edge];
    s.edge = edges[edge];
    s.normal = v3_cross(edges[0], v3_negate(edges[2]));
    return s;
}

// What G errs by, times the half edge of the cube, is within the margin of a side.
static double margin_of(const ti_tree_motion* m, const side* a, const side* b)
{
    const double u[3] = {a->largest.x, a->largest.y, a->largest.z};
    const double v[3] = {b->largest.x, b->largest.y, b->largest.z};
    double sum = 0.0;
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t j = 0; j < 3; ++j) {
            sum += u[i] * v[j] * ti_tree_margin(m, 4 * (BOX_E + i) + j);
        }
    }
    double turned = a->unit * (ti_tree_plane_margin(m, 0, a->normal) * (b->around / m->cube[1])) +
                    b->unit * (ti_tree_plane_margin(m, 1, b->normal) * (a->around / m->cube[0]));
    double lengths = a->unit * a->around + b->unit * b->around;
    double rounded = 32.0 * TI_U * m->size * (lengths * (a->around * b->around)) + LOST;
    return (sum + turned) + rounded;
}

// ---- one coefficient of all polynomials

static toi_vec3 combined(const double* rows, size_t stride, toi_vec3 v)
{
    const double *r = rows + stride, *q = r + stride;
    return (toi_vec3){(v.x * rows[0] + v.y * r[0]) + v.z * q[0], (v.x * rows[1] + v.y * r[1]) + v.z * q[1],
                      (v.x * rows[2] + v.y * r[2]) + v.z * q[2]};
}

static void write_lanes(const ti_tree_motion* m, const side* a, const side* b, double sign)
{
    size_t group = 4 * ((size_t)m->system.degree + 1);
    const double* ways = m->system.coefficients + group * (BOX_P + BOX_E);
    toi_vec3 moment_a = v3_cross(a->corner, a->edge), moment_b = v3_cross(b->edge, b->corner);
    for (size_t k = 0; k <= m->system.degree; ++k) {
        const double* g = m->rows + 4 * TREE_ROWS * k;
        toi_vec3 form = v3_sub(combined(ways + 4 * k, group, a->edge), combined(g, 4, moment_a));
        toi_vec3 turned = combined(g, 4, a->edge);
        double way = sign * (v3_dot(form, b->edge) + v3_dot(turned, moment_b));
        double alpha = sign * (a->unit * v3_dot(combined(g, 4, a->normal), b->edge));
        double beta = sign * (b->unit * v3_dot(turned, b->normal));
        double* lanes = m->work + 4 * k;
        lanes[0] = way;
        lanes[1] = way + alpha;
        lanes[2] = way + beta;
        lanes[3] = way + (alpha + beta);
    }
}

double ti_tree_link_edges(const ti_tree_search* s, const ti_tree_part part[2], const int edge[2], double sign,
                          double from)
{
    const ti_tree_motion* m = &s->motion;
    side a = side_of(s->query->a->mesh, part[0], edge[0]), b = side_of(s->query->b->mesh, part[1], edge[1]);
    double margin = margin_of(m, &a, &b);
    ++s->found->steps;
    if (!(margin < HUGE_VAL)) {
        return from;
    }
    write_lanes(m, &a, &b, sign);
    return s->kernel.lanes(&(ti_tree_lanes){m->work, m->system.degree, TREE_ROUNDS, margin, m->blur, from});
}
