// Builds the polynomials that have to be positive over a link, and halves the link until their Bernstein
// coefficients, or a value, tell.

#include "support/primitive_links.h"

#include "exact_double.h"

#include <flint/fmpq_poly.h>

enum { DEEPEST = 60 };

typedef struct vector {
    fmpq_poly_t at[3];
} vector;

static void vector_init(vector* v)
{
    for (int k = 0; k < 3; ++k) {
        fmpq_poly_init(v->at[k]);
    }
}

static void vector_clear(vector* v)
{
    for (int k = 0; k < 3; ++k) {
        fmpq_poly_clear(v->at[k]);
    }
}

static double coordinate(toi_vec3 v, int k)
{
    return k == 0 ? v.x : (k == 1 ? v.y : v.z);
}

// a at 0 and b at 1.
static void line(fmpq_poly_t p, double a, double b)
{
    fmpq_t x, y;
    fmpq_init(x);
    fmpq_init(y);
    set_exact(x, a);
    set_exact(y, b);
    fmpq_sub(y, y, x);
    fmpq_poly_zero(p);
    fmpq_poly_set_coeff_fmpq(p, 0, x);
    fmpq_poly_set_coeff_fmpq(p, 1, y);
    fmpq_clear(x);
    fmpq_clear(y);
}

// Vertex i as the link goes from 0 to 1.
static void vertex(const toi_primitive_query* q, const toi_primitive_link* link, uint32_t i, vector* v)
{
    fmpq_poly_t time;
    fmpq_poly_init(time);
    line(time, link->t_from, link->t_to);
    for (int k = 0; k < 3; ++k) {
        line(v->at[k], coordinate(q->start[i], k), coordinate(q->end[i], k));
        fmpq_poly_compose(v->at[k], v->at[k], time);
    }
    fmpq_poly_clear(time);
}

static void difference(const toi_primitive_query* q, const toi_primitive_link* link, uint32_t i, uint32_t j,
                       vector* v)
{
    vector other;
    vector_init(&other);
    vertex(q, link, i, v);
    vertex(q, link, j, &other);
    for (int k = 0; k < 3; ++k) {
        fmpq_poly_sub(v->at[k], v->at[k], other.at[k]);
    }
    vector_clear(&other);
}

static void dot(fmpq_poly_t p, const vector* a, const vector* b)
{
    fmpq_poly_t term, sum;
    fmpq_poly_init(term);
    fmpq_poly_init(sum);
    for (int k = 0; k < 3; ++k) {
        fmpq_poly_mul(term, a->at[k], b->at[k]);
        fmpq_poly_add(sum, sum, term);
    }
    fmpq_poly_set(p, sum);
    fmpq_poly_clear(term);
    fmpq_poly_clear(sum);
}

static void cross(vector* c, const vector* a, const vector* b)
{
    fmpq_poly_t term;
    fmpq_poly_init(term);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        fmpq_poly_mul(c->at[k], a->at[i], b->at[j]);
        fmpq_poly_mul(term, a->at[j], b->at[i]);
        fmpq_poly_sub(c->at[k], c->at[k], term);
    }
    fmpq_poly_clear(term);
}

// The sign that the Bernstein coefficients of p have, or 0 where they have not all the same one.
static int bernstein_sign(const fmpq_poly_t p)
{
    slong degree = fmpq_poly_degree(p);
    int sign = 0;
    fmpq_t sum, term, c;
    fmpq_init(sum);
    fmpq_init(term);
    fmpq_init(c);
    for (slong i = 0; i <= degree; ++i) {
        fmpq_zero(sum);
        for (slong j = 0; j <= i; ++j) {
            fmpq_poly_get_coeff_fmpq(term, p, j);
            fmpz_bin_uiui(fmpq_numref(c), (ulong)i, (ulong)j);
            fmpz_bin_uiui(fmpq_denref(c), (ulong)degree, (ulong)j);
            fmpq_canonicalise(c);
            fmpq_mul(term, term, c);
            fmpq_add(sum, sum, term);
        }
        int own = fmpq_sgn(sum);
        sign = i == 0 ? own : (own == sign ? sign : 0);
        if (sign == 0) {
            break;
        }
    }
    fmpq_clear(sum);
    fmpq_clear(term);
    fmpq_clear(c);
    return sign;
}

// p((x + shift) / 2)
static void half_of(fmpq_poly_t h, const fmpq_poly_t p, ulong shift)
{
    fmpq_poly_t x;
    fmpq_poly_init(x);
    fmpq_poly_set_coeff_ui(x, 0, shift);
    fmpq_poly_set_coeff_ui(x, 1, 1);
    fmpq_poly_scalar_div_ui(x, x, 2);
    fmpq_poly_compose(h, p, x);
    fmpq_poly_clear(x);
}

// Whether p is positive on [0, 1].
static bool positive(const fmpq_poly_t p, int depth)
{
    int sign = bernstein_sign(p);
    if (sign != 0 || depth == 0) {
        return sign > 0;
    }
    fmpq_poly_t half;
    fmpq_poly_init(half);
    half_of(half, p, 0);
    bool fine = positive(half, depth - 1);
    if (fine) {
        half_of(half, p, 1);
        fine = positive(half, depth - 1);
    }
    fmpq_poly_clear(half);
    return fine;
}

// p > 0 and p^2 > (separation |n|)^2
static bool positive_beyond(const fmpq_poly_t p, const vector* n, double separation)
{
    if (!positive(p, DEEPEST)) {
        return false;
    }
    if (separation == 0.0) {
        return true;
    }
    fmpq_t s;
    fmpq_poly_t square, length2;
    fmpq_init(s);
    fmpq_poly_init(square);
    fmpq_poly_init(length2);
    set_exact(s, separation);
    fmpq_mul(s, s, s);
    fmpq_poly_mul(square, p, p);
    dot(length2, n, n);
    fmpq_poly_scalar_mul_fmpq(length2, length2, s);
    fmpq_poly_sub(square, square, length2);
    bool fine = positive(square, DEEPEST);
    fmpq_clear(s);
    fmpq_poly_clear(square);
    fmpq_poly_clear(length2);
    return fine;
}

static bool direction_holds(const toi_primitive_query* q, double separation, const toi_primitive_link* link)
{
    uint32_t first_b = q->kind == TOI_PRIMITIVE_EE ? 2 : 1, count = toi_primitive_vertex_count(q->kind);
    vector n, apart;
    fmpq_poly_t along;
    vector_init(&n);
    vector_init(&apart);
    fmpq_poly_init(along);
    for (int k = 0; k < 3; ++k) {
        line(n.at[k], coordinate(link->direction, k), coordinate(link->direction_end, k));
    }
    bool fine = true;
    for (uint32_t i = 0; i < first_b; ++i) {
        for (uint32_t j = first_b; j < count; ++j) {
            difference(q, link, i, j, &apart);
            dot(along, &n, &apart);
            fine = fine && positive_beyond(along, &n, separation);
        }
    }
    fmpq_poly_clear(along);
    vector_clear(&apart);
    vector_clear(&n);
    return fine;
}

static bool planes_hold(const toi_primitive_query* q, double separation, const toi_primitive_link* link)
{
    static const uint32_t vf[3][2] = {{2, 1}, {3, 1}, {0, 1}}, ee[3][2] = {{1, 0}, {3, 2}, {0, 2}};
    const uint32_t(*pair)[2] = q->kind == TOI_PRIMITIVE_VF ? vf : ee;
    vector side[3], normal;
    fmpq_poly_t volume;
    for (int i = 0; i < 3; ++i) {
        vector_init(&side[i]);
        difference(q, link, pair[i][0], pair[i][1], &side[i]);
    }
    vector_init(&normal);
    fmpq_poly_init(volume);
    cross(&normal, &side[0], &side[1]);
    dot(volume, &normal, &side[2]);
    bool fine = positive_beyond(volume, &normal, separation);
    fmpq_poly_neg(volume, volume);
    fine = fine || positive_beyond(volume, &normal, separation);
    fmpq_poly_clear(volume);
    vector_clear(&normal);
    for (int i = 0; i < 3; ++i) {
        vector_clear(&side[i]);
    }
    return fine;
}

static bool is_zero(toi_vec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

bool primitive_link_holds(const toi_primitive_query* query, double separation, const toi_primitive_link* link)
{
    bool planes = is_zero(link->direction) && is_zero(link->direction_end);
    bool four = query->kind == TOI_PRIMITIVE_VF || query->kind == TOI_PRIMITIVE_EE;
    return planes ? four && planes_hold(query, separation, link) : direction_holds(query, separation, link);
}

bool primitive_links_hold(const toi_primitive_query* query, double separation,
                          const toi_primitive_link* links, uint32_t count, double* until)
{
    *until = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        bool follows = links[i].t_from == *until && links[i].t_to > *until && links[i].t_to <= 1.0;
        if (!follows || !primitive_link_holds(query, separation, &links[i])) {
            return false;
        }
        *until = links[i].t_to;
    }
    return true;
}
