// Two triangles: apart along a normal, the cross product of two edges, or a normal of an edge in its plane.
//
// Any direction will do for an axis, however it was rounded, as long as the heights along it are right. The
// normals n = u x d are constants of one body, and heights are those of all corners. Along u x v of edges u
// from a, v from b the corners of A are at 0, next to 0 and at -alpha with alpha = v . n_A, those of B at the
// way from a to b, next to it and beta = u . n_B on. "Next to" is what rounding of u and v, and of n, makes
// of it: below 32 u (L_A + L_B) L_A L_B with the circumferences L.
//
// Edges are in units of a power of two near the longest one, so that directions made of products of up to
// three of them neither overflow nor underflow; corners, ways and heights are lengths as they are. With n of
// such edges the heights are at alpha and beta times the unit.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_pair.h"

enum { OUTER = 4 };

// More than what the products and sums of a height lose by underflow, 2^-1075 each.
static const double LOST = 0x1p-1050;

typedef struct side {
    double unit; // of edges, and of what is made of them
    toi_vec3 corner[3], edge[3], normal;
    toi_vec3 outer[OUTER];          // of edge k in the plane, and one more for A
    double low, high, reach[OUTER]; // heights of corners along the normal, most along outer
    double around;                  // the circumference
} side;

// What is still possible: each is a bit.
typedef struct possible {
    bool above_a, below_a, above_b, below_b, outer_a[OUTER], outer_b[OUTER], along[3][3], against[3][3];
} possible;

typedef struct margins {
    double plane_a, plane_b, outer_a[OUTER], outer_b[OUTER], edges;
} margins;

// The exponent of the longest edge.
static int unit_of(const toi_vec3 v[3])
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = d_max(v3_norm1(v3_sub(v[(k + 1) % 3], v[k])), most);
    }
    return most > 0.0 && most <= DBL_MAX ? ti_exponent_above(most) : 0;
}

static side side_of(const toi_vec3 v[3], toi_vec3 more)
{
    side s = {.low = HUGE_VAL, .high = -HUGE_VAL, .around = 0.0};
    int exponent = unit_of(v);
    s.unit = ti_scale(1.0, exponent);
    for (int k = 0; k < 3; ++k) {
        s.corner[k] = v[k];
        s.edge[k] = ti_scale3(v3_sub(v[(k + 1) % 3], v[k]), -exponent);
        s.around += v3_norm1(s.edge[k]);
    }
    s.normal = v3_cross(s.edge[0], v3_negate(s.edge[2]));
    for (int k = 0; k < 3; ++k) {
        double height = v3_dot(s.normal, v[k]);
        s.low = d_min(height, s.low);
        s.high = d_max(height, s.high);
    }
    for (int k = 0; k < OUTER; ++k) {
        s.outer[k] = k < 3 ? v3_cross(s.edge[k], s.normal) : more;
        s.reach[k] =
            d_max(d_max(v3_dot(s.outer[k], v[0]), v3_dot(s.outer[k], v[1])), v3_dot(s.outer[k], v[2]));
    }
    return s;
}

// ---- margins

static double plane_margin(const ti_tree_node* n, uint32_t family, toi_vec3 v)
{
    const ti_box_system* s = n->system;
    return 2.0 * ((fabs(v.x) * ti_box_margin(s, 4 * family, n->depth) +
                   fabs(v.y) * ti_box_margin(s, 4 * family + 1, n->depth)) +
                  fabs(v.z) * ti_box_margin(s, 4 * family + 2, n->depth)) +
           LOST;
}

// The largest numbers of the edges.
static void largest_edges(const side* s, double most[3])
{
    most[0] = most[1] = most[2] = 0.0;
    for (int k = 0; k < 3; ++k) {
        most[0] = d_max(fabs(s->edge[k].x), most[0]);
        most[1] = d_max(fabs(s->edge[k].y), most[1]);
        most[2] = d_max(fabs(s->edge[k].z), most[2]);
    }
}

// Of all pairs of edges. What G errs by, times the half edge of the cube, is within the margin of a side.
static double edges_margin(const ti_tree_node* n, const side* a, const side* b, const margins* m)
{
    double u[3], v[3], sum = 0.0;
    largest_edges(a, u);
    largest_edges(b, v);
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t j = 0; j < 3; ++j) {
            sum += u[i] * v[j] * ti_box_margin(n->system, 4 * (BOX_E + i) + j, n->depth);
        }
    }
    double turned =
        a->unit * (m->plane_a * (b->around / n->cube_b)) + b->unit * (m->plane_b * (a->around / n->cube_a));
    double lengths = a->unit * a->around + b->unit * b->around;
    double rounded = 32.0 * TI_U * n->size * (lengths * (a->around * b->around)) + LOST;
    return (2.0 * sum + turned) + rounded;
}

static margins margins_of(const ti_tree_node* n, const side* a, const side* b)
{
    margins m = {plane_margin(n, BOX_A, a->normal), plane_margin(n, BOX_B, b->normal), {0}, {0}, 0.0};
    for (int k = 0; k < OUTER; ++k) {
        m.outer_a[k] = plane_margin(n, BOX_A, a->outer[k]);
        m.outer_b[k] = plane_margin(n, BOX_B, b->outer[k]);
    }
    m.edges = edges_margin(n, a, b, &m);
    return m;
}

// ---- one coefficient of all polynomials

typedef struct moment {
    toi_vec3 g[3], h[3], e[3]; // rows
    toi_vec3 way_a, way_b;
    double size;
} moment;

static toi_vec3 load(const double* p)
{
    return (toi_vec3){p[0], p[1], p[2]};
}

static moment moment_at(const ti_tree_node* n, size_t k)
{
    const ti_box_system* s = n->system;
    size_t group = 4 * ((size_t)s->degree + 1), at = 4 * k;
    const double *c = n->coefficients + at, *w = n->ways + at;
    moment m = {.way_a = load(w), .way_b = load(w + group), .size = c[group * BOX_SIZE_A]};
    for (size_t i = 0; i < 3; ++i) {
        m.g[i] = load(c + group * (BOX_G_ROW + i));
        m.h[i] = load(c + group * (s->h_row + i));
        m.e[i] = load(w + group * (BOX_E + i));
    }
    return m;
}

// sum over i of v_i row[i], and the products of all rows with v
static toi_vec3 combined(const toi_vec3 row[3], toi_vec3 v)
{
    return v3_madd(v3_madd(v3_scale(v.x, row[0]), v.y, row[1]), v.z, row[2]);
}

static toi_vec3 products(const toi_vec3 row[3], toi_vec3 v)
{
    return (toi_vec3){v3_dot(row[0], v), v3_dot(row[1], v), v3_dot(row[2], v)};
}

// Heights of the corners of the other triangle along a direction n of one body: offset + form . corner.
static void heights(toi_vec3 form, double offset, const toi_vec3 corner[3], double* low, double* high)
{
    double x[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = offset + v3_dot(form, corner[k]);
    }
    *low = d_min(d_min(x[0], x[1]), x[2]);
    *high = d_max(d_max(x[0], x[1]), x[2]);
}

static void look_at_planes(const moment* t, const side* a, const side* b, const margins* m, possible* p)
{
    double low, high;
    heights(combined(t->g, a->normal), v3_dot(a->normal, t->way_a), b->corner, &low, &high);
    p->above_a = p->above_a && low - a->high * t->size > m->plane_a;
    p->below_a = p->below_a && a->low * t->size - high > m->plane_a;
    heights(products(t->h, b->normal), -v3_dot(b->normal, t->way_b), a->corner, &low, &high);
    p->above_b = p->above_b && low - b->high * t->size > m->plane_b;
    p->below_b = p->below_b && b->low * t->size - high > m->plane_b;
}

static void look_at_outer(const moment* t, const side* a, const side* b, const margins* m, possible* p)
{
    double low, high;
    for (int k = 0; k < OUTER; ++k) {
        heights(combined(t->g, a->outer[k]), v3_dot(a->outer[k], t->way_a), b->corner, &low, &high);
        p->outer_a[k] = p->outer_a[k] && low - a->reach[k] * t->size > m->outer_a[k];
        heights(products(t->h, b->outer[k]), -v3_dot(b->outer[k], t->way_b), a->corner, &low, &high);
        p->outer_b[k] = p->outer_b[k] && low - b->reach[k] * t->size > m->outer_b[k];
    }
}

// (b - a) . (u x v) = u . E v + (v x b) . H^T u - (a x u) . G v
static void look_at_edges(const moment* t, const side* a, const side* b, double margin, possible* p)
{
    toi_vec3 g_normal = combined(t->g, a->normal), h_normal = products(t->h, b->normal);
    for (int k = 0; k < 3; ++k) {
        toi_vec3 u = a->edge[k], moment_a = v3_cross(a->corner[k], u);
        toi_vec3 form = v3_sub(combined(t->e, u), combined(t->g, moment_a)), turned = combined(t->h, u);
        double beta = b->unit * v3_dot(u, h_normal);
        for (int l = 0; l < 3; ++l) {
            toi_vec3 v = b->edge[l];
            double way = v3_dot(form, v) + v3_dot(turned, v3_cross(v, b->corner[l]));
            double alpha = a->unit * v3_dot(g_normal, v);
            double low = way + (d_min(beta, 0.0) + d_min(alpha, 0.0));
            double high = way + (d_max(beta, 0.0) + d_max(alpha, 0.0));
            p->along[k][l] = p->along[k][l] && low > margin;
            p->against[k][l] = p->against[k][l] && -high > margin;
        }
    }
}

static bool is_any(const possible* p)
{
    bool any = p->above_a || p->below_a || p->above_b || p->below_b;
    for (int k = 0; k < OUTER; ++k) {
        any = any || p->outer_a[k] || p->outer_b[k];
    }
    for (int k = 0; k < 9; ++k) {
        any = any || p->along[k / 3][k % 3] || p->against[k / 3][k % 3];
    }
    return any;
}

bool ti_tree_triangles_apart(const ti_tree_node* n, const toi_vec3 v[3], const toi_vec3 w[3], toi_vec3 more)
{
    side a = side_of(v, more), b = side_of(w, (toi_vec3){0.0, 0.0, 0.0});
    margins m = margins_of(n, &a, &b);
    possible p;
    memset(&p, 1, sizeof p);
    for (size_t k = 0; k <= n->system->degree && is_any(&p); ++k) {
        moment t = moment_at(n, k);
        look_at_planes(&t, &a, &b, &m, &p);
        look_at_edges(&t, &a, &b, m.edges, &p);
        look_at_outer(&t, &a, &b, &m, &p);
    }
    return is_any(&p);
}
