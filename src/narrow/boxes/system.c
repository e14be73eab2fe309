// From the frames of two boxes to the fifteen axes between them (system.h).
//
// With the denominators W of the axes and w of the centres, omega = w_A w_B and T = c_B w_A - c_A w_B,
// everything is multiplied by W_A W_B omega:
//     A: P = (T . n_Ai) W_B    size = e_i V_A W_A W_B omega    G_ij = (n_Ai . b_j) omega
//     B: P = (T . n_Bj) W_A    size = h_j V_B W_A W_B omega    H_ij = (a_i . n_Bj) omega
//     E: P = a_i . (b_j x T)

#include "narrow/boxes/system.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/vec3.h"

#include <string.h>

// The polynomials of a system by group, but for columns, which are rows in other lanes.
typedef struct box_polys {
    ti_poly of[BOX_GROUPS];
} box_polys;

static ti_poly product(ti_polys* p, const ti_poly* a, const ti_poly* b)
{
    return ti_poly_sum(p, &(ti_poly_term){1.0, a, 0, b}, 1);
}

// sum over k of lane `lane` of a[k] times b[k]
static ti_poly dot(ti_polys* p, const ti_poly a[3], uint32_t lane, const ti_poly b[3])
{
    return ti_poly_sum(
        p, (ti_poly_term[]){{1.0, &a[0], lane, &b[0]}, {1.0, &a[1], lane, &b[1]}, {1.0, &a[2], lane, &b[2]}},
        3);
}

// sum over k of lane k of a times b[k]
static ti_poly along(ti_polys* p, const ti_poly* a, const ti_poly b[3])
{
    return ti_poly_sum(p, (ti_poly_term[]){{1.0, a, 0, &b[0]}, {1.0, a, 1, &b[1]}, {1.0, a, 2, &b[2]}}, 3);
}

static ti_poly times(ti_polys* p, ti_poly a, const ti_poly* factor)
{
    return product(p, factor, &a);
}

// ---- the polynomials

static void make_sizes(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, const ti_poly* omega,
                       box_polys* parts)
{
    ti_poly norms = times(p, product(p, &a->norm, &b->norm), omega);
    parts->of[BOX_SIZE_A] = a->rigid ? norms : product(p, &norms, &a->volume);
    parts->of[BOX_SIZE_B] = b->rigid ? norms : product(p, &norms, &b->volume);
}

static void make_extents(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, const ti_poly* omega,
                         box_polys* parts)
{
    for (uint32_t i = 0; i < 3; ++i) {
        parts->of[BOX_G_ROW + i] = times(p, dot(p, a->normal, i, b->axis), omega);
        if (!(a->rigid && b->rigid)) {
            parts->of[BOX_H_ROW + i] = times(p, dot(p, a->axis, i, b->normal), omega);
        }
    }
}

static void make_ways(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, box_polys* parts)
{
    const ti_poly_term difference[2] = {{1.0, &a->weight, 0, &b->center}, {-1.0, &b->weight, 0, &a->center}};
    ti_poly apart = ti_poly_sum(p, difference, 2);
    ti_poly moment[3]; // b_j x T
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const ti_poly_term cross[2] = {{1.0, &apart, i2, &b->axis[i1]}, {-1.0, &apart, i1, &b->axis[i2]}};
        moment[i] = ti_poly_sum(p, cross, 2);
    }
    parts->of[BOX_P + BOX_A] = times(p, along(p, &apart, a->normal), &b->norm);
    parts->of[BOX_P + BOX_B] = times(p, along(p, &apart, b->normal), &a->norm);
    for (uint32_t i = 0; i < 3; ++i) {
        parts->of[BOX_P + BOX_E + i] = dot(p, a->axis, i, moment);
    }
}

// ---- offsets
//
// An offset adds sum over k of c_k a_k/W to a centre. What that gives along each axis is already there, as
// n_i . a_i = V W^2 and a_i x a_k = +-W n_l:
//     A: P_Ai += sum over j of c_Bj G_ij - c_Ai size_A
//     B: P_Bj += c_Bj size_B - sum over i of c_Ai H_ij
//     E: P_ij += c_Bj1 H_i,j2 - c_Bj2 H_i,j1 + c_Ai1 G_i2,j - c_Ai2 G_i1,j
// so an offset costs no degree.

// Column j of three rows: lane i that of row i.
static ti_poly column(ti_polys* p, const ti_poly rows[3], uint32_t j)
{
    ti_poly_pick picks[3];
    for (uint32_t i = 0; i < 3; ++i) {
        picks[i] = (ti_poly_pick){{j, j, j, j}, {0.0, 0.0, 0.0, 0.0}};
        picks[i].factor[i] = 1.0;
    }
    return ti_poly_mix(p, rows, picks, 3);
}

// What c_k goes with in the E axes of a row: H_k+1 in lane k + 2, -H_k+2 in lane k + 1.
static ti_poly across(ti_polys* p, const ti_poly* row, uint32_t k)
{
    uint32_t k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    ti_poly_pick pick = {{0, 0, 0, 0}, {0.0, 0.0, 0.0, 0.0}};
    pick.from[k2] = k1;
    pick.factor[k2] = 1.0;
    pick.from[k1] = k2;
    pick.factor[k1] = -1.0;
    return ti_poly_mix(p, row, &pick, 1);
}

typedef struct offsets {
    ti_poly a, b, one; // constants
} offsets;

static ti_poly constants(ti_polys* p, const double c[3], uint32_t lanes, double error)
{
    return ti_poly_make(p,
                        &(ti_poly_list){.coefficients = c, .lanes = lanes, .stride = lanes, .error = error});
}

static void offset_edges(ti_polys* p, const offsets* c, const ti_poly* rows, box_polys* parts)
{
    const ti_poly* g = &parts->of[BOX_G_ROW];
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        ti_poly* way = &parts->of[BOX_P + BOX_E + i];
        ti_poly of_b[3] = {across(p, &rows[i], 0), across(p, &rows[i], 1), across(p, &rows[i], 2)};
        const ti_poly_term terms[] = {{1.0, &c->one, 0, way},    {1.0, &c->b, 0, &of_b[0]},
                                      {1.0, &c->b, 1, &of_b[1]}, {1.0, &c->b, 2, &of_b[2]},
                                      {1.0, &c->a, i1, &g[i2]},  {-1.0, &c->a, i2, &g[i1]}};
        *way = ti_poly_sum(p, terms, 6);
    }
}

static void add_offsets(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, const ti_box_system* s,
                        box_polys* parts)
{
    static const double unit[3] = {1.0, 0.0, 0.0};
    const offsets c = {constants(p, a->offset, 3, a->offset_error),
                       constants(p, b->offset, 3, b->offset_error), constants(p, unit, 1, 0.0)};
    const ti_poly *g = &parts->of[BOX_G_ROW], *rows = &parts->of[s->h_row];
    ti_poly *way_a = &parts->of[BOX_P + BOX_A], *way_b = &parts->of[BOX_P + BOX_B];
    ti_poly columns[3] = {column(p, g, 0), column(p, g, 1), column(p, g, 2)};
    const ti_poly_term along_a[] = {{1.0, &c.one, 0, way_a},
                                    {1.0, &c.b, 0, &columns[0]},
                                    {1.0, &c.b, 1, &columns[1]},
                                    {1.0, &c.b, 2, &columns[2]},
                                    {-1.0, &parts->of[BOX_SIZE_A], 0, &c.a}};
    *way_a = ti_poly_sum(p, along_a, 5);
    const ti_poly_term along_b[] = {{1.0, &c.one, 0, way_b},
                                    {-1.0, &c.a, 0, &rows[0]},
                                    {-1.0, &c.a, 1, &rows[1]},
                                    {-1.0, &c.a, 2, &rows[2]},
                                    {1.0, &parts->of[s->size_b], 0, &c.b}};
    *way_b = ti_poly_sum(p, along_b, 5);
    offset_edges(p, &c, rows, parts);
}

static bool has_offset(const ti_box_frame* f)
{
    return f->offset[0] != 0.0 || f->offset[1] != 0.0 || f->offset[2] != 0.0 || f->offset_error != 0.0;
}

// ---- bounds

// Of a sum of absolute values in each lane, factor by factor.
typedef struct sum {
    double most[3], error[3];
} sum;

static void add_lane(sum* s, uint32_t to, double factor, const ti_poly* poly, uint32_t lane)
{
    s->most[to] += factor * poly->most[lane];
    s->error[to] += factor * poly->error[lane];
}

static void add(sum* s, double factor, const ti_poly* poly)
{
    for (uint32_t lane = 0; lane < 3; ++lane) {
        add_lane(s, lane, factor, poly, lane);
    }
}

static void add_edges(const ti_box_system* s, const ti_poly* g, const ti_poly* rows, uint32_t i, sum* all)
{
    const uint32_t next[5] = {0, 1, 2, 0, 1};
    const double *e = s->half_a, *h = s->half_b;
    add(all, e[next[i + 1]], &g[next[i + 2]]);
    add(all, e[next[i + 2]], &g[next[i + 1]]);
    for (uint32_t j = 0; j < 3; ++j) {
        add_lane(all, j, h[next[j + 1]], &rows[i], next[j + 2]);
        add_lane(all, j, h[next[j + 2]], &rows[i], next[j + 1]);
    }
}

static sum bounds_of(const ti_box_system* s, const box_polys* parts, uint32_t family)
{
    const double *e = s->half_a, *h = s->half_b;
    const ti_poly *g = &parts->of[BOX_G_ROW], *rows = &parts->of[s->h_row];
    sum all = {{0.0}, {0.0}};
    add(&all, 1.0, &parts->of[BOX_P + family]);
    if (family == BOX_A) {
        for (uint32_t lane = 0; lane < 3; ++lane) {
            add_lane(&all, lane, e[lane], &parts->of[BOX_SIZE_A], lane);
            for (uint32_t k = 0; k < 3; ++k) {
                add_lane(&all, lane, h[k], &g[lane], k);
            }
        }
    } else if (family == BOX_B) {
        for (uint32_t k = 0; k < 3; ++k) {
            add_lane(&all, k, h[k], &parts->of[s->size_b], k);
            add(&all, e[k], &rows[k]);
        }
    } else {
        add_edges(s, g, rows, family - BOX_E, &all);
    }
    return all;
}

// Writing a polynomial at the degree of the system costs gamma(3 degree + 4) of its size, and the value of an
// axis is a sum of six, with products, some of them taken in two orders: gamma(12). A step of de Casteljau at
// one half is one rounding, so a halving costs gamma(degree).
//
// Underflow. Coefficients of rotations and weights in frames are at most 4 and those of matrices 2^60, of
// which no value has more than three as factors. So what sums of polynomials lose, less than 2^-1060 each,
// comes to less than 2^-1030, and 2^-860 with matrices; where it goes along with a length, to less than
// 2^-600 of that, which the slack holds.
static void make_margins(const box_polys* parts, bool rigid, ti_box_system* s)
{
    const double lost = rigid ? 0x1p-1030 : 0x1p-860;
    const double slack = 1.0 + 0x1p-40;
    double once = ti_gamma(3 * (int)s->degree + 16), deeper = ti_gamma((int)s->degree);
    for (uint32_t family = 0; family < BOX_FAMILIES; ++family) {
        sum all = bounds_of(s, parts, family);
        for (uint32_t lane = 0; lane < 3; ++lane) {
            s->margin[4 * family + lane] = (all.error[lane] + once * all.most[lane]) * slack + lost;
            s->deeper[4 * family + lane] = deeper * all.most[lane] * slack;
        }
    }
}

// The longest axis, at most.
static double longest_axis(const ti_box_frame* f)
{
    double most = 0.0;
    for (int k = 0; k < 3 && !f->rigid; ++k) {
        toi_vec3 axis = {f->axis[0].most[k], f->axis[1].most[k], f->axis[2].most[k]};
        double length = v3_length(axis);
        most = length > most ? length : most;
    }
    return f->rigid ? 1.0 : most;
}

// The height of a cell over a side is V/|n|, at most the axis across; of edges see ti_box_blur.
static void make_reaches(const ti_box_frame* a, const ti_box_frame* b, ti_box_system* s)
{
    double long_a = longest_axis(a);
    s->reach[BOX_A] = long_a;
    s->reach[BOX_B] = longest_axis(b);
    for (int family = BOX_E; family < BOX_FAMILIES; ++family) {
        s->reach[family] = long_a;
    }
}

// ---- the system

static uint32_t largest_degree(const ti_box_system* s, const box_polys* parts)
{
    uint32_t degree = 0;
    for (uint32_t g = 0; g < s->groups; ++g) {
        uint32_t d = parts->of[g].degree;
        degree = d > degree ? d : degree;
    }
    return degree;
}

static void write_columns(ti_box_system* s)
{
    size_t group = 4 * ((size_t)s->degree + 1);
    for (size_t j = 0; j < 3; ++j) {
        double* column = s->coefficients + group * (BOX_G_COLUMN + j);
        for (size_t k = 0; k <= s->degree; ++k) {
            for (size_t i = 0; i < 3; ++i) {
                column[4 * k + i] = s->coefficients[group * (BOX_G_ROW + i) + 4 * k + j];
            }
            column[4 * k + 3] = 0.0;
        }
    }
}

static void write(const ti_polys* p, const box_polys* parts, ti_box_system* s)
{
    for (uint32_t g = 0; g < s->groups; ++g) {
        if (parts->of[g].c != NULL) {
            ti_poly_write(p, &parts->of[g], s->degree, s->coefficients + 4 * (s->degree + 1) * g);
        }
    }
    write_columns(s);
}

bool ti_box_system_make(ti_polys* p, const ti_box_frame* a, const ti_box_frame* b, ti_box_system* s)
{
    box_polys parts;
    for (int g = BOX_G_COLUMN; g < BOX_G_COLUMN + 3; ++g) {
        parts.of[g] = (ti_poly){.c = NULL};
    }
    bool rigid = a->rigid && b->rigid;
    *s = (ti_box_system){.groups = rigid ? BOX_RIGID_GROUPS : BOX_GROUPS,
                         .h_row = rigid ? BOX_G_ROW : BOX_H_ROW,
                         .size_b = rigid ? BOX_SIZE_A : BOX_SIZE_B};
    memcpy(s->half_a, a->half, sizeof a->half);
    memcpy(s->half_b, b->half, sizeof b->half);
    ti_poly omega = product(p, &a->weight, &b->weight);
    make_sizes(p, a, b, &omega, &parts);
    make_extents(p, a, b, &omega, &parts);
    make_ways(p, a, b, &parts);
    if (has_offset(a) || has_offset(b)) {
        add_offsets(p, a, b, s, &parts);
    }
    if (p->no_memory || p->too_large) {
        return false;
    }
    s->degree = largest_degree(s, &parts);
    s->coefficients = ti_arena_allocate(p->arena, ti_box_system_size(s), sizeof *s->coefficients);
    p->no_memory = s->coefficients == NULL;
    if (p->no_memory) {
        return false;
    }
    write(p, &parts, s);
    make_margins(&parts, rigid, s);
    make_reaches(a, b, s);
    return true;
}
